/* SPDX-License-Identifier: BSD-3-Clause */
/* Gauges have intervals of their own, and rows of two runs need not line up: a column's samples
 * are taken together, and the first of one run stands against the first of the other. */
#include <stdlib.h>
#include <string.h>

#include "io/file.h"
#include "io/frame.h"
#include "io/table.h"
#include "util/error.h"

/* A frame for the column. */
static int add_column(struct frame_file *f, const char *path, const char *name) {
  static const char *const suffix[2] = {"", ", time"};
  struct frame *frame = frame_add(f, name, 0);
  for (int i = 0; i < 2 && frame; i++) {
    struct field *field = frame_add_field(frame);
    char *label = malloc(strlen(name) + 8);
    double *data = malloc(sizeof *data);
    if (label) strcat(strcpy(label, name), suffix[i]);
    if (field && label && data) {
      *field = (struct field){label, FIELD_F64, 1, data};
      continue;
    }
    free(label);
    free(data);
    frame = NULL;
  }
  CHECK(frame, STATUS_FAILED, "%s: out of memory", path);
  return STATUS_OK;
}

/* Room grows with the cells read: a table may announce many columns and lines, and have hardly a cell. */
static int add_sample(struct frame *frame, const char *path, double value, double time) {
  const double sample[2] = {value, time};
  for (int i = 0; i < 2; i++) {
    struct field *field = &frame->fields[i];
    double *data = (double *)field->data;
    if (frame->count > 0 && (frame->count & (frame->count - 1)) == 0)
      data = realloc(data, 2 * frame->count * sizeof *data);
    CHECK(data, STATUS_FAILED, "%s: out of memory", path);
    data[frame->count] = sample[i];
    field->data = data;
  }
  frame->count++;
  return STATUS_OK;
}

static int read_number(const char *path, size_t line, const char *cell, double *value) {
  char *end;
  *value = strtod(cell, &end);
  CHECK(end != cell && *end == 0, STATUS_USAGE, "%s:%zu: '%.20s' is not a number", path, line, cell);
  return STATUS_OK;
}

static int read_row(struct frame_file *f, const char *path, size_t line, char **text) {
  double time, value;
  char *cell;
  bool more = table_take_cell(text, &cell);
  TRY(read_number(path, line, cell, &time));
  for (size_t i = 0; i < f->frame_count; i++) {
    CHECK(more, STATUS_USAGE, "%s:%zu: %zu cells, expected %zu", path, line, i + 1, f->frame_count + 1);
    more = table_take_cell(text, &cell);
    if (!*cell) continue;
    TRY(read_number(path, line, cell, &value));
    TRY(add_sample(&f->frames[i], path, value, time));
  }
  CHECK(!more, STATUS_USAGE, "%s:%zu: more than %zu cells", path, line, f->frame_count + 1);
  return STATUS_OK;
}

int frame_file_take_csv(struct frame_file *f, const char *path, char *text, size_t size) {
  CHECK(strlen(text) == size && size > 0 && text[size - 1] == '\n', STATUS_USAGE,
        "%s: its last line is torn: it does not end", path);
  char *cell;
  for (bool more = table_take_cell(&text, &cell); more;) {
    more = table_take_cell(&text, &cell);
    TRY(add_column(f, path, cell));
  }
  for (size_t line = 2; *text; line++) TRY(read_row(f, path, line, &text));
  return STATUS_OK;
}

int frame_file_read_csv(struct frame_file *f, const char *path) {
  char *text;
  size_t size;
  TRY(file_read(path, STATUS_USAGE, &text, &size));
  int status = frame_file_take_csv(f, path, text, size);
  free(text);
  return status;
}
