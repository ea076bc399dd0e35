/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WINDOW_H
#define WCSPH_WINDOW_H
/* Rows that are written are looked at so many at a time: no process need hold all of them. */
#include "io/window.h"
#include "wcsph/state.h"

/* Which particles a snapshot has: of every so many ids one, in a box, m, whose axes there are. */
struct row_choice {
  uint64_t every;
  double low[3], high[3];
  int dimensions;
  bool all; /* whatever else is said */
};

static inline bool row_is_chosen(const struct wcsph_state *s, const struct row_choice *c, uint32_t i) {
  const uint32_t q[3] = {s->pos[i].x, s->pos[i].y, s->pos[i].z};
  if (c->all) return true;
  bool inside = s->id[i] % c->every == 0;
  for (int a = 0; a < c->dimensions; a++) {
    const double x = state_coordinate(s, q[a], a);
    inside &= !(x < c->low[a]) && !(x > c->high[a]);
  }
  return inside;
}

#endif
