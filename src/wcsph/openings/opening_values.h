/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_OPENINGS_OPENING_VALUES_H
#define WCSPH_OPENINGS_OPENING_VALUES_H
/* What a case gives an open boundary: velocity, pressure and level, in place and time. */
#include "geometry/opening_face.h"
#include "util/expression.h"
#include "wcsph/settings.h"

/* How a face in whole squares differs from the shape that the case asks for. */
struct opening_fitting {
  double scale; /* area of the shape by that of the squares; 1 where speeds are taken as they are (below) */
  double width; /* of a box with upright sides, that of its width alone; else 0 */
  double edge[2], squares[2]; /* m, against gravity: lowest and highest of such a box, and of its squares */
};

struct opening_values {
  float *shares; /* [squares of the face] the profile, of `speed`, scaled; of formulas and of profiles along
                    time of no use */
  struct expression *formula; /* NULL: there is none */
  struct opening_fitting fitting;
  double place[OPENING_NAMES];
  int dimensions, up; /* of places; the axis of heights */
};

/* The case's speeds are multiplied by `scale`, so that squares let as much through as the shape would. Not
 * those of a parabola, which ends at the shape's edges whatever the squares, nor of formulas, which may do
 * so. Of a face from which walls have not yet taken squares. */
struct opening_fitting opening_fit_shape(const struct wcsph_settings *c, const struct opening *o,
                                         const struct opening_face *f);

/* At a time, s: what the velocity is multiplied with, Pa, and m along the axis of heights, of the water and
 * of the surface that it is to have where it absorbs. */
struct opening_now {
  double time, factor, pressure, level, due;
};

/* Of a face from which walls have taken their squares. STATUS_FAILED without memory. Closed also after a
 * failure.
 */
int opening_values_open(struct opening_values *v, const struct wcsph_settings *c, const struct opening *o,
                        const struct opening_face *f, const struct opening_fitting *fitting);
void opening_values_close(struct opening_values *v);

void opening_values_at(const struct opening *o, double time, struct opening_now *now);

/* A further factor of speeds, where water stands up to a given level, m against gravity: squares are wet or
 * not. */
double opening_wet_scale(const struct opening_values *v, const struct wcsph_settings *c,
                         const struct opening *o, const struct opening_face *f, double given);

/* Along the normal at a square of the face, which is at `place`, m/s; any number for a formula or profiles.
 */
double opening_speed(struct opening_values *v, const struct opening *o, uint32_t site, const double place[3],
                     const struct opening_now *now);

#endif
