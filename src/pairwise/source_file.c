/* SPDX-License-Identifier: BSD-3-Clause */
/* Particles from files. In text every line that cannot be understood is an error with its number. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/bounds.h"
#include "io/file.h"
#include "io/frame.h"
#include "pairwise/source.h"
#include "util/error.h"
#include "util/text.h"

enum { COLUMNS = 6 }; /* x, y, z and the velocity */

/* A whole number > 0 alone on its line. */
static int read_count(struct text *t, size_t *count) {
  double value;
  char *line = text_line(t);
  if (!line || !text_numbers(line, 0, &value, 1) || !(value >= 1 && value <= CASE_PARTICLES_MOST) ||
      value != floor(value))
    return text_fault(t, line, "the number of particles, 1 to 1073741823");
  *count = (size_t)value;
  return STATUS_OK;
}

static int expect_end(struct text *t) {
  for (char *line; (line = text_line(t));)
    if (!text_is_blank(line)) return text_fault(t, line, "nothing more: all particles are read");
  return STATUS_OK;
}

static void put_particle(struct pairwise_source *s, size_t i, const double *values, bool moves) {
  memcpy(s->position[i], values, sizeof s->position[i]);
  if (moves) memcpy(s->velocity[i], values + 3, sizeof s->velocity[i]);
}

/* NIST: the lengths of a periodic box around the origin, the number of particles, then for each its number,
 * x, y and z. */
static int read_nist(struct pairwise_source *s, struct text *t) {
  double size[3], row[4];
  size_t count = 0;
  char *line = text_line(t);
  if (!line || !text_numbers(line, 0, size, 3) || !(size[0] > 0 && size[1] > 0 && size[2] > 0))
    return text_fault(t, line, "three numbers > 0, the lengths of the periodic box");
  TRY(read_count(t, &count));
  TRY(pairwise_source_allocate(s, count));
  for (size_t i = 0; i < count; i++) {
    line = text_line(t);
    if (!line || !text_numbers(line, 0, row, 4) || row[0] != (double)(i + 1)) {
      char expected[80];
      snprintf(expected, sizeof expected, "%zu and the coordinates x, y, z", i + 1);
      return text_fault(t, line, expected);
    }
    put_particle(s, i, row + 1, false);
  }
  s->has_box = true;
  for (int a = 0; a < 3; a++) s->low[a] = -0.5 * size[a], s->high[a] = 0.5 * size[a], s->periodic[a] = true;
  return expect_end(t);
}

/* XYZ: the number of particles, a comment line, then for each a word, x, y, z and optionally the velocity. */
static int read_xyz(struct pairwise_source *s, struct text *t) {
  double row[COLUMNS];
  size_t count = 0;
  TRY(read_count(t, &count));
  if (!text_line(t)) return text_fault(t, NULL, "a line of comment");
  TRY(pairwise_source_allocate(s, count));
  for (size_t i = 0; i < count; i++) {
    char *line = text_line(t);
    if (line && i == 0) s->moves = text_numbers(line, 1, row, COLUMNS);
    if (!line || !text_numbers(line, 1, row, s->moves ? COLUMNS : 3))
      return text_fault(t, line, s->moves ? "a word, x, y, z and the velocity" : "a word and x, y, z");
    put_particle(s, i, row, s->moves);
  }
  return expect_end(t);
}

/* Lines of a CSV file that are neither blank nor a comment. */
static char *next_row(struct text *t) {
  char *line;
  do line = text_line(t);
  while (line && (text_is_blank(line) || *line == '#'));
  return line;
}

/* CSV: a header of names, then rows of x, y, z and optionally the velocity; `#` begins a comment. */
static int read_csv(struct pairwise_source *s, struct text *t) {
  static const char *const headers[] = {"x,y,z", "x,y,z,vx,vy,vz"};
  char *line = next_row(t);
  double row[COLUMNS];
  size_t count = 0, i = 0;
  if (!line || (strcmp(line, headers[0]) != 0 && strcmp(line, headers[1]) != 0))
    return text_fault(t, line, "the header x,y,z or x,y,z,vx,vy,vz");
  s->moves = strcmp(line, headers[1]) == 0;
  for (const char *at = t->next; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
    count++; /* lines, at most as many particles */
  TRY(pairwise_source_allocate(s, count ? count : 1));
  for (; (line = next_row(t)); i++) {
    if (!text_numbers(line, 0, row, s->moves ? COLUMNS : 3)) return text_fault(t, line, headers[s->moves]);
    put_particle(s, i, row, s->moves);
  }
  if (i == 0) return text_fault(t, NULL, "a row of numbers");
  s->count = i;
  return STATUS_OK;
}

/* One of amphi's own snapshots: its points, and the velocities if it has any. */
static int take_frame(struct pairwise_source *s, const struct frame_file *f, const char *path) {
  const struct frame *frame = f->frame_count > 0 ? &f->frames[0] : NULL;
  CHECK(f->kind == FRAME_SNAPSHOT && frame && frame->points, STATUS_USAGE,
        "%s: expected a snapshot of particles", path);
  TRY(pairwise_source_allocate(s, frame->count));
  memcpy(s->position, frame->points, frame->count * sizeof *s->position);
  for (size_t k = 0; k < frame->field_count; k++) {
    const struct field *field = &frame->fields[k];
    if (strcmp(field->name, "velocity") != 0 || field->components != 3) continue;
    s->moves = field->type == FIELD_F64 || field->type == FIELD_F32;
    for (size_t i = 0; s->moves && i < 3 * frame->count; i++)
      s->velocity[i / 3][i % 3] = field->type == FIELD_F64 ? ((const double *)field->data)[i]
                                                           : (double)((const float *)field->data)[i];
  }
  return STATUS_OK;
}

static int read_snapshot(struct pairwise_source *s, const char *path) {
  struct frame_file f;
  TRY(frame_file_read(&f, path));
  const int status = take_frame(s, &f, path);
  frame_file_free(&f);
  return status;
}

static bool ends_with(const char *path, const char *ending) {
  const size_t n = strlen(path), m = strlen(ending);
  return n >= m && strcmp(path + n - m, ending) == 0;
}

int pairwise_source_read(struct pairwise_source *s, const char *path) {
  char *data;
  size_t size;
  if (ends_with(path, ".h5") || ends_with(path, ".hdf5") || ends_with(path, ".vtkhdf"))
    return read_snapshot(s, path);
  TRY(file_read(path, STATUS_USAGE, &data, &size));
  struct text t = {.path = path, .next = data};
  int status = strlen(data) != size      ? error_set(STATUS_USAGE, "%s: is no text", path)
               : ends_with(path, ".xyz") ? read_xyz(s, &t)
               : ends_with(path, ".csv") ? read_csv(s, &t)
                                         : read_nist(s, &t);
  free(data);
  return status;
}
