/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_RENORMALISE_H
#define WCSPH_MODELS_RENORMALISE_H
/* Moments of a particle's neighbourhood, M = -sum V F r (x) r, r = x_i - x_j: the unit matrix amid fluid, and
 * M^-1 makes gradients of linear fields exact anywhere (Randles & Libersky 1996; Bonet & Lok 1999).
 * Symmetric matrices are xx, yy, zz, xy, xz, yz. */
#include "wcsph/models/pair_gap.h"

/* What a neighbour adds; weight is -V F, 1/m^2, as sums take it; lengths of the gap in m. */
static inline void renormalise_moments(const struct pair_gap *gap, real_t weight, real_t m[6]) {
  m[0] = weight * (gap->dx * gap->dx);
  m[1] = weight * (gap->dy * gap->dy);
  m[2] = weight * (gap->dz * gap->dz);
  m[3] = weight * (gap->dx * gap->dy);
  m[4] = weight * (gap->dx * gap->dz);
  m[5] = weight * (gap->dy * gap->dz);
}

/* How full the neighbourhood is: the mean eigenvalue, 1 amid fluid, 1/2 at a flat surface. */
static inline real_t renormalise_filled(const struct wcsph_law *law, const real_t m[6]) {
  return law->dimensions == 2 ? 0.5f * (m[0] + m[1]) : (1.0f / 3.0f) * ((m[0] + m[1]) + m[2]);
}

/* Cofactors of a symmetric matrix, and its determinant: over it they are the inverse. */
static inline real_t symmetric_cofactors(const real_t m[6], real_t c[6]) {
  const real_t xx = m[0], yy = m[1], zz = m[2], xy = m[3], xz = m[4], yz = m[5];
  c[0] = yy * zz - yz * yz, c[3] = xz * yz - xy * zz, c[4] = xy * yz - xz * yy;
  c[1] = xx * zz - xz * xz, c[5] = xy * xz - xx * yz, c[2] = xx * yy - xy * xy;
  return (xx * c[0] + xy * c[3]) + xz * c[4];
}

/* M^-1; zero, and false, where neighbours lie so nearly on a line or a plane that they do not tell: where the
 * product of the eigenvalues is a small part of their mean's power. At a corner of fluid it is a third. */
static inline mask_t renormalise_invert(const struct wcsph_law *law, const real_t m[6], real_t inverse[6]) {
  const bool flat = law->dimensions == 2;
  const real_t zero = lane_set(0.0f), one = lane_set(1.0f), mean = renormalise_filled(law, m);
  const real_t whole[6] = {m[0], m[1], flat ? one : m[2], m[3], m[4], m[5]};
  real_t c[6];
  const real_t det = symmetric_cofactors(whole, c);
  const mask_t known = det > 0.05f * (mean * mean * (flat ? one : mean));
  const real_t inv = lane_select(known, 1.0f / lane_select(known, det, one), zero);
  for (int k = 0; k < 6; k++) inverse[k] = inv * c[k];
  return known;
}

#endif
