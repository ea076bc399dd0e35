/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_LEAK_H
#define GEOMETRY_LEAK_H
/* Whether water gets out of the domain: as much of it as there is, poured over the walls as they were filled,
 * goes to the lowest places that it can get to, and must not come to a face of the domain that is neither
 * open nor periodic. What stands behind open boundaries is as walls are. */
#include "geometry/runs.h"
#include "geometry/shape.h"

struct amphi_case;

struct leak {
  bool any;
  double time;     /* s, when walls have moved so that it does; 0: as they are built; NaN: when a paddle that
                      absorbs is as far back as it may go */
  uint16_t fluid;  /* whose water, of the case */
  int face;        /* bit of enum face */
  double at[3];    /* m, where it gets there */
  double begun[3]; /* m, where it leaves the places that it had */
  int width; /* the narrowest place on its way, sites; LEAK_OPEN: it has no walls on both sides anywhere */
  double gap[3];     /* m, where that is */
  unsigned runs_out; /* bits of enum face: open faces that water of any fluid runs out of */
};

enum { LEAK_OPEN = 21 };

/* Look at a fluid; `runs_out` gathers those of all that were looked at. Only where gravity acts along y or z,
 * along no periodic axis, and there are walls. STATUS_FAILED without memory. */
int leak_find(struct leak *leak, const struct amphi_case *c, const struct lattice *l,
              const struct runs *walls, const struct runs *fluid);

#endif
