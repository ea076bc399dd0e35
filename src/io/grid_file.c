/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/grid_file.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/hdf.h"
#include "io/isolated.h"
#include "util/error.h"

enum { MOST_RANK = 4, SHAPE_TEXT = 96 };

struct grid_file {
  char *path;
};

/* What a dataset is. */
struct shape {
  int rank;
  hsize_t dims[MOST_RANK];
};

/* What a process of its own (isolated.h) is to read, and what it found. */
struct request {
  const char *path, *name;
  size_t at, points; /* which time; how many values there must be */
  struct shape shape;
  double *values; /* [points] */
};

static hid_t open_file(const char *path) {
  const hid_t id = hdf_open(path);
  if (id < 0) error_set(STATUS_USAGE, "%s: cannot be read as an HDF5 file: %s", path, hdf_reason());
  return id;
}

static int look_at_file(void *what) {
  AUTO_HID id = open_file(((struct request *)what)->path);
  return id < 0 ? STATUS_USAGE : STATUS_OK;
}

static void pass_nothing(struct isolated *a, void *what) {
  (void)a, (void)what;
}

int grid_file_open(struct grid_file **f, const char *path) {
  struct request r = {.path = path};
  *f = NULL;
  TRY(isolated_read(path, look_at_file, pass_nothing, &r));
  struct grid_file *made = malloc(sizeof *made);
  if (made) made->path = strdup(path);
  if (made && made->path) {
    *f = made;
    return STATUS_OK;
  }
  free(made);
  return error_set(STATUS_FAILED, "%s: out of memory", path);
}

void grid_file_close(struct grid_file *f) {
  if (!f) return;
  free(f->path);
  free(f);
}

/* "3 x 64 x 64" */
static const char *print_shape(const struct shape *s, char text[SHAPE_TEXT]) {
  size_t used = 0;
  snprintf(text, SHAPE_TEXT, "one number");
  for (int i = 0; i < s->rank && used < SHAPE_TEXT; i++)
    used += (size_t)snprintf(text + used, SHAPE_TEXT - used, "%s%llu", i ? " x " : "",
                             (unsigned long long)s->dims[i]);
  return text;
}

/* Open a dataset of numbers; negative, and an error, if there is none. */
static hid_t open_numbers(hid_t file, const struct request *r, struct shape *s) {
  hid_t set = H5Dopen2(file, r->name, H5P_DEFAULT);
  if (set < 0) {
    error_set(STATUS_USAGE, "%s: no dataset '%s'", r->path, r->name);
    return -1;
  }
  AUTO_HID type = H5Dget_type(set);
  AUTO_HID space = H5Dget_space(set);
  const H5T_class_t class = H5Tget_class(type);
  s->rank = H5Sget_simple_extent_ndims(space);
  const bool numbers = class == H5T_INTEGER || class == H5T_FLOAT;
  if (numbers && s->rank >= 0 && s->rank <= MOST_RANK) {
    H5Sget_simple_extent_dims(space, s->dims, NULL);
    return set;
  }
  if (numbers)
    error_set(STATUS_USAGE, "%s: dataset '%s' has %d dimensions; expected at most %d", r->path, r->name,
              s->rank, MOST_RANK);
  else
    error_set(STATUS_USAGE, "%s: dataset '%s' does not hold numbers", r->path, r->name);
  H5Dclose(set);
  return -1;
}

static int look_at_shape(void *what) {
  struct request *r = what;
  AUTO_HID file = open_file(r->path);
  if (file < 0) return STATUS_USAGE;
  AUTO_HID set = open_numbers(file, r, &r->shape);
  return set < 0 ? STATUS_USAGE : STATUS_OK;
}

static void pass_shape(struct isolated *a, void *what) {
  struct request *r = what;
  isolated_bytes(a, &r->shape, sizeof r->shape);
  if (r->shape.rank < 0 || r->shape.rank > MOST_RANK) isolated_refuse(a);
}

static int find_shape(struct shape *s, const struct grid_file *f, const char *name) {
  struct request r = {.path = f->path, .name = name};
  const int status = isolated_read(f->path, look_at_shape, pass_shape, &r);
  *s = r.shape;
  return status;
}

int grid_file_check(struct grid_file *f, const char *name, int dimensions, const int n[3], size_t *times) {
  struct shape has, wanted = {.rank = dimensions};
  char first[SHAPE_TEXT], second[SHAPE_TEXT];
  TRY(find_shape(&has, f, name));
  for (int a = 0; a < dimensions; a++) wanted.dims[dimensions - 1 - a] = (hsize_t)n[a];
  const int before = has.rank - dimensions; /* dimensions in front of those of the grid */
  const bool fits = (before == 0 || (before == 1 && times)) &&
                    memcmp(has.dims + before, wanted.dims, (size_t)dimensions * sizeof *has.dims) == 0;
  CHECK(fits, STATUS_USAGE, "%s: dataset '%s' is %s; expected %s%s", f->path, name, print_shape(&has, first),
        print_shape(&wanted, second), times ? ", or that for several times" : "");
  if (times) *times = before ? (size_t)has.dims[0] : 0;
  return STATUS_OK;
}

/* A part of a dataset: all of it, or one of what its first dimension counts. */
static herr_t read_part(hid_t set, const struct shape *s, const struct request *r) {
  hsize_t start[MOST_RANK] = {r->at}, count[MOST_RANK] = {1};
  if (r->at == GRID_FILE_WHOLE)
    return H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, r->values);
  for (int i = 1; i < s->rank; i++) count[i] = s->dims[i];
  AUTO_HID file_space = H5Dget_space(set);
  AUTO_HID memory_space = H5Screate_simple(s->rank, count, NULL);
  if (H5Sselect_hyperslab(file_space, H5S_SELECT_SET, start, NULL, count, NULL) < 0) return -1;
  return H5Dread(set, H5T_NATIVE_DOUBLE, memory_space, file_space, H5P_DEFAULT, r->values);
}

static int read_values(void *what) {
  struct request *r = what;
  struct shape s = {0};
  AUTO_HID file = open_file(r->path);
  if (file < 0) return STATUS_USAGE;
  AUTO_HID set = open_numbers(file, r, &s);
  if (set < 0) return STATUS_USAGE;
  const bool whole = r->at == GRID_FILE_WHOLE;
  size_t points = 1;
  for (int i = whole ? 0 : 1; i < s.rank; i++) points *= (size_t)s.dims[i];
  CHECK(points == r->points, STATUS_USAGE, "%s: dataset '%s' has %zu values%s; expected %zu", r->path,
        r->name, points, whole ? "" : " a time", r->points);
  r->values = malloc((points + 1) * sizeof *r->values);
  CHECK(r->values, STATUS_FAILED, "%s: out of memory for '%s'", r->path, r->name);
  CHECK(read_part(set, &s, r) >= 0, STATUS_USAGE, "%s: dataset '%s' cannot be read: %s", r->path, r->name,
        hdf_reason());
  for (size_t p = 0; p < points; p++)
    CHECK(isfinite(r->values[p]), STATUS_USAGE, "%s: dataset '%s': value %zu%s is %g; expected a number",
          r->path, r->name, p, whole ? "" : " of a time", r->values[p]);
  return STATUS_OK;
}

static void pass_values(struct isolated *a, void *what) {
  struct request *r = what;
  isolated_bytes(a, r->values, r->points * sizeof *r->values);
}

int grid_file_read(struct grid_file *f, const char *name, size_t at, size_t points, double *values) {
  struct request r = {.path = f->path, .name = name, .at = at, .points = points, .values = values};
  return isolated_read(f->path, read_values, pass_values, &r);
}

int grid_file_numbers(struct grid_file *f, const char *name, size_t count, double *values) {
  struct shape has;
  char text[SHAPE_TEXT];
  TRY(find_shape(&has, f, name));
  CHECK(has.rank == 1 && has.dims[0] == count, STATUS_USAGE, "%s: dataset '%s' is %s; expected %zu", f->path,
        name, print_shape(&has, text), count);
  TRY(grid_file_read(f, name, GRID_FILE_WHOLE, count, values));
  for (size_t i = 1; i < count; i++)
    CHECK(values[i] > values[i - 1], STATUS_USAGE, "%s: dataset '%s': %g after %g; expected growing numbers",
          f->path, name, values[i], values[i - 1]);
  return STATUS_OK;
}
