/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi surface: the free surface of a run as triangles. */
#include <argp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/folder.h"
#include "cli/results.h"
#include "fields/free_surface.h"
#include "fields/gridded.h"
#include "fields/triangles.h"
#include "io/polydata.h"
#include "util/error.h"
#include "util/path.h"

enum {
  KEY_OUTPUT = 'o',
  KEY_FORMAT = 'F',
  KEY_TIME = 't',
  KEY_FIELDS = 'f',
  KEY_SPACING = 's',
  KEY_LEVEL = 256
};

struct arguments {
  const char *folder, *output, *fields;
  enum triangles_format format;
  double time, spacing, level; /* s, NaN: all; dp; of a scalar */
};

static error_t parse_surface(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  int format = 0;
  char *end;
  switch (key) {
  case KEY_OUTPUT:
    a->output = argument;
    return 0;
  case KEY_FORMAT:
    while (triangles_endings[format] && strcmp(triangles_endings[format], argument) != 0) format++;
    if (!triangles_endings[format]) argp_error(state, "--format '%s': there are vtp, ply and glb", argument);
    a->format = (enum triangles_format)format;
    return 0;
  case KEY_TIME:
    a->time = results_parse_time(state, argument);
    return 0;
  case KEY_FIELDS:
    a->fields = argument;
    return 0;
  case KEY_LEVEL:
    a->level = results_parse_level(state, argument);
    return 0;
  case KEY_SPACING:
    a->spacing = strtod(argument, &end);
    if (end == argument || *end || !(a->spacing >= FREE_SURFACE_FINEST && a->spacing <= 1))
      argp_error(state, "--spacing '%s': expected %g to 1 particle spacings", argument, FREE_SURFACE_FINEST);
    return 0;
  default:
    return results_parse_folder(key, argument, state, &a->folder);
  }
}

static int write_one(const struct arguments *a, const struct results *r, const char *path,
                     const struct frame_file *f) {
  struct free_surface s;
  int status = free_surface_make(&s, &f->frames[0], f->path, r->config.dp, a->spacing, a->fields);
  const bool z_up = case_gravity_axis(&r->config) != 1;
  if (!status) status = triangles_write(path, a->format, &s.shape, f->time, z_up, s.fields, s.field_count);
  if (!status)
    printf("%s: t = %.4g s, %zu triangles, %.5g m^3 inside (particles: %.5g)\n", path, f->time,
           s.shape.triangles, s.shape.volume, s.particles);
  fflush(stdout);
  free_surface_free(&s);
  return status;
}

/* Of a transported scalar: where it has the level. */
static int write_level(const struct arguments *a, const struct results *r, const char *path,
                       const struct frame_file *f) {
  const struct gridded_shape shape = results_grid(&r->config);
  struct isosurface s = {0};
  struct gridded g;
  int status = gridded_take(&g, &shape, &f->frames[0], f->path, results_field(&r->config));
  if (!status) status = gridded_surface(&s, &g, a->level);
  if (!status) status = triangles_write(path, a->format, &s, f->time, true, NULL, 0);
  if (!status)
    printf("%s: t = %.4g s, %zu triangles, %.5g m^3 inside\n", path, f->time, s.triangles, s.volume);
  fflush(stdout);
  isosurface_free(&s);
  gridded_free(&g);
  return status;
}

static int make_surface(const struct arguments *a, const struct results *r, size_t index, const char *folder,
                        struct series_entry *entry) {
  char path[PATH_MAX], name[NAME_MAX + 1];
  struct frame_file f;
  uint64_t number;
  folder_snapshot_number(strrchr(r->paths[index], '/') + 1, &number);
  snprintf(name, sizeof name, "surface_%04" PRIu64 ".%s", number, triangles_endings[a->format]);
  TRY(path_join(path, folder, name));
  TRY(frame_file_read(&f, r->paths[index]));
  *entry = (struct series_entry){strdup(name), f.time};
  const bool grid = r->config.method == METHOD_TRANSPORT;
  int status = !entry->name ? error_set(STATUS_FAILED, "out of memory")
               : grid       ? write_level(a, r, path, &f)
                            : write_one(a, r, path, &f);
  frame_file_free(&f);
  return status;
}

/* Files that ParaView takes, with their times as one. */
static int make_surfaces(const struct arguments *a, const struct results *r, const char *folder,
                         struct series_entry *entries) {
  char series[PATH_MAX];
  TRY(path_make_folder(folder));
  for (size_t i = 0; i < r->count; i++) TRY(make_surface(a, r, i, folder, &entries[i]));
  if (a->format == TRIANGLES_GLB) return STATUS_OK;
  snprintf(series, sizeof series, "surface.%s.series", triangles_endings[a->format]);
  char path[PATH_MAX];
  TRY(path_join(path, folder, series));
  return series_write(path, entries, r->count);
}

static int surface(const struct arguments *a, struct results *r) {
  char folder[PATH_MAX];
  size_t index;
  TRY(results_open(r, a->folder));
  TRY(results_need_field(r, "given a surface"));
  CHECK(r->config.dimensions == 3, STATUS_USAGE, "%s: a run in 2-D, which has no surface of triangles",
        a->folder);
  TRY(path_join(folder, a->folder, "surface"));
  if (a->output) snprintf(folder, sizeof folder, "%s", a->output);
  struct series_entry *entries = calloc(r->count, sizeof *entries);
  CHECK(entries, STATUS_FAILED, "out of memory");
  int status = isnan(a->time) ? STATUS_OK : results_nearest(r, a->time, &index);
  if (!status && isnan(a->time)) status = make_surfaces(a, r, folder, entries);
  if (!status && !isnan(a->time)) status = path_make_folder(folder);
  if (!status && !isnan(a->time)) status = make_surface(a, r, index, folder, &entries[0]);
  for (size_t i = 0; i < r->count; i++) free((void *)entries[i].name);
  free(entries);
  return status;
}

int surface_main(int argc, char **argv) {
  static const struct argp_option options[] = {
      {"output", KEY_OUTPUT, "DIR", 0, "Folder for the files (default: surface in the run's folder)", 0},
      {"format", KEY_FORMAT, "NAME", 0,
       "vtp (default; VTK, ParaView), ply (Blender, MeshLab) or glb (binary glTF)", 0},
      {"time", KEY_TIME, "SECONDS", 0, "Only of the snapshot nearest to it (default: of all)", 0},
      {"fields", KEY_FIELDS, "NAMES", 0,
       "Values at the vertices, of vtp and ply (default: velocity,pressure)", 0},
      {"level", KEY_LEVEL, "VALUE", 0,
       "Value of the scalar on the surface, which the faces of the box close (method transport; default: "
       "0.5)",
       0},
      {"spacing", KEY_SPACING, "X", 0, "Of the grid, in particle spacings (default: 0.5)", 0},
      {0}};
  const struct argp program = {.options = options,
                               .parser = parse_surface,
                               .args_doc = "OUT",
                               .doc =
                                   "Write the surface of the fluid of a run in 3-D, or of a transported "
                                   "scalar, as triangles, a file for "
                                   "each snapshot.\vThe surfaces are "
                                   "closed, also along walls. The volume inside is that of the particles."};
  struct arguments a = {.fields = "velocity,pressure", .time = NAN, .spacing = 0.5, .level = 0.5};
  struct results r = {0};
  if (cli_parse(&program, argc, argv, 0, &a)) return STATUS_FAILED;
  int status = surface(&a, &r);
  results_close(&r);
  return status ? cli_fail(status) : STATUS_OK;
}
