/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LAB_WCSPH_RUNGS_H
#define LAB_WCSPH_RUNGS_H
/* Ladders: the same case again and again, with other options, threads or particles. */
#include <stdbool.h>
#include <stdint.h>

struct wcsph_testbed;

enum { MOST_RUNGS = 16 };

struct wcsph_rung {
  const char *name;
  char *settings[3]; /* of the case; NULL at the end */
  int threads;       /* 0: as many as were asked for, which are never exceeded */
  const char *published;
  uint64_t particles; /* about; 0: the ladder's. Rungs beyond --particles are left out */
};

struct wcsph_ladder {
  const char *name, *backend; /* backend NULL: any */
  const char *title, *published;
  const struct wcsph_testbed *testbed;
  uint64_t particles, warm_up, steps; /* steps before those that are measured, and these */
  uint64_t published_particles;       /* of what rungs have published; 0: not known */
  struct wcsph_rung rungs[MOST_RUNGS];
};

extern const struct wcsph_ladder wcsph_ladder_table[];

#endif
