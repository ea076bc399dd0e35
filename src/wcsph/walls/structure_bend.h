/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_STRUCTURE_BEND_H
#define WCSPH_WALLS_STRUCTURE_BEND_H
/* Total Lagrangian SPH, a particle at a time. Neighbours are those of the start, in the order of ids; each
 * particle gathers for itself, in double from + - * / alone: the same bits on every backend and number of
 * threads. A stage of the fluid is so many sub-steps of position Verlet (drift, kick, drift) under the loads
 * of the fluid at its start; walls/pose.h has the drift before the first. */
#include "wcsph/models/elastic.h"
#include "wcsph/walls/structure.h"

/* What is summed over neighbours, times the correction: sum (f_j - f_i) (C grad W)^T V. */
ELASTIC_INLINE void structure_correct(int n, const double sum[9], const double *c, double out[9]) {
  for (int a = 0; a < n; a++)
    for (int e = 0; e < n; e++) {
      double all = 0.0;
      for (int m = 0; m < n; m++) all += sum[a * n + m] * c[m * n + e];
      out[a * n + e] = all;
    }
}

/* The gradients of displacement and velocity of particle k. */
ELASTIC_INLINE void structure_gradient(const struct structures *b, int n, const struct structure_row *rows,
                                       uint32_t k, double h[9], double rate[9]) {
  const double *c = b->correction + 9 * (size_t)k;
  const struct structure_row *mine = &rows[k];
  double sum[9] = {0}, more[9] = {0};
  const uint32_t count = b->neighbours[k];
  for (uint32_t s = 0; s < count; s++) {
    const size_t at = (size_t)k * b->across + (size_t)s * b->along;
    const struct structure_pair *p = &b->pair[at];
    const struct structure_row *other = &rows[b->near[at]];
    for (int a = 0; a < n; a++) {
      const double d = p->w * (other->u[a] - mine->u[a]), f = p->w * (other->v[a] - mine->v[a]);
      for (int e = 0; e < n; e++) sum[a * n + e] += d * p->x[e], more[a * n + e] += f * p->x[e];
    }
  }
  structure_correct(n, sum, c, h);
  structure_correct(n, more, c, rate);
}

/* Gradient and stress of particle k; where it is turned inside out, no number, which ends the run. */
ELASTIC_INLINE void structure_strain_of(const struct structures *b, int n, const struct structure_row *rows,
                                        uint32_t k) {
  const struct structure_law *law = &b->laws[b->of[k] & ~STRUCTURE_CLAMPED];
  const double *c = b->correction + 9 * (size_t)k;
  double h[9], rate[9], p[9];
  structure_gradient(b, n, rows, k, h, rate);
  const double j = elastic_stress(n, law->model, law->lambda, law->mu, h, p);
  elastic_add_viscous(n, law->viscous * law->lambda, law->viscous * law->mu, h, rate, p);
  struct structure_stress *to = &b->stress[k];
  structure_correct(n, p, c, to->t);
  for (int m = 0; m < n * n; m++) to->h[m] = h[m];
  if (!(j > 0.0)) to->t[0] = __builtin_nan("");
}

static inline void structure_strain(const struct structures *b, const struct structure_row *rows,
                                    uint32_t k) {
  if (b->dimensions == 2)
    structure_strain_of(b, 2, rows, k);
  else
    structure_strain_of(b, 3, rows, k);
}

/* Acceleration of particle k by its neighbours: sum (T_i + T_j) grad W V / rho, and against zero-energy
 * modes, along x_ij in proportion to what it differs from (F_i + F_j) X_ij / 2 (Ganzenmueller 2015, with
 * -W'/r for W/r^2). What i gives j is opposite. */
ELASTIC_INLINE void structure_pull(const struct structures *b, int n, const struct structure_row *rows,
                                   uint32_t k, double out[3]) {
  const struct structure_law *law = &b->laws[b->of[k] & ~STRUCTURE_CLAMPED];
  const struct structure_stress *mine = &b->stress[k];
  const double *u = rows[k].u;
  double sum[3] = {0};
  const uint32_t count = b->neighbours[k];
  for (uint32_t s = 0; s < count; s++) {
    const size_t at = (size_t)k * b->across + (size_t)s * b->along;
    const struct structure_pair *p = &b->pair[at];
    const uint32_t j = b->near[at];
    const struct structure_stress *other = &b->stress[j];
    const double *v = rows[j].u;
    double t[3], x[3], off = 0.0, r2 = 0.0;
    for (int a = 0; a < n; a++) {
      double by_stress = 0.0, by_gradient = 0.0;
      for (int e = 0; e < n; e++) {
        by_stress += (mine->t[a * n + e] + other->t[a * n + e]) * p->x[e];
        by_gradient += (mine->h[a * n + e] + other->h[a * n + e]) * p->x[e];
      }
      const double d = u[a] - v[a];
      t[a] = by_stress;
      x[a] = p->x[a] + d;
      off += (0.5 * by_gradient - d) * x[a];
      r2 += x[a] * x[a];
    }
    const double zero = law->zero * (off / r2);
    for (int a = 0; a < n; a++) sum[a] += p->w * (law->per_density * t[a] - zero * x[a]);
  }
  for (int a = 0; a < n; a++) out[a] = sum[a];
}

/* Sub-step `step` of particle k, behind structure_strain of all: kick, and drift to the middle of the next.
 */
ELASTIC_INLINE void structure_kick_of(const struct structures *b, int n, const struct structure_step *t,
                                      uint32_t step, uint32_t k) {
  const struct structure_row *from = structure_from(b, t, step);
  struct structure_row *to = structure_from(b, t, step + 1);
  const struct structure_law *law = &b->laws[b->of[k] & ~STRUCTURE_CLAMPED];
  const bool last = step + 1 == t->substeps;
  const double drift = last ? 0.5 * t->dt : t->dt, half = 0.5 * law->damping * t->dt;
  struct structure_row r = structure_row_of(&from[k]);
  double pull[3];
  if (!(b->of[k] & STRUCTURE_CLAMPED)) {
    structure_pull(b, n, from, k, pull);
    for (int a = 0; a < n; a++)
      r.v[a] =
          (r.v[a] * (1.0 - half) + t->dt * (pull[a] + b->load[3 * (size_t)k + (size_t)a])) / (1.0 + half);
  }
  for (int a = 0; a < n; a++) {
    r.u[a] += drift * r.v[a];
    if (last) r.a[a] = (r.v[a] - r.a[a]) / t->duration;
  }
  structure_row_put(&to[k], &r);
}

static inline void structure_kick(const struct structures *b, const struct structure_step *t, uint32_t step,
                                  uint32_t k) {
  if (b->dimensions == 2)
    structure_kick_of(b, 2, t, step, k);
  else
    structure_kick_of(b, 3, t, step, k);
}

#endif
