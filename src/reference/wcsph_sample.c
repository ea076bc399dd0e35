/* SPDX-License-Identifier: BSD-3-Clause */
/* Gauges: kernel sums over the fluid at points, and the force on a wall. Summed in double: a gauge is
 * output, it does not reach the state. */
#include <math.h>

#include "physics/scalar.h"
#include "reference/wcsph.h"

/* W(x_p - x_j), 1/m^dim. */
static double weight_at(const struct wcsph_state *s, const struct wcsph_law *law, const struct position *p,
                        uint32_t j) {
  float dx = lane_from_int((int32_t)(p->x - s->pos[j].x)) * law->quantum[0];
  float dy = lane_from_int((int32_t)(p->y - s->pos[j].y)) * law->quantum[1];
  float dz = lane_from_int((int32_t)(p->z - s->pos[j].z)) * law->quantum[2];
  float q = lane_sqrt((dx * dx + dy * dy) + dz * dz) * law->inv_h;
  if (!(q * law->h < law->support)) return 0.0;
  return (double)(law->w_factor * kernel_w(law->kernel, q));
}

static void sample_one(const struct wcsph_state *s, const struct wcsph_law *law, const struct grid *g,
                       const struct position *p, struct wcsph_sample *out) {
  uint32_t cells[GRID_AROUND];
  int cell_count = grid_around(g, p, cells);
  *out = (struct wcsph_sample){0};
  for (int c = 0; c < cell_count; c++) {
    for (uint32_t k = g->wall_start[cells[c]]; k < g->wall_start[cells[c] + 1]; k++)
      out->wall += weight_at(s, law, p, g->order ? g->order[k] : k) * (double)law->volume;
    for (uint32_t k = g->fluid_start[cells[c]]; k < g->fluid_start[cells[c] + 1]; k++) {
      uint32_t j = g->order ? g->order[k] : k;
      const struct vec4 *v = &s->vel[j];
      double weight = weight_at(s, law, p, j) * (double)law->volume / (1.0 + (double)v->w);
      out->volume += weight;
      out->pressure += weight * (double)eos_pressure(law, v->w);
      out->velocity[0] += weight * (double)v->x;
      out->velocity[1] += weight * (double)v->y;
      out->velocity[2] += weight * (double)v->z;
    }
  }
}

void reference_sample_points(const struct wcsph_state *s, const struct wcsph_law *law,
                             const struct grid *grid, size_t count, const struct position *points,
                             struct wcsph_sample *out) {
  for (size_t k = 0; k < count; k++) sample_one(s, law, grid, &points[k], &out[k]);
}

void reference_sum_wall_force(const struct wcsph_state *s, const struct wcsph_law *law, int wall,
                              double force[3]) {
  force[0] = force[1] = force[2] = 0.0;
  for (uint32_t i = 0; i < s->wall_count; i++) {
    if (s->body[i] != wall) continue;
    force[0] += (double)law->mass * (double)s->rate[i].x;
    force[1] += (double)law->mass * (double)s->rate[i].y;
    force[2] += (double)law->mass * (double)s->rate[i].z;
  }
}
