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

enum { HEIGHTS_MOST = 10000, NUMBERS_MOST = 100000000 };

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

static int keep_heights(struct profiles *h, const struct text *t, const double *row, size_t count) {
  CHECK(count >= 2, STATUS_USAGE, "%s:%zu: has %zu numbers; expected one, and heights behind it", t->path,
        t->line, count);
  h->heights = count - 1;
  h->height = malloc(h->heights * sizeof *h->height);
  CHECK(h->height, STATUS_FAILED, "no memory for %s", t->path);
  memcpy(h->height, row + 1, h->heights * sizeof *row);
  for (size_t k = 1; k < h->heights; k++)
    CHECK(h->height[k] > h->height[k - 1], STATUS_USAGE,
          "%s:%zu: the height is %g m after %g m; expected heights that grow", t->path, t->line, h->height[k],
          h->height[k - 1]);
  return STATUS_OK;
}

static int keep_row(struct profiles *h, const struct text *t, const double *row, size_t count, size_t *room) {
  CHECK(count == h->heights + 1, STATUS_USAGE, "%s:%zu: has %zu numbers; expected a time and %zu more",
        t->path, t->line, count, h->heights);
  CHECK(h->times == 0 || row[0] > h->time[h->times - 1], STATUS_USAGE,
        "%s:%zu: the time is %g s after %g s; expected times that grow", t->path, t->line, row[0],
        h->time[h->times - 1]);
  CHECK((h->times + 1) * h->heights <= NUMBERS_MOST, STATUS_USAGE, "%s:%zu: expected at most %d numbers",
        t->path, t->line, NUMBERS_MOST);
  if (h->times == *room) {
    *room = *room ? 2 * *room : 256;
    double *time = reallocarray(h->time, *room, sizeof *time);
    if (time) h->time = time;
    double *value = time ? reallocarray(h->value, *room * h->heights, sizeof *value) : NULL;
    CHECK(value, STATUS_FAILED, "no memory for %s", t->path);
    h->value = value;
  }
  h->time[h->times] = row[0];
  memcpy(h->value + h->times++ * h->heights, row + 1, h->heights * sizeof *row);
  return STATUS_OK;
}

static int read_rows(struct profiles *h, FILE *f, struct text *t, double *row, char **line) {
  size_t room = 0, count, length = 0;
  while (getline(line, &length, f) >= 0) {
    t->line++;
    (*line)[strcspn(*line, "\n")] = 0;
    TRY(read_row(t, *line, row, HEIGHTS_MOST + 1, &count));
    if (count == 0) continue;
    CHECK(count <= HEIGHTS_MOST + 1, STATUS_USAGE, "%s:%zu: has %zu numbers; expected at most %d", t->path,
          t->line, count, HEIGHTS_MOST + 1);
    TRY(h->heights ? keep_row(h, t, row, count, &room) : keep_heights(h, t, row, count));
  }
  CHECK(h->times, STATUS_USAGE, "%s: has no row of a time", t->path);
  return STATUS_OK;
}

int profiles_read(struct profiles *h, const char *path) {
  char *line = NULL;
  int fd;
  size_t size;
  *h = (struct profiles){0};
  TRY(path_open_input(&fd, path, STATUS_USAGE, &size));
  FILE *f = fdopen(fd, "rb");
  double *row = malloc((HEIGHTS_MOST + 1) * sizeof *row);
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
  free(h->height);
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

double profiles_at(const struct profiles *h, double time, double height) {
  double later, higher;
  const size_t t = find_profiles(h->time, h->times, time, &later),
               z = find_profiles(h->height, h->heights, height, &higher);
  const size_t next_t = later > 0 ? t + 1 : t, next_z = higher > 0 ? z + 1 : z, n = h->heights;
  const double before = h->value[t * n + z] + higher * (h->value[t * n + next_z] - h->value[t * n + z]);
  const double behind =
      h->value[next_t * n + z] + higher * (h->value[next_t * n + next_z] - h->value[next_t * n + z]);
  return before + later * (behind - before);
}

double profiles_most(const struct profiles *h) {
  double most = 0;
  for (size_t i = 0; i < h->times * h->heights; i++) most = fmax(most, fabs(h->value[i]));
  return most;
}
