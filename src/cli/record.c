/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/file.h"
#include "util/error.h"
#include "util/json.h"

enum { FLAGS = JSON_INDENT(1) | JSON_REAL_PRECISION(17) };

const char *record_text(const json_t *of, const char *key) {
  const char *text = json_string_value(json_object_get(of, key));
  return text ? text : "";
}

uint64_t record_number(const json_t *of, const char *key) {
  const json_int_t value = json_integer_value(json_object_get(of, key));
  return value < 0 ? 0 : (uint64_t)value;
}

/* ---- the seal ---- */

/* Of all members but the seal, in their order. */
static int digest_body(char digest[SEAL_TEXT], const json_t *all) {
  json_t *body = json_copy((json_t *)(uintptr_t)all);
  if (body) json_object_del(body, "seal");
  char *text = body ? json_text(body, FLAGS) : NULL;
  json_decref(body);
  CHECK(text, STATUS_FAILED, "no memory for a record, or text in it that is not UTF-8");
  const int status = seal_text(digest, text, strlen(text));
  free(text);
  return status;
}

/* What is signed says what it is, so that a signature cannot be taken for one of something else. */
static size_t signed_text(char text[128], const char *digest) {
  return (size_t)snprintf(text, 128, RECORD_FORMAT " %s", digest);
}

static int seal(json_t *all, const char *digest, const char *key_path, char public_key[SEAL_TEXT]) {
  char signature[SEAL_SIGNATURE_TEXT], text[128];
  *public_key = 0;
  if (key_path) TRY(seal_sign(signature, public_key, key_path, text, signed_text(text, digest)));
  json_t *made = key_path ? json_pack("{s:s,s:s,s:s}", "digest", digest, "public_key", public_key,
                                      "signature", signature)
                          : json_pack("{s:s}", "digest", digest);
  CHECK(!json_object_set_new(all, "seal", made), STATUS_FAILED, "no memory for a record");
  return STATUS_OK;
}

static char *text_of(const json_t *all) {
  char *body = json_text(all, FLAGS), *text = NULL;
  if (body && asprintf(&text, "%s\n", body) < 0) text = NULL;
  free(body);
  return text;
}

int record_write(json_t *body, const char *path, const char *key_path, char digest[SEAL_TEXT],
                 char public_key[SEAL_TEXT]) {
  char *text = NULL;
  int status = digest_body(digest, body);
  if (!status) status = seal(body, digest, key_path, public_key);
  if (!status && !(text = text_of(body)))
    status = error_set(STATUS_FAILED, "no memory for a record, or text in it that is not UTF-8");
  if (!status) status = file_replace(path, text, strlen(text));
  free(text);
  return status;
}

/* ---- reading ---- */

static int check_seal(struct record *r, const char *data, size_t size) {
  char text[128];
  const json_t *given = json_object_get(r->all, "seal");
  char *exact = text_of(r->all);
  CHECK(exact, STATUS_FAILED, "%s: no memory for it", r->path);
  if (strlen(exact) != size || memcmp(exact, data, size))
    snprintf(r->damage, sizeof r->damage, "it is not written as amphi writes records");
  free(exact);
  TRY(digest_body(r->digest, r->all));
  if (strcmp(r->digest, record_text(given, "digest")))
    snprintf(r->damage, sizeof r->damage, "its content has the digest %.20s..., and its seal says %.20s...",
             r->digest, record_text(given, "digest"));
  if (!json_object_get(given, "public_key") && !json_object_get(given, "signature")) return STATUS_OK;
  r->public_key = record_text(given, "public_key");
  r->signature_is_right =
      seal_is_signed(r->public_key, record_text(given, "signature"), text, signed_text(text, r->digest));
  return STATUS_OK;
}

int record_read(struct record *r, const char *path) {
  json_error_t where;
  char *data;
  size_t size;
  *r = (struct record){.path = path};
  TRY(file_read(path, STATUS_USAGE, &data, &size));
  r->all = json_loadb(data, size, JSON_REJECT_DUPLICATES, &where);
  int status = STATUS_OK;
  if (!r->all)
    status = error_set(STATUS_USAGE, "%s:%d: no record of a run, or a damaged one: %s", path, where.line,
                       where.text);
  else if (strcmp(record_text(r->all, "format"), RECORD_FORMAT))
    status = error_set(STATUS_USAGE, "%s: no record of a run, or a damaged one: format '%s', wanted '%s'",
                       path, record_text(r->all, "format"), RECORD_FORMAT);
  if (!status) status = check_seal(r, data, size);
  free(data);
  return status;
}

void record_free(struct record *r) {
  json_decref(r->all);
  *r = (struct record){0};
}

/* ---- the chain ---- */

int record_begin_chain(char link[SEAL_TEXT], const char *text, const json_t *inputs) {
  char *whole = NULL;
  size_t size = 0, i;
  json_t *input;
  TRY(seal_text(link, text, strlen(text)));
  FILE *out = open_memstream(&whole, &size);
  if (out) fprintf(out, "%s", link);
  json_array_foreach((json_t *)(uintptr_t)inputs, i, input) if (out)
      fprintf(out, " %s", record_text(input, "digest"));
  const int status =
      out && !fclose(out) ? seal_text(link, whole, size) : error_set(STATUS_FAILED, "no memory for a record");
  free(whole);
  return status;
}

int record_link(char link[SEAL_TEXT], const char *before, const struct link *l) {
  char text[256];
  const int length =
      snprintf(text, sizeof text, "%s %" PRIu64 " %.17g %s", before, l->step, l->time, l->hash);
  return seal_text(link, text, (size_t)length);
}

int record_chain(struct chain *c, size_t *broken, const struct record *r) {
  char link[SEAL_TEXT];
  const json_t *links = json_object_get(json_object_get(r->all, "chain"), "links");
  const json_t *of = json_object_get(r->all, "case");
  json_t *item;
  size_t i;
  *c = (struct chain){0};
  *broken = json_array_size(links);
  TRY(record_begin_chain(link, record_text(of, "text"), json_object_get(r->all, "inputs")));
  if (strcmp(link, record_text(json_object_get(r->all, "chain"), "begins"))) *broken = 0;
  json_array_foreach((json_t *)(uintptr_t)links, i, item) {
    struct link l = {.step = record_number(item, "step"),
                     .time = json_number_value(json_object_get(item, "time"))};
    snprintf(l.hash, sizeof l.hash, "%s", record_text(item, "state_hash"));
    TRY(record_link(link, link, &l));
    if (strcmp(link, record_text(item, "link")) && i < *broken) *broken = i;
    TRY(chain_add(c, &l));
  }
  return STATUS_OK;
}
