/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_SAYS_H
#define WCSPH_PASSES_SAYS_H
/* What the header of a pass says of buffers, for what has to have them ready (README.md here), by its id. */
#include "wcsph/passes/list.h"

struct pass_says {
  int reads;           /* enum pass_reads */
  int rows, rows_from; /* buffers of earlier passes */
  int writes, written;
  int meets; /* enum pass_meets */
};

extern const struct pass_says *const wcsph_pass_says[PASS_COUNT];
extern const struct pass_says *const wcsph_point_pass_says[POINT_PASS_COUNT];

#endif
