/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_GAUGES_CARRIED_H
#define WCSPH_GAUGES_CARRIED_H
/* Gauges that go with a wall that moves, or with a body. */
#include "wcsph/evolution.h"

/* From where a point of a gauge stood at the start to where it is now, m. */
void carried_place(const struct wcsph_run *r, const struct gauge *g, double x[3]);

/* The same as a position; where that is outside of the domain the nearest inside. */
struct position carried_point(const struct wcsph_run *r, const struct gauge *g, double x[3]);

/* The place of the domain that is nearest to one: positions count from there on, and no farther. */
void carried_nearest(const struct wcsph_settings *c, const double at[3], double nearest[3]);

/* Whether a place is in the domain, round which it goes along periodic axes. */
bool carried_is_inside(const struct wcsph_settings *c, const double x[3]);

/* A place of the start as a point of a wall (-1: at rest). Of a body's acceleration it knows nothing, as the
 * pressure of walls does not (passes/moving.h). */
void carried_pose(const struct wcsph_run *r, int wall, const double place[3], struct pose *point);

#endif
