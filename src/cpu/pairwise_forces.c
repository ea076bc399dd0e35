/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass of pairwise over the stored list: every pair once, for a vector of neighbours at a time. */
#include "cpu/lanes.h"
#include "cpu/pairwise.h"
#include "cpu/react.h"
#include "pairwise/models/motion.h"

int LANES_NAME(cpu_pairwise_list)(const struct cpu_pairwise *run, struct cpu_slice *slice);
uint32_t LANES_NAME(cpu_pairwise_advance)(struct cpu_pairwise *run, uint32_t begin, uint32_t end,
                                          struct pairwise_motion *motion);

/* Combinations that get code of their own: potential, truncation, summation. */
#define HOT_LAWS(X)                                                                                          \
  X(LJ, PLAIN, KAHAN)                                                                                        \
  X(LJ, PLAIN, FIXED)                                                                                        \
  X(LJ, PLAIN, PLAIN)                                                                                        \
  X(LJ, FORCE_SHIFTED, KAHAN)                                                                                \
  X(LJ, FORCE_SHIFTED, FIXED)                                                                                \
  X(LJ, FORCE_SHIFTED, PLAIN)

/* A particle of a cluster, in every lane. */
struct centre {
  int_t x, y, z;
  struct centre_sums sums;
};

INLINE struct centre centre_of(const struct position *i) {
  return (struct centre){
      .x = (int_t){0} + (int32_t)i->x, .y = (int_t){0} + (int32_t)i->y, .z = (int_t){0} + (int32_t)i->z};
}

/* The interaction of a centre with a vector of neighbours; what these get is added to `share`. */
INLINE real_t interact(const struct pairwise_law *law, struct centre *i, int_t x, int_t y, int_t z,
                       struct sum share[4], real_t load) {
  const real_t dx = pairwise_separation(i->x, x, law->quantum[0]);
  const real_t dy = pairwise_separation(i->y, y, law->quantum[1]);
  const real_t dz = pairwise_separation(i->z, z, law->quantum[2]);
  struct pairwise_pair f = pairwise_interact(law, dx, dy, dz);
  load = pairwise_terms(law, &f, load);
  sum_exchange(&i->sums.few[0], &share[0], f.x, sum_of_few(law->summation));
  sum_exchange(&i->sums.few[1], &share[1], f.y, sum_of_few(law->summation));
  sum_exchange(&i->sums.few[2], &share[2], f.z, sum_of_few(law->summation));
  return load;
}

/* All neighbours of one centre, or of two (b is NULL for one). */
INLINE real_t walk(const struct cpu_pairwise *run, struct cpu_slice *slice, const struct pairwise_law *law,
                   struct centre *a, struct centre *b, const uint32_t *entries, uint32_t count, real_t load) {
  const int scale = sizeof *run->hot / CPU_ENTRY;
  const struct sum none = {0};
  uint32_t tail[LANES];
  for (uint32_t k = 0; k < count; k += LANES) {
    const uint32_t *j = entries + k;
    if (count - k < LANES) {
      lane_pad(j, count - k, slice->nobody * CPU_ENTRY, tail);
      j = tail;
    }
    real_t x, y, z, mark;
    struct sum share[4] = {none, none, none, none};
    lane_gather4(run->hot, scale, 0, j, &x, &y, &z, &mark);
    load = interact(law, a, (int_t)x, (int_t)y, (int_t)z, share, load);
    if (b) load = interact(law, b, (int_t)x, (int_t)y, (int_t)z, share, load);
    react(slice->sums, j, share, law->summation);
    if (k / LANES % SUM_FEW == SUM_FEW - 1 || k + LANES >= count) {
      settle(&a->sums, law->summation);
      if (b) settle(&b->sums, law->summation);
    }
  }
  return load;
}

/* Nobody is half of every axis away from the cluster, farther than the cutoff. */
INLINE void place_nobody(struct position *nobody, const struct position *first) {
  const uint32_t half = UINT32_MAX / 2 + 1;
  *nobody = (struct position){.x = first->x + half, .y = first->y + half, .z = first->z + half};
}

INLINE void forces_of_slice(struct cpu_pairwise *run, struct cpu_slice *slice,
                            const struct pairwise_law *law) {
  real_t load = lane_set(0.0f);
  for (size_t k = 0; k < slice->cluster_count; k++) {
    const struct cpu_cluster *cluster = &slice->clusters[k];
    const uint32_t *entries = slice->entries + cluster->begin, i = cluster->first;
    struct centre a = centre_of(&run->hot[i]);
    place_nobody(&run->hot[slice->nobody], &run->hot[i]);
    if (cluster->size == 2) {
      struct centre b = centre_of(&run->hot[i + 1]);
      load = walk(run, slice, law, &a, &b, entries, cluster->fluid, load);
      collect(slice->sums, i + 1, settled(&b.sums, law->summation), law->summation);
    } else {
      load = walk(run, slice, law, &a, NULL, entries, cluster->fluid, load);
    }
    collect(slice->sums, i, settled(&a.sums, law->summation), law->summation);
  }
  slice->load = lane_max_across(load);
}

#define X(P, T, M)                                                                                           \
  static FLATTEN void forces_##P##_##T##_##M(struct cpu_pairwise *run, struct cpu_slice *slice) {            \
    struct pairwise_law law = *run->law;                                                                     \
    law.potential = POTENTIAL_##P, law.truncation = TRUNCATION_##T, law.summation = SUM_##M;                 \
    forces_of_slice(run, slice, &law);                                                                       \
  }
HOT_LAWS(X)
#undef X

static FLATTEN void forces_general(struct cpu_pairwise *run, struct cpu_slice *slice) {
  const struct pairwise_law law = *run->law;
  forces_of_slice(run, slice, &law);
}

static void forces(struct cpu_pairwise *run, struct cpu_slice *slice) {
  const struct pairwise_law *law = run->law;
#define X(P, T, M)                                                                                           \
  if (law->potential == POTENTIAL_##P && law->truncation == TRUNCATION_##T && law->summation == SUM_##M) {   \
    forces_##P##_##T##_##M(run, slice);                                                                      \
    return;                                                                                                  \
  }
  HOT_LAWS(X)
#undef X
  forces_general(run, slice);
}

/* A finished sum as whole quanta; raises the load. */
INLINE int64_t finish(const struct sum4 *total, int axis, enum summation mode, float *load) {
  if (mode == SUM_FIXED) return total->quanta[axis / 2][axis % 2];
  return pairwise_value_quanta(total->value[axis], load);
}

static void merge(struct cpu_pairwise *run, struct cpu_slice *slice, bool kick, uint32_t begin,
                  uint32_t end) {
  const enum summation mode = run->law->summation;
  struct pairwise_state *s = run->state;
  const int stride = cpu_sum_records(mode);
  const lane_vec4 zero = {0};
  float load = slice->load;
  for (uint32_t i = begin; i < end; i++) {
    struct sum4 total = {0};
    for (int t = 0; t < run->threads; t++) {
      const struct cpu_slice *other = &run->slices[t];
      if (i < other->touched[1][0] || i >= other->touched[1][1]) continue;
      lane_vec4 *sums = (lane_vec4 *)other->sums + (size_t)i * (size_t)stride;
      struct sum4 found = {.value = sums[0], .rest = zero};
      if (stride == 2) {
        found.rest = sums[1];
        sums[1] = zero;
      }
      sum4_merge(&total, &found, mode);
      sums[0] = zero;
    }
    if (mode == SUM_FIXED) load = sum4_total_load(load, &total);
    const int64_t x = finish(&total, 0, mode, &load), y = finish(&total, 1, mode, &load),
                  z = finish(&total, 2, mode, &load);
    s->force[i] = (struct wide4){x, y, z, 0};
    if (!kick) continue;
    const struct wide4 v = s->vel[i];
    s->vel[i] = (struct wide4){pairwise_kick(v.x, x), pairwise_kick(v.y, y), pairwise_kick(v.z, z), 0};
  }
  slice->load = load;
}

const struct cpu_pairwise_lanes LANES_NAME(cpu_pairwise_lanes) = {
    .list = LANES_NAME(cpu_pairwise_list),
    .forces = forces,
    .merge = merge,
    .advance = LANES_NAME(cpu_pairwise_advance)};
