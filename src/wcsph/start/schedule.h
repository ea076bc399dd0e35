/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_START_SCHEDULE_H
#define WCSPH_START_SCHEDULE_H
/* The schedule of a case (wcsph/schedule.h). */
#include "wcsph/schedule.h"
#include "wcsph/settings.h"

/* wall_particles: of all parts. */
void schedule_make(struct schedule *s, const struct wcsph_settings *c, size_t wall_particles);

#endif
