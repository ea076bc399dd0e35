/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_INTERPOLATE_H
#define WCSPH_INTERPOLATE_H
/* Kernel sums over what is around a point, for gauges: terms in double, summed as whole numbers. */
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

/* A term in whole quanta, as sums under fixed take it: gauges do not depend on the order of particles. */
static inline int64_t interpolate_quanta(double term, float scale) {
  const double shift = 0x1.8p52; /* leaves no room for a fraction, so that it is rounded, ties to even */
  return (int64_t)((term * (double)scale + shift) - shift);
}

static inline void interpolate_at(const struct wcsph_state *s, const struct wcsph_law *law,
                                  const struct grid *g, const struct position *p, struct wcsph_sample *out) {
  const struct wcsph_quanta *q = &law->quanta;
  uint32_t cells[GRID_AROUND];
  int cell_count = grid_around(g, p, cells);
  int64_t wall = 0, volume = 0, pressure = 0, velocity[3] = {0};
  for (int c = 0; c < cell_count; c++) {
    for (uint32_t k = g->wall_start[cells[c]]; k < g->wall_start[cells[c] + 1]; k++)
      wall += interpolate_quanta(
          interpolate_weight(s, law, p, g->order ? g->order[k] : k) * (double)law->volume, q->weight);
    for (uint32_t k = g->fluid_start[cells[c]]; k < g->fluid_start[cells[c] + 1]; k++) {
      uint32_t j = g->order ? g->order[k] : k;
      const struct vec4 *v = &s->vel[j];
      double weight = interpolate_weight(s, law, p, j) * (double)law->volume / (1.0 + (double)v->w);
      volume += interpolate_quanta(weight, q->weight);
      pressure += interpolate_quanta(weight * (double)eos_pressure(law, v->w), q->pressure);
      velocity[0] += interpolate_quanta(weight * (double)v->x, q->velocity);
      velocity[1] += interpolate_quanta(weight * (double)v->y, q->velocity);
      velocity[2] += interpolate_quanta(weight * (double)v->z, q->velocity);
    }
  }
  out->wall = (double)wall / (double)q->weight;
  out->volume = (double)volume / (double)q->weight;
  out->pressure = (double)pressure / (double)q->pressure;
  for (int a = 0; a < 3; a++) out->velocity[a] = (double)velocity[a] / (double)q->velocity;
}

#endif
