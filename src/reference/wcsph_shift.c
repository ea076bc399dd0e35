/* SPDX-License-Identifier: BSD-3-Clause */
/* Particle shifting: where particles crowd, from the cells around each. */
#include <math.h>

#include "physics/scalar.h"
#include "reference/wcsph.h"
#include "util/error.h"
#include "wcsph/gradient.h"

float reference_shift_range(struct wcsph_state *s, const struct wcsph_law *law, const struct grid *g,
                            uint32_t begin, uint32_t end) {
  float max_speed2 = 0.0f;
  for (uint32_t i = begin; i < end; i++) max_speed2 = lane_max(gradient_at(s, law, g, i), max_speed2);
  return max_speed2;
}

int reference_shift(void *self, double *max_speed) {
  struct reference *r = self;
  *max_speed =
      sqrt((double)reference_shift_range(r->state, r->law, &r->grid, r->state->wall_count, r->state->count));
  return STATUS_OK;
}
