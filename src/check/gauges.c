/* SPDX-License-Identifier: BSD-3-Clause */
/* Gauges on faces of walls. */
#include <stdio.h>

#include "case/read.h"
#include "check/faces.h"
#include "geometry/face.h"

/* The sensor's disc is in the domain, beyond which places are counted no farther than walls stand. */
static void check_size(struct reader *r, const struct gauge *g) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  snprintf(key, sizeof key, "gauges.%s.size", g->name);
  const int across = gauge_face_axis(&c->scene, g);
  for (int a = 0; a < c->dimensions && across >= 0; a++) {
    const double half = 0.5 * g->size, slack = 1e-9 * (c->domain.high[a] - c->domain.low[a]);
    if (a == across || c->domain.periodic[a]) continue;
    if (g->at[a] - half >= c->domain.low[a] - slack && g->at[a] + half <= c->domain.high[a] + slack) continue;
    check_fault(r, key,
                "%g m: the sensor goes from %g to %g m along %s, out of the domain; expected one in it",
                g->size, g->at[a] - half, g->at[a] + half, words_axis[a]);
    return;
  }
}

static void check_at(struct reader *r, const struct gauge *g) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  double place[3];
  if (gauge_place(&c->scene, g, place)) return;
  snprintf(key, sizeof key, "gauges.%s.at", g->name);
  check_fault(
      r, key,
      "(%g, %g, %g) is not on a flat face of wall '%s' as the case has it; expected a place on one, or "
      "no 'on'",
      g->at[0], g->at[1], g->at[2], c->walls[g->wall].name);
}

void check_gauge_faces(struct reader *r) {
  for (size_t i = 0; i < r->c->gauge_count; i++) {
    const struct gauge *g = &r->c->gauges[i];
    if (g->wall < 0 || gauge_is_whole(g->kind)) continue;
    check_at(r, g);
    if (g->size > 0.0) check_size(r, g);
  }
}
