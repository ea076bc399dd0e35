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

/* What computed a row, and the hash of the state behind it. */
void sheet_tell(json_t *row, const char *execution, uint64_t hash);

/* A column for the hash of sheet_tell. */
#define SHEET_STATE                                                                                          \
  { "state_hash", "state", NULL, 0 }

/* A row of what was published alone, for the plot: takes it. */
int sheet_publish(const struct ladder_request *q, json_t *row);

/* The least of a ladder's numbers of particles, which are so many times apart, end at `most` and begin at
 * 1000 or more. */
double sheet_first_size(uint64_t most, double times);

/* STATUS_USAGE with what to say instead, if another backend was asked for. */
int sheet_needs(const struct ladder_request *q, const char *backend);

/* Takes the row, also where it fails, and fails for NULL: no memory. A member that is not there is a dash. */
int sheet_add(const struct ladder_request *q, const struct sheet_column *columns, json_t *row);

#endif
