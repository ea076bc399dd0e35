/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass over the stored list. Every pair is computed once, by the thread that owns its fluid
 * particle i, for a vector of neighbours j at a time; i's sums stay in registers, and the reactions go
 * back as 16-byte records into the thread's accumulator. */
#include "cpu/lanes.h"
#include "physics/pair.h"
#include "physics/sum.h"

#define INLINE static inline __attribute__((always_inline))

void LANES_NAME(cpu_prepare)(struct cpu_run *run, uint32_t begin, uint32_t end) {
  const struct wcsph_law law = *run->law;
  const struct wcsph_state *s = run->state;
  for (uint32_t i = begin; i < end; i += LANES) { /* reads and writes a vector beyond the end: there is room */
    real_t x, y, z, unused[4], d;
    lane_load4(s->pos + i, &x, &y, &z, &unused[0]);
    lane_load4(s->vel + i, &unused[1], &unused[2], &unused[3], &d);
    lane_store4(run->hot + i, x, y, z, eos_momentum_term(&law, d));
  }
}

/* Neighbour numbers k .. k + LANES - 1 of i; beyond the last, i itself, which contributes nothing. */
INLINE const uint32_t *neighbours(const uint32_t *entries, uint32_t k, uint32_t count, uint32_t i, uint32_t *tail) {
  if (k + LANES <= count) return entries + k;
  for (uint32_t l = 0; l < LANES; l++) tail[l] = k + l < count ? entries[k + l] : i;
  return tail;
}

/* Take the reactions from the accumulators of the neighbours. */
INLINE void react(struct vec4 *sums, const uint32_t *j, const struct pair_result *f, enum summation mode) {
  lane_vec4 term[LANES];
  lane_records(f->ax, f->ay, f->az, -f->rate_j, term);
  lane_vec4 *all = (lane_vec4 *)sums;
  for (int l = 0; l < LANES; l++) {
    if (mode == SUM_PLAIN) {
      all[j[l]] -= term[l];
    } else {
      struct sum4 *sum = (struct sum4 *)all + j[l];
      SUM_ADD(sum, -term[l], mode);
    }
  }
}

INLINE void walk(const struct cpu_run *run, const struct wcsph_law *law, enum pair_kind kind, uint32_t i,
                 const uint32_t *entries, uint32_t count, struct vec4 *accumulators, struct sum sums[4],
                 real_t *max_mu) {
  const struct cpu_hot *hot = run->hot;
  const struct vec4 *vel = run->state->vel;
  const int_t xi = (int_t){0} + (int32_t)hot[i].x, yi = (int_t){0} + (int32_t)hot[i].y,
              zi = (int_t){0} + (int32_t)hot[i].z;
  const struct pair_side a = {lane_set(hot[i].term), lane_set(vel[i].x), lane_set(vel[i].y), lane_set(vel[i].z),
                              lane_set(vel[i].w)};
  uint32_t tail[LANES];
  for (uint32_t k = 0; k < count; k += LANES) {
    const uint32_t *j = neighbours(entries, k, count, i, tail);
    real_t x, y, z;
    struct pair_side b;
    lane_gather4(hot, j, &x, &y, &z, &b.term);
    lane_gather4(vel, j, &b.u, &b.v, &b.w, &b.d);
    real_t dx = lane_from_int(lane_subtract_wrap(xi, (int_t)x)) * law->quantum[0];
    real_t dy = lane_from_int(lane_subtract_wrap(yi, (int_t)y)) * law->quantum[1];
    real_t dz = lane_from_int(lane_subtract_wrap(zi, (int_t)z)) * law->quantum[2];
    struct pair_result f = pair_interact(law, kind, dx, dy, dz, &a, &b);
    sum_add(&sums[0], f.ax, law->summation);
    sum_add(&sums[1], f.ay, law->summation);
    sum_add(&sums[2], f.az, law->summation);
    sum_add(&sums[3], f.rate_i, law->summation);
    *max_mu = lane_max(f.mu, *max_mu);
    react(accumulators, j, &f, law->summation);
  }
}

INLINE void forces_of_slice(struct cpu_run *run, struct cpu_slice *slice, const struct wcsph_law *law) {
  const int stride = law->summation == SUM_PLAIN ? 1 : 2;
  real_t max_mu = lane_set(0.0f);
  for (uint32_t i = slice->begin; i < slice->end; i++) {
    const struct cpu_listed *listed = &run->listed[i];
    const uint32_t *entries = slice->entries + listed->begin;
    struct sum sums[4] = {0};
    walk(run, law, PAIR_FLUID_FLUID, i, entries, listed->fluid, slice->sums, sums, &max_mu);
    walk(run, law, PAIR_FLUID_WALL, i, entries + listed->fluid, listed->walls, slice->sums, sums, &max_mu);
    struct sum4 total = sum_collect(sums, law->summation), mine = {0};
    lane_vec4 *own = (lane_vec4 *)slice->sums + (size_t)i * stride;
    mine.value = own[0];
    if (stride == 2) mine.rest = own[1];
    sum4_merge(&mine, total.value, total.rest, law->summation);
    own[0] = mine.value;
    if (stride == 2) own[1] = mine.rest;
  }
  slice->max_mu = lane_max_across(max_mu);
}

/* Combinations that get code of their own, without a branch on the model: kernel, viscosity, density
 * diffusion, boundary, slip, summation (always the mass form). Everything else runs the general variant. */
#define HOT_VARIANTS(X)                                                                                      \
  X(WENDLAND, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, KAHAN)                                                     \
  X(WENDLAND, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, PLAIN)                                                     \
  X(WENDLAND, ARTIFICIAL, FOURTAKAS, DUMMY, FREE, KAHAN)                                                     \
  X(WENDLAND, ARTIFICIAL, FOURTAKAS, DUMMY, FREE, PLAIN)                                                     \
  X(CUBIC, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, KAHAN)                                                        \
  X(CUBIC, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, PLAIN)

#define X(K, V, D, B, S, M)                                                                                  \
  static void forces_##K##_##V##_##D##_##B##_##S##_##M(struct cpu_run *run, struct cpu_slice *slice) {       \
    struct wcsph_law law = *run->law;                                                                        \
    law.formulation = FORMULATION_MASS;                                                                      \
    law.kernel = KERNEL_##K, law.viscosity = VISCOSITY_##V, law.diffusion = DIFFUSION_##D;                   \
    law.boundary = BOUNDARY_##B, law.slip = SLIP_##S, law.summation = SUM_##M;                               \
    forces_of_slice(run, slice, &law);                                                                       \
  }
HOT_VARIANTS(X)
#undef X

static void forces_general(struct cpu_run *run, struct cpu_slice *slice) {
  const struct wcsph_law law = *run->law;
  forces_of_slice(run, slice, &law);
}

void LANES_NAME(cpu_forces)(struct cpu_run *run, struct cpu_slice *slice) {
  const struct wcsph_law *law = run->law;
#define X(K, V, D, B, S, M)                                                                                  \
  if (law->formulation == FORMULATION_MASS && law->kernel == KERNEL_##K && law->viscosity == VISCOSITY_##V && \
      law->diffusion == DIFFUSION_##D && law->boundary == BOUNDARY_##B &&                                    \
      (law->slip == SLIP_##S || law->boundary == BOUNDARY_DYNAMIC) && law->summation == SUM_##M) {           \
    forces_##K##_##V##_##D##_##B##_##S##_##M(run, slice);                                                    \
    return;                                                                                                  \
  }
  HOT_VARIANTS(X)
#undef X
  forces_general(run, slice);
}

/* Add what all threads found for particles [begin, end), and leave the accumulators zero. */
void LANES_NAME(cpu_merge)(struct cpu_run *run, struct cpu_slice *slice, uint32_t begin, uint32_t end) {
  const struct wcsph_law *law = run->law;
  struct wcsph_state *s = run->state;
  const int stride = cpu_sum_stride(law);
  const lane_vec4 gravity = {law->gravity[0], law->gravity[1], law->gravity[2], 0.0f}, zero = {0};
  float max_a2 = slice->max_a2;
  for (uint32_t i = begin; i < end; i++) {
    int fluid = i >= s->wall_count;
    struct sum4 total = {0};
    for (int t = 0; t < run->threads; t++) {
      const struct cpu_slice *other = &run->slices[t];
      if (i < other->touched[fluid][0] || i >= other->touched[fluid][1]) continue;
      lane_vec4 *sums = (lane_vec4 *)other->sums + (size_t)i * stride;
      sum4_merge(&total, sums[0], stride == 2 ? sums[1] : zero, law->summation);
      sums[0] = zero;
      if (stride == 2) sums[1] = zero;
    }
    lane_vec4 rate = fluid ? total.value + gravity : total.value;
    memcpy(&s->rate[i], &rate, sizeof rate);
    float a2 = (rate[0] * rate[0] + rate[1] * rate[1]) + rate[2] * rate[2];
    if (fluid && a2 > max_a2) max_a2 = a2;
  }
  slice->max_a2 = max_a2;
}
