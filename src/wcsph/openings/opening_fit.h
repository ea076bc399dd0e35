/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_OPENINGS_OPENING_FIT_H
#define WCSPH_OPENINGS_OPENING_FIT_H
/* The fluid's values at a point with fluid on one side only: a straight line through what the kernel sees,
 * weighted with it (Tafuni et al. 2018 take theirs from Liu and Liu's corrected sums; both are exact where
 * the fluid's values are linear). For the host and for a device alike. */
#include <stdbool.h>

#include "wcsph/law.h"
#include "wcsph/passes/fit.h"

enum { FIT_PRESSURE, FIT_U, FIT_V, FIT_W, FIT_COUNT };

struct opening_fit {
  float share;            /* of the kernel that fluid fills */
  float value[FIT_COUNT]; /* Pa, m/s */
  float slope;            /* of the pressure along the normal, Pa/m */
};
enum { OPENING_FIT_NUMBERS = 2 + FIT_COUNT }; /* for files */

/* The pass whose sums it is of: of several phases the one that has their pressures. */
static inline enum point_pass_id opening_fit_pass(const struct wcsph_state *s) {
  return s->buffers & BUFFER_PHASE ? PASS_fitted : PASS_fit;
}

/* Covariance of places, xx, yy, zz, xy, xz, yz, by rows and columns. */
static inline double opening_covariance(const float *sums, int a, int b) {
  const int at = a == b ? a : a + b + 2;
  const double weight = (double)sums[FIT_WEIGHT];
  return (double)sums[FIT_SQUARES + at] / weight -
         (double)sums[FIT_PLACE + a] / weight * ((double)sums[FIT_PLACE + b] / weight);
}

enum { FIT_MEAN = 3, FIT_NORMAL, FIT_RIGHT }; /* columns behind C */

/* Solves C x = c by Gauss's elimination, for c the mean place and the normal; C is symmetric and, where fluid
 * tells, not nearly singular: a pivot is a part of a kernel's own square of width. */
static inline bool opening_solve(double c[3][FIT_RIGHT], int n) {
  const double flat = 0.01;
  for (int k = 0; k < n; k++) {
    if (!(c[k][k] > flat)) return false;
    for (int i = 0; i < n; i++) {
      const double f = c[i][k] / c[k][k];
      for (int j = k; j < FIT_RIGHT && i != k; j++) c[i][j] -= f * c[k][j];
    }
  }
  for (int k = 0; k < n; k++)
    for (int j = FIT_MEAN; j < FIT_RIGHT; j++) c[k][j] /= c[k][k];
  return true;
}

/* Of the sums of passes/fit.h. Where less than `least` of the kernel is filled, or where fluid lies on a line
 * or plane and does not tell, the mean and the weight of water, which gravity along the normal gives a slope;
 * zero where there is none. */
static inline struct opening_fit opening_fit(const struct wcsph_law *law, const float *sums,
                                             const float normal[3], double gravity, float least) {
  struct opening_fit fit = {.share = sums[FIT_WEIGHT], .slope = (float)((double)law->rho0 * gravity)};
  const int n = law->dimensions;
  if (!(fit.share > 0.0f)) return fit;
  const double weight = (double)fit.share;
  double c[3][FIT_RIGHT], slope = 0.0; /* GCC would clear it by a call, which no lane may make */
  for (int a = 0; a < 3; a++) {
    for (int b = 0; b < 3; b++) c[a][b] = a < n && b < n ? opening_covariance(sums, a, b) : 0.0;
    c[a][FIT_MEAN] = a < n ? (double)sums[FIT_PLACE + a] / weight : 0.0;
    c[a][FIT_NORMAL] = a < n ? (double)normal[a] : 0.0;
  }
  const bool tells = fit.share >= least && opening_solve(c, n);
  for (int q = 0; q < FIT_COUNT; q++) {
    const float *of = &sums[FIT_VALUES + 4 * q];
    const double mean = (double)of[0] / weight;
    double value = mean; /* at the mean place; from there along the slope to the point */
    for (int a = 0; tells && a < n; a++) {
      const double with = (double)of[1 + a] / weight - (double)sums[FIT_PLACE + a] / weight * mean;
      value -= c[a][FIT_MEAN] * with;
      if (q == FIT_PRESSURE) slope += c[a][FIT_NORMAL] * with;
    }
    fit.value[q] = (float)value;
  }
  if (tells) fit.slope = (float)(slope * (double)law->inv_h);
  return fit;
}

#endif
