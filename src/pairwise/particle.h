/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_PARTICLE_H
#define PAIRWISE_PARTICLE_H
/* What every backend without vectors does for one particle of a state. The formulas are in
 * physics/pairwise_motion.h. */
#include "pairwise/backend.h"
#include "physics/scalar.h"

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

static inline int64_t pairwise_wrap_add(int64_t a, int64_t b) {
  return lane_wide_add(a, b);
}

static inline struct wide4 pairwise_kicked(struct wide4 v, struct wide4 force) {
  return (struct wide4){pairwise_wrap_add(v.x, force.x), pairwise_wrap_add(v.y, force.y),
                        pairwise_wrap_add(v.z, force.z), 0};
}

/* Finished sums as a force; returns their load. */
static inline float pairwise_finish(const struct pairwise_law *law, const struct pairwise_sums *s,
                                    struct wide4 *force) {
  float load = pairwise_sum_load(&s->x, law->summation, s->load);
  load = pairwise_sum_load(&s->y, law->summation, load);
  load = pairwise_sum_load(&s->z, law->summation, load);
  *force = (struct wide4){pairwise_quanta(&s->x, law->summation), pairwise_quanta(&s->y, law->summation),
                          pairwise_quanta(&s->z, law->summation), 0};
  return load;
}

/* Half a kick and the way of a step; a particle with a fault stays where it is. *distance2: from where it was
 * listed, m^2. */
static inline enum pairwise_fault pairwise_advance(struct pairwise_state *s, const struct pairwise_law *law,
                                                   const float inv_quantum[3], uint32_t i, float *distance2) {
  const struct wide4 v = pairwise_kicked(s->vel[i], s->force[i]);
  const struct vec4 none = {0, 0, 0, 0};
  const struct position p = s->pos[i], listed = s->listed_pos[i];
  const int64_t velocity[3] = {v.x, v.y, v.z};
  const uint32_t from[3] = {p.x, p.y, p.z}, was[3] = {listed.x, listed.y, listed.z};
  const struct vec4 r = s->pos_rest ? s->pos_rest[i] : none;
  float rest[3] = {r.x, r.y, r.z};
  uint32_t x[3];
  *distance2 = 0.0f;
  for (int a = 0; a < 3; a++) {
    const float way = pairwise_way(law, velocity[a]);
    if (!(lane_abs(way) < law->longest)) return PAIRWISE_TOO_FAST;
    x[a] = (uint32_t)pairwise_drift(law, (int32_t)from[a], way, inv_quantum[a], &rest[a]);
    const float d = pairwise_separation((int32_t)x[a], (int32_t)was[a], law->quantum[a]);
    *distance2 = *distance2 + d * d;
  }
  if (!pairwise_inside(s, x)) return PAIRWISE_OUTSIDE;
  s->vel[i] = v;
  s->pos[i] = (struct position){x[0], x[1], x[2], p.id};
  if (s->pos_rest) s->pos_rest[i] = (struct vec4){rest[0], rest[1], rest[2], 0.0f};
  return PAIRWISE_FINE;
}

#endif
