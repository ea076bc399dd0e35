/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METHOD_TRACE_H
#define METHOD_TRACE_H
/* What the entries of a step leave behind: a hash of each field of all particles, whatever their order, after
 * each call of a backend's table; and of one of them the rows. To find where two runs part. */
#include <stddef.h>
#include <stdint.h>

#include "io/frame.h"

enum { TRACE_FIELDS = 64, TRACE_NAME = 48 };

struct trace_entry {
  char name[TRACE_NAME]; /* "forces", "pass shear" */
  uint64_t hashes[TRACE_FIELDS];
};

struct trace {
  const char *fields[TRACE_FIELDS]; /* NULL: the run has none of this number */
  struct trace_entry *entries;
  size_t count;
  size_t wanted;     /* whose rows are kept; SIZE_MAX: none's */
  struct frame rows; /* them; without data where that entry never came */
};

#endif
