/* SPDX-License-Identifier: BSD-3-Clause */
/* The template that executes a pass (wcsph/passes/pass.h), PASS, on the device: one thread a particle, which
 * sums over all its neighbours, from its column of the stored list or from the cells around it. Included once
 * a pass. */
#include "offload/neighbours.h"
#include "offload/share.h"
#include "offload/wcsph.h"
#include "offload/wcsph_walls.h"
#include "wcsph/passes/pass.h"

#include PASS_HEADER
#include "particles/lives.h"

/* Neighbours that loops over the list meet a turn, 7 or 1. General code takes one: of more it would have so
 * many branches that GPUs wait for instructions, and a third more registers. */
#ifndef PASS_A_TURN
#define PASS_A_TURN 1
#endif

/* Whether a fluid particle with these rows of earlier passes needs no sums. */
#if P(SPARES_FLUID)
#define P_SPARES 1
_Static_assert((int)P(MEETS) == (int)FLUID_FROM_FLUID, "it is for fluid among fluid");
#else
#define P_SPARES 0
#endif
static inline bool P(spared)(const struct wcsph_law *law, const float rows[]) {
#if P_SPARES
  return P(spares_fluid)(law, rows);
#else
  (void)law, (void)rows;
  return false;
#endif
}

/* Whether its rows are all that the fluid does to walls, or what is to be added to it. */
#define P_LOADS  ((int)P(WRITES) == (int)BUFFER_INDEX_RATE && P_MEETS(WALLS_FROM_FLUID))
#define P_WEIGHS (P_LOADS && !P(ADDS))

_Static_assert(!P(CHECKED) || P(FINDS), "whether sums overflow is found as maxima are");

/* What a thread has summed. */
struct P(sums) {
  struct sum of[P(SUMS)];
  float most, load;
};

/* A particle as the pass reads it. */
static inline struct pair_side P(side_of)(const struct offload_record *h) {
  return (struct pair_side){h->pos.term, h->vel.x, h->vel.y, h->vel.z, h->vel.w};
}

/* What earlier passes left for this one of particle j. Their rows are parameters of their own: a struct of 32
 * bytes GCC would copy through memcpy, which no lane may call (OFFLOAD_CALL). */
#define LEFT_ROWS const struct vec4 *left0, const struct vec4 *left1
static inline void P(rows_of)(LEFT_ROWS, uint32_t j, float rows[]) {
#define TAKE(k)                                                                                              \
  if (k < P(ROWS)) {                                                                                         \
    const struct vec4 row = left##k[j];                                                                      \
    rows[4 * k] = row.x, rows[4 * k + 1] = row.y, rows[4 * k + 2] = row.z, rows[4 * k + 3] = row.w;          \
  }
  TAKE(0)
  TAKE(1)
#undef TAKE
}

/* The sums that a meeting adds to, a bit each. */
static inline unsigned P(live)(const struct wcsph_law *law, enum meeting meeting) {
  const bool flat = P(PLANAR) && PASS_FLAT(law);
  if (meeting == WALL_MEETS_FLUID) return P(lives)(flat, WALLS_FROM_FLUID);
  return P(lives)(flat, meeting == FLUID_MEETS_FLUID ? FLUID_FROM_FLUID : FLUID_FROM_WALLS);
}

/* Particle i meets its neighbour j, whose rows of earlier passes follow. */
static inline void P(meet)(const struct wcsph_law *law, enum meeting meeting, const struct offload_record *i,
                           const struct offload_record *j, const float mine[], const float theirs[],
                           struct P(sums) * s) {
  const bool swapped = meeting == WALL_MEETS_FLUID;
  const enum pair_kind kind = meeting == FLUID_MEETS_FLUID ? PAIR_FLUID_FLUID : PAIR_FLUID_WALL;
  const struct offload_record *fluid = swapped ? j : i, *other = swapped ? i : j;
  const float *quantum = P(IN_H) ? law->quantum_h : law->quantum;
  const float dx = lane_from_int((int32_t)(fluid->pos.x - other->pos.x)) * quantum[0];
  const float dy = lane_from_int((int32_t)(fluid->pos.y - other->pos.y)) * quantum[1];
  const float dz = lane_from_int((int32_t)(fluid->pos.z - other->pos.z)) * quantum[2];
  const struct pair_side a = P(side_of)(fluid), b = P(side_of)(other);
  const struct pair_gap gap = P(measure)(law, dx, dy, dz, &a, &b);
  struct pass_terms terms;
  P(pair)(law, kind, &gap, &a, &b, swapped ? theirs : mine, swapped ? mine : theirs, &terms);
  const unsigned live = P(live)(law, meeting);
#define ADD(k)                                                                                               \
  if (k < P(SUMS) && (live >> PASS_AT(k) & 1)) {                                                             \
    const float term = !swapped ? terms.i[k] : k < P(EXCHANGED) ? -terms.i[k] : terms.j[k];                  \
    if (P(CHECKED) && law->summation == SUM_FIXED) s->load = sum_load(s->load, term);                        \
    sum_add(&s->of[PASS_AT(k)], term, law->summation);                                                       \
  }
  PASS_EACH(ADD)
#undef ADD
  s->most = lane_max_abs(terms.most, s->most);
}

/* And the particle in a row; lists are filled up with i itself. */
static inline void P(meet_row)(const struct wcsph_law *law, enum meeting meeting, uint32_t i,
                               const struct offload_record *me, const float mine[],
                               struct offload_record_rows records, LEFT_ROWS, uint32_t j,
                               struct P(sums) * s) {
  if (P(SELF) && j == i) return;
  const struct offload_record other = offload_record_at(records, j);
  float theirs[4 * PASS_ROWS_MOST];
  P(rows_of)(left0, left1, j, theirs);
  P(meet)(law, meeting, me, &other, mine, theirs, s);
}

/* `rows` of a column of the list; `step` is the way to the next. */
static inline void P(meet_listed)(const struct wcsph_law *law, enum meeting meeting, uint32_t i,
                                  const struct offload_record *me, const float mine[],
                                  struct offload_record_rows records, LEFT_ROWS,
                                  const struct offload_pack *row, ptrdiff_t step, uint32_t rows,
                                  struct P(sums) * s) {
  for (; rows > 0; rows--, row += step) {
    struct offload_pack pack = *row;
    uint32_t j = pack.first;
#if PASS_A_TURN == 1
    OFFLOAD_ROLLED
    for (int k = 0; k < PACK_ENTRIES; k++) { /* an index that varies would put the pack into memory */
      P(meet_row)(law, meeting, i, me, mine, records, left0, left1, j, s);
      j = pack_low(pack.first, pack.behind[0], i);
      pack_shift(pack.behind, 0);
    }
#else
    P(meet_row)(law, meeting, i, me, mine, records, left0, left1, j, s);
    OFFLOAD_UNROLLED
    for (int k = 0; k < 3; k++) {
      P(meet_row)
      (law, meeting, i, me, mine, records, left0, left1, pack_low(pack.first, pack.behind[k], i), s);
      P(meet_row)
      (law, meeting, i, me, mine, records, left0, left1, pack_low(pack.first, pack.behind[k] >> 16, i), s);
    }
#endif
  }
}

/* Neighbours from the cells around where particle i was listed. */
static inline void P(meet_around)(const struct wcsph_law *law, enum meeting meeting,
                                  const struct offload_view *v, uint32_t i, const struct offload_record *me,
                                  const float mine[], struct offload_record_rows records, LEFT_ROWS,
                                  struct P(sums) * s) {
  const uint32_t *start = meeting == FLUID_MEETS_WALL ? v->grid.start[KIND_WALL] : v->grid.start[KIND_FLUID];
  const struct position at = v->state.listed_pos[i];
  struct offload_rows rows;
  uint32_t begin, end;
  rows_around(&rows, &v->grid, law->quantum, law->support + v->state.skin, &at);
  while (rows_next(&rows, &begin, &end)) {
    for (uint32_t k = start[begin]; k < start[end]; k++) {
      const struct offload_record j = offload_record_at(records, k);
      float theirs[4 * PASS_ROWS_MOST];
      if (!offload_near(law, &me->pos, &j.pos) || k == i) continue;
      P(rows_of)(left0, left1, k, theirs);
      P(meet)(law, meeting, me, &j, mine, theirs, s);
    }
  }
}

/* What all threads that share a particle have summed, for the first of them. */
static inline void P(share)(const struct wcsph_law *law, struct P(sums) * s, int bits) {
#define SHARE(k)                                                                                             \
  if (k < P(SUMS)) share_sum(&s->of[PASS_AT(k)], bits, law->summation);
  PASS_EACH(SHARE)
#undef SHARE
  for (uint32_t bit = 1u << bits >> 1; P(FINDS) && bit > 0; bit >>= 1) {
    s->most = lane_max(share_float(s->most, bit, bits), s->most);
    s->load = lane_max(share_float(s->load, bit, bits), s->load);
  }
}

/* Finish the rows, and raise the findings by their maxima for the host. */
OFFLOAD_INLINE void P(finish_sums)(const struct wcsph_law *law, struct P(sums) * s, bool wall,
                                   const struct offload_record *records, float out[],
                                   struct offload_finding *f) {
  const struct pair_side me = P(side_of)(records);
  float values[P(SUMS)];
#define FINISH(k)                                                                                            \
  if (k < P(SUMS)) {                                                                                         \
    values[PASS_AT(k)] = sum_value(&s->of[PASS_AT(k)], P(quanta)(law, k), law->summation);                   \
    if (P(CHECKED) && law->summation == SUM_FIXED) s->load = sum_total_load(s->load, &s->of[PASS_AT(k)]);    \
  }
  PASS_EACH(FINISH)
#undef FINISH
  if (P(CHECKED) && law->summation == SUM_FIXED) offload_raise(&f->load, s->load);
  const float most = P(finish)(law, !wall, &me, values, out);
  if (P(FINDS) && !wall) {
    offload_raise(&f->most_of_rows, most);
    offload_raise(&f->most_of_pairs, s->most);
  }
}

/* Whose rows the pass writes. */
static inline struct range P(targets)(const struct wcsph_state *s) {
  const uint32_t walls = state_range(s, KIND_WALL).end;
  return (struct range){P_MEETS(WALLS_FROM_FLUID) ? 0 : walls,
                        P_MEETS(FLUID_FROM_FLUID | FLUID_FROM_WALLS) ? s->count : walls};
}

/* Rows that earlier passes left, and those that this one writes; NULL: it has not so many. */
static inline struct vec4 *P(left)(const struct wcsph_state *s, int k) {
  return k < P(ROWS) ? state_rows(s, P(ROWS_FROM) + k) : NULL;
}
static inline struct vec4 *P(written)(const struct wcsph_state *s, int k) {
  return k < P(WRITTEN) ? state_rows(s, P(WRITES) + k) : NULL;
}

/* The finished rows of particle i to where they belong. */
OFFLOAD_INLINE void P(put_rows)(const struct wcsph_law *law, struct P(sums) * s, bool wall, uint32_t i,
                                const struct offload_record *me, struct vec4 *to0, struct vec4 *to1,
                                struct position *records, struct offload_finding *f) {
  float out[4 * P(WRITTEN)];
#define ROW(k)                                                                                               \
  if (P(ADDS) && k < P(WRITTEN)) {                                                                           \
    const struct vec4 row = to##k[i];                                                                        \
    out[4 * k] = row.x, out[4 * k + 1] = row.y, out[4 * k + 2] = row.z, out[4 * k + 3] = row.w;              \
  }
  ROW(0)
  ROW(1)
#undef ROW
  P(finish_sums)(law, s, wall, me, out, f);
#define ROW(k)                                                                                               \
  if (PASS_PUTS(k)) to##k[i] = (struct vec4){out[4 * k], out[4 * k + 1], out[4 * k + 2], out[4 * k + 3]};
  ROW(0)
  ROW(1)
#undef ROW
  if ((int)P(WRITES) == (int)BUFFER_INDEX_VELOCITY) records[i] = offload_pack_record(law, me->pos, out[3]);
}

/* The sums of particle i over the neighbours in its column of the list. */
OFFLOAD_INLINE void P(sum_listed)(const struct wcsph_law *law, bool wall, uint32_t i,
                                  const struct offload_record *me, struct offload_record_rows records,
                                  LEFT_ROWS, const struct offload_pack *wall_front, ptrdiff_t wall_step,
                                  const struct offload_pack *front, const struct offload_pack *back,
                                  ptrdiff_t step, uint32_t fluid, uint32_t walls, struct P(sums) * s) {
  float mine[4 * PASS_ROWS_MOST];
  P(rows_of)(left0, left1, i, mine);
  if (wall) {
    if (P_MEETS(WALLS_FROM_FLUID)) {
      P(meet_listed)
      (law, WALL_MEETS_FLUID, i, me, mine, records, left0, left1, wall_front, wall_step, fluid, s);
    }
  } else {
    if (P_MEETS(FLUID_FROM_FLUID))
      P(meet_listed)(law, FLUID_MEETS_FLUID, i, me, mine, records, left0, left1, front, step, fluid, s);
    if (P_MEETS(FLUID_FROM_WALLS))
      P(meet_listed)(law, FLUID_MEETS_WALL, i, me, mine, records, left0, left1, back, -step, walls, s);
  }
}

/* The sums of particle i for any law, neighbours from the list or from the cells. */
static inline void P(sum_all)(const struct wcsph_law *law, const struct offload_view *v, uint32_t i,
                              const struct offload_record *me, struct P(sums) * s) {
  const bool wall = state_kind(&v->state, i) == KIND_WALL;
  const struct offload_record_rows records = offload_record_rows(v);
  const struct vec4 *left0 = P(left)(&v->state, 0), *left1 = P(left)(&v->state, 1);
  if (v->list) {
    const enum row_kind kind = wall ? KIND_WALL : KIND_FLUID;
    const struct offload_pack *front = offload_front(v, kind, i);
    const ptrdiff_t step = (ptrdiff_t)v->columns[kind].along;
    P(sum_listed)
    (law, wall, i, me, records, left0, left1, front, step, front, offload_back(v, kind, i), step,
     v->fluid_count[i], v->wall_count[i], s);
    return;
  }
  float mine[4 * PASS_ROWS_MOST];
  P(rows_of)(left0, left1, i, mine);
  if (wall) {
    P(meet_around)(law, WALL_MEETS_FLUID, v, i, me, mine, records, left0, left1, s);
  } else {
    if (P_MEETS(FLUID_FROM_FLUID))
      P(meet_around)(law, FLUID_MEETS_FLUID, v, i, me, mine, records, left0, left1, s);
    if (P_MEETS(FLUID_FROM_WALLS))
      P(meet_around)(law, FLUID_MEETS_WALL, v, i, me, mine, records, left0, left1, s);
  }
}

/* The rows of particle i into the state. */
static inline void P(write_rows)(const struct wcsph_law *law, const struct offload_view *v, uint32_t i,
                                 struct offload_finding *f) {
  if (P_OF_STIRRED && v->list && v->mover_count[i] == 0) return;
  float mine[4 * PASS_ROWS_MOST];
  P(rows_of)(P(left)(&v->state, 0), P(left)(&v->state, 1), i, mine);
  const bool spared = P_SPARES && P(spared)(law, mine);
  if (P(ADDS) && spared) return;
  const struct offload_record me = offload_record_at(offload_record_rows(v), i);
  struct P(sums) s; /* GCC would clear many by a call, which no lane may make */
#define CLEAR(k)                                                                                             \
  if (k < P(SUMS)) s.of[PASS_AT(k)] = (struct sum){0};
  PASS_EACH(CLEAR)
#undef CLEAR
  s.most = s.load = 0.0f;
  if (!spared) P(sum_all)(law, v, i, &me, &s);
  P(put_rows)
  (law, &s, state_kind(&v->state, i) == KIND_WALL, i, &me, P(written)(&v->state, 0), P(written)(&v->state, 1),
   v->records, f);
  if (P_WEIGHS && v->load_slots && v->poses && state_kind(&v->state, i) == KIND_WALL) offload_weigh(v, i);
}
