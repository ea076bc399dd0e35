/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_OPENINGS_OPENING_VALUES_H
#define WCSPH_OPENINGS_OPENING_VALUES_H
/* What a case gives an open boundary: velocity, pressure and level, in place and time. */
#include "geometry/opening_face.h"
#include "util/expression.h"

struct opening_values {
  float *shares;              /* [squares of the face] the profile, of `speed`; NULL: it is a formula */
  struct expression *formula; /* NULL: there is none */
  double place[OPENING_NAMES];
  int dimensions;
};

/* At a time, s: what the velocity is multiplied with, Pa, and m along the axis of heights. */
struct opening_now {
  double time, factor, pressure, level;
};

/* STATUS_FAILED without memory. Closed also after a failure. */
int opening_values_open(struct opening_values *v, const struct amphi_case *c, const struct opening *o,
                        const struct opening_face *f);
void opening_values_close(struct opening_values *v);

void opening_values_at(const struct opening_values *v, const struct opening *o, double time,
                       struct opening_now *now);

/* Along the normal at a square of the face, which is at `place`, m/s; any number for a formula. */
double opening_speed(struct opening_values *v, const struct opening *o, uint32_t site, const double place[3],
                     const struct opening_now *now);

/* The largest that is known beforehand: not of formulas; m/s. */
double opening_most_speed(const struct opening *o);

#endif
