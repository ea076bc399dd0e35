/* SPDX-License-Identifier: BSD-3-Clause */
/* Open boundaries, particle by particle. Threads may each have a part of the rows. */
#include <string.h>

#include "reference/wcsph.h"

static void collect(struct wcsph_state *s, const struct wcsph_law *law, const struct opening_table *t,
                    uint32_t i) {
  float depth;
  uint32_t site, bits;
  const int zone = opening_of(s, law->quantum, t->zones, t->sites, t->zone_count, i, &depth, &site);
  if (zone < 0 || s->pos[i].mark == MARK_HALO) return;
  if (depth >= t->zones[zone].length) {
    s->pos[i].mark = MARK_GONE;
#pragma omp atomic update
    t->gone[zone]++;
    return;
  }
  memcpy(&bits, &depth, sizeof bits);
#pragma omp critical(open_faces)
  if (bits > t->deepest[site]) t->deepest[site] = bits;
}

void reference_collect_faces_of(struct wcsph_state *s, const struct wcsph_law *law,
                                const struct opening_table *t, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; i++) collect(s, law, t, i);
}

void reference_impose_faces_of(struct wcsph_state *s, const struct wcsph_law *law,
                               const struct wcsph_stage *stage, uint32_t begin, uint32_t end) {
  const struct opening_table *t = stage->faces;
  for (uint32_t i = begin; i < end; i++)
    opening_impose(s, law->quantum, law->keeps_rate, stage->x_from_saved, t->zones, t->sites, t->zone_count,
                   i);
}
