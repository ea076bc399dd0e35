/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_RUN_H
#define WCSPH_LEVELS_RUN_H
/* Runs of all levels, which take their steps together. */
#include "wcsph/evolution.h"
#include "wcsph/levels/gates.h"

struct levels_run {
  struct resolved resolved[LEVELS_MOST];
  double lost; /* the limit of all levels */
  struct wcsph_run *runs[LEVELS_MOST];
  int count;
  struct gate *gates;
  size_t gate_count;
  uint64_t own[LEVELS_MOST]; /* fluid particles in no ring, at the last exchange at the gates */
  double mass;               /* at the start: kg, in 2-D kg/m */
  double flowed;             /* s: time of the last exchange at the gates */
  double seconds;            /* wall time of exchanges */
  double *numbers;           /* for checkpoints */
  char (*names)[80];         /* likewise */
  char diverged[256];
};

/* Before the first step: what level 0 has where finer ones are goes. */
int levels_begin(struct levels_run *r);

/* All fluid, with what left: own particles at the last exchange at the gates; kg, in 2-D kg/m. */
double levels_mass(const struct levels_run *r);

/* What rings and gates need before a step. */
int levels_exchange(struct levels_run *r);

#endif
