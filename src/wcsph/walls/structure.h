/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_STRUCTURE_H
#define WCSPH_WALLS_STRUCTURE_H
/* Walls that bend, as backends have them; what they do to them is structure_bend.h. What a particle is
 * numbered by is its place among all particles of structures. */
#include <stddef.h>
#include <stdint.h>

#include "case/moves.h"

/* Where a particle is from where it began, m, how fast, m/s, and its mean acceleration over the last step,
 * which during a step is the velocity at its start. */
struct structure_row {
  double u[3], v[3], a[3];
};

/* Number by number: of a whole struct GCC makes a call, which a lane of a GPU may not make. */
static inline struct structure_row structure_row_of(const struct structure_row *r) {
  return (struct structure_row){
      {r->u[0], r->u[1], r->u[2]}, {r->v[0], r->v[1], r->v[2]}, {r->a[0], r->a[1], r->a[2]}};
}
static inline void structure_row_put(struct structure_row *to, const struct structure_row *r) {
  to->u[0] = r->u[0], to->u[1] = r->u[1], to->u[2] = r->u[2];
  to->v[0] = r->v[0], to->v[1] = r->v[1], to->v[2] = r->v[2];
  to->a[0] = r->a[0], to->a[1] = r->a[1], to->a[2] = r->a[2];
}

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
  double viscous;                 /* s: that stress is ahead of strain by */
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
  uint32_t across, along; /* in lists of pairs: from a particle to the next, from a neighbour to the next */
  const struct structure_law *laws;   /* by the low bits of `of` */
  const uint16_t *of;                 /* [count] the law, and STRUCTURE_CLAMPED */
  const uint16_t *neighbours;         /* [count] how many */
  const uint32_t *near;               /* the list */
  const struct structure_pair *pair;  /* likewise */
  const double *correction;           /* [count][9] of the kernel's gradient, by rows of `dimensions` */
  struct structure_row *rows, *other; /* [count] now; and of every other sub-step */
  struct structure_stress *stress;    /* [count] */
  double *load;                       /* [count][3] m/s^2: of fluid and gravity, as it was at the last step */
  double quantum[3], per_quantum[3];  /* m; 1/m */
  double low[3], high[3];             /* quanta: where particles may be */
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

#endif
