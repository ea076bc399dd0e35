/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/serve.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/error.h"
#include "view/browser.h"

error_t serve_parse(struct serve_choice *c, int key, char *argument, struct argp_state *state) {
  char *end;
  switch (key) {
  case SERVE_PORT:
    c->port = (int)strtol(argument, &end, 10);
    if (end == argument || *end || c->port < 1 || c->port > 65535)
      argp_error(state, "--port '%s': expected a number from 1 to 65535", argument);
    return 0;
  case SERVE_NO_OPEN:
    c->opens = false;
    return 0;
  case SERVE_PAGE:
    c->page = argument;
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

/* Without a browser the user opens the address. */
static void say_address(const struct view_options *o, const struct serve *how, int port,
                        struct browser *browser, const sigset_t *blocked) {
  char address[128];
  snprintf(address, sizeof address, "http://127.0.0.1:%d/%s/", port, o->key);
  printf("%s\nOpen this in a browser of this machine; Ctrl-C ends it. From another machine: ssh -L "
         "%d:127.0.0.1:%d "
         "THIS-MACHINE there, then the same address.\n",
         address, port, port);
  fflush(stdout);
  if (how->opens && browser_open(browser, address, blocked))
    fprintf(stderr, "%s: no browser was opened: %s\n", how->name, error_text());
}

int serve(const struct view_options *o, const struct serve *how) {
  struct server *server;
  struct browser browser = {0};
  sigset_t ends, before;
  int port, signal_number;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGHUP);
  sigprocmask(SIG_BLOCK, &ends, &before); /* before there is a thread that could take one */
  signal(SIGPIPE, SIG_IGN);
  TRY(server_start(&server, o, &port));
  say_address(o, how, port, &browser, &before);
  sigwait(&ends, &signal_number);
  browser_close(&browser);
  server_stop(server);
  if (how->finish) how->finish(how->self);
  return STATUS_OK;
}
