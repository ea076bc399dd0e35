/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_START_PLAN_H
#define TRANSPORT_START_PLAN_H
/* A case made ready to run: its settings, its grid and the length of a step. */
#include <stdbool.h>

#include "transport/grid.h"
#include "transport/settings.h"

struct transport_plan {
  struct transport_settings settings;
  struct transport_grid grid;
  bool steady;
  double fastest; /* 1/s, largest velocity over spacing */
  double dt;      /* s */
};

/* As struct method has it. */
struct amphi_case;
int transport_plan_make(void **plan, const struct amphi_case *c, bool in_parts);

#endif
