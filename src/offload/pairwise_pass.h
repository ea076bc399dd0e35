/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_PAIRWISE_PASS_H
#define OFFLOAD_PAIRWISE_PASS_H
/* What force passes of pairwise share: the laws that get kernels of their own, the end of a particle's sums,
 * and rows of cells as rings. */
#include "offload/pairwise.h"
#include "pairwise/particle.h"
#include "pairwise/passes/forces.h"

/* Potential, truncation, summation; all others run a general kernel. */
#define PASS_HOT(X)                                                                                          \
  X(LJ, PLAIN, KAHAN)                                                                                        \
  X(LJ, PLAIN, FIXED)                                                                                        \
  X(LJ, PLAIN, PLAIN)                                                                                        \
  X(LOW, PLAIN, PLAIN)                                                                                       \
  X(HIGH, PLAIN, PLAIN)

#pragma omp declare target

/* What a thread has summed. */
struct pass_sums {
  struct sum of[forces_SUMS];
  float load; /* sum_load */
};

/* Particle i meets j. */
static inline void pass_meet(const struct pairwise_law *law, const struct position *i,
                             const struct position *j, struct pass_sums *s) {
  const struct pairwise_side side = {0};
  const float dx = lane_from_int((int32_t)(i->x - j->x)) * law->quantum[0];
  const float dy = lane_from_int((int32_t)(i->y - j->y)) * law->quantum[1];
  const float dz = lane_from_int((int32_t)(i->z - j->z)) * law->quantum[2];
  const struct pairwise_gap gap = forces_measure(law, dx, dy, dz, &side, &side);
  struct pass_terms terms;
  forces_pair(law, PAIR_FLUID_FLUID, &gap, &side, &side, NULL, NULL, &terms);
  if (law->summation == SUM_FIXED) {
    s->load = sum_load(s->load, terms.i[0]);
    s->load = sum_load(s->load, terms.i[1]);
    s->load = sum_load(s->load, terms.i[2]);
  }
  sum_add(&s->of[0], terms.i[0], law->summation);
  sum_add(&s->of[1], terms.i[1], law->summation);
  sum_add(&s->of[2], terms.i[2], law->summation);
}

static inline void pass_finish(const struct pairwise_view *v, const struct pairwise_law *law, uint32_t i,
                               const struct pass_sums *sums, bool kick, struct offload_finding *found) {
  struct wide4 force;
  const float load = pairwise_finish(law, sums->of, sums->load, &force);
  v->state.force[i] = force;
  if (kick) v->state.vel[i] = pairwise_kicked(v->state.vel[i], force);
  offload_raise(&offload_finding_of(found, i)->load, load);
}

/* The particles of a row of cells. Cells follow each other in memory, and on a periodic axis the first comes
 * after the last: a place beyond either end counts on. */
struct ring {
  const uint32_t *start; /* of the row's cells */
  int32_t first, count, cells;
};

/* The row at dy, dz from a cell's; false if there is none. */
static inline bool ring_of(struct ring *r, const struct grid *g, int y, int z) {
  const int ny = (int)g->cells[1], nz = (int)g->cells[2];
  const bool beyond_y = y < 0 || y >= ny, beyond_z = z < 0 || z >= nz;
  if ((beyond_y && !g->periodic[1]) || (beyond_z && !g->periodic[2])) return false;
  if (beyond_y) y += y < 0 ? ny : -ny;
  if (beyond_z) z += z < 0 ? nz : -nz;
  r->cells = (int32_t)g->cells[0];
  r->start = g->start[0] + (size_t)(z * ny + y) * g->cells[0];
  r->first = (int32_t)r->start[0];
  r->count = (int32_t)r->start[r->cells] - r->first;
  return true;
}

/* How many particles come before cell u of the ring, counted as `first` is. */
static inline int32_t ring_before(const struct ring *r, int32_t u) {
  if (u < 0) return (int32_t)r->start[u + r->cells] - r->count;
  if (u > r->cells) return (int32_t)r->start[u - r->cells] + r->count;
  return (int32_t)r->start[u];
}

/* The particle at a place of the ring. */
static inline uint32_t ring_particle(const struct ring *r, int32_t k) {
  return (uint32_t)(k < r->first ? k + r->count : k >= r->first + r->count ? k - r->count : k);
}

/* Cells [*low, *high] of a row that are neighbours of cells [x0, x1]. */
static inline void ring_reach(const struct grid *g, int x0, int x1, int32_t *low, int32_t *high) {
  *low = x0 - g->reach[0], *high = x1 + g->reach[0];
  if (g->periodic[0]) return;
  if (*low < 0) *low = 0;
  if (*high >= (int32_t)g->cells[0]) *high = (int32_t)g->cells[0] - 1;
}

#pragma omp end declare target

#endif
