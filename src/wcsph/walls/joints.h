/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_JOINTS_H
#define WCSPH_WALLS_JOINTS_H
/* Joints: forces between bodies that leave their accelerations the free directions alone (Lagrange's
 * multipliers of each group of bodies that joints hold together, by elimination), and bring back what
 * rounding and steps let drift (Baumgarte 1972). In double from + - * /, and the root: the same bits
 * everywhere. */
#include "wcsph/evolution.h"
#include "wcsph/walls/timed.h"

/* Before a run: STATUS_USAGE where bodies begin with a velocity that violates their joint, which would cancel
 * it by an impact. */
int joints_check(const struct wcsph_settings *c, const struct particles *p);

/* Find where joints are on their bodies. STATUS_FAILED without memory. */
int joints_prepare(struct wcsph_run *r);

/* Add springs, dampers and stops of joints to forces and torques of the bodies. */
void joints_damp(struct wcsph_run *r);

/* When all other forces are known: note them, for a step. */
void joints_begin(struct wcsph_run *r);

/* Then add those of the joints. */
int joints_hold(struct wcsph_run *r);

/* How far a joint is open, m. */
double joints_gap(const struct wcsph_run *r, size_t joint);

/* The key of a motor that has been no number. */
bool joints_at_fault(const struct wcsph_run *r, char key[FORMULA_KEY]);

/* A stage of bodies on joints, unless it is a predictor. */
bool joints_step_takes(const struct wcsph_stage *stage);
int joints_step(struct wcsph_run *r, const struct wcsph_stage *stage);

void joints_end(struct wcsph_run *r);

#endif
