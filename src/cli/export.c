/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi export: a run as scripts for DualSPHysics' tools want it: particles as PartVTK writes them, gauges in
 * the columns of its own. */
#include <argp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/cli.h"
#include "cli/folder.h"
#include "cli/results.h"
#include "io/file.h"
#include "io/frame.h"
#include "util/error.h"
#include "util/path.h"
#include "util/text.h"

enum { KEY_OUTPUT = 'o', KEY_CSV = 'c', KEY_ONLY = 'O', KEY_TIME = 't', COLUMNS_MOST = 4096 };

enum kind { ONLY_FLUID, ONLY_WALLS, ONLY_ALL };
static const char *const kinds[] = {"fluid", "walls", "all", NULL};
static const char *const prefixes[] = {"PartFluid", "PartBound", "PartAll"};

struct arguments {
  const char *folder, *output;
  double time; /* s; NaN: all */
  enum kind only;
  bool csv;
};

static error_t parse_export(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  int kind = 0;
  switch (key) {
  case KEY_OUTPUT:
    a->output = argument;
    return 0;
  case KEY_CSV:
    a->csv = true;
    return 0;
  case KEY_ONLY:
    while (kinds[kind] && strcmp(kinds[kind], argument) != 0) kind++;
    if (!kinds[kind]) argp_error(state, "--only '%s': there are fluid, walls and all", argument);
    a->only = (enum kind)kind;
    return 0;
  case KEY_TIME:
    a->time = results_parse_time(state, argument);
    return 0;
  default:
    return results_parse_folder(key, argument, state, &a->folder);
  }
}

/* ---- particles ---- */

/* One particle, along the axes of the peer, in which height is z also in 2-D. */
struct particle {
  double at[3];
  float velocity[3], density, pressure;
  uint32_t id;
  int type, mk; /* 0 fixed, 1 moving, 2 floating, 3 fluid */
};

/* The columns of a snapshot. */
struct columns {
  const struct frame *frame;
  const struct field *velocity, *density, *pressure, *type, *body;
};

static int find_columns(const struct frame_file *f, struct columns *c) {
  const struct frame *frame = f->frame_count ? &f->frames[0] : NULL;
  *c = (struct columns){.frame = frame};
  if (frame)
    *c = (struct columns){frame,
                          frame_field(frame, "velocity"),
                          frame_field(frame, "density"),
                          frame_field(frame, "pressure"),
                          frame_field(frame, "type"),
                          frame_field(frame, "body")};
  CHECK(frame && frame->points && c->velocity && c->density && c->pressure && c->type && c->body,
        STATUS_USAGE, "%s: has no place, velocity, density, pressure, type or body of particles", f->path);
  return STATUS_OK;
}

/* fluid0 and bound0, as imported cases call them, have the marks 1 and 11; others count up by place. */
static int mark_of(const char *name, const char *prefix, int place, int first) {
  const size_t length = strlen(prefix);
  char *end;
  const long number = strncmp(name, prefix, length) == 0 ? strtol(name + length, &end, 10) : -1;
  const bool numbered = number >= 0 && number < 65000 && name[length] && !*end;
  return first + (numbered ? (int)number : place);
}

static void take_export(const struct amphi_case *c, const struct columns *f, size_t i, struct particle *p) {
  const bool flat = c->dimensions == 2, wall = field_value(f->type, i) != 0;
  const size_t body = (size_t)field_value(f->body, i);
  float v[3];
  for (int a = 0; a < 3; a++) v[a] = (float)field_value(f->velocity, 3 * i + (size_t)a);
  const double *x = f->frame->points[i];
  *p = (struct particle){.at = {x[0], flat ? 0 : x[1], flat ? x[1] : x[2]},
                         .velocity = {v[0], flat ? 0 : v[1], flat ? v[1] : v[2]},
                         .density = (float)field_value(f->density, i),
                         .pressure = (float)field_value(f->pressure, i),
                         .id = (uint32_t)(f->frame->ids ? f->frame->ids[i] : i)};
  if (!wall) {
    p->type = 3;
    p->mk = body < c->fluid_count ? mark_of(c->fluids[body].name, "fluid", (int)body, 1) : 1;
  } else if (body < c->wall_count) {
    p->type = c->walls[body].freedom.given ? 2 : c->walls[body].motion_count ? 1 : 0;
    p->mk = mark_of(c->walls[body].name, "bound", (int)body, 11);
  }
}

static void put_csv(FILE *out, const struct particle *p, size_t count) {
  fputs("Pos.x [m];Pos.y [m];Pos.z [m];Idp;Vel.x [m/s];Vel.y [m/s];Vel.z [m/s];Rhop [kg/m^3];Press "
        "[Pa];Type;Mk\n",
        out);
  for (size_t i = 0; i < count; i++, p++)
    fprintf(out, "%.9g;%.9g;%.9g;%" PRIu32 ";%.9g;%.9g;%.9g;%.9g;%.9g;%d;%d\n", p->at[0], p->at[1], p->at[2],
            p->id, (double)p->velocity[0], (double)p->velocity[1], (double)p->velocity[2], (double)p->density,
            (double)p->pressure, p->type, p->mk);
}

/* Legacy VTK has its numbers with the first byte first. */
static void put_word(FILE *out, uint32_t word) {
  const unsigned char bytes[4] = {(unsigned char)(word >> 24), (unsigned char)(word >> 16),
                                  (unsigned char)(word >> 8), (unsigned char)word};
  fwrite(bytes, 1, 4, out);
}

static void put_float(FILE *out, float value) {
  uint32_t word;
  memcpy(&word, &value, 4);
  put_word(out, word);
}

static void put_vtk(FILE *out, const struct particle *p, size_t count, double time) {
  fprintf(
      out,
      "# vtk DataFile Version 3.0\namphi export, t = %.9g s\nBINARY\nDATASET POLYDATA\nPOINTS %zu float\n",
      time, count);
  for (size_t i = 0; i < count; i++)
    for (int a = 0; a < 3; a++) put_float(out, (float)p[i].at[a]);
  fprintf(out, "\nVERTICES %zu %zu\n", count, 2 * count);
  for (size_t i = 0; i < count; i++) put_word(out, 1), put_word(out, (uint32_t)i);
  fprintf(out, "\nPOINT_DATA %zu\nSCALARS Idp unsigned_int\nLOOKUP_TABLE default\n", count);
  for (size_t i = 0; i < count; i++) put_word(out, p[i].id);
  fputs("\nVECTORS Vel float\n", out);
  for (size_t i = 0; i < count; i++)
    for (int a = 0; a < 3; a++) put_float(out, p[i].velocity[a]);
  fputs("\nSCALARS Rhop float\nLOOKUP_TABLE default\n", out);
  for (size_t i = 0; i < count; i++) put_float(out, p[i].density);
  fputs("\nSCALARS Press float\nLOOKUP_TABLE default\n", out);
  for (size_t i = 0; i < count; i++) put_float(out, p[i].pressure);
  fputs("\nSCALARS Type int\nLOOKUP_TABLE default\n", out);
  for (size_t i = 0; i < count; i++) put_word(out, (uint32_t)p[i].type);
  fputs("\nSCALARS Mk int\nLOOKUP_TABLE default\n", out);
  for (size_t i = 0; i < count; i++) put_word(out, (uint32_t)p[i].mk);
  fputc('\n', out);
}

/* What was written to a stream in memory becomes a file, whole or not at all. */
static int finish_export(FILE *out, char **data, const size_t *size, const char *path) {
  const bool whole = !ferror(out);
  int status = fclose(out) || !whole ? error_set(STATUS_FAILED, "no memory for %s", path) : STATUS_OK;
  if (!status) status = file_replace(path, *data, *size);
  free(*data);
  return status;
}

static int write_particles(const struct arguments *a, const struct amphi_case *c, const struct frame_file *f,
                           const char *path) {
  struct columns columns;
  char *data = NULL;
  size_t size, kept = 0;
  TRY(find_columns(f, &columns));
  const size_t count = columns.frame->count;
  struct particle *p = malloc((count + 1) * sizeof *p);
  FILE *out = p ? open_memstream(&data, &size) : NULL;
  if (!out) {
    free(p);
    return error_set(STATUS_FAILED, "no memory for %zu particles", count);
  }
  for (size_t i = 0; i < count; i++) {
    take_export(c, &columns, i, &p[kept]);
    kept += a->only == ONLY_ALL || (a->only == ONLY_FLUID) == (p[kept].type == 3);
  }
  if (a->csv)
    put_csv(out, p, kept);
  else
    put_vtk(out, p, kept, f->time);
  free(p);
  return finish_export(out, &data, &size, path);
}

static int export_snapshot(const struct arguments *a, const struct results *r, size_t index,
                           const char *folder) {
  char path[PATH_MAX], name[NAME_MAX + 1];
  struct frame_file f;
  uint64_t number;
  folder_snapshot_number(strrchr(r->paths[index], '/') + 1, &number);
  snprintf(name, sizeof name, "%s_%04" PRIu64 ".%s", prefixes[a->only], number, a->csv ? "csv" : "vtk");
  TRY(path_join(path, folder, name));
  TRY(frame_file_read(&f, r->paths[index]));
  const int status = write_particles(a, &r->config, &f, path);
  frame_file_free(&f);
  return status;
}

/* ---- gauges ---- */

/* Splits a line of a table at its commas. */
static int split(char *line, char **cells) {
  int count = 0;
  for (char *at = line; at && count < COLUMNS_MOST; count++) {
    cells[count] = at;
    at = strchr(at, ',');
    if (at) *at++ = 0;
  }
  return count;
}

/* A place along the axes of the peer, in which height is z also in 2-D. */
static void put_place(FILE *out, const struct amphi_case *c, const double x[3]) {
  const bool flat = c->dimensions == 2;
  fprintf(out, ";%.9g;%.9g;%.9g", x[0], flat ? 0.0 : x[1], flat ? x[1] : x[2]);
}

/* The place on a gauge's upright line that has a coordinate along gravity. */
static void put_on_line(FILE *out, const struct amphi_case *c, const struct gauge *g, double along) {
  double x[3] = {g->at[0], g->at[1], g->at[2]};
  x[case_gravity_axis(c)] = along;
  put_place(out, c, x);
}

/* Of a gauge's values along the peer's axes, of which one that is no vector has the first alone; and where
 * it is. */
static void put_part(FILE *out, const struct amphi_case *c, const struct gauge *g, enum gauge_part part,
                     const double v[3], const double at[3]) {
  const int axis = case_gravity_axis(c);
  const bool down = axis >= 0 && c->gravity[axis] > 0.0;
  switch (part) {
  case PART_NONE:
    break;
  case PART_VALUE:
    fprintf(out, ";%.9g", v[0]);
    break;
  case PART_VECTOR:
    fprintf(out, ";%.9g;%.9g;%.9g", v[0], v[1], v[2]);
    break;
  case PART_LENGTH:
    fprintf(out, ";%.9g", sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    break;
  case PART_PLACE:
    put_place(out, c, at);
    break;
  case PART_FOOT:
    fprintf(out, ";%.9g;%.9g", g->at[0], c->dimensions == 2 ? 0.0 : g->at[1]);
    break;
  case PART_SURFACE:
    put_on_line(out, c, g, v[0]);
    break;
  case PART_BEGIN:
    put_on_line(out, c, g, down ? c->domain.high[axis] : c->domain.low[axis]);
    break;
  case PART_END:
    put_on_line(out, c, g, down ? c->domain.low[axis] : c->domain.high[axis]);
    break;
  }
}

static int axes_of_part(enum gauge_part part) {
  return part == PART_VALUE || part == PART_LENGTH ? 1 : part == PART_FOOT ? 2 : 3;
}

/* What the gauge measures has the unit of its columns, all else is a place. */
static void put_head(FILE *out, const struct gauge *g, int dimensions) {
  const struct gauge_export *e = &gauge_rows[g->kind].exported;
  char column[GAUGE_COLUMN];
  gauge_column(g, dimensions, 0, column);
  fprintf(out, "time [s]");
  for (int k = 0; k < GAUGE_PARTS && e->parts[k].part; k++) {
    const enum gauge_part part = e->parts[k].part;
    const bool measured = part == PART_VALUE || part == PART_VECTOR || part == PART_LENGTH;
    for (int a = 0; a < axes_of_part(part); a++)
      fprintf(out, ";%s%.*s %s", e->parts[k].name, axes_of_part(part) > 1, &"xyz"[a],
              measured ? strchr(column, '[') : "[m]");
  }
  fputc('\n', out);
}

static void put_row(FILE *out, const struct amphi_case *c, const struct gauge *g, char **cells,
                    const int *columns, int count) {
  const struct gauge_export *e = &gauge_rows[g->kind].exported;
  double v[3] = {0}, at[3] = {g->at[0], g->at[1], g->at[2]};
  for (int k = 0; k < count; k++) v[c->dimensions == 2 && k == 1 ? 2 : k] = strtod(cells[columns[k]], NULL);
  for (int a = 0; g->moves && a < c->dimensions; a++) at[a] = strtod(cells[columns[count + a]], NULL);
  fprintf(out, "%s", cells[0]);
  for (int k = 0; k < GAUGE_PARTS; k++) put_part(out, c, g, e->parts[k].part, v, at);
  fputc('\n', out);
}

/* The columns that a gauge has in the head of the table: "NAME [unit]" or "NAME.x [unit]". */
static bool find_gauge(char **head, int count, const struct gauge *g, int wanted, int *columns) {
  const size_t length = strlen(g->name);
  int found = 0;
  for (int k = 1; k < count && found < wanted; k++)
    if (strncmp(head[k], g->name, length) == 0 &&
        (!strncmp(head[k] + length, " [", 2) || head[k][length] == '.'))
      columns[found++] = k; /* not those of another gauge, whose name goes on behind a space */
  return found == wanted;
}

/* Whether another gauge's name differs by case alone, which is one file where systems know no case. */
static bool has_namesake(const struct amphi_case *c, const struct gauge *g) {
  bool any = false;
  for (size_t i = 0; i < c->gauge_count; i++)
    any |= &c->gauges[i] != g && strcasecmp(c->gauges[i].name, g->name) == 0;
  return any;
}

/* Put a gauge's name into `text` as a part of a file's name: what some system takes for a folder, a pattern
 * or a stream becomes %XX, as % does and capitals where they alone tell two gauges apart, so that two names
 * stay two. */
enum { FILE_PART = 3 * 64 + 1 };
static const char *file_part(char text[FILE_PART], const struct amphi_case *c, const struct gauge *g) {
  const bool by_case = has_namesake(c, g);
  size_t used = 0;
  for (const char *name = g->name; *name && used + 4 <= FILE_PART; name++) {
    const bool coded = strchr("%/\\:*?\"<>|", *name) || (by_case && *name >= 'A' && *name <= 'Z');
    used += (size_t)snprintf(text + used, FILE_PART - used, coded ? "%%%02X" : "%c", (unsigned char)*name);
  }
  return text;
}

static int export_gauge(const struct results *r, const struct gauge *g, const char *table,
                        const char *folder) {
  char path[PATH_MAX], name[NAME_MAX + 1], part[FILE_PART], *data = NULL, *copy = strdup(table);
  char **head = calloc(COLUMNS_MOST, sizeof *head), **cells = calloc(COLUMNS_MOST, sizeof *cells);
  size_t size;
  int columns[6], status = STATUS_OK;
  struct text t = {.path = "gauges.csv", .next = copy};
  FILE *out = copy && head && cells ? open_memstream(&data, &size) : NULL;
  if (!out) status = error_set(STATUS_FAILED, "no memory for gauge %s", g->name);
  char *line = status ? NULL : text_line(&t);
  const int count = line ? split(line, head) : 0, place = g->moves ? r->config.dimensions : 0;
  const int has = gauge_columns(g, r->config.dimensions) - place;
  const int wanted = has < 3 ? has : 3; /* parts are of a number or a vector */
  if (!status && !find_gauge(head, count, g, wanted + place, columns))
    status = error_set(STATUS_USAGE, "%s/gauges.csv: has no columns of the gauge %s", r->folder, g->name);
  if (!status) put_head(out, g, r->config.dimensions);
  while (!status && (line = text_line(&t)))
    if (split(line, cells) == count && *cells[columns[0]])
      put_row(out, &r->config, g, cells, columns, wanted);
  snprintf(name, sizeof name, "%s_%s.csv", gauge_rows[g->kind].exported.file, file_part(part, &r->config, g));
  if (!status) status = path_join(path, folder, name);
  if (!status) {
    status = finish_export(out, &data, &size, path);
  } else if (out) {
    fclose(out);
    free(data);
  }
  free(copy);
  free(head);
  free(cells);
  return status;
}

static int export_gauges(const struct results *r, const char *folder, size_t *written) {
  char path[PATH_MAX], *text = NULL;
  size_t size;
  if (!r->config.gauge_count) return STATUS_OK;
  TRY(path_join(path, r->folder, "gauges.csv"));
  if (!path_exists(path)) return STATUS_OK;
  TRY(file_read(path, STATUS_USAGE, &text, &size));
  int status = STATUS_OK;
  for (size_t i = 0; i < r->config.gauge_count && !status; i++)
    if (gauge_rows[r->config.gauges[i].kind].exported.file) {
      status = export_gauge(r, &r->config.gauges[i], text, folder);
      ++*written;
    }
  free(text);
  return status;
}

static int export_all(const struct arguments *a, struct results *r) {
  char folder[PATH_MAX];
  size_t index, gauges = 0;
  TRY(results_open(r, a->folder));
  TRY(results_need_fluid(r, "exported"));
  TRY(path_join(folder, a->folder, "export"));
  if (a->output) snprintf(folder, sizeof folder, "%s", a->output);
  TRY(path_make_folder(folder));
  const bool one = !isnan(a->time);
  if (one) {
    TRY(results_nearest(r, a->time, &index));
    TRY(export_snapshot(a, r, index, folder));
  } else {
    for (size_t i = 0; i < r->count; i++) TRY(export_snapshot(a, r, i, folder));
    TRY(export_gauges(r, folder, &gauges));
  }
  printf("%s: %s of %zu snapshot%s, tables of %zu gauge%s\n", folder, kinds[a->only], one ? 1 : r->count,
         one || r->count == 1 ? "" : "s", gauges, gauges == 1 ? "" : "s");
  return STATUS_OK;
}

int export_main(int argc, char **argv) {
  static const struct argp_option options[] = {
      {"output", KEY_OUTPUT, "DIR", 0, "Folder for the files (default: export in the run's folder)", 0},
      {"csv", KEY_CSV, NULL, 0, "Tables with ';' instead of legacy VTK files", 0},
      {"only", KEY_ONLY, "WHAT", 0, "fluid (default), walls or all", 0},
      {"time", KEY_TIME, "SECONDS", 0, "Only of the snapshot nearest to it (default: of all, and the gauges)",
       0},
      {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_export,
      .args_doc = "OUT",
      .doc = "Write a run in the form that scripts for DualSPHysics' tools read: a file for each "
             "snapshot with Idp, Vel, Rhop, Press, Type and Mk, and a table for each "
             "gauge.\vHeight is z also in 2-D."};
  struct arguments a = {.time = NAN};
  struct results r = {0};
  if (cli_parse(&program, argc, argv, 0, &a)) return STATUS_FAILED;
  const int status = export_all(&a, &r);
  results_close(&r);
  return status ? cli_fail(status) : STATUS_OK;
}
