/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/air.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/case.h"
#include "geometry/sites.h"
#include "util/error.h"

/* Whether a body has the site, or the other end of a periodic axis. */
static bool is_taken(const struct followed *w, const struct filled *bodies, const int32_t at[3]) {
  if (lattice_is_image(w->l, at)) return true;
  for (size_t k = 0; k < w->c->wall_count + w->c->fluid_count; k++)
    if (filled_covers(&bodies[k], at)) return true;
  return false;
}

static void site_at(const double x[3], int32_t at[3]) {
  for (int a = 0; a < 3; a++) at[a] = (int32_t)floor(x[a] + 0.5);
}

void air_keep_out(const struct followed *w, const struct filled *bodies, double x[3],
                  struct air_beside *beside) {
  int32_t at[3];
  site_at(x, at);
  if (memcmp(at, beside->site, sizeof at) != 0) {
    beside->known = 0;
    memcpy(beside->site, at, sizeof at);
  }
  for (int a = 0; a < w->l->dimensions; a++) {
    int32_t beyond[3] = {at[0], at[1], at[2]};
    if (x[a] == at[a]) continue;
    const bool above = x[a] > at[a];
    const uint8_t bit = (uint8_t)(1 << (2 * a + above));
    beyond[a] += above ? 1 : -1;
    if (!(beside->known & bit)) {
      beside->known |= bit;
      beside->taken = is_taken(w, bodies, beyond) ? beside->taken | bit : beside->taken & (uint8_t)~bit;
    }
    if (!(beside->taken & bit)) x[a] = at[a];
  }
}

/* The sites of those that move and all within `far` of them along each axis; NULL without memory. */
static struct site_item *sites_about(const struct crowd *k, int far, int dimensions, size_t *count) {
  struct site_item *items = malloc((k->movers + 1) * sizeof *items);
  for (size_t i = 0; items && i < k->movers; i++) {
    int32_t at[3];
    site_at(k->x[i], at);
    items[i] = (struct site_item){site_key(at), 0};
  }
  if (items) *count = sites_unique(items, k->movers);
  for (int a = 0; items && a < dimensions; a++) {
    const size_t side = 2 * (size_t)far + 1;
    struct site_item *wider = malloc((*count * side + 1) * sizeof *wider);
    for (size_t i = 0; wider && i < *count * side; i++)
      wider[i] = (struct site_item){items[i / side].key + ((int64_t)(i % side) - far) * SITE_STEP(a), 0};
    free(items);
    items = wider;
    if (items) *count = sites_unique(items, *count * side);
  }
  return items;
}

int air_add(struct crowd *k, const struct followed *w, const struct filled *bodies, double reach) {
  size_t count = 0;
  struct site_item *items = sites_about(k, (int)ceil(reach), w->l->dimensions, &count);
  CHECK(items, STATUS_FAILED, "not enough memory for the layers of walls");
  int status = STATUS_OK;
  for (size_t i = 0; i < count && status == STATUS_OK; i++) {
    int32_t at[3];
    struct foot f;
    site_of(items[i].key, at);
    const double x[3] = {at[0], at[1], at[2]};
    if (is_taken(w, bodies, at)) continue;
    const bool by_wall = followed_foot(w, x, 1.0, FOOT_ANY, &f) && (f.distance < 0.5 || f.side < 0.0);
    if (!by_wall) status = crowd_add(k, x, w->c->wall_count, 0);
  }
  free(items);
  return status;
}
