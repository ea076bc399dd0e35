/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_WCSPH_MEET_H
#define OFFLOAD_WCSPH_MEET_H
/* What a thread of a force pass does: its particle meets neighbours, and what of that is kept. */
#include "offload/neighbours.h"
#include "offload/wcsph.h"
#include "offload/wcsph_law.h"
#include "physics/scalar.h"

static inline struct pair_side side_of(const struct offload_hot *h) {
  float term;
  __builtin_memcpy(&term, &h->pos.id, sizeof term);
  return (struct pair_side){term, h->vel.x, h->vel.y, h->vel.z, h->vel.w};
}

/* Fluid meets its neighbour j, or a wall meets fluid j and takes the reaction. */
enum meeting { FLUID_MEETS_FLUID, FLUID_MEETS_WALL, WALL_MEETS_FLUID };

static inline void meet(const struct wcsph_law *law, enum meeting meeting, const struct offload_hot *i,
                        const struct offload_hot *j, struct offload_sums *s) {
  const bool reaction = meeting == WALL_MEETS_FLUID;
  const struct offload_hot *fluid = reaction ? j : i, *other = reaction ? i : j;
  float dx = lane_from_int((int32_t)(fluid->pos.x - other->pos.x)) * law->quantum_h[0];
  float dy = lane_from_int((int32_t)(fluid->pos.y - other->pos.y)) * law->quantum_h[1];
  float dz = lane_from_int((int32_t)(fluid->pos.z - other->pos.z)) * law->quantum_h[2];
  struct pair_side a = side_of(fluid), b = side_of(other);
  struct pair_result f = pair_interact(law, meeting == FLUID_MEETS_FLUID ? PAIR_FLUID_FLUID : PAIR_FLUID_WALL,
                                       dx, dy, dz, &a, &b);
  s->load = pair_load(law, &f, s->load);
  sum_add(&s->x, reaction ? -f.ax : f.ax, law->summation);
  sum_add(&s->y, reaction ? -f.ay : f.ay, law->summation);
  sum_add(&s->z, reaction ? -f.az : f.az, law->summation);
  sum_add(&s->d, reaction ? f.rate_j : f.rate_i, law->summation);
  s->max_mu = lane_max(f.mu, s->max_mu);
}

/* `rows` of a column of the list; `step` is the way to the next. */
static inline void meet_listed(const struct wcsph_law *law, enum meeting meeting,
                               const struct offload_hot *me, const struct offload_hot *hot,
                               const struct offload_quad *row, ptrdiff_t step, uint32_t rows,
                               struct offload_sums *s) {
  for (; rows > 0; rows--, row += step) {
    const struct offload_quad quad = *row; /* written out: an index that varies would put it into memory */
    struct offload_hot j = offload_hot_at(&hot[quad.j[0]]);
    meet(law, meeting, me, &j, s);
    j = offload_hot_at(&hot[quad.j[1]]);
    meet(law, meeting, me, &j, s);
    j = offload_hot_at(&hot[quad.j[2]]);
    meet(law, meeting, me, &j, s);
    j = offload_hot_at(&hot[quad.j[3]]);
    meet(law, meeting, me, &j, s);
  }
}

/* Neighbours from the cells around `at`, where particle i was listed. */
static inline void meet_around(const struct wcsph_law *law, enum meeting meeting,
                               const struct offload_view *v, const uint32_t *start, const struct position *at,
                               uint32_t i, const struct offload_hot *me, struct offload_sums *s) {
  struct offload_rows rows;
  uint32_t begin, end;
  rows_around(&rows, &v->grid, law->quantum, law->support + v->state.skin, at);
  while (rows_next(&rows, &begin, &end)) {
    for (uint32_t k = start[begin]; k < start[end]; k++) {
      const struct offload_hot j = offload_hot_at(&v->hot[k]);
      float dx = lane_from_int((int32_t)(me->pos.x - j.pos.x)) * law->quantum[0];
      float dy = lane_from_int((int32_t)(me->pos.y - j.pos.y)) * law->quantum[1];
      float dz = lane_from_int((int32_t)(me->pos.z - j.pos.z)) * law->quantum[2];
      if ((dx * dx + dy * dy) + dz * dz < law->support2 && k != i) meet(law, meeting, me, &j, s);
    }
  }
}

/* Finished sums into a rate, and what the host wants to know of it into findings. */
static inline struct vec4 finish(const struct wcsph_law *law, struct offload_sums *s, bool wall,
                                 struct offload_finding *f) {
  struct vec4 a;
  a.x = sum_value(&s->x, law->quanta_acceleration, law->summation) * law->unit_acceleration;
  a.y = sum_value(&s->y, law->quanta_acceleration, law->summation) * law->unit_acceleration;
  a.z = sum_value(&s->z, law->quanta_acceleration, law->summation) * law->unit_acceleration;
  a.w = sum_value(&s->d, law->quanta_rate, law->summation) * law->unit_rate;
  if (law->summation == SUM_FIXED) {
    s->load = sum_total_load(sum_total_load(s->load, &s->x), &s->y);
    s->load = sum_total_load(sum_total_load(s->load, &s->z), &s->d);
    offload_raise(&f->max_load, s->load);
  }
  if (wall) return a;
  a.x += law->gravity[0], a.y += law->gravity[1], a.z += law->gravity[2];
  offload_raise(&f->max_a2, (a.x * a.x + a.y * a.y) + a.z * a.z);
  offload_raise(&f->max_mu, s->max_mu);
  return a;
}

#endif
