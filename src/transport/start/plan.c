/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport/start/plan.h"

#include <stdlib.h>

#include "transport/evolution.h"
#include "transport/start/settings.h"
#include "util/error.h"

int transport_plan_make(void **plan, const struct amphi_case *c, bool in_parts) {
  (void)in_parts;
  struct transport_plan *p = *plan = calloc(1, sizeof *p);
  CHECK(p, STATUS_FAILED, "no memory");
  const struct transport_settings *s = &p->settings;
  transport_settings_take(&p->settings, c);
  p->grid = fields_grid(s);
  struct fields *fields;
  TRY(fields_open(&fields, s));
  p->steady = fields_are_steady(fields);
  int status = fields_fastest(fields, &p->fastest);
  if (status == STATUS_OK) status = fields_load_initial(fields); /* what a run would refuse of it */
  fields_close(fields);
  TRY(status);
  p->dt = transport_step_length(s, p->fastest);
  return STATUS_OK;
}
