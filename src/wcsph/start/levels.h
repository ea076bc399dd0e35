/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_START_LEVELS_H
#define WCSPH_START_LEVELS_H
/* The plan of a case with several spacings: for each level a plan of WCSPH, with the particles in its box and
 * rings. */
#include "case/resolution.h"
#include "wcsph/settings.h"
#include "wcsph/start/plan.h"

struct amphi_case;
struct gauge;
struct level_plan {
  struct amphi_case *config; /* the case with the level's spacing; lists and texts are the case's own */
  struct wcsph_plan *plan;
  struct gauge *gauges;          /* those that stand in it */
  struct level_scope scope;      /* of `config` */
  struct particles whole;        /* counts and extents of a uniform case of its spacing; of level 0 none */
  struct particles_sites *sites; /* likewise */
  struct body *walls;            /* the case's; those of other levels without their motion */
  bool *absent;                  /* of each wall: it moves in another level */
  size_t fluid;                  /* particles in its box, without rings and finer boxes */
};

struct levels_plan {
  const struct amphi_case *config;
  struct resolved resolved[LEVELS_MOST];
  struct level_plan levels[LEVELS_MOST];
  int count, finest;
  const struct gauge *gauges; /* the case's, in its order */
  int *gauge_level;           /* of each: the level that it stands in */
  size_t gauge_count;
  double lost, least_fluid; /* the case's limits, which no level judges alone */
};

/* As struct method has them. */
int levels_plan_make(void **plan, const struct amphi_case *c, bool in_parts);
void levels_plan_free(void *plan);
void levels_plan_describe(const void *plan, bool details);

#endif
