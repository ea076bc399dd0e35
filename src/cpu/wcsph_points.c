/* SPDX-License-Identifier: BSD-3-Clause */
/* A pass at points, compiled once for each row of POINT_PASSES (wcsph/passes/list.h) and each instruction
 * set, with the row's name as PASS. A point interacts, a vector at a time, with the particles of rows of
 * cells or, if it is opposite to a wall and has not moved, of its stored list (wcsph_mirrors.c). Sums are
 * fixed, so that gauges do not depend on the order of particles; for points opposite to walls they are fixed
 * if the run's are, else plain if the pass is UNCOMPENSATED. */
#include "cpu/around.h"
#include "cpu/pass.h"
#include "wcsph/walls/mirror.h"

#if LANES > 1
/* Entries of particles that a point is near. */
struct near {
  uint32_t count, entries[CPU_PORTION * LANES + 2 * LANES];
};

/* Gathers a vector of them. Lanes that are not `there` are placed out of reach of the point. */
INLINE void fetch_near(const struct wcsph_law *law, const struct wcsph_state *s, const uint32_t *entries,
                       mask_t there, const struct P(centre) * i, struct P(others) * j) {
  const int scale = sizeof(struct vec4) / CPU_ENTRY;
  real_t x, y, z, mark;
  lane_gather4(s->pos, scale, 0, entries, &x, &y, &z, &mark);
  lane_gather4(s->vel, scale, 0, entries, &j->side.u, &j->side.v, &j->side.w, &j->side.d);
  j->side.term = P_READS(READS_TERM) ? eos_momentum_term(law, j->side.d) : lane_set(0.0f);
  for (int r = 0; r < P(ROWS); r++) {
    real_t *row = &j->rows[4 * r];
    lane_gather4(state_rows(s, P(ROWS_FROM) + r), scale, 0, entries, &row[0], &row[1], &row[2], &row[3]);
  }
  const int_t filler = (int_t)((uint_t)i->y + (UINT32_MAX / 2 + 1)); /* place_filler */
  j->x = lane_real_to_bits(x), j->z = lane_real_to_bits(z);
  j->y = (there & lane_real_to_bits(y)) | (~there & filler);
}

/* Interacts with `count` of them; after the last there is a vector of valid entries. The distances to the
 * next vector are computed before the present one is finished, as in walk. */
INLINE void meet(const struct cpu_run *run, const struct wcsph_law *law, enum pair_kind kind,
                 const uint32_t *entries, uint32_t count, struct P(centre) * i) {
  struct P(extremes) most = {lane_set(0.0f), lane_set(0.0f), lane_set(0.0f)};
  struct P(others) j, next;
  if (count == 0) return;
  fetch_near(law, run->state, entries, lane_count() < (int32_t)count, i, &j);
  struct pair_gap gap = P(between)(law, i, &j);
  for (uint32_t k = LANES; k < count; k += LANES) {
    fetch_near(law, run->state, entries + k, lane_count() < (int32_t)(count - k), i, &next);
    const struct pair_gap then = P(between)(law, i, &next);
    P(interact)(law, kind, i, &gap, &j, &most);
    j.side = next.side, gap = then;
    for (int r = 0; r < 4 * P(ROWS); r++) j.rows[r] = next.rows[r];
  }
  P(interact)(law, kind, i, &gap, &j, &most);
}

INLINE void meet_near(const struct cpu_run *run, const struct wcsph_law *law, enum pair_kind kind,
                      struct near *near, struct P(centre) * i) {
  lane_pad(near->entries, 0, near->entries[0], near->entries + near->count);
  meet(run, law, kind, near->entries, near->count, i);
  near->count = 0;
}

/* The first `left` lanes, a bit each. */
INLINE unsigned first_lanes(uint32_t left) {
  return left >= LANES ? (unsigned)((1ull << LANES) - 1) : (1u << left) - 1u;
}

/* Bits: which of a vector of particles are inside the support, or hardly beyond. For stored lists, most of
 * whose entries are, this test would cost more than it saves. */
INLINE unsigned who_is_near(const struct wcsph_law *law, real_t x, real_t y, real_t z,
                            const struct P(centre) * i) {
  const real_t dx = lane_from_int(lane_subtract_wrap(i->x, lane_real_to_bits(x))) * law->quantum[0];
  const real_t dy = lane_from_int(lane_subtract_wrap(i->y, lane_real_to_bits(y))) * law->quantum[1];
  const real_t dz = lane_from_int(lane_subtract_wrap(i->z, lane_real_to_bits(z))) * law->quantum[2];
  return lane_bits((dx * dx + dy * dy) + dz * dz < law->support2);
}

/* All particles of a kind in the cells around. Few of a row are near and terms beyond the support are 0, but
 * a point pass has many terms: so near particles are collected first, then computed. Reads whole vectors, for
 * which rows have room. */
INLINE void meet_around(const struct cpu_run *run, const struct wcsph_law *law, enum pair_kind kind,
                        const uint32_t *start, const struct position *point, struct P(centre) * i) {
  struct near near;
  near.count = 0;
  struct row rows[ROWS_MAX];
  struct home home = {.more = 0};
  search_cell_of(&run->grid, point, home.cell);
  const int count = rows_around(&run->grid, start, &home, rows);
  for (int r = 0; r < count; r++) {
    for (uint32_t k = rows[r].begin; k < rows[r].end; k += LANES) {
      real_t x, y, z, mark;
      lane_load4(run->state->pos + k, &x, &y, &z, &mark);
      near.count += lane_compress(k, CPU_ENTRY, who_is_near(law, x, y, z, i) & first_lanes(rows[r].end - k),
                                  near.entries + near.count);
      if (near.count > CPU_PORTION * LANES - LANES) meet_near(run, law, kind, &near, i);
    }
  }
  meet_near(run, law, kind, &near, i);
}

INLINE void aim(struct P(centre) * i, const struct position *point, enum summation mode) {
  i->x = (int_t){0} + (int32_t)point->x;
  i->y = (int_t){0} + (int32_t)point->y;
  i->z = (int_t){0} + (int32_t)point->z;
  i->side = (struct pair_side){.term = lane_set(0.0f)};
  for (int r = 0; r < P(RECORDS); r++)
    for (int c = 0; c < 4; c++) sum_clear_few(&i->sums[r].few[c], mode);
}

/* Sums of LANES points, by record; each lane has a row. */
struct found {
  lane_vec4 rows[P(RECORDS)][LANES];
};

/* What point i has found goes to the k-th lane. */
INLINE void note_found(const struct wcsph_law *law, const struct P(centre) * i, uint32_t k,
                       struct found *found) {
  for (int r = 0; r < P(records)(law); r++) {
    const struct sum4 total = sum_collect(i->sums[r].few, law->summation);
    found->rows[r][k] = sum4_value(&total, P(quanta_of)(law, r), law->summation);
  }
}

INLINE void find_around(const struct cpu_run *run, const struct wcsph_law *law, const struct position *point,
                        uint32_t k, struct found *found) {
  struct P(centre) i;
  aim(&i, point, law->summation);
  if (P_MEETS(POINTS_FROM_FLUID))
    meet_around(run, law, PAIR_FLUID_FLUID, run->grid.start[KIND_FLUID], point, &i);
  if (P_MEETS(POINTS_FROM_WALLS))
    meet_around(run, law, PAIR_FLUID_WALL, run->grid.start[KIND_WALL], point, &i);
  note_found(law, &i, k, found);
}

/* The rows of a vector of points. */
INLINE void finish_found(const struct wcsph_law *law, const struct found *found,
                         real_t rows[4 * P(WRITTEN)]) {
  const struct pair_side me = {.term = lane_set(0.0f)};
  real_t four[4 * P(RECORDS)], sums[P(SUMS)];
  for (int r = 0; r < P(records)(law); r++)
    lane_load4(found->rows[r], &four[4 * r], &four[4 * r + 1], &four[4 * r + 2], &four[4 * r + 3]);
  P(spread)(law, four, sums);
  P(finish)(law, (int_t){0} == (int_t){0}, &me, sums, rows);
}

/* Computes the sums at the point opposite to wall i, into lane k; false if no fluid is near it. */
INLINE bool find_opposite(const struct cpu_run *run, const struct wcsph_law *law,
                          const struct cpu_slice *listed, uint32_t i, uint32_t k, struct found *found) {
  const struct position *point = &run->state->mirror[i];
  if (!point->mark || run->state->pos[i].mark == MARK_HALO) return false; /* others know theirs */
  if (!listed || !cpu_point_stays(run, point, i)) {
    find_around(run, law, point, k, found);
    return true;
  }
  const uint32_t begin = i > listed->begin ? run->points[i - 1].end : 0, end = run->points[i].end;
  struct P(centre) c;
  if (begin == end) return false;
  aim(&c, point, law->summation);
  meet(run, law, PAIR_FLUID_FLUID, listed->entries + begin, end - begin, &c);
  note_found(law, &c, k, found);
  return true;
}

/* Writes the rows of `count` walls from i on, from the sums at their points. */
INLINE void finish_walls(const struct wcsph_state *s, const struct wcsph_law *law, uint32_t i, uint32_t count,
                         const real_t at[8]) {
  real_t way[3], moves[3], row[4];
  struct vec4 rows[LANES];
  for (int a = 0; a < 3; a++) way[a] = moves[a] = lane_set(0.0f);
  for (uint32_t k = 0; k < count; k++) {
    const float of_way[3] = MIRROR_WAY(&s->pos[i + k], &s->mirror[i + k], law->quantum_h);
    const float of_moves[3] = MIRROR_MOVES(s->wall_velocity, i + k);
    for (int a = 0; a < 3; a++) way[a][k] = of_way[a], moves[a][k] = of_moves[a];
  }
  mirrored_wall(law, at, way, moves, row);
  lane_store4(rows, sizeof *rows, 0, row[0], row[1], row[2], row[3]);
  memcpy(s->vel + i, rows, count * sizeof *rows);
}

/* Writes the rows of walls [begin, end), a vector at a time, from the points opposite to them. All walls
 * without fluid near have one result, which is computed once. */
INLINE void of_walls(const struct cpu_run *run, const struct wcsph_law *law, uint32_t begin, uint32_t end) {
  const struct wcsph_state *s = run->state;
  const struct cpu_slice *listed = cpu_mirrors_of(run, begin);
  const struct vec4 *dry = NULL;
  for (uint32_t i = begin; i < end; i += LANES) {
    const uint32_t count = end - i < LANES ? end - i : LANES;
    struct found found;
    real_t at[4 * P(WRITTEN) < 8 ? 8 : 4 * P(WRITTEN)];
    bool wet = false;
    memset(&found, 0, sizeof found);
    for (uint32_t k = 0; k < count; k++) wet |= find_opposite(run, law, listed, i + k, k, &found);
    if (wet || !dry) {
      finish_found(law, &found, at);
      finish_walls(s, law, i, count, at);
      if (!wet) dry = &s->vel[i];
    } else {
      for (uint32_t k = 0; k < count; k++) s->vel[i + k] = *dry;
    }
  }
}

INLINE struct wcsph_law law_of(const struct cpu_run *run, int dimensions, enum summation mode) {
  struct wcsph_law law = *run->law;
  law.summation = mode;
  law.dimensions = dimensions;
  return law;
}

INLINE void of_points(const struct cpu_run *run, int dimensions, uint32_t begin, uint32_t end,
                      const struct position *points, struct vec4 *out) {
  const struct wcsph_law law = law_of(run, dimensions, SUM_FIXED);
  if (P_OF_WALLS && !points) {
    of_walls(run, &law, begin, end);
    return;
  }
  for (uint32_t i = begin; i < end; i += LANES) {
    const uint32_t count = end - i < LANES ? end - i : LANES;
    struct found found;
    real_t rows[4 * P(WRITTEN)];
    struct vec4 four[LANES];
    memset(&found, 0, sizeof found);
    for (uint32_t k = 0; k < count; k++) find_around(run, &law, &points[i + k], k, &found);
    finish_found(&law, &found, rows);
    for (int r = 0; r < P(WRITTEN); r++) {
      lane_store4(four, sizeof *four, 0, rows[4 * r], rows[4 * r + 1], rows[4 * r + 2], rows[4 * r + 3]);
      for (uint32_t k = 0; k < count; k++) out[(size_t)(i + k) * P(WRITTEN) + (size_t)r] = four[k];
    }
  }
}

static FLATTEN void in_space(const struct cpu_run *run, uint32_t begin, uint32_t end,
                             const struct position *points, struct vec4 *out) {
  of_points(run, P(PLANAR) ? 3 : run->law->dimensions, begin, end, points, out);
}
static FLATTEN void in_plane(const struct cpu_run *run, uint32_t begin, uint32_t end,
                             const struct position *points, struct vec4 *out) {
  of_points(run, 2, begin, end, points, out);
}

#if P(UNCOMPENSATED)
static FLATTEN void walls_in_space(const struct cpu_run *run, uint32_t begin, uint32_t end) {
  const struct wcsph_law law = law_of(run, P(PLANAR) ? 3 : run->law->dimensions, SUM_PLAIN);
  of_walls(run, &law, begin, end);
}
static FLATTEN void walls_in_plane(const struct cpu_run *run, uint32_t begin, uint32_t end) {
  const struct wcsph_law law = law_of(run, 2, SUM_PLAIN);
  of_walls(run, &law, begin, end);
}
#endif

static void at_points(const struct cpu_run *run, uint32_t begin, uint32_t end, const struct position *points,
                      struct vec4 *out) {
#if P(UNCOMPENSATED)
  if (!points && run->law->summation != SUM_FIXED) {
    (P(PLANAR) && PASS_FLAT(run->law) ? walls_in_plane : walls_in_space)(run, begin, end);
    return;
  }
#endif
  (P(PLANAR) && PASS_FLAT(run->law) ? in_plane : in_space)(run, begin, end, points, out);
}

cpu_point_pass *const LANES_NAME(PASS_JOIN(cpu_points, PASS)) = at_points;
#endif
