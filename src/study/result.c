/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/result.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/file.h"
#include "util/error.h"
#include "util/json.h"
#include "util/path.h"

enum { FORMAT = 1 };

bool study_missing(char text[256], const struct study_plan *p, size_t variant, size_t spacing) {
  const struct study_run *first = study_plan_group(p, variant, spacing);
  char which[160] = "";
  int missing = 0;
  for (int i = 0; i < p->repeats; i++) {
    if (first[i].state == RUN_FINISHED) continue;
    const size_t used = strlen(which);
    snprintf(which + used, sizeof which - used, "%s%s %s", missing ? ", " : "", first[i].name,
             run_state_names[first[i].state]);
    missing++;
  }
  if (missing) snprintf(text, 256, "%d of %d runs are missing: %s", missing, p->repeats, which);
  return missing > 0;
}

bool study_doubt(char text[256], const struct study_result *r, const struct study_plan *p, size_t *at) {
  const size_t groups = p->dp_count * p->variant_count;
  for (; *at < groups; ++*at)
    if (study_missing(text, p, *at % p->variant_count, *at / p->variant_count)) return ++*at;
  for (; *at < groups + p->dp_count; ++*at) {
    const size_t k = *at - groups;
    if (!(fabs(r->volumes[k] - 1) > STUDY_VOLUME)) continue;
    snprintf(text, 256,
             "the fluid at dp = %g begins with %+.2f %% of the volume that it has at the finest: its shapes "
             "are no "
             "whole number of spacings, which has no order of convergence",
             p->dp[k], 100 * (r->volumes[k] - 1));
    return ++*at;
  }
  for (; *at < groups + p->dp_count + r->repeated_count; ++*at) {
    const struct study_repeated *row = &r->repeated[*at - groups - p->dp_count];
    if (row->found && row->found->count) continue;
    snprintf(text, 256, "repetitions of the experiment: %s", row->gauge);
    const size_t used = strlen(text);
    if (!row->found)
      snprintf(text + used, 256 - used, " is no gauge of these runs");
    else
      snprintf(text + used, 256 - used, ": no run at the finest spacing has it from %g to %g s", row->from,
               row->to);
    return ++*at;
  }
  return false;
}

/* ---- JSON ---- */

static json_t *spread_json(const struct spread *s) {
  return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o}", "count", (int)s->count, "median", json_number(s->median),
                   "low", json_number(s->low), "high", json_number(s->high), "mean", json_number(s->mean),
                   "deviation", json_number(s->deviation));
}

static json_t *convergence_json(const struct convergence *c) {
  return json_pack("{s:s, s:s, s:o, s:b, s:o, s:o, s:o, s:o, s:o}", "verdict", verdict_names[c->verdict],
                   "text", verdict_texts[c->verdict], "order", json_number(c->order), "steep",
                   c->order > CONVERGENCE_STEEP, "extrapolated", json_number(c->extrapolated), "difference",
                   json_number(c->difference), "extrapolated_error", json_number(c->extrapolated_error),
                   "gci", json_number(c->index), "band", json_number(c->band));
}

static json_t *numbers_json(const double *values, size_t count) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) json_array_append_new(list, json_number(values[i]));
  return list;
}

static json_t *level_json(const struct study_level *level, double dp, size_t count) {
  json_t *o = json_pack("{s:o, s:i}", "dp", json_number(dp > 0 ? dp : NAN), "runs", (int)level->count);
  for (int q = 0; q < QUANTITIES && count; q++)
    json_object_set_new(o, quantity_names[q], spread_json(&level->spread[q]));
  json_object_set_new(o, "peak_time", spread_json(&level->peak_time));
  json_object_set_new(o, "bands",
                      json_pack("{s:o, s:o, s:o}", "median", numbers_json(level->median, count), "low",
                                numbers_json(level->low, count), "high", numbers_json(level->high, count)));
  return o;
}

static json_t *points_json(const struct study_series *s) {
  if (!s->extrapolated) return json_null();
  return json_pack("{s:f, s:f, s:o, s:o}", "order", s->order, "share", s->share, "extrapolated",
                   numbers_json(s->extrapolated, s->count), "band", numbers_json(s->error, s->count));
}

static json_t *measured_json(const struct study_series *s) {
  const struct misfit *m = &s->misfit;
  if (!m->count) return json_null();
  return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o}", "samples", (int)m->count, "rms", json_number(m->rms),
                   "range", json_number(m->range), "peak", json_number(m->peak), "peak_time",
                   json_number(m->peak_time), "inside", json_number(s->inside));
}

static json_t *series_json(const struct study_series *s, const struct study_plan *p) {
  json_t *o =
      json_pack("{s:o, s:s, s:s, s:o}", "gauge", json_name(s->name), "variant", p->variants[s->variant].label,
                "signal", smoothness_names[s->smoothness], "noise", json_number(s->noise));
  json_t *levels = json_array(), *convergence = json_object();
  for (size_t k = 0; k < p->dp_count; k++)
    json_array_append_new(levels, level_json(&s->levels[k], p->dp[k], s->count));
  for (int q = 0; q < QUANTITIES; q++)
    json_object_set_new(convergence, quantity_names[q], convergence_json(&s->convergence[q]));
  json_object_set_new(o, "time", numbers_json(s->time, s->count));
  json_object_set_new(o, "spacings", levels);
  json_object_set_new(o, "convergence", convergence);
  json_object_set_new(o, "points", points_json(s));
  json_object_set_new(o, "measured", measured_json(s));
  return o;
}

static json_t *runs_json(const struct study_plan *p) {
  json_t *list = json_array();
  for (size_t i = 0; i < p->run_count; i++) {
    const struct study_run *run = &p->runs[i];
    json_t *settings = json_array();
    for (size_t k = 0; k < run->count; k++) json_array_append_new(settings, json_name(run->settings[k]));
    const double dp = p->dp[run->spacing];
    json_array_append_new(
        list, json_pack("{s:s, s:s, s:s, s:o, s:i, s:o}", "folder", run->name, "outcome",
                        run_state_names[run->state], "variant", p->variants[run->variant].label, "dp",
                        json_number(dp > 0 ? dp : NAN), "seed", run->seed, "settings", settings));
  }
  return list;
}

static json_t *repeated_spread_json(const struct repeated_spread *s) {
  return json_pack("{s:i, s:o, s:o, s:o, s:o}", "count", (int)s->count, "mean", json_number(s->mean),
                   "deviation", json_number(s->deviation), "least", json_number(s->least), "largest",
                   json_number(s->largest));
}

static json_t *repeated_json(const struct study_repeated *r, const struct study_plan *p) {
  json_t *levels = json_array();
  for (size_t k = 0; r->found && k < p->dp_count; k++) {
    json_t *level = repeated_spread_json(&r->found[k]);
    json_object_set_new(level, "dp", json_number(p->dp[k] > 0 ? p->dp[k] : NAN));
    json_array_append_new(levels, level);
  }
  return json_pack("{s:o, s:s, s:s, s:f, s:f, s:o, s:o, s:o, s:o}", "gauge", json_name(r->gauge), "variant",
                   p->variants[r->variant].label, "quantity", quantity_names[r->quantity], "from", r->from,
                   "to", r->to, "measured", repeated_spread_json(&r->measured), "spacings", levels,
                   "difference", json_number(r->difference), "standard_error", json_number(r->error));
}

int study_write_json(const struct study_result *r, const struct study_plan *p, const char *folder) {
  char path[PATH_MAX], text[256];
  TRY(path_join(path, folder, "study.json"));
  json_t *o =
      json_pack("{s:i, s:o, s:s, s:i, s:o, s:o}", "format", FORMAT, "title", json_name(p->title), "version",
                AMPHI_VERSION, "repeats", p->repeats, "jitter", json_number(p->jitter), "runs", runs_json(p));
  json_t *doubts = json_array(), *series = json_array();
  for (size_t at = 0; study_doubt(text, r, p, &at);) json_array_append_new(doubts, json_name(text));
  for (size_t i = 0; i < r->series_count; i++) json_array_append_new(series, series_json(&r->series[i], p));
  json_object_set_new(o, "doubts", doubts);
  json_object_set_new(o, "gauges", series);
  json_t *repeated = json_array();
  for (size_t i = 0; i < r->repeated_count; i++)
    json_array_append_new(repeated, repeated_json(&r->repeated[i], p));
  json_object_set_new(o, "repetitions", repeated);
  char *dump = json_text(o, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
  json_decref(o);
  CHECK(dump, STATUS_FAILED, "no memory for %s", path);
  const int status = file_replace(path, dump, strlen(dump));
  free(dump);
  return status;
}

/* ---- tables ---- */

static void put_number(FILE *out, double value, char end) {
  if (isfinite(value)) fprintf(out, "%.9g", value);
  fputc(end, out);
}

/* A cell with quotes about it, as a label may have commas. */
static void put_text(FILE *out, const char *text) {
  fputc('"', out);
  for (const char *t = text; *t; t++) {
    if (*t == '"') fputc('"', out);
    fputc(*t, out);
  }
  fputs("\",", out);
}

static void put_quantities(FILE *out, const struct study_series *s, const struct study_plan *p) {
  for (int q = 0; q < QUANTITIES; q++) {
    const struct convergence *c = &s->convergence[q];
    for (size_t k = 0; k < p->dp_count; k++) {
      const struct spread *one = &s->levels[k].spread[q];
      put_text(out, s->name);
      put_text(out, p->variants[s->variant].label);
      fprintf(out, "%s,", quantity_names[q]);
      put_number(out, p->dp[k] > 0 ? p->dp[k] : NAN, ',');
      fprintf(out, "%zu,", s->levels[k].count);
      put_number(out, one->median, ',');
      put_number(out, one->low, ',');
      put_number(out, one->high, ',');
      put_number(out, one->mean, ',');
      put_number(out, one->deviation, ',');
      const bool finest = k == 0; /* which the estimate is for */
      fprintf(out, "%s,", finest ? verdict_names[c->verdict] : "");
      put_number(out, finest ? c->order : NAN, ',');
      put_number(out, finest ? c->extrapolated : NAN, ',');
      put_number(out, finest ? c->index : NAN, ',');
      put_number(out, finest ? c->band : NAN, '\n');
    }
  }
}

static void put_bands(FILE *out, const struct study_series *s, const struct study_plan *p) {
  for (size_t k = 0; k < p->dp_count; k++)
    for (size_t i = 0; i < s->count; i++) {
      const bool points = k == 0 && s->extrapolated;
      put_text(out, s->name);
      put_text(out, p->variants[s->variant].label);
      put_number(out, p->dp[k] > 0 ? p->dp[k] : NAN, ',');
      put_number(out, s->time[i], ',');
      put_number(out, s->levels[k].median[i], ',');
      put_number(out, s->levels[k].low[i], ',');
      put_number(out, s->levels[k].high[i], ',');
      put_number(out, points ? s->extrapolated[i] : NAN, ',');
      put_number(out, points ? s->error[i] : NAN, '\n');
    }
}

static int write_table(const char *folder, const char *name, const char *head, const struct study_result *r,
                       const struct study_plan *p,
                       void (*put)(FILE *out, const struct study_series *s, const struct study_plan *p)) {
  char path[PATH_MAX], *text = NULL;
  size_t size;
  TRY(path_join(path, folder, name));
  FILE *out = open_memstream(&text, &size);
  CHECK(out, STATUS_FAILED, "no memory for %s", path);
  fprintf(out, "%s\n", head);
  for (size_t i = 0; i < r->series_count; i++) put(out, &r->series[i], p);
  int status = ferror(out) | fclose(out) ? error_set(STATUS_FAILED, "no memory for %s", path) : STATUS_OK;
  if (!status) status = file_replace(path, text, size);
  free(text);
  return status;
}

int study_write_tables(const struct study_result *r, const struct study_plan *p, const char *folder) {
  TRY(write_table(
      folder, "study.csv",
      "gauge,variant,quantity,dp,runs,median,low,high,mean,deviation,verdict,order,extrapolated,gci,band", r,
      p, put_quantities));
  return write_table(folder, "bands.csv", "gauge,variant,dp,time,median,low,high,extrapolated,band", r, p,
                     put_bands);
}
