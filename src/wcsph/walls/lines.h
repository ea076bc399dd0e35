/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_LINES_H
#define WCSPH_WALLS_LINES_H
/* Springs, dampers and moorings of bodies: their forces are functions of the body's pose and velocity. In
 * double from + - * /, and the root, so that they have the same bits everywhere. */
#include "wcsph/walls/bodies.h"

/* Add what pulls at a body to its force, torque and dissipated power. */
void lines_pull(const struct wcsph_run *r, struct rigid_body *b);

/* Upper bounds of the stiffness, 1/s^2, and damping, 1/s, that lines give a body. */
void lines_stiffness(const struct wcsph_run *r, const struct rigid_body *b, double *frequency2, double *rate);

/* A mooring at rest whose upper end is `across` m beside and `height` m above its anchor: the tension there
 * along and downwards, N. An elastic catenary (Irvine 1981), as so many straight pieces. */
void mooring_tension(const struct mooring *m, double across, double height, double *along, double *down);
void mooring_tension_of(const struct mooring *m, int pieces, double across, double height, double *along,
                        double *down);

#endif
