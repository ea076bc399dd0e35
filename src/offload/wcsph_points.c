/* SPDX-License-Identifier: BSD-3-Clause */
/* A pass at points on the device: compiled once for each row of POINT_PASSES (wcsph/passes/list.h), with its
 * name as PASS. A thread a row of cells near a point: one that walked them all would wait for memory hundreds
 * of times. Sums are fixed, so that threads may add them in any order. */
#include <stdlib.h>

#include "offload/pass.h"
#include "util/error.h"
#include "wcsph/walls/mirror.h"

#pragma omp declare target
static inline void add_wcsph_points(int64_t *sum, int64_t quanta) {
  if (quanta == 0) return;
#pragma omp atomic update
  *sum += quanta;
}

/* Particles [begin, end) of a kind. */
static inline void meet_rows(const struct offload_view *v, enum meeting meeting, uint32_t begin, uint32_t end,
                             const struct offload_record *me, const float mine[], struct P(sums) * s) {
  const struct offload_record_rows records = offload_record_rows(v);
  const struct vec4 *left0 = P(ROWS) > 0 ? state_rows(&v->state, P(ROWS_FROM)) : NULL;
  const struct vec4 *left1 = P(ROWS) > 1 ? state_rows(&v->state, P(ROWS_FROM) + 1) : NULL;
  for (uint32_t k = begin; k < end; k++) {
    const struct offload_record j = offload_record_at(records, k);
    float theirs[4 * PASS_ROWS_MOST];
    P(rows_of)(left0, left1, k, theirs);
    P(meet)(&v->exact, meeting, me, &j, mine, theirs, s);
  }
}

/* The k-th row of cells around a point: sums of a few cells before atomic updates of all of them. */
static OFFLOAD_CALL void meet_row(const struct offload_view *v, struct offload_point *point, int k) {
  const struct offload_record me = {{point->at.x, point->at.y, point->at.z, {0}}, {0.0f, 0.0f, 0.0f, 0.0f}};
  const float mine[4 * PASS_ROWS_MOST] = {0};
  const uint32_t *walls = v->grid.start[KIND_WALL], *fluid = v->grid.start[KIND_FLUID];
  const int wide = 2 * v->grid.reach[1] + 1;
  struct P(sums) s; /* GCC would clear many by a call, which no lane may make */
  struct offload_rows rows;
  uint32_t begin, end;
#define CLEAR(n)                                                                                             \
  if (n < P(SUMS)) s.of[PASS_AT(n)] = (struct sum){0};
  PASS_EACH(CLEAR)
#undef CLEAR
  s.most = s.load = 0.0f;
  rows_around(&rows, &v->grid, v->law.quantum, v->law.support + v->state.skin + v->state.path, &me.pos);
  rows.dy += k % wide;
  rows.dz += k / wide;
  do {
    if (!rows_next(&rows, &begin, &end)) break;
    if (P_MEETS(POINTS_FROM_FLUID)) meet_rows(v, FLUID_MEETS_FLUID, fluid[begin], fluid[end], &me, mine, &s);
    if (P_MEETS(POINTS_FROM_WALLS)) meet_rows(v, FLUID_MEETS_WALL, walls[begin], walls[end], &me, mine, &s);
  } while (rows.part); /* of a row across a periodic face there are two */
#define ADD(n)                                                                                               \
  if (n < P(SUMS)) add_wcsph_points(&point->quanta[n], s.of[PASS_AT(n)].quanta);
  PASS_EACH(ADD)
#undef ADD
}

/* The row of wall i, from the point opposite to it: one thread per wall, of which there are enough. Each
 * looks for its next neighbour by itself, so that threads meet theirs together: a third of the candidates is
 * near.
 */
static OFFLOAD_CALL void of_wall(const struct offload_view *v, uint32_t i) {
  const struct wcsph_state *state = &v->state;
  const struct offload_record me = {state->mirror[i], {0.0f, 0.0f, 0.0f, 0.0f}};
  const float mine[4 * PASS_ROWS_MOST] = {0};
  const struct pair_side side = {.term = 0.0f};
  float sums[P(SUMS)], at[P(WRITTEN) < 2 ? 8 : 4 * P(WRITTEN)], row[4]; /* mirror_row takes eight */
  const struct offload_record_rows records = offload_record_rows(v);
  const uint32_t *fluid = v->grid.start[KIND_FLUID];
  struct P(sums) s;
  struct offload_rows rows;
  uint32_t begin, end, k = 0, last = 0;
#define CLEAR(n)                                                                                             \
  if (n < P(SUMS)) s.of[PASS_AT(n)] = (struct sum){0};
  PASS_EACH(CLEAR)
#undef CLEAR
  s.most = s.load = 0.0f;
  rows_around(&rows, &v->grid, v->law.quantum, v->law.support + v->state.skin + v->state.path, &me.pos);
  for (bool more = me.pos.mark; more;) {
    bool near = false;
    while (!near && (k < last || (more = rows_next(&rows, &begin, &end)))) {
      if (k < last)
        near = offload_near(&v->exact, &me.pos, &records.pos[k++]);
      else
        k = fluid[begin], last = fluid[end];
    }
    if (near) meet_rows(v, FLUID_MEETS_FLUID, k - 1, k, &me, mine, &s);
  }
#define VALUE(n)                                                                                             \
  if (n < P(SUMS)) sums[PASS_AT(n)] = sum_value(&s.of[PASS_AT(n)], P(quanta)(&v->exact, n), SUM_FIXED);
  PASS_EACH(VALUE)
#undef VALUE
  P(finish)(&v->exact, true, &side, sums, at);
  mirror_row(state, &v->law, i, at, row);
  state->vel[i] = (struct vec4){row[0], row[1], row[2], row[3]};
  v->records[i] = offload_pack_record(&v->law, state->pos[i], row[3]);
}
#pragma omp end declare target

static void PASS_JOIN(of_walls, PASS)(struct offload *o) {
  const struct offload_view *v = o->there;
  const uint32_t n = state_range(&o->view.state, KIND_WALL).end;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v))
  for (uint32_t i = 0; i < n; i++) of_wall(v, i);
}

/* On the host: the rows of a point whose sums are done. */
static void finish_wcsph_points(const struct wcsph_law *law, const struct offload_point *point,
                                struct vec4 out[]) {
  const struct pair_side me = {.term = 0.0f};
  float values[P(SUMS)], rows[4 * P(WRITTEN)];
  for (int k = 0; k < P(SUMS); k++) {
    const struct sum s = {.quanta = point->quanta[k]};
    values[k] = sum_value(&s, P(quanta)(law, k), SUM_FIXED);
  }
  P(finish)(law, true, &me, values, rows);
  memcpy(out, rows, sizeof rows);
}

/* Added to the points' own, on the device. */
void PASS_JOIN(offload_sums, PASS)(struct offload *o, struct offload_point *points, uint32_t count);
void PASS_JOIN(offload_sums, PASS)(struct offload *o, struct offload_point *points, uint32_t count) {
  const struct offload_view *v = o->there;
  const int *reach = o->view.grid.reach;
  const uint32_t around = (uint32_t)((2 * reach[1] + 1) * (2 * reach[2] + 1));
  const uint32_t n = count * around;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v, points))
  for (uint32_t k = 0; k < n; k++) meet_row(v, &points[k / around], (int)(k % around));
}

int PASS_JOIN(offload_points, PASS)(struct offload *o, uint32_t count, const struct position *positions,
                                    struct vec4 *out) {
  const size_t bytes = count * sizeof(struct offload_point);
  if (P_OF_WALLS && !positions) return PASS_JOIN(of_walls, PASS)(o), STATUS_OK;
  TRY(offload_reserve_points(o, count));
  struct offload_point *points = o->points, *here = calloc((size_t)count + 1, sizeof *here);
  CHECK(here, STATUS_FAILED, "no memory for %u points", count);
  for (uint32_t k = 0; k < count; k++) here[k].at = positions[k];
  int status = offload_copy(o->device, points, here, bytes, false);
  PASS_JOIN(offload_sums, PASS)(o, points, count);
  if (status == STATUS_OK) status = offload_copy(o->device, here, points, bytes, true);
  for (uint32_t k = 0; k < count; k++)
    finish_wcsph_points(&o->view.exact, &here[k], out + (size_t)k * P(WRITTEN));
  free(here);
  return status;
}
