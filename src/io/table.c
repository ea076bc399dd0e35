/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/table.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "io/file.h"
#include "util/error.h"
#include "util/path.h"

enum {
  BUFFER_SIZE = 1 << 16, /* bytes */
  NUMBER_LENGTH = 32,    /* a printed double and its comma */
};

struct table {
  char *path;
  int fd;
  size_t columns;
  XXH3_state_t *hash; /* of the file so far */
  uint64_t bytes;     /* in the file */
  char *row;          /* text of the row that is being made */
  size_t used;
  char buffer[BUFFER_SIZE];
};

/* RFC 4180: quotes where a name would break the line up. */
static void print_name(FILE *out, const char *name) {
  bool quote = strpbrk(name, ",\"\r\n") != NULL;
  if (quote) fputc('"', out);
  for (; *name; name++) {
    if (*name == '"') fputc('"', out);
    fputc(*name, out);
  }
  if (quote) fputc('"', out);
}

bool table_take_cell(char **text, char **cell) {
  char *in = *text, *out = in;
  bool quoted = *in == '"';
  *cell = out;
  if (quoted) in++;
  while (*in && (quoted || (*in != ',' && *in != '\n'))) {
    if (quoted && *in == '"' && *++in != '"')
      quoted = false;
    else
      *out++ = *in++;
  }
  bool more = *in == ',';
  *text = *in ? in + 1 : in;
  *out = 0;
  return more;
}

static int make_header(char **header, const char *path, const char *const columns[], size_t column_count) {
  size_t size = 0;
  FILE *out = open_memstream(header, &size);
  CHECK(out, STATUS_FAILED, "%s: out of memory", path);
  fputs("time", out);
  for (size_t i = 0; i < column_count; i++) {
    fputc(',', out);
    print_name(out, columns[i]);
  }
  fputc('\n', out);
  CHECK(fclose(out) == 0, STATUS_FAILED, "%s: out of memory", path);
  return STATUS_OK;
}

static int write_out(struct table *t) {
  size_t written;
  int status = file_write_all(t->fd, t->path, t->buffer, t->used, &written);
  XXH3_64bits_update(t->hash, t->buffer, written);
  t->bytes += written;
  t->used -= written;
  memmove(t->buffer, t->buffer + written, t->used);
  return status;
}

/* A row longer than the buffer passes through it in parts. */
static int append(struct table *t, const char *text, size_t length) {
  while (length > 0) {
    if (t->used == BUFFER_SIZE) TRY(write_out(t));
    size_t part = length < BUFFER_SIZE - t->used ? length : BUFFER_SIZE - t->used;
    memcpy(t->buffer + t->used, text, part);
    t->used += part;
    text += part;
    length -= part;
  }
  return STATUS_OK;
}

/* ---- what a checkpoint counts on ---- */

static int changed(const char *path, const struct table_mark *mark, const char *how) {
  return error_set(
      STATUS_USAGE,
      "%s: %s since the checkpoint, which counts on its first %llu bytes: put it back as it was, "
      "or start anew with --force",
      path, how, (unsigned long long)mark->bytes);
}

/* The whole file, if it begins with what was marked; the caller frees. */
static int read_marked(const char *path, const struct table_mark *mark, char **text) {
  size_t size;
  *text = NULL;
  if (access(path, F_OK) != 0 && errno == ENOENT) return changed(path, mark, "it is gone");
  TRY(file_read(path, STATUS_USAGE, text, &size));
  int status = STATUS_OK;
  if (size < mark->bytes)
    status = changed(path, mark, "rows have been cut off");
  else if (XXH3_64bits(*text, mark->bytes) != mark->hash)
    status = changed(path, mark, "it has been changed");
  if (status == STATUS_OK) return status;
  free(*text);
  *text = NULL;
  return status;
}

int table_check(const char *path, const struct table_mark *mark) {
  char *text;
  TRY(read_marked(path, mark, &text));
  free(text);
  return STATUS_OK;
}

struct table_mark table_mark(const struct table *t) {
  return (struct table_mark){t->bytes, XXH3_64bits_digest(t->hash)};
}

/* ---- opening ---- */

/* Take up the part of an earlier table that was marked. */
static int take_up(struct table *t, const char *header, const struct table_mark *from) {
  char *text;
  const size_t head = strlen(header);
  TRY(read_marked(t->path, from, &text));
  const bool same = from->bytes >= head && memcmp(text, header, head) == 0;
  if (same) XXH3_64bits_update(t->hash, text, from->bytes);
  free(text);
  CHECK(same, STATUS_USAGE, "%s: cannot go on with it: its columns are not those of this case", t->path);
  t->bytes = from->bytes;
  return STATUS_OK;
}

static int open_file(struct table *t, const char *header, const struct table_mark *from) {
  if (from) TRY(take_up(t, header, from));
  TRY(path_open_output(&t->fd, t->path, !from));
  CHECK(ftruncate(t->fd, (off_t)t->bytes) == 0, STATUS_FAILED, "%s: cannot write: %s", t->path,
        strerror(errno));
  if (from) return STATUS_OK;
  TRY(append(t, header, strlen(header)));
  return write_out(t);
}

static void table_free(struct table *t) {
  if (t->fd >= 0) close(t->fd);
  XXH3_freeState(t->hash);
  free(t->path);
  free(t->row);
  free(t);
}

static int open_table(struct table *t, const char *path, const char *const columns[],
                      const struct table_mark *from) {
  t->path = strdup(path);
  t->row = malloc((t->columns + 1) * NUMBER_LENGTH);
  t->hash = XXH3_createState();
  CHECK(t->path && t->row && t->hash, STATUS_FAILED, "%s: out of memory", path);
  XXH3_64bits_reset(t->hash);
  char *header = NULL;
  int status = make_header(&header, path, columns, t->columns);
  if (status == STATUS_OK) status = open_file(t, header, from);
  free(header);
  return status;
}

int table_open(struct table **table, const char *path, const char *const columns[], size_t column_count,
               const struct table_mark *from) {
  struct table *t = malloc(sizeof *t);
  *table = NULL;
  CHECK(t, STATUS_FAILED, "%s: out of memory", path);
  t->path = t->row = NULL;
  t->hash = NULL;
  t->fd = -1;
  t->columns = column_count;
  t->used = t->bytes = 0;
  int status = open_table(t, path, columns, from);
  if (status == STATUS_OK)
    *table = t;
  else
    table_free(t);
  return status;
}

/* ---- rows ---- */

/* As many digits as it takes to read the same double back; a whole number keeps all of its own. */
static int print_number(char *out, double value) {
  if (value == floor(value) && fabs(value) < 1e15) return snprintf(out, NUMBER_LENGTH, "%.0f", value);
  int length = 0;
  for (int digits = 15; digits <= 17; digits++) {
    length = snprintf(out, NUMBER_LENGTH, "%.*g", digits, value);
    if (strtod(out, NULL) == value) break;
  }
  return length;
}

int table_write(struct table *t, double time, const double *values) {
  CHECK(isfinite(time), STATUS_FAILED, "%s: a row at time %g", t->path, time);
  char *end = t->row + print_number(t->row, time);
  for (size_t i = 0; i < t->columns; i++) {
    *end++ = ',';
    if (!isnan(values[i])) end += print_number(end, values[i]);
  }
  *end++ = '\n';
  return append(t, t->row, (size_t)(end - t->row));
}

int table_show(struct table *t) {
  return write_out(t);
}

int table_sync(const struct table *t) {
  CHECK(fsync(t->fd) == 0, STATUS_FAILED, "%s: cannot write: %s", t->path, strerror(errno));
  return STATUS_OK;
}

int table_flush(struct table *t) {
  TRY(write_out(t));
  return table_sync(t);
}

int table_close(struct table *t) {
  if (!t) return STATUS_OK;
  int status = table_flush(t);
  if (close(t->fd) != 0 && status == STATUS_OK)
    status = error_set(STATUS_FAILED, "%s: cannot write: %s", t->path, strerror(errno));
  t->fd = -1;
  table_free(t);
  return status;
}
