/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_RECORD_H
#define CLI_RECORD_H
/* The record of a run (amphi certify): a JSON file in canonical form, with a digest of itself and optionally
 * a signature of the digest. */
#include <jansson.h>
#include <stdbool.h>

#include "cli/chain.h"
#include "util/seal.h"

#define RECORD_FORMAT "amphi record 1"

struct record {
  const char *path; /* the caller's */
  json_t *all;
  char digest[SEAL_TEXT];  /* of all but the seal */
  char damage[256];        /* how it was changed since it was written; "": it was not */
  const char *public_key;  /* of the signature; NULL: not signed */
  bool signature_is_right; /* what it signs is this digest */
};

/* Seal the body, sign it with the key in the file `key_path` unless that is NULL, and write it. Returns the
 * digest, and the public key ("" without a key). */
int record_write(json_t *body, const char *path, const char *key_path, char digest[SEAL_TEXT],
                 char public_key[SEAL_TEXT]);

/* STATUS_USAGE where the file is no record. The caller frees, also then. */
int record_read(struct record *r, const char *path);
void record_free(struct record *r);

/* A text, a whole number of an object; "" and 0 where it has none. */
const char *record_text(const json_t *of, const char *key);
uint64_t record_number(const json_t *of, const char *key);

/* The first digest of the chain: of the case's text and its inputs' digests. */
int record_begin_chain(char link[SEAL_TEXT], const char *text, const json_t *inputs);

/* The digest of a link: of the previous link's digest and the link's contents. */
int record_link(char link[SEAL_TEXT], const char *before, const struct link *l);

/* The links of a record; *broken: the first whose digest is wrong; the number of links if none is. */
int record_chain(struct chain *c, size_t *broken, const struct record *r);

#endif
