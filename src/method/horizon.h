/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef METHOD_HORIZON_H
#define METHOD_HORIZON_H
/* How far a run may go before it is looked at: a step that ends at this time or behind it, or this
 * step, is the last. */
#include <stdint.h>

struct horizon {
  double time;   /* s; INFINITY: never */
  uint64_t step; /* how many the run then has; UINT64_MAX: any */
};

#endif
