/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_START_PLACE_H
#define WCSPH_START_PLACE_H
/* The initial state of particles, row by row. */
#include "wcsph/evolution.h"

/* All of a case, of which some are placed. */
struct wcsph_whole {
  const struct particles *particles;   /* counts, extents, and the places of walls with points or segments */
  const struct particles_sites *sites; /* NULL: all are placed */
};

/* The rows of r->state are those of `p`, whose fluid is moved off its sites where the case asks for it;
 * levels: hydrostatic_levels, or NULL. The run's law, geometry and poses are there; it gets the largest
 * speed. */
int wcsph_place(struct wcsph_run *r, struct particles *p, const struct wcsph_whole *whole,
                const int32_t *levels);

/* Whether some of a case's particles can be placed without the others: not points of a file. */
bool wcsph_places_apart(const struct amphi_case *c);

/* Whether a run needs the particles of all walls before it begins. */
bool wcsph_looks_at_walls(const struct wcsph_settings *c);

#endif
