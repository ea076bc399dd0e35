/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_STRUCTURES_H
#define WCSPH_WALLS_STRUCTURES_H
/* Walls that bend, which fluid and weight move (structure.h): their neighbours at the start, sub-steps within
 * each stage of the fluid, and what is said and kept of them. */
#include "wcsph/evolution.h"

/* Whether the case has any; STATUS_USAGE, with file and line, if it has, for a run in parts. */
bool structures_any(const struct wcsph_settings *c);
int structures_in_parts(const struct wcsph_settings *c);

/* The longest sub-step of a structure, s; and the speed of its pressure waves with the control of zero-energy
 * modes, m/s, by which that is. */
double structures_substep(const struct wcsph_settings *c, size_t wall);
double structures_sound(const struct wcsph_settings *c, size_t wall);

/* What so many particles of structures take in a memory, bytes, at most. */
size_t structures_bytes(int dimensions, size_t particles);

/* Neighbours, corrections and rows of the start. STATUS_USAGE if nothing of a structure is in what is
 * clamped, or it is too thin for a gradient, which `check` finds without a run. */
int structures_check(const struct wcsph_settings *c,
                     const struct particles *p); /* of walls that are placed */
int structures_prepare(struct wcsph_run *r, const struct particles *p);

/* An act: from where they are to the end of the stage. */
int structures_advance(struct wcsph_run *r, struct step *s);

/* What a checkpoint has of them, as bodies_save and bodies_take. */
int structures_save(struct wcsph_run *r, struct checkpoint *to);
int structures_take(struct wcsph_run *r, const struct checkpoint *from);

/* Of their rows, which the host has as often as it has positions; 0 without any. */
uint64_t structures_hash(const struct wcsph_run *r);

/* Displacement, m, of the point of a wall that began at a place; strain and kinetic energy, J. */
void structures_displacement(const struct wcsph_run *r, size_t wall, const double at[3], double u[3]);
void structures_energy(const struct wcsph_run *r, size_t wall, double *strain, double *kinetic);

/* Von Mises' equivalent of Cauchy's stress in a wall's particle, Pa; 0 where it is of no structure. */
double structures_mises(const struct wcsph_run *r, uint16_t wall, uint64_t id);

void structures_end(struct wcsph_run *r);

#endif
