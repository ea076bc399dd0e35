/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LAB_SHEET_H
#define LAB_SHEET_H
/* A table of what a ladder finds: printed row by row as it comes, and kept for JSON and the plot. */
#include "lab/lab.h"

struct sheet_column {
  const char *key, *title; /* of a row's member; in the head */
  const char *form;        /* of a number, for printf; NULL: a word, to the left */
  double unit;             /* numbers are multiplied with it; 0: 1 */
};

/* The columns end with one without a key. */
void sheet_head(const struct ladder_request *q, const struct sheet_column *columns);

/* Takes the row, also where it fails, and fails for NULL: no memory. A member that is not there is a dash. */
int sheet_add(const struct ladder_request *q, const struct sheet_column *columns, json_t *row);

#endif
