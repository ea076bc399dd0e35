/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_SERVE_H
#define CLI_SERVE_H
/* A server of view/, from its start to Ctrl-C. */
#include <argp.h>
#include <stdbool.h>

#include "view/server.h"

/* What users say of it, on whatever command. */
struct serve_choice {
  const char *page; /* a folder; NULL: the page that came along */
  int port;         /* 0: any that is free */
  bool opens;       /* a browser */
};
enum { SERVE_PORT = 'p', SERVE_NO_OPEN = 'n', SERVE_PAGE = 256 };
#define SERVE_OPTIONS                                                                                        \
  {"port", SERVE_PORT, "N", 0, "Listen at this port (default: any that is free)", 0},                        \
      {"no-open", SERVE_NO_OPEN, NULL, 0, "Print the address, and start no browser", 0}, {                   \
    "page", SERVE_PAGE, "DIR", 0, "Show the page in this folder instead of the one that came along", 0       \
  }
error_t serve_parse(struct serve_choice *c, int key, char *argument, struct argp_state *state);

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
