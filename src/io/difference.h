/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_DIFFERENCE_H
#define IO_DIFFERENCE_H
/* Two frames, row against row of the same id, compared field by field. */
#include <stdbool.h>

#include "io/frame.h"

/* One value that differs: where it is and what it is in either. */
struct value_difference {
  uint64_t id;  /* of the row, or its number */
  size_t row_a; /* in A's frame */
  int component;
  long double a, b;
};

enum field_presence { FIELD_IN_BOTH, FIELD_ONLY_A, FIELD_ONLY_B, FIELD_SHAPES_DIFFER };

struct field_difference {
  const char *name; /* of the frame; both must live as long as this */
  int components;
  bool integer;
  enum field_presence presence;
  size_t differ;       /* rows that differ: in bits if exact, else in value, where a NaN never is the same */
  size_t nans;         /* rows with a NaN in either */
  double scale;        /* largest finite magnitude in either */
  double max;          /* largest |a - b|; infinite where an infinity stands against another value */
  double max_relative; /* max / scale */
  double l2_relative;  /* 2-norm of a - b over the larger of the 2-norms of a and b */
  struct value_difference worst; /* where max is; valid if differ > 0 */
  struct value_difference first; /* of the lowest id; valid if differ > 0 */
};

struct frame_difference {
  const struct frame *a; /* either may be NULL: only in the other file */
  const struct frame *b;
  bool exact;
  size_t matched, only_a, only_b;      /* rows */
  uint64_t first_only_a, first_only_b; /* ids */
  struct field_difference *fields;
  size_t field_count;
};

/* Compensations (buffers NAME_compensation of a checkpoint) are compared only if `exact`. STATUS_USAGE if an
 * id stands twice in one of them. */
int difference_find(struct frame_difference *d, const struct frame *a, const struct frame *b, bool exact);
void difference_free(struct frame_difference *d);

/* Whether nothing differs (exact), or nothing but values within `tolerance` of each field's scale. */
bool difference_passes(const struct frame_difference *d, double tolerance);

/* The smallest tolerance that passes; infinite if none does. */
double difference_tolerance(const struct frame_difference *d);

/* The field that holds the first difference (of the lowest id, then field order), or NULL. */
const struct field_difference *difference_first(const struct frame_difference *d);

#endif
