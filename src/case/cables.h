/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_CABLES_H
#define CASE_CABLES_H
/* What a case says of cables, moorings that move (wcsph/walls/cables.h), a part of case.h. */
#include <stdbool.h>
#include <stddef.h>

/* A flat bed below a cable. */
struct cable_bed {
  bool given;
  double height;             /* m, against gravity */
  double stiffness, damping; /* Pa/m, Pa s/m: over the cable's diameter */
  double friction;           /* Coulomb's coefficient */
};

/* A chain or rope of lumped masses between two ends. */
struct cable {
  char *name;
  double place[2][3]; /* m, of the ends at the start; NaN: that of the knot */
  char *on[2];        /* what the ends are on; NULL: a place in space */
  int wall[2];        /* which body or moving wall that is, or -1 */
  int knot[2];        /* which knot, or -1 */
  double length;      /* m, unstretched */
  int segments;
  double mass;      /* kg/m */
  double diameter;  /* m, of a cylinder of the cable's volume */
  double stiffness; /* N: tension over strain */
  double damping;   /* over the critical one of a segment */
  double drag[2];   /* coefficients across and along */
  double added_mass[2];
  double water; /* kg/m^3, of what is around it; NaN: the case's */
  struct cable_bed bed;
  double breaks_at; /* N; NaN: never */
};

/* Where cables meet, or where one ends free. */
struct knot {
  char *name;
  double at[3];        /* m, at the start */
  double mass, volume; /* kg, m^3 */
  double drag;         /* m^2: coefficient times area */
  double added_mass;   /* coefficient */
};

#endif
