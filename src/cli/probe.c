/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi probe: the fluid at points, from the snapshots of a run. */
#include <argp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/folder.h"
#include "cli/results.h"
#include "fields/gridded.h"
#include "fields/places.h"
#include "fields/shepard.h"
#include "io/file.h"
#include "io/polydata.h"
#include "util/error.h"
#include "util/path.h"

enum {
  KEY_LINE = 'l',
  KEY_PLANE = 'p',
  KEY_POINTS = 'P',
  KEY_FIELDS = 'f',
  KEY_TIME = 't',
  KEY_OUTPUT = 'o'
};

static const double wet_share = 0.05; /* as of gauges: with less fluid there is nothing to read */

struct arguments {
  const char *folder, *output, *fields;
  const char *line, *plane, *points; /* one of them */
  double time;                       /* s; NaN: all */
};

/* A probing in progress. */
struct probe {
  struct arguments *arguments;
  struct results results;
  struct places places;
  const char *output; /* without its ending, where it is VTK */
  bool vtk;
  FILE *table;
  struct series_entry *entries;
  size_t entry_count;
};

/* What is known at the places at a moment. */
struct reading {
  float *share;
  struct field fields[SHEPARD_FIELDS + 1]; /* and the share, behind them */
  size_t field_count;
};

static error_t parse_probe(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
  case KEY_LINE:
    a->line = argument;
    return 0;
  case KEY_PLANE:
    a->plane = argument;
    return 0;
  case KEY_POINTS:
    a->points = argument;
    return 0;
  case KEY_FIELDS:
    a->fields = argument;
    return 0;
  case KEY_OUTPUT:
    a->output = argument;
    return 0;
  case KEY_TIME:
    a->time = results_parse_time(state, argument);
    return 0;
  case ARGP_KEY_END:
    results_parse_folder(key, argument, state, &a->folder);
    if (!a->line + !a->plane + !a->points != 2)
      argp_error(state, "expected one of --line, --plane and --points");
    return 0;
  default:
    return results_parse_folder(key, argument, state, &a->folder);
  }
}

/* ---- what is read ---- */

static void free_reading(struct reading *r) {
  for (size_t i = 0; i < r->field_count; i++) free((void *)r->fields[i].data);
}

static int make_room(struct reading *r, const struct field *const fields[], size_t count, size_t points,
                     float *values[]) {
  static const struct field share = {.name = "fluid", .components = 1};
  for (; r->field_count <= count; r->field_count++) {
    const struct field *f = r->field_count < count ? fields[r->field_count] : &share;
    float *data = malloc((points * (size_t)f->components + 1) * sizeof *data);
    CHECK(data, STATUS_FAILED, "no memory for %zu points", points);
    r->fields[r->field_count] = (struct field){f->name, FIELD_F32, f->components, data};
    values[r->field_count] = data;
  }
  return STATUS_OK;
}

static int read_grid(const struct probe *p, const struct frame_file *f, struct reading *r) {
  const struct gridded_shape shape = results_grid(&p->results.config);
  const struct frame *frame = &f->frames[0];
  const struct field *field = frame_field(frame, p->arguments->fields);
  float *values[2];
  struct gridded g;
  CHECK(field, STATUS_USAGE, "%s: no field '%s' in it", f->path, p->arguments->fields);
  TRY(make_room(r, &field, 1, p->places.count, values));
  int status = gridded_take(&g, &shape, frame, f->path, p->arguments->fields);
  for (size_t i = 0; i < p->places.count && status == STATUS_OK; i++) {
    values[0][i] = gridded_read(&g, p->places.at[i]);
    values[1][i] = 1.0f; /* the box is everywhere */
  }
  gridded_free(&g);
  return status;
}

static int read_places(const struct probe *p, const struct frame_file *f, struct reading *r) {
  const struct amphi_case *c = &p->results.config;
  const struct frame *frame = &f->frames[0];
  const struct field *fields[SHEPARD_FIELDS];
  float *values[SHEPARD_FIELDS + 1];
  size_t count;
  struct cloud cloud;
  TRY(shepard_choose(frame, f->path, p->arguments->fields, fields, &count));
  TRY(make_room(r, fields, count, p->places.count, values));
  int status = cloud_make(&cloud, frame, f->path, c->dp, case_support_radius(c));
  const struct shepard s = {.frame = frame,
                            .cloud = &cloud,
                            .kernel = c->kernel,
                            .dimensions = c->dimensions,
                            .h = c->smoothing_ratio * c->dp,
                            .volume = c->dp * c->dp * (c->dimensions == 3 ? c->dp : 1),
                            .density = c->material.density,
                            .period = {frame->period[0], frame->period[1], frame->period[2]}};
  if (!status)
    shepard_read(&s, (const double(*)[3])p->places.at, p->places.count, wet_share, fields, count,
                 values[count], values);
  cloud_free(&cloud);
  return status;
}

/* ---- what is written ---- */

static void put_head(FILE *out, const struct reading *r) {
  fputs("time [s],x [m],y [m],z [m]", out);
  for (size_t i = 0; i < r->field_count; i++)
    for (int k = 0; k < r->fields[i].components; k++) {
      const char part[3] = {r->fields[i].components > 1 ? '.' : 0, "xyzw"[k % 4], 0};
      const char *unit = field_unit(r->fields[i].name);
      fprintf(out, *unit ? ",%s%s [%s]" : ",%s%s", r->fields[i].name, part, unit);
    }
  fputc('\n', out);
}

/* A row a place; empty where there is no fluid. */
static void put_rows(FILE *out, const struct places *places, double time, const struct reading *r) {
  for (size_t i = 0; i < places->count; i++) {
    fprintf(out, "%.9g,%.9g,%.9g,%.9g", time, places->at[i][0], places->at[i][1], places->at[i][2]);
    for (size_t f = 0; f < r->field_count; f++)
      for (size_t n = (size_t)r->fields[f].components, k = 0; k < n; k++) {
        const float value = ((const float *)r->fields[f].data)[i * n + k];
        fprintf(out, isnan(value) ? "," : ",%.7g", (double)value);
      }
    fputc('\n', out);
  }
}

static int write_vtk(struct probe *p, uint64_t number, double time, const struct reading *r) {
  char path[PATH_MAX], end[32] = "";
  if (isnan(p->arguments->time)) snprintf(end, sizeof end, "_%04" PRIu64, number);
  const int length = snprintf(path, sizeof path, "%s%s.vtp", p->output, end);
  CHECK(length < (int)sizeof path, STATUS_USAGE, "%s: too long a name", p->output);
  float(*points)[3] = malloc((p->places.count + 1) * sizeof *points);
  CHECK(points, STATUS_FAILED, "%s: out of memory", path);
  for (size_t i = 0; i < p->places.count; i++)
    for (int a = 0; a < 3; a++) points[i][a] = (float)p->places.at[i][a];
  const struct polydata data = {.points = p->places.count,
                                .at = points,
                                .corners = p->places.corners,
                                .cells = p->places.cells,
                                .corner = p->places.corner,
                                .time = time,
                                .fields = r->fields,
                                .field_count = r->field_count};
  int status = polydata_write(path, &data);
  const char *name = strrchr(path, '/');
  p->entries[p->entry_count++] = (struct series_entry){strdup(name ? name + 1 : path), time};
  free(points);
  return status;
}

static int probe_snapshot(struct probe *p, size_t index) {
  struct frame_file f;
  struct reading r = {0};
  uint64_t number;
  folder_snapshot_number(strrchr(p->results.paths[index], '/') + 1, &number);
  TRY(frame_file_read(&f, p->results.paths[index]));
  const bool grid = p->results.config.method == METHOD_TRANSPORT;
  int status = grid ? read_grid(p, &f, &r) : read_places(p, &f, &r);
  if (!status && p->vtk) status = write_vtk(p, number, f.time, &r);
  if (!status && !p->vtk) {
    if (ftell(p->table) == 0) put_head(p->table, &r);
    put_rows(p->table, &p->places, f.time, &r);
  }
  free_reading(&r);
  frame_file_free(&f);
  return status;
}

static int probe_all(struct probe *p) {
  size_t index = 0, end = p->results.count;
  if (!isnan(p->arguments->time)) {
    TRY(results_nearest(&p->results, p->arguments->time, &index));
    end = index + 1;
  }
  for (; index < end; index++) TRY(probe_snapshot(p, index));
  return STATUS_OK;
}

static int write_table(struct probe *p) {
  char *text = NULL;
  size_t size;
  p->table = open_memstream(&text, &size);
  CHECK(p->table, STATUS_FAILED, "out of memory");
  int status = probe_all(p);
  if ((ferror(p->table) | fclose(p->table)) && !status) status = error_set(STATUS_FAILED, "out of memory");
  if (!status) status = file_replace(p->output, text, size);
  free(text);
  return status;
}

static int write_files(struct probe *p) {
  char path[PATH_MAX];
  p->entries = calloc(p->results.count, sizeof *p->entries);
  CHECK(p->entries, STATUS_FAILED, "out of memory");
  int status = probe_all(p);
  snprintf(path, sizeof path, "%.4000s.vtp.series", p->output);
  if (!status && isnan(p->arguments->time)) status = series_write(path, p->entries, p->entry_count);
  for (size_t i = 0; i < p->entry_count; i++) free((void *)p->entries[i].name);
  free(p->entries);
  return status;
}

static int find_places(struct probe *p) {
  const struct arguments *a = p->arguments;
  const struct amphi_case *c = &p->results.config;
  const double dp = c->method == METHOD_TRANSPORT ? results_grid(c).spacing : c->dp;
  if (a->line) return places_line(&p->places, a->line, c->dimensions, dp / 2);
  if (a->plane) return places_plane(&p->places, a->plane, c->dimensions, dp);
  return places_file(&p->places, a->points, c->dimensions);
}

static int probe(struct probe *p) {
  struct arguments *a = p->arguments;
  char output[PATH_MAX];
  TRY(path_join(output, a->folder, "probe.csv"));
  if (a->output) snprintf(output, sizeof output, "%s", a->output);
  char *end = strrchr(output, '.');
  p->vtk = end && strcmp(end, ".vtp") == 0;
  CHECK(p->vtk || (end && strcmp(end, ".csv") == 0), STATUS_USAGE, "%s: a table ends in .csv, VTK in .vtp",
        output);
  TRY(results_open(&p->results, a->folder));
  TRY(results_need_field(&p->results, "probed"));
  const bool grid = p->results.config.method == METHOD_TRANSPORT;
  if (!a->fields) a->fields = grid ? "scalar" : "velocity,pressure,density";
  TRY(find_places(p));
  p->output = output;
  if (p->vtk) *end = 0;
  TRY(p->vtk ? write_files(p) : write_table(p));
  printf("%s%s: %zu points\n", output, p->vtk ? ".vtp" : "", p->places.count);
  return STATUS_OK;
}

int probe_main(int argc, char **argv) {
  static const struct argp_option options[] = {
      {"line", KEY_LINE, "FROM:TO[:COUNT]", 0, "Points from x,y,z to x,y,z (default: half a dp apart)", 0},
      {"plane", KEY_PLANE, "A:B:C[:NxM]", 0,
       "Points on the parallelogram with the sides AB and AC (default: dp apart)", 0},
      {"points", KEY_POINTS, "FILE", 0, "Points from a file, x y z a line", 0},
      {"fields", KEY_FIELDS, "NAMES", 0,
       "What is read (default: velocity,pressure,density; of method transport scalar)", 0},
      {"time", KEY_TIME, "SECONDS", 0, "Only in the snapshot nearest to it (default: in all)", 0},
      {"output", KEY_OUTPUT, "FILE", 0,
       "A table (.csv) or VTK (.vtp, a file for each snapshot); default: probe.csv in the folder", 0},
      {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_probe,
      .args_doc = "OUT",
      .doc = "Read the fluid at points from the snapshots of a run, between its "
             "particles by the kernel of the case; or a transported scalar, linearly between "
             "its points. In "
             "2-D places are x,y.\vThe column fluid says how much of the kernel "
             "around the point is fluid, 1 inside "
             "and 0 outside; where it is below 0.05 nothing else is known."};
  struct arguments a = {.time = NAN};
  struct probe p = {.arguments = &a};
  if (cli_parse(&program, argc, argv, 0, &a)) return STATUS_FAILED;
  int status = probe(&p);
  places_free(&p.places);
  results_close(&p.results);
  return status ? cli_fail(status) : STATUS_OK;
}
