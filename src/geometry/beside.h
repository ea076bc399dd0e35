/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_BESIDE_H
#define GEOMETRY_BESIDE_H
#include "geometry/runs.h"
#include "geometry/shape.h"

/* Add the sites moved by one along an axis, side -1 or 1, into the domain again where it repeats.
 * STATUS_FAILED without memory. */
int beside_add(struct runs *beside, const struct runs *sites, const struct lattice *l, int axis, int side);

#endif
