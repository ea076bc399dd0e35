/* SPDX-License-Identifier: BSD-3-Clause */
#include "view/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/error.h"
#include "util/json.h"

enum { TEXT_BYTES = 64 << 10 }; /* of what a child said, the last */

void child_init(struct child *c) {
  *c = (struct child){.output = -1};
}

/* What the server blocks and ignores is its own affair; Ctrl-C at its terminal reaches it alone. */
static int set_attributes(posix_spawnattr_t *attributes) {
  static const int ignored[] = {SIGPIPE, SIGCHLD, SIGXFSZ};
  sigset_t defaults, none;
  sigemptyset(&none);
  sigemptyset(&defaults);
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) sigaddset(&defaults, ignored[i]);
  int error = posix_spawnattr_setsigmask(attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(attributes, &defaults);
  if (!error) error = posix_spawnattr_setpgroup(attributes, 0);
  if (!error)
    error = posix_spawnattr_setflags(attributes,
                                     POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  return error;
}

static int spawn(struct child *c, char *const argv[]) {
  extern char **environ;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&actions)) return ENOMEM;
  if (posix_spawnattr_init(&attributes)) {
    posix_spawn_file_actions_destroy(&actions);
    return ENOMEM;
  }
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, c->output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, c->output, STDERR_FILENO);
  int error = set_attributes(&attributes);
  if (!error) error = posix_spawn(&c->pid, argv[0], &actions, &attributes, argv, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int child_start(struct child *c, char *const argv[]) {
  child_free(c);
  c->output = memfd_create("amphi-child", MFD_CLOEXEC);
  CHECK(c->output >= 0, STATUS_FAILED, "%s: cannot be started: %s", argv[0], strerror(errno));
  fcntl(c->output, F_SETFL, O_APPEND); /* two streams, one end */
  const int error = spawn(c, argv);
  if (!error) return STATUS_OK;
  child_free(c);
  return error_set(STATUS_FAILED, "%s: cannot be started: %s", argv[0], strerror(error));
}

static void note_end(struct child *c, pid_t waited, int status) {
  if (waited < 0 && errno == EINTR) return;
  if (waited == 0) return;
  c->pid = 0;
  c->ended = true;
  c->status = waited < 0 ? STATUS_FAILED : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

bool child_runs(struct child *c) {
  int status = 0;
  const pid_t waited = c->pid ? waitpid(c->pid, &status, WNOHANG) : 0;
  note_end(c, waited, status);
  return c->pid != 0;
}

void child_signal(struct child *c, int number) {
  if (child_runs(c)) kill(c->pid, number);
}

void child_wait(struct child *c) {
  while (c->pid) {
    int status = 0;
    const pid_t waited = waitpid(c->pid, &status, 0);
    note_end(c, waited, status);
  }
}

void child_kill(struct child *c) {
  child_signal(c, SIGKILL);
  child_wait(c);
}

json_t *child_text(const struct child *c) {
  struct stat info;
  char text[TEXT_BYTES + 1];
  if (c->output < 0 || fstat(c->output, &info)) return json_string("");
  const off_t from = info.st_size > TEXT_BYTES ? info.st_size - TEXT_BYTES : 0;
  const ssize_t got = pread(c->output, text, TEXT_BYTES, from);
  text[got > 0 ? got : 0] = 0;
  for (ssize_t i = 0; i < got; i++)
    if (!text[i]) text[i] = ' ';
  char *first = text; /* whole lines */
  if (from > 0 && strchr(text, '\n')) first = strchr(text, '\n') + 1;
  return json_name(first);
}

void child_free(struct child *c) {
  child_kill(c);
  if (c->output >= 0) close(c->output);
  child_init(c);
}
