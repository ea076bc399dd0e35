/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_CHECK_RUN_H
#define CLI_CHECK_RUN_H
/* What `amphi check` finds out by beginning the run in a folder of its own, which goes afterwards. */
#include <stdbool.h>

#include "cli/setup.h"

struct check_run {
  bool times;          /* take some steps, and say how long all take and what they write */
  const char *picture; /* draw the start into this file; NULL: not */
};

/* The setup stays the caller's; its plan has given its arrays away. */
int check_run(const struct check_run *wanted, struct setup *s, struct execution *e);

#endif
