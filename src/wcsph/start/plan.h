/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_START_PLAN_H
#define WCSPH_START_PLAN_H
/* A case made ready to run: particles filled, constants derived; nothing opened yet. */
#include "geometry/particles.h"
#include "wcsph/law.h"
#include "wcsph/start/text.h"
#include "wcsph/state.h"

struct amphi_case;
struct wcsph_plan {
  struct wcsph_settings settings;
  struct wcsph_text text; /* of a run in parts */
  struct particles particles;
  struct particles_sites *sites; /* of a run in parts, whose particles are apart; else NULL */
  bool places_whole;             /* likewise: parts cannot place them; they are placed here */
  struct wcsph_law law;
  struct wcsph_state geometry; /* no buffers allocated */
  double neighbours;           /* expected, a fluid particle at the start */
  double first_step;           /* s */
};

/* As struct method has them. */
int wcsph_plan_make(void **plan, const struct amphi_case *c, bool in_parts);
void wcsph_plan_free(void *plan);

struct plan_places;
int wcsph_plan_places(const void *plan, struct plan_places *places);

/* Before a run that is not resumed: places here what parts cannot place. */
int wcsph_plan_place(struct wcsph_plan *p);

void wcsph_plan_describe(const void *plan, bool details);

/* The part of that about what its shapes came to, and about its gauges. Lengths are whole spacings from
 * domain.low on: what that made of those that are not, of bodies that are here and not where it is `coarser`,
 * which may be NULL. */
void wcsph_plan_say_built(const struct wcsph_settings *c, const struct body_extent *here,
                          const struct body_extent *coarser);
void wcsph_plan_say_filled(const struct wcsph_settings *c, const struct particles *p);
void wcsph_plan_say_gauges(const struct wcsph_plan *s);

/* Rows of the state: with open boundaries those that come at the start, and room for more. */
uint32_t wcsph_plan_rows(const struct wcsph_plan *p);

/* Whether a backend that takes WORK_JOINED is asked for it. */
bool wcsph_plan_joins(const struct wcsph_plan *p);

/* Bytes of the particles themselves, before what a backend adds. */
size_t wcsph_plan_state_bytes(const struct wcsph_plan *p);

#endif
