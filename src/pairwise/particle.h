/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_PARTICLE_H
#define PAIRWISE_PARTICLE_H
/* What every backend without vectors does for one particle of a state. The formulas are in
 * pairwise/models/motion.h. */
#include "pairwise/backend.h"
#include "pairwise/scalar.h"

static inline struct wide4 pairwise_kicked(struct wide4 v, struct wide4 force) {
  return (struct wide4){pairwise_kick(v.x, force.x), pairwise_kick(v.y, force.y), pairwise_kick(v.z, force.z),
                        0};
}

/* The finished sums of forces as a force; returns the larger of `load` and theirs. */
static inline float pairwise_finish(const struct pairwise_law *law, const struct sum sums[3], float load,
                                    struct wide4 *force) {
  const int64_t x = pairwise_sum_quanta(&sums[0], law->summation, &load);
  const int64_t y = pairwise_sum_quanta(&sums[1], law->summation, &load);
  const int64_t z = pairwise_sum_quanta(&sums[2], law->summation, &load);
  *force = (struct wide4){x, y, z, 0};
  return load;
}

/* Half a kick and the way of a step; a particle with a fault stays where it is. *distance2: from where it was
 * listed, m^2. */
static inline enum pairwise_fault pairwise_advance(struct pairwise_state *s, const struct pairwise_law *law,
                                                   const struct pairwise_bounds *bounds, uint32_t i,
                                                   float *distance2) {
  const struct position p = s->pos[i], was = s->listed_pos[i];
  const struct wide4 v = s->vel[i], f = s->force[i];
  const struct vec4 none = {0, 0, 0, 0}, r = s->pos_compensation ? s->pos_compensation[i] : none;
  const int64_t force[3] = {f.x, f.y, f.z};
  const int32_t listed[3] = {(int32_t)was.x, (int32_t)was.y, (int32_t)was.z};
  struct pairwise_moving m = {{(int32_t)p.x, (int32_t)p.y, (int32_t)p.z}, {r.x, r.y, r.z}, {v.x, v.y, v.z}};
  const struct pairwise_verdict is = pairwise_move(law, bounds, force, &m);
  *distance2 = 0.0f;
  if (!is.slow) return PAIRWISE_TOO_FAST;
  if (!is.inside) return PAIRWISE_OUTSIDE;
  *distance2 = pairwise_distance2(law, m.x, listed);
  s->vel[i] = (struct wide4){m.v[0], m.v[1], m.v[2], 0};
  s->pos[i] = (struct position){.x = (uint32_t)m.x[0], .y = (uint32_t)m.x[1], .z = (uint32_t)m.x[2]};
  if (s->pos_compensation) s->pos_compensation[i] = (struct vec4){m.rest[0], m.rest[1], m.rest[2], 0.0f};
  return PAIRWISE_FINE;
}

/* Particles [begin, end), one after the other. */
static inline void pairwise_advance_range(struct pairwise_state *s, const struct pairwise_law *law,
                                          const struct pairwise_bounds *bounds, uint32_t begin, uint32_t end,
                                          struct pairwise_motion *motion) {
  for (uint32_t i = begin; i < end; i++) {
    float distance2;
    const enum pairwise_fault fault = pairwise_advance(s, law, bounds, i, &distance2);
    if (fault != PAIRWISE_FINE) pairwise_note_fault(motion, fault, s->id[i]);
    motion->distance2 = lane_max(motion->distance2, distance2);
  }
}

#endif
