/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_SAYS_H
#define WCSPH_PASSES_SAYS_H
/* The buffers that the header of a pass declares, by its id, for their allocation (README.md here). */
#include "particles/rows.h"
#include "wcsph/passes/list.h"

struct pass_says {
  int reads;           /* enum pass_reads */
  int rows, rows_from; /* buffers of earlier passes */
  int writes, written;
  int meets; /* enum pass_meets */
  int adds;  /* to what is there; of rates it finds the largest square then */
};

/* `count` buffers from `first` on. */
static inline row_mask pass_says_buffers(int first, int count) {
  return count > 0 ? (row_bit(count) - 1) << first : 0;
}

extern const struct pass_says *const wcsph_pass_says[PASS_COUNT];
extern const struct pass_says *const wcsph_point_pass_says[POINT_PASS_COUNT];

#endif
