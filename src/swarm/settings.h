/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SWARM_SETTINGS_H
#define SWARM_SETTINGS_H
/* What a case says of a run, as swarm/start/settings.c takes it: all that a plan and a run read of the case,
 * which owns what this points to. */
#include "case/swarm.h"

struct swarm_settings {
  int dimensions;
  double end; /* iterations */
  struct swarm_config swarm;
};

#endif
