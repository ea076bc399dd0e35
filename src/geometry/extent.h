/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_EXTENT_H
#define GEOMETRY_EXTENT_H
/* How a shape lies beside the domain: what lies far from it, or is far larger, is mostly in another unit. */
#include "geometry/mesh.h"

/* The error that there is, with where the shape and the domain are, and what `scale` might be meant; low,
 * high: m. Returns the status. */
int extent_explain(int status, const double low[3], const double high[3], const struct lattice *l);

/* The same of a surface whose error may come of its size: if it is many times as large as the domain. */
int extent_explain_large(int status, const struct mesh *m, const struct lattice *l);

/* The box of sites, m. */
void extent_of_sites(double low[3], double high[3], const struct runs *sites, const struct lattice *l);

/* How far the sites go beyond the domain, m; 0 at least. */
double extent_beyond(const struct runs *sites, const struct lattice *l);

/* Leave out the sites farther than `margin` from the domain. */
int extent_clip(struct runs *sites, const struct lattice *l, int64_t margin);

#endif
