/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IMPORT_VARIABLES_H
#define IMPORT_VARIABLES_H
/* Numbers and texts with names, and the expressions over them that attributes may hold ("#depth+2*Dp"). */
#include <stdbool.h>
#include <stddef.h>

enum { VARIABLES_MOST = 1000, VARIABLE_NAME = 64, VARIABLE_TEXT = 512 };

struct variables {
  struct variable *items;
  size_t count;
};

void variables_free(struct variables *v);

int variables_copy(const struct variables *v, struct variables *out);

/* Names are the same in capitals and small letters. STATUS_USAGE, without a place, for what is no name or too
 * much. */
int variables_set(struct variables *v, const char *name, double value);
int variables_set_text(struct variables *v, const char *name, const char *text);

/* The value of "2*(Dp+x[3])", true being 1. STATUS_USAGE, without a place, with what is wrong. */
int expression_evaluate(const struct variables *v, const char *text, double *value);

/* `text` with "[name]" and "$[name]" replaced by what they stand for: texts, or expressions. */
int variables_expand(const struct variables *v, const char *text, char out[VARIABLE_TEXT]);

#endif
