/* SPDX-License-Identifier: BSD-3-Clause */
/* A ladder's rows as a drawing: curves over numbers, bars for words; what was published is hollow. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/lab.h"
#include "report/html.h"
#include "util/error.h"

enum {
  WIDTH = 760,
  HEIGHT = 440,
  LEFT = 190,
  RIGHT = 200,
  TOP = 40,
  BOTTOM = 44,
  BAR = 18,
  MOST_CURVES = 16
};

static const char *const colours[] = {"#1f6fb2", "#d1552b", "#2b8a4b", "#8a4fa3",
                                      "#b08a00", "#c2447e", "#3a9ca8", "#6b6b6b"};

struct drawing {
  FILE *out;
  const struct ladder *ladder;
  const json_t *rows;
  const char *curves[MOST_CURVES];
  int count;
  double low[2], high[2]; /* along, up */
  bool logs[2];
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

/* The least and the most of several climbs (--repeat). */
static bool find_spread(const json_t *row, const char *key, double spread[2]) {
  const json_t *both = json_object_get(json_object_get(row, "spread"), key);
  for (size_t k = 0; k < 2; k++) spread[k] = json_number_value(json_array_get(both, k));
  return json_array_size(both) == 2;
}

static const char *word_of(const json_t *row, const char *key) {
  const char *word = key ? json_string_value(json_object_get(row, key)) : NULL;
  return word ? word : "";
}

/* What was published, beside what was found or alone. */
static bool is_published(const struct drawing *d, const json_t *row) {
  const struct ladder_plot *p = &d->ladder->plot;
  const double x = number_of(row, p->published);
  return isfinite(x) && json_object_get(row, p->along) && (!d->logs[1] || x > 0.0);
}

static bool is_drawn(const struct drawing *d, const json_t *row) {
  return isfinite(number_of(row, d->ladder->plot.up)) && json_object_get(row, d->ladder->plot.along);
}

static int curve_of(struct drawing *d, const json_t *row) {
  const char *name = word_of(row, d->ladder->plot.each);
  for (int k = 0; k < d->count; k++)
    if (!strcmp(d->curves[k], name)) return k;
  if (d->count == MOST_CURVES) return MOST_CURVES - 1;
  d->curves[d->count] = name;
  return d->count++;
}

static void widen_axis(struct drawing *d, int axis, double x) {
  if (!isfinite(x)) return;
  d->low[axis] = fmin(d->low[axis], x), d->high[axis] = fmax(d->high[axis], x);
}

static void measure_plot(struct drawing *d, bool bars) {
  size_t i;
  json_t *row;
  for (int a = 0; a < 2; a++) d->low[a] = INFINITY, d->high[a] = -INFINITY;
  json_array_foreach(d->rows, i, row) {
    if (!is_drawn(d, row) && !is_published(d, row)) continue;
    curve_of(d, row);
    widen_axis(d, 0, number_of(row, d->ladder->plot.along));
    widen_axis(d, 1, number_of(row, d->ladder->plot.up));
    widen_axis(d, 1, number_of(row, d->ladder->plot.published));
    double spread[2];
    for (int k = 0; k < 2 && find_spread(row, d->ladder->plot.up, spread); k++) widen_axis(d, 1, spread[k]);
  }
  for (int a = 0; a < 2; a++) {
    d->logs[a] = d->low[a] > 0.0 && d->high[a] > 3.0 * d->low[a] && !bars;
    if (!d->logs[a]) d->low[a] = a == 1 ? fmin(d->low[a], 0.0) : d->low[a];
    if (!(d->high[a] > d->low[a])) d->high[a] = d->low[a] + fmax(fabs(d->low[a]), 1.0);
  }
}

static double share_plot(const struct drawing *d, int axis, double x) {
  const double low = d->low[axis], high = d->high[axis];
  return d->logs[axis] ? log(x / low) / log(high / low) : (x - low) / (high - low);
}

static double at_x(const struct drawing *d, double x) {
  return LEFT + share_plot(d, 0, x) * (WIDTH - LEFT - RIGHT);
}

static double at_y(const struct drawing *d, double y) {
  return HEIGHT - BOTTOM - share_plot(d, 1, y) * (HEIGHT - TOP - BOTTOM);
}

static void put_text(const struct drawing *d, double x, double y, const char *anchor, const char *text) {
  fprintf(d->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
  html_text(d->out, text);
  fputs("</text>\n", d->out);
}

/* A member's name as words. */
static void put_name(const struct drawing *d, double x, double y, const char *anchor, const char *key) {
  char text[80];
  snprintf(text, sizeof text, "%s", key);
  for (char *at = text; *at; at++)
    if (*at == '_') *at = ' ';
  put_text(d, x, y, anchor, text);
}

static void put_frame(const struct drawing *d, int height, const char *along) {
  fprintf(d->out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
          "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
          WIDTH, height);
  char title[300];
  snprintf(title, sizeof title, "%s: %s", d->ladder->name, d->ladder->title);
  put_text(d, 12, 20, "start", title);
  put_name(d, LEFT + 0.5 * (WIDTH - LEFT - RIGHT), height - 8, "middle", along);
}

static void put_legend(const struct drawing *d) {
  for (int k = 0; k < d->count && d->curves[0][0]; k++) {
    fprintf(d->out, "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"4\" fill=\"%s\"/>\n", WIDTH - RIGHT + 14,
            TOP + 16 * k, colours[k % 8]);
    put_text(d, WIDTH - RIGHT + 32, TOP + 16 * k + 6, "start", d->curves[k]);
  }
  size_t i;
  json_t *row;
  bool any = false;
  json_array_foreach(d->rows, i, row) any = any || is_published(d, row);
  if (any) put_text(d, WIDTH - RIGHT + 14, TOP + 16 * d->count + 6, "start", "hollow: published");
}

enum { TICKS_MOST = 12, TICKS_WANTED = 6 };

/* One, two and five times powers of ten; of many decades the powers alone. */
static int log_ticks(double ticks[TICKS_MOST], double low, double high) {
  static const double parts[] = {1, 2, 5};
  for (int step = 1; step <= 3; step += 2) {
    int count = 0;
    for (int k = (int)floor(log10(low)); k <= (int)ceil(log10(high)); k++)
      for (int part = 0; part < 3; part += step) {
        const double x = parts[part] * pow(10.0, k);
        if (x < 0.999 * low || x > 1.001 * high) continue;
        if (count < TICKS_MOST) ticks[count] = x;
        count++;
      }
    if (count >= 2 && count <= TICKS_WANTED + 1) return count;
    if (step == 3 && count >= 2) return count < TICKS_MOST ? count : TICKS_MOST;
  }
  return 0;
}

static int even_ticks(double ticks[TICKS_MOST], double low, double high) {
  const double rough = (high - low) / TICKS_WANTED, power = pow(10.0, floor(log10(rough)));
  const double step = power * (rough > 5 * power ? 10 : rough > 2 * power ? 5 : rough > power ? 2 : 1);
  int count = 0;
  for (double x = ceil(low / step - 1e-9) * step; x <= high + 1e-9 * step && count < TICKS_MOST; x += step)
    ticks[count++] = fabs(x) < 1e-9 * step ? 0.0 : x;
  return count;
}

static int ticks_of(double ticks[TICKS_MOST], const struct drawing *d, int axis) {
  const int count = d->logs[axis] ? log_ticks(ticks, d->low[axis], d->high[axis]) : 0;
  return count ? count : even_ticks(ticks, d->low[axis], d->high[axis]);
}

/* "0.05", "2000", "10^6", "2x10^-5". */
static const char *tick_text(char text[32], double x) {
  const double power = x > 0.0 ? floor(log10(x) + 1e-9) : 0.0, part = x / pow(10.0, power);
  if (power > -4 && power < 5)
    snprintf(text, 32, "%.6g", x);
  else if (fabs(part - 1.0) < 1e-6)
    snprintf(text, 32, "10^%.0f", power);
  else
    snprintf(text, 32, "%.3gx10^%.0f", part, power);
  return text;
}

static void put_ticks(const struct drawing *d) {
  double ticks[TICKS_MOST];
  char text[32];
  const int along = ticks_of(ticks, d, 0);
  for (int k = 0; k < along; k++) {
    const double x = at_x(d, ticks[k]);
    put_text(d, x, HEIGHT - BOTTOM + 16, "middle", tick_text(text, ticks[k]));
    fprintf(d->out, "<path d=\"M%.1f %dv4\" stroke=\"#888\"/>\n", x, HEIGHT - BOTTOM);
  }
  const int up = ticks_of(ticks, d, 1);
  for (int k = 0; k < up; k++) {
    const double y = at_y(d, ticks[k]);
    put_text(d, LEFT - 6, y + 4, "end", tick_text(text, ticks[k]));
    fprintf(d->out, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>\n", LEFT, y, WIDTH - RIGHT);
  }
}

static void put_curve(const struct drawing *d, int curve) {
  const struct ladder_plot *p = &d->ladder->plot;
  size_t i;
  json_t *row;
  char pen = 'M';
  fprintf(d->out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" d=\"", colours[curve % 8]);
  json_array_foreach(d->rows, i, row) {
    if (!is_drawn(d, row) || strcmp(word_of(row, p->each), d->curves[curve])) continue;
    fprintf(d->out, "%c%.1f %.1f", pen, at_x(d, number_of(row, p->along)), at_y(d, number_of(row, p->up)));
    pen = 'L';
  }
  fputs("\"/>\n", d->out);
  json_array_foreach(d->rows, i, row) {
    if (strcmp(word_of(row, p->each), d->curves[curve])) continue;
    const double x = at_x(d, number_of(row, p->along));
    double spread[2];
    if (is_drawn(d, row))
      fprintf(d->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", x,
              at_y(d, number_of(row, p->up)), colours[curve % 8]);
    if (is_drawn(d, row) && find_spread(row, p->up, spread))
      fprintf(d->out, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"%s\"/>\n", x, at_y(d, spread[0]),
              at_y(d, spread[1]), colours[curve % 8]);
    if (is_published(d, row))
      fprintf(d->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"none\" stroke=\"%s\"/>\n", x,
              at_y(d, number_of(row, p->published)), colours[curve % 8]);
  }
}

static void put_curves(struct drawing *d) {
  put_frame(d, HEIGHT, d->ladder->plot.along);
  put_name(d, 12, TOP - 2, "start", d->ladder->plot.up);
  put_ticks(d);
  for (int k = 0; k < d->count; k++) put_curve(d, k);
  put_legend(d);
}

static void put_bars(struct drawing *d) {
  const struct ladder_plot *p = &d->ladder->plot;
  const double room = WIDTH - LEFT - RIGHT;
  size_t i;
  json_t *row;
  int count = 0;
  json_array_foreach(d->rows, i, row) count += is_drawn(d, row) || is_published(d, row);
  const int low = TOP + 16 * (d->count + 2), bars = TOP + BAR * count + BOTTOM;
  put_frame(d, bars > low ? bars : low, p->up);
  count = 0;
  json_array_foreach(d->rows, i, row) {
    if (!is_drawn(d, row) && !is_published(d, row)) continue;
    const double found = number_of(row, p->up), value = isfinite(found) ? found : 0.0;
    const double zero = LEFT + room * share_plot(d, 1, 0.0), end = LEFT + room * share_plot(d, 1, value);
    const int y = TOP + BAR * count++, curve = curve_of(d, row);
    char text[32];
    fprintf(d->out, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n", fmin(zero, end),
            y, fabs(end - zero), BAR - 5, colours[curve % 8]);
    put_text(d, LEFT - 6, y + 11, "end", word_of(row, p->along));
    double spread[2], right = fmax(zero, end);
    if (find_spread(row, p->up, spread)) {
      const double least = LEFT + room * share_plot(d, 1, spread[0]),
                   most = LEFT + room * share_plot(d, 1, spread[1]);
      fprintf(d->out, "<path d=\"M%.1f %dH%.1f\" stroke=\"black\"/>\n", least, y + 6, most);
      right = fmax(right, most);
    }
    snprintf(text, sizeof text, "%.3g", value);
    if (isfinite(found)) put_text(d, right + 4, y + 11, "start", text);
    if (is_published(d, row))
      fprintf(d->out, "<circle cx=\"%.1f\" cy=\"%d\" r=\"5\" fill=\"none\" stroke=\"black\"/>\n",
              LEFT + room * share_plot(d, 1, number_of(row, p->published)), y + 6);
  }
  put_legend(d);
}

int ladder_draw(const struct ladder *l, const json_t *rows, const char *path) {
  struct drawing d = {.ladder = l, .rows = rows};
  size_t i;
  json_t *row, *some = NULL;
  json_array_foreach(rows, i, row) if (is_drawn(&d, row)) some = row;
  CHECK(some, STATUS_USAGE, "--plot: %s has found nothing to draw", l->name);
  const bool bars = json_is_string(json_object_get(some, l->plot.along));
  measure_plot(&d, bars);
  d.out = fopen(path, "w");
  CHECK(d.out, STATUS_FAILED, "%s: %s", path, strerror(errno));
  if (bars)
    put_bars(&d);
  else
    put_curves(&d);
  fputs("</svg>\n", d.out);
  const bool bad = ferror(d.out);
  CHECK(fclose(d.out) == 0 && !bad, STATUS_FAILED, "%s: cannot write", path);
  return STATUS_OK;
}
