/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/chain.h"
#include "cli/results.h"
#include "util/error.h"
#include "util/path.h"

enum { LINKS_MOST = 40 }; /* as the system follows */

static const char *const single_files[] = {"used.yaml",
                                           "checkpoint.h5",
                                           "summary.json",
                                           "gauges.csv",
                                           "gauges.h5",
                                           "log.txt",
                                           "particles.vtkhdf.series",
                                           "particles.hdf.series",
                                           "diverged.vtkhdf",
                                           CHAIN_FILE,
                                           RESULTS_EXPERIMENT,
                                           NULL};

void folder_snapshot_name(char name[NAME_MAX + 1], uint64_t number) {
  snprintf(name, NAME_MAX + 1, "particles_%04" PRIu64 ".vtkhdf", number);
}

bool folder_snapshot_number(const char *name, uint64_t *number) {
  char exact[NAME_MAX + 1];
  *number = strtoull(name + strcspn(name, "0123456789"), NULL, 10);
  folder_snapshot_name(exact, *number);
  return !strcmp(name, exact);
}

void folder_kept_name(char name[NAME_MAX + 1], uint64_t number) {
  snprintf(name, NAME_MAX + 1, "checkpoint_%04" PRIu64 ".h5", number);
}

bool folder_kept_number(const char *name, uint64_t *number) {
  char exact[NAME_MAX + 1];
  *number = strtoull(name + strcspn(name, "0123456789"), NULL, 10);
  folder_kept_name(exact, *number);
  return !strcmp(name, exact) && *number > 0;
}

/* Of a snapshot, or of the surfaces beside it (wcsph/results/surfaces.h). */
static bool is_numbered(const char *name, uint64_t *number) {
  char exact[NAME_MAX + 1];
  if (folder_snapshot_number(name, number)) return true;
  snprintf(exact, sizeof exact, "surfaces_%04" PRIu64 ".vtp", *number);
  return !strcmp(name, exact);
}

bool folder_is_output(const char *name) {
  uint64_t number;
  for (int i = 0; single_files[i]; i++)
    if (!strcmp(name, single_files[i])) return true;
  return is_numbered(name, &number) || folder_kept_number(name, &number);
}

/* NAME.tmp, NAME being one of amphi's. */
static bool is_unfinished(const char *name) {
  char whole[NAME_MAX + 1];
  const size_t length = strlen(name);
  if (length < 4 || strcmp(name + length - 4, ".tmp")) return false;
  snprintf(whole, sizeof whole, "%.*s", (int)(length - 4), name);
  return folder_is_output(whole);
}

bool folder_holds_run(const char *folder, char name[NAME_MAX + 1]) {
  char path[PATH_MAX];
  uint64_t number;
  for (int i = 0; single_files[i]; i++) {
    snprintf(name, NAME_MAX + 1, "%s", single_files[i]);
    if (!path_join(path, folder, name) && path_exists(path)) return true;
  }
  DIR *entries = opendir(folder);
  bool found = false;
  for (struct dirent *entry; entries && !found && (entry = readdir(entries));) {
    found = folder_snapshot_number(entry->d_name, &number);
    if (found) snprintf(name, NAME_MAX + 1, "%s", entry->d_name);
  }
  if (entries) closedir(entries);
  return found;
}

/* Whether `path` itself, not what it may lead to, is one of amphi's files in the folder. */
static bool is_in_folder(const struct stat *folder, const char *path) {
  char copy[PATH_MAX], other[PATH_MAX];
  struct stat above;
  const char *name = basename(strcpy(copy, path));
  return (folder_is_output(name) || is_unfinished(name)) && !stat(dirname(strcpy(other, path)), &above) &&
         above.st_dev == folder->st_dev && above.st_ino == folder->st_ino;
}

/* Put where the link `path` leads, one link further, into it; false if it is none. */
static bool follow_link(char path[PATH_MAX]) {
  char target[PATH_MAX], copy[PATH_MAX];
  const ssize_t length = readlink(path, target, sizeof target - 1);
  if (length <= 0) return false;
  target[length] = 0;
  if (*target != '/') return !path_join(path, dirname(strcpy(copy, path)), target);
  strcpy(path, target);
  return true;
}

bool folder_would_lose(const char *folder, const char *path) {
  char at[PATH_MAX];
  struct stat info;
  bool lost = false;
  if (strlen(path) >= sizeof at || stat(folder, &info)) return false;
  strcpy(at, path);
  for (int links = 0; links < LINKS_MOST && !lost; links++) {
    lost = is_in_folder(&info, at);
    if (!follow_link(at)) break;
  }
  return lost;
}

int folder_remove(const char *folder, const char *name) {
  char path[PATH_MAX];
  TRY(path_join(path, folder, name));
  CHECK(!unlink(path) || errno == ENOENT, STATUS_FAILED, "%s: cannot remove: %s", path, strerror(errno));
  return STATUS_OK;
}

int folder_clear(const char *folder, uint64_t from, bool all) {
  for (int i = 0; all && single_files[i]; i++) TRY(folder_remove(folder, single_files[i]));
  DIR *entries = opendir(folder);
  CHECK(entries, STATUS_FAILED, "%s: cannot read: %s", folder, strerror(errno));
  int status = STATUS_OK;
  for (struct dirent *entry; !status && (entry = readdir(entries));) {
    uint64_t number;
    bool snapshot = is_numbered(entry->d_name, &number) && number >= from;
    bool kept = all && folder_kept_number(entry->d_name, &number);
    if (snapshot || kept || is_unfinished(entry->d_name)) status = folder_remove(folder, entry->d_name);
  }
  closedir(entries);
  return status; /* without a sync: a power cut may bring back what it could have left a moment before, and
                    the first file that is committed here syncs the folder */
}

int folder_lock(const char *folder) {
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* the process's end closes and unlocks it */
  CHECK(fd >= 0, STATUS_FAILED, "%s: cannot read: %s", folder, strerror(errno));
  if (!flock(fd, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK)
    return STATUS_OK; /* some file systems have no locks */
  close(fd);
  return error_set(STATUS_USAGE, "%s: another run is writing here", folder);
}

int folder_remove_work(const char *folder) {
  DIR *entries = opendir(folder);
  CHECK(entries, STATUS_FAILED, "%s: cannot read: %s", folder, strerror(errno));
  int status = STATUS_OK;
  for (struct dirent *entry; !status && (entry = readdir(entries));)
    if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
      status = folder_remove(folder, entry->d_name);
  closedir(entries);
  CHECK(status || !rmdir(folder), STATUS_FAILED, "%s: cannot remove: %s", folder, strerror(errno));
  return status;
}

int folder_make_work(char folder[PATH_MAX], const char *pattern) {
  const char *above = getenv("TMPDIR");
  TRY(path_join(folder, above && *above ? above : "/tmp", pattern));
  CHECK(mkdtemp(folder), STATUS_FAILED, "%s: cannot be made: %s", folder, strerror(errno));
  return STATUS_OK;
}
