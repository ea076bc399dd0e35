/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/mirror.h"

#include <math.h>
#include <stdlib.h>

#include "case/mirror.h"
#include "util/error.h"
#include "wcsph/evolution.h"

int mirror_prepare(struct wcsph_run *r, const struct particles *p) {
  struct wcsph_state *s = &r->state;
  double(*mirror)[3] = NULL;
  if (!s->mirror) return STATUS_OK;
  const int status = mirrors_find(&mirror, r->config, p, (double)r->law.support);
  for (size_t i = 0; i < p->wall_count && status == STATUS_OK; i++) {
    if (isnan(mirror[i][0])) continue;
    s->mirror[i] = state_position(s, mirror[i]);
    s->mirror[i].mark = 1;
  }
  free(mirror);
  return status;
}
