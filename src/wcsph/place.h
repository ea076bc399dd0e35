/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PLACE_H
#define WCSPH_PLACE_H
/* The initial state of particles, row by row. */
#include "wcsph/evolution.h"

/* The rows of r->state are those of `p`, whose fluid is moved off its sites where the case asks for it;
 * levels: hydrostatic_levels, or NULL. The run's law, geometry and poses are there; it gets the largest
 * speed. */
int wcsph_place(struct wcsph_run *r, struct particles *p, const int32_t *levels);

/* Whether that can be done for some of a case's particles without the others. */
bool wcsph_places_apart(const struct amphi_case *c);

#endif
