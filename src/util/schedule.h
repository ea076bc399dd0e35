/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef UTIL_SCHEDULE_H
#define UTIL_SCHEDULE_H
/* When what happens at regular times happens next. */
#include <math.h>

/* The first multiple of `interval` (> 0) beyond `time` (>= 0; any unit), of which `early`, a part of the
 * interval, may be left. Multiples too near each other to be told apart are all due at every step: then it is
 * the next number behind `time`. */
static inline double schedule_next(double interval, double time, double early) {
  double count = floor(time / interval + early) + 1;
  if (count * interval <= time) count++; /* the quotient was rounded */
  const double next = count * interval;
  return count < 0x1p53 && next > time ? next : nextafter(time, INFINITY);
}

#endif
