/* SPDX-License-Identifier: BSD-3-Clause */
#include "view/outputs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"
#include "util/json.h"

/* The folder each time anew: a run that starts again may make it again. */
static int open_folder(const struct view_run *run, int *folder) {
  *folder = open(run->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  CHECK(*folder >= 0, STATUS_USAGE, "%s: cannot read: %s", run->folder, strerror(errno));
  return STATUS_OK;
}

/* A regular file, reached by no link, opened without blocking on a FIFO. */
static bool open_regular(int folder, const char *name, int *fd, size_t *size) {
  struct stat info;
  *fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (*fd < 0) return false;
  if (!fstat(*fd, &info) && S_ISREG(info.st_mode)) {
    *size = (size_t)info.st_size;
    return true;
  }
  close(*fd);
  return false;
}

int outputs_open(const struct view_run *run, const char *name, int *fd, size_t *size) {
  int folder;
  CHECK(run->is_output(name), STATUS_USAGE, "%s: no output of amphi", name);
  TRY(open_folder(run, &folder));
  const bool opened = open_regular(folder, name, fd, size);
  close(folder);
  CHECK(opened, STATUS_USAGE, "%s: no such file", name);
  return STATUS_OK;
}

static json_t *entry_json(int folder, const char *name) {
  struct stat info;
  char changed[24];
  if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) || !S_ISREG(info.st_mode)) return NULL;
  snprintf(changed, sizeof changed, "%" PRId64,
           (int64_t)info.st_mtim.tv_sec * 1000000000 + (int64_t)info.st_mtim.tv_nsec);
  return json_pack("{s:s, s:I, s:s}", "name", name, "bytes", (json_int_t)info.st_size, "changed", changed);
}

static json_t *error_json(json_t *list) {
  json_object_set_new(list, "error", json_name(error_text()));
  return list;
}

json_t *outputs_list(const struct view_run *run) {
  json_t *list =
      json_pack("{s:o, s:b}", "name", json_name(run->folder), "experiment", run->experiment != NULL);
  struct dirent **entries;
  int folder, count;
  if (!list || open_folder(run, &folder)) return list ? error_json(list) : NULL;
  count = scandirat(folder, ".", &entries, NULL, alphasort);
  json_t *files = json_array();
  for (int i = 0; i < count; i++) {
    json_t *entry = run->is_output(entries[i]->d_name) ? entry_json(folder, entries[i]->d_name) : NULL;
    if (entry) json_array_append_new(files, entry);
    free(entries[i]);
  }
  if (count >= 0) free(entries);
  close(folder);
  json_object_set_new(list, "files", files);
  return list;
}
