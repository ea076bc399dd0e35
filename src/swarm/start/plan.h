/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SWARM_START_PLAN_H
#define SWARM_START_PLAN_H
/* A case made ready to run: a plan is its settings, struct swarm_settings. */
#include <stdbool.h>

#include "swarm/settings.h"

/* As struct method has it. */
struct amphi_case;
int swarm_plan_make(void **plan, const struct amphi_case *c, bool in_parts);

#endif
