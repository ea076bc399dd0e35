/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass: one thread a particle, which sums over all its neighbours. */
#include <math.h>

#include "offload/neighbours.h"
#include "offload/wcsph.h"
#include "physics/scalar.h"
#include "util/error.h"
#include "wcsph/variants.h"

#pragma omp declare target
static OFFLOAD_CALL void heat_one(const struct offload_view *v, uint32_t i) {
  const struct vec4 vel = v->state.vel[i];
  v->hot[i] = offload_heat(v->state.pos[i], vel, eos_momentum_term(&v->law, vel.w));
}
#pragma omp end declare target

/* After a sort or a change by the host; otherwise who changes a particle heats it. */
static void heat_all(struct offload *o) {
  const struct offload_view *v = o->there;
  uint32_t n = o->view.state.count;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v))
  for (uint32_t i = 0; i < n; i++) heat_one(v, i);
  o->hot_is_stale = false;
}

struct offload_sums {
  struct sum x, y, z, d;
  float max_mu, load; /* load: sum_load, under fixed */
};

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
  float dx = lane_from_int((int32_t)(fluid->pos.x - other->pos.x)) * law->quantum[0];
  float dy = lane_from_int((int32_t)(fluid->pos.y - other->pos.y)) * law->quantum[1];
  float dz = lane_from_int((int32_t)(fluid->pos.z - other->pos.z)) * law->quantum[2];
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
    struct offload_hot j = hot[quad.j[0]];
    meet(law, meeting, me, &j, s);
    j = hot[quad.j[1]];
    meet(law, meeting, me, &j, s);
    j = hot[quad.j[2]];
    meet(law, meeting, me, &j, s);
    j = hot[quad.j[3]];
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
      const struct offload_hot j = v->hot[k];
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
  const struct wcsph_quanta *q = &law->quanta;
  struct vec4 a;
  a.x = sum_value(&s->x, q->acceleration, law->summation);
  a.y = sum_value(&s->y, q->acceleration, law->summation);
  a.z = sum_value(&s->z, q->acceleration, law->summation);
  a.w = sum_value(&s->d, q->rate, law->summation);
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

/* The force on particle i from its column of the list. */
static inline void force_listed(const struct wcsph_law *law, const struct offload_view *v, uint32_t i,
                                struct offload_finding *f) {
  const struct offload_hot me = v->hot[i];
  const ptrdiff_t stride = v->stride;
  const bool wall = i < v->state.wall_count;
  struct offload_sums s = {0};
  if (wall) {
    meet_listed(law, WALL_MEETS_FLUID, &me, v->hot, v->list + i, stride, v->fluid_count[i], &s);
  } else {
    meet_listed(law, FLUID_MEETS_FLUID, &me, v->hot, v->list + i, stride, v->fluid_count[i], &s);
    meet_listed(law, FLUID_MEETS_WALL, &me, v->hot, v->list + (size_t)(v->rows - 1) * v->stride + i, -stride,
                v->wall_count[i], &s);
  }
  v->state.rate[i] = finish(law, &s, wall, f);
}

/* And from the cells around it. */
static inline void force_around(const struct wcsph_law *law, const struct offload_view *v, uint32_t i,
                                struct offload_finding *f) {
  const struct offload_hot me = v->hot[i];
  const struct position at = v->state.listed_pos[i];
  const bool wall = i < v->state.wall_count;
  struct offload_sums s = {0};
  if (wall) {
    meet_around(law, WALL_MEETS_FLUID, v, v->grid.fluid_start, &at, i, &me, &s);
  } else {
    meet_around(law, FLUID_MEETS_FLUID, v, v->grid.fluid_start, &at, i, &me, &s);
    meet_around(law, FLUID_MEETS_WALL, v, v->grid.wall_start, &at, i, &me, &s);
  }
  v->state.rate[i] = finish(law, &s, wall, f);
}

/* Constants of the laws as scalars of their own, which kernels keep in registers or constant memory; a struct
 * would travel as a pointer. Models and modes come from the variant. */
#define CAPTURE(l)                                                                                           \
  const float inv_h = (l)->inv_h, radius = (l)->radius, eta2 = (l)->eta2, vf_factor = (l)->vf_factor;        \
  const float alpha_c_h = (l)->alpha_c_h, delta_2hc = (l)->delta_2hc;                                        \
  const float contact = (l)->contact, contact_slope = (l)->contact_slope;                                    \
  const float q0 = (l)->quantum[0], q1 = (l)->quantum[1], q2 = (l)->quantum[2];                              \
  const float s0 = (l)->stratification[0], s1 = (l)->stratification[1], s2 = (l)->stratification[2];         \
  const float g0 = (l)->gravity[0], g1 = (l)->gravity[1], g2 = (l)->gravity[2];                              \
  const float per_acceleration = (l)->quanta.acceleration, per_rate = (l)->quanta.rate
#define CAPTURED                                                                                             \
  .inv_h = inv_h, .radius = radius, .eta2 = eta2, .vf_factor = vf_factor, .alpha_c_h = alpha_c_h,            \
  .delta_2hc = delta_2hc, .contact = contact, .contact_slope = contact_slope, .quantum = {q0, q1, q2},       \
  .stratification = {s0, s1, s2}, .gravity = {g0, g1, g2},                                                   \
  .quanta = {.acceleration = per_acceleration, .rate = per_rate}

/* Over the stored list, for one combination of models. */
#ifdef __clang__
#define FORCES(NAME, KERNEL, VISCOSITY, DIFFUSION, BOUNDARY, SLIP, SUMMATION)                                \
  static void NAME(struct offload *o, struct offload_finding *found, struct offload_finding *next) {         \
    CAPTURE(o->law);                                                                                         \
    const struct offload_hot *hot = o->view.hot;                                                             \
    const struct offload_quad *list = o->view.list;                                                          \
    const uint32_t *fluid_count = o->view.fluid_count, *wall_count = o->view.wall_count;                     \
    struct vec4 *rate = o->view.state.rate;                                                                  \
    const uint32_t walls = o->view.state.wall_count, n = o->view.state.count;                                \
    const uint32_t stride = o->view.stride, rows = o->view.rows;                                             \
    int device = o->device;                                                                                  \
    OFFLOAD_LOOP(n, is_device_ptr(hot, list, fluid_count, wall_count, rate, found, next))                    \
    for (uint32_t i = 0; i < n; i++) {                                                                       \
      const struct wcsph_law law = {CAPTURED,                                                                \
                                    .formulation = FORMULATION_MASS,                                         \
                                    .kernel = KERNEL,                                                        \
                                    .viscosity = VISCOSITY,                                                  \
                                    .diffusion = DIFFUSION,                                                  \
                                    .boundary = BOUNDARY,                                                    \
                                    .slip = SLIP,                                                            \
                                    .summation = SUMMATION};                                                 \
      const struct offload_hot me = hot[i];                                                                  \
      struct offload_sums s = {0};                                                                           \
      const bool wall = i < walls;                                                                           \
      if (wall) {                                                                                            \
        meet_listed(&law, WALL_MEETS_FLUID, &me, hot, list + i, (ptrdiff_t)stride, fluid_count[i], &s);      \
      } else {                                                                                               \
        meet_listed(&law, FLUID_MEETS_FLUID, &me, hot, list + i, (ptrdiff_t)stride, fluid_count[i], &s);     \
        meet_listed(&law, FLUID_MEETS_WALL, &me, hot, list + (size_t)(rows - 1) * stride + i,                \
                    -(ptrdiff_t)stride, wall_count[i], &s);                                                  \
      }                                                                                                      \
      rate[i] = finish(&law, &s, wall, offload_finding_of(found, i));                                        \
      if (i < OFFLOAD_FINDINGS) offload_forget(&next[i]);                                                    \
    }                                                                                                        \
  }

#else /* the law as the device's view has it: the loop over lanes can have none of its own (OFFLOAD_CALL) */
#define FORCES(NAME, KERNEL, VISCOSITY, DIFFUSION, BOUNDARY, SLIP, SUMMATION)                                \
  OFFLOAD_PRAGMA(omp declare target)                                                                         \
  static OFFLOAD_CALL void NAME##_on(const struct offload_view *v, uint32_t i, struct offload_finding *f) {  \
    struct wcsph_law law = v->law;                                                                           \
    law.formulation = FORMULATION_MASS, law.kernel = KERNEL, law.viscosity = VISCOSITY;                      \
    law.diffusion = DIFFUSION, law.boundary = BOUNDARY, law.slip = SLIP, law.summation = SUMMATION;          \
    force_listed(&law, v, i, f);                                                                             \
  }                                                                                                          \
  OFFLOAD_PRAGMA(omp end declare target)                                                                     \
  static void NAME(struct offload *o, struct offload_finding *found, struct offload_finding *next) {         \
    const struct offload_view *v = o->there;                                                                 \
    const uint32_t n = o->view.state.count;                                                                  \
    int device = o->device;                                                                                  \
    OFFLOAD_LOOP(n, is_device_ptr(v, found, next))                                                           \
    for (uint32_t i = 0; i < n; i++) {                                                                       \
      NAME##_on(v, i, offload_finding_of(found, i));                                                         \
      if (i < OFFLOAD_FINDINGS) offload_forget(&next[i]);                                                    \
    }                                                                                                        \
  }
#endif

#define X(K, V, D, B, S, M)                                                                                  \
  FORCES(listed_##K##_##V##_##D##_##B##_##S##_##M, KERNEL_##K, VISCOSITY_##V, DIFFUSION_##D, BOUNDARY_##B,   \
         SLIP_##S, SUM_##M)
HOT_VARIANTS(X)
#undef X

/* Any law, neighbours from the list or from the cells. */
#pragma omp declare target
static OFFLOAD_CALL void force_on(const struct offload_view *v, uint32_t i, struct offload_finding *f) {
  if (v->list)
    force_listed(&v->law, v, i, f);
  else
    force_around(&v->law, v, i, f);
}
#pragma omp end declare target

static void general(struct offload *o, struct offload_finding *found, struct offload_finding *next) {
  const struct offload_view *v = o->there;
  const uint32_t n = o->view.state.count;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v, found, next))
  for (uint32_t i = 0; i < n; i++) {
    force_on(v, i, offload_finding_of(found, i));
    if (i < OFFLOAD_FINDINGS) offload_forget(&next[i]);
  }
}

static void run_variant(struct offload *o, struct offload_finding *found, struct offload_finding *next) {
  const struct wcsph_law *law = o->law;
#define X(K, V, D, B, S, M)                                                                                  \
  if (o->view.list && law->formulation == FORMULATION_MASS && law->kernel == KERNEL_##K &&                   \
      law->viscosity == VISCOSITY_##V && law->diffusion == DIFFUSION_##D && law->boundary == BOUNDARY_##B && \
      (law->slip == SLIP_##S || law->boundary == BOUNDARY_DYNAMIC) && law->summation == SUM_##M) {           \
    listed_##K##_##V##_##D##_##B##_##S##_##M(o, found, next);                                                \
    return;                                                                                                  \
  }
  HOT_VARIANTS(X)
#undef X
  general(o, found, next);
}

static float from_bits(uint32_t bits) {
  float x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

int offload_forces(void *self, struct wcsph_limits *limits) {
  struct offload *o = self;
  struct offload_finding *found, all;
  if (o->hot_is_stale) heat_all(o);
  TRY(offload_expect(o, FOUND_BY_FORCES, &found));
  run_variant(o, found, o->found + (size_t)FOUND_BY_OTHERS * OFFLOAD_FINDINGS);
  TRY(offload_collect(o, FOUND_BY_FORCES, o->view.state.count >= OFFLOAD_FINDINGS, &all));
  *limits = (struct wcsph_limits){.max_acceleration = sqrtf(from_bits(all.max_a2)),
                                  .max_mu = o->law->h * from_bits(all.max_mu),
                                  .load = from_bits(all.max_load) / SUM_TERM_LIMIT};
  return STATUS_OK;
}
