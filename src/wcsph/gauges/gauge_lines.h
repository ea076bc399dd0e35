/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_GAUGES_GAUGE_LINES_H
#define WCSPH_GAUGES_GAUGE_LINES_H
/* Gauges that read the fluid along a line or over a face: profile, flow and run-up. */
#include <math.h>

#include "wcsph/evolution.h"

/* The fluid at a point, and walls: passes/sample.h. */
struct wcsph_sample {
  double volume, wall, pressure, velocity[3];
  double arm[3];      /* sum of mass/rho0 W (x_j - x), m */
  double temperature; /* sum T V W, K */
};

/* Where less than this share of the kernel is filled there is no fluid to read a value from. */
#define SAMPLE_WET 0.05

/* Less than this of the kernel is never beside walls: a place that is inside of one. */
#define SAMPLE_BESIDE 0.3

/* Share of the place that a sample's kernel sees, beside walls, that is water. */
static inline double sample_water(const struct wcsph_sample *s) {
  return fmin(s->volume / fmax(1.0 - s->wall, SAMPLE_BESIDE), 1.0);
}

/* Along an axis; 0 where there is no fluid. */
static inline double sample_velocity(const struct wcsph_sample *s, int axis) {
  return s->volume > SAMPLE_WET ? s->velocity[axis] / s->volume : 0.0;
}

/* Gives samples the velocities of a straight line through the fluid that each point sees, in place of their
 * mean, which beside a wall or a surface is that of a place farther in. */
int gauge_straighten(struct wcsph_run *r, size_t count, const struct position *points,
                     struct wcsph_sample *samples);

/* The k-th of `count` places at equal distances from `at` to `to`, both among them. */
void gauge_line_place(const struct gauge *g, int k, int count, double x[3]);

/* How many points a gauge along a line or over a face reads the fluid at and, unless `points` is NULL, which.
 */
size_t gauge_line_points(const struct wcsph_run *r, const struct gauge *g, struct position *points);

/* A gauge's columns from the fluid at its points: the readers of gauges.c. */
typedef int gauge_reader(struct wcsph_run *r, const struct gauge *g, const struct wcsph_sample *samples,
                         double *columns);
gauge_reader read_flow, read_runup, read_profile;

#endif
