/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SWARM_LINKS_H
#define SWARM_LINKS_H
/* Which particles inform which, one at a time. */
#define LANES 1
#include "lane/random.h"
#include "swarm/state.h"

/* The k-th particle that particle i informs, under links drawn at iteration `drawn`. */
static inline uint32_t swarm_informed(const struct swarm_law *law, uint32_t i, uint32_t k, uint32_t drawn) {
  struct random4 r = random_draw(law->key, i, drawn, k / 4, RANDOM_LINK);
  return (uint32_t)((uint64_t)r.word[k % 4] * law->count >> 32);
}

#endif
