/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_CHAIN_H
#define CLI_CHAIN_H
/* chain.csv in a run's folder: the hashes of its state at each checkpoint that `output.keep` asked for
 * (keep.h), also of those that were removed later. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/words.h"

#define CHAIN_FILE "chain.csv"

struct link {
  uint64_t step;
  double time; /* s */
  char hash[HASH_TEXT];
};

struct chain {
  struct link *links; /* by step */
  size_t count;
};

int chain_add(struct chain *c, const struct link *link);
void chain_free(struct chain *c);

/* The file of a folder; no links where there is none. STATUS_USAGE with the line if it is damaged. *cut:
 * whether its last line does not end, as after a kill in the midst of it, and is left out; NULL: then it is
 * damaged. */
int chain_read(struct chain *c, const char *folder, bool *cut);
int chain_read_file(struct chain *c, const char *path, bool *cut);

/* Whole or not at all; where there is a writer, in its turn. */
int chain_write(const struct chain *c, const char *folder);

/* The last link behind those that are in the file, and on the disk; likewise. */
int chain_append(const struct chain *c, const char *folder);

/* The first link of a later step; c->count if there is none. */
size_t chain_behind(const struct chain *c, uint64_t step);

/* The link of a step, or NULL. */
const struct link *chain_at(const struct chain *c, uint64_t step);

#endif
