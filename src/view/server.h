/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VIEW_SERVER_H
#define VIEW_SERVER_H
/* A server for browsers of this machine, which listens at 127.0.0.1 only:
 * GET /KEY/               the page
 * GET /KEY/assets/NAME    what belongs to it
 * GET /KEY/runs           {"version", "runs": [{"name"}, ...]}
 * GET /KEY/runs/K         the files of run K (outputs.h)
 * GET /KEY/runs/K/NAME    one of them as it is; NAME "experiment.csv": what was measured
 * With a studio the page is that of the studio, and there are also
 * GET /KEY/results        the page that shows the runs
 * GET, POST /KEY/studio/WORD or /KEY/studio/WORD/NAME    what studio.h says
 * All else gets a status of 400 to 499. Without a studio nothing is ever written. */
#include "view/outputs.h"
#include "view/page.h"
#include "view/request.h"

/* A request to the studio, and what it answers with. */
struct view_ask {
  bool post;
  const char *word, *name; /* name: "" for none */
  const char *body;        /* of a POST */
  size_t size;
};
struct view_answer {
  json_t *json;               /* or NULL */
  const char *text;           /* JSON as text, which stays; or NULL */
  const struct view_run *run; /* or a file `name` of this run */
  const char *name;
};

struct view_studio {
  void *self;
  /* The status of HTTP. Called by one thread alone. */
  unsigned (*answer)(void *self, const struct view_ask *ask, struct view_answer *answer);
};

struct view_options {
  const struct page *page;
  const struct view_run *runs;
  size_t run_count;
  int port;                         /* 0: any that is free */
  char key[VIEW_KEY + 1];           /* server_make_key */
  const struct view_studio *studio; /* NULL: none */
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
