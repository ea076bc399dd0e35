/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_OPENINGS_OPENING_KIND_H
#define WCSPH_OPENINGS_OPENING_KIND_H
/* What comes in through an open boundary: a fluid of the case, of one of several phases or the only one. */
#include "wcsph/evolution.h"
#include "wcsph/fluids/eddies.h"
#include "wcsph/fluids/heat.h"
#include "wcsph/fluids/phases.h"
#include "wcsph/models/phase_density.h"
#include "wcsph/scalar.h"

#include "wcsph/models/phase.h" /* of one lane, as scalar.h says */

struct opening_kind {
  bool is_phase;
  double share;                /* density over that of the material */
  struct wcsph_newcomer model; /* of particles that come in: body and rows */
};

static inline struct opening_kind opening_kind(const struct wcsph_settings *c, const struct opening *o,
                                               const struct wcsph_law *law, const struct particles *p) {
  struct opening_kind k = {.is_phase = settings_has_phases(c), .share = 1.0};
  struct wcsph_newcomer *n = &k.model;
  n->heat = heat_row(c, o->temperature);
  n->eddies = eddies_row(c, law);
  if (!k.is_phase) return k;
  while (c->fluids[n->body].phase != o->phase) n->body++; /* there is one: check/openings.c */
  k.share = (double)phases_share(c, n->body);
  phases_rows(c, n->body, (float)wcsph_speed_of_sound(c, p), &n->phase, &n->damping);
  return k;
}

/* Its speed of sound, m/s, faster than which nothing may come in. */
static inline double opening_kind_sound(const struct opening_kind *k, const struct wcsph_law *law) {
  return (double)(k->is_phase ? k->model.phase.w : law->c0);
}

/* rho/rho0 - 1 of what a square says (struct opening_site). */
static inline float opening_kind_density(const struct opening_kind *k, float said) {
  const struct wcsph_newcomer *n = &k->model;
  return k->is_phase ? phase_density(n->phase.x, n->phase.w, n->damping.x, said) : said;
}

/* A particle under what a square says. */
static inline struct wcsph_newcomer opening_kind_newcomer(const struct opening_kind *k,
                                                          const struct wcsph_law *law, float said) {
  struct wcsph_newcomer n = k->model;
  n.d = opening_kind_density(k, said);
  if (k->is_phase) n.damping.w = phase_pressure(law, n.phase.x, n.phase.w, n.damping.x, n.d);
  return n;
}

#endif
