/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/repeated.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/table.h"
#include "util/error.h"
#include "util/text.h"

enum { NUMBERS = 7, NEEDED = 3 }; /* from, to and count must be there */

static int find_quantity(enum quantity *q, const char *word) {
  for (*q = 0; *q < QUANTITIES; ++*q)
    if (!strcmp(word, quantity_names[*q])) return true;
  return false;
}

static bool take_number(char **line, double *value, bool may_lack) {
  char *cell, *end;
  table_take_cell(line, &cell);
  *value = strtod(cell, &end);
  if (!*cell) *value = NAN;
  return *cell ? end != cell && !*end && isfinite(*value) : may_lack;
}

static int read_repeated(struct study_repeated *r, const struct text *t, char *line) {
  char *shown = strdup(line), *cell;
  double n[NUMBERS];
  CHECK(shown, STATUS_FAILED, "%s: no memory for it", t->path);
  table_take_cell(&line, &cell);
  snprintf(r->gauge, sizeof r->gauge, "%.79s", cell);
  bool good = *cell && strlen(cell) < sizeof r->gauge;
  table_take_cell(&line, &cell);
  good = good && find_quantity(&r->quantity, cell);
  for (int k = 0; k < NUMBERS; k++) good = take_number(&line, &n[k], k >= NEEDED) && good;
  r->from = n[0], r->to = n[1];
  good = good && !*line && n[0] < n[1] && n[2] >= 2 && n[2] < 1e9 && n[2] == floor(n[2]);
  r->measured = (struct repeated_spread){good ? (size_t)n[2] : 0, n[3], n[4], n[5], n[6]};
  const int status = good ? STATUS_OK : text_fault(t, shown, REPEATED_HEAD);
  free(shown);
  return status;
}

int study_repeated_read(struct study_repeated **rows, size_t *count, const char *name, char *text) {
  struct text t = {.path = name, .next = text};
  char *line;
  *rows = NULL;
  *count = 0;
  do line = text_line(&t);
  while (line && (*line == '#' || !*line));
  if (!line || strcmp(line, REPEATED_HEAD)) return text_fault(&t, line, REPEATED_HEAD);
  while ((line = text_line(&t))) {
    if (!*line || *line == '#') continue;
    struct study_repeated *more = reallocarray(*rows, *count + 1, sizeof *more);
    CHECK(more, STATUS_FAILED, "%s: no memory for it", name);
    *rows = more;
    more[*count] = (struct study_repeated){0};
    TRY(read_repeated(&more[*count], &t, line));
    ++*count;
  }
  return STATUS_OK;
}

void study_repeated_find(struct repeated_spread *found, const struct study_repeated *of,
                         const struct signal *signals, size_t count, double *values) {
  struct spread s;
  double numbers[QUANTITIES], when;
  size_t some = 0;
  for (size_t i = 0; i < count; i++)
    if (signal_quantities(&signals[i], of->from, of->to, numbers, &when))
      values[some++] = numbers[of->quantity];
  statistics_spread(&s, values, some); /* sorts them */
  *found = (struct repeated_spread){some, s.mean, s.deviation, some ? values[0] : NAN,
                                    some ? values[some - 1] : NAN};
}

void study_repeated_compare(struct study_repeated *r) {
  const struct repeated_spread *a = r->found, *b = &r->measured;
  r->difference = a && a->count ? a->mean - b->mean : NAN;
  r->error = a && a->count > 1 ? sqrt(a->deviation * a->deviation / (double)a->count +
                                      b->deviation * b->deviation / (double)b->count)
                               : NAN;
}
