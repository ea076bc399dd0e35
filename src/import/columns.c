/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of numbers beside a document. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "import/parts.h"
#include "io/file.h"
#include "util/error.h"
#include "util/text.h"

enum { COLUMNS_MOST = 64, UNPACKED_MOST = 1 << 28 };

static int copy_rows(struct import *m, struct xml_node *n, struct text *t, const int *columns, int count,
                     double factor, FILE *f) {
  double row[COLUMNS_MOST], last = -INFINITY;
  size_t rows = 0;
  for (char *line = text_line(t); line; line = text_line(t)) {
    int found = 0;
    line += strspn(line, " \t");
    for (char *c = line; *c; c++)
      if (*c == ';' || *c == '\t') *c = ' ';
    if (!*line || *line == '#' || text_is_blank(line)) continue;
    for (char *at = line; found < COLUMNS_MOST && text_next_number(&at, &row[found]);) found++;
    if (found == 0 && rows == 0) continue; /* a heading */
    for (int k = 0; k < count; k++)
      if (columns[k] >= found)
        return import_fault(m, n, "%s:%zu: has %d columns; expected %d", t->path, t->line, found,
                            columns[k] + 1);
    if (row[columns[0]] <= last) continue;
    last = row[columns[0]];
    fprintf(f, "%.12g", last);
    for (int k = 1; k < count; k++) fprintf(f, " %.12g", columns[k] < 0 ? 0 : factor * row[columns[k]]);
    fputc('\n', f);
    rows++;
  }
  return rows >= 2 ? STATUS_OK
                   : import_fault(m, n, "%s: has %zu rows of numbers; expected two", t->path, rows);
}

/* What a file packed by gzip holds, ended by a zero. It is bounded: a few bytes unpack to any number. */
static int unpack(const char *path, char **text) {
  size_t length = 0, room = 1 << 16;
  int got = 0;
  const gzFile f = gzopen(path, "rb");
  CHECK(f, STATUS_USAGE, "can not open %s", path);
  *text = NULL;
  do {
    char *more = realloc(*text, room + 1);
    if (!more) break;
    *text = more;
    got = gzread(f, *text + length, (unsigned)(room - length));
    if (got > 0) length += (size_t)got;
    if (length == room) room *= 2;
  } while (got > 0 && room <= UNPACKED_MOST);
  const bool whole = gzclose_r(f) == Z_OK && got == 0 && *text;
  if (!whole) {
    free(*text);
    return error_set(STATUS_USAGE, "%s is not whole, or unpacks to more than %d bytes", path, UNPACKED_MOST);
  }
  (*text)[length] = 0;
  return STATUS_OK;
}

static int load_columns(struct import *m, struct xml_node *n, const char *attribute, char path[PATH_MAX],
                        char **text) {
  size_t length;
  bool packed = false;
  TRY(import_table(m, n, attribute, path, &packed));
  if (packed && unpack(path, text) != STATUS_OK) return import_fault(m, n, "%.400s", error_text());
  if (packed) return STATUS_OK;
  return file_read(path, STATUS_USAGE, text, &length);
}

int columns_text(struct import *m, struct xml_node *n, const char *attribute, char **text) {
  char path[PATH_MAX];
  return load_columns(m, n, attribute, path, text);
}

void columns_plain(char *line) {
  for (char *c = line; c && *c; c++)
    if (*c == ';' || *c == '\t' || *c == '\r') *c = ' ';
}

int columns_copy(struct import *m, struct xml_node *n, const char *attribute, const int *columns, int count,
                 double factor, FILE *f) {
  char path[PATH_MAX], *text = NULL;
  TRY(load_columns(m, n, attribute, path, &text));
  struct text t = {.path = path, .next = text};
  const int status = copy_rows(m, n, &t, columns, count, factor, f);
  free(text);
  return status;
}
