/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass of pairwise, and the forces from its sums. */
#include "cpu/pairwise.h"
#include "pairwise/models/motion.h"
#include "pairwise/passes/pass.h"

#define PASS             forces
#define PASS_RUN         struct cpu_pairwise
#define PASS_HOT         struct position
#define PASS_ROW(run, r) ((const struct vec4 *)NULL)
#include PASS_HEADER
static inline struct pairwise_side forces_side_of(const struct position *i) {
  (void)i;
  return (struct pairwise_side){0};
}
static inline void forces_take_side(const struct position *records, const uint32_t *entries, real_t word,
                                    struct pairwise_side *j) {
  (void)records, (void)entries, (void)word, (void)j;
}
/* Half of every axis away: farther than the cutoff, which is at most half of the shortest. */
static inline void forces_place_filler(struct position *filler, const struct position *first) {
  const uint32_t half = UINT32_MAX / 2 + 1;
  *filler = (struct position){.x = first->x + half, .y = first->y + half, .z = first->z + half};
}
#include "cpu/pairs.h"

int LANES_NAME(cpu_pairwise_list)(const struct cpu_pairwise *run, struct cpu_slice *slice);
uint32_t LANES_NAME(cpu_pairwise_advance)(struct cpu_pairwise *run, uint32_t begin, uint32_t end,
                                          struct pairwise_motion *motion);

/* Combinations that get specialised code: potential, truncation, summation. */
#define HOT_LAWS(X)                                                                                          \
  X(LJ, PLAIN, KAHAN)                                                                                        \
  X(LJ, PLAIN, FIXED)                                                                                        \
  X(LJ, PLAIN, PLAIN)                                                                                        \
  X(LJ, FORCE_SHIFTED, KAHAN)                                                                                \
  X(LJ, FORCE_SHIFTED, FIXED)                                                                                \
  X(LJ, FORCE_SHIFTED, PLAIN)

#define X(P, T, M)                                                                                           \
  static FLATTEN void forces_##P##_##T##_##M(struct cpu_pairwise *run, struct cpu_slice *slice) {            \
    struct pairwise_law law = *run->law;                                                                     \
    law.potential = POTENTIAL_##P, law.truncation = TRUNCATION_##T, law.summation = SUM_##M;                 \
    forces_of_slice(run, slice, &law, true);                                                                 \
  }
HOT_LAWS(X)
#undef X

static FLATTEN void forces_general(struct cpu_pairwise *run, struct cpu_slice *slice) {
  const struct pairwise_law law = *run->law;
  forces_of_slice(run, slice, &law, true);
}

static void slice_forces(struct cpu_pairwise *run, struct cpu_slice *slice) {
  const struct pairwise_law *law = run->law;
  slice->load = 0.0f;
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

static void merge_slices(struct cpu_pairwise *run, struct cpu_slice *slice, bool kick, uint32_t begin,
                         uint32_t end) {
  const enum summation mode = run->law->summation;
  struct pairwise_state *s = run->state;
  float load = slice->load;
  for (uint32_t i = begin; i < end; i++) {
    struct sum4 total = {0};
    for (int t = 0; t < run->threads; t++) {
      const struct cpu_slice *other = &run->slices[t];
      if (i < other->touched[1][0] || i >= other->touched[1][1]) continue;
      take_found(other->sums, 1, i, &total, mode);
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
    .forces = slice_forces,
    .merge = merge_slices,
    .advance = LANES_NAME(cpu_pairwise_advance)};
