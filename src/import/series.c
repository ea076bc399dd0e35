/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "import/parts.h"
#include "util/error.h"
#include "util/text.h"

int series_add(struct import *m, struct xml_node *n, struct series *s, const double row[1 + SERIES_VALUES]) {
  if (s->count && !(row[0] >= s->row[s->count - 1][0]))
    return import_fault(m, n, "time=%g; expected none before %g", row[0], s->row[s->count - 1][0]);
  if ((s->count & (s->count - 1)) == 0) { /* room doubles */
    void *more = realloc(s->row, (s->count ? 2 * s->count : 1) * sizeof *s->row);
    CHECK(more, STATUS_FAILED, "not enough memory for values along time");
    s->row = more;
  }
  memcpy(s->row[s->count++], row, sizeof *s->row);
  return STATUS_OK;
}

static int read_elements(struct import *m, struct xml_node *n, const char *tag, const char *const *names,
                         double missing, struct series *s) {
  for (struct xml_node *t = xml_child(n, tag); t; t = xml_next(t)) {
    double row[1 + SERIES_VALUES] = {0};
    TRY(import_number(m, t, "time", &row[0]));
    for (int k = 0; names[k]; k++) {
      const char *text = xml_value(t, names[k]);
      row[1 + k] = text ? NAN : missing;
      if (text && strcasecmp(text, "none") != 0) TRY(import_number(m, t, names[k], &row[1 + k]));
    }
    TRY(series_add(m, t, s, row));
  }
  return STATUS_OK;
}

/* A row of a file: numbers and "none"; false where it does not begin with a number. */
static bool read_line(char *line, int count, double row[1 + SERIES_VALUES], int *found) {
  columns_plain(line);
  *found = 0;
  while (*found <= count) {
    line += strspn(line, " ,");
    const bool none = strncasecmp(line, "none", 4) == 0;
    char *end = line;
    const double value = none ? NAN : strtod(line, &end);
    if (none) end = line + 4;
    if (end == line || isinf(value) || (*found == 0 && none)) break;
    row[(*found)++] = value;
    line = end;
  }
  return *found > 0;
}

static int read_file(struct import *m, struct xml_node *n, const char *file, int count, struct series *s) {
  char *text = NULL;
  TRY(columns_text(m, n, file, &text));
  struct text t = {.path = xml_value(n, file), .next = text};
  int status = STATUS_OK, found;
  for (char *line = text_line(&t); line && status == STATUS_OK; line = text_line(&t)) {
    double row[1 + SERIES_VALUES] = {0};
    if (*line == '#' || !read_line(line, count, row, &found)) continue;
    status = found == 1 + count ? series_add(m, n, s, row)
                                : import_fault(m, n, "%.100s:%zu: has %d columns; expected %d", t.path,
                                               t.line, found, 1 + count);
  }
  free(text);
  return status;
}

int series_read(struct import *m, struct xml_node *n, const char *tag, const char *const *names,
                const char *file, double missing, struct series *s) {
  int count = 0;
  *s = (struct series){0};
  while (names[count]) count++;
  if (xml_value(n, file))
    TRY(read_file(m, n, file, count, s));
  else
    TRY(read_elements(m, n, tag, names, missing, s));
  return s->count ? STATUS_OK : import_fault(m, n, "has no values along time");
}

void series_free(struct series *s) {
  free(s->row);
  *s = (struct series){0};
}

void series_at(const struct series *s, double time, double v[SERIES_VALUES]) {
  size_t i = 0;
  for (size_t behind = s->count; behind - i > 1;) { /* the last row that is not behind it */
    const size_t middle = i + (behind - i) / 2;
    if (s->row[middle][0] <= time)
      i = middle;
    else
      behind = middle;
  }
  const double *a = s->row[i], *b = s->row[i + 1 < s->count ? i + 1 : i];
  const double part = b[0] > a[0] ? fmax(0, (time - a[0]) / (b[0] - a[0])) : 0;
  for (int k = 0; k < SERIES_VALUES; k++)
    v[k] = isnan(b[1 + k]) ? a[1 + k] : a[1 + k] + part * (b[1 + k] - a[1 + k]);
}

int series_by_time(const void *a, const void *b) {
  const double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}

int series_times(const struct series *s, int several, double **times, size_t *count) {
  size_t rows = 0, all = 0;
  for (int k = 0; k < several; k++) rows += s[k].count;
  double *t = calloc(2 * rows + 1, sizeof *t);
  CHECK(t, STATUS_FAILED, "not enough memory for values along time");
  for (int k = 0; k < several; k++)
    for (size_t i = 0; i < s[k].count; i++) {
      const double time = s[k].row[i][0];
      if (i + 1 < s[k].count && s[k].row[i + 1][0] <= time) /* a jump */
        t[all++] = time - 1e-9 * (1 + fabs(time));
      t[all++] = time;
    }
  qsort(t, all, sizeof *t, series_by_time);
  *count = 0;
  for (size_t i = 0; i < all; i++)
    if (*count == 0 || t[i] > t[*count - 1]) t[(*count)++] = t[i];
  if (*count > 0) t[*count] = t[*count - 1] + 1, ++*count;
  *times = t;
  return STATUS_OK;
}

bool series_any(const struct series *s, int column) {
  for (size_t i = 0; i < s->count; i++)
    if (!isnan(s->row[i][1 + column]) && s->row[i][1 + column] != 0) return true;
  return false;
}
