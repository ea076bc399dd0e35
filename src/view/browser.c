/* SPDX-License-Identifier: BSD-3-Clause */
#include "view/browser.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/file.h"
#include "util/error.h"
#include "util/path.h"

/* The user's own folder for such files, or the shared one. */
static const char *temporary_folder(void) {
  static const char *const names[] = {"XDG_RUNTIME_DIR", "TMPDIR"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *folder = getenv(names[i]);
    if (folder && *folder == '/' && path_is_folder(folder) && !access(folder, W_OK)) return folder;
  }
  return "/tmp";
}

static int write_file(struct browser *b, const char *address) {
  static const char suffix[] = ".html";
  char text[1024];
  TRY(path_join(b->file, temporary_folder(), "amphi-view-XXXXXX.html"));
  const int fd = mkostemps(b->file, sizeof suffix - 1, O_CLOEXEC); /* mode 600 */
  if (fd < 0) {
    const int status = error_set(STATUS_FAILED, "%s: cannot write: %s", b->file, strerror(errno));
    b->file[0] = 0;
    return status;
  }
  snprintf(text, sizeof text,
           "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">\n"
           "<meta http-equiv=\"refresh\" content=\"0; url=%s\"><title>amphi view</title>\n"
           "<a href=\"%s\">amphi view</a>\n",
           address, address);
  const int status = file_write_all(fd, b->file, text, strlen(text), NULL);
  close(fd);
  return status;
}

/* What this program blocks and ignores is its own affair. */
static int set_signals(posix_spawnattr_t *attributes, const sigset_t *blocked) {
  static const int ignored[] = {SIGPIPE, SIGCHLD, SIGXFSZ};
  sigset_t defaults;
  sigemptyset(&defaults);
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) sigaddset(&defaults, ignored[i]);
  int error = posix_spawnattr_setsigmask(attributes, blocked);
  if (!error) error = posix_spawnattr_setsigdefault(attributes, &defaults);
  if (!error) error = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  return error;
}

static int start_browser(const char *file, const sigset_t *blocked) {
  extern char **environ;
  char *const arguments[] = {"xdg-open", (char *)file, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t child;
  if (posix_spawn_file_actions_init(&actions)) return ENOMEM;
  if (posix_spawnattr_init(&attributes)) {
    posix_spawn_file_actions_destroy(&actions);
    return ENOMEM;
  }
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  int error = set_signals(&attributes, blocked);
  if (!error) error = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int browser_open(struct browser *b, const char *address, const sigset_t *blocked) {
  b->file[0] = 0;
  if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) return STATUS_OK;
  TRY(write_file(b, address));
  const int error = start_browser(b->file, blocked);
  if (!error) return STATUS_OK;
  browser_close(b);
  return error_set(STATUS_FAILED, "xdg-open: cannot be started: %s", strerror(error));
}

void browser_close(struct browser *b) {
  if (b->file[0]) unlink(b->file);
  b->file[0] = 0;
}
