/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_START_FORESEEN_H
#define WCSPH_START_FORESEEN_H
/* The greatest speed expected of the fluid, as far as a case shows it. */
#include "geometry/particles.h"
#include "wcsph/settings.h"

/* m/s. The standard scheme looks at the fall from the highest to the lowest fluid or body, with the strongest
 * acceleration of `frame` and forcings beside gravity, at initial velocities, at walls that move, drives,
 * motors, inlets, and by Bernoulli at pressures given at open boundaries; others at the fluid's height alone.
 * `material.expected_speed` is the least. 0: unknown. `by`, unless NULL, gets what the speed follows from. */
enum { FORESEEN_TEXT = 200 };
double foreseen_speed(const struct wcsph_settings *c, const struct particles *p, char by[FORESEEN_TEXT]);

/* A speed of sound, m/s, that the standard scheme wants beside: without a free surface pressure has to cross
 * the fluid, of length L, while a wall gets fast, 2 L max|dv/dt| / max|v|; of what comes through an inlet
 * twice that, as between a given speed and a given pressure the longest wave has the length 4 L. 0: none.
 * `by`, unless NULL, gets the name of the wall or inlet. */
double foreseen_sound(const struct wcsph_settings *c, const struct particles *p, char by[FORESEEN_TEXT]);

/* How long the fluid is along the axis along which it is longest, m. */
double foreseen_length(const struct wcsph_settings *c, const struct particles *p);

/* The largest speed of a corner of a moving wall during the run, m/s; e: the wall's extent at the start. */
double foreseen_wall(const struct wcsph_settings *c, const struct body_extent *e, size_t wall);

/* What a run holds against the speed of sound, and not more than that: the wall reaches at least half its
 * longest side from its middle. */
double foreseen_wall_least(const struct wcsph_settings *c, const struct body_extent *e, size_t wall);

/* The greatest speed of the axes of a frame that a motion moves, also between two looks at them, m/s. */
double foreseen_axes(const struct wcsph_settings *c);

#endif
