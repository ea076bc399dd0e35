/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/frame.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/checkpoint.h"
#include "io/hdf.h"
#include "io/isolated.h"
#include "util/error.h"

const char *const frame_kind_names[] = {"snapshot", "checkpoint", "gauge table"};

struct frame *frame_add(struct frame_file *f, const char *name, size_t count) {
  struct frame *grown = realloc(f->frames, (f->frame_count + 1) * sizeof *grown);
  char *copy = strdup(name);
  if (grown) f->frames = grown;
  if (!grown || !copy) {
    free(copy);
    return NULL;
  }
  f->frames[f->frame_count] = (struct frame){.name = copy, .count = count};
  return &f->frames[f->frame_count++];
}

struct field *frame_add_field(struct frame *frame) {
  struct field *grown = realloc(frame->fields, (frame->field_count + 1) * sizeof *grown);
  if (!grown) return NULL;
  frame->fields = grown;
  frame->fields[frame->field_count] = (struct field){0};
  return &frame->fields[frame->field_count++];
}

static int add_field(struct frame *frame, const char *path, struct field field) {
  struct field *place = frame_add_field(frame);
  if (place) {
    *place = field;
    return STATUS_OK;
  }
  free((void *)field.name);
  free((void *)field.data);
  return error_set(STATUS_FAILED, "%s: out of memory", path);
}

static int rename_field(struct field *field, const char *path, const char *name) {
  char *copy = strdup(name);
  CHECK(copy, STATUS_FAILED, "%s: out of memory", path);
  free((void *)field->name);
  field->name = copy;
  return STATUS_OK;
}

/* An integer field, or its first component, as the rows' ids. */
static int take_ids(struct frame *frame, const char *path, const struct field *f) {
  frame->ids = malloc((frame->count + 1) * sizeof *frame->ids);
  CHECK(frame->ids, STATUS_FAILED, "%s: out of memory", path);
  for (size_t i = 0; i < frame->count; i++) {
    const size_t at = i * (size_t)f->components;
    switch (f->type) {
    case FIELD_U8:
      frame->ids[i] = ((const uint8_t *)f->data)[at];
      break;
    case FIELD_U16:
      frame->ids[i] = ((const uint16_t *)f->data)[at];
      break;
    case FIELD_U32:
      frame->ids[i] = ((const uint32_t *)f->data)[at];
      break;
    case FIELD_U64:
      frame->ids[i] = ((const uint64_t *)f->data)[at];
      break;
    case FIELD_I32:
      frame->ids[i] = (uint64_t)((const int32_t *)f->data)[at];
      break;
    default:
      return error_set(STATUS_USAGE, "%s: the ids of its particles are no integers", path);
    }
  }
  return STATUS_OK;
}

/* ---- snapshots ---- */

static int read_points(hid_t root, const char *path, struct frame *frame) {
  struct field field;
  TRY(hdf_field_read(root, "Points", path, &field, &frame->count));
  TRY(add_field(frame, path, field));
  TRY(rename_field(&frame->fields[frame->field_count - 1], path, "position"));
  CHECK(field.type == FIELD_F64 && field.components == 3, STATUS_USAGE,
        "%s: its points are not three doubles each", path);
  frame->points = malloc((frame->count + 1) * sizeof *frame->points);
  CHECK(frame->points, STATUS_FAILED, "%s: out of memory", path);
  memcpy(frame->points, field.data, frame->count * sizeof *frame->points);
  return STATUS_OK;
}

static int read_point_field(hid_t group, const char *name, const char *path, struct frame *frame) {
  struct field field;
  size_t rows;
  TRY(hdf_field_read(group, name, path, &field, &rows));
  if (strcmp(name, "id") != 0) {
    TRY(add_field(frame, path, field));
  } else {
    int status = rows == frame->count ? take_ids(frame, path, &field) : STATUS_OK;
    free((void *)field.name);
    free((void *)field.data);
    TRY(status);
  }
  CHECK(rows == frame->count, STATUS_USAGE, "%s: '%s' has %zu rows for %zu points", path, name, rows,
        frame->count);
  return STATUS_OK;
}

static int read_point_data(hid_t root, const char *path, struct frame *frame) {
  AUTO_HID group = H5Gopen2(root, "PointData", H5P_DEFAULT);
  H5G_info_t info;
  CHECK(group >= 0 && H5Gget_info(group, &info) >= 0, STATUS_USAGE, "%s: no point data in it: %s", path,
        hdf_reason());
  for (hsize_t i = 0; i < info.nlinks; i++) {
    char name[HDF_NAME];
    TRY(hdf_link_name(group, i, path, name));
    TRY(read_point_field(group, name, path, frame));
  }
  CHECK(frame->ids, STATUS_USAGE, "%s: no point data 'id', so its particles cannot be told apart", path);
  return STATUS_OK;
}

static int read_time(hid_t file, const char *path, struct frame_file *f) {
  if (H5Lexists(file, "VTKHDF/FieldData", H5P_DEFAULT) <= 0) return STATUS_OK;
  if (H5Lexists(file, "VTKHDF/FieldData/TimeValue", H5P_DEFAULT) <= 0) return STATUS_OK;
  struct field field;
  size_t rows;
  TRY(hdf_field_read(file, "VTKHDF/FieldData/TimeValue", path, &field, &rows));
  struct frame *frame = frame_add(f, "value", 1);
  bool known = frame && rows == 1 && field.components == 1 && field.type == FIELD_F64;
  if (known) {
    f->time = *(const double *)field.data;
    TRY(add_field(frame, path, field));
    return rename_field(&frame->fields[0], path, "time");
  }
  free((void *)field.name);
  free((void *)field.data);
  CHECK(frame, STATUS_FAILED, "%s: out of memory", path);
  return error_set(STATUS_USAGE, "%s: its time is not one double", path);
}

static int read_moment(hid_t root, const char *path, struct frame_file *f, struct frame *frame) {
  if (H5Aexists(root, "step") > 0)
    HDF_CHECK(hdf_attribute_read(root, "step", H5T_NATIVE_INT64, 1, &f->step), STATUS_USAGE, path,
              "its step cannot be read");
  if (H5Aexists(root, "period") > 0)
    HDF_CHECK(hdf_attribute_read(root, "period", H5T_NATIVE_DOUBLE, 3, frame->period), STATUS_USAGE, path,
              "its period cannot be read");
  if (H5Aexists(root, "state_hash") > 0)
    HDF_CHECK(hdf_attribute_read_text(root, "state_hash", f->state_hash, sizeof f->state_hash), STATUS_USAGE,
              path, "its state's hash cannot be read");
  return STATUS_OK;
}

/* A field on a grid: points are told apart by their numbers. */
static int read_image(hid_t root, const char *path, struct frame *frame) {
  AUTO_HID group = H5Gopen2(root, "PointData", H5P_DEFAULT);
  char name[HDF_NAME];
  CHECK(group >= 0, STATUS_USAGE, "%s: no point data in it: %s", path, hdf_reason());
  TRY(hdf_link_name(group, 0, path, name));
  struct field field;
  TRY(hdf_field_read(group, name, path, &field, &frame->count));
  return add_field(frame, path, field);
}

static int read_image_time(hid_t root, const char *path, struct frame_file *f) {
  double *time = malloc(sizeof *time);
  char *name = strdup("time");
  struct frame *frame = frame_add(f, "value", 1);
  const bool known =
      time && name && frame && hdf_attribute_read(root, "time", H5T_NATIVE_DOUBLE, 1, time) >= 0;
  if (known) {
    f->time = *time;
    return add_field(frame, path, (struct field){name, FIELD_F64, 1, time});
  }
  free(time);
  free(name);
  return error_set(STATUS_USAGE, "%s: its time cannot be read", path);
}

static int read_snapshot(struct frame_file *f, const char *path) {
  AUTO_HID file = hdf_open(path);
  CHECK(file >= 0, STATUS_USAGE, "%s: cannot read: %s", path, hdf_reason());
  CHECK(H5Lexists(file, "VTKHDF", H5P_DEFAULT) > 0, STATUS_USAGE,
        "%s: an HDF5 file, but neither a snapshot nor a checkpoint of amphi", path);
  AUTO_HID root = H5Gopen2(file, "VTKHDF", H5P_DEFAULT);
  CHECK(root >= 0, STATUS_USAGE, "%s: cannot read: %s", path, hdf_reason());
  char type[32] = "";
  const bool is_image =
      hdf_attribute_read_text(root, "Type", type, sizeof type) >= 0 && strcmp(type, "ImageData") == 0;
  struct frame *frame = frame_add(f, is_image ? "point" : "particle", 0);
  CHECK(frame, STATUS_FAILED, "%s: out of memory", path);
  if (is_image) {
    TRY(read_image(root, path, frame));
  } else {
    TRY(read_points(root, path, frame));
    TRY(read_point_data(root, path, frame));
  }
  TRY(read_moment(root, path, f, frame));
  return is_image ? read_image_time(root, path, f) : read_time(file, path, f);
}

/* ---- checkpoints ---- */

/* The buffer that names the particles. */
static const struct field *find_identity(const struct checkpoint *c, size_t *rows) {
  const struct field *f = checkpoint_buffer(c, "id", rows);
  return f && f->type == FIELD_U64 && f->components == 1 ? f : NULL;
}

/* Move the buffers of the particles (`with_ids`) or one of the others into a frame. */
static int move_buffers(struct checkpoint *c, const char *path, struct frame *frame, size_t first, bool one) {
  for (size_t i = first; i < c->buffer_count; i++) {
    if (c->rows[i] != frame->count || !c->buffers[i].name) continue;
    struct field moved = c->buffers[i];
    c->buffers[i] = (struct field){0};
    TRY(add_field(frame, path, moved));
    if (one) break;
  }
  return STATUS_OK;
}

static int add_scalars(struct frame_file *f, const struct checkpoint *c, const char *path) {
  struct frame *frame = frame_add(f, "value", 1);
  CHECK(frame, STATUS_FAILED, "%s: out of memory", path);
  for (size_t i = 0; i < c->scalar_count; i++) {
    if (c->scalars[i].bookkeeping) continue;
    double *value = malloc(sizeof *value);
    char *name = strdup(c->scalars[i].name);
    if (value) *value = c->scalars[i].value;
    TRY(add_field(frame, path, (struct field){name, FIELD_F64, 1, value}));
    CHECK(value && name, STATUS_FAILED, "%s: out of memory", path);
    if (strcmp(name, "time") == 0) f->time = *value;
    if (strcmp(name, "step") == 0) f->step = (int64_t)*value;
  }
  return STATUS_OK;
}

/* What is no state is not looked at: backends keep their books in ways of their own. */
static void drop_bookkeeping(struct checkpoint *c) {
  for (size_t i = 0; i < c->buffer_count && i < 64; i++) {
    if (!(c->bookkeeping >> i & 1)) continue;
    free((void *)c->buffers[i].name);
    free((void *)c->buffers[i].data);
    c->buffers[i] = (struct field){0};
  }
}

static int split_checkpoint(struct frame_file *f, struct checkpoint *c, const char *path) {
  size_t rows;
  const struct field *identity = find_identity(c, &rows);
  drop_bookkeeping(c);
  memcpy(f->case_digest, c->case_digest, sizeof f->case_digest);
  memcpy(f->state_hash, c->state_hash, sizeof f->state_hash);
  if (identity) {
    struct frame *frame = frame_add(f, "particle", rows);
    CHECK(frame, STATUS_FAILED, "%s: out of memory", path);
    TRY(take_ids(frame, path, identity));
    TRY(move_buffers(c, path, frame, 0, false));
  }
  for (size_t i = 0; i < c->buffer_count; i++) {
    if (!c->buffers[i].name) continue;
    struct frame *frame = frame_add(f, c->buffers[i].name, c->rows[i]);
    CHECK(frame, STATUS_FAILED, "%s: out of memory", path);
    TRY(move_buffers(c, path, frame, i, true));
  }
  return add_scalars(f, c, path);
}

static int read_checkpoint(struct frame_file *f, const char *path) {
  struct checkpoint c;
  TRY(checkpoint_read(&c, path));
  int status = split_checkpoint(f, &c, path);
  checkpoint_free(&c);
  return status;
}

/* ---- any ---- */

static int find_kind(const char *path, enum frame_kind *kind) {
  struct stat info;
  FILE *file = stat(path, &info) == 0 && S_ISREG(info.st_mode) ? fopen(path, "rbe") : NULL;
  if (!file)
    return error_set(STATUS_USAGE, "%s: cannot read: %s", path,
                     errno ? strerror(errno) : "not a regular file");
  char start[16] = {0};
  size_t n = fread(start, 1, sizeof start, file);
  fclose(file);
  CHECK(n > 0, STATUS_USAGE, "%s: empty", path);
  if (memcmp(start, "\211HDF\r\n\032\n", 8) == 0)
    *kind = FRAME_SNAPSHOT;
  else if (memcmp(start, "amphi checkpoint", 16) == 0)
    *kind = FRAME_CHECKPOINT;
  else if (memcmp(start, "time", 4) == 0 && (start[4] == ',' || start[4] == '\n'))
    *kind = FRAME_TABLE;
  else
    return error_set(STATUS_USAGE, "%s: neither a snapshot nor a checkpoint nor a gauge table of amphi",
                     path);
  return STATUS_OK;
}

/* ---- in a process of its own, for HDF5 can crash on damaged files ---- */

enum { MOST_FRAMES = 1 << 20, MOST_FIELDS = 1 << 20, MOST_COMPONENTS = 4096 };

static void pass_field(struct isolated *a, struct field *f, size_t rows) {
  isolated_bytes(a, &f->type, sizeof f->type);
  isolated_bytes(a, &f->components, sizeof f->components);
  const size_t size = field_type_size(f->type);
  if (size == 0 || f->components < 1 || f->components > MOST_COMPONENTS) isolated_refuse(a);
  isolated_text(a, (char **)&f->name);
  isolated_array(a, (void **)&f->data, rows, size * (size_t)f->components);
}

static void pass_frame(struct isolated *a, struct frame *f) {
  uint8_t has_ids = f->ids != NULL, has_points = f->points != NULL;
  isolated_text(a, &f->name);
  isolated_bytes(a, &f->count, sizeof f->count);
  isolated_bytes(a, f->period, sizeof f->period);
  isolated_bytes(a, &has_ids, 1);
  isolated_bytes(a, &has_points, 1);
  if (has_ids) isolated_array(a, (void **)&f->ids, f->count, sizeof *f->ids);
  if (has_points) isolated_array(a, (void **)&f->points, f->count, sizeof *f->points);
  isolated_list(a, (void **)&f->fields, &f->field_count, MOST_FIELDS, sizeof *f->fields);
  for (size_t i = 0; i < f->field_count && a->good; i++) pass_field(a, &f->fields[i], f->count);
}

static void pass_file(struct isolated *a, void *what) {
  struct frame_file *f = what;
  isolated_bytes(a, &f->time, sizeof f->time);
  isolated_bytes(a, &f->step, sizeof f->step);
  isolated_bytes(a, f->state_hash, sizeof f->state_hash);
  isolated_bytes(a, f->case_digest, sizeof f->case_digest);
  f->state_hash[sizeof f->state_hash - 1] = f->case_digest[sizeof f->case_digest - 1] = 0;
  isolated_list(a, (void **)&f->frames, &f->frame_count, MOST_FRAMES, sizeof *f->frames);
  for (size_t i = 0; i < f->frame_count && a->good; i++) pass_frame(a, &f->frames[i]);
}

static int read_isolated(void *what) {
  struct frame_file *f = what;
  return f->kind == FRAME_SNAPSHOT ? read_snapshot(f, f->path) : read_checkpoint(f, f->path);
}

int frame_file_read(struct frame_file *f, const char *path) {
  *f = (struct frame_file){.path = path, .time = NAN, .step = -1};
  errno = 0;
  TRY(find_kind(path, &f->kind));
  int status = f->kind == FRAME_TABLE ? frame_file_read_csv(f, path)
                                      : isolated_read(path, read_isolated, pass_file, f);
  if (status != STATUS_OK) frame_file_free(f);
  return status;
}

void frame_file_free(struct frame_file *f) {
  for (size_t i = 0; i < f->frame_count; i++) {
    struct frame *frame = &f->frames[i];
    for (size_t k = 0; k < frame->field_count; k++) {
      free((void *)frame->fields[k].name);
      free((void *)frame->fields[k].data);
    }
    free(frame->fields);
    free(frame->name);
    free(frame->ids);
    free(frame->points);
  }
  free(f->frames);
  f->frames = NULL;
  f->frame_count = 0;
}

const char *field_unit(const char *name) {
  static const char *const units[][2] = {{"velocity", "m/s"},
                                         {"pressure", "Pa"},
                                         {"density", "kg/m^3"},
                                         {"vorticity", "1/s"},
                                         {"temperature", "K"},
                                         {"viscosity", "Pa s"},
                                         {"turbulent_energy", "m^2/s^2"},
                                         {"dissipation", "m^2/s^3"},
                                         {"von_mises", "Pa"}};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp(units[i][0], name) == 0) return units[i][1];
  return "";
}

const struct field *frame_field(const struct frame *f, const char *name) {
  for (size_t i = 0; f && i < f->field_count; i++)
    if (strcmp(f->fields[i].name, name) == 0) return &f->fields[i];
  return NULL;
}

double frame_spacing(const struct field *spacing, size_t row, double dp) {
  return spacing ? (double)field_value(spacing, row) : dp;
}

long double field_value(const struct field *f, size_t at) {
  switch (f->type) {
  case FIELD_F32:
    return ((const float *)f->data)[at];
  case FIELD_F64:
    return ((const double *)f->data)[at];
  case FIELD_U8:
    return ((const uint8_t *)f->data)[at];
  case FIELD_U16:
    return ((const uint16_t *)f->data)[at];
  case FIELD_U32:
    return ((const uint32_t *)f->data)[at];
  case FIELD_U64:
    return ((const uint64_t *)f->data)[at];
  case FIELD_I32:
    return ((const int32_t *)f->data)[at];
  }
  return NAN;
}
