/* SPDX-License-Identifier: BSD-3-Clause */
/* A library to preload: it counts what a program asks of files below FAULTS_BELOW, and lets the call with
 * number FAULTS_AT fail, all from it on, or cuts the power there. See README.md. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "disk.h"
#include "fault.h"

/* Which calls a kind of fault meets. */
enum call { OPENS = 1, READS = 2, WRITES = 4, CHANGES = 8, CLOSES = 16 };

static bool is_below(const char *path) {
  const size_t length = fault_below ? strlen(fault_below) : 0;
  return length && strncmp(path, fault_below, length) == 0 && (path[length] == '/' || !path[length]);
}

static bool has_path(int fd, char path[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  path[length > 0 ? length : 0] = 0;
  return is_below(path);
}

static bool is_met(enum call call) {
  switch (fault_kind) {
  case FAULT_POWER:
    return call == WRITES || call == CHANGES;
  case FAULT_ERROR:
    return true;
  case FAULT_FULL:
    return call == WRITES || call == CHANGES || call == CLOSES;
  case FAULT_INTERRUPT:
    return call != CHANGES;
  case FAULT_SHORT:
    return call == READS || call == WRITES;
  default:
    return false;
  }
}

/* Counts the call; true if it is to fail. Under FAULT_SHORT it is to do half of what was asked. */
static bool fails(enum call call) {
  if (!is_met(call) || !fault_now()) return false;
  if (fault_kind == FAULT_POWER) kill(getpid(), SIGKILL);
  errno = fault_kind == FAULT_ERROR ? EIO : fault_kind == FAULT_FULL ? ENOSPC : EINTR;
  return true;
}

static bool fd_fails(int fd, enum call call) {
  char path[PATH_MAX];
  const int before = errno;
  const bool fail = has_path(fd, path) && fails(call);
  if (!fail) errno = before;
  return fail;
}

/* ---- names ---- */

static int open_file(int folder, const char *path, int flags, mode_t mode) {
  struct stat info;
  const bool below = is_below(path), makes = flags & O_CREAT,
             fresh = below && makes && lstat(path, &info) != 0;
  if (below && fails(makes ? CHANGES : OPENS)) return -1;
  const int fd = (int)syscall(SYS_openat, folder, path, flags, mode);
  if (fd >= 0 && below && makes) disk_opened(path, fd, fresh);
  return fd;
}

#define MODE(last)                                                                                           \
  mode_t mode = 0;                                                                                           \
  if (flags & (O_CREAT | __O_TMPFILE)) {                                                                     \
    va_list more;                                                                                            \
    va_start(more, last);                                                                                    \
    mode = va_arg(more, mode_t);                                                                             \
    va_end(more);                                                                                            \
  }

int open(const char *path, int flags, ...) {
  MODE(flags)
  return open_file(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE(flags)
  return open_file(AT_FDCWD, path, flags, mode);
}

FILE *fopen(const char *path, const char *how) {
  FILE *(*next)(const char *, const char *) =
      (FILE * (*)(const char *, const char *)) dlsym(RTLD_NEXT, "fopen");
  struct stat info;
  const bool below = is_below(path), makes = *how != 'r', fresh = below && makes && lstat(path, &info) != 0;
  if (below && fails(makes ? CHANGES : OPENS)) return NULL;
  FILE *f = next(path, how);
  if (f && below && makes) disk_opened(path, fileno(f), fresh);
  return f;
}

DIR *opendir(const char *path) {
  DIR *(*next)(const char *) = (DIR * (*)(const char *)) dlsym(RTLD_NEXT, "opendir");
  if (is_below(path) && fails(OPENS)) return NULL;
  return next(path);
}

int mkdir(const char *path, mode_t mode) {
  struct stat info;
  if (is_below(path) && lstat(path, &info) != 0 && fails(CHANGES)) return -1;
  const int failed = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  if (!failed && is_below(path)) disk_made(path);
  return failed;
}

int rename(const char *from, const char *to) {
  if (is_below(to) && fails(CHANGES)) return -1;
  const int failed = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (!failed && is_below(to)) disk_renamed(from, to);
  return failed;
}

int unlink(const char *path) {
  struct stat info;
  if (is_below(path) && lstat(path, &info) == 0 && fails(CHANGES)) return -1;
  const int failed = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  if (!failed && is_below(path)) disk_removed(path);
  return failed;
}

/* ---- contents ---- */

static size_t half(size_t size) {
  return fault_kind == FAULT_SHORT ? (size + 1) / 2 : 0;
}

ssize_t read(int fd, void *to, size_t size) {
  if (fd_fails(fd, READS) && !(size = half(size))) return -1;
  return syscall(SYS_read, fd, to, size);
}

ssize_t pread(int fd, void *to, size_t size, off_t at) {
  if (fd_fails(fd, READS) && !(size = half(size))) return -1;
  return syscall(SYS_pread64, fd, to, size, at);
}

ssize_t write(int fd, const void *from, size_t size) {
  if (fd_fails(fd, WRITES) && !(size = half(size))) return -1;
  return syscall(SYS_write, fd, from, size);
}

ssize_t pwrite(int fd, const void *from, size_t size, off_t at) {
  if (fd_fails(fd, WRITES) && !(size = half(size))) return -1;
  return syscall(SYS_pwrite64, fd, from, size, at);
}

int ftruncate(int fd, off_t size) {
  if (fd_fails(fd, WRITES)) return -1;
  return (int)syscall(SYS_ftruncate, fd, size);
}

static int sync_file(int fd, long call) {
  char path[PATH_MAX];
  if (fd_fails(fd, WRITES)) return -1;
  const int failed = (int)syscall(call, fd);
  if (!failed && has_path(fd, path)) disk_synced(path, fd);
  return failed;
}

int fsync(int fd) {
  return sync_file(fd, SYS_fsync);
}

int fdatasync(int fd) {
  return sync_file(fd, SYS_fdatasync);
}

/* What is behind the C library's own buffers. */
int fflush(FILE *f) {
  int (*next)(FILE *) = (int (*)(FILE *))dlsym(RTLD_NEXT, "fflush");
  if (f && fd_fails(fileno(f), WRITES)) return EOF;
  return next(f);
}

/* As on Linux, the descriptor is gone after a failure too. */
int close(int fd) {
  const bool fail = fd_fails(fd, CLOSES);
  const int reason = errno, failed = (int)syscall(SYS_close, fd);
  if (fail) errno = reason;
  return fail ? -1 : failed;
}
