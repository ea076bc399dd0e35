/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_RING_FIT_H
#define WCSPH_LEVELS_RING_FIT_H
/* What a level has at a place of another's ring: a + b.r + c r^2 by weighted least squares. Without the last
 * term the mean of a kernel of h = 2.4 dp takes a fifth of the spin of a vortex whose core has four
 * spacings. Terms such as x y or x^2 - y^2 cancel where fluid is all around. */
#include "wcsph/openings/opening_fit.h"
#include "wcsph/passes/curved.h"

/* Where less than this share of the kernel is fluid, a free surface or a wall is near: a straight line is all
 * that fluid on one side bears, and pressures near a free surface are of their own (exchange.c). */
static const float full_share = 0.9f;

/* `sums` of passes/fit.h, `curved` of passes/curved.h, at the same place. */
static inline struct opening_fit ring_fit(const struct wcsph_law *law, const float *sums, const float *curved,
                                          float least) {
  static const float up[3] = {0.0f, 0.0f, 1.0f};
  struct opening_fit fit = opening_fit(law, sums, up, 0.0, least);
  if (!(fit.share >= full_share)) return fit;
  const int n = law->dimensions;
  const double weight = (double)sums[FIT_WEIGHT], least_spread = 0.01;
  double c[3][FIT_RIGHT], mean[3], with[3], square = 0.0; /* of r^2: with r, and alone */
  for (int a = 0; a < n; a++) mean[a] = (double)sums[FIT_PLACE + a] / weight;
  for (int a = 0; a < n; a++) square += (double)sums[FIT_SQUARES + a] / weight;
  for (int a = 0; a < n; a++) {
    for (int b = 0; b < n; b++) c[a][b] = opening_covariance(sums, a, b);
    c[a][FIT_MEAN] = mean[a];
    c[a][FIT_NORMAL] = with[a] = (double)curved[CURVED_PLACE + a] / weight - mean[a] * square;
  }
  if (!opening_solve(c, n)) return fit;
  /* What a straight line through r^2 leaves of it: at the place, and its square. */
  double here = square, spread = (double)curved[CURVED_FOURTH] / weight - square * square;
  for (int a = 0; a < n; a++) here -= c[a][FIT_NORMAL] * mean[a], spread -= c[a][FIT_NORMAL] * with[a];
  for (int q = 0; q < FIT_COUNT && spread > least_spread; q++) {
    const float *of = &sums[FIT_VALUES + 4 * q];
    const double value = (double)of[0] / weight;
    double curve = (double)curved[CURVED_VALUES + q] / weight - square * value;
    for (int a = 0; a < n; a++) curve -= c[a][FIT_NORMAL] * ((double)of[1 + a] / weight - mean[a] * value);
    fit.value[q] = (float)((double)fit.value[q] - here * curve / spread);
  }
  return fit;
}

#endif
