/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SWARM_START_SETTINGS_H
#define SWARM_START_SETTINGS_H
/* From a case to the settings of a run. */
#include "case/case.h"
#include "swarm/settings.h"

/* The case must outlive them. */
void swarm_settings_take(struct swarm_settings *s, const struct amphi_case *c);

#endif
