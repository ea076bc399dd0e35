/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/shift.h"

#include <math.h>
#include <stdlib.h>

#include "physics/scalar.h"
#include "util/error.h"
#include "wcsph/grid.h"

/* Neighbours of i in a range of the grid's order. */
static void add_range(const struct wcsph_run *r, const struct grid *g, uint32_t begin, uint32_t end,
                      uint32_t i, struct shift_sums *sums) {
  const struct wcsph_law *law = &r->law;
  const struct position *pos = r->state.pos;
  for (uint32_t k = begin; k < end; k++) {
    uint32_t j = g->order[k];
    float dx = lane_from_int((int32_t)(pos[i].x - pos[j].x)) * law->quantum[0];
    float dy = lane_from_int((int32_t)(pos[i].y - pos[j].y)) * law->quantum[1];
    float dz = lane_from_int((int32_t)(pos[i].z - pos[j].z)) * law->quantum[2];
    if (j != i && (dx * dx + dy * dy) + dz * dz < law->support * law->support)
      shift_add(law, sums, dx, dy, dz);
  }
}

static void find_gradients(struct wcsph_run *r, const struct grid *g) {
  struct wcsph_state *s = &r->state;
  for (uint32_t i = s->wall_count; i < s->count; i++) {
    struct shift_sums sums = {0};
    uint32_t cells[GRID_AROUND];
    int cell_count = grid_around(g, &s->pos[i], cells);
    for (int c = 0; c < cell_count; c++) {
      add_range(r, g, g->fluid_start[cells[c]], g->fluid_start[cells[c] + 1], i, &sums);
      add_range(r, g, g->wall_start[cells[c]], g->wall_start[cells[c] + 1], i, &sums);
    }
    float gradient[3];
    shift_gradient(&r->law, &sums, gradient);
    s->rate[i] = (struct vec4){gradient[0], gradient[1], gradient[2], 0.0f};
  }
}

static double find_max_speed(const struct wcsph_state *s) {
  float v2 = 0.0f;
  for (uint32_t i = s->wall_count; i < s->count; i++) {
    const struct vec4 *v = &s->vel[i];
    v2 = lane_max(v2, (v->x * v->x + v->y * v->y) + v->z * v->z);
  }
  return sqrt((double)v2);
}

int wcsph_shift_gradient(struct wcsph_run *r, double *max_speed) {
  struct wcsph_state *s = &r->state;
  struct grid g;
  TRY(r->backend->fetch(r->self, BUFFER_POSITION | BUFFER_VELOCITY));
  TRY(grid_allocate(&g, s));
  g.order = malloc(((size_t)s->count + 1) * sizeof *g.order);
  if (!g.order) {
    grid_free(&g);
    return error_set(STATUS_FAILED, "no memory to shift %u particles", s->count);
  }
  grid_sort(&g, s->pos, 0, s->wall_count, g.wall_start);
  grid_sort(&g, s->pos, s->wall_count, s->count, g.fluid_start);
  find_gradients(r, &g);
  *max_speed = find_max_speed(s);
  grid_free(&g);
  return r->backend->send(r->self, BUFFER_RATE);
}
