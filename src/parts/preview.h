/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTS_PREVIEW_H
#define PARTS_PREVIEW_H
/* The particles that each part of a run would have, computed before the run. */
#include "io/summary.h"
#include "method/method.h"

/* accounts[parts]: their particles at the start, and copies of others'. STATUS_USAGE if there are more parts
 * than cells. */
int parts_preview(const struct plan_places *places, int parts, struct summary_part *accounts);

#endif
