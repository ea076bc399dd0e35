/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/isolated.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/error.h"

/* Far more than any whole file takes; damaged ones can lead HDF5 in a circle. */
enum { SECONDS = 60, BYTES_A_SECOND = 1 << 20, TEXT = 2048 };

static bool transfer(struct isolated *a, char *data, size_t size) {
  while (size > 0) {
    const ssize_t n = a->sends ? write(a->fd, data, size) : read(a->fd, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    data += n, size -= (size_t)n;
  }
  return true;
}

void isolated_bytes(struct isolated *a, void *data, size_t size) {
  a->good = a->good && transfer(a, data, size);
  if (!a->good && !a->sends) memset(data, 0, size);
}

static void *room(struct isolated *a, size_t count, size_t size) {
  void *data = a->good ? calloc(count ? count : 1, size) : NULL;
  if (!data && a->good) a->no_memory = true;
  a->good = data;
  return data;
}

void isolated_array(struct isolated *a, void **data, size_t count, size_t size) {
  if (!a->sends) *data = room(a, count, size);
  if (*data) isolated_bytes(a, *data, count * size);
  if (!a->sends) return;
  free(*data);
  *data = NULL;
}

void isolated_text(struct isolated *a, char **text) {
  size_t length = a->sends ? strlen(*text) : 0;
  isolated_bytes(a, &length, sizeof length);
  if (length >= TEXT) isolated_refuse(a);
  if (a->sends) {
    isolated_bytes(a, *text, length);
    return;
  }
  *text = room(a, length + 1, 1);
  if (*text) isolated_bytes(a, *text, length);
}

void isolated_list(struct isolated *a, void **elements, size_t *count, size_t most, size_t size) {
  isolated_bytes(a, count, sizeof *count);
  if (*count > most) isolated_refuse(a);
  if (a->sends) return;
  *elements = room(a, *count, size);
  if (!*elements) *count = 0;
}

void isolated_refuse(struct isolated *a) {
  a->good = false;
}

/* ---- the two processes ---- */

static void limit(const char *path) {
  static const int deaths[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU};
  struct stat info;
  for (size_t i = 0; i < sizeof deaths / sizeof *deaths; i++) signal(deaths[i], SIG_DFL);
  const rlim_t more = stat(path, &info) == 0 ? (rlim_t)info.st_size / BYTES_A_SECOND : 0;
  setrlimit(RLIMIT_CPU, &(struct rlimit){SECONDS + more, SECONDS + more + 1});
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}); /* its death is no news */
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) dup2(nowhere, STDERR_FILENO); /* libc has words for a damaged heap; ours follow */
}

/* The status, its text, and what was read. _exit, for the rest of the program is the caller's. */
static _Noreturn void child(struct isolated *a, const char *path, int (*work)(void *what),
                            void (*pass)(struct isolated *a, void *what), void *what) {
  limit(path);
  int status = work(what);
  char text[TEXT] = "";
  if (status != STATUS_OK) strncpy(text, error_text(), TEXT - 1);
  isolated_bytes(a, &status, sizeof status);
  isolated_bytes(a, text, sizeof text);
  if (status == STATUS_OK) pass(a, what);
  _exit(a->good ? EXIT_SUCCESS : EXIT_FAILURE);
}

static int receive(struct isolated *a, void (*pass)(struct isolated *a, void *what), void *what) {
  int status = STATUS_OK;
  char text[TEXT];
  isolated_bytes(a, &status, sizeof status);
  isolated_bytes(a, text, sizeof text);
  text[TEXT - 1] = 0;
  if (!a->good) return STATUS_OK; /* the end of the child says more */
  if (status != STATUS_OK)
    return error_set(status == STATUS_FAILED ? STATUS_FAILED : STATUS_USAGE, "%s", text);
  pass(a, what);
  return STATUS_OK;
}

/* How the child ended, if it did not send all. */
static int explain(const struct isolated *a, const char *path, int end) {
  CHECK(!a->no_memory, STATUS_FAILED, "%s: out of memory", path);
  if (a->good) return STATUS_OK;
  const int number = WIFSIGNALED(end) ? WTERMSIG(end) : 0;
  CHECK(number != SIGXCPU, STATUS_USAGE, "%s: damaged: reading it does not end", path);
  CHECK(number != SIGKILL && number != SIGTERM && number != SIGINT && number != SIGHUP, STATUS_FAILED,
        "%s: cannot read: the process that read it was ended: %s", path, strsignal(number));
  return error_set(STATUS_USAGE, "%s: damaged: HDF5 fails on it%s%s", path, number ? ": " : "",
                   number ? strsignal(number) : "");
}

int isolated_read(const char *path, int (*work)(void *what), void (*pass)(struct isolated *a, void *what),
                  void *what) {
  int ends[2];
  struct stat info;
  CHECK(stat(path, &info) != 0 || S_ISREG(info.st_mode), STATUS_USAGE, "%s: not a regular file", path);
  CHECK(pipe2(ends, O_CLOEXEC) == 0, STATUS_FAILED, "%s: cannot read: %s", path, strerror(errno));
  const pid_t id = fork();
  if (id == 0) {
    close(ends[0]);
    child(&(struct isolated){.fd = ends[1], .sends = true, .good = true}, path, work, pass, what);
  }
  const int reason = errno;
  close(ends[1]);
  struct isolated a = {.fd = ends[0], .good = true};
  int status =
      id < 0 ? error_set(STATUS_FAILED, "%s: cannot read: no process for it: %s", path, strerror(reason))
             : receive(&a, pass, what);
  close(ends[0]); /* a child that still sends ends of it */
  int end = 0;
  while (id > 0 && waitpid(id, &end, 0) < 0 && errno == EINTR) {
  }
  return status == STATUS_OK ? explain(&a, path, end) : status;
}
