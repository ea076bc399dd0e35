/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"
#include "util/words.h"

bool path_exists(const char *path) {
  struct stat info;
  return !lstat(path, &info);
}

const char *path_quoted(char text[PATH_QUOTED], const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=+-,:@%";
  size_t used = 0;
  if (*word && !word[strspn(word, plain)] && strlen(word) < PATH_QUOTED) return strcpy(text, word);
  text[used++] = '\'';
  for (; *word && used + 6 < PATH_QUOTED; word++) {
    const char *as = *word == '\'' ? "'\\''" : (const char[]){*word, 0};
    used = (size_t)(stpcpy(text + used, as) - text);
  }
  strcpy(text + used, "'");
  return text;
}

bool path_is_folder(const char *path) {
  struct stat info;
  return !stat(path, &info) && S_ISDIR(info.st_mode);
}

int path_join(char out[PATH_MAX], const char *folder, const char *name) {
  int length = snprintf(out, PATH_MAX, "%s/%s", folder, name);
  CHECK(length >= 0 && length < PATH_MAX, STATUS_FAILED, "%s/%s: name too long", folder, name);
  return STATUS_OK;
}

int path_program(char out[PATH_MAX]) {
  const ssize_t length = readlink("/proc/self/exe", out, PATH_MAX - 1);
  out[length > 0 ? length : 0] = 0;
  CHECK(length > 0, STATUS_FAILED, "the system does not say which program this is");
  return STATUS_OK;
}

void path_program_folder(char out[PATH_MAX]) {
  if (path_program(out)) return;
  char *slash = strrchr(out, '/');
  if (slash) *slash = 0;
}

int path_find_from_program(char out[PATH_MAX], const char *const folders[], const char *name) {
  char program[PATH_MAX], folder[PATH_MAX];
  path_program_folder(program);
  for (size_t i = 0; folders[i]; i++) {
    TRY(path_join(folder, program, folders[i]));
    TRY(path_join(out, folder, name));
    char *whole = realpath(out, NULL);
    if (!whole) continue;
    strcpy(out, whole);
    free(whole);
    return STATUS_OK;
  }
  return STATUS_USAGE;
}

int path_sync_folder_of(const char *path) {
  char copy[PATH_MAX];
  CHECK(strlen(path) < sizeof copy, STATUS_FAILED, "%s: name too long", path);
  int fd = open(dirname(strcpy(copy, path)), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  CHECK(fd >= 0, STATUS_FAILED, "%s: cannot open its folder: %s", path, strerror(errno));
  int failed = fsync(fd) != 0 && errno != EINVAL; /* EINVAL: a file system that cannot sync folders */
  int reason = errno;
  close(fd);
  CHECK(!failed, STATUS_FAILED, "%s: cannot sync its folder: %s", path, strerror(reason));
  return STATUS_OK;
}

int path_make_folder(const char *path) {
  char part[PATH_MAX];
  CHECK(strlen(path) < sizeof part, STATUS_FAILED, "%s: name too long", path);
  strcpy(part, path);
  for (char *slash = part; *slash; slash++) {
    slash += strspn(slash, "/");
    slash = strchrnul(slash, '/');
    char kept = *slash;
    *slash = 0;
    bool made = !mkdir(part, 0777);
    CHECK(made || (errno == EEXIST && path_is_folder(part)), STATUS_FAILED,
          "%s: cannot create the folder: %s", part, strerror(errno));
    if (made) TRY(path_sync_folder_of(part));
    *slash = kept;
    if (!kept) break;
  }
  return STATUS_OK;
}

/* Without waiting for what stands at the other end of a FIFO. */
static int open_at_once(const char *path, int flags) {
  return open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
}

int path_open_output(int *fd, const char *path, bool fresh) {
  struct stat info = {0};
  *fd = open_at_once(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | (fresh ? O_EXCL : 0));
  CHECK(*fd >= 0 || errno != ELOOP, STATUS_FAILED, "%s: cannot write: it is a link, which may lead anywhere",
        path);
  CHECK(*fd >= 0, STATUS_FAILED, "%s: cannot write: %s", path, strerror(errno));
  const char *fault = fstat(*fd, &info)        ? strerror(errno)
                      : !S_ISREG(info.st_mode) ? "not a regular file"
                      : info.st_nlink > 1      ? "the file has another name (a hard link); make it a copy"
                                               : NULL;
  if (!fault) return STATUS_OK;
  close(*fd);
  *fd = -1;
  return error_set(STATUS_FAILED, "%s: cannot write: %s", path, fault);
}

/* Whether a terminal shows a name as it is. */
static bool is_plain(const char *name) {
  for (; *name; name++)
    if ((unsigned char)*name < 0x20 || *name == 0x7f) return false;
  return true;
}

static void find_nearest(char nearest[NAME_MAX + 1], DIR *folder, const char *name) {
  for (struct dirent *e = readdir(folder); e; e = readdir(folder)) {
    const char *const names[] = {*nearest ? nearest : e->d_name, e->d_name, NULL};
    const char *best = e->d_name[0] != '.' && is_plain(e->d_name) ? word_nearest(name, names) : NULL;
    if (best && best != nearest) snprintf(nearest, NAME_MAX + 1, "%s", best);
  }
}

const char *path_hint(char hint[PATH_HINT], const char *path) {
  const int fault = errno;
  char above[PATH_MAX], whole[PATH_MAX], nearest[NAME_MAX + 1] = "";
  hint[0] = 0;
  snprintf(above, sizeof above, "%s", path);
  snprintf(whole, sizeof whole, "%s", path);
  DIR *folder = path_exists(path) ? NULL : opendir(dirname(above));
  if (folder) {
    find_nearest(nearest, folder, basename(whole));
    closedir(folder);
  }
  if (*nearest) snprintf(hint, PATH_HINT, "; did you mean '%s'?", nearest);
  errno = fault;
  return hint;
}

static int open_input(int *fd, const char *path, int flags, int missing, struct stat *info) {
  *fd = open_at_once(path, O_RDONLY | flags);
  CHECK(*fd >= 0 || errno != ELOOP || !(flags & O_NOFOLLOW), STATUS_USAGE,
        "%s: a link, and what it leads to is not read here", path);
  if (*fd < 0) {
    char hint[PATH_HINT];
    return error_set(errno == ENOENT || errno == ENOTDIR ? missing : STATUS_FAILED, "%s: cannot read: %s%s",
                     path, strerror(errno), path_hint(hint, path));
  }
  int status = STATUS_OK;
  if (fstat(*fd, info))
    status = error_set(STATUS_FAILED, "%s: cannot read: %s", path, strerror(errno));
  else if (!S_ISREG(info->st_mode))
    status = error_set(STATUS_USAGE, "%s: not a regular file", path);
  if (status == STATUS_OK) return status;
  close(*fd);
  *fd = -1;
  return status;
}

int path_open_input(int *fd, const char *path, int missing, size_t *size) {
  struct stat info = {0};
  const int status = open_input(fd, path, 0, missing, &info);
  *size = (size_t)info.st_size;
  return status;
}

int path_open_unlinked(int *fd, const char *path, size_t *size, unsigned *mode) {
  struct stat info = {0};
  const int status = open_input(fd, path, O_NOFOLLOW, STATUS_FAILED, &info);
  *size = (size_t)info.st_size;
  *mode = info.st_mode;
  return status;
}
