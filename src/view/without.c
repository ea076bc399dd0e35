/* SPDX-License-Identifier: BSD-3-Clause */
/* What stands in for server.c in a build without libmicrohttpd. */
#include "util/error.h"
#include "view/server.h"

const bool server_is_there = false;

static int missing(void) {
  return error_set(STATUS_USAGE,
                   "this amphi was built without libmicrohttpd, which amphi view needs: install "
                   "libmicrohttpd-dev (tools/setup does) and build again");
}

int server_make_key(char key[VIEW_KEY + 1]) {
  (void)key;
  return missing();
}

int server_start(struct server **server, const struct view_options *options, int *port) {
  (void)server, (void)options, (void)port;
  return missing();
}

void server_stop(struct server *server) {
  (void)server;
}
