/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_GAUGE_H
#define CASE_GAUGE_H
/* A measurement, as a case says it. */
#include <stddef.h>

enum gauge_kind {
  GAUGE_PRESSURE,
  GAUGE_VELOCITY,
  GAUGE_HEIGHT,
  GAUGE_FORCE,
  GAUGE_BODY,
  GAUGE_TORQUE,
  GAUGE_ELEVATION,
  GAUGE_PROFILE,
  GAUGE_FLOW,
  GAUGE_RUNUP,
  GAUGE_TOTALS,
  GAUGE_TEMPERATURE,
  GAUGE_HEAT
};

/* Whether it is of a whole wall, or body. */
static inline int gauge_is_whole(enum gauge_kind kind) {
  return kind == GAUGE_FORCE || kind == GAUGE_BODY || kind == GAUGE_TORQUE || kind == GAUGE_HEAT;
}

struct gauge {
  char *name;
  size_t line; /* in the case file, or 0 */
  enum gauge_kind kind;
  double at[3];     /* m; a height gauge uses the coordinates across gravity; what a torque is about */
  double to[3];     /* m; elevation, profile, run-up: end of the line; flow: next corner of the face */
  double side[3];   /* m; flow in 3-D: the way from `at` to the corner on the other side */
  int places;       /* elevation, profile: along the line */
  double interval;  /* s */
  double size;      /* m; pressure: diameter of the sensor; 0: a point */
  double frequency; /* Hz; pressure: its natural frequency; 0: it follows at once */
  int wall;         /* force, torque, body: index of the wall; else of the one it stands on, or -1 */
};

#endif
