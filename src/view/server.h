/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VIEW_SERVER_H
#define VIEW_SERVER_H
/* A server for browsers of this machine: it reads, never writes, and hands out the page and the files of the
 * runs. GET /KEY/                 the page GET /KEY/assets/NAME      what belongs to it GET /KEY/runs
 * {"version", "runs": [{"name"}, ...]} GET /KEY/runs/K           the files of run K (outputs.h) GET
 * /KEY/runs/K/NAME      one of them as it is; NAME "experiment.csv": what was measured All else gets a status
 * of 400 to 499. It listens at 127.0.0.1 only. */
#include "view/outputs.h"
#include "view/page.h"
#include "view/request.h"

struct view_options {
  const struct page *page;
  const struct view_run *runs;
  size_t run_count;
  int port;               /* 0: any that is free */
  char key[VIEW_KEY + 1]; /* server_make_key */
};

struct server;

/* Whether this build can. */
extern const bool server_is_there;

/* A secret random key. STATUS_FAILED if the system has no randomness. */
int server_make_key(char key[VIEW_KEY + 1]);

/* Answer requests, in a thread of its own, until server_stop; *port is what it listens at. The options and
 * what they lead to must live as long. STATUS_USAGE if the port is taken or this build has no server. */
int server_start(struct server **server, const struct view_options *options, int *port);
void server_stop(struct server *server);

#endif
