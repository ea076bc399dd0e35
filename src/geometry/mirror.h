/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_MIRROR_H
#define GEOMETRY_MIRROR_H
/* The points opposite to wall particles at the surface between wall and fluid, for modified dynamic
 * boundaries: at the nearest of the surfaces of the shapes behind which the particle is, and which no other
 * wall covers, unless it moves away; in a corner of a tank through the corner. Where no shape says it (files
 * of triangles, terrain and points, or a surface that another wall stands on), at the middle between the
 * nearest empty sites and the wall's. */
#include "geometry/particles.h"

/* Of `count` wall particles, those of these numbers, or NULL: the first ones, m; NaN where no surface is
 * within `reach`. Particles must still stand on their sites, and all walls be there. [count]; STATUS_FAILED
 * without memory. The caller frees, also after a failure. */
int mirrors_find(double (**mirror)[3], const struct scene *c, const struct particles *p,
                 const uint64_t *number, size_t count, double reach);

#endif
