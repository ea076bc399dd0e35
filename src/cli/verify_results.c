/* SPDX-License-Identifier: BSD-3-Clause */
/* What ways to execute a case leave: gauges on the way, and the particles after the last step. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/comparison.h"
#include "cli/folder.h"
#include "cli/output.h"
#include "cli/verify.h"
#include "io/file.h"
#include "util/error.h"
#include "util/path.h"

int verify_begin_results(const struct verification *v, struct job *j) {
  strcpy(j->folder, v->work);
  TRY(folder_remove(v->work, "gauges.csv"));
  TRY(output_open_gauges(j, NULL));
  return output_sample_gauges(j);
}

double verify_results_due(const struct job *j) {
  double due = INFINITY;
  for (size_t i = 0; i < j->gauge_dues; i++) due = fmin(due, j->gauge_due[i]);
  return due;
}

/* ---- differences ---- */

struct seen {
  struct way *way;
  bool of_gauges;
};

static struct gap *add_gap(struct way *w) {
  struct gap *more = reallocarray(w->gaps, w->gap_count + 1, sizeof *more);
  if (!more) return NULL;
  w->gaps = more;
  return memset(&more[w->gap_count++], 0, sizeof *more);
}

static void place_gap(struct gap *g, const struct frame_difference *d, const struct field_difference *f) {
  const struct value_difference *v = &f->worst;
  const double *x = d->a->points ? d->a->points[v->row_a] : NULL;
  char component[8] = "";
  if (f->components > 1 && f->components <= 3)
    snprintf(component, sizeof component, "%c of ", "xyz"[v->component]);
  if (g->of_gauge)
    snprintf(g->place, sizeof g->place, "t = %.9Lg s", field_value(&d->a->fields[1], v->row_a));
  else if (x)
    snprintf(g->place, sizeof g->place, "%sparticle %llu at (%.6g, %.6g, %.6g)", component,
             (unsigned long long)v->id, x[0], x[1], x[2]);
  else
    snprintf(g->place, sizeof g->place, "row %llu", (unsigned long long)v->id);
}

static int add_field(struct way *w, const struct frame_difference *d, const struct field_difference *f,
                     bool of_gauge) {
  struct gap *g = add_gap(w);
  CHECK(g, STATUS_FAILED, "no memory");
  g->of_gauge = of_gauge;
  g->scale = f->scale;
  g->most = f->nans ? INFINITY : f->max;
  snprintf(g->name, sizeof g->name, "%.79s", f->name);
  place_gap(g, d, f);
  return STATUS_OK;
}

static int add_rows(struct way *w, const struct frame_difference *d, bool of_gauge) {
  struct gap *g = add_gap(w);
  CHECK(g, STATUS_FAILED, "no memory");
  g->of_gauge = of_gauge;
  g->most = INFINITY;
  snprintf(g->name, sizeof g->name, "%.79s", d->a->name);
  snprintf(g->place, sizeof g->place, "%zu rows only in the first, %zu only in this", d->only_a, d->only_b);
  return STATUS_OK;
}

/* Of a gauge the values alone; their times stand beside them. */
static int see_results(void *what, const struct comparison *c) {
  const struct seen *s = what;
  for (size_t i = 0; i < c->part_count; i++) {
    const struct frame_difference *d = &c->parts[i];
    CHECK(d->a && d->b, STATUS_FAILED, "%s: one of two ways has not written it", c->name);
    if (d->only_a || d->only_b) TRY(add_rows(s->way, d, s->of_gauges));
    for (size_t k = 0; k < (s->of_gauges ? 1 : d->field_count); k++)
      if (d->fields[k].presence == FIELD_IN_BOTH && d->fields[k].differ)
        TRY(add_field(s->way, d, &d->fields[k], s->of_gauges));
  }
  return STATUS_OK;
}

static int compare_tables(const struct verification *v, struct way *w, const char *first, const char *other,
                          bool of_gauges) {
  char paths[2][PATH_MAX];
  const struct tolerance t = {.exact = v->summation == SUM_FIXED};
  struct seen s = {w, of_gauges};
  TRY(path_join(paths[0], v->work, first));
  TRY(path_join(paths[1], v->work, other));
  if (!path_exists(paths[0]) || !path_exists(paths[1])) return STATUS_OK; /* it did not come so far */
  return comparison_of_files(paths[0], paths[1], &t, see_results, &s);
}

/* ---- the end of a way ---- */

static int write_particles(const struct verification *v, struct job *j, const char *name) {
  char path[PATH_MAX];
  const struct snapshot_moment moment = {
      .time = j->at.time, .step = j->at.step, .whole = true, .state_hash = ""};
  TRY(path_join(path, v->work, name));
  TRY(j->setup.method->snapshot(j->run, path, &moment));
  return file_settle();
}

static int keep_first(const struct verification *v, struct job *j, bool whole) {
  char from[PATH_MAX], to[PATH_MAX];
  TRY(path_join(from, v->work, "gauges.csv"));
  TRY(path_join(to, v->work, "first.csv"));
  CHECK(!path_exists(from) || !rename(from, to), STATUS_FAILED, "%s: cannot be renamed", from);
  return whole ? write_particles(v, j, "first.vtkhdf") : STATUS_OK;
}

int verify_end_results(const struct verification *v, struct way *w, struct job *j) {
  const bool whole = w->reached == v->moments;
  const int status = table_close(j->gauges);
  j->gauges = NULL;
  TRY(status);
  if (!v->begun) return keep_first(v, j, whole);
  TRY(compare_tables(v, w, "first.csv", "gauges.csv", true));
  const size_t last = v->moments - 1;
  if (!whole || w->hashes[last] == v->ways[v->first].hashes[last]) return STATUS_OK;
  TRY(write_particles(v, j, "other.vtkhdf"));
  return compare_tables(v, w, "first.vtkhdf", "other.vtkhdf", false);
}
