/* SPDX-License-Identifier: BSD-3-Clause */
/* A ladder's rows as a plot: curves over numbers, bars for words; what was published is a ring. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/lab.h"
#include "report/svg.h"
#include "util/error.h"

enum { MOST_NAMES = 16, TEXT = 80 };
enum part { SPREAD, FOUND, PUBLISHED, PARTS };

struct drawing {
  const struct ladder *ladder;
  bool bars;
  const char *names[MOST_NAMES]; /* of the curves, or of colours of bars */
  size_t name_count;
  struct points {
    double *x, *y;
    size_t count;
  } points[MOST_NAMES][PARTS];
  double from, to;
  const char **words; /* of bars, from the top */
  size_t word_count;
};

/* A number, or one at the beginning of a text; NaN for anything else. */
static double number_of(const json_t *row, const char *key) {
  const json_t *value = key ? json_object_get(row, key) : NULL;
  if (json_is_number(value)) return json_number_value(value);
  if (!json_is_string(value)) return (double)NAN;
  char *end;
  const double x = strtod(json_string_value(value), &end);
  return end == json_string_value(value) ? (double)NAN : x;
}

static const char *word_of(const json_t *row, const char *key) {
  const char *word = key ? json_string_value(json_object_get(row, key)) : NULL;
  return word ? word : "";
}

/* The last name stands for all others. */
static size_t name_of(struct drawing *d, const char *name) {
  for (size_t k = 0; k < d->name_count; k++)
    if (!strcmp(d->names[k], name)) return k;
  if (d->name_count == MOST_NAMES) return MOST_NAMES - 1;
  d->names[d->name_count] = name;
  return d->name_count++;
}

/* A value of a row: of curves above its place, of bars along its line. */
static void add_point(struct drawing *d, enum part part, const json_t *row, double value) {
  const struct ladder_plot *p = &d->ladder->plot;
  struct points *points = &d->points[name_of(d, word_of(row, p->each))][part];
  const double x = d->bars ? value : number_of(row, p->along);
  if (!isfinite(x) || !isfinite(value)) return;
  points->x[points->count] = x, points->y[points->count++] = d->bars ? (double)d->word_count : value;
  d->from = fmin(d->from, x), d->to = fmax(d->to, x);
}

static void add_row(struct drawing *d, const json_t *row) {
  const struct ladder_plot *p = &d->ladder->plot;
  const double found = number_of(row, p->up), published = number_of(row, p->published);
  const json_t *spread = json_object_get(json_object_get(row, "spread"), p->up);
  if (!json_object_get(row, p->along) || !(isfinite(found) || isfinite(published))) return;
  if (isfinite(found) && d->bars) add_point(d, FOUND, row, 0.0);
  add_point(d, FOUND, row, found);
  add_point(d, PUBLISHED, row, published);
  for (size_t k = 0; k < json_array_size(spread); k++) /* --repeat: the least and the most */
    add_point(d, SPREAD, row, json_number_value(json_array_get(spread, k)));
  if (d->bars) d->words[d->word_count++] = word_of(row, p->along);
}

/* A member's name as words. */
static const char *text_of(char text[TEXT], const char *member) {
  snprintf(text, TEXT, "%s", member);
  for (char *at = text; *at; at++)
    if (*at == '_') *at = ' ';
  return text;
}

static void put_drawing(FILE *out, const struct drawing *d) {
  const struct ladder_plot *p = &d->ladder->plot;
  struct curve curves[(PARTS + 1) * MOST_NAMES];
  char heading[300], along[TEXT], up[TEXT];
  struct plot plot = {.title = d->bars ? "" : text_of(up, p->up),
                      .across = text_of(along, d->bars ? p->up : p->along),
                      .curves = curves,
                      .from = d->from,
                      .to = d->to,
                      .log_across = !d->bars,
                      .log_up = !d->bars,
                      .words = d->bars ? d->words : NULL,
                      .word_count = d->word_count};
  bool published = false;
  for (size_t part = 0; part < PARTS; part++)
    for (size_t k = 0; k < d->name_count; k++) {
      static const enum curve_kind kinds[PARTS] = {CURVE_SEGMENTS, CURVE_LINE, CURVE_RINGS};
      const struct points *of = &d->points[k][part];
      struct curve c = {.x = of->x, .y = of->y, .count = of->count, .colour = (int)k, .kind = kinds[part]};
      if (part == FOUND && d->bars) c.kind = CURVE_BARS;
      curves[plot.count++] = c;
      if (c.kind == CURVE_LINE) c.kind = CURVE_DISCS, curves[plot.count++] = c;
      published = published || (part == PUBLISHED && of->count);
    }
  snprintf(heading, sizeof heading, "%s: %s%s", d->ladder->name, d->ladder->title,
           published ? "; rings: published" : "");
  svg_file(out, heading, &plot, d->names, p->each ? d->name_count : 0);
}

int ladder_draw(const struct ladder *l, const json_t *rows, const char *path) {
  struct drawing d = {.ladder = l, .from = INFINITY, .to = -INFINITY};
  const size_t most = 2 * json_array_size(rows); /* of a part: ends of bars, the least and the most */
  size_t i;
  json_t *row, *some = NULL;
  json_array_foreach(rows, i, row) if (isfinite(number_of(row, l->plot.up)) &&
                                       json_object_get(row, l->plot.along)) some = row;
  CHECK(some, STATUS_USAGE, "--plot: %s has found nothing to draw", l->name);
  d.bars = json_is_string(json_object_get(some, l->plot.along));
  double *room = calloc(2 * most * PARTS * MOST_NAMES, sizeof *room);
  d.words = calloc(most, sizeof *d.words);
  FILE *out = room && d.words ? fopen(path, "w") : NULL;
  int status = out ? STATUS_OK : error_set(STATUS_FAILED, "%s: %s", path, strerror(errno));
  for (size_t k = 0; out && k < PARTS * MOST_NAMES; k++)
    d.points[k / PARTS][k % PARTS] = (struct points){&room[2 * most * k], &room[2 * most * k + most], 0};
  json_array_foreach(rows, i, row) if (out) add_row(&d, row);
  if (out) put_drawing(out, &d);
  const bool bad = out && ferror(out);
  if (out && (fclose(out) != 0 || bad)) status = error_set(STATUS_FAILED, "%s: cannot write", path);
  free(d.words);
  free(room);
  return status;
}
