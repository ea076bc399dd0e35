/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_INTERPOLATE_H
#define WCSPH_INTERPOLATE_H
/* Kernel sums over what is around a point, for gauges. Summed in double: a gauge is output, it does not reach
 * the state. */
#include "physics/scalar.h"
#include "wcsph/backend.h"
#include "wcsph/grid.h"

/* W(x_p - x_j), 1/m^dim. */
static inline double interpolate_weight(const struct wcsph_state *s, const struct wcsph_law *law,
                                        const struct position *p, uint32_t j) {
  float dx = lane_from_int((int32_t)(p->x - s->pos[j].x)) * law->quantum[0];
  float dy = lane_from_int((int32_t)(p->y - s->pos[j].y)) * law->quantum[1];
  float dz = lane_from_int((int32_t)(p->z - s->pos[j].z)) * law->quantum[2];
  float q = lane_sqrt((dx * dx + dy * dy) + dz * dz) * law->inv_h;
  if (!(q * law->h < law->support)) return 0.0;
  return (double)(law->w_factor * kernel_w(law->kernel, q));
}

static inline void interpolate_at(const struct wcsph_state *s, const struct wcsph_law *law,
                                  const struct grid *g, const struct position *p, struct wcsph_sample *out) {
  uint32_t cells[GRID_AROUND];
  int cell_count = grid_around(g, p, cells);
  *out = (struct wcsph_sample){0};
  for (int c = 0; c < cell_count; c++) {
    for (uint32_t k = g->wall_start[cells[c]]; k < g->wall_start[cells[c] + 1]; k++)
      out->wall += interpolate_weight(s, law, p, g->order ? g->order[k] : k) * (double)law->volume;
    for (uint32_t k = g->fluid_start[cells[c]]; k < g->fluid_start[cells[c] + 1]; k++) {
      uint32_t j = g->order ? g->order[k] : k;
      const struct vec4 *v = &s->vel[j];
      double weight = interpolate_weight(s, law, p, j) * (double)law->volume / (1.0 + (double)v->w);
      out->volume += weight;
      out->pressure += weight * (double)eos_pressure(law, v->w);
      out->velocity[0] += weight * (double)v->x;
      out->velocity[1] += weight * (double)v->y;
      out->velocity[2] += weight * (double)v->z;
    }
  }
}

#endif
