/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_SERVE_H
#define CLI_SERVE_H
/* A server of view/, from its start to Ctrl-C. */
#include <stdbool.h>

#include "view/server.h"

/* Print the address, open it in the user's browser if `opens`, and answer until SIGINT, SIGTERM or SIGHUP;
 * then, behind the last answer, finish(self) unless it is NULL. `name`: of the command, for messages. */
struct serve {
  const char *name;
  bool opens;
  void (*finish)(void *self);
  void *self;
};
int serve(const struct view_options *o, const struct serve *how);

#endif
