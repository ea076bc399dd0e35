/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_FORCED_H
#define WCSPH_WALLS_FORCED_H
/* Bodies that a `forcing` accelerates, as DualSPHysics has them. */
#include "wcsph/walls/bodies.h"

/* Adds it to the forces on a body at the run's moved time. */
void forced_push(const struct wcsph_run *r, struct rigid_body *b);

#endif
