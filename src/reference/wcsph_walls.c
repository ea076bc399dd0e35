/* SPDX-License-Identifier: BSD-3-Clause */
/* Dummy walls: every wall particle takes pressure and velocity from the fluid around it. */
#define PASS walls
#include "reference/pass.h"
#include "util/error.h"

int reference_extrapolate(void *self) {
  struct reference *r = self;
  walls_run(r, r->state->vel); /* of which it reads the fluid's alone */
  return STATUS_OK;
}
