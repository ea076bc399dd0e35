/* SPDX-License-Identifier: BSD-3-Clause */
#include "util/path.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"

bool path_exists(const char *path) {
  return !access(path, F_OK);
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
