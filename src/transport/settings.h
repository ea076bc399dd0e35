/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_SETTINGS_H
#define TRANSPORT_SETTINGS_H
/* What a case says of a run, as transport/start/settings.c takes it: all that a plan and a run read of the
 * case, which owns what this points to. */
#include "case/transport.h"

struct transport_settings {
  int dimensions;
  double end; /* s */
  struct transport_config transport;
};

#endif
