/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_AIR_H
#define GEOMETRY_AIR_H
/* Where no body is: what fluid that is pushed apart must not spread into. */
#include "geometry/crowd.h"

/* Keep x, of a particle of fluid, no nearer to air than the sites of the lattice are, so that fluid takes no
 * more room. `bodies`: all of the case, walls before fluids. */
void air_keep_out(const struct followed *w, const struct filled *bodies, double x[3]);

/* Add the sites of air within the reach, in spacings, of those that move, as particles that stay: fluid under
 * a free surface is made even as if the lattice went on above. STATUS_FAILED without memory. */
int air_add(struct crowd *k, const struct followed *w, const struct filled *bodies, double reach);

#endif
