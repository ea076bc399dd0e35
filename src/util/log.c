/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/log.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "util/error.h"
#include "util/path.h"

static const double TERMINAL_INTERVAL = 0.2, PLAIN_INTERVAL = 5; /* s */

static struct {
  FILE *file;
  bool quiet, in_place; /* in_place: the cursor stands behind a progress line */
  int file_error;       /* errno of the first line that did not reach the file */
  double next_terminal, next_plain;
} out = {.next_terminal = -INFINITY, .next_plain = -INFINITY};

int log_open(const char *path, bool append) {
  int fd;
  TRY(path_open_output(&fd, path, !append));
  out.file = fdopen(fd, "a");
  if (!out.file) close(fd);
  CHECK(out.file, STATUS_FAILED, "%s: cannot write: %s", path, strerror(errno));
  setvbuf(out.file, NULL, _IOLBF, 0);
  out.file_error = 0;
  return STATUS_OK;
}

void log_quiet(bool quiet) {
  out.quiet = quiet;
}

static void leave_progress_line(void) {
  if (out.in_place) fputs("\r\033[K", stdout);
  out.in_place = false;
}

static void write_file(const char *line) {
  if (out.file && (fprintf(out.file, "%s\n", line) < 0 || fflush(out.file)) && !out.file_error)
    out.file_error = errno ? errno : EIO;
}

void log_say(const char *format, ...) {
  char line[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  if (!out.quiet) {
    leave_progress_line();
    puts(line);
    fflush(stdout);
  }
  write_file(line);
}

/* A line that wraps cannot be overwritten in place. */
static int terminal_width(void) {
  struct winsize size;
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || size.ws_col < 2 ? 80 : size.ws_col;
}

bool log_progress_due(double now) {
  bool terminal = !out.quiet && isatty(STDOUT_FILENO);
  return now >= out.next_plain || (terminal && now >= out.next_terminal);
}

void log_progress(double now, const char *format, ...) {
  char line[256];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  bool terminal = isatty(STDOUT_FILENO), plain = now >= out.next_plain;
  if (!out.quiet && terminal) {
    printf("\r%.*s\033[K", terminal_width() - 1, line);
    fflush(stdout);
    out.in_place = true;
    out.next_terminal = now + TERMINAL_INTERVAL;
  }
  if (!plain) return;
  if (!out.quiet && !terminal) {
    puts(line);
    fflush(stdout);
  }
  write_file(line);
  out.next_plain = now + PLAIN_INTERVAL;
}

int log_status(void) {
  CHECK(!out.file_error, STATUS_FAILED, "log.txt: cannot write: %s", strerror(out.file_error));
  return STATUS_OK;
}

int log_close(void) {
  leave_progress_line();
  fflush(stdout);
  if (out.file && fsync(fileno(out.file)) && errno != EINVAL && !out.file_error) out.file_error = errno;
  if (out.file && fclose(out.file) && !out.file_error) out.file_error = errno;
  out.file = NULL;
  return log_status();
}
