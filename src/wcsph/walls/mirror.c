/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/mirror.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/mirror.h"
#include "util/error.h"
#include "wcsph/evolution.h"

int mirror_place(const struct wcsph_run *r, const struct particles *p, const uint64_t *number, uint32_t count,
                 struct position *to) {
  double(*mirror)[3] = NULL;
  const int status = mirrors_find(&mirror, &r->config->scene, p, number, count, (double)r->law.support);
  for (uint32_t i = 0; i < count && status == STATUS_OK; i++) {
    if (isnan(mirror[i][0])) continue;
    to[i] = state_position(&r->state, mirror[i]);
    to[i].mark = 1;
  }
  free(mirror);
  return status;
}
