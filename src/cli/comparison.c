/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/comparison.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/folder.h"
#include "util/error.h"
#include "util/path.h"

/* ---- two files ---- */

static const struct frame *find_frame(const struct frame_file *f, const char *name) {
  for (size_t i = 0; i < f->frame_count; i++)
    if (strcmp(f->frames[i].name, name) == 0) return &f->frames[i];
  return NULL;
}

static int compare_part(struct comparison *c, const struct frame *a, const struct frame *b,
                        const struct tolerance *t) {
  struct frame_difference *d = &c->parts[c->part_count];
  TRY(difference_find(d, a, b, t->exact));
  c->part_count++;
  c->same = c->same && difference_passes(d, t->most);
  return STATUS_OK;
}

static int compare_parts(struct comparison *c, const struct tolerance *t) {
  c->parts = calloc(c->a.frame_count + c->b.frame_count + 1, sizeof *c->parts);
  CHECK(c->parts, STATUS_FAILED, "out of memory");
  c->same = true;
  for (size_t i = 0; i < c->a.frame_count; i++) {
    const struct frame *a = &c->a.frames[i];
    TRY(compare_part(c, a, find_frame(&c->b, a->name), t));
  }
  for (size_t i = 0; i < c->b.frame_count; i++) {
    const struct frame *b = &c->b.frames[i];
    if (!find_frame(&c->a, b->name)) TRY(compare_part(c, NULL, b, t));
  }
  /* A hash also covers what the file does not show. */
  c->hashes_differ = *c->a.state_hash && *c->b.state_hash && strcmp(c->a.state_hash, c->b.state_hash) != 0;
  c->same = c->same && !(t->exact && c->hashes_differ);
  return STATUS_OK;
}

static int compare_read(struct comparison *c, const char *a, const char *b, const struct tolerance *t) {
  TRY(frame_file_read(&c->a, a));
  TRY(frame_file_read(&c->b, b));
  CHECK(c->a.kind == c->b.kind, STATUS_USAGE, "%s is a %s, %s is a %s", a, frame_kind_names[c->a.kind], b,
        frame_kind_names[c->b.kind]);
  int status = compare_parts(c, t);
  return status == STATUS_OK ? status : error_prefix(status, "%s and %s", a, b);
}

static void comparison_free(struct comparison *c) {
  for (size_t i = 0; i < c->part_count; i++) difference_free(&c->parts[i]);
  free(c->parts);
  frame_file_free(&c->a);
  frame_file_free(&c->b);
}

static int compare_files(struct comparison *c, const struct tolerance *t, const char *name, const char *a,
                         const char *b) {
  *c = (struct comparison){0};
  snprintf(c->name, sizeof c->name, "%s", name);
  return compare_read(c, a, b, t);
}

int comparison_of_files(const char *a, const char *b, const struct tolerance *t, comparison_seen *seen,
                        void *what) {
  struct comparison c;
  int status = compare_files(&c, t, "", a, b);
  if (status == STATUS_OK) status = seen(what, &c);
  comparison_free(&c);
  return status;
}

/* ---- two folders ---- */

/* The order in which a folder's files are compared; 0: not at all. */
static uint64_t file_rank(const char *name) {
  static const char *const others[] = {"diverged.vtkhdf", "gauges.csv", "checkpoint.h5"};
  uint64_t number;
  if (folder_snapshot_number(name, &number)) return number + 1;
  for (uint64_t i = 0; i < 3; i++)
    if (strcmp(name, others[i]) == 0) return UINT64_MAX - 2 + i;
  return 0;
}

static int is_output(const struct dirent *entry) {
  return file_rank(entry->d_name) != 0;
}

static int by_rank(const struct dirent **x, const struct dirent **y) {
  uint64_t a = file_rank((*x)->d_name), b = file_rank((*y)->d_name);
  return a != b ? (a > b) - (a < b) : strcmp((*x)->d_name, (*y)->d_name);
}

static int list_outputs(const char *folder, struct dirent ***entries, int *count) {
  *count = scandir(folder, entries, is_output, by_rank);
  CHECK(*count >= 0, STATUS_USAGE, "%s: cannot read: %s", folder, strerror(errno));
  return STATUS_OK;
}

static void free_entries(struct dirent **entries, int count) {
  for (int i = 0; i < count; i++) free(entries[i]);
  free(entries);
}

/* Two folders in comparison. */
struct folders {
  const char *a, *b;
  const struct tolerance *tolerance;
  comparison_seen *seen;
  void *what;
};

static int compare_entry(const struct folders *f, const char *name, char only) {
  struct comparison c = {.only = only};
  char a[PATH_MAX], b[PATH_MAX];
  snprintf(c.name, sizeof c.name, "%s", name);
  if (only) return f->seen(f->what, &c);
  TRY(path_join(a, f->a, name));
  TRY(path_join(b, f->b, name));
  int status = compare_files(&c, f->tolerance, name, a, b);
  if (status == STATUS_OK) status = f->seen(f->what, &c);
  comparison_free(&c);
  return status;
}

/* Both lists in one order, what only one has included. */
static int compare_lists(const struct folders *f, struct dirent **a, int na, struct dirent **b, int nb) {
  CHECK(na > 0 || nb > 0, STATUS_USAGE, "neither folder has an output of amphi");
  for (int i = 0, j = 0; i < na || j < nb;) {
    int order = i == na   ? 1
                : j == nb ? -1
                          : by_rank((const struct dirent **)&a[i], (const struct dirent **)&b[j]);
    const char *name = order <= 0 ? a[i]->d_name : b[j]->d_name;
    TRY(compare_entry(f, name, order < 0 ? 'A' : order > 0 ? 'B' : 0));
    i += order <= 0;
    j += order >= 0;
  }
  return STATUS_OK;
}

int comparison_of_folders(const char *folder_a, const char *folder_b, const struct tolerance *t,
                          comparison_seen *seen, void *what) {
  const struct folders f = {folder_a, folder_b, t, seen, what};
  struct dirent **a = NULL, **b = NULL;
  int na = 0, nb = 0;
  int status = list_outputs(folder_a, &a, &na);
  if (status == STATUS_OK) status = list_outputs(folder_b, &b, &nb);
  if (status == STATUS_OK) status = compare_lists(&f, a, na, b, nb);
  free_entries(a, na);
  free_entries(b, nb);
  return status;
}
