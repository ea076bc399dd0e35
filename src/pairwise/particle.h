/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_PARTICLE_H
#define PAIRWISE_PARTICLE_H
/* What every backend without vectors does for one particle of a state. The formulas are in
 * pairwise/models/motion.h. */
#include "pairwise/backend.h"
#include "pairwise/scalar.h"

/* The sums of forces on a particle. */
struct pairwise_sums {
  struct sum x, y, z;
  float load; /* sum_load */
};

/* Particle i meets j; returns the square of their distance. */
static inline float pairwise_meet(const struct pairwise_law *law, const struct position *i,
                                  const struct position *j, struct pairwise_sums *s) {
  const float dx = pairwise_separation((int32_t)i->x, (int32_t)j->x, law->quantum[0]);
  const float dy = pairwise_separation((int32_t)i->y, (int32_t)j->y, law->quantum[1]);
  const float dz = pairwise_separation((int32_t)i->z, (int32_t)j->z, law->quantum[2]);
  struct pairwise_pair f = pairwise_interact(law, dx, dy, dz);
  s->load = pairwise_terms(law, &f, s->load);
  sum_add(&s->x, f.x, law->summation);
  sum_add(&s->y, f.y, law->summation);
  sum_add(&s->z, f.z, law->summation);
  return (dx * dx + dy * dy) + dz * dz;
}

static inline struct wide4 pairwise_kicked(struct wide4 v, struct wide4 force) {
  return (struct wide4){pairwise_kick(v.x, force.x), pairwise_kick(v.y, force.y), pairwise_kick(v.z, force.z),
                        0};
}

/* Finished sums as a force; returns their load. */
static inline float pairwise_finish(const struct pairwise_law *law, const struct pairwise_sums *s,
                                    struct wide4 *force) {
  float load = s->load;
  const int64_t x = pairwise_sum_quanta(&s->x, law->summation, &load);
  const int64_t y = pairwise_sum_quanta(&s->y, law->summation, &load);
  const int64_t z = pairwise_sum_quanta(&s->z, law->summation, &load);
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
  const struct vec4 none = {0, 0, 0, 0}, r = s->pos_rest ? s->pos_rest[i] : none;
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
  if (s->pos_rest) s->pos_rest[i] = (struct vec4){m.rest[0], m.rest[1], m.rest[2], 0.0f};
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
