/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_PLACED_H
#define GEOMETRY_PLACED_H
/* Of sites and points of a body, which have the numbers from `number` on, what a choice leaves: all without.
 */
#include "geometry/particles.h"

/* What of a run is placed. */
struct particles_run placed_choose(const struct particles_choice *choice, const struct lattice *l,
                                   const struct run *r, uint64_t number);

/* How many there are. */
size_t placed_points(const struct lattice *l, const struct points *points,
                     const struct particles_choice *choice);
size_t placed_sites(const struct lattice *l, const struct runs *sites, const struct particles_choice *choice,
                    uint64_t number);

/* Put them into `p` from row *next on, which grows. */
void placed_put_points(struct particles *p, size_t *next, const struct lattice *l,
                       const struct points *points, const struct particles_choice *choice, uint64_t number,
                       uint16_t body);
void placed_put_sites(struct particles *p, size_t *next, const struct lattice *l, const struct runs *sites,
                      const struct particles_choice *choice, uint64_t number, uint16_t body);

#endif
