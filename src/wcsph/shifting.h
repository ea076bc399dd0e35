/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SHIFTING_H
#define WCSPH_SHIFTING_H
/* Particles shifted towards where they are fewer (passes/shift.h), by an advance that takes no time; acts of
 * the schedule. */
#include "wcsph/evolution.h"

/* Whether a shift corrects velocity and density (passes/carry.h). */
bool shifting_carries(enum shifting_model model);

/* A shift, for each of the steps since the last one. */
int shifting_act(struct wcsph_run *r, struct step *s);

/* The shifts that the case wants before the start, which spread fluid evenly between walls that are off its
 * lattice (Colagrossi et al. 2012 do it by a damped pressure). */
int shifting_settle(struct wcsph_run *r, struct step *s);

#endif
