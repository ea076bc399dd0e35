/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_INTERPOLATE_H
#define WCSPH_INTERPOLATE_H
/* Kernel sums over what is around a point, for gauges: terms in double, summed as whole numbers. */
#include "particles/grid.h"
#include "wcsph/backend.h"
#include "wcsph/scalar.h"

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

/* What is around a point, in whole quanta. */
struct interpolate_sums {
  int64_t wall, volume, pressure, velocity[3];
};

/* One cell's share. */
static inline void interpolate_cell(const struct wcsph_state *s, const struct wcsph_law *law,
                                    const struct grid *g, const struct position *p, uint32_t cell,
                                    struct interpolate_sums *sums) {
  for (uint32_t k = g->start[KIND_WALL][cell]; k < g->start[KIND_WALL][cell + 1]; k++)
    sums->wall += interpolate_quanta(
        interpolate_weight(s, law, p, g->order ? g->order[k] : k) * (double)law->volume, law->quanta_weight);
  for (uint32_t k = g->start[KIND_FLUID][cell]; k < g->start[KIND_FLUID][cell + 1]; k++) {
    const uint32_t j = g->order ? g->order[k] : k;
    const struct vec4 *v = &s->vel[j];
    const double weight = interpolate_weight(s, law, p, j) * (double)law->volume / (1.0 + (double)v->w);
    sums->volume += interpolate_quanta(weight, law->quanta_weight);
    sums->pressure += interpolate_quanta(weight * (double)eos_pressure(law, v->w), law->quanta_pressure);
    sums->velocity[0] += interpolate_quanta(weight * (double)v->x, law->quanta_velocity);
    sums->velocity[1] += interpolate_quanta(weight * (double)v->y, law->quanta_velocity);
    sums->velocity[2] += interpolate_quanta(weight * (double)v->z, law->quanta_velocity);
  }
}

static inline void interpolate_finish(const struct wcsph_law *law, const struct interpolate_sums *sums,
                                      struct wcsph_sample *out) {
  out->wall = (double)sums->wall / (double)law->quanta_weight;
  out->volume = (double)sums->volume / (double)law->quanta_weight;
  out->pressure = (double)sums->pressure / (double)law->quanta_pressure;
  for (int a = 0; a < 3; a++) out->velocity[a] = (double)sums->velocity[a] / (double)law->quanta_velocity;
}

static inline void interpolate_at(const struct wcsph_state *s, const struct wcsph_law *law,
                                  const struct grid *g, const struct position *p, struct wcsph_sample *out) {
  uint32_t cells[GRID_AROUND];
  const int cell_count = grid_around(g, p, cells);
  struct interpolate_sums sums = {0};
  for (int c = 0; c < cell_count; c++) interpolate_cell(s, law, g, p, cells[c], &sums);
  interpolate_finish(law, &sums, out);
}

/* Whole quanta of what a wall's particles take from the fluid, m/s^2: 2^-14 of those of a sum leave room for
 * 10^9 particles. */
static inline float interpolate_force_quanta(const struct wcsph_law *law) {
  return 0x1p-14f * law->quanta_reaction;
}

#endif
