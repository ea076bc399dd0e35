/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_LOOK_H
#define GEOMETRY_LOOK_H
/* Checks of the filled shapes before a run, and what they report. */
#include "geometry/filled.h"
#include "geometry/particles.h"
#include "geometry/shape.h"

/* Thin walls, leaks, water that is cut off, of the bodies of all walls, then all fluids. */
int filled_look(struct particles *p, const struct amphi_case *c, const struct lattice *l,
                const struct filled *bodies);

#endif
