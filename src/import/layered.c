/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/layered.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/parts.h"
#include "util/error.h"
#include "util/text.h"

enum { LAYERS_MOST = 500, NUMBERS_MOST = 20000000 };

void layered_free(struct layered *l) {
  free(l->row);
  *l = (struct layered){0};
}

static double *row_of(const struct layered *l, size_t i) {
  return l->row + i * (size_t)(1 + 2 * l->layers);
}

double layered_time(const struct layered *l, size_t i) {
  return row_of(l, i)[0];
}

static int add_row(struct import *m, struct xml_node *n, const struct text *t, const double *row, int found,
                   struct layered *l) {
  if (l->times == 0) l->layers = (found - 1) / 2;
  const size_t numbers = (size_t)(1 + 2 * l->layers);
  if (l->layers < 1 || found != (int)numbers)
    return import_fault(m, n, "%.200s:%zu: has %d numbers; expected a time, heights and as many speeds",
                        t->path, t->line, found);
  if (l->times && !(row[0] > layered_time(l, l->times - 1)))
    return import_fault(m, n, "%.200s:%zu: %g s is not behind %g s", t->path, t->line, row[0],
                        layered_time(l, l->times - 1));
  if ((l->times + 1) * numbers > NUMBERS_MOST)
    return import_fault(m, n, "its file has more than %d numbers", NUMBERS_MOST);
  if (l->times == l->room) {
    const size_t room = l->room ? 2 * l->room : 64;
    double *more = reallocarray(l->row, room * numbers, sizeof *more);
    CHECK(more, STATUS_FAILED, "not enough memory for speeds of layers");
    l->row = more, l->room = room;
  }
  memcpy(row_of(l, l->times++), row, numbers * sizeof *row);
  return STATUS_OK;
}

static int read_rows(struct import *m, struct xml_node *n, const char *name, char *text, struct layered *l) {
  struct text t = {.path = name, .next = text};
  double row[2 + 2 * LAYERS_MOST];
  for (char *line = text_line(&t); line; line = text_line(&t)) {
    int found = 0;
    columns_plain(line);
    for (char *at = line; found < 2 + 2 * LAYERS_MOST && text_next_number(&at, &row[found]);) found++;
    if (found > 0)
      TRY(add_row(m, n, &t, row, found, l));
    else
      sscanf(line, " px: %lf py: %lf", &l->place[0], &l->place[1]);
  }
  return l->times >= 2 ? STATUS_OK
                       : import_fault(m, n, "%.200s: has %zu rows of numbers; expected two", name, l->times);
}

int layered_read(struct import *m, struct xml_node *n, const char *attribute, struct layered *l) {
  char *text;
  *l = (struct layered){.place = {NAN, NAN}};
  TRY(columns_text(m, n, attribute, &text));
  const int status = read_rows(m, n, xml_value(n, attribute), text, l);
  free(text);
  return status;
}

void layered_heights(const struct layered *l, double *low, double *high) {
  for (size_t i = 0; i < l->times; i++)
    for (int k = 0; k < l->layers; k++) {
      *low = fmin(*low, row_of(l, i)[1 + k]);
      *high = fmax(*high, row_of(l, i)[1 + k]);
    }
}

/* The speed of a row at a height, on a straight line between the layers next to it. */
static double row_speed(const struct layered *l, size_t i, double z) {
  const double *height = row_of(l, i) + 1, *speed = height + l->layers;
  int below = -1, above = -1;
  for (int k = 0; k < l->layers; k++) {
    if (height[k] <= z && (below < 0 || height[k] > height[below])) below = k;
    if (height[k] >= z && (above < 0 || height[k] < height[above])) above = k;
  }
  if (below < 0 || above < 0) return speed[below < 0 ? above : below];
  if (height[above] <= height[below]) return speed[below];
  return speed[below] + (z - height[below]) / (height[above] - height[below]) * (speed[above] - speed[below]);
}

double layered_at(const struct layered *l, double time, double height) {
  size_t low = 0, high = l->times - 1;
  if (time <= layered_time(l, low)) return row_speed(l, low, height);
  if (time >= layered_time(l, high)) return row_speed(l, high, height);
  while (low + 1 < high) {
    const size_t middle = low + (high - low) / 2;
    if (layered_time(l, middle) <= time)
      low = middle;
    else
      high = middle;
  }
  const double part = (time - layered_time(l, low)) / (layered_time(l, high) - layered_time(l, low));
  const double before = row_speed(l, low, height);
  return part > 0 ? before + part * (row_speed(l, high, height) - before) : before;
}
