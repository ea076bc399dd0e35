/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_STRUCTURE_H
#define WCSPH_WALLS_STRUCTURE_H
/* Walls that bend: total Lagrangian SPH, a particle at a time. Neighbours are those of the start, in the order of
 * ids; each particle gathers for itself, in double from + - * / alone: the same bits on every backend and number
 * of threads. A step of the fluid is so many sub-steps of position Verlet (drift, kick, drift) under the loads of
 * the fluid at its start. What a particle is numbered by is its place among all particles of structures. */
#include <stddef.h>
#include <stdint.h>

#include "wcsph/models/elastic.h"

/* Where a particle is from where it began, m, how fast, m/s, and its mean acceleration over the last step, which
 * during a step is the velocity at its start. */
struct structure_row {
  double u[3], v[3], a[3];
};

/* A neighbour: the way from it, m, and V W'(r)/r of the kernel, 1/m^2. */
struct structure_pair {
  double x[3], w;
};

/* By rows: the displacement gradient, and stress times correction, Pa. */
struct structure_stress {
  double h[9], t[9];
};

/* Of a structure. */
struct structure_law {
  enum solid_model model;
  double lambda, mu, per_density; /* Pa, Pa, m^3/kg */
  double damping;                 /* 1/s */
  double zero;                    /* m^2/s^2: of the control of zero-energy modes */
  double per_rate;                /* acceleration over the rate of its row: masses of fluid over solid */
  double gravity[3];              /* m/s^2 */
};

enum { STRUCTURE_CLAMPED = 0x8000 };

/* All of them; pointers are the device's in a device's copy. */
struct structures {
  uint32_t count;     /* particles */
  uint32_t law_count; /* structures */
  int dimensions;
  uint32_t across, along;            /* in lists of pairs: from a particle to the next, from a neighbour to the next */
  const struct structure_law *laws;  /* by the low bits of `of` */
  const uint16_t *of;                /* [count] the law, and STRUCTURE_CLAMPED */
  const uint16_t *neighbours;        /* [count] how many */
  const uint32_t *near;              /* the list */
  const struct structure_pair *pair; /* likewise */
  const double *correction;          /* [count][9] of the kernel's gradient, by rows of `dimensions` */
  struct structure_row *rows, *other; /* [count] now; and of every other sub-step */
  struct structure_stress *stress;   /* [count] */
  double *load;                      /* [count][3] m/s^2: of fluid and gravity, as it was at the last step */
  double quantum[3], per_quantum[3]; /* m; 1/m */
  double low[3], high[3];            /* quanta: where particles may be */
};

/* A step of them. */
struct structure_step {
  double duration, dt; /* s, of all and of a sub-step */
  uint32_t substeps;
};

/* The rows from which sub-step k goes, and to which; the last one ends in `rows`. */
static inline struct structure_row *structure_from(const struct structures *b, const struct structure_step *t,
                                                   uint32_t k) {
  return (t->substeps - k) % 2 ? b->other : b->rows;
}

/* The displacement gradient of particle k, H = sum (u_j - u_i) (C grad W)^T V. */
ELASTIC_INLINE void structure_gradient(const struct structures *b, int n, const struct structure_row *rows,
                                       uint32_t k, double h[9]) {
  const double *c = b->correction + 9 * (size_t)k, *u = rows[k].u;
  double sum[9] = {0};
  const uint32_t count = b->neighbours[k];
  for (uint32_t s = 0; s < count; s++) {
    const size_t at = (size_t)k * b->across + (size_t)s * b->along;
    const struct structure_pair *p = &b->pair[at];
    const double *v = rows[b->near[at]].u;
    for (int a = 0; a < n; a++) {
      const double d = p->w * (v[a] - u[a]);
      for (int e = 0; e < n; e++) sum[a * n + e] += d * p->x[e];
    }
  }
  for (int a = 0; a < n; a++)
    for (int e = 0; e < n; e++) {
      double all = 0.0;
      for (int m = 0; m < n; m++) all += sum[a * n + m] * c[m * n + e];
      h[a * n + e] = all;
    }
}

/* Gradient and stress of particle k; where it is turned inside out, no number, which ends the run. */
ELASTIC_INLINE void structure_strain_of(const struct structures *b, int n, const struct structure_row *rows,
                                        uint32_t k) {
  const struct structure_law *law = &b->laws[b->of[k] & ~STRUCTURE_CLAMPED];
  const double *c = b->correction + 9 * (size_t)k;
  double h[9], p[9];
  structure_gradient(b, n, rows, k, h);
  const double j = elastic_stress(n, law->model, law->lambda, law->mu, h, p);
  const double bad = j > 0.0 ? 0.0 : __builtin_nan("");
  struct structure_stress *to = &b->stress[k];
  for (int a = 0; a < n; a++)
    for (int e = 0; e < n; e++) {
      double sum = bad;
      for (int m = 0; m < n; m++) sum += p[a * n + m] * c[m * n + e];
      to->t[a * n + e] = sum;
      to->h[a * n + e] = h[a * n + e];
    }
}

static inline void structure_strain(const struct structures *b, const struct structure_row *rows, uint32_t k) {
  if (b->dimensions == 2)
    structure_strain_of(b, 2, rows, k);
  else
    structure_strain_of(b, 3, rows, k);
}

/* Acceleration of particle k by its neighbours: sum (T_i + T_j) grad W V / rho, and against zero-energy modes,
 * along x_ij in proportion to what it differs from (F_i + F_j) X_ij / 2 (Ganzenmueller 2015, with -W'/r for
 * W/r^2). What i gives j is opposite. */
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

/* Sub-step `step` of particle k, behind structure_strain of all: kick, and drift to the middle of the next. */
ELASTIC_INLINE void structure_kick_of(const struct structures *b, int n, const struct structure_step *t,
                                      uint32_t step, uint32_t k) {
  const struct structure_row *from = structure_from(b, t, step);
  struct structure_row *to = structure_from(b, t, step + 1);
  const struct structure_law *law = &b->laws[b->of[k] & ~STRUCTURE_CLAMPED];
  const bool last = step + 1 == t->substeps;
  const double drift = last ? 0.5 * t->dt : t->dt, half = 0.5 * law->damping * t->dt;
  struct structure_row r = from[k];
  double pull[3];
  if (!(b->of[k] & STRUCTURE_CLAMPED)) {
    structure_pull(b, n, from, k, pull);
    for (int a = 0; a < n; a++)
      r.v[a] = (r.v[a] * (1.0 - half) + t->dt * (pull[a] + b->load[3 * (size_t)k + (size_t)a])) / (1.0 + half);
  }
  for (int a = 0; a < n; a++) {
    r.u[a] += drift * r.v[a];
    if (last) r.a[a] = (r.v[a] - r.a[a]) / t->duration;
  }
  to[k] = r;
}

static inline void structure_kick(const struct structures *b, const struct structure_step *t, uint32_t step,
                                  uint32_t k) {
  if (b->dimensions == 2)
    structure_kick_of(b, 2, t, step, k);
  else
    structure_kick_of(b, 3, t, step, k);
}

#endif
