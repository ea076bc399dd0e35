/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_START_INITIAL_H
#define WCSPH_START_INITIAL_H
/* Velocities and densities with which fluid begins, by formulas of the case. */
#include "geometry/particles.h"
#include "wcsph/settings.h"

struct wcsph_run;

/* Of the rows of r->state, which are those of `p`; the run's largest speed grows with them. STATUS_USAGE
 * where a value is no number, or a density not above 0. */
int initial_set(struct wcsph_run *r, const struct particles *p);

/* The largest initial speed of a fluid, m/s, at 33 places along each axis of its box. STATUS_FAILED without
 * memory.
 */
int initial_fastest(const struct wcsph_settings *c, const struct body_extent *e, size_t fluid, double *speed);

#endif
