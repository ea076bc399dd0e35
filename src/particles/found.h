/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTICLES_FOUND_H
#define PARTICLES_FOUND_H
#include <stdint.h>

/* What a pass found. */
struct pass_found {
  float most_of_pairs, most_of_rows;
  float load; /* quanta: the larger of contributions and, in their measure, of sums (sum_total_load) */
  uint64_t overflow_id; /* the lowest id whose sums overflowed, if load says that some did */
  uint64_t met[2];      /* neighbours that fluid has inside the support: fluid, walls */
};

#endif
