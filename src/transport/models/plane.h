/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_MODELS_PLANE_H
#define TRANSPORT_MODELS_PLANE_H
/* How much of a cell a plane cuts off. */

static inline double plane_power(double x, int n) {
  double power = x > 0.0 ? x : 0.0;
  for (int k = 1; k < n; k++) power *= x > 0.0 ? x : 0.0;
  return power;
}

/* The share of a unit cell, length, square or cube, in which above + sum of slope_i (x_i - 1/2) > 0
 * (Scardovelli & Zaleski 2000, J. Comput. Phys. 164, 228-237): a corner of n! prod m_i volume, less what of
 * it is outside. */
static inline double plane_share(int dimensions, const double slope[], double above) {
  double m[3], sum = 0.0, scale = 1.0, share;
  int n = 0;
  for (int a = 0; a < dimensions; a++) sum += slope[a] < 0.0 ? -slope[a] : slope[a];
  if (!(sum > 0.0)) return above > 0.0 ? 1.0 : 0.0;
  for (int a = 0; a < dimensions; a++) {
    const double size = (slope[a] < 0.0 ? -slope[a] : slope[a]) / sum;
    if (size > 1e-4) m[n++] = size; /* of less, nothing but rounding would be left */
  }
  const double along = above / sum + 0.5, near = along < 0.5 ? along : 1.0 - along;
  share = plane_power(near, n);
  for (int i = 0; i < n; i++) {
    share -= plane_power(near - m[i], n);
    for (int k = 0; k < i; k++) share += plane_power(near - m[i] - m[k], n);
    scale *= (double)(i + 1) * m[i];
  }
  share /= scale;
  share = share < 1.0 ? share : 1.0;
  return along < 0.5 ? share : 1.0 - share;
}

#endif
