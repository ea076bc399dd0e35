/* SPDX-License-Identifier: BSD-3-Clause */
/* A pass at points: compiled once for each row of POINT_PASSES (wcsph/passes/list.h) and each instruction
 * set, with the row's name as PASS. A point has no list: it meets rows of cells, whose particles stand side
 * by side, a vector of them at a time. Sums are fixed, so that gauges do not depend on the order of
 * particles. */
#include "cpu/pass.h"
#include "wcsph/mirror.h"

#if LANES > 1
/* `count` particles from row k on; lanes beyond them stand where the point meets nobody. Reads a vector, for
 * which there is room. */
INLINE void fetch_rows(const struct wcsph_law *law, const struct wcsph_state *s, uint32_t k, uint32_t count,
                       const struct P(centre) * i, struct P(others) * j) {
  real_t x, y, z, mark;
  lane_load4(s->pos + k, &x, &y, &z, &mark);
  lane_load4(s->vel + k, &j->side.u, &j->side.v, &j->side.w, &j->side.d);
  j->side.term = P_READS(READS_TERM) ? eos_momentum_term(law, j->side.d) : lane_set(0.0f);
  for (int r = 0; r < P(ROWS); r++) {
    real_t *row = &j->rows[4 * r];
    lane_load4(state_rows(s, P(ROWS_FROM) + r) + k, &row[0], &row[1], &row[2], &row[3]);
  }
  const mask_t there = lane_count() < (int32_t)count;
  const int_t nobody = (int_t)((uint_t)i->y + (UINT32_MAX / 2 + 1)); /* place_nobody */
  j->x = lane_real_to_bits(x), j->z = lane_real_to_bits(z);
  j->y = (there & lane_real_to_bits(y)) | (~there & nobody);
}

/* All of a kind in the cells around. */
INLINE void meet_around(const struct cpu_run *run, const struct wcsph_law *law, enum pair_kind kind,
                        const uint32_t *start, const uint32_t *cells, int cell_count, struct P(centre) * i) {
  struct P(extremes) most = {lane_set(0.0f), lane_set(0.0f)};
  struct P(others) j;
  for (int c = 0; c < cell_count; c++) {
    const uint32_t begin = start[cells[c]];
    while (c + 1 < cell_count && cells[c + 1] == cells[c] + 1) c++;
    const uint32_t end = start[cells[c] + 1];
    for (uint32_t k = begin; k < end; k += LANES) {
      fetch_rows(law, run->state, k, end - k, i, &j);
      const struct pair_gap gap = P(between)(law, i, &j);
      if (lane_bits(gap.q < law->radius) == 0) continue; /* beyond it all terms are 0 */
      P(interact)(law, kind, i, &gap, &j, &most);
    }
  }
}

static FLATTEN void at_point(const struct cpu_run *run, const struct position *point,
                             real_t rows[4 * P(WRITTEN)]) {
  struct wcsph_law law = *run->law;
  law.summation = SUM_FIXED;
  struct P(centre) i = {.x = (int_t){0} + (int32_t)point->x,
                        .y = (int_t){0} + (int32_t)point->y,
                        .z = (int_t){0} + (int32_t)point->z};
  uint32_t cells[GRID_AROUND];
  const int cell_count = grid_around(&run->grid, point, cells);
  if (P_MEETS(POINTS_FROM_FLUID))
    meet_around(run, &law, PAIR_FLUID_FLUID, run->grid.start[KIND_FLUID], cells, cell_count, &i);
  if (P_MEETS(POINTS_FROM_WALLS))
    meet_around(run, &law, PAIR_FLUID_WALL, run->grid.start[KIND_WALL], cells, cell_count, &i);
  real_t found[4 * P(RECORDS)], sums[P(SUMS)];
  for (int r = 0; r < P(records)(&law); r++) {
    const struct sum4 total = sum_collect(i.sums[r].few, SUM_FIXED);
    const lane_vec4 values = sum4_value(&total, P(quanta_of)(&law, r), SUM_FIXED);
    for (int c = 0; c < 4; c++) found[4 * r + c] = lane_set(values[c]);
  }
  P(spread)(&law, found, sums);
  P(finish)(&law, (int_t){0} == (int_t){0}, &i.side, sums, rows);
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
    if (s->mirror[i].mark) at_point(run, &s->mirror[i], at);
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
    at_point(run, &points[k], rows);
    for (int r = 0; r < P(WRITTEN); r++) out[(size_t)k * P(WRITTEN) + (size_t)r] = row_of(&rows[4 * r]);
  }
}

cpu_point_pass *const LANES_NAME(PASS_JOIN(cpu_points, PASS)) = at_points;
#endif
