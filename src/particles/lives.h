/* SPDX-License-Identifier: BSD-3-Clause */
/* Which sums of a pass, PASS, there is anything to add to: its header says which stay zero
 * (wcsph/passes/README.md), and templates neither make those nor keep room for them. Included once a pass,
 * behind its header. */
#include <stdbool.h>

#include "particles/pass.h"

/* A bit each: of `meetings` (bits of enum pass_meets), `flat` where all is in the plane. */
PASS_INLINE unsigned P(lives)(bool flat, unsigned meetings) {
  const unsigned every = (1u << P(SUMS)) - 1;
  unsigned sums = meetings & (POINTS_FROM_FLUID | POINTS_FROM_WALLS) ? every : 0;
#if P(OF_FLUID)
  sums |= meetings & FLUID_FROM_FLUID ? P(OF_FLUID) : 0;
#else
  sums |= meetings & FLUID_FROM_FLUID ? every : 0;
#endif
#if P(OF_WALLS)
  sums |= meetings & FLUID_FROM_WALLS ? P(OF_WALLS) : 0;
#else
  sums |= meetings & FLUID_FROM_WALLS ? every : 0;
#endif
#if P(TO_WALLS)
  sums |= meetings & WALLS_FROM_FLUID ? P(TO_WALLS) : 0;
#else
  sums |= meetings & WALLS_FROM_FLUID ? every : 0;
#endif
#if P(IN_PLANE)
  sums &= flat ? P(IN_PLANE) : every;
#else
  (void)flat;
#endif
  return sums;
}

/* Whether the plane has fewer: then it is worth specialised code. */
#if P(IN_PLANE)
enum { P(PLANAR) = 1 };
#else
enum { P(PLANAR) = 0 };
#endif
