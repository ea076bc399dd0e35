/* SPDX-License-Identifier: BSD-3-Clause */
/* The cpu backend's loop over neighbours: runs a pass, PASS, of any method (particles/pass.h) over the stored
 * list. Files that are compiled once for each instruction set include it once for each pass. Every pair is
 * computed once, by the thread that owns its first particle, which is the fluid particle of a pair with a
 * wall. For each cluster of particles, the neighbours are gathered into vectors of lanes. Each particle of
 * the cluster then interacts with the vectors that are near it; its sums stay in registers, the reactions in
 * the first-level cache. At last the reactions are added to the thread's accumulator, as records of 16 bytes.
 * The including file defines PASS_RUN, the backend's run; PASS_HOT, a record of `records`, of which x, y, z
 * are read; P(side_of) and P(take_side), what else the pass reads of one particle, in every lane, or of a
 * vector of them; and PASS_ROW(run, r), the rows that earlier passes left. */
#include "cpu/lanes.h"
#include "cpu/react.h"
#include "particles/lives.h"

/* An accumulator's row has four sums; a pass with more sums has several rows. */
enum { P(RECORDS) = (P(SUMS) + 3) / 4, P(FLUID_TAKES) = P_MEETS(FLUID_FROM_FLUID | FLUID_FROM_WALLS) };

/* Sums that a law uses are stored side by side: the place of sum k among those in `all`. */
INLINE int P(slot)(unsigned all, int k) {
  return all == (1u << P(SUMS)) - 1 ? k : __builtin_popcount(all & ((1u << k) - 1));
}
INLINE unsigned P(all)(const PASS_LAW *law) {
  return P(lives)(PASS_FLAT(law), P(MEETS));
}
INLINE int P(records)(const PASS_LAW *law) {
  return (__builtin_popcount(P(all)(law)) + 3) / 4;
}
/* The sums that a pair of this kind adds to: of i, and below of j. */
INLINE unsigned P(taken)(const PASS_LAW *law, enum pair_kind kind) {
  const unsigned meetings =
      kind == PAIR_FLUID_FLUID ? FLUID_FROM_FLUID | POINTS_FROM_FLUID : FLUID_FROM_WALLS | POINTS_FROM_WALLS;
  return P(lives)(PASS_FLAT(law), P(MEETS) & meetings);
}
INLINE unsigned P(given)(const PASS_LAW *law, enum pair_kind kind) {
  return P(lives)(PASS_FLAT(law),
                  P(MEETS) & (kind == PAIR_FLUID_FLUID ? FLUID_FROM_FLUID : WALLS_FROM_FLUID));
}
/* Whether record r holds any of the sums in `some`. */
INLINE bool P(has)(const PASS_LAW *law, unsigned some, int r) {
  bool any = false;
  for (int k = 0; k < P(SUMS); k++) any |= (some >> k & 1) && P(slot)(P(all)(law), k) / 4 == r;
  return any;
}

/* Whether pairs of fluid and wall are computed: not if the pass's header says that this law's walls neither
 * give nor get anything. */
INLINE bool P(meets_walls)(const PASS_LAW *law) {
  bool spares = false;
#if P(SPARES_WALLS)
  spares = P(spares_walls)(law);
#endif
  (void)law;
  return P_MEETS(FLUID_FROM_WALLS | WALLS_FROM_FLUID) && !spares;
}

/* One particle of a cluster, broadcast to all lanes. */
struct P(centre) {
  int_t x, y, z;
  PASS_SIDE side;
  real_t rows[4 * P(ROWS)];
  struct centre_sums sums[P(RECORDS)];
};

/* Loads particle `number` and clears its sums. Written in place, since returning so large a struct would
 * clear, fill and copy it. */
INLINE void P(take_centre)(const PASS_RUN *run, const PASS_LAW *law, uint32_t number,
                           struct P(centre) * centre) {
  const PASS_HOT *i = &run->records[number];
  centre->x = (int_t){0} + (int32_t)i->x;
  centre->y = (int_t){0} + (int32_t)i->y;
  centre->z = (int_t){0} + (int32_t)i->z;
  centre->side = P(side_of)(i);
  for (int r = 0; r < P(ROWS); r++) {
    const struct vec4 *row = &PASS_ROW(run, r)[number];
    centre->rows[4 * r] = lane_set(row->x), centre->rows[4 * r + 1] = lane_set(row->y);
    centre->rows[4 * r + 2] = lane_set(row->z), centre->rows[4 * r + 3] = lane_set(row->w);
  }
  for (int r = 0; r < P(records)(law); r++) centre_clear(&centre->sums[r], law->summation);
}

/* Maxima over pairs, in each lane; others_most belongs to the second of two passes in one loop. */
struct P(extremes) {
  real_t most, load, others_most;
};

/* A vector of neighbours, and what they get from the cluster: at most one term from each of its particles. */
_Static_assert((int)CPU_CLUSTER <= (int)SUM_FEW, "shares are sums of few");
struct P(others) {
  int_t x, y, z;
  PASS_SIDE side;
  real_t rows[4 * P(ROWS)];
  union { /* floats are half as large, so a cluster's neighbours take less of the first-level cache */
    real_t floats[P(RECORDS) * 4];
    struct sum sums[P(RECORDS) * 4];
  } shares; /* P(share_of) */
};

INLINE bool P(gives_floats)(const PASS_LAW *law) {
  return sum_of_few(law->summation) == SUM_PLAIN;
}

/* Clears the k-th stored sum. */
INLINE void P(clear_share)(const PASS_LAW *law, struct P(others) * j, int k) {
  if (P(gives_floats)(law))
    j->shares.floats[k] = lane_set(0.0f);
  else
    sum_clear_few(&j->shares.sums[k], law->summation);
}

/* The k-th stored sum: in place, or if it is kept as a float, a copy in `loose`, which P(share_has) stores
 * again. */
INLINE struct sum *P(share_of)(const PASS_LAW *law, struct P(others) * j, int k, struct sum *loose) {
  if (!P(gives_floats)(law)) return &j->shares.sums[k];
  *loose = (struct sum){.value = j->shares.floats[k]};
  return loose;
}

INLINE void P(share_has)(const PASS_LAW *law, struct P(others) * j, int k, const struct sum *loose) {
  if (P(gives_floats)(law)) j->shares.floats[k] = loose->value;
}

INLINE PASS_GAP P(between)(const PASS_LAW *law, const struct P(centre) * i, const struct P(others) * j) {
  const float *quantum = PASS_QUANTUM(law);
  real_t dx = lane_from_int(lane_subtract_wrap(i->x, j->x)) * quantum[0];
  real_t dy = lane_from_int(lane_subtract_wrap(i->y, j->y)) * quantum[1];
  real_t dz = lane_from_int(lane_subtract_wrap(i->z, j->z)) * quantum[2];
  return P(measure)(law, dx, dy, dz, &i->side, &j->side);
}

/* Interaction of a centre with a vector of neighbours; what the neighbours get is added to their shares. */
INLINE void P(interact)(const PASS_LAW *law, enum pair_kind kind, struct P(centre) * i, const PASS_GAP *gap,
                        struct P(others) * j, struct P(extremes) * most) {
  const enum summation mode = sum_of_few(law->summation);
  const unsigned all = P(all)(law), taken = P(taken)(law, kind), given = P(given)(law, kind);
  struct pass_terms terms;
  P(pair)(law, kind, gap, &i->side, &j->side, i->rows, j->rows, &terms);
  if (P(FINDS)) most->most = lane_max(terms.most, most->most);
  if ((int)P(FINDS) > 1) most->others_most = lane_max(terms.j[0], most->others_most);
#pragma GCC unroll 26
  for (int k = 0; k < P(SUMS); k++) {
    const bool takes = taken >> k & 1, gives = given >> k & 1;
    const int slot = P(slot)(all, k);
    if (!takes && !gives) continue;
    struct sum loose = {.value = lane_set(0.0f)}, *few = &i->sums[slot / 4].few[slot % 4],
               *share = gives ? P(share_of)(law, j, slot, &loose) : &loose;
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
    if (gives) P(share_has)(law, j, slot, &loose);
  }
}

/* Gathers `count` vectors of neighbours: records become one vector for each member. */
INLINE void P(fetch)(const PASS_RUN *run, const uint32_t *entries, uint32_t count, const PASS_LAW *law,
                     struct P(others) * j) {
  const unsigned given = P(given)(law, PAIR_FLUID_FLUID) | P(given)(law, PAIR_FLUID_WALL);
  const int scale = sizeof *run->records / CPU_ENTRY;
  for (; count > 0; count--, j++, entries += LANES) {
    real_t x, y, z, word;
    lane_gather4(run->records, scale, 0, entries, &x, &y, &z, &word);
    P(take_side)(run->records, entries, word, &j->side);
    for (int r = 0; r < P(ROWS); r++) {
      real_t *row = &j->rows[4 * r];
      lane_gather4(PASS_ROW(run, r), sizeof(struct vec4) / CPU_ENTRY, 0, entries, &row[0], &row[1], &row[2],
                   &row[3]);
    }
    j->x = lane_real_to_bits(x), j->y = lane_real_to_bits(y), j->z = lane_real_to_bits(z);
    for (int r = 0; r < P(RECORDS); r++)
      for (int c = 0; P(has)(law, given, r) && c < 4; c++) P(clear_share)(law, j, 4 * r + c);
  }
}

INLINE void P(settle)(struct P(centre) * i, const PASS_LAW *law, enum pair_kind kind) {
  for (int r = 0; P(FLUID_TAKES) && r < P(RECORDS); r++)
    if (P(has)(law, P(taken)(law, kind), r)) settle(&i->sums[r], law->summation);
}

/* A centre with all vectors of neighbours that it reaches. Distances to the next vector are computed before
 * the present one is finished, so that their roots and divisions are ready in time. */
INLINE void P(walk)(const PASS_LAW *law, enum pair_kind kind, struct P(centre) * i, uint64_t reach,
                    struct P(others) * others, struct P(extremes) * most) {
  if (!reach) return;
  struct P(others) *j = &others[__builtin_ctzll(reach)];
  PASS_GAP gap = P(between)(law, i, j);
  for (int met = 1; (reach &= reach - 1); met++) {
    struct P(others) *next = &others[__builtin_ctzll(reach)];
    const PASS_GAP then = P(between)(law, i, next);
    P(interact)(law, kind, i, &gap, j, most);
    if (met % SUM_FEW == 0) P(settle)(i, law, kind);
    j = next, gap = then;
  }
  P(interact)(law, kind, i, &gap, j, most);
  P(settle)(i, law, kind);
}

/* Moves a particle of the cluster that has met all its neighbours half of the y axis away, beyond the reach
 * of pairs, so that later particles of the cluster do not meet it again; called again, it moves it back. The
 * whole vector is written: loading a vector just after a store to part of it would stall. */
INLINE void P(leave)(struct P(others) * others, uint32_t place) {
#if LANES == 1
  others[place].y = lane_subtract_wrap(others[place].y, INT32_MIN);
#else
  const int_t lane = lane_count() == (int32_t)(place % LANES), half = (int_t){0} + INT32_MIN;
  others[place / LANES].y ^= lane & half;
#endif
}

/* The index of particle i among `count` entries; count if it is not there. */
INLINE uint32_t P(place_of)(uint32_t i, const uint32_t *entries, uint32_t count) {
  uint32_t place = 0;
  while (place < count && entries[place] != i * CPU_ENTRY) place++;
  return place;
}

/* Whether record r is added together with the record beside it, r ^ 1 (react_two). */
INLINE bool P(goes_along)(const PASS_LAW *law, unsigned given, int r) {
  return law->summation == SUM_PLAIN && P(records)(law) % 2 == 0 && P(has)(law, given, r ^ 1);
}

/* Adds the shares of `count` vectors of neighbours to the accumulator. */
INLINE void P(give)(struct cpu_slice *slice, const PASS_LAW *law, enum pair_kind kind,
                    const uint32_t *entries, int count, struct P(others) * others) {
  const enum summation mode = law->summation;
  const unsigned given = P(given)(law, kind);
  for (int k = 0; k < count; k++)
    for (int r = 0; r < P(RECORDS); r++) {
      const bool two = P(goes_along)(law, given, r);
      struct sum share[8];
      if (!P(has)(law, given, r) || (two && r % 2)) continue;
      for (int c = 0; c < (two ? 8 : 4); c++) share[c] = *P(share_of)(law, &others[k], 4 * r + c, &share[c]);
      struct vec4 *sums = row_of(slice->sums, r, mode);
      if (two)
        react_two(sums, P(records)(law), entries + k * LANES, share);
      else
        react(sums, P(records)(law), entries + k * LANES, share, mode);
    }
}

INLINE void P(of_cluster)(const PASS_RUN *run, struct cpu_slice *slice, const PASS_LAW *law,
                          const struct cpu_cluster *cluster, bool once, struct P(extremes) * most,
                          struct P(others) * others) {
  const bool meets_fluid = P_MEETS(FLUID_FROM_FLUID), meets_walls = P(meets_walls)(law);
  const uint32_t *entries = slice->entries + cluster->begin, *walls = entries + cluster->fluid * LANES;
  if (!P(FLUID_TAKES) && cluster->walls == 0) return;
  const uint32_t wanted = (meets_fluid ? cluster->fluid : 0) + (meets_walls ? cluster->walls : 0);
  P(place_filler)(&run->records[slice->filler], &run->records[cluster->first]);
  P(fetch)(run, meets_fluid ? entries : walls, wanted, law, others);
  for (uint32_t k = 0; k < cluster->size; k++) {
    struct P(centre) i;
    P(take_centre)(run, law, cluster->first + k, &i);
    const uint32_t count = cluster->fluid * LANES;
    const uint32_t self = P(SELF) && meets_fluid ? P(place_of)(cluster->first + k, entries, count) : count;
    if (self < count) P(leave)(others, self); /* it does not meet itself */
    if (meets_fluid) P(walk)(law, PAIR_FLUID_FLUID, &i, cluster->reach[0][k], others, most);
    if (meets_walls) P(walk)
    (law, PAIR_FLUID_WALL, &i, cluster->reach[1][k], others + (meets_fluid ? cluster->fluid : 0), most);
    for (int r = 0; P(FLUID_TAKES) && r < P(records)(law); r++)
      collect(row_of(slice->sums, r, law->summation), P(records)(law), cluster->first + k,
              settled(&i.sums[r], law->summation), law->summation);
    if (meets_fluid && (self < count ? !once : k < cluster->own))
      P(leave)(others, self < count ? self : k); /* or is back */
  }
  if (meets_fluid && once) P(give)(slice, law, PAIR_FLUID_FLUID, entries, cluster->fluid, others);
  if (P_MEETS(WALLS_FROM_FLUID)) P(give)
  (slice, law, PAIR_FLUID_WALL, walls, cluster->walls, others + (meets_fluid ? cluster->fluid : 0));
}

/* `once`: the list has every pair of fluid particles once, and both get their share. */
INLINE void P(of_slice)(PASS_RUN *run, struct cpu_slice *slice, const PASS_LAW *law, bool once) {
  struct P(extremes) most = {lane_set(0.0f), lane_set(0.0f), lane_set(0.0f)};
  _Alignas(64) struct P(others) others[2 * CPU_VECTORS];
  for (size_t k = 0; k < slice->cluster_count; k++)
    P(of_cluster)(run, slice, law, &slice->clusters[k], once, &most, others);
  slice->most = fmaxf(slice->most, lane_max_across(most.most));
  slice->load = fmaxf(slice->load, lane_max_across(most.load));
  if ((int)P(FINDS) > 1) slice->others_most = fmaxf(slice->others_most, lane_max_across(most.others_most));
}
