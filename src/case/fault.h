/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_FAULT_H
#define CASE_FAULT_H
/* What is wrong with a case. Reading goes on after a fault so that the one reported is the first
 * in the file, whatever the order in which the schema looks at things. */
#include <stdbool.h>
#include <stddef.h>

#include "case/node.h"

enum { FAULT_KEY = 256, FAULT_SHOWN = 56, FAULT_HINT = 128 };

/* A fault of a lower rank is reported before those of a higher one: the key that is missing may be
 * the one that is misspelt. */
enum fault_rank { FAULT_VALUE, FAULT_MEANING, FAULT_MISSING, FAULT_CHECK };

struct faults {
  const char *file;
  bool any;
  enum fault_rank rank;
  size_t order;
  char text[1536];
};

/* `key` as the user would write it in --set. */
void fault_add(struct faults *f, enum fault_rank rank, const struct node *n, const char *key,
               const char *format, ...) __attribute__((format(printf, 5, 6)));

/* "did you mean": the known name nearest to what was written, tried one by one. */
struct nearest {
  const char *wanted, *best; /* best NULL: nothing near enough */
};
void nearest_try(struct nearest *n, const char *name);

/* "; did you mean 'NAME'?" or "", in `hint`. */
const char *nearest_hint(const struct nearest *n, char hint[FAULT_HINT]);

/* Text from the user, cut to a length and without control characters, for a message. */
const char *fault_show(char shown[FAULT_SHOWN], const char *text);

#endif
