/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/zones.h"

#include <float.h>
#include <math.h>

#include "util/clock.h"
#include "util/error.h"

static void fill(const struct wcsph_run *r, const struct damping_zone *z, double dt, struct sweep_given *g) {
  const struct position at = state_position(&r->state, z->from);
  const bool all = !z->axes[0] && !z->axes[1] && !z->axes[2];
  double way[3], length2 = 0.0;
  for (int a = 0; a < 3; a++) way[a] = z->to[a] - z->from[a], length2 += way[a] * way[a];
  *g = (struct sweep_given){.body = -1, .quanta = {at.x, at.y, at.z}};
  for (int a = 0; a < 3; a++) {
    const bool flat = a >= r->config->dimensions;
    g->value[a] = (float)(way[a] / length2);
    g->value[4 + a] = flat || isnan(z->low[a]) ? -FLT_MAX : (float)(z->low[a] - z->from[a]);
    g->value[7 + a] = flat || isnan(z->high[a]) ? FLT_MAX : (float)(z->high[a] - z->from[a]);
    g->value[10 + a] = all || z->axes[a] ? 1.0f : 0.0f;
  }
  g->value[3] = (float)(z->strength * dt);
}

int zones_act(struct wcsph_run *r, double dt) {
  const double start = clock_now();
  for (size_t k = 0; k < r->config->zone_count; k++) {
    struct sweep_given given;
    struct sweep_found none;
    fill(r, &r->config->zones[k], dt, &given);
    TRY(r->backend->sweep(r->self, SWEEP_absorb, &given, &none));
  }
  if (r->config->zone_count) r->seconds[TIMER_ADVANCE] += clock_now() - start;
  return STATUS_OK;
}
