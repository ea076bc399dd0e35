/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_START_HYDROSTATIC_H
#define WCSPH_START_HYDROSTATIC_H
/* How high the water stands above each place at the start, column by column of the lattice along gravity. */
#include "geometry/particles.h"
#include "wcsph/settings.h"

/* The site, along the axis of gravity, of the water's surface above each fluid particle: levels[fluid_count],
 * which the caller frees. *levels is NULL where no fluid begins hydrostatic or there is no gravity.
 *
 * The surface is the highest fluid that stands in the column without air between. Walls in between do not
 * interrupt the water, which stands around them; water with a wall for a lid takes the highest level of its
 * fluid. Positions must still be those that
 * particles_fill gave. STATUS_FAILED without memory. */
int hydrostatic_levels(int32_t **levels, const struct wcsph_settings *c, const struct particles *p);

/* The same of some of a case's particles, where `all` are not placed, but their sites are known. */
int hydrostatic_levels_of(int32_t **levels, const struct wcsph_settings *c, const struct particles *some,
                          const struct particles *all, const struct particles_sites *sites);

/* Height of a point along -gravity, m. */
double hydrostatic_height(const struct wcsph_settings *c, const double x[3]);

/* Height of the surface at a site of `levels`, which is half a spacing above it, m. */
double hydrostatic_surface(const struct wcsph_settings *c, int32_t level);

#endif
