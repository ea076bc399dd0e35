/* SPDX-License-Identifier: BSD-3-Clause */
#include "swarm/start/plan.h"

#include <stdlib.h>

#include "swarm/start/settings.h"
#include "swarm/user.h"
#include "util/error.h"

int swarm_plan_make(void **plan, const struct amphi_case *c, bool in_parts) {
  (void)in_parts;
  struct swarm_settings *s = *plan = calloc(1, sizeof *s);
  CHECK(s, STATUS_FAILED, "no memory");
  swarm_settings_take(s, c);
  struct swarm_user *user;
  TRY(swarm_user_open(&user, s, 1)); /* a run would not find it either */
  swarm_user_close(user);
  return STATUS_OK;
}
