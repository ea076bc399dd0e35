/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LOSSES_H
#define WCSPH_LOSSES_H
/* Fluid that leaves other than through open boundaries: through open faces of the domain or beyond limits. */
#include "wcsph/evolution.h"

/* Before fluid is dropped: when and where the first of it left. */
int losses_note(struct wcsph_run *r);

/* Behind it: STATUS_DIVERGED once more is lost than `limits.lost` allows. */
int losses_judge(struct wcsph_run *r);

/* Whether there is less fluid than `limits.least_fluid` asks for: the run then ends behind the step in which
 * a new list shows it. */
bool losses_ended(const struct wcsph_run *r);

/* Of all fluid that there ever was, the share that is lost. */
double losses_share(const struct wcsph_run *r);

#endif
