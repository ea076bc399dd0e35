/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/table_hdf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/hdf.h"
#include "io/table.h"
#include "util/error.h"

struct copy {
  size_t rows, columns, width; /* width: bytes of the longest header */
  char **headers;              /* [columns], in the text */
  char *names;                 /* [columns][width], filled up with 0 */
  double *times, *values;      /* [rows], [rows][columns] */
};

static size_t count_of(const char *text, char c) {
  size_t count = 0;
  for (; *text; text++) count += *text == c;
  return count;
}

/* A name with a comma in it makes room for more columns than there are. */
static int take_header(struct copy *c, const char *path, char **text) {
  char *cell;
  c->headers = calloc(count_of(*text, ',') + 2, sizeof *c->headers);
  CHECK(c->headers, STATUS_FAILED, "%s: out of memory", path);
  c->width = 1;
  for (bool more = table_take_cell(text, &cell); more; c->columns++) {
    more = table_take_cell(text, &cell);
    c->headers[c->columns] = cell;
    if (strlen(cell) > c->width) c->width = strlen(cell);
  }
  c->rows = count_of(*text, '\n');
  c->names = calloc(c->columns + 1, c->width);
  c->times = malloc((c->rows + 1) * sizeof *c->times);
  c->values = malloc((c->rows * c->columns + 1) * sizeof *c->values);
  CHECK(c->names && c->times && c->values, STATUS_FAILED, "%s: out of memory", path);
  for (size_t i = 0; i < c->columns; i++)
    memcpy(c->names + i * c->width, c->headers[i], strlen(c->headers[i]));
  return STATUS_OK;
}

/* The table is amphi's own, just written: its rows are whole. */
static void take_rows(struct copy *c, char *text) {
  char *cell;
  for (size_t row = 0; row < c->rows; row++) {
    table_take_cell(&text, &cell);
    c->times[row] = strtod(cell, NULL);
    for (size_t i = 0; i < c->columns; i++) {
      table_take_cell(&text, &cell);
      c->values[row * c->columns + i] = *cell ? strtod(cell, NULL) : NAN;
    }
  }
}

static herr_t write_names(hid_t file, const struct copy *c) {
  const hsize_t dims[1] = {c->columns};
  AUTO_HID type = H5Tcopy(H5T_C_S1);
  if (H5Tset_size(type, c->width) < 0 || H5Tset_strpad(type, H5T_STR_NULLPAD) < 0) return -1;
  if (H5Tset_cset(type, H5T_CSET_UTF8) < 0) return -1;
  AUTO_HID set = hdf_dataset_create(file, "columns", type, dims, 1, false);
  return set < 0 ? -1 : H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, c->names);
}

static herr_t write_all(hid_t file, const struct copy *c) {
  const hsize_t dims[2] = {c->rows, c->columns};
  if (write_names(file, c) < 0 || hdf_write(file, "time", FIELD_F64, dims, 1, c->times, true) < 0) return -1;
  return hdf_write(file, "values", FIELD_F64, dims, 2, c->values, true);
}

static int copy_text(struct copy *c, char *text, const char *from, const char *to) {
  struct hdf_new new;
  TRY(take_header(c, from, &text));
  take_rows(c, text);
  TRY(hdf_create(&new, to, 0));
  TRY(hdf_close(&new, write_all(new.id, c)));
  return file_wait(&new.file);
}

int table_copy_hdf(const char *from, const char *to, uint64_t bytes) {
  struct copy c = {0};
  char *text;
  size_t size;
  TRY(file_read(from, STATUS_FAILED, &text, &size));
  if (bytes < size) text[bytes] = 0;
  const int status = copy_text(&c, text, from, to);
  free(c.headers);
  free(c.names);
  free(c.times);
  free(c.values);
  free(text);
  return status;
}
