/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/snapshot.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/chunks.h"
#include "io/file.h"
#include "io/hdf.h"
#include "io/writer.h"
#include "util/error.h"
#include "util/json.h"
#include "util/path.h"
#include "util/words.h"

enum { VTK_VERTEX = 1 };

size_t field_type_size(enum field_type type) {
  switch (type) {
  case FIELD_U8:
    return 1;
  case FIELD_U16:
    return 2;
  case FIELD_F32:
  case FIELD_U32:
  case FIELD_I32:
    return 4;
  case FIELD_F64:
  case FIELD_U64:
    return 8;
  }
  return 0;
}

/* Counts and indices are VTK's vtkIdType, signed. */
static herr_t write_single(hid_t where, const char *name, uint64_t value) {
  hsize_t dims[1] = {1};
  AUTO_HID set = hdf_dataset_create(where, name, H5T_STD_I64LE, dims, 1, false);
  return set < 0 ? -1 : H5Dwrite(set, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value);
}

static herr_t write_column(hid_t where, const char *name, const struct column *c, hid_t file_type,
                           hsize_t count) {
  const struct field *f = &c->field;
  hsize_t dims[2] = {count, (hsize_t)f->components};
  int rank = f->components > 1 ? 2 : 1;
  if (!c->fill) return hdf_write(where, name, f->type, dims, rank, f->data, true);
  AUTO_HID set = hdf_dataset_create(where, name, file_type, dims, rank, true);
  return set < 0 ? -1 : hdf_write_chunks(set, c, count);
}

static void fill_sequence(const struct field *field, size_t first, size_t count, void *out) {
  (void)field;
  for (size_t i = 0; i < count; i++) ((uint64_t *)out)[i] = first + i;
}

static void fill_types(const struct field *field, size_t first, size_t count, void *out) {
  (void)field, (void)first;
  memset(out, VTK_VERTEX, count);
}

static herr_t write_cells(hid_t root, hsize_t count) {
  if (write_single(root, "NumberOfPoints", count) < 0) return -1;
  if (write_single(root, "NumberOfCells", count) < 0) return -1;
  if (write_single(root, "NumberOfConnectivityIds", count) < 0) return -1;
  const struct column sequence = {{.type = FIELD_U64, .components = 1}, .fill = fill_sequence};
  const struct column types = {{.type = FIELD_U8, .components = 1}, .fill = fill_types};
  if (write_column(root, "Connectivity", &sequence, H5T_STD_I64LE, count) < 0) return -1;
  if (write_column(root, "Offsets", &sequence, H5T_STD_I64LE, count + 1) < 0) return -1;
  return write_column(root, "Types", &types, H5T_STD_U8LE, count);
}

static herr_t write_point_data(hid_t root, hsize_t count, const struct column *columns, size_t column_count) {
  AUTO_HID group = H5Gcreate2(root, "PointData", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (group < 0) return -1;
  for (size_t i = 0; i < column_count; i++) {
    const struct field *f = &columns[i].field;
    if (write_column(group, f->name, &columns[i], hdf_file_type(f->type), count) < 0) return -1;
  }
  return 0;
}

herr_t hdf_header_write(hid_t root, const char *type, const struct snapshot_moment *moment) {
  const int64_t version[2] = {1, 0};
  if (hdf_attribute_write(root, "Version", H5T_STD_I64LE, H5T_NATIVE_INT64, 2, version) < 0) return -1;
  if (hdf_attribute_write_text(root, "Type", type) < 0) return -1;
  if (hdf_attribute_write(root, "step", H5T_STD_U64LE, H5T_NATIVE_UINT64, 1, &moment->step) < 0) return -1;
  if (hdf_attribute_write(root, "period", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 3, moment->period) < 0)
    return -1;
  if (*moment->state_hash && hdf_attribute_write_text(root, "state_hash", moment->state_hash) < 0) return -1;
  return 0;
}

static herr_t write_time(hid_t root, double time) {
  AUTO_HID group = H5Gcreate2(root, "FieldData", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  hsize_t dims[1] = {1};
  return group < 0 ? -1 : hdf_write(group, "TimeValue", FIELD_F64, dims, 1, &time, false);
}

static herr_t write_grid(hid_t file, const struct snapshot_moment *moment, hsize_t count,
                         const struct column *columns, size_t column_count) {
  AUTO_HID root = H5Gcreate2(file, "VTKHDF", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (root < 0 || hdf_header_write(root, "UnstructuredGrid", moment) < 0 ||
      write_time(root, moment->time) < 0)
    return -1;
  if (write_column(root, "Points", &columns[0], H5T_IEEE_F64LE, count) < 0) return -1;
  if (write_cells(root, count) < 0) return -1;
  return write_point_data(root, count, columns + 1, column_count - 1);
}

static int write_now(const char *path, const struct snapshot_moment *moment, size_t count,
                     const struct column *columns, size_t column_count) {
  struct hdf_new new;
  TRY(hdf_create(&new, path, 0));
  TRY(hdf_close(&new, write_grid(new.id, moment, count, columns, column_count)));
  return file_wait(&new.file);
}

/* ---- beside the computation: the same from a copy of the rows ---- */

enum { FILL_ROWS = 1 << 14, COPIED_MOST = 1 << 24 /* rows of a copy, where windows are possible */ };

struct snapshot_copy {
  char *path, hash[HASH_TEXT];
  struct snapshot_moment moment;
  size_t count, column_count;
  struct column columns[]; /* data: rows, owned */
};

static size_t row_bytes(const struct field *field) {
  return (size_t)field->components * field_type_size(field->type);
}

static void fill_copied(const struct field *field, size_t first, size_t count, void *out) {
  const size_t bytes = row_bytes(field);
  memcpy(out, (const char *)field->data + first * bytes, count * bytes);
}

static int write_copy(void *what) {
  const struct snapshot_copy *c = what;
  return write_now(c->path, &c->moment, c->count, c->columns, c->column_count);
}

static void free_copy(void *what) {
  struct snapshot_copy *c = what;
  for (size_t i = 0; c && i < c->column_count; i++) free((void *)c->columns[i].field.data);
  if (c) free(c->path);
  free(c);
}

static int copy_rows(const struct column *from, size_t count, void *to) {
  const size_t bytes = row_bytes(&from->field), step = from->ready ? ROWS_WINDOW : count;
  if (!from->fill) {
    memcpy(to, from->field.data, count * bytes);
    return STATUS_OK;
  }
  for (size_t begin = 0; begin < count; begin += step) {
    const size_t end = count - begin < step ? count : begin + step;
    if (from->ready) TRY(from->ready(&from->field, begin));
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t first = begin; first < end; first += FILL_ROWS)
      from->fill(&from->field, first, end - first < FILL_ROWS ? end - first : FILL_ROWS,
                 (char *)to + first * bytes);
  }
  return STATUS_OK;
}

/* NULL without memory, or rows. */
static struct snapshot_copy *copy_snapshot(const char *path, const struct snapshot_moment *moment,
                                           size_t count, const struct column *columns, size_t column_count) {
  struct snapshot_copy *c = calloc(1, sizeof *c + column_count * sizeof *columns);
  if (!c) return NULL;
  *c = (struct snapshot_copy){.path = strdup(path), .moment = *moment, .count = count};
  snprintf(c->hash, sizeof c->hash, "%s", moment->state_hash);
  c->moment.state_hash = c->hash;
  bool whole = c->path != NULL;
  for (; whole && c->column_count < column_count; c->column_count++) {
    struct column *to = &c->columns[c->column_count];
    void *rows = malloc(count * row_bytes(&columns[c->column_count].field) + 1);
    *to = columns[c->column_count]; /* names are constants */
    to->field.data = rows;
    if (to->fill) to->fill = fill_copied;
    to->ready = NULL;
    whole = rows && copy_rows(&columns[c->column_count], count, rows) == STATUS_OK;
  }
  if (whole) return c;
  free_copy(c);
  return NULL;
}

int snapshot_write(const char *path, const struct snapshot_moment *moment, size_t count,
                   const struct column *columns, size_t column_count) {
  if (!writer_is_on()) return write_now(path, moment, count, columns, column_count);
  bool by_windows = false;
  for (size_t i = 0; i < column_count; i++) by_windows = by_windows || columns[i].ready;
  const bool copies = !by_windows || count <= COPIED_MOST;
  TRY(writer_room());
  struct snapshot_copy *copy = copies ? copy_snapshot(path, moment, count, columns, column_count) : NULL;
  if (copy) return writer_do((struct writer_work){write_copy, free_copy, copy, true});
  TRY(writer_wait()); /* without memory for a copy, from the rows */
  return write_now(path, moment, count, columns, column_count);
}

/* The series so far; a new one if there is no file. */
static int series_load(const char *path, json_t **series) {
  json_error_t where = {.text = "out of memory"};
  char *text;
  size_t size;
  if (path_exists(path)) {
    TRY(file_read(path, STATUS_FAILED, &text, &size));
    *series = json_loadb(text, size, 0, &where);
    free(text);
  } else {
    *series = json_pack("{s:s, s:[]}", "file-series-version", "1.0", "files");
  }
  CHECK(*series, STATUS_USAGE, "%s:%d: not a series of files: %s", path, where.line, where.text);
  if (json_is_array(json_object_get(*series, "files"))) return STATUS_OK;
  json_decref(*series);
  return error_set(STATUS_USAGE, "%s: not a series of files: it has no list 'files'", path);
}

/* Entries of these names, and from this time on, go. */
static void series_drop(json_t *files, const struct series_entry *entries, size_t count) {
  for (size_t i = json_array_size(files); i-- > 0;) {
    json_t *old = json_array_get(files, i);
    const char *name = json_string_value(json_object_get(old, "name"));
    bool stays = name && json_number_value(json_object_get(old, "time")) < entries[0].time;
    for (size_t k = 0; stays && k < count; k++) stays = strcmp(name, entries[k].name) != 0;
    if (!stays) json_array_remove(files, i);
  }
}

static int series_add(const char *path, json_t *series, const struct series_entry *entries, size_t count) {
  json_t *files = json_object_get(series, "files");
  series_drop(files, entries, count);
  for (size_t k = 0; k < count; k++) {
    json_t *entry = json_pack("{s:s, s:f}", "name", entries[k].name, "time", entries[k].time);
    CHECK(entry, STATUS_FAILED, "%s: no entry for '%s' at %g s", path, entries[k].name, entries[k].time);
    CHECK(json_array_append_new(files, entry) == 0, STATUS_FAILED, "%s: out of memory", path);
  }
  return STATUS_OK;
}

/* Write the series under both names; the one it is read from last. */
static int series_store(const char *dir, const json_t *series) {
  char *text = json_text(series, JSON_INDENT(2));
  CHECK(text, STATUS_FAILED, "%s: out of memory", dir);
  char path[PATH_MAX];
  int status = path_join(path, dir, "particles.hdf.series");
  if (!status) status = file_replace_soon(path, text, strlen(text));
  if (!status) status = path_join(path, dir, "particles.vtkhdf.series");
  if (!status) status = file_replace_soon(path, text, strlen(text));
  free(text);
  return status;
}

bool series_has(const char *dir, const struct series_entry *entry) {
  char path[PATH_MAX];
  json_t *series = NULL;
  if (path_join(path, dir, entry->name) || !path_exists(path)) return false;
  if (path_join(path, dir, "particles.vtkhdf.series") || series_load(path, &series)) return false;
  json_t *files = json_object_get(series, "files"), *old;
  bool found = false;
  size_t i;
  json_array_foreach(files, i, old) {
    const char *name = json_string_value(json_object_get(old, "name"));
    found |=
        name && !strcmp(name, entry->name) && json_number_value(json_object_get(old, "time")) == entry->time;
  }
  json_decref(series);
  return found;
}

int series_append(const char *dir, const struct series_entry *entries, size_t count) {
  char path[PATH_MAX];
  TRY(path_join(path, dir, "particles.vtkhdf.series"));
  json_t *series = NULL;
  TRY(series_load(path, &series));
  int status = series_add(path, series, entries, count);
  if (!status) status = series_store(dir, series);
  json_decref(series);
  return status ? status : file_settle();
}
