/* SPDX-License-Identifier: BSD-3-Clause */
/* The template that executes a pass of WCSPH (wcsph/passes/pass.h), PASS: the loop over neighbours is
 * pairs.h's. For the files that are compiled once an instruction set. Included once a pass. */
#include "cpu/lanes.h"
#include "wcsph/passes/pass.h"

#include PASS_HEADER

/* Whether it reads what a semi-analytical wall has of segments: walls without one have nothing for it. */
#define P_OF_FACETS (P(ROWS) > 0 && (int)P(ROWS_FROM) == (int)BUFFER_INDEX_SEGMENT)

#define PASS_RUN         struct cpu_run
#define PASS_HOT         struct cpu_record
#define PASS_ROW(run, r) ((run)->rows[r])

static inline __attribute__((always_inline)) struct pair_side P(side_of)(const struct cpu_record *i) {
  return (struct pair_side){lane_set(i->term), lane_set(i->vel.x), lane_set(i->vel.y), lane_set(i->vel.z),
                            lane_set(i->vel.w)};
}

static inline __attribute__((always_inline)) void
P(take_side)(const struct cpu_record *records, const uint32_t *entries, real_t word, struct pair_side *j) {
  j->term = word;
  if (P_READS(READS_STATE))
    lane_gather4(records, sizeof *records / CPU_ENTRY, 1, entries, &j->u, &j->v, &j->w, &j->d);
}

/* Half the y axis away from the cluster: farther than the support, the axis being at least three and a half
 * of them long. */
static inline __attribute__((always_inline)) void P(place_filler)(struct cpu_record *filler,
                                                                  const struct cpu_record *first) {
  *filler = (struct cpu_record){.x = first->x, .y = first->y + (UINT32_MAX / 2 + 1), .z = first->z};
}

#include "cpu/pairs.h"

/* The pairs of a slice where some of the law is constant, which CHOOSE sets: which kind of sums it is, above
 * all, would else be asked at every sum of every pair. */
#define PASS_SLICE_OF(pass, name, CHOOSE)                                                                    \
  static FLATTEN void name(struct cpu_run *run, struct cpu_slice *slice) {                                   \
    struct wcsph_law law = *run->law;                                                                        \
    CHOOSE;                                                                                                  \
    pass##_of_slice(run, slice, &law, run->options.pairs == CPU_PAIRS_ONCE);                                 \
  }

#if LANES > 1
/* What all threads found for particle i, whose accumulators are left zero. */
INLINE struct sum4 P(total)(const struct cpu_run *run, uint32_t i, int record, int records,
                            enum summation mode) {
  const enum row_kind kind = state_kind(run->state, i);
  struct sum4 total = {0};
  for (int t = 0; t < run->threads; t++) {
    const struct cpu_thread *other = &run->team[t];
    if (i < other->touched[kind][0] || i >= other->touched[kind][1]) continue;
    take_found(row_of(other->sums, record, mode), records, i, &total, mode);
  }
  return total;
}

/* Quanta of the r-th record's sums. */
INLINE lane_vec4 P(quanta_of)(const struct wcsph_law *law, int r) {
  const unsigned all = P(all)(law);
  lane_vec4 quanta = {1.0f, 1.0f, 1.0f, 1.0f};
#pragma GCC unroll 26
  for (int k = 0; k < P(SUMS); k++)
    if ((all >> k & 1) && P(slot)(all, k) / 4 == r) quanta[P(slot)(all, k) % 4] = P(quanta)(law, k);
  return quanta;
}

/* The sums as they stand in records, and those that are zero. */
INLINE void P(spread)(const struct wcsph_law *law, const real_t found[], real_t sums[]) {
  const unsigned all = P(all)(law);
#pragma GCC unroll 26
  for (int k = 0; k < P(SUMS); k++) sums[k] = all >> k & 1 ? found[P(slot)(all, k)] : lane_set(0.0f);
}

/* Those of a vector that are not another part's. */
INLINE mask_t P(counts)(const struct wcsph_state *s, uint32_t i) {
  real_t x, y, z, mark;
  if (!s->shared) return lane_count() >= 0;
  lane_load4(s->pos + i, &x, &y, &z, &mark);
  return lane_real_to_bits(mark) != MARK_HALO;
}

/* What the sums of `count` particles from i on come to, into the state. Returns what the largest of is
 * wanted.
 */
INLINE real_t P(finish_vector)(struct cpu_run *run, const struct wcsph_law *law, uint32_t i, uint32_t count,
                               float *load) {
  const struct wcsph_state *s = run->state;
  const mask_t fluid = lane_count() + (int32_t)i >= (int32_t)state_range(s, KIND_FLUID).begin;
  lane_vec4 rows[P(RECORDS)][LANES] = {0};
  real_t found_of[4 * P(RECORDS)], sums[P(SUMS)], out[4 * P(WRITTEN)];
  struct pair_side me = {.term = lane_set(0.0f)};
  for (int r = 0; r < P(records)(law); r++) {
    const lane_vec4 quanta = P(quanta_of)(law, r);
    for (uint32_t k = 0; k < count; k++) {
      const struct sum4 total = P(total)(run, i + k, r, P(records)(law), law->summation);
      if (P(CHECKED) && law->summation == SUM_FIXED) *load = sum4_total_load(*load, &total);
      rows[r][k] = sum4_value(&total, quanta, law->summation);
    }
    real_t *four = &found_of[4 * r];
    lane_load4(rows[r], &four[0], &four[1], &four[2], &four[3]);
  }
  P(spread)(law, found_of, sums);
  lane_load4(s->vel + i, &me.u, &me.v, &me.w, &me.d);
  for (int r = 0; r < P(WRITTEN); r++)
    if (P(ADDS) || !PASS_PUTS(r))
      lane_load4(state_rows(s, P(WRITES) + r) + i, &out[4 * r], &out[4 * r + 1], &out[4 * r + 2],
                 &out[4 * r + 3]);
  const real_t found = P(finish)(law, fluid, &me, sums, out);
  for (int r = 0; PASS_PUTS(r); r++) {
    lane_store4(rows[0], 16, 0, out[4 * r], out[4 * r + 1], out[4 * r + 2], out[4 * r + 3]);
    memcpy(state_rows(s, P(WRITES) + r) + i, rows[0], count * sizeof(struct vec4));
  }
  return lane_select(P(counts)(s, i) & (lane_count() < (int32_t)count), found, lane_set(0.0f));
}

/* What a wall has that no fluid is near; nothing where the pass adds to what is there. */
INLINE void P(finish_dry)(const struct wcsph_law *law, struct vec4 rows[P(WRITTEN)]) {
  const real_t none[4 * P(RECORDS)] = {lane_set(0.0f)};
  const struct pair_side me = {.term = lane_set(0.0f)};
  real_t out[4 * P(WRITTEN)];
  for (int k = 0; k < 4 * P(WRITTEN); k++) out[k] = none[0];
  P(finish)(law, (mask_t){0}, &me, none, out);
  for (int r = 0; r < P(WRITTEN); r++)
    rows[r] = (struct vec4){out[4 * r][0], out[4 * r + 1][0], out[4 * r + 2][0], out[4 * r + 3][0]};
}

/* Finished rows of those of particles [begin, end) that the pass is for, a vector at a time, into the state;
 * dry walls have all the same. */
INLINE void P(finish_rows)(struct cpu_run *run, struct cpu_thread *thread, const struct wcsph_law *law,
                           uint32_t begin, uint32_t end) {
  const struct wcsph_state *s = run->state;
  const struct range walls = state_range(s, KIND_WALL);
  real_t most = lane_set(thread->most);
  float load = thread->load;
  struct range rows = {begin, end};
  if (!P_MEETS(WALLS_FROM_FLUID)) rows = range_cut(state_range(s, KIND_FLUID), begin, end);
  if (!P(FLUID_TAKES)) rows = range_cut(walls, begin, end);
  struct vec4 dry[P(WRITTEN)];
  if (P_MEETS(WALLS_FROM_FLUID)) P(finish_dry)(law, dry);
  for (uint32_t i = rows.begin; i < rows.end; i += LANES) {
    const uint32_t count = rows.end - i < LANES ? rows.end - i : LANES;
    if (P_MEETS(WALLS_FROM_FLUID) && i + count <= walls.end && !cpu_is_wet(run, i)) {
      for (int r = 0; !P(ADDS) && PASS_PUTS(r); r++)
        for (uint32_t k = 0; k < count; k++) state_rows(s, P(WRITES) + r)[i + k] = dry[r];
    } else if (!P_OF_STIRRED || cpu_is_stirred(run, i, count)) {
      most = lane_max(P(finish_vector)(run, law, i, count, &load), most);
    }
  }
  thread->most = lane_max_across(most);
  thread->load = load;
}
#endif
