/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/segments.h"

#include <stdlib.h>

#include "case/segments.h"
#include "util/error.h"
#include "wcsph/evolution.h"

int segments_prepare(struct wcsph_run *r, const struct particles *p) {
  struct wcsph_state *s = &r->state;
  struct segment *of = NULL;
  if (!s->segment) return STATUS_OK;
  const int status = segments_find(&of, r->config, p);
  for (size_t i = 0; i < p->wall_count && status == STATUS_OK; i++) {
    if (!(of[i].length > 0.0)) continue;
    s->segment[i] = (struct vec4){(float)of[i].normal[0], (float)of[i].normal[1], 0.0f,
                                  (float)(of[i].length / (double)r->law.h)};
    s->pos[i] = state_position(s, of[i].middle);
    if (s->saved_pos) s->saved_pos[i] = s->pos[i];
  }
  free(of);
  return status;
}
