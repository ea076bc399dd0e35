/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_FRAME_H
#define WCSPH_WALLS_FRAME_H
/* Axes that move with a tank as a whole. Seen from them a point at x with velocity v is pushed by
 *   -A - alpha x r - omega x (omega x r) - 2 omega x v,   r = x - about,
 * A the acceleration of `about`, omega the angular velocity of the axes and alpha its rate. */
#include "wcsph/evolution.h"

/* Add it to the fluid's acceleration, after a force pass, and its greatest value to the limits. */
int frame_force(struct wcsph_run *r, struct step *s);

/* The acceleration that a wall of this pose, which is seen from these axes, has besides what is seen, for
 * dummy walls (passes/moving.h); and that of the axes alone where they do not turn, m/s^2. */
void frame_carry(const struct wcsph_run *r, const double middle[3], double time, struct pose *p);
void frame_push(const struct wcsph_run *r, double time, double a[3]);

#endif
