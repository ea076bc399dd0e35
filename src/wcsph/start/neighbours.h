/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_START_NEIGHBOURS_H
#define WCSPH_START_NEIGHBOURS_H
/* How many neighbours to expect, counted on the initial lattice before any backend is opened. */
#include "geometry/particles.h"
#include "wcsph/settings.h"

/* Mean number of other particles within `support` (m) of a fluid particle, over a sample of them; of sites
 * where no particle is placed yet. */
int neighbours_expected(double *mean, const struct wcsph_settings *c, const struct particles *p,
                        const struct particles_sites *sites, double support);

#endif
