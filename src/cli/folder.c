/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/folder.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/error.h"
#include "util/path.h"

static const char *const single_files[] = {
    "used.yaml", "checkpoint.h5",           "summary.json",    "gauges.csv",
    "log.txt",   "particles.vtkhdf.series", "diverged.vtkhdf", NULL};

void folder_snapshot_name(char name[NAME_MAX + 1], uint64_t number) {
  snprintf(name, NAME_MAX + 1, "particles_%04" PRIu64 ".vtkhdf", number);
}

static bool is_snapshot(const char *name, uint64_t *number) {
  int end = 0;
  return sscanf(name, "particles_%" SCNu64 ".vtkhdf%n", number, &end) == 1 && end && !name[end];
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
    found = is_snapshot(entry->d_name, &number);
    if (found) snprintf(name, NAME_MAX + 1, "%s", entry->d_name);
  }
  if (entries) closedir(entries);
  return found;
}

static int remove_file(const char *folder, const char *name) {
  char path[PATH_MAX];
  TRY(path_join(path, folder, name));
  CHECK(!unlink(path) || errno == ENOENT, STATUS_FAILED, "%s: cannot remove: %s", path, strerror(errno));
  return STATUS_OK;
}

int folder_clear(const char *folder, uint64_t from, bool all) {
  for (int i = 0; all && single_files[i]; i++) TRY(remove_file(folder, single_files[i]));
  DIR *entries = opendir(folder);
  CHECK(entries, STATUS_FAILED, "%s: cannot read: %s", folder, strerror(errno));
  int status = STATUS_OK;
  for (struct dirent *entry; !status && (entry = readdir(entries));) {
    uint64_t number;
    if (is_snapshot(entry->d_name, &number) && number >= from) status = remove_file(folder, entry->d_name);
  }
  closedir(entries);
  return status;
}
