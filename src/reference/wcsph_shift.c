/* SPDX-License-Identifier: BSD-3-Clause */
/* Particle shifting: where particles crowd. */
#include <math.h>

#define PASS shift
#include "reference/pass.h"
#include "util/error.h"

int reference_shift(void *self, double *max_speed) {
  struct reference *r = self;
  *max_speed = sqrt((double)shift_run(r, r->state->rate).most_of_rows);
  return STATUS_OK;
}
