/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_LIMITED_H
#define WCSPH_PASSES_LIMITED_H
/* What viscosity.model riemann dissipates too much where velocity has a slope: what it dissipates of
 * U - (s_i + s_j)/2, less what the force pass took of the whole U, the velocity at which i and j approach. s
 * is the slope of each along the line between them, |r| e.D e (passes/strain.h), and U itself, limited after
 * van Albada, van Leer & Roberts 1982, Astron. Astrophys. 108, 76-84: the velocities of both are taken to the
 * middle of the pair (van Leer 1979, J. Comput. Phys. 32, 101-136), and where they are linear nothing is left
 * to dissipate. Never more than U, nor of the other sign. Between fluid; walls are met as before. Adds to the
 * `rate` of the fluid; the largest of rows is the square of its acceleration, m^2/s^4. */
#include "wcsph/passes/pass.h"

enum {
  limited_READS = READS_STATE,
  limited_ROWS = 2,
  limited_ROWS_FROM = BUFFER_INDEX_STRAIN,
  limited_MEETS = FLUID_FROM_FLUID,
  limited_SUMS = 3,
  limited_EXCHANGED = 3,
  limited_IN_H = 1,
  limited_FINDS = 1,
  limited_CHECKED = 1,
  limited_SELF = 0,
  limited_WRITES = BUFFER_INDEX_RATE,
  limited_WRITTEN = 1,
  limited_ADDS = 1,
};

PASS_INLINE struct pair_gap limited_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                            const struct pair_side *i, const struct pair_side *j) {
  return pair_measure(law, dx, dy, dz, i->d, j->d);
}

/* Van Albada's mean of two slopes; 0 where they differ in sign, and no more than 1.21 of the smaller. */
PASS_INLINE real_t limited_slope(real_t a, real_t b) {
  const real_t both = a * b, squares = a * a + b * b, zero = lane_set(0.0f);
  const mask_t alike = both > 1e-30f;
  return lane_select(alike, both * (a + b) / lane_select(alike, squares, lane_set(1.0f)), zero);
}

/* d.D d, in h. */
PASS_INLINE real_t limited_stretch(const real_t *row, const struct pair_gap *gap) {
  const real_t x = gap->dx, y = gap->dy, z = gap->dz;
  return (x * ((row[0] * x + row[3] * y) + row[4] * z) + y * (row[1] * y + row[5] * z)) + row[2] * (z * z);
}

/* Of a velocity apart, m/s: negative where they approach. */
PASS_INLINE real_t limited_dissipation(const struct wcsph_law *law, const struct pair_gap *gap,
                                       real_t apart) {
  const real_t closing = lane_min(apart, lane_set(0.0f)) * (law->dissipation / gap->ratios);
  return closing * riemann_beta(law, -(closing * gap->ratios));
}

PASS_INLINE void limited_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                              const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                              const real_t *row_j, struct pass_terms *terms) {
  (void)kind;
  const real_t per = lane_bounded_quotient(gap->q, gap->r2 + PAIR_ETA2);
  const real_t ur = ((i->u - j->u) * gap->dx + (i->v - j->v) * gap->dy) + (i->w - j->w) * gap->dz;
  const real_t apart = ur * per, scale = law->h * per;
  const real_t slopes = limited_slope(scale * limited_stretch(row_i, gap), apart) +
                        limited_slope(scale * limited_stretch(row_j, gap), apart);
  const real_t left = lane_max(apart - 0.5f * slopes, apart); /* of particles that approach */
  const real_t f = sum_term(kernel_f(law->kernel, gap->q), law->quanta_acceleration, law->summation);
  const real_t along = f * (limited_dissipation(law, gap, left) - limited_dissipation(law, gap, apart));
  terms->i[0] = along * gap->dx;
  terms->i[1] = along * gap->dy;
  terms->i[2] = along * gap->dz;
  terms->most = lane_set(0.0f);
}

PASS_INLINE float limited_quanta(const struct wcsph_law *law, int k) {
  (void)k;
  return law->quanta_acceleration;
}

PASS_INLINE real_t limited_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                  const real_t sums[], real_t out[]) {
  (void)me;
  for (int a = 0; a < 3; a++) out[a] = out[a] + sums[a] * law->unit_acceleration;
  return lane_select(fluid, (out[0] * out[0] + out[1] * out[1]) + out[2] * out[2], lane_set(0.0f));
}

#endif
