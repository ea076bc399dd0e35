/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_MODELS_INITIAL_H
#define TRANSPORT_MODELS_INITIAL_H
/* Scalars to start transport from, in operations that have the same digits everywhere. */
#include "lane/sine.h"

/* 1 inside the radius and 0 outside; over `width` a polynomial with two continuous derivatives between them.
 */
static inline double initial_ball(double r, double radius, double width) {
  if (!(width > 0.0)) return r < radius ? 1.0 : 0.0;
  double t = 0.5 + (radius - r) / width;
  t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
  return t * t * t * (10.0 - t * (15.0 - 6.0 * t));
}

/* (1 - r^2/radius^2)^6 inside the radius: five continuous derivatives. */
static inline double initial_bump(double r2, double radius) {
  double s = 1.0 - r2 / (radius * radius);
  s = s > 0.0 ? s * s * s : 0.0;
  return s * s;
}

#endif
