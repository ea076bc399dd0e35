/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/levels/hold.h"

#include <float.h>
#include <math.h>

#include "util/error.h"

static int hold(struct wcsph_run *r, const struct resolved *box, bool inside) {
  struct sweep_given given = {.body = -1};
  struct sweep_found swept;
  double from[3];
  for (int a = 0; a < 3; a++)
    from[a] = !isinf(box->low[a])    ? box->low[a]
              : !isinf(box->high[a]) ? box->high[a]
                                     : r->config->region.low[a];
  const struct position at = state_position(&r->state, from);
  given.quanta[0] = at.x, given.quanta[1] = at.y, given.quanta[2] = at.z;
  const double overlap = inside ? -box->inner_overlap : box->overlap;
  for (int a = 0; a < 3; a++) {
    given.value[a] = isinf(box->low[a]) ? -FLT_MAX : (float)(box->low[a] - overlap - from[a]);
    given.value[3 + a] = isinf(box->high[a]) ? FLT_MAX : (float)(box->high[a] + overlap - from[a]);
  }
  given.value[6] = inside ? 1.0f : 0.0f;
  return wcsph_sweep(r->backend, r->self, SWEEP_hold, &given, &swept);
}

int hold_rings(struct wcsph_run *r, struct step *s) {
  const struct region *g = &r->config->region;
  (void)s;
  if (g->level.around >= 0) TRY(hold(r, &g->level, false));
  for (size_t k = 0; k < g->finer_count; k++) TRY(hold(r, &g->finer[k], true));
  return STATUS_OK;
}
