/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/results.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/read.h"
#include "cli/folder.h"
#include "io/file.h"
#include "util/error.h"
#include "util/path.h"

enum { LAYERS = 4 }; /* that walls have, about */

double results_parse_time(struct argp_state *state, const char *text) {
  char *end;
  const double time = strtod(text, &end);
  if (end == text || *end || !isfinite(time)) argp_error(state, "--time '%s': expected seconds", text);
  return time;
}

double results_parse_level(struct argp_state *state, const char *text) {
  char *end;
  const double level = strtod(text, &end);
  if (end == text || *end || !(level > 0.0) || !isfinite(level))
    argp_error(state, "--level '%s': expected a number above 0", text);
  return level;
}

error_t results_parse_folder(int key, char *argument, struct argp_state *state, const char **folder) {
  if (key != ARGP_KEY_ARG && key != ARGP_KEY_END) return ARGP_ERR_UNKNOWN;
  if (key == ARGP_KEY_END && !*folder) argp_error(state, "which output folder?");
  if (key == ARGP_KEY_END) return 0;
  if (*folder) argp_error(state, "one output folder at a time; '%s' is too many", argument);
  *folder = argument;
  return 0;
}

static int is_snapshot(const struct dirent *entry) {
  uint64_t number;
  return folder_snapshot_number(entry->d_name, &number);
}

static int by_number(const struct dirent **x, const struct dirent **y) {
  uint64_t a, b;
  folder_snapshot_number((*x)->d_name, &a);
  folder_snapshot_number((*y)->d_name, &b);
  return (a > b) - (a < b);
}

static int find_snapshots(struct results *r) {
  struct dirent **entries;
  int found = scandir(r->folder, &entries, is_snapshot, by_number), status = STATUS_OK;
  CHECK(found >= 0, STATUS_USAGE, "%s: cannot read: %s", r->folder, strerror(errno));
  r->paths = calloc((size_t)found + 1, sizeof *r->paths);
  r->times = malloc(((size_t)found + 1) * sizeof *r->times);
  for (int i = 0; i < found; i++) {
    char path[PATH_MAX];
    if (!status) status = path_join(path, r->folder, entries[i]->d_name);
    if (r->paths && r->times && !status && (r->paths[r->count] = strdup(path))) r->times[r->count++] = NAN;
    free(entries[i]);
  }
  free(entries);
  TRY(status);
  CHECK(r->paths && r->times && r->count == (size_t)found, STATUS_FAILED, "out of memory");
  return STATUS_OK;
}

/* A series that is missing or damaged is no fault: the snapshots say the time too. */
static int read_times(struct results *r) {
  char path[PATH_MAX];
  size_t i;
  json_t *entry;
  TRY(path_join(path, r->folder, "particles.hdf.series"));
  json_t *series = json_load_file(path, 0, NULL);
  json_array_foreach(json_object_get(series, "files"), i, entry) {
    const char *name = json_string_value(json_object_get(entry, "name"));
    const json_t *time = json_object_get(entry, "time");
    for (size_t k = 0; name && json_is_number(time) && k < r->count; k++)
      if (strcmp(strrchr(r->paths[k], '/') + 1, name) == 0) r->times[k] = json_number_value(time);
  }
  json_decref(series);
  return STATUS_OK;
}

int results_open(struct results *r, const char *folder) {
  char path[PATH_MAX];
  *r = (struct results){.folder = folder};
  CHECK(path_is_folder(folder), STATUS_USAGE, "%s: no such folder", folder);
  TRY(path_join(path, folder, "used.yaml"));
  CHECK(path_exists(path), STATUS_USAGE, "%s: no run of amphi in it (no used.yaml)", folder);
  TRY(find_snapshots(r));
  TRY(read_times(r));
  return case_read(&r->config, path, NULL, 0);
}

void results_close(struct results *r) {
  for (size_t i = 0; i < r->count; i++) free(r->paths[i]);
  free(r->paths);
  free(r->times);
  case_free(&r->config);
}

int results_need_snapshots(const struct results *r) {
  CHECK(r->count > 0, STATUS_USAGE, "%s: no snapshots (particles_0000.vtkhdf) in it", r->folder);
  return STATUS_OK;
}

int results_need_fluid(const struct results *r, const char *what) {
  TRY(results_need_snapshots(r));
  CHECK(r->config.method == METHOD_WCSPH, STATUS_USAGE, "%s: only runs of method wcsph can be %s", r->folder,
        what);
  return STATUS_OK;
}

int results_need_field(const struct results *r, const char *what) {
  const enum method_kind method = r->config.method;
  TRY(results_need_snapshots(r));
  CHECK(
      method == METHOD_WCSPH || method == METHOD_TRANSPORT, STATUS_USAGE,
      "%s: only runs of method wcsph or transport can be %s: between particles of this one there is nothing",
      r->folder, what);
  CHECK(r->config.dimensions > 1, STATUS_USAGE, "%s: a run in 1-D; a snapshot is a table of it", r->folder);
  return STATUS_OK;
}

struct gridded_shape results_grid(const struct amphi_case *c) {
  const struct transport_config *t = &c->transport;
  struct gridded_shape s = {.dimensions = c->dimensions, .n = {1, 1, 1}};
  if (c->method != METHOD_TRANSPORT) return (struct gridded_shape){0};
  s.spacing = (t->high[0] - t->low[0]) / t->points;
  for (int a = 0; a < c->dimensions; a++) {
    s.low[a] = t->low[a];
    s.n[a] = (int)lround((t->high[a] - t->low[a]) / s.spacing);
  }
  return s;
}

const char *results_field(const struct amphi_case *c) {
  return c->method == METHOD_TRANSPORT ? "scalar" : c->method == METHOD_SWARM ? "value" : "velocity";
}

int results_nearest(const struct results *r, double time, size_t *index) {
  double best = INFINITY;
  *index = r->count - 1;
  for (size_t i = 0; !isnan(time) && i < r->count; i++) {
    double distance = fabs(r->times[i] - time);
    if (isnan(distance)) {
      struct frame_file f;
      TRY(frame_file_read(&f, r->paths[i]));
      distance = fabs(f.time - time);
      frame_file_free(&f);
    }
    if (distance < best) best = distance, *index = i;
  }
  return STATUS_OK;
}

/* The box of a pairwise run without a domain: the periods around its particles, or what they take. */
static int find_box(const struct results *r, double low[3], double high[3]) {
  struct frame_file f;
  TRY(frame_file_read(&f, r->paths[0]));
  const struct frame *frame = &f.frames[0];
  for (int a = 0; a < 3; a++) {
    low[a] = INFINITY, high[a] = -INFINITY;
    for (size_t i = 0; i < frame->count && frame->points; i++)
      low[a] = fmin(low[a], frame->points[i][a]), high[a] = fmax(high[a], frame->points[i][a]);
    if (!(low[a] <= high[a])) low[a] = high[a] = 0.0;
    const double middle = 0.5 * (low[a] + high[a]), period = frame->period[a];
    if (period > 0.0) low[a] = middle - 0.5 * period, high[a] = middle + 0.5 * period;
  }
  frame_file_free(&f);
  return STATUS_OK;
}

static int aim_at_pairs(const struct results *r, struct picture *p) {
  const struct amphi_case *c = &r->config;
  p->dimensions = 3;
  p->radius = 0.5; /* m: of Lennard-Jones particles that touch */
  if (!c->pairwise.has_domain) return find_box(r, p->low, p->high);
  for (int a = 0; a < 3; a++) p->low[a] = c->domain.low[a], p->high[a] = c->domain.high[a];
  return STATUS_OK;
}

/* The first coordinates of a swarm. */
static void aim_at_swarm(const struct amphi_case *c, struct picture *p) {
  const double *bounds = c->swarm.bounds;
  p->timeless = true;
  p->dimensions = c->dimensions < 3 ? c->dimensions : 3;
  p->radius = 0.006 * (bounds[1] - bounds[0]);
  for (int a = 0; a < p->dimensions; a++) p->low[a] = bounds[0], p->high[a] = bounds[1];
}

static void aim_at_grid(const struct amphi_case *c, struct picture *p) {
  p->dimensions = c->dimensions;
  p->grid = results_grid(c);
  p->radius = 0.5 * p->grid.spacing;
  for (int a = 0; a < c->dimensions; a++) p->low[a] = c->transport.low[a], p->high[a] = c->transport.high[a];
}

static void aim_at_fluid(const struct amphi_case *c, struct picture *p) {
  p->dimensions = c->dimensions;
  p->radius = 0.62 * c->dp, p->spacing = c->dp;
  p->rim = c->dimensions == 2 && c->wall_count > 0 ? LAYERS * c->dp : 0;
  for (int i = 0; i < c->dimensions; i++) p->low[i] = c->domain.low[i], p->high[i] = c->domain.high[i];
}

int results_aim(const struct results *r, const char *camera, struct picture *p) {
  const struct amphi_case *c = &r->config;
  if (!p->field) p->field = results_field(c);
  if (!p->level) p->level = 0.5;
  if (c->method == METHOD_WCSPH) aim_at_fluid(c, p);
  if (c->method == METHOD_PAIRWISE) TRY(aim_at_pairs(r, p));
  if (c->method == METHOD_SWARM) aim_at_swarm(c, p);
  if (c->method == METHOD_TRANSPORT) aim_at_grid(c, p);
  CHECK(p->dimensions > 1, STATUS_USAGE, "%s: a run in 1-D, of which there is no picture", r->folder);
  return camera_aim(&p->camera, camera, p->dimensions, c->gravity);
}

/* The table beside a case. */
static int read_beside(const char *case_path, char **text, size_t *size) {
  char path[PATH_MAX], beside[PATH_MAX] = ".";
  const char *slash = strrchr(case_path, '/');
  if (slash && slash - case_path < PATH_MAX)
    snprintf(beside, sizeof beside, "%.*s", (int)(slash - case_path), case_path);
  TRY(path_join(path, beside, "experiment.csv"));
  return path_exists(path) ? file_read(path, STATUS_USAGE, text, size) : STATUS_OK;
}

int results_keep_experiment(const char *folder, const char *case_path) {
  char path[PATH_MAX], *text = NULL;
  size_t size;
  if (!case_path) return STATUS_OK;
  TRY(read_beside(case_path, &text, &size));
  if (!text) return STATUS_OK;
  int status = path_join(path, folder, RESULTS_EXPERIMENT);
  if (status == STATUS_OK) status = file_replace_soon(path, text, size);
  free(text);
  return status;
}

int results_experiment(const char *folder, char **text, size_t *size) {
  char path[PATH_MAX];
  *text = NULL;
  TRY(path_join(path, folder, "summary.json"));
  json_t *summary = json_load_file(path, 0, NULL);
  const char *name = json_string_value(json_object_get(summary, "case"));
  int status = name ? read_beside(name, text, size) : STATUS_OK;
  json_decref(summary);
  if (status == STATUS_OK) status = path_join(path, folder, RESULTS_EXPERIMENT);
  if (status == STATUS_OK && !*text && path_exists(path)) status = file_read(path, STATUS_USAGE, text, size);
  return status;
}
