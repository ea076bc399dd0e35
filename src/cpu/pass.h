/* SPDX-License-Identifier: BSD-3-Clause */
/* The template that executes a pass (wcsph/passes/pass.h), PASS, over the stored list; for the files that are
 * compiled once an instruction set. Every pair is computed once, by the thread that owns its fluid particle.
 * The neighbours of a cluster are fetched and turned into vectors; then each particle of the cluster meets
 * those vectors that it is near, its sums in registers, the reactions in the first-level cache; then the
 * reactions go back as 16-byte records into the thread's accumulator. Included once a pass. */
#include "cpu/lanes.h"
#include "cpu/react.h"
#include "wcsph/passes/pass.h"

#include PASS_HEADER

/* Sums go by four: rows of an accumulator, of which a pass with more sums has several. */
enum { P(RECORDS) = (P(SUMS) + 3) / 4, P(FLUID_TAKES) = P_MEETS(FLUID_FROM_FLUID | FLUID_FROM_WALLS) };

/* A particle of a cluster, in every lane. */
struct P(centre) {
  int_t x, y, z;
  struct pair_side side;
  real_t rows[4 * P(ROWS)];
  struct centre_sums sums[P(RECORDS)];
};

INLINE struct P(centre) P(centre_of)(const struct cpu_run *run, uint32_t number) {
  const struct cpu_hot *i = &run->hot[number];
  struct P(centre) centre = {
      .x = (int_t){0} + (int32_t)i->x,
      .y = (int_t){0} + (int32_t)i->y,
      .z = (int_t){0} + (int32_t)i->z,
      .side = {lane_set(i->term), lane_set(i->vel.x), lane_set(i->vel.y), lane_set(i->vel.z),
               lane_set(i->vel.w)},
  };
  for (int r = 0; r < P(ROWS); r++) {
    const struct vec4 *row = &run->rows[r][number];
    centre.rows[4 * r] = lane_set(row->x), centre.rows[4 * r + 1] = lane_set(row->y);
    centre.rows[4 * r + 2] = lane_set(row->z), centre.rows[4 * r + 3] = lane_set(row->w);
  }
  return centre;
}

/* Maxima over pairs, by lanes. */
struct P(extremes) {
  real_t most, load;
};

/* A vector of neighbours, and what they get: a term from each particle of the cluster at most. */
_Static_assert((int)CPU_CLUSTER <= (int)SUM_FEW, "shares are sums of few");
struct P(others) {
  int_t x, y, z;
  struct pair_side side;
  real_t rows[4 * P(ROWS)];
  struct sum share[P(RECORDS)][4];
};

INLINE struct pair_gap P(between)(const struct wcsph_law *law, const struct P(centre) * i,
                                  const struct P(others) * j) {
  const float *quantum = P(IN_H) ? law->quantum_h : law->quantum;
  real_t dx = lane_from_int(lane_subtract_wrap(i->x, j->x)) * quantum[0];
  real_t dy = lane_from_int(lane_subtract_wrap(i->y, j->y)) * quantum[1];
  real_t dz = lane_from_int(lane_subtract_wrap(i->z, j->z)) * quantum[2];
  return P(measure)(law, dx, dy, dz, &i->side, &j->side);
}

/* The interaction of a centre with a vector of neighbours; what these get is added to their share. */
INLINE void P(interact)(const struct wcsph_law *law, enum pair_kind kind, struct P(centre) * i,
                        const struct pair_gap *gap, struct P(others) * j, struct P(extremes) * most) {
  const enum summation mode = sum_of_few(law->summation);
  const bool takes = kind == PAIR_FLUID_FLUID || P_MEETS(FLUID_FROM_WALLS | POINTS_FROM_WALLS);
  const bool gives = kind == PAIR_FLUID_FLUID ? P_MEETS(FLUID_FROM_FLUID) : P_MEETS(WALLS_FROM_FLUID);
  struct pass_terms terms;
  P(pair)(law, kind, gap, &i->side, &j->side, i->rows, j->rows, &terms);
  most->most = lane_max(terms.most, most->most);
#pragma GCC unroll 12
  for (int k = 0; k < P(SUMS); k++) {
    struct sum *few = &i->sums[k / 4].few[k % 4], *share = &j->share[k / 4][k % 4];
    if (P(CHECKED) && law->summation == SUM_FIXED) {
      most->load = sum_load(most->load, terms.i[k]);
      if (k >= P(EXCHANGED)) most->load = sum_load(most->load, terms.j[k]);
    }
    if (k < P(EXCHANGED) && takes && gives) {
      sum_exchange(few, share, terms.i[k], mode);
    } else {
      if (takes) sum_add_all(few, terms.i[k], mode);
      if (gives) sum_add(share, terms.j[k], mode);
    }
  }
}

/* The records of `count` vectors of neighbours, turned. */
INLINE void P(fetch)(const struct cpu_run *run, const uint32_t *entries, uint32_t count, enum summation mode,
                     struct P(others) * j) {
  const int scale = sizeof *run->hot / CPU_ENTRY;
  for (; count > 0; count--, j++, entries += LANES) {
    real_t x, y, z;
    lane_gather4(run->hot, scale, 0, entries, &x, &y, &z, &j->side.term);
    if (P_READS(READS_STATE))
      lane_gather4(run->hot, scale, 1, entries, &j->side.u, &j->side.v, &j->side.w, &j->side.d);
    for (int r = 0; r < P(ROWS); r++) {
      real_t *row = &j->rows[4 * r];
      lane_gather4(run->rows[r], sizeof(struct vec4) / CPU_ENTRY, 0, entries, &row[0], &row[1], &row[2],
                   &row[3]);
    }
    j->x = lane_real_to_bits(x), j->y = lane_real_to_bits(y), j->z = lane_real_to_bits(z);
    for (int r = 0; r < P(RECORDS); r++)
      for (int c = 0; c < 4; c++) sum_clear_few(&j->share[r][c], mode);
  }
}

INLINE void P(settle)(struct P(centre) * i, enum summation mode) {
  for (int r = 0; P(FLUID_TAKES) && r < P(RECORDS); r++) settle(&i->sums[r], mode);
}

/* All neighbours of a centre: those vectors of them that it reaches. The next are measured before the present
 * are done with, so that their roots and divisions are ready in time. */
INLINE void P(walk)(const struct wcsph_law *law, enum pair_kind kind, struct P(centre) * i, uint64_t reach,
                    struct P(others) * others, struct P(extremes) * most) {
  if (!reach) return;
  struct P(others) *j = &others[__builtin_ctzll(reach)];
  struct pair_gap gap = P(between)(law, i, j);
  for (int met = 1; (reach &= reach - 1); met++) {
    struct P(others) *next = &others[__builtin_ctzll(reach)];
    const struct pair_gap then = P(between)(law, i, next);
    P(interact)(law, kind, i, &gap, j, most);
    if (met % SUM_FEW == 0) P(settle)(i, law->summation);
    j = next, gap = then;
  }
  P(interact)(law, kind, i, &gap, j, most);
  P(settle)(i, law->summation);
}

/* Nobody is half the y axis away from the cluster: farther than the support, the axis being at least three
 * and a half of them long. */
INLINE void P(place_nobody)(struct cpu_hot *nobody, const struct cpu_hot *first) {
  *nobody = (struct cpu_hot){.x = first->x, .y = first->y + (UINT32_MAX / 2 + 1), .z = first->z};
}

/* A particle that has met all its neighbours goes where nobody is, so that those of its cluster that come
 * after it do not meet it again. */
INLINE void P(leave)(struct P(others) * others, uint32_t place) {
  uint32_t y;
  char *at = (char *)&others[place / LANES].y + place % LANES * sizeof y;
  memcpy(&y, at, sizeof y);
  y += UINT32_MAX / 2 + 1;
  memcpy(at, &y, sizeof y);
}

/* Where among `count` entries particle i stands; count if it does not. */
INLINE uint32_t P(place_of)(uint32_t i, const uint32_t *entries, uint32_t count) {
  uint32_t place = 0;
  while (place < count && entries[place] != i * CPU_ENTRY) place++;
  return place;
}

/* Shares of `count` vectors of neighbours into the accumulator. */
INLINE void P(give)(const struct cpu_run *run, struct cpu_slice *slice, const uint32_t *entries, int count,
                    struct P(others) * others, enum summation mode) {
  for (int k = 0; k < count; k++)
    for (int r = 0; r < P(RECORDS); r++)
      react(cpu_sums(run, slice->sums, r), entries + k * LANES, others[k].share[r], mode);
}

INLINE void P(of_cluster)(const struct cpu_run *run, struct cpu_slice *slice, const struct wcsph_law *law,
                          const struct cpu_cluster *cluster, bool once, struct P(extremes) * most,
                          struct P(others) * others) {
  const uint32_t fluid = P_MEETS(FLUID_FROM_FLUID) ? cluster->fluid : 0;
  const uint32_t walls = P_MEETS(FLUID_FROM_WALLS | WALLS_FROM_FLUID) ? cluster->walls : 0;
  const uint32_t *of_walls = slice->entries + cluster->begin + cluster->fluid * LANES;
  const uint32_t *entries = of_walls - fluid * LANES;
  if (!P(FLUID_TAKES) && walls == 0) return;
  P(place_nobody)(&run->hot[slice->nobody], &run->hot[cluster->first]);
  P(fetch)(run, entries, fluid + walls, law->summation, others);
  for (uint32_t k = 0; k < cluster->size; k++) {
    struct P(centre) i = P(centre_of)(run, cluster->first + k);
    const uint32_t count = fluid * LANES;
    const uint32_t self = P(SELF) ? P(place_of)(cluster->first + k, entries, count) : count;
    if (self < count) P(leave)(others, self); /* it does not meet itself */
    if (P_MEETS(FLUID_FROM_FLUID)) P(walk)(law, PAIR_FLUID_FLUID, &i, cluster->reach[0][k], others, most);
    if (P_MEETS(FLUID_FROM_WALLS | WALLS_FROM_FLUID))
      P(walk)(law, PAIR_FLUID_WALL, &i, cluster->reach[1][k], others + fluid, most);
    for (int r = 0; P(FLUID_TAKES) && r < P(RECORDS); r++)
      collect(cpu_sums(run, slice->sums, r), cluster->first + k, settled(&i.sums[r], law->summation),
              law->summation);
    if (P_MEETS(FLUID_FROM_FLUID) && (self < count ? !once : k < cluster->own))
      P(leave)(others, self < count ? self : k); /* or is back */
  }
  if (P_MEETS(FLUID_FROM_FLUID) && once) P(give)(run, slice, entries, cluster->fluid, others, law->summation);
  if (P_MEETS(WALLS_FROM_FLUID))
    P(give)(run, slice, of_walls, cluster->walls, others + fluid, law->summation);
}

/* `once`: the list has every pair of fluid once, and both get their share. */
INLINE void P(of_slice)(struct cpu_run *run, struct cpu_slice *slice, const struct wcsph_law *law,
                        bool once) {
  struct P(extremes) most = {lane_set(0.0f), lane_set(0.0f)};
  _Alignas(64) struct P(others) others[2 * CPU_VECTORS];
  for (size_t k = 0; k < slice->cluster_count; k++)
    P(of_cluster)(run, slice, law, &slice->clusters[k], once, &most, others);
  slice->most = fmaxf(slice->most, lane_max_across(most.most));
  slice->load = fmaxf(slice->load, lane_max_across(most.load));
}

#if LANES > 1
/* What all threads found for particle i, whose accumulators are left zero. */
INLINE struct sum4 P(total)(const struct cpu_run *run, uint32_t i, int record, enum summation mode) {
  const enum row_kind kind = state_kind(run->state, i);
  const int stride = cpu_sum_records(mode);
  const lane_vec4 zero = {0};
  struct sum4 total = {0};
  for (int t = 0; t < run->threads; t++) {
    const struct cpu_thread *other = &run->team[t];
    if (i < other->touched[kind][0] || i >= other->touched[kind][1]) continue;
    lane_vec4 *sums = (lane_vec4 *)cpu_sums(run, other->sums, record) + (size_t)i * (size_t)stride;
    struct sum4 found = {.value = sums[0], .rest = zero};
    if (stride == 2) {
      found.rest = sums[1];
      sums[1] = zero;
    }
    sum4_merge(&total, &found, mode);
    sums[0] = zero;
  }
  return total;
}

/* What the sums of `count` particles from i on come to, into the state. Returns what the largest of is
 * wanted.
 */
INLINE real_t P(finish_vector)(struct cpu_run *run, const struct wcsph_law *law, uint32_t i, uint32_t count,
                               float *load) {
  const struct wcsph_state *s = run->state;
  const mask_t fluid = lane_count() + (int32_t)i >= (int32_t)state_range(s, KIND_FLUID).begin;
  lane_vec4 rows[P(RECORDS)][LANES] = {0};
  real_t sums[4 * P(RECORDS)], out[4 * P(WRITTEN)];
  struct pair_side me = {.term = lane_set(0.0f)};
  for (int r = 0; r < P(RECORDS); r++) {
    const lane_vec4 quanta = {P(quanta)(law, 4 * r), P(quanta)(law, 4 * r + 1), P(quanta)(law, 4 * r + 2),
                              P(quanta)(law, 4 * r + 3)};
    for (uint32_t k = 0; k < count; k++) {
      const struct sum4 total = P(total)(run, i + k, r, law->summation);
      if (P(CHECKED) && law->summation == SUM_FIXED) *load = sum4_total_load(*load, &total);
      rows[r][k] = sum4_value(&total, quanta, law->summation);
    }
    lane_load4(rows[r], &sums[4 * r], &sums[4 * r + 1], &sums[4 * r + 2], &sums[4 * r + 3]);
  }
  lane_load4(s->vel + i, &me.u, &me.v, &me.w, &me.d);
  for (int r = 0; P(ADDS) && r < P(WRITTEN); r++)
    lane_load4(state_rows(s, P(WRITES) + r) + i, &out[4 * r], &out[4 * r + 1], &out[4 * r + 2],
               &out[4 * r + 3]);
  const real_t found = P(finish)(law, fluid, &me, sums, out);
  for (int r = 0; r < P(WRITTEN); r++) {
    lane_store4(rows[0], 16, 0, out[4 * r], out[4 * r + 1], out[4 * r + 2], out[4 * r + 3]);
    memcpy(state_rows(s, P(WRITES) + r) + i, rows[0], count * sizeof(struct vec4));
  }
  return lane_select(lane_count() < (int32_t)count, found, lane_set(0.0f));
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
  struct range rows = {begin, end};
  if (!P_MEETS(WALLS_FROM_FLUID)) rows = range_cut(state_range(s, KIND_FLUID), begin, end);
  if (!P(FLUID_TAKES)) rows = range_cut(walls, begin, end);
  struct vec4 dry[P(WRITTEN)];
  if (P_MEETS(WALLS_FROM_FLUID)) P(finish_dry)(law, dry);
  for (uint32_t i = rows.begin; i < rows.end; i += LANES) {
    const uint32_t count = rows.end - i < LANES ? rows.end - i : LANES;
    if (P_MEETS(WALLS_FROM_FLUID) && i + count <= walls.end && !cpu_is_wet(run, i)) {
      for (int r = 0; !P(ADDS) && r < P(WRITTEN); r++)
        for (uint32_t k = 0; k < count; k++) state_rows(s, P(WRITES) + r)[i + k] = dry[r];
    } else {
      most = lane_max(P(finish_vector)(run, law, i, count, &thread->load), most);
    }
  }
  thread->most = lane_max_across(most);
}
#endif
