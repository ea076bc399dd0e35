/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/resume.h"

#include <string.h>

#include "check/read.h"
#include "cli/notes.h"
#include "parts/parts.h"
#include "util/error.h"
#include "util/path.h"

bool resume_is_folder(const char *argument) {
  char path[PATH_MAX];
  if (!path_is_folder(argument)) return false;
  if (!path_join(path, argument, "checkpoint.h5") && path_exists(path)) return true;
  return !path_join(path, argument, "used.yaml") && path_exists(path);
}

/* The digest only says that something differs; the used.yaml beside the checkpoint says what. */
static int refuse_checkpoint(const struct checkpoint *from, const struct job *j) {
  char used[PATH_MAX], digest[33];
  TRY(path_join(used, j->folder, "used.yaml"));
  struct amphi_case earlier = {0};
  const char *key = NULL;
  bool readable = !case_read(&earlier, used, NULL, 0) && !case_digest(&earlier, NULL, digest);
  if (readable && !strcmp(digest, from->case_digest)) key = case_difference(&earlier, &j->setup.config);
  case_free(&earlier);
  if (key)
    return error_set(STATUS_USAGE,
                     "%s: the checkpoint is of another case: '%s' differs from %s; only end, output and "
                     "what names things may change at --resume",
                     j->folder, key, used);
  return error_set(STATUS_USAGE, "%s: the checkpoint is of another case than %s", j->folder,
                   j->setup.config.path);
}

int resume_read(struct checkpoint *from, const struct job *j, const char *name) {
  char path[PATH_MAX], digest[33];
  TRY(path_join(path, j->folder, name));
  CHECK(path_exists(path), STATUS_USAGE,
        "%s: no checkpoint to resume from; --force instead of --resume starts anew", j->folder);
  const bool later = parts_count() > 1 && j->setup.method->fills;
  TRY(later ? checkpoint_read_head(from, path) : checkpoint_read(from, path));
  CHECK(!strcmp(from->method, j->setup.method->name), STATUS_USAGE,
        "%s: a checkpoint of method '%s', not of '%s'", path, from->method, j->setup.method->name);
  TRY(case_digest(&j->setup.config, NULL, digest));
  if (strcmp(digest, from->case_digest)) return refuse_checkpoint(from, j);
  return notes_check_inputs(from, j);
}
