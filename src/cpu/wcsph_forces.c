/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass over the stored list. Every pair is computed once, by the thread that owns its fluid
 * particle, for a vector of neighbours at a time; a cluster's sums stay in registers, and the reactions go
 * back as 16-byte records into the thread's accumulator. */
#include "cpu/lanes.h"
#include "cpu/react.h"
#include "physics/pair.h"
#include "physics/sum.h"
#include "wcsph/variants.h"

#if LANES > 1
void LANES_NAME(cpu_prepare)(struct cpu_run *run, uint32_t begin, uint32_t end) {
  const struct wcsph_law law = *run->law;
  const struct wcsph_state *s = run->state;
  for (uint32_t i = begin; i < end;
       i += LANES) { /* reads and writes a vector beyond the end: there is room */
    real_t x, y, z, id, u, v, w, d;
    lane_load4(s->pos + i, &x, &y, &z, &id);
    lane_load4(s->vel + i, &u, &v, &w, &d);
    lane_store4(run->hot + i, sizeof *run->hot, 0, x, y, z, eos_momentum_term(&law, d));
    lane_store4(run->hot + i, sizeof *run->hot, 1, u, v, w, d);
  }
}

#endif

/* A particle of a cluster, in every lane. */
struct centre {
  int_t x, y, z;
  struct pair_side side;
  struct sum sums[4]; /* acceleration and d(rho/rho0)/dt */
};

INLINE struct centre centre_of(const struct cpu_hot *i) {
  return (struct centre){
      .x = (int_t){0} + (int32_t)i->x,
      .y = (int_t){0} + (int32_t)i->y,
      .z = (int_t){0} + (int32_t)i->z,
      .side = {lane_set(i->term), lane_set(i->vel.x), lane_set(i->vel.y), lane_set(i->vel.z),
               lane_set(i->vel.w)},
  };
}

/* Maxima over pairs, by lanes. */
struct extremes {
  real_t mu, load;
};

/* A vector of neighbours. */
struct others {
  const uint32_t *entries;
  int_t x, y, z;
  struct pair_side side;
};

INLINE struct pair_gap measure(const struct wcsph_law *law, const struct centre *i, const struct others *j) {
  real_t dx = lane_from_int(lane_subtract_wrap(i->x, j->x)) * law->quantum[0];
  real_t dy = lane_from_int(lane_subtract_wrap(i->y, j->y)) * law->quantum[1];
  real_t dz = lane_from_int(lane_subtract_wrap(i->z, j->z)) * law->quantum[2];
  return pair_measure(law, dx, dy, dz, i->side.d, j->side.d);
}

/* The interaction of a centre with a vector of neighbours; what these get is added to `share`. */
INLINE void interact(const struct wcsph_law *law, enum pair_kind kind, struct centre *i,
                     const struct pair_gap *gap, const struct others *j, struct sum share[4],
                     struct extremes *most) {
  struct pair_result f = pair_act(law, kind, gap, &i->side, &j->side);
  most->mu = lane_max(f.mu, most->mu);
  most->load = pair_terms(law, &f, most->load);
  sum_exchange(&i->sums[0], &share[0], f.ax, law->summation);
  sum_exchange(&i->sums[1], &share[1], f.ay, law->summation);
  sum_exchange(&i->sums[2], &share[2], f.az, law->summation);
  sum_add_all(&i->sums[3], f.rate_i, law->summation);
  sum_add_few(&share[3], f.rate_j, law->summation);
}

/* The next vector of `count` entries, filled up with nobody. */
INLINE void meet(const struct cpu_run *run, const struct cpu_slice *slice, const uint32_t *entries,
                 uint32_t count, uint32_t tail[LANES], struct others *j) {
  const int scale = sizeof *run->hot / CPU_ENTRY;
  real_t x, y, z;
  j->entries = entries;
  if (count < LANES) {
    lane_pad(entries, count, slice->nobody * CPU_ENTRY, tail);
    j->entries = tail;
  }
  lane_gather4(run->hot, scale, 0, j->entries, &x, &y, &z, &j->side.term);
  lane_gather4(run->hot, scale, 1, j->entries, &j->side.u, &j->side.v, &j->side.w, &j->side.d);
  j->x = lane_real_to_bits(x), j->y = lane_real_to_bits(y), j->z = lane_real_to_bits(z);
}

/* All of a kind for one centre, or for two (b is NULL for one); the neighbours get their share if `mutual`.
 * The next neighbours are fetched while roots and divisions are under way. */
INLINE void walk(const struct cpu_run *run, struct cpu_slice *slice, const struct wcsph_law *law,
                 enum pair_kind kind, bool mutual, struct centre *a, struct centre *b,
                 const uint32_t *entries, uint32_t count, struct extremes *most) {
  const struct sum none = {0};
  uint32_t tail[LANES];
  struct others vectors[2];
  if (count == 0) return;
  meet(run, slice, entries, count, tail, &vectors[0]);
  for (uint32_t k = 0; k < count; k += LANES) {
    const struct others *j = &vectors[k / LANES % 2];
    struct sum share[4] = {none, none, none, none};
    struct pair_gap to_a = measure(law, a, j), to_b;
    if (b) to_b = measure(law, b, j);
    if (k + LANES < count)
      meet(run, slice, entries + k + LANES, count - k - LANES, tail, &vectors[(k / LANES + 1) % 2]);
    interact(law, kind, a, &to_a, j, share, most);
    if (b) interact(law, kind, b, &to_b, j, share, most);
    if (mutual) react(slice->sums, j->entries, share, law->summation);
  }
}

/* Nobody is half the y axis away from the cluster: farther than the support, the axis being at least three
 * and a half of them long. */
INLINE void place_nobody(struct cpu_hot *nobody, const struct cpu_hot *first) {
  *nobody = (struct cpu_hot){.x = first->x, .y = first->y + (UINT32_MAX / 2 + 1), .z = first->z};
}

INLINE void forces_of_cluster(const struct cpu_run *run, struct cpu_slice *slice, const struct wcsph_law *law,
                              const struct cpu_cluster *cluster, bool mutual, bool two,
                              struct extremes *most) {
  const uint32_t *entries = slice->entries + cluster->begin, i = cluster->first;
  struct centre a = centre_of(&run->hot[i]), b = {0};
  if (two) b = centre_of(&run->hot[i + 1]);
  place_nobody(&run->hot[slice->nobody], &run->hot[i]);
  walk(run, slice, law, PAIR_FLUID_FLUID, mutual, &a, two ? &b : NULL, entries, cluster->fluid, most);
  walk(run, slice, law, PAIR_FLUID_WALL, true, &a, two ? &b : NULL, entries + cluster->fluid, cluster->walls,
       most);
  collect(slice->sums, i, a.sums, law->summation);
  if (two) collect(slice->sums, i + 1, b.sums, law->summation);
}

INLINE void forces_of_slice(struct cpu_run *run, struct cpu_slice *slice, const struct wcsph_law *law,
                            bool mutual) {
  struct extremes most = {lane_set(0.0f), lane_set(0.0f)};
  for (size_t k = 0; k < slice->cluster_count; k++) {
    const struct cpu_cluster *cluster = &slice->clusters[k];
    if (cluster->size == 2)
      forces_of_cluster(run, slice, law, cluster, mutual, true, &most);
    else
      forces_of_cluster(run, slice, law, cluster, mutual, false, &most);
  }
  slice->max_mu = fmaxf(slice->max_mu, lane_max_across(most.mu));
  slice->load = fmaxf(slice->load, lane_max_across(most.load));
}

#define X(K, V, D, B, S, M)                                                                                  \
  static FLATTEN void forces_##K##_##V##_##D##_##B##_##S##_##M(struct cpu_run *run, struct cpu_slice *slice, \
                                                               bool mutual) {                                \
    struct wcsph_law law = *run->law;                                                                        \
    law.formulation = FORMULATION_MASS;                                                                      \
    law.kernel = KERNEL_##K, law.viscosity = VISCOSITY_##V, law.diffusion = DIFFUSION_##D;                   \
    law.boundary = BOUNDARY_##B, law.slip = SLIP_##S, law.summation = SUM_##M;                               \
    if (mutual)                                                                                              \
      forces_of_slice(run, slice, &law, true);                                                               \
    else                                                                                                     \
      forces_of_slice(run, slice, &law, false);                                                              \
  }
HOT_VARIANTS(X)
#undef X

static FLATTEN void forces_general(struct cpu_run *run, struct cpu_slice *slice, bool mutual) {
  const struct wcsph_law law = *run->law;
  forces_of_slice(run, slice, &law, mutual);
}

void LANES_NAME(cpu_forces)(struct cpu_run *run, struct cpu_slice *slice) {
  const struct wcsph_law *law = run->law;
  const bool mutual = run->options.pairs == CPU_PAIRS_ONCE;
#define X(K, V, D, B, S, M)                                                                                  \
  if (law->formulation == FORMULATION_MASS && law->kernel == KERNEL_##K &&                                   \
      law->viscosity == VISCOSITY_##V && law->diffusion == DIFFUSION_##D && law->boundary == BOUNDARY_##B && \
      (law->slip == SLIP_##S || law->boundary == BOUNDARY_DYNAMIC) && law->summation == SUM_##M) {           \
    forces_##K##_##V##_##D##_##B##_##S##_##M(run, slice, mutual);                                            \
    return;                                                                                                  \
  }
  HOT_VARIANTS(X)
#undef X
  forces_general(run, slice, mutual);
}

#if LANES > 1
/* Add what all threads found for particles [begin, end), and leave the accumulators zero. */
void LANES_NAME(cpu_merge)(struct cpu_run *run, struct cpu_thread *thread, uint32_t begin, uint32_t end) {
  const struct wcsph_law *law = run->law;
  struct wcsph_state *s = run->state;
  const int stride = cpu_sum_records(law->summation);
  const lane_vec4 gravity = {law->gravity[0], law->gravity[1], law->gravity[2], 0.0f}, zero = {0};
  const float a = law->quanta.acceleration, r = law->quanta.rate;
  const lane_vec4 scale = {a, a, a, r};
  float max_a2 = thread->max_a2, load = thread->load;
  for (uint32_t i = begin; i < end; i++) {
    int fluid = i >= s->wall_count;
    struct sum4 total = {0};
    for (int t = 0; t < run->threads; t++) {
      const struct cpu_thread *other = &run->team[t];
      if (i < other->touched[fluid][0] || i >= other->touched[fluid][1]) continue;
      lane_vec4 *sums = (lane_vec4 *)other->sums + (size_t)i * stride;
      struct sum4 found = {.value = sums[0], .rest = zero};
      if (stride == 2) {
        found.rest = sums[1];
        sums[1] = zero;
      }
      sum4_merge(&total, &found, law->summation);
      sums[0] = zero;
    }
    if (law->summation == SUM_FIXED) load = sum4_total_load(load, &total);
    lane_vec4 rate = sum4_value(&total, scale, law->summation);
    if (fluid) rate += gravity;
    memcpy(&s->rate[i], &rate, sizeof rate);
    float a2 = (rate[0] * rate[0] + rate[1] * rate[1]) + rate[2] * rate[2];
    if (fluid && a2 > max_a2) max_a2 = a2;
  }
  thread->max_a2 = max_a2;
  thread->load = load;
}
#endif
