/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_CABLE_CHAIN_H
#define WCSPH_WALLS_CABLE_CHAIN_H
/* The masses of all cables and what is between them: one sub-step. Half of each segment's mass, water and
 * drag belongs to either end, so that cables, knots and parted ends need no rules of their own. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "case/cables.h"

enum { POINT_NUMBERS = 6 };
struct cable_point {
  double x[3], v[3];       /* m, m/s */
  const struct knot *knot; /* NULL: none */
  bool held;               /* by an anchor, or a wall */
  int wall;                /* which goes with it, or -1 */
  double arm[3];           /* from the wall's middle at the start, m */
  double next[3], from[3]; /* held: where it goes within this step, and from where, m */
  double water;            /* kg/m^3, around a knot */
  double force[3];         /* N, but for what `damping` has */
  double mass[6];          /* kg, with that of water: xx, yy, zz, yz, xz, xy */
  double damping[6];       /* N s/m, likewise */
};

struct cable_segment {
  uint32_t end[2]; /* points */
  uint32_t cable;
  bool parted;
  double tension; /* N */
};

struct cable_chain {
  const struct cable *cables;
  size_t cable_count, point_count, segment_count;
  struct cable_point *points;
  struct cable_segment *segments;
  uint32_t *first;                  /* [cables + 1] segments of each */
  double (*ends)[2][3];             /* [cables] force on what is at either end, N */
  double gravity[3], up[3], weight; /* m/s^2, and its direction backwards */
  double longest;                   /* s: the longest stable sub-step */
  double parted_tension;            /* N, of the segment `parted_now` */
  uint32_t parted_now;              /* the segment that parts in this sub-step, from 1 on; 0: none */
  bool settles;                     /* to rest: damped at least critically, and no segment parts */
};

/* The damping of a cable now, over the critical one of a segment. */
double chain_damping(const struct cable_chain *c, const struct cable *cable);

/* Forces, masses and damping of all points as they are. */
void chain_load(struct cable_chain *c);

/* Move free points by h after chain_load; returns their kinetic energy, J. */
double chain_move(struct cable_chain *c, double h);

/* The largest force that is not in balance, N. */
double chain_unrest(const struct cable_chain *c);

/* What chain_load leaves at a point, with its damping, N. */
void chain_force(const struct cable_point *p, double f[3]);

#endif
