/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTS_PREVIEW_H
#define PARTS_PREVIEW_H
/* What each of several parts of a run would have, before there is one. */
#include "io/summary.h"
#include "pairwise/state.h"
#include "wcsph/start/plan.h"

/* accounts[parts]: their particles at the start, and copies of others'. STATUS_USAGE if there are more parts
 * than cells. */
int parts_preview(const struct wcsph_plan *plan, int parts, struct summary_part *accounts);

/* The same of particles at these places, walls first; support in m. */
struct preview {
  const struct wcsph_state *geometry;
  float support;
  struct position *places;
  uint32_t walls, count;
};
int parts_preview_places(const struct preview *v, int parts, struct summary_part *accounts);

/* What a cut takes of a run of pairwise: cells, quanta, skin. */
void parts_pairwise_geometry(struct wcsph_state *to, const struct pairwise_state *s);

#endif
