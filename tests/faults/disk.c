/* SPDX-License-Identifier: BSD-3-Clause */
/* Made of system calls, since the C library's functions are those that calls.c stands in for. */
#include "disk.h"

#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fault.h"

enum { KEPT = 256 }; /* descriptors from here on */

static void own_path(char path[PATH_MAX], const char *format, ...) {
  char name[NAME_MAX];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(name, sizeof name, format, arguments);
  va_end(arguments);
  snprintf(path, PATH_MAX, "%s/%s", fault_disk, name);
}

static int open_own(int flags, const char *path) {
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CREAT | O_CLOEXEC, 0666);
}

/* A test that goes on without its records would say nothing. */
static void expect(bool fine) {
  if (!fine) abort();
}

static void note(const char *format, ...) {
  char line[3 * PATH_MAX], journal[PATH_MAX];
  if (fault_kind != FAULT_POWER) return;
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  own_path(journal, "journal");
  const int fd = open_own(O_WRONLY | O_APPEND, journal);
  expect(fd >= 0 && syscall(SYS_write, fd, line, (size_t)length) == length);
  syscall(SYS_close, fd);
}

void disk_opened(const char *path, int fd, bool fresh) {
  struct stat info;
  if (fault_kind != FAULT_POWER) return;
  expect(fstat(fd, &info) == 0 && fcntl(fd, F_DUPFD_CLOEXEC, KEPT) >= KEPT); /* its number stays its own */
  if (fresh) note("create\t%s\t%llu\n", path, (unsigned long long)info.st_ino);
}

void disk_made(const char *path) {
  note("folder\t%s\n", path);
}

void disk_renamed(const char *from, const char *to) {
  note("rename\t%s\t%s\n", from, to);
}

void disk_removed(const char *path) {
  note("remove\t%s\n", path);
}

void disk_synced(const char *path, int fd) {
  struct stat info;
  char part[4096];
  ssize_t n;
  if (fault_kind != FAULT_POWER) return;
  expect(fstat(fd, &info) == 0);
  if (S_ISDIR(info.st_mode)) {
    note("sync\t%s\n", path);
    return;
  }
  char name[64], synced[PATH_MAX], copied[PATH_MAX];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd); /* it may be open for writing only */
  own_path(synced, "%llu.synced", (unsigned long long)info.st_ino);
  own_path(copied, "%llu.%ld", (unsigned long long)info.st_ino, syscall(SYS_gettid));
  const int from = (int)syscall(SYS_openat, AT_FDCWD, name, O_RDONLY | O_CLOEXEC, 0);
  const int to = open_own(O_WRONLY | O_TRUNC, copied);
  expect(from >= 0 && to >= 0);
  while ((n = syscall(SYS_read, from, part, sizeof part)) > 0)
    expect(syscall(SYS_write, to, part, (size_t)n) == n);
  expect(n == 0);
  syscall(SYS_close, from);
  syscall(SYS_close, to);
  /* At once: the power may fail in another thread, and what an earlier sync covered is safe. */
  expect(syscall(SYS_renameat2, AT_FDCWD, copied, AT_FDCWD, synced, 0) == 0);
}
