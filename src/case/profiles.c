/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/profiles.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/error.h"
#include "util/path.h"
#include "util/text.h"

/* A row is one line of text. */
enum { PLACES_MOST = 100000, NUMBERS_MOST = 100000000 };

/* The numbers of a line; *count of them, at most `room` of which are kept. */
static int read_row(const struct text *t, char *line, double *numbers, size_t room, size_t *count) {
  for (char *c = line; *c; c++)
    if (*c == ';' || *c == ',' || *c == '\t' || *c == '\r') *c = ' ';
  line[strcspn(line, "#")] = 0;
  double one;
  for (*count = 0;; ++*count) {
    char *const before = line;
    const bool found = text_next_number(&line, &one);
    if (!found || !(fabs(one) <= 1e15)) {
      line = before;
      break;
    }
    if (*count < room) numbers[*count] = one;
  }
  CHECK(line[strspn(line, " ")] == 0, STATUS_USAGE, "%s:%zu: '%.40s' is not a number", t->path, t->line,
        line + strspn(line, " "));
  return STATUS_OK;
}

/* Places that grow along an axis; `first` of the row's numbers are not among them. */
static int keep_places(struct profiles *h, const struct text *t, int axis, const double *row, size_t count) {
  double *at = malloc((count + 1) * sizeof *at);
  CHECK(at, STATUS_FAILED, "no memory for %s", t->path);
  memcpy(at, row, count * sizeof *at);
  h->at[axis] = at, h->count[axis] = count;
  for (size_t k = 1; k < count; k++)
    CHECK(at[k] > at[k - 1], STATUS_USAGE, "%s:%zu: the %s is %g m after %g m; expected %s that grow",
          t->path, t->line, h->upright ? "height" : "place", at[k], at[k - 1],
          h->upright ? "heights" : "places");
  return STATUS_OK;
}

static int keep_heights(struct profiles *h, const struct text *t, const double *row, size_t count) {
  CHECK(count >= 2, STATUS_USAGE, "%s:%zu: has %zu numbers; expected one, and heights behind it", t->path,
        t->line, count);
  h->upright = true;
  return keep_places(h, t, 2, row + 1, count - 1);
}

/* "x 0 0.5 1", the row's numbers read. */
static int keep_axis(struct profiles *h, const struct text *t, int axis, const double *row, size_t count) {
  CHECK(h->times == 0 && !h->upright && !h->at[axis], STATUS_USAGE,
        "%s:%zu: places along %c; expected a row of them before all times", t->path, t->line, "xyz"[axis]);
  CHECK(count >= 1, STATUS_USAGE, "%s:%zu: has no place along %c", t->path, t->line, "xyz"[axis]);
  return keep_places(h, t, axis, row, count);
}

static size_t row_numbers(const struct profiles *h) {
  size_t n = h->components;
  for (int a = 0; a < 3; a++) n *= h->count[a] ? h->count[a] : 1;
  return n;
}

static int keep_row(struct profiles *h, const struct text *t, const double *row, size_t count, size_t *room) {
  const size_t n = row_numbers(h);
  CHECK(count == n + 1, STATUS_USAGE, "%s:%zu: has %zu numbers; expected a time and %zu more", t->path,
        t->line, count, n);
  CHECK(h->times == 0 || row[0] > h->time[h->times - 1], STATUS_USAGE,
        "%s:%zu: the time is %g s after %g s; expected times that grow", t->path, t->line, row[0],
        h->time[h->times - 1]);
  CHECK((h->times + 1) * n <= NUMBERS_MOST, STATUS_USAGE, "%s:%zu: expected at most %d numbers", t->path,
        t->line, NUMBERS_MOST);
  if (h->times == *room) {
    *room = *room ? 2 * *room : 256;
    double *time = reallocarray(h->time, *room, sizeof *time);
    if (time) h->time = time;
    double *value = time ? reallocarray(h->value, *room * n, sizeof *value) : NULL;
    CHECK(value, STATUS_FAILED, "no memory for %s", t->path);
    h->value = value;
  }
  h->time[h->times] = row[0];
  memcpy(h->value + h->times++ * n, row + 1, n * sizeof *row);
  return STATUS_OK;
}

/* The axis whose name a line begins with, which is then blank, or -1. */
static int take_axis(char *line) {
  char *at = line + strspn(line, " \t");
  if (*at < 'x' || *at > 'z' || !strchr(" \t,;", at[1])) return -1;
  const int axis = *at - 'x';
  *at = ' ';
  return axis;
}

static int read_rows(struct profiles *h, FILE *f, struct text *t, double *row, char **line) {
  size_t room = 0, count, length = 0;
  while (getline(line, &length, f) >= 0) {
    t->line++;
    char *own = t->line == 1 ? text_behind_mark(*line) : *line;
    own[strcspn(own, "\n")] = 0;
    const int axis = take_axis(own);
    TRY(read_row(t, own, row, PLACES_MOST + 1, &count));
    CHECK(count <= PLACES_MOST + 1, STATUS_USAGE, "%s:%zu: has %zu numbers; expected at most %d", t->path,
          t->line, count, PLACES_MOST + 1);
    const bool first = !h->upright && !h->at[0] && !h->at[1] && !h->at[2];
    if (axis >= 0)
      TRY(keep_axis(h, t, axis, row, count));
    else if (count > 0)
      TRY(first ? keep_heights(h, t, row, count) : keep_row(h, t, row, count, &room));
  }
  CHECK(h->times, STATUS_USAGE, "%s: has no row of a time", t->path);
  return STATUS_OK;
}

int profiles_read(struct profiles *h, const char *path, size_t components) {
  char *line = NULL;
  int fd;
  size_t size;
  *h = (struct profiles){.components = components};
  TRY(path_open_input(&fd, path, STATUS_USAGE, &size));
  FILE *f = fdopen(fd, "rb");
  double *row = malloc((PLACES_MOST + 1) * sizeof *row);
  struct text t = {.path = path};
  const int status =
      f && row ? read_rows(h, f, &t, row, &line) : error_set(STATUS_FAILED, "no memory for %s", path);
  free(row);
  free(line);
  if (f)
    fclose(f);
  else
    close(fd);
  if (status != STATUS_OK) profiles_free(h);
  return status;
}

void profiles_free(struct profiles *h) {
  free(h->time);
  for (int a = 0; a < 3; a++) free(h->at[a]);
  free(h->value);
  *h = (struct profiles){0};
}

/* Between which two it lies, and how far from the first to the second. */
static size_t find_profiles(const double *x, size_t count, double at, double *part) {
  size_t low = 0, high = count - 1;
  *part = 0;
  if (!(at > x[0])) return 0;
  if (at >= x[high]) return high;
  while (low + 1 < high) {
    const size_t middle = low + (high - low) / 2;
    if (x[middle] <= at)
      low = middle;
    else
      high = middle;
  }
  *part = (at - x[low]) / (x[low + 1] - x[low]);
  return low;
}

/* Where a place lies: the corner below it, and how far to the next one along each axis. */
struct spot {
  size_t corner[3];
  double part[3];
};

/* The value on straight lines along axes up to `axis`, of component k at one time; `index` counts the places
 * of the axes behind. */
static double value_between(const struct profiles *h, const double *value, const struct spot *s, int axis,
                            size_t index, size_t k) {
  if (axis < 0) return value[index * h->components + k];
  const size_t at = index * (h->count[axis] ? h->count[axis] : 1) + s->corner[axis];
  const double low = value_between(h, value, s, axis - 1, at, k);
  if (!(s->part[axis] > 0)) return low;
  return low + s->part[axis] * (value_between(h, value, s, axis - 1, at + 1, k) - low);
}

void profiles_at(const struct profiles *h, double time, const double place[3], int up, double *out) {
  double later;
  struct spot s = {0};
  const size_t t = find_profiles(h->time, h->times, time, &later), n = row_numbers(h);
  for (int a = 0; a < 3; a++)
    if (h->count[a])
      s.corner[a] = find_profiles(h->at[a], h->count[a], place[h->upright ? up : a], &s.part[a]);
  for (size_t k = 0; k < h->components; k++) {
    const double before = value_between(h, h->value + t * n, &s, 2, 0, k);
    out[k] = before;
    if (later > 0) out[k] += later * (value_between(h, h->value + (t + 1) * n, &s, 2, 0, k) - before);
  }
}

double profiles_most(const struct profiles *h) {
  double most = 0;
  for (size_t i = 0; i < h->times * row_numbers(h); i++) most = fmax(most, fabs(h->value[i]));
  return most;
}
