/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport/start/settings.h"

void transport_settings_take(struct transport_settings *s, const struct amphi_case *c) {
  *s = (struct transport_settings){
      .dimensions = c->dimensions,
      .end = c->end,
      .transport = c->transport,
  };
}
