/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts of a run computed again for an audit. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/audit.h"
#include "cli/comparison.h"
#include "cli/folder.h"
#include "cli/notes.h"
#include "cli/output.h"
#include "cli/part.h"
#include "cli/results.h"
#include "cli/resume.h"
#include "io/file.h"
#include "io/writer.h"
#include "util/error.h"
#include "util/path.h"

/* ---- which ---- */

/* Ends of parts: kept checkpoints in their order, and the last state. */
struct ends {
  struct part_end *items;
  size_t count;
};

static int by_step(const void *x, const void *y) {
  const struct part_end *a = x, *b = y;
  return (a->step > b->step) - (a->step < b->step);
}

static int find_ends(struct ends *e, const struct audit *a, const struct job *j) {
  const json_t *files = json_object_get(a->record.all, "files");
  size_t i;
  json_t *item;
  e->items = calloc(json_array_size(files) + 1, sizeof *e->items);
  CHECK(e->items, STATUS_FAILED, "no memory for an audit");
  json_array_foreach((json_t *)(uintptr_t)files, i, item) {
    const char *name = record_text(item, "name");
    if (!part_is_end(name)) continue;
    struct part_end *end = &e->items[e->count];
    snprintf(end->name, sizeof end->name, "%s", name);
    TRY(part_read_end(end, j));
    e->count++;
  }
  qsort(e->items, e->count, sizeof *e->items, by_step);
  const size_t last = e->count - 1; /* that of the end may be one that stayed */
  if (e->count > 1 && e->items[last].step == e->items[last - 1].step) e->count--;
  return STATUS_OK;
}

/* ---- what came of one, against what the run has ---- */

static bool is_in_part(double time, double begin, double end) {
  return time > begin && time <= end;
}

/* The next row of a table whose time lies in the part, or that has none; NULL behind the last. */
static char *next_row(char **text, double begin, double end) {
  for (char *line; (line = *text) && *line;) {
    const size_t length = strcspn(line, "\n");
    *text = line + length + (line[length] == '\n');
    line[length] = 0;
    const double time = strtod(line, NULL);
    if (isnan(time) || is_in_part(time, begin, end)) return line;
  }
  return NULL;
}

/* The first row, which names the columns. */
static char *head_row(char **text) {
  char *line = *text;
  const size_t length = strcspn(line, "\n");
  *text = line + length + (line[length] == '\n');
  line[length] = 0;
  return line;
}

/* A last part has no end, so that no row behind the run's end belongs to none. */
static int compare_gauges(struct audit *a, size_t number, const char *again, double begin, double end) {
  char paths[2][PATH_MAX], *texts[2] = {NULL, NULL}, *rows[2], *at[2];
  size_t size[2] = {0, 0}, same = 0;
  TRY(path_join(paths[0], a->folder, "gauges.csv"));
  TRY(path_join(paths[1], again, "gauges.csv"));
  if (!path_exists(paths[0]) && !path_exists(paths[1])) return STATUS_OK;
  int status = file_read(paths[0], STATUS_USAGE, &texts[0], &size[0]);
  if (!status) status = file_read(paths[1], STATUS_USAGE, &texts[1], &size[1]);
  const bool text = !status && strlen(texts[0]) == size[0];
  if (!status && !text) audit_fails(a, "part %zu: gauges.csv is not text: it has a zero byte", number);
  for (int k = 0; k < 2 && text; k++) at[k] = texts[k], rows[k] = head_row(&at[k]);
  bool differ = text && strcmp(rows[0], rows[1]) != 0;
  while (text && !differ) {
    for (int k = 0; k < 2; k++) rows[k] = next_row(&at[k], begin, end);
    if (!rows[0] && !rows[1]) break;
    differ = !rows[0] || !rows[1] || strcmp(rows[0], rows[1]) != 0;
    same += !differ;
  }
  if (differ)
    audit_fails(a, "part %zu: gauges.csv has the row '%.80s', and computed again it is '%.80s'", number,
                rows[0] ? rows[0] : "", rows[1] ? rows[1] : "");
  else if (text)
    audit_holds(a, "part %zu: %zu rows of gauges.csv, byte for byte", number, same);
  free(texts[0]), free(texts[1]);
  return status;
}

/* A snapshot of the run against the same moment again. */
struct seen {
  struct audit *audit;
  size_t number, *same;
  const char *path;
};

static int see_snapshot(void *what, const struct comparison *c) {
  struct seen *s = what;
  bool values = c->hashes_differ || c->a.time != c->b.time, fields = false;
  for (size_t i = 0; i < c->part_count; i++) {
    const struct frame_difference *d = &c->parts[i];
    values |= d->only_a || d->only_b;
    for (size_t k = 0; k < d->field_count; k++) {
      values |= d->fields[k].differ > 0;
      fields |= d->fields[k].presence != FIELD_IN_BOTH;
    }
  }
  if (values)
    audit_fails(s->audit, "part %zu: %s is not what the part has when it is computed again", s->number,
                s->path);
  else if (fields)
    audit_leaves(s->audit, "part %zu: %s has other fields than used.yaml says", s->number, s->path);
  *s->same += !values && !fields;
  return STATUS_OK;
}

/* Where no list says it, the file does. */
static int read_time(double *time, const char *path) {
  struct frame_file f;
  TRY(frame_file_read(&f, path));
  *time = f.time;
  frame_file_free(&f);
  return STATUS_OK;
}

/* The moments of a run's snapshots. Without a list of them, or with another one, each is still compared. */
static int find_moments(struct audit *a, double end) {
  struct results *r = &a->run;
  TRY(results_open(r, a->folder));
  for (size_t i = 0; i < r->count; i++) {
    if (isnan(r->times[i])) TRY(read_time(&r->times[i], r->paths[i]));
    if (!(r->times[i] <= end))
      audit_fails(a, "snapshots: %s is of t = %.9g s, and the run ended at %.9g s", r->paths[i], r->times[i],
                  end);
    else if (i > 0 && !(r->times[i] > r->times[i - 1]))
      audit_fails(a, "snapshots: %s is of t = %.9g s, not later than the one before", r->paths[i],
                  r->times[i]);
  }
  return STATUS_OK;
}

static size_t find_time(const struct results *r, double time) {
  size_t k = 0;
  while (k < r->count && r->times[k] != time) k++;
  return k;
}

/* One that the part does not have: what its list says of it must be what it says itself. */
static int check_listed_time(struct audit *a, size_t number, size_t i) {
  double time;
  TRY(read_time(&time, a->run.paths[i]));
  if (time != a->run.times[i])
    audit_fails(a, "part %zu: %s is of t = %.9g s, and particles.hdf.series says %.9g s", number,
                a->run.paths[i], time, a->run.times[i]);
  return STATUS_OK;
}

static int compare_snapshots(struct audit *a, size_t number, const char *again, double begin, double end) {
  const struct results *run = &a->run;
  struct results part = {0};
  const struct tolerance exact = {.exact = true};
  size_t same = 0, without = 0, gone = 0;
  int status = results_open(&part, again);
  for (size_t i = 0; i < run->count && !status; i++) {
    if (!is_in_part(run->times[i], begin, end)) continue;
    const size_t k = find_time(&part, run->times[i]);
    struct seen s = {a, number, &same, run->paths[i]};
    without += k == part.count;
    status = k == part.count ? check_listed_time(a, number, i)
                             : comparison_of_files(run->paths[i], part.paths[k], &exact, see_snapshot, &s);
  }
  for (size_t k = 0; k < part.count; k++)
    gone += is_in_part(part.times[k], begin, end) && find_time(run, part.times[k]) == run->count;
  if (same) audit_holds(a, "part %zu: %zu snapshots, bit for bit", number, same);
  if (without && !status)
    audit_leaves(a, "part %zu: %zu snapshots of moments that used.yaml does not ask for, such as the last",
                 number, without);
  if (gone && !status)
    audit_leaves(a, "part %zu: %zu snapshots that used.yaml asks for, and the run does not have", number,
                 gone);
  results_close(&part);
  return status;
}

/* ---- one part again ---- */

/* From the state that the part begins with through the links on the way to the end, until one is not what the
 * chain says. */
static int follow_chain(struct audit *a, size_t number, struct job *j, const struct part_end *e) {
  const struct chain *c = &a->chain;
  size_t k = 0, right = 0;
  while (k < c->count && c->links[k].step < j->at.step) k++;
  for (; k < c->count && c->links[k].step <= e->step; k++) {
    const struct link *l = &c->links[k];
    TRY(part_advance(j, l->step));
    if (j->at.step != l->step || j->at.time != l->time || strcmp(j->state_hash, l->hash)) {
      audit_fails(a,
                  "part %zu: at step %llu, t = %.17g s, the state has the hash %s, and the chain has %s at "
                  "t = %.17g s",
                  number, (unsigned long long)l->step, j->at.time, j->state_hash, l->hash, l->time);
      return STATUS_OK;
    }
    right++;
  }
  TRY(part_advance(j, e->step));
  if (part_reached(j, e))
    audit_holds(a, "part %zu: to step %llu, hash %s; links of the chain that are right: %zu", number,
                (unsigned long long)e->step, e->hash, right);
  else
    audit_fails(a, "part %zu: at step %llu the state has the hash %s, and %s has %s", number,
                (unsigned long long)j->at.step, j->state_hash, e->name, e->hash);
  return STATUS_OK;
}

static int compute(struct audit *a, size_t number, struct job *j, const struct checkpoint *from, bool own,
                   const struct part_end *begin, const struct part_end *e) {
  const double start = begin ? begin->time : -INFINITY;
  TRY(folder_make_work(j->folder, "amphi-audit-XXXXXX"));
  j->windowed = true;
  j->window[0] = start, j->window[1] = e->time;
  int status = output_replay(j, begin ? from : NULL, own);
  if (!status) status = follow_chain(a, number, j, e);
  const int ended = output_end(j);
  if (!status) status = ended;
  if (!status && own)
    status = compare_gauges(a, number, j->folder, start, number == a->parts ? INFINITY : e->time);
  if (!status && !own)
    audit_leaves(
        a,
        isnan(a->since)
            ? "part %zu: gauges: the last checkpoint does not say from when on the run had those of used.yaml"
            : "part %zu: gauges: those of used.yaml, or their intervals, came later",
        number);
  if (!status) status = compare_snapshots(a, number, j->folder, start, e->time);
  const int removed = folder_remove_work(j->folder);
  return status ? status : removed;
}

/* Whether sums have the same bits here; says so where they need not. */
static int may_compare(struct audit *a, size_t number, const struct job *j, const struct checkpoint *like,
                       bool *may) {
  char difference[NOTES_DIFFERENCE] = "";
  const struct method *m = j->setup.method;
  const bool fixed = !m->summation || m->summation(j->setup.plan) == SUM_FIXED;
  TRY(notes_compare_build(difference, like, j));
  *may = fixed || !*difference;
  if (!*may)
    audit_leaves(a, "part %zu: summation is not fixed, so its bits are those of the run's way alone: %s",
                 number, difference);
  return STATUS_OK;
}

/* The bits of fixed sums are the same on another way, so one that holds proves more than the same again. */
static void say_way(struct audit *a, const struct job *j) {
  const char *was = record_text(json_object_get(a->record.all, "run"), "execution");
  char way[NOTES_WAY];
  if (a->named) return;
  a->named = true;
  if (strcmp(was, notes_way(way, j)))
    printf("%-12s parts are computed in another way than the run: %s\n", "", way);
  else
    printf("%-12s parts are computed as the run was: %s\n", "", way);
}

static int open_part(struct audit *a, size_t number, struct job *j, struct checkpoint *from,
                     struct checkpoint *like, const struct part_end *begin, const struct part_end *e) {
  char path[PATH_MAX];
  bool may;
  TRY(part_load(j, a->folder, NULL, NULL));
  TRY(path_join(path, a->folder, e->name));
  TRY(checkpoint_read_head(like, path));
  if (begin) TRY(resume_read(from, j, begin->name));
  const bool own = (!begin || notes_has_gauges(from, j)) && a->since <= (begin ? begin->time : 0);
  TRY(job_open(j, begin ? from : NULL));
  say_way(a, j);
  TRY(may_compare(a, number, j, like, &may));
  return may ? compute(a, number, j, from, own, begin, e) : STATUS_OK;
}

static int compute_part(struct audit *a, size_t number, const struct part_end *begin,
                        const struct part_end *e) {
  struct job j = {.execution = a->execution};
  struct checkpoint from = {0}, like = {0};
  int status = open_part(a, number, &j, &from, &like, begin, e);
  if (status == STATUS_DIVERGED) {
    audit_fails(a, "part %zu: %s", number, error_text());
    status = STATUS_OK;
  }
  checkpoint_free(&from);
  checkpoint_free(&like);
  writer_end();
  table_close(j.gauges);
  file_settle();
  job_close(&j);
  return status;
}

/* ---- all that are asked for ---- */

static int compute_number(struct audit *a, const struct ends *e, size_t number) {
  CHECK(number <= e->count, STATUS_USAGE, "--interval %zu: there are %zu parts", number, e->count);
  return compute_part(a, number, number > 1 ? &e->items[number - 2] : NULL, &e->items[number - 1]);
}

static int compute_some(struct audit *a, const struct audit_parts *which, const struct ends *e) {
  if (which->number) return compute_number(a, e, which->number);
  uint64_t wanted = which->all || which->random > e->count ? e->count : which->random;
  for (size_t k = 0; k < e->count; k++) { /* of those that are left, so many by chance */
    if (seal_draw((uint32_t)(e->count - k)) >= wanted) continue;
    TRY(compute_number(a, e, k + 1));
    wanted--;
  }
  return STATUS_OK;
}

int audit_again(struct audit *a, const struct audit_parts *which) {
  struct ends e = {0};
  struct job j = {0};
  if (!which->all && !which->number && !which->random) {
    audit_leaves(a, "parts: none was computed again (--interval, --random, --all)");
    return STATUS_OK;
  }
  if (a->failed) {
    audit_leaves(a, "parts: none was computed again, since what they begin with does not hold");
    return STATUS_OK;
  }
  int status = part_load(&j, a->folder, NULL, NULL);
  if (!status) status = find_ends(&e, a, &j);
  job_close(&j);
  a->parts = e.count;
  if (!status && !e.count)
    audit_leaves(a, "parts: none was computed again, since the record has no checkpoint");
  if (!status && e.count) status = find_moments(a, e.items[e.count - 1].time);
  if (!status) status = compute_some(a, which, &e);
  if (!status && !which->all && e.count) printf("%-12s parts in all: %zu\n", "", e.count);
  results_close(&a->run);
  free(e.items);
  return status;
}
