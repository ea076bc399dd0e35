/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/opening_fit.h"

#include <string.h>

#include "wcsph/passes/fit.h"

/* Covariance of places, xx, yy, zz, xy, xz, yz, by rows and columns. */
static double covariance(const float *sums, int a, int b) {
  static const int at[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  const double weight = (double)sums[FIT_WEIGHT];
  return (double)sums[FIT_SQUARES + at[a][b]] / weight -
         (double)sums[FIT_PLACE + a] / weight * ((double)sums[FIT_PLACE + b] / weight);
}

enum { MEAN = 3, NORMAL, RIGHT }; /* columns behind C */

/* Solves C x = c by Gauss's elimination, for c the mean place and the normal; C is symmetric and, where fluid
 * tells, not nearly singular: a pivot is a part of a kernel's own square of width. */
static bool solve(double c[3][RIGHT], int n) {
  const double flat = 0.01;
  for (int k = 0; k < n; k++) {
    if (!(c[k][k] > flat)) return false;
    for (int i = 0; i < n; i++) {
      const double f = c[i][k] / c[k][k];
      for (int j = k; j < RIGHT && i != k; j++) c[i][j] -= f * c[k][j];
    }
  }
  for (int k = 0; k < n; k++)
    for (int j = MEAN; j < RIGHT; j++) c[k][j] /= c[k][k];
  return true;
}

struct opening_fit opening_fit(const struct wcsph_law *law, const struct vec4 *rows, const float normal[3],
                               double gravity, float least) {
  struct opening_fit fit = {.slope = (float)((double)law->rho0 * gravity)};
  float sums[4 * fit_WRITTEN];
  const int n = law->dimensions;
  memcpy(sums, rows, sizeof sums);
  fit.share = sums[FIT_WEIGHT];
  if (!(fit.share > 0.0f)) return fit;
  const double weight = (double)fit.share;
  double c[3][RIGHT] = {{0}}, slope = 0.0;
  for (int a = 0; a < n; a++) {
    for (int b = 0; b < n; b++) c[a][b] = covariance(sums, a, b);
    c[a][MEAN] = (double)sums[FIT_PLACE + a] / weight;
    c[a][NORMAL] = (double)normal[a];
  }
  const bool tells = fit.share >= least && solve(c, n);
  for (int q = 0; q < FIT_COUNT; q++) {
    const float *of = &sums[FIT_VALUES + 4 * q];
    const double mean = (double)of[0] / weight;
    double value = mean; /* at the mean place; from there along the slope to the point */
    for (int a = 0; tells && a < n; a++) {
      const double with = (double)of[1 + a] / weight - (double)sums[FIT_PLACE + a] / weight * mean;
      value -= c[a][MEAN] * with;
      if (q == FIT_PRESSURE) slope += c[a][NORMAL] * with;
    }
    fit.value[q] = (float)value;
  }
  if (tells) fit.slope = (float)(slope * (double)law->inv_h);
  return fit;
}
