/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WAVES_PADDLES_H
#define WCSPH_WAVES_PADDLES_H
/* Pistons that absorb (Schaeffer and Klopman 2000; Altomare et al. 2017): beside the motion of its waves a
 * paddle follows the surface before it as far as that differs from them. This displacement is part of the
 * state; all in double from exact sums and + - * /, so that every backend has the same. */
#include "wcsph/evolution.h"

/* Whether the case has any. */
bool paddles_any(const struct wcsph_settings *c);

int paddles_prepare(struct wcsph_run *r, const struct particles *p);

/* Read the still water before the first step; before a step, the surface when it is time to. */
int paddles_begin(struct wcsph_run *r, struct step *s);
int paddles_follow(struct wcsph_run *r, struct step *s);

/* Add the displacement by absorption to a wall's pose: at a time after the last reading; as listed. */
void paddles_move(const struct wcsph_run *r, size_t wall, double time, struct pose *p);
void paddles_move_listed(const struct wcsph_run *r, size_t wall, struct pose *p);
void paddles_note_listed(struct wcsph_run *r);

int paddles_save(struct wcsph_run *r, struct checkpoint *to);
int paddles_take(struct wcsph_run *r, const struct checkpoint *from);
void paddles_end(struct wcsph_run *r);

#endif
