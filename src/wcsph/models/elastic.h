/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_ELASTIC_H
#define WCSPH_MODELS_ELASTIC_H
/* Elastic solids: stress and energy from the displacement gradient H = F - 1, by rows, in `n` dimensions (2-D
 * is plane strain: F has 1 along z). In double from + - * / alone, so that every backend has the same bits.
 */
#include <math.h>
#include <stdbool.h>

#include "case/moves.h"
#include "lane/exponent.h"

#define ELASTIC_INLINE static inline __attribute__((always_inline))

/* F of H. */
ELASTIC_INLINE void elastic_deformation(int n, const double h[9], double f[9]) {
  for (int k = 0; k < n * n; k++) f[k] = h[k];
  for (int a = 0; a < n; a++) f[a * n + a] += 1.0;
}

/* The matrix of cofactors, det(F) F^-T, and det(F). */
ELASTIC_INLINE double elastic_cofactors(int n, const double f[9], double c[9]) {
  if (n == 2) {
    c[0] = f[3], c[1] = -f[2], c[2] = -f[1], c[3] = f[0];
    return f[0] * f[3] - f[1] * f[2];
  }
  for (int a = 0; a < 3; a++) {
    const double *p = f + 3 * ((a + 1) % 3), *q = f + 3 * ((a + 2) % 3);
    c[3 * a] = p[1] * q[2] - p[2] * q[1];
    c[3 * a + 1] = p[2] * q[0] - p[0] * q[2];
    c[3 * a + 2] = p[0] * q[1] - p[1] * q[0];
  }
  return (f[0] * c[0] + f[1] * c[1]) + f[2] * c[2];
}

/* Green's strain, E = (H + H^T + H^T H) / 2, which keeps the digits of small ones. */
ELASTIC_INLINE void elastic_strain(int n, const double h[9], double e[9]) {
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      double sum = h[a * n + b] + h[b * n + a];
      for (int k = 0; k < n; k++) sum += h[k * n + a] * h[k * n + b];
      e[a * n + b] = 0.5 * sum;
    }
}

/* First Piola-Kirchhoff stress, Pa, with Lame's constants. Saint Venant-Kirchhoff: F (lambda tr(E) + 2 mu E);
 * neo-Hookean: mu (F - F^-T) + lambda/2 (J^2 - 1) F^-T (Ciarlet). Returns J = det F. */
ELASTIC_INLINE double elastic_stress(int n, enum solid_model model, double lambda, double mu,
                                     const double h[9], double p[9]) {
  double f[9], c[9];
  elastic_deformation(n, h, f);
  const double j = elastic_cofactors(n, f, c);
  if (model == SOLID_NEO_HOOKEAN) {
    const double inverse = 1.0 / j, more = (0.5 * lambda * (j * j - 1.0) - mu) * inverse;
    for (int k = 0; k < n * n; k++) p[k] = mu * f[k] + more * c[k];
    return j;
  }
  double e[9], trace = 0.0;
  elastic_strain(n, h, e);
  for (int a = 0; a < n; a++) trace += e[a * n + a];
  for (int k = 0; k < n * n; k++) e[k] = 2.0 * mu * e[k];
  for (int a = 0; a < n; a++) e[a * n + a] += lambda * trace;
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      double sum = 0.0;
      for (int k = 0; k < n; k++) sum += f[a * n + k] * e[k * n + b];
      p[a * n + b] = sum;
    }
  return j;
}

/* Of a viscous solid P gets F (lambda tr(dE) + 2 mu dE) more, dE = (F^T dF + dF^T F) / 2 the rate of strain
 * and the constants in Pa s: none where it turns as a whole. */
ELASTIC_INLINE void elastic_add_viscous(int n, double lambda, double mu, const double h[9],
                                        const double rate[9], double p[9]) {
  double f[9], e[9], trace = 0.0;
  elastic_deformation(n, h, f);
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      double sum = 0.0;
      for (int k = 0; k < n; k++) sum += f[k * n + a] * rate[k * n + b] + rate[k * n + a] * f[k * n + b];
      e[a * n + b] = mu * sum;
      if (a == b) trace += 0.5 * sum;
    }
  for (int a = 0; a < n; a++) e[a * n + a] += lambda * trace;
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      double sum = p[a * n + b];
      for (int k = 0; k < n; k++) sum += f[a * n + k] * e[k * n + b];
      p[a * n + b] = sum;
    }
}

/* ---- for results, on the host ---- */

/* Energy over the volume at the start, Pa. */
static inline double elastic_energy(int n, enum solid_model model, double lambda, double mu,
                                    const double h[9]) {
  double f[9], c[9], e[9], trace = 0.0, square = 0.0;
  elastic_deformation(n, h, f);
  elastic_strain(n, h, e);
  for (int a = 0; a < n; a++) trace += e[a * n + a];
  for (int k = 0; k < n * n; k++) square += e[k] * e[k];
  if (model == SOLID_SAINT_VENANT_KIRCHHOFF) return 0.5 * lambda * trace * trace + mu * square;
  const double j = elastic_cofactors(n, f, c), log_j = logarithm(j);
  return mu * (trace - log_j) + 0.25 * lambda * (j * j - 1.0 - 2.0 * log_j);
}

/* Von Mises' equivalent of Cauchy's stress P F^T / J, Pa. Along z plane strain has its own stress. */
static inline double elastic_mises(int n, enum solid_model model, double lambda, double mu,
                                   const double h[9]) {
  double f[9], p[9], s[3][3] = {{0}}, e[9], trace = 0.0;
  elastic_deformation(n, h, f);
  elastic_strain(n, h, e);
  const double j = elastic_stress(n, model, lambda, mu, h, p);
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      for (int k = 0; k < n; k++) s[a][b] += p[a * n + k] * f[b * n + k] / j;
  for (int a = 0; a < n; a++) trace += e[a * n + a];
  if (n == 2) s[2][2] = model == SOLID_NEO_HOOKEAN ? 0.5 * lambda * (j * j - 1.0) / j : lambda * trace / j;
  const double xy = s[0][0] - s[1][1], yz = s[1][1] - s[2][2], zx = s[2][2] - s[0][0];
  const double shear = s[0][1] * s[0][1] + s[1][2] * s[1][2] + s[2][0] * s[2][0];
  return sqrt(0.5 * (xy * xy + yz * yz + zx * zx) + 3.0 * shear);
}

#endif
