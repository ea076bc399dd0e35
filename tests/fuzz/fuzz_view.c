/* SPDX-License-Identifier: BSD-3-Clause */
/* Any bytes to the server of `amphi view`, over a connection: what is outside the folder never comes back,
 * and only requests as the page makes them get an answer. The key is known here, so that the fuzzer gets past
 * it. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "io/file.h"
#include "util/error.h"
#include "view/server.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static const char secret[] = "not for the browser";
static char root[] = "/tmp/amphi-fuzz-XXXXXX", out[PATH_MAX];
static struct page_file files[] = {{"index.html", "text/html", "page", 4},
                                   {"main.js", "text/javascript", "1", 1}};
static struct page page = {files, 2};
static struct view_run run = {.folder = out};
static struct view_options options = {&page, &run, 1, 0, "0123456789abcdef0123456789abcdef", NULL};
static int port;

static bool is_output(const char *name) {
  return strcmp(name, "gauges.csv") == 0 || strcmp(name, "link.csv") == 0;
}

static void put(const char *folder, const char *name, const char *text) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%.1000s/%.100s", folder, name);
  if (file_replace(path, text, strlen(text)) != STATUS_OK) abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  struct server *server;
  char link[PATH_MAX + 16];
  (void)argc, (void)argv;
  if (!mkdtemp(root)) abort();
  snprintf(out, sizeof out, "%s/out", root);
  if (mkdir(out, 0777)) abort();
  put(root, "secret", secret);
  put(out, "gauges.csv", "time\n0\n");
  put(out, "notes.txt", secret);
  snprintf(link, sizeof link, "%s/link.csv", out);
  if (symlink("../secret", link)) abort();
  run.is_output = is_output;
  if (server_start(&server, &options, &port) != STATUS_OK) abort();
  return 0;
}

/* Each time from another address of this machine: a port that a connection used is taken for a minute, and
 * one address would soon have none left. */
static bool reach(int fd, const struct sockaddr_in *server) {
  static uint32_t count;
  const struct sockaddr_in from = {.sin_family = AF_INET,
                                   .sin_addr = {htonl(INADDR_LOOPBACK + count++ % 250)}};
  if (!bind(fd, (const struct sockaddr *)&from, sizeof from) &&
      !connect(fd, (const struct sockaddr *)server, sizeof *server))
    return true;
  if (errno == EINTR) return false; /* by the fuzzer's clock */
  perror("fuzz_view: connect");
  abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char answer[1 << 16];
  const struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const struct linger hard = {1, 0}; /* or all ports would soon wait for their last packets */
  size_t got = 0;
  if (fd < 0) abort();
  if (!reach(fd, &address)) {
    close(fd);
    return 0;
  }
  setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
  for (ssize_t sent; size > 0 && (sent = send(fd, data, size, MSG_NOSIGNAL)) > 0;)
    data += sent, size -= (size_t)sent;
  shutdown(fd, SHUT_WR);
  /* Half a request gets no answer, and after an answer more may be asked: neither is waited for long. */
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &(struct timeval){.tv_usec = 20000}, sizeof(struct timeval));
  for (ssize_t n; got < sizeof answer - 1 && (n = recv(fd, answer + got, sizeof answer - 1 - got, 0)) > 0;)
    got += (size_t)n;
  close(fd);
  if (memmem(answer, got, secret, sizeof secret - 1) ||
      (got > 0 && strncmp(answer, "HTTP/1.", got < 7 ? got : 7) != 0)) {
    fprintf(stderr, "fuzz_view: %zu bytes that nobody should get: %.*s\n", got, (int)got, answer);
    abort();
  }
  return 0;
}
