/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_SCENE_H
#define CASE_SCENE_H
/* Space and the walls in it: what geometry/ and walls that move need of a case. */
#include "case/body.h"

struct case_domain {
  double low[3], high[3]; /* m; where fluid may be */
  bool periodic[3];
  unsigned
      open; /* faces through which fluid may leave (counted); elsewhere it is lost, or the run has diverged */
};

#define SCENE_MEMBERS                                                                                        \
  char *path;     /* of the case file, for messages */                                                       \
  int dimensions; /* 2 (x, y; z = 0 everywhere) or 3; of transport also 1; of swarm any number */            \
  double dp;      /* initial particle spacing, m */                                                          \
  struct case_domain domain;                                                                                 \
  double gravity[3]; /* m/s^2; also any constant body force */                                               \
  struct body *walls;                                                                                        \
  size_t wall_count;
struct scene {
  SCENE_MEMBERS
};

/* The same as members of a struct, and as `scene` for those that take no more. */
#define SCENE                                                                                                \
  union {                                                                                                    \
    struct {                                                                                                 \
      SCENE_MEMBERS                                                                                          \
    };                                                                                                       \
    struct scene scene;                                                                                      \
  };

/* "FILE:LINE", or "FILE" for line 0, to begin an error with. */
enum { CASE_PLACE = 4096 + 32 };
const char *scene_place(char place[CASE_PLACE], const struct scene *s, size_t line);

/* The axis along which gravity acts; -1 if there is none or it is oblique. */
int scene_gravity_axis(const struct scene *s);

#endif
