/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/analysis.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/file.h"
#include "util/error.h"
#include "util/path.h"

/* ---- what the runs left ---- */

static int read_table(struct study_result *r, size_t i, const struct study_plan *p, const char *folder) {
  char run[PATH_MAX], path[PATH_MAX];
  size_t size;
  if (p->runs[i].state != RUN_FINISHED) return STATUS_OK;
  TRY(path_join(run, folder, p->runs[i].name));
  TRY(path_join(path, run, "gauges.csv"));
  TRY(file_read(path, STATUS_USAGE, &r->texts[i], &size));
  return measured_read(&r->tables[i], p->runs[i].name, r->texts[i], size);
}

static json_t *read_summary(const struct study_run *run, const char *folder) {
  char path[PATH_MAX], file[PATH_MAX];
  if (run->state != RUN_FINISHED || path_join(path, folder, run->name) ||
      path_join(file, path, "summary.json"))
    return NULL;
  return json_load_file(file, 0, NULL);
}

/* Of the fluid at the start, in units that all runs of a study share; NaN: not known. Particles of several
 * spacings, some in two of them, say as mass how much they are. */
static double volume_of(const json_t *summary, double dp, int dimensions) {
  const json_t *mass = json_object_get(json_object_get(summary, "results"), "was there");
  const double fluid = json_number_value(json_object_get(json_object_get(summary, "particles"), "fluid"));
  if (mass) return json_number_value(mass);
  return fluid > 0 ? fluid * dp * dp * (dimensions == 3 ? dp : 1.0) : NAN;
}

/* Of the case as it is; times of all its variants. */
static void read_summaries(struct study_result *r, const struct study_plan *p, const char *folder) {
  for (size_t k = 0; k < p->dp_count; k++) {
    double seconds = 0;
    size_t count = 0;
    r->volumes[k] = NAN;
    const struct study_run *first = study_plan_group(p, 0, k);
    for (size_t i = 0; i < p->variant_count * (size_t)p->repeats; i++) {
      json_t *s = read_summary(&first[i], folder);
      if (s) seconds += json_number_value(json_object_get(s, "wall_time")), count++;
      if (s && i < (size_t)p->repeats && p->dp[0] > 0) r->volumes[k] = volume_of(s, p->dp[k], p->dimensions);
      json_decref(s);
    }
    r->seconds[k] = count ? seconds / (double)count : NAN;
  }
  for (size_t k = p->dp_count; k-- > 0;) r->volumes[k] /= r->volumes[0];
}

/* ---- series ---- */

static struct signal column_signal(const struct frame *column) {
  return column ? (struct signal){measured_times(column), measured_values(column), column->count}
                : (struct signal){0};
}

static void hold_against(struct study_series *s, const struct frame_file *experiment) {
  const struct study_level *finest = &s->levels[0];
  s->measured = experiment ? measured_find(experiment, s->name) : NULL;
  s->inside = NAN;
  if (!s->measured || s->count < 2) return;
  struct field fields[2] = {{.data = finest->median}, {.data = s->time}};
  const struct frame median = {.count = s->count, .fields = fields, .field_count = 2};
  if (!measured_compare(&median, s->measured, &s->misfit)) return;
  const struct signal low = {s->time, finest->low, s->count}, high = {s->time, finest->high, s->count};
  size_t at[2] = {0, 0}, within = 0;
  for (size_t i = 0; i < s->measured->count; i++) {
    const double t = measured_times(s->measured)[i], y = measured_values(s->measured)[i];
    if (t < s->time[0] || t > s->time[s->count - 1] || !isfinite(y)) continue;
    within += y >= signal_at(&low, t, &at[0]) && y <= signal_at(&high, t, &at[1]);
  }
  if (finest->count > 1) s->inside = (double)within / (double)s->misfit.count;
}

/* Of the runs of a spacing; [repeats]. */
static void take_signals(struct signal *signals, const struct study_result *r, const struct study_plan *p,
                         const char *name, size_t variant, size_t spacing) {
  const size_t first = (size_t)(study_plan_group(p, variant, spacing) - p->runs);
  for (size_t i = 0; i < (size_t)p->repeats; i++)
    signals[i] = column_signal(measured_find(&r->tables[first + i], name));
}

static int add_series(struct study_result *r, const struct study_plan *p, const char *name, size_t variant,
                      const struct frame_file *experiment, double from, double to) {
  const size_t repeats = (size_t)p->repeats;
  struct signal *signals = calloc(p->dp_count * repeats, sizeof *signals);
  struct study_series *s = &r->series[r->series_count];
  CHECK(signals, STATUS_FAILED, "no memory for the bands of a study");
  r->series_count++;
  s->name = name, s->variant = variant;
  for (size_t k = 0; k < p->dp_count; k++) take_signals(signals + k * repeats, r, p, name, variant, k);
  const int status = study_series_make(s, signals, p->dp, p->dp_count, repeats, from, to);
  free(signals);
  if (!status) hold_against(s, experiment);
  return status;
}

/* The runs that have the most columns say which there are: they are of one case. */
static const struct frame_file *find_columns(const struct study_result *r, const struct study_plan *p) {
  const struct frame_file *most = &r->tables[0];
  for (size_t i = 0; i < p->run_count; i++)
    if (r->tables[i].frame_count > most->frame_count) most = &r->tables[i];
  return most;
}

int study_analyse(struct study_result *r, const struct study_plan *p, const char *folder,
                  const struct frame_file *experiment, double from, double to) {
  *r = (struct study_result){.volumes = calloc(p->dp_count, sizeof *r->volumes),
                             .seconds = calloc(p->dp_count, sizeof *r->seconds),
                             .tables = calloc(p->run_count, sizeof *r->tables),
                             .texts = calloc(p->run_count, sizeof *r->texts)};
  CHECK(r->volumes && r->seconds && r->tables && r->texts, STATUS_FAILED, "no memory for the study");
  for (size_t i = 0; i < p->run_count; i++) TRY(read_table(r, i, p, folder));
  read_summaries(r, p, folder);
  const struct frame_file *columns = find_columns(r, p);
  r->series = calloc(columns->frame_count * p->variant_count + 1, sizeof *r->series);
  CHECK(r->series, STATUS_FAILED, "no memory for the study");
  for (size_t k = 0; k < columns->frame_count; k++)
    for (size_t v = 0; v < p->variant_count; v++)
      TRY(add_series(r, p, columns->frames[k].name, v, experiment, from, to));
  return STATUS_OK;
}

/* ---- repetitions of the experiment ---- */

static bool is_gauge(const struct study_result *r, const char *name) {
  const size_t length = strcspn(name, "[");
  for (size_t i = 0; i < r->series_count; i++) {
    const char *own = r->series[i].name;
    if (!strcmp(own, name) ||
        (!name[length] && !strncmp(own, name, length) && !strncmp(own + length, " [", 2)))
      return true;
  }
  return false;
}

static int find_repeated(struct study_repeated *row, const struct study_result *r,
                         const struct study_plan *p) {
  const size_t repeats = (size_t)p->repeats;
  struct signal *signals = calloc(repeats, sizeof *signals);
  double *values = calloc(repeats, sizeof *values);
  row->found = is_gauge(r, row->gauge) ? calloc(p->dp_count, sizeof *row->found) : NULL;
  const bool room = signals && values && (row->found || !is_gauge(r, row->gauge));
  for (size_t k = 0; row->found && room && k < p->dp_count; k++) {
    take_signals(signals, r, p, row->gauge, row->variant, k);
    study_repeated_find(&row->found[k], row, signals, repeats, values);
  }
  if (room) study_repeated_compare(row);
  free(signals);
  free(values);
  CHECK(room, STATUS_FAILED, "no memory for the repetitions of an experiment");
  return STATUS_OK;
}

int study_hold_repeated(struct study_result *r, const struct study_plan *p, const char *name, char *text) {
  struct study_repeated *rows;
  size_t count;
  int status = study_repeated_read(&rows, &count, name, text);
  r->repeated = status ? NULL : calloc(count * p->variant_count + 1, sizeof *r->repeated);
  if (!status && !r->repeated) status = error_set(STATUS_FAILED, "no memory for %s", name);
  for (size_t k = 0; k < count * p->variant_count && !status; k++) {
    r->repeated[k] = rows[k / p->variant_count];
    r->repeated[k].variant = k % p->variant_count;
    r->repeated_count++;
    status = find_repeated(&r->repeated[k], r, p);
  }
  free(rows);
  return status;
}

void study_result_free(struct study_result *r, const struct study_plan *p) {
  for (size_t i = 0; i < r->series_count; i++) study_series_free(&r->series[i], p->dp_count);
  for (size_t i = 0; r->tables && i < p->run_count; i++) frame_file_free(&r->tables[i]);
  for (size_t i = 0; r->texts && i < p->run_count; i++) free(r->texts[i]);
  for (size_t i = 0; i < r->repeated_count; i++) free(r->repeated[i].found);
  free(r->repeated);
  free(r->series);
  free(r->tables);
  free(r->texts);
  free(r->volumes);
  free(r->seconds);
  *r = (struct study_result){0};
}
