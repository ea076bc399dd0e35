/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_CONTACT_H
#define WCSPH_WALLS_CONTACT_H
/* Contact of bodies with each other and with walls: springs, dampers and friction between the outermost
 * particles of the one, spheres of the diameter dp, and the surface of the other
 * (wcsph/walls/wall_surface.h). Functions of the state alone, in double from + - * /, and the root, in the
 * order of walls: the same bits everywhere. */
#include "wcsph/evolution.h"

/* The surfaces of all walls that bodies can touch. Walls that a joint holds together do not touch. */
int contact_prepare(struct wcsph_run *r, const struct particles *p);

/* Add contact to forces and torques of the bodies, and to their stiffness and damping. */
int contact_add(struct wcsph_run *r);

void contact_end(struct wcsph_run *r);

#endif
