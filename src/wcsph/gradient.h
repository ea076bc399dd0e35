/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_GRADIENT_H
#define WCSPH_GRADIENT_H
/* The gradient of the concentration of particles at one fluid particle, for shifting (physics/shift.h): from
 * the cells around the place where it was listed. */
#include "physics/scalar.h"
#include "wcsph/grid.h"

static inline void gradient_add_range(const struct wcsph_state *s, const struct wcsph_law *law,
                                      const struct grid *g, uint32_t begin, uint32_t end, uint32_t i,
                                      struct shift_sums *sums) {
  for (uint32_t k = begin; k < end; k++) {
    uint32_t j = g->order ? g->order[k] : k;
    float dx = lane_from_int((int32_t)(s->pos[i].x - s->pos[j].x)) * law->quantum[0];
    float dy = lane_from_int((int32_t)(s->pos[i].y - s->pos[j].y)) * law->quantum[1];
    float dz = lane_from_int((int32_t)(s->pos[i].z - s->pos[j].z)) * law->quantum[2];
    if (j != i && (dx * dx + dy * dy) + dz * dz < law->support * law->support)
      shift_add(law, sums, dx, dy, dz);
  }
}

/* Into rate[i], 1/m; returns its speed squared, m^2/s^2. The grid must be of listed_pos, and no particle
 * farther from there than half the skin. */
static inline float gradient_at(const struct wcsph_state *s, const struct wcsph_law *law,
                                const struct grid *g, uint32_t i) {
  struct shift_sums sums = {0};
  uint32_t cells[GRID_AROUND];
  int cell_count = grid_around(g, &s->listed_pos[i], cells);
  for (int c = 0; c < cell_count; c++) {
    gradient_add_range(s, law, g, g->fluid_start[cells[c]], g->fluid_start[cells[c] + 1], i, &sums);
    gradient_add_range(s, law, g, g->wall_start[cells[c]], g->wall_start[cells[c] + 1], i, &sums);
  }
  float gradient[3];
  shift_gradient(law, &sums, gradient);
  s->rate[i] = (struct vec4){gradient[0], gradient[1], gradient[2], 0.0f};
  const struct vec4 *v = &s->vel[i];
  return (v->x * v->x + v->y * v->y) + v->z * v->z;
}

#endif
