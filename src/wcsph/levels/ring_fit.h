/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_RING_FIT_H
#define WCSPH_LEVELS_RING_FIT_H
/* What a level has at a place of another's ring and close to it: a + b.r + c r^2 by weighted least squares.
 * Without the last term the mean of a kernel of h = 2.4 dp takes a fifth of the spin of a vortex whose core
 * has four spacings. Terms such as x y or x^2 - y^2 cancel where fluid is all around. */
#include "wcsph/openings/opening_fit.h"
#include "wcsph/passes/curved.h"

/* Where less than this share of the kernel is fluid, a free surface or a wall is near: a straight line is all
 * that fluid on one side bears, and pressures near a free surface are of their own (exchange.c). */
static const float full_share = 0.9f;

/* Places 0.6 spacings nearer to a surface or a wall than one with this share are still full. */
static const float inner_share = 0.97f;

struct ring_fit {
  struct opening_fit at;     /* at the place */
  bool goes_on;              /* it is known beside the place as well, by what follows */
  float slope[FIT_COUNT][3]; /* per h */
  float curve[FIT_COUNT];    /* per h^2 */
};

/* Where fluid is all around: `sums` of passes/fit.h, `curved` of passes/curved.h, at the same place. */
static inline void ring_fit_curve(struct ring_fit *fit, const struct wcsph_law *law, const float *sums,
                                  const float *curved) {
  enum { TERMS = 5 }; /* 1, x, y, z, r^2 */
  const int n = law->dimensions, last = n + 1;
  const double weight = (double)sums[FIT_WEIGHT], flat = 0.01;
  double m[TERMS][TERMS + FIT_COUNT] = {{1.0}};
  for (int a = 0; a < n; a++) {
    m[0][1 + a] = m[1 + a][0] = (double)sums[FIT_PLACE + a] / weight;
    for (int b = 0; b < n; b++)
      m[1 + a][1 + b] = (double)sums[FIT_SQUARES + (a == b ? a : a + b + 2)] / weight;
    m[1 + a][last] = m[last][1 + a] = (double)curved[CURVED_PLACE + a] / weight;
    m[0][last] = m[last][0] += (double)sums[FIT_SQUARES + a] / weight;
  }
  m[last][last] = (double)curved[CURVED_FOURTH] / weight;
  for (int q = 0; q < FIT_COUNT; q++) {
    for (int a = 0; a <= n; a++) m[a][TERMS + q] = (double)sums[FIT_VALUES + 4 * q + a] / weight;
    m[last][TERMS + q] = (double)curved[CURVED_VALUES + q] / weight;
  }
  for (int k = 0; k <= last; k++) { /* by Gauss and Jordan; a pivot is a part of a kernel's own width */
    if (!(m[k][k] > flat)) return;
    for (int i = 0; i <= last; i++) {
      const double f = m[i][k] / m[k][k];
      for (int j = k; j < TERMS + FIT_COUNT && i != k; j++) m[i][j] -= f * m[k][j];
    }
  }
  for (int q = 0; q < FIT_COUNT; q++) {
    fit->at.value[q] = (float)(m[0][TERMS + q] / m[0][0]);
    for (int a = 0; a < n; a++) fit->slope[q][a] = (float)(m[1 + a][TERMS + q] / m[1 + a][1 + a]);
    fit->curve[q] = (float)(m[last][TERMS + q] / m[last][last]);
  }
  fit->goes_on = fit->at.share >= inner_share;
}

/* At a place beside it: `r` from there, h. */
static inline struct opening_fit ring_fit_beside(const struct ring_fit *fit, const double r[3]) {
  struct opening_fit there = fit->at;
  const double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  for (int q = 0; q < FIT_COUNT; q++) {
    double value = (double)fit->at.value[q] + (double)fit->curve[q] * square;
    for (int a = 0; a < 3; a++) value += (double)fit->slope[q][a] * r[a];
    there.value[q] = (float)value;
  }
  return there;
}

#endif
