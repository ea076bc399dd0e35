/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/track.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/error.h"
#include "util/path.h"
#include "util/text.h"

enum { ROWS_MOST = 10000000, LINE_MOST = 4096 };

static const char separators[] = " \t\r,;";

/* Digits, sign, point and exponent only: neither nan, inf nor hexadecimal. */
static bool parse_number(const char *word, double *number) {
  char *end;
  if (strspn(word, "+-.0123456789eE") != strlen(word)) return false;
  *number = strtod(word, &end);
  return end != word && !*end && isfinite(*number) && fabs(*number) <= 1e15;
}

/* The numbers of one line; how many there are. *word is the first that is none, or NULL. */
static int parse_line(char *line, int most, double *numbers, const char **word) {
  int count = 0;
  char *rest = NULL;
  *word = NULL;
  for (char *part = strtok_r(line, separators, &rest); part; part = strtok_r(NULL, separators, &rest)) {
    double number;
    if (!parse_number(part, &number)) {
      if (!*word) *word = part;
      continue;
    }
    if (count < most) numbers[count] = number;
    count++;
  }
  return count;
}

static int grow_track(struct track *t, size_t *room) {
  const size_t more = *room ? 2 * *room : 256;
  double *time = realloc(t->time, more * sizeof *time);
  if (time) t->time = time;
  void *value = time ? realloc(t->value, more * sizeof *t->value) : NULL;
  CHECK(value, STATUS_FAILED, "no memory for a file of %zu rows", more);
  t->value = value;
  *room = more;
  return STATUS_OK;
}

static int add_row(struct track *t, const char *path, size_t line, const double *numbers, int columns,
                   size_t *room) {
  const double time = numbers[0];
  CHECK(t->count == 0 || time > t->time[t->count - 1], STATUS_USAGE,
        "%s:%zu: the time is %g s after %g s; expected times that grow", path, line, time,
        t->time[t->count - 1]);
  CHECK(t->count < ROWS_MOST, STATUS_USAGE, "%s:%zu: expected at most %d rows", path, line, ROWS_MOST);
  if (t->count == *room) TRY(grow_track(t, room));
  t->time[t->count] = time;
  memset(t->value[t->count], 0, sizeof *t->value);
  memcpy(t->value[t->count], numbers + 1, (size_t)columns * sizeof *numbers);
  t->count++;
  return STATUS_OK;
}

static int read_line(struct track *t, const char *path, size_t line, char *text, int columns, size_t *room,
                     bool *headed) {
  double numbers[TRACK_COLUMNS + 1];
  const char *word;
  text[strcspn(text, "#\n")] = 0;
  const int found = parse_line(text, columns + 1, numbers, &word);
  if (found == 0 && !word) return STATUS_OK;
  const bool heading = found == 0 && !*headed;
  *headed = true;
  if (heading) return STATUS_OK;
  CHECK(!word, STATUS_USAGE, "%s:%zu: '%.40s' is not a number; expected the time and %d more", path, line,
        word, columns);
  CHECK(found == columns + 1, STATUS_USAGE, "%s:%zu: has %d columns; expected the time and %d more", path,
        line, found, columns);
  return add_row(t, path, line, numbers, columns, room);
}

static int read_lines(struct track *t, FILE *f, const char *path, int columns) {
  char text[LINE_MOST];
  size_t room = 0, line = 0;
  bool headed = false; /* a line of words alone has been, or a row */
  while (fgets(text, sizeof text, f)) {
    const size_t length = strlen(text);
    line++;
    CHECK(length && (text[length - 1] == '\n' || feof(f)), STATUS_USAGE,
          "%s:%zu: the line is longer than %d bytes, or has a zero byte; expected a text of numbers", path,
          line, LINE_MOST - 2);
    TRY(read_line(t, path, line, line == 1 ? text_behind_mark(text) : text, columns, &room, &headed));
  }
  CHECK(!ferror(f), STATUS_USAGE, "%s: cannot read: %s", path, strerror(errno));
  CHECK(t->count >= 2, STATUS_USAGE, "%s: has %zu rows of numbers; expected at least 2", path, t->count);
  return STATUS_OK;
}

int track_read(struct track *t, const char *path, int columns) {
  int fd;
  size_t size;
  *t = (struct track){0};
  TRY(path_open_input(&fd, path, STATUS_USAGE, &size));
  FILE *f = fdopen(fd, "rb");
  int status = f ? read_lines(t, f, path, columns) : error_set(STATUS_FAILED, "no memory for %s", path);
  if (f)
    fclose(f);
  else
    close(fd);
  if (status != STATUS_OK) track_free(t);
  return status;
}

void track_free(struct track *t) {
  free(t->time);
  free(t->value);
  free(t->sum);
  *t = (struct track){0};
}

/* The row before a time, not the last one. */
static size_t row_before(const struct track *t, double time) {
  size_t low = 0, high = t->count - 1;
  while (low + 1 < high) {
    const size_t middle = low + (high - low) / 2;
    if (t->time[middle] <= time)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static double slope_between(const struct track *t, size_t k, int c) {
  return (t->value[k + 1][c] - t->value[k][c]) / (t->time[k + 1] - t->time[k]);
}

/* Of the parabola through a row and the two beside it; at the ends of the line to the next one. Limited so
 * that the curve is monotone between two rows and so never leaves what they say: at most three times the
 * slope of each line beside it, none at a row that is higher or lower than both neighbours (Fritsch, Carlson
 * 1980). */
static double slope_at(const struct track *t, size_t k, int c) {
  if (k == 0) return slope_between(t, 0, c);
  if (k + 1 == t->count) return slope_between(t, k - 1, c);
  const double before = t->time[k] - t->time[k - 1], behind = t->time[k + 1] - t->time[k];
  const double before_slope = slope_between(t, k - 1, c), behind_slope = slope_between(t, k, c);
  const double parabola = (behind * before_slope + before * behind_slope) / (before + behind);
  if (!(before_slope * behind_slope > 0.0)) return 0.0;
  return copysign(fmin(fabs(parabola), 3.0 * fmin(fabs(before_slope), fabs(behind_slope))), parabola);
}

/* Outside the rows: the values of the end; true if so. */
static int is_outside(const struct track *t, double time, int columns, double *v, double *d, double *dd) {
  const size_t last = t->count - 1;
  if (time >= t->time[0] && time <= t->time[last]) return 0;
  for (int c = 0; c < columns; c++) {
    if (v) v[c] = t->value[time < t->time[0] ? 0 : last][c];
    if (d) d[c] = 0.0;
    if (dd) dd[c] = 0.0;
  }
  return 1;
}

void track_smooth(const struct track *t, double time, int columns, double *v, double *d, double *dd) {
  if (is_outside(t, time, columns, v, d, dd)) return;
  const size_t k = row_before(t, time);
  const double h = t->time[k + 1] - t->time[k], s = (time - t->time[k]) / h;
  for (int c = 0; c < columns; c++) {
    const double m0 = slope_at(t, k, c) * h, m1 = slope_at(t, k + 1, c) * h;
    const double rise = t->value[k + 1][c] - t->value[k][c];
    const double b = 3.0 * rise - 2.0 * m0 - m1, a = m0 + m1 - 2.0 * rise; /* v0 + m0 s + b s^2 + a s^3 */
    v[c] = t->value[k][c] + s * (m0 + s * (b + s * a));
    if (d) d[c] = (m0 + s * (2.0 * b + 3.0 * s * a)) / h;
    if (dd) dd[c] = (2.0 * b + 6.0 * s * a) / (h * h);
  }
}

void track_linear(const struct track *t, double time, int columns, double *v) {
  if (is_outside(t, time, columns, v, NULL, NULL)) return;
  const size_t k = row_before(t, time);
  for (int c = 0; c < columns; c++) v[c] = t->value[k][c] + (time - t->time[k]) * slope_between(t, k, c);
}

void track_slopes(const struct track *t, double time, int columns, double *d) {
  const bool inside = time >= t->time[0] && time < t->time[t->count - 1];
  const size_t k = row_before(t, time);
  for (int c = 0; c < columns; c++) d[c] = inside ? slope_between(t, k, c) : 0.0;
}

int track_integrate(struct track *t) {
  t->sum = calloc(t->count, sizeof *t->sum);
  CHECK(t->sum, STATUS_FAILED, "no memory for a file of %zu rows", t->count);
  for (size_t k = 1; k < t->count; k++)
    for (int c = 0; c < TRACK_COLUMNS; c++)
      t->sum[k][c] =
          t->sum[k - 1][c] + 0.5 * (t->value[k - 1][c] + t->value[k][c]) * (t->time[k] - t->time[k - 1]);
  return STATUS_OK;
}

void track_sum(const struct track *t, double time, int columns, double *v, double *d, double *dd) {
  const size_t last = t->count - 1, k = row_before(t, time);
  for (int c = 0; c < columns; c++) {
    const double s = time - t->time[k], slope = slope_between(t, k, c);
    const int inside = time >= t->time[0] && time <= t->time[last];
    v[c] = inside ? t->sum[k][c] + s * (t->value[k][c] + 0.5 * s * slope)
                  : t->sum[time < t->time[0] ? 0 : last][c];
    if (d) d[c] = inside ? t->value[k][c] + s * slope : 0.0;
    if (dd) dd[c] = inside ? slope : 0.0;
  }
}

static void widen_range(double value, double *low, double *high) {
  *low = fmin(*low, value);
  *high = fmax(*high, value);
}

/* Of velocities that are straight lines the place is a polynomial of Bezier, which stays between its points.
 */
void track_range(const struct track *t, int column, int summed, double *low, double *high) {
  double sum = 0.0;
  *low = INFINITY, *high = -INFINITY;
  for (size_t k = 0; k < t->count; k++) {
    if (!summed) {
      widen_range(t->value[k][column], low, high);
      continue;
    }
    widen_range(sum, low, high);
    if (k + 1 == t->count) break;
    const double h = t->time[k + 1] - t->time[k], a = t->value[k][column], b = t->value[k + 1][column];
    widen_range(sum + 0.5 * h * a, low, high);
    sum += 0.5 * h * (a + b);
  }
}
