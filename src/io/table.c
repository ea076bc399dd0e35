/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/table.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/file.h"
#include "util/error.h"

enum {
  BUFFER_SIZE = 1 << 16, /* bytes */
  NUMBER_LENGTH = 32,    /* a printed double and its comma */
};

struct table {
  char *path;
  int fd;
  size_t columns;
  char *row; /* text of the row that is being made */
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

/* How much of `text` to keep: the header and the whole rows before `until`; 0 if there is no whole
 * header yet. */
static int measure_kept(const char *path, const char *text, size_t size, const char *header, double until,
                        size_t *kept) {
  size_t head = strlen(header);
  *kept = 0;
  if (size < head && memcmp(text, header, size) == 0) return STATUS_OK;
  CHECK(size >= head && memcmp(text, header, head) == 0, STATUS_USAGE,
        "%s: cannot go on with it: its columns are not those of this case", path);
  const char *line = text + head, *end;
  while ((end = memchr(line, '\n', (size_t)(text + size - line)))) {
    char *stop;
    double time = strtod(line, &stop);
    CHECK(stop != line && (*stop == ',' || *stop == '\n'), STATUS_USAGE,
          "%s: cannot go on with it: a row starts with '%.*s', not with a time", path,
          (int)(end - line < 20 ? end - line : 20), line);
    if (time >= until) break;
    line = end + 1;
  }
  *kept = (size_t)(line - text);
  return STATUS_OK;
}

/* Cut the earlier table; *kept is 0 if there is nothing to keep. */
static int find_kept(const char *path, const char *header, double until, size_t *kept) {
  *kept = 0;
  if (!(until >= 0) || access(path, F_OK) != 0) return STATUS_OK;
  char *text;
  size_t size;
  TRY(file_read(path, STATUS_FAILED, &text, &size));
  int status = measure_kept(path, text, size, header, until, kept);
  free(text);
  return status;
}

static int open_file(struct table *t, const char *header, double resume_time) {
  size_t kept;
  TRY(find_kept(t->path, header, resume_time, &kept));
  t->fd = open(t->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  CHECK(t->fd >= 0, STATUS_FAILED, "%s: cannot write: %s", t->path, strerror(errno));
  CHECK(ftruncate(t->fd, (off_t)kept) == 0 && lseek(t->fd, (off_t)kept, SEEK_SET) >= 0, STATUS_FAILED,
        "%s: cannot write: %s", t->path, strerror(errno));
  if (kept == 0) TRY(file_write_all(t->fd, t->path, header, strlen(header), NULL));
  return STATUS_OK;
}

static void table_free(struct table *t) {
  if (t->fd >= 0) close(t->fd);
  free(t->path);
  free(t->row);
  free(t);
}

static int open_table(struct table *t, const char *path, const char *const columns[], double resume_time) {
  t->path = strdup(path);
  t->row = malloc((t->columns + 1) * NUMBER_LENGTH);
  CHECK(t->path && t->row, STATUS_FAILED, "%s: out of memory", path);
  char *header = NULL;
  int status = make_header(&header, path, columns, t->columns);
  if (status == STATUS_OK) status = open_file(t, header, resume_time);
  free(header);
  return status;
}

int table_open(struct table **table, const char *path, const char *const columns[], size_t column_count,
               double resume_time) {
  struct table *t = malloc(sizeof *t);
  *table = NULL;
  CHECK(t, STATUS_FAILED, "%s: out of memory", path);
  t->path = t->row = NULL;
  t->fd = -1;
  t->columns = column_count;
  t->used = 0;
  int status = open_table(t, path, columns, resume_time);
  if (status == STATUS_OK)
    *table = t;
  else
    table_free(t);
  return status;
}

/* The shortest text that reads back as this time: a resumed run compares times exactly. */
static int print_time(char *out, double time) {
  int length = 0;
  for (int digits = 9; digits <= 17; digits++) {
    length = snprintf(out, NUMBER_LENGTH, "%.*g", digits, time);
    if (strtod(out, NULL) == time) break;
  }
  return length;
}

static int write_out(struct table *t) {
  size_t written;
  int status = file_write_all(t->fd, t->path, t->buffer, t->used, &written);
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

/* Counts keep all their digits. */
static int print_value(char *out, double value) {
  const bool whole = value == floor(value) && fabs(value) < 1e15;
  return snprintf(out, NUMBER_LENGTH - 1, whole ? "%.0f" : "%.9g", value);
}

int table_write(struct table *t, double time, const double *values) {
  CHECK(isfinite(time), STATUS_FAILED, "%s: a row at time %g", t->path, time);
  char *end = t->row + print_time(t->row, time);
  for (size_t i = 0; i < t->columns; i++) {
    *end++ = ',';
    if (!isnan(values[i])) end += print_value(end, values[i]);
  }
  *end++ = '\n';
  return append(t, t->row, (size_t)(end - t->row));
}

int table_flush(struct table *t) {
  TRY(write_out(t));
  CHECK(fsync(t->fd) == 0, STATUS_FAILED, "%s: cannot write: %s", t->path, strerror(errno));
  return STATUS_OK;
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
