/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/keep.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/folder.h"
#include "io/writer.h"
#include "util/error.h"
#include "util/path.h"
#include "util/schedule.h"

double keep_next(const struct job *j) {
  const double interval = j->setup.config.output.keep.interval;
  return interval > 0 ? schedule_next(interval * (double)j->keep_stride, j->at.time, 0) : INFINITY;
}

/* ---- what is there ---- */

/* Calls `each` with the number of every one in the folder, as long as that returns 0. */
static int walk_kept(const char *folder, int (*each)(void *to, const char *folder, uint64_t number),
                     void *to) {
  DIR *entries = opendir(folder);
  CHECK(entries, STATUS_FAILED, "%s: cannot read: %s", folder, strerror(errno));
  int status = STATUS_OK;
  uint64_t number;
  for (struct dirent *entry; !status && (entry = readdir(entries));)
    if (folder_kept_number(entry->d_name, &number)) status = each(to, folder, number);
  closedir(entries);
  return status;
}

struct room {
  double count, bytes, largest;
};

static int count_one(void *to, const char *folder, uint64_t number) {
  struct room *r = to;
  struct stat info;
  char name[NAME_MAX + 1], path[PATH_MAX];
  folder_kept_name(name, number);
  TRY(path_join(path, folder, name));
  CHECK(!stat(path, &info), STATUS_FAILED, "%s: cannot read: %s", path, strerror(errno));
  r->count += 1;
  r->bytes += (double)info.st_size;
  r->largest = fmax(r->largest, (double)info.st_size);
  return STATUS_OK;
}

static int remove_kept(const char *folder, uint64_t number) {
  char name[NAME_MAX + 1];
  folder_kept_name(name, number);
  return folder_remove(folder, name);
}

static int thin_one(void *to, const char *folder, uint64_t number) {
  return number % *(const uint64_t *)to ? remove_kept(folder, number) : STATUS_OK;
}

/* ---- room for one more ---- */

static bool is_full(const struct room *r, const struct amphi_case *c) {
  return r->count + 1 > c->output.keep.count ||
         (c->output.keep.disk > 0 && r->count > 0 && r->bytes + r->largest > c->output.keep.disk * 0x1p20);
}

int keep_make_room(struct job *j, uint64_t *number) {
  const struct amphi_case *c = &j->setup.config;
  *number = (uint64_t)llround(keep_next(j) / c->output.keep.interval) - j->keep_stride;
  TRY(writer_wait()); /* sizes are known once the files are whole */
  struct room r = {0};
  TRY(walk_kept(j->folder, count_one, &r));
  while (is_full(&r, c) && r.count > 0) {
    j->keep_stride *= 2;
    TRY(walk_kept(j->folder, thin_one, &j->keep_stride));
    r = (struct room){0};
    TRY(walk_kept(j->folder, count_one, &r));
  }
  if (*number % j->keep_stride) *number = 0;
  return STATUS_OK;
}

static int clear_one(void *to, const char *folder, uint64_t number) {
  const struct job *j = to;
  const bool behind = (double)number * j->setup.config.output.keep.interval > j->at.time;
  return behind ? remove_kept(folder, number) : STATUS_OK;
}

int keep_clear_behind(const struct job *j) {
  return walk_kept(j->folder, clear_one, (void *)(uintptr_t)j);
}

/* ---- which one ---- */

struct search {
  double interval, bound;
  uint64_t found;
};

static int last_before(void *to, const char *folder, uint64_t number) {
  struct search *s = to;
  (void)folder;
  if ((double)number * s->interval < s->bound && number > s->found) s->found = number;
  return STATUS_OK;
}

static int first_from(void *to, const char *folder, uint64_t number) {
  struct search *s = to;
  (void)folder;
  if ((double)number * s->interval >= s->bound && (!s->found || number < s->found)) s->found = number;
  return STATUS_OK;
}

int keep_last_before(const char *folder, double interval, double before, uint64_t *number) {
  struct search s = {interval, before, 0};
  TRY(walk_kept(folder, last_before, &s));
  *number = s.found;
  return STATUS_OK;
}

int keep_first_from(const char *folder, double interval, double from, uint64_t *number) {
  struct search s = {interval, from, 0};
  TRY(walk_kept(folder, first_from, &s));
  *number = s.found;
  return STATUS_OK;
}
