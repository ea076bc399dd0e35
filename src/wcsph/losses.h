/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LOSSES_H
#define WCSPH_LOSSES_H
/* Fluid that leaves other than through open boundaries: through open faces of the domain or beyond limits. */
#include "wcsph/evolution.h"

/* Call before fluid is dropped: notes when and where fluid first left, and how much over the top. */
int losses_note(struct wcsph_run *r);

/* Call after it is dropped: STATUS_DIVERGED once more is lost than `limits.lost` allows, or over the
 * domain's top than `limits.spray`. */
int losses_judge(struct wcsph_run *r);

/* Whether less fluid is left than `limits.least_fluid` asks for: the run then ends after the step in which a
 * new list shows it. */
bool losses_ended(const struct wcsph_run *r);

/* The lost share of all fluid that the run has had. */
double losses_share(const struct wcsph_run *r);

#endif
