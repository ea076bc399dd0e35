/* SPDX-License-Identifier: BSD-3-Clause */
/* A pass at points: compiled once for each row of POINT_PASSES (wcsph/passes/list.h) and each instruction
 * set, with the row's name as PASS. A point has no list: it meets rows of cells, whose particles stand side
 * by side, a vector of them at a time. Sums are fixed, so that gauges do not depend on the order of
 * particles. */
#include "cpu/around.h"
#include "cpu/pass.h"
#include "wcsph/walls/mirror.h"

#if LANES > 1
/* Entries of particles that a point is near. */
struct near {
  uint32_t count, entries[CPU_PORTION * LANES + LANES];
};

/* `count` of them, at most a vector; lanes beyond them stand where the point meets nobody. */
INLINE void fetch_near(const struct wcsph_law *law, const struct wcsph_state *s, const uint32_t *some,
                       uint32_t count, const struct P(centre) * i, struct P(others) * j) {
  const int scale = sizeof(struct vec4) / CPU_ENTRY;
  uint32_t entries[LANES];
  real_t x, y, z, mark;
  lane_pad(some, count, *some, entries);
  lane_gather4(s->pos, scale, 0, entries, &x, &y, &z, &mark);
  lane_gather4(s->vel, scale, 0, entries, &j->side.u, &j->side.v, &j->side.w, &j->side.d);
  j->side.term = P_READS(READS_TERM) ? eos_momentum_term(law, j->side.d) : lane_set(0.0f);
  for (int r = 0; r < P(ROWS); r++) {
    real_t *row = &j->rows[4 * r];
    lane_gather4(state_rows(s, P(ROWS_FROM) + r), scale, 0, entries, &row[0], &row[1], &row[2], &row[3]);
  }
  const mask_t there = lane_count() < (int32_t)count;
  const int_t nobody = (int_t)((uint_t)i->y + (UINT32_MAX / 2 + 1)); /* place_nobody */
  j->x = lane_real_to_bits(x), j->z = lane_real_to_bits(z);
  j->y = (there & lane_real_to_bits(y)) | (~there & nobody);
}

INLINE void meet_near(const struct cpu_run *run, const struct wcsph_law *law, enum pair_kind kind,
                      struct near *near, struct P(centre) * i) {
  struct P(extremes) most = {lane_set(0.0f), lane_set(0.0f)};
  struct P(others) j;
  for (uint32_t k = 0; k < near->count; k += LANES) {
    fetch_near(law, run->state, near->entries + k, near->count - k, i, &j);
    const struct pair_gap gap = P(between)(law, i, &j);
    P(interact)(law, kind, i, &gap, &j, &most);
  }
  near->count = 0;
}

/* Which of a vector of particles from row k on are inside the support, or hardly beyond, a bit each. Reads a
 * vector, for which there is room. */
INLINE unsigned who_is_near(const struct wcsph_law *law, const struct wcsph_state *s, uint32_t k,
                            const struct P(centre) * i) {
  real_t x, y, z, mark;
  lane_load4(s->pos + k, &x, &y, &z, &mark);
  const real_t dx = lane_from_int(lane_subtract_wrap(i->x, lane_real_to_bits(x))) * law->quantum[0];
  const real_t dy = lane_from_int(lane_subtract_wrap(i->y, lane_real_to_bits(y))) * law->quantum[1];
  const real_t dz = lane_from_int(lane_subtract_wrap(i->z, lane_real_to_bits(z))) * law->quantum[2];
  return lane_bits((dx * dx + dy * dy) + dz * dz < law->support2);
}

/* All of a kind in the cells around. Of a row few are near, beyond the support all terms are 0, and a pass at
 * points has many: they are met when all are found. */
INLINE void meet_around(const struct cpu_run *run, const struct wcsph_law *law, enum pair_kind kind,
                        const uint32_t *start, const struct home *home, struct P(centre) * i) {
  struct near near;
  near.count = 0;
  struct row rows[ROWS_MAX];
  const int count = rows_around(&run->grid, start, home, rows);
  for (int r = 0; r < count; r++) {
    for (uint32_t k = rows[r].begin; k < rows[r].end; k += LANES) {
      const uint32_t left = rows[r].end - k;
      const unsigned valid = left >= LANES ? (unsigned)((1ull << LANES) - 1) : (1u << left) - 1u;
      near.count +=
          lane_compress(k, CPU_ENTRY, who_is_near(law, run->state, k, i) & valid, near.entries + near.count);
      if (near.count > CPU_PORTION * LANES - LANES) meet_near(run, law, kind, &near, i);
    }
  }
  meet_near(run, law, kind, &near, i);
}

INLINE void at_point(const struct cpu_run *run, int dimensions, const struct position *point,
                     real_t rows[4 * P(WRITTEN)]) {
  struct wcsph_law law = *run->law;
  law.summation = SUM_FIXED;
  law.dimensions = dimensions;
  struct P(centre) i = {.x = (int_t){0} + (int32_t)point->x,
                        .y = (int_t){0} + (int32_t)point->y,
                        .z = (int_t){0} + (int32_t)point->z};
  struct home home = {.more = 0};
  search_cell_of(&run->grid, point, home.cell);
  if (P_MEETS(POINTS_FROM_FLUID))
    meet_around(run, &law, PAIR_FLUID_FLUID, run->grid.start[KIND_FLUID], &home, &i);
  if (P_MEETS(POINTS_FROM_WALLS))
    meet_around(run, &law, PAIR_FLUID_WALL, run->grid.start[KIND_WALL], &home, &i);
  real_t found[4 * P(RECORDS)], sums[P(SUMS)];
  for (int r = 0; r < P(records)(&law); r++) {
    const struct sum4 total = sum_collect(i.sums[r].few, SUM_FIXED);
    const lane_vec4 values = sum4_value(&total, P(quanta_of)(&law, r), SUM_FIXED);
    for (int c = 0; c < 4; c++) found[4 * r + c] = lane_set(values[c]);
  }
  P(spread)(&law, found, sums);
  P(finish)(&law, (int_t){0} == (int_t){0}, &i.side, sums, rows);
}

static FLATTEN void in_space(const struct cpu_run *run, const struct position *point,
                             real_t rows[4 * P(WRITTEN)]) {
  at_point(run, P(PLANAR) ? 3 : run->law->dimensions, point, rows);
}
static FLATTEN void in_plane(const struct cpu_run *run, const struct position *point,
                             real_t rows[4 * P(WRITTEN)]) {
  at_point(run, 2, point, rows);
}
typedef void of_point(const struct cpu_run *run, const struct position *point, real_t rows[4 * P(WRITTEN)]);
INLINE of_point *code_of(const struct cpu_run *run) {
  return P(PLANAR) && PASS_FLAT(run->law) ? in_plane : in_space;
}

/* What stands in every lane, as a row. */
INLINE struct vec4 row_of(const real_t row[4]) {
  return (struct vec4){row[0][0], row[1][0], row[2][0], row[3][0]};
}

/* The rows of walls [begin, end), from the points opposite to them. */
INLINE void of_walls(const struct cpu_run *run, uint32_t begin, uint32_t end) {
  const struct wcsph_state *s = run->state;
  for (uint32_t i = begin; i < end; i++) {
    real_t at[8], row[4];
    for (int k = 0; k < 8; k++) at[k] = lane_set(0.0f);
    if (s->mirror[i].mark) code_of(run)(run, &s->mirror[i], at);
    mirror_row(s, run->law, i, at, row);
    s->vel[i] = row_of(row);
  }
}

static void at_points(const struct cpu_run *run, uint32_t begin, uint32_t end, const struct position *points,
                      struct vec4 *out) {
  real_t rows[4 * P(WRITTEN)];
  if (P_OF_WALLS && !points) {
    of_walls(run, begin, end);
    return;
  }
  for (uint32_t k = begin; k < end; k++) {
    code_of(run)(run, &points[k], rows);
    for (int r = 0; r < P(WRITTEN); r++) out[(size_t)k * P(WRITTEN) + (size_t)r] = row_of(&rows[4 * r]);
  }
}

cpu_point_pass *const LANES_NAME(PASS_JOIN(cpu_points, PASS)) = at_points;
#endif
