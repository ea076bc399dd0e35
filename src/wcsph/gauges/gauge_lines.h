/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_GAUGES_GAUGE_LINES_H
#define WCSPH_GAUGES_GAUGE_LINES_H
/* Gauges that read the fluid along a line or over a face: elevation, profile, flow and run-up. */
#include <math.h>

#include "wcsph/evolution.h"

/* The fluid at a point, and walls: passes/sample.h. */
struct wcsph_sample {
  double volume, wall, pressure, velocity[3];
  double temperature; /* sum T V W, K */
};

/* Where less than this share of the kernel is filled there is no fluid to read a value from. */
#define SAMPLE_WET 0.05

/* Share of the place that a sample's kernel sees, beside walls, that is water. */
static inline double sample_water(const struct wcsph_sample *s) {
  return fmin(s->volume / fmax(1.0 - s->wall, 0.3), 1.0);
}

/* Along an axis; 0 where there is no fluid. */
static inline double sample_velocity(const struct wcsph_sample *s, int axis) {
  return s->volume > SAMPLE_WET ? s->velocity[axis] / s->volume : 0.0;
}

/* Points along the vertical line through a place, half a particle apart, from the domain's floor on, and the
 * length of water along it, as a wire gauge measures it: spray counts by its share, air below a jet does not.
 */
size_t gauge_column_points(const struct amphi_case *c);
void gauge_column_place(const struct wcsph_run *r, const double place[3], struct position *points);
double gauge_column_height(const struct amphi_case *c, const struct wcsph_sample *samples);

bool gauge_is_line(const struct gauge *g);

/* Of such a gauge: how many columns it has, what one of them is, behind its name, how many points it reads
 * the fluid at and, unless `points` is NULL, which, and its columns from the fluid there. */
int gauge_line_columns(const struct amphi_case *c, const struct gauge *g);
void gauge_line_column(const struct amphi_case *c, const struct gauge *g, int column, char text[32]);
size_t gauge_line_points(const struct wcsph_run *r, const struct gauge *g, struct position *points);
void gauge_line_read(const struct amphi_case *c, const struct gauge *g, const struct wcsph_sample *samples,
                     double *columns);

#endif
