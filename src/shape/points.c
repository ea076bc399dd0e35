/* SPDX-License-Identifier: BSD-3-Clause */
#include "shape/points.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "io/file.h"
#include "io/frame.h"
#include "shape/surface.h"
#include "shape/vtk.h"
#include "util/error.h"
#include "util/text.h"

enum { COLUMNS_MOST = 64 };

void points_free(struct points *p) {
  free(p->x);
  free(p->velocity);
  free(p->density);
  *p = (struct points){0};
}

/* What a column has: a coordinate, 0 to 2; a velocity, 3 to 5; the density; -1 for another thing. */
enum { VELOCITY = 3, DENSITY = 6 };

static int meaning_of(const char *name, size_t length) {
  static const char *const names[][DENSITY + 1] = {
      {"x", "y", "z", "vx", "vy", "vz", "density"},
      {"Points:0", "Points:1", "Points:2", "velocity:0", "velocity:1", "velocity:2", "rho"},
      {"Points_0", "Points_1", "Points_2", "velocity_0", "velocity_1", "velocity_2", "rhop"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    for (int a = 0; a <= DENSITY; a++)
      if (strlen(names[i][a]) == length && strncasecmp(names[i][a], name, length) == 0) return a;
  return -1;
}

/* What the columns have, and how many there are; false if the line is no header. */
static bool read_header(const char *line, int *axes, int *columns, unsigned *has, char unread[200]) {
  unsigned found = 0;
  *columns = 0;
  for (const char *at = line; *at && *columns < COLUMNS_MOST; at += *at == ',') {
    at += strspn(at, " \t\"");
    const size_t length = strcspn(at, "\",");
    const size_t name = length && at[length - 1] == ' ' ? length - 1 : length;
    axes[*columns] = meaning_of(at, name);
    if (axes[*columns] >= 0) {
      found |= 1u << axes[*columns];
    } else {
      const size_t used = strlen(unread);
      snprintf(unread + used, 200 - used, "%s%.*s", used ? ", " : "", (int)name, at);
    }
    ++*columns;
    at += length;
    at += strcspn(at, ",");
  }
  *has = found;
  return (found & 3) == 3;
}

/* Room for so many, also for what the file has beside places. */
static int make_room(struct points *p, size_t room, bool velocity, bool density, const char *path) {
  double(*x)[3] = reallocarray(p->x, room, sizeof *x);
  if (x) p->x = x;
  double(*v)[3] = velocity ? reallocarray(p->velocity, room, sizeof *v) : NULL;
  if (v) p->velocity = v;
  double *d = density ? reallocarray(p->density, room, sizeof *d) : NULL;
  if (d) p->density = d;
  CHECK(x && (v || !velocity) && (d || !density), STATUS_FAILED, "%s: not enough memory for %zu points", path,
        room);
  return STATUS_OK;
}

static char *next_row(struct text *t) {
  char *line;
  do line = text_line(t);
  while (line && (text_is_blank(line) || *line == '#'));
  return line;
}

static int read_csv(struct points *p, struct text *t) {
  int axes[COLUMNS_MOST] = {0, 1, 2}, columns = 3;
  unsigned has = 0;
  double row[COLUMNS_MOST];
  size_t room = 0;
  char *line = next_row(t);
  const char *first = line ? line + strspn(line, " \t") : NULL;
  if (line && !strchr("+-.0123456789", *first)) {
    if (!read_header(line, axes, &columns, &has, p->unread))
      return text_fault(t, line, "a header that names x, y and perhaps z, or three numbers");
    line = next_row(t);
  }
  const bool velocity = has >> VELOCITY & 7, density = has >> DENSITY & 1;
  for (; line; line = next_row(t)) {
    if (p->count == room) {
      room = room ? 2 * room : 1024;
      TRY(make_room(p, room, velocity, density, t->path));
    }
    if (!text_numbers(line, 0, row, columns)) {
      char expected[60];
      snprintf(expected, sizeof expected, "%d finite numbers", columns);
      return text_fault(t, line, expected);
    }
    double numbers[DENSITY + 1] = {0};
    for (int k = 0; k < columns; k++)
      if (axes[k] >= 0) numbers[axes[k]] = row[k];
    memcpy(p->x[p->count], numbers, sizeof *p->x);
    if (velocity) memcpy(p->velocity[p->count], numbers + VELOCITY, sizeof *p->velocity);
    if (density) p->density[p->count] = numbers[DENSITY];
    p->count++;
  }
  return STATUS_OK;
}

static int read_vtk(struct points *p, const char *path, char *text, size_t size) {
  struct surface s = {0};
  const int status = vtk_read(&s, path, text, size, false);
  if (status == STATUS_OK) {
    p->x = s.vertex;
    p->count = s.vertices;
    s.vertex = NULL;
  }
  surface_free(&s);
  return status;
}

static int take_frame(struct points *p, const struct frame_file *f, const char *path, bool walls) {
  const struct frame *frame = f->frame_count > 0 ? &f->frames[0] : NULL;
  const uint8_t *type = NULL;
  const float *velocity = NULL, *density = NULL;
  CHECK(f->kind == FRAME_SNAPSHOT && frame && frame->points, STATUS_USAGE,
        "%s: expected a snapshot of particles", path);
  for (size_t k = 0; k < frame->field_count; k++) {
    const struct field *field = &frame->fields[k];
    if (strcmp(field->name, "type") == 0 && field->type == FIELD_U8) type = field->data;
    if (field->type != FIELD_F32) continue;
    if (strcmp(field->name, "velocity") == 0 && field->components == 3) velocity = field->data;
    if (strcmp(field->name, "density") == 0 && field->components == 1) density = field->data;
  }
  TRY(make_room(p, frame->count + 1, velocity, density, path));
  for (size_t i = 0; i < frame->count; i++) {
    if (type && (type[i] == 1) != walls) continue;
    memcpy(p->x[p->count], frame->points[i], sizeof *p->x);
    for (int a = 0; a < 3 && velocity; a++) p->velocity[p->count][a] = (double)velocity[3 * i + (size_t)a];
    if (density) p->density[p->count] = (double)density[i];
    p->count++;
  }
  return STATUS_OK;
}

static int read_snapshot(struct points *p, const char *path, bool walls) {
  struct frame_file f;
  TRY(frame_file_read(&f, path));
  const int status = take_frame(p, &f, path, walls);
  frame_file_free(&f);
  return status;
}

static int read_text(struct points *p, const char *path, bool vtk) {
  char *data;
  size_t size;
  TRY(file_read(path, STATUS_USAGE, &data, &size));
  int status = vtk ? read_vtk(p, path, data, size)
               : strlen(data) != size
                   ? error_set(STATUS_USAGE, "%s: is no text; expected points", path)
                   : read_csv(p, &(struct text){.path = path, .next = text_behind_mark(data)});
  free(data);
  return status;
}

int points_read(struct points *p, const char *path, bool walls) {
  const char *dot = strrchr(path, '.') ? strrchr(path, '.') : "";
  *p = (struct points){0};
  if (strcasecmp(dot, ".csv") == 0 || strcasecmp(dot, ".vtk") == 0)
    TRY(read_text(p, path, strcasecmp(dot, ".vtk") == 0));
  else if (strcasecmp(dot, ".vtkhdf") == 0 || strcasecmp(dot, ".h5") == 0)
    TRY(read_snapshot(p, path, walls));
  else
    return error_set(STATUS_USAGE, "%s: unknown kind of file; expected .csv, .vtk, .vtkhdf or .h5", path);
  CHECK(p->count, STATUS_USAGE, "%s: has no points", path);
  for (size_t i = 0; i < p->count; i++)
    CHECK(isfinite(p->x[i][0]) && isfinite(p->x[i][1]) && isfinite(p->x[i][2]), STATUS_USAGE,
          "%s: point %zu is at (%g, %g, %g); expected finite coordinates", path, i + 1, p->x[i][0],
          p->x[i][1], p->x[i][2]);
  for (size_t i = 0; i < p->count && p->velocity; i++)
    CHECK(isfinite(p->velocity[i][0]) && isfinite(p->velocity[i][1]) && isfinite(p->velocity[i][2]),
          STATUS_USAGE, "%s: the velocity of point %zu is (%g, %g, %g); expected finite numbers", path, i + 1,
          p->velocity[i][0], p->velocity[i][1], p->velocity[i][2]);
  for (size_t i = 0; i < p->count && p->density; i++)
    CHECK(isfinite(p->density[i]) && p->density[i] > 0, STATUS_USAGE,
          "%s: the density of point %zu is %g kg/m^3; expected a number > 0", path, i + 1, p->density[i]);
  return STATUS_OK;
}
