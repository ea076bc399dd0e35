/* SPDX-License-Identifier: BSD-3-Clause */
/* One file for all levels: each level's own fluid and the walls in its box, with a column for the spacing.
 */
#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "wcsph/levels/place.h"
#include "wcsph/levels/results.h"

enum { LEVEL_BITS = 48 }; /* ids are unique in a level; above these bits stands its number */

/* A column of all levels: that of each, one behind the other. */
struct joined {
  const struct column *of[LEVELS_MOST];
  const struct levels_run *run;
  size_t first[LEVELS_MOST + 1];
};

static void fill_joined(const struct field *field, size_t first, size_t count, void *out) {
  const struct joined *j = field->data;
  const size_t row = field_type_size(field->type) * (size_t)field->components;
  for (int k = 0; k < j->run->count; k++) {
    const size_t begin = first > j->first[k] ? first : j->first[k];
    const size_t end = first + count < j->first[k + 1] ? first + count : j->first[k + 1];
    char *to = (char *)out + (begin - first) * row;
    if (begin >= end) continue;
    j->of[k]->fill(&j->of[k]->field, begin - j->first[k], end - begin, to);
    if (strcmp(field->name, "id") != 0) continue;
    for (size_t i = 0; i < end - begin; i++) ((uint64_t *)(void *)to)[i] |= (uint64_t)k << LEVEL_BITS;
  }
}

static void fill_spacing(const struct field *field, size_t first, size_t count, void *out) {
  const struct joined *j = field->data;
  int k = 0;
  for (size_t i = 0; i < count; i++) {
    while (first + i >= j->first[k + 1]) k++;
    ((float *)out)[i] = (float)j->run->resolved[k].dp;
  }
}

static void keep_own(struct wcsph_view *v, const struct wcsph_run *r) {
  size_t kept = 0;
  for (size_t k = 0; k < v->count; k++) {
    const struct position *p = &r->state.pos[v->order[k]];
    const uint32_t q[3] = {p->x, p->y, p->z};
    double x[3];
    int finer;
    for (int a = 0; a < 3; a++) x[a] = state_coordinate(&r->state, q[a], a);
    if (region_whose(&r->config->region, x, &finer) == LEVELS_OWN) v->order[kept++] = v->order[k];
  }
  v->count = kept;
}

static int write_joined(const struct levels_run *r, const struct wcsph_view *views, const char *path,
                        const struct snapshot_moment *moment) {
  const size_t columns = views[0].column_count;
  struct joined *joined = calloc(columns + 1, sizeof *joined);
  struct column *all = calloc(columns + 1, sizeof *all);
  int status = joined && all ? STATUS_OK : error_set(STATUS_FAILED, "no memory for a snapshot");
  for (size_t c = 0; c <= columns && status == STATUS_OK; c++) {
    struct joined *j = &joined[c];
    j->run = r;
    for (int k = 0; k < r->count; k++) {
      j->of[k] = &views[k].columns[c < columns ? c : 0];
      j->first[k + 1] = j->first[k] + views[k].count;
    }
    if (c < columns)
      all[c] = (struct column){.field = views[0].columns[c].field, .fill = fill_joined};
    else
      all[c] = (struct column){.field = {"spacing", FIELD_F32, 1, j}, .fill = fill_spacing};
    all[c].field.data = j;
  }
  if (status == STATUS_OK) status = snapshot_write(path, moment, joined[0].first[r->count], all, columns + 1);
  free(all);
  free(joined);
  return status;
}

int levels_snapshot(void *run, const char *path, const struct snapshot_moment *moment) {
  struct levels_run *r = run;
  struct wcsph_view views[LEVELS_MOST] = {{0}};
  int status = STATUS_OK;
  for (int k = 0; k < r->count && status == STATUS_OK; k++) {
    status = wcsph_run_view(r->runs[k], &views[k], moment->whole);
    if (status == STATUS_OK) keep_own(&views[k], r->runs[k]);
  }
  if (status == STATUS_OK) status = write_joined(r, views, path, moment);
  for (int k = 0; k < r->count; k++) wcsph_view_free(&views[k]);
  return status;
}
