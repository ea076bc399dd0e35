/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_SAYS_H
#define WCSPH_SWEEPS_SAYS_H
/* The buffers that the header of a sweep declares, by its id. */
#include "particles/rows.h"
#include "wcsph/sweeps/list.h"

struct sweep_says {
  row_mask reads, writes;
  unsigned over; /* kinds */
};

extern const struct sweep_says *const wcsph_sweep_says[SWEEP_COUNT];

#endif
