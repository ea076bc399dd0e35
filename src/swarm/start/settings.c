/* SPDX-License-Identifier: BSD-3-Clause */
#include "swarm/start/settings.h"

void swarm_settings_take(struct swarm_settings *s, const struct amphi_case *c) {
  *s = (struct swarm_settings){
      .dimensions = c->dimensions,
      .end = c->end,
      .swarm = c->swarm,
  };
}
