/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass: one thread a particle, which sums over all its neighbours. */
#include <math.h>

#include "offload/wcsph.h"
#include "offload/wcsph_meet.h"
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

/* The force on particle i from its column of the list. */
static inline void force_listed(const struct wcsph_law *law, const struct offload_view *v, uint32_t i,
                                struct offload_finding *f) {
  const struct offload_hot me = offload_hot_at(&v->hot[i]);
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
  const struct offload_hot me = offload_hot_at(&v->hot[i]);
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

/* Over the stored list, for one combination of models. */
#ifdef __clang__
#define FORCES(NAME, KERNEL, VISCOSITY, DIFFUSION, BOUNDARY, SLIP, SUMMATION)                                \
  static void NAME(struct offload *o, struct offload_finding *found, struct offload_finding *next) {         \
    OFFLOAD_CAPTURE(o->law)                                                                                  \
    const struct offload_hot *hot = o->view.hot;                                                             \
    const struct offload_quad *list = o->view.list;                                                          \
    const uint32_t *fluid_count = o->view.fluid_count, *wall_count = o->view.wall_count;                     \
    struct vec4 *rate = o->view.state.rate;                                                                  \
    const uint32_t walls = o->view.state.wall_count, n = o->view.state.count;                                \
    const uint32_t stride = o->view.stride, rows = o->view.rows;                                             \
    int device = o->device;                                                                                  \
    OFFLOAD_LOOP(n, is_device_ptr(hot, list, fluid_count, wall_count, rate, found, next))                    \
    for (uint32_t i = 0; i < n; i++) {                                                                       \
      const struct wcsph_law law = {OFFLOAD_CAPTURED.formulation = FORMULATION_MASS,                         \
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
static OFFLOAD_CALL void force_by_general_law(const struct offload_view *v, uint32_t i,
                                              struct offload_finding *f) {
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
    force_by_general_law(v, i, offload_finding_of(found, i));
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
  struct offload_finding *next = o->found + (size_t)FOUND_BY_OTHERS * OFFLOAD_FINDINGS;
  if (!offload_forces_otherwise(o, found, next)) run_variant(o, found, next);
  TRY(offload_collect(o, FOUND_BY_FORCES, o->view.state.count >= OFFLOAD_FINDINGS, &all));
  *limits = (struct wcsph_limits){.max_acceleration = sqrtf(from_bits(all.max_a2)),
                                  .max_mu = from_bits(all.max_mu) / o->law->damping,
                                  .load = from_bits(all.max_load) / SUM_TERM_LIMIT};
  return STATUS_OK;
}
