/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"

#include <math.h>
#include <stdbool.h>

#include "report/html.h"

enum { WIDTH = 480, HEIGHT = 236, LEFT = 66, RIGHT = 12, TOP = 28, BOTTOM = 34 }; /* of the drawing's units */
enum { TICKS = 5 };

/* From data to the drawing. */
struct scale {
  double low, high, step; /* of the data; between ticks */
  double begin, end;      /* in the drawing */
};

static double place_svg(const struct scale *s, double value) {
  return s->begin + (value - s->low) / (s->high - s->low) * (s->end - s->begin);
}

/* 1, 2 or 5 times a power of ten, for about TICKS ticks. */
static double nice_step(double length) {
  const double rough = length / TICKS, power = pow(10, floor(log10(rough))), rest = rough / power;
  return (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10) * power;
}

static struct scale make_scale(double low, double high, double begin, double end, bool widen) {
  if (!(low <= high)) low = 0, high = 1;
  const double least = 1e-9 * fmax(fabs(low), fabs(high));
  if (!(high - low > least)) {
    const double half = fmax(fabs(high) / 2, 0.5);
    low -= half, high += half;
  }
  struct scale s = {low, high, nice_step(high - low), begin, end};
  if (widen) s.low = floor(low / s.step) * s.step, s.high = ceil(high / s.step) * s.step;
  return s;
}

static bool is_inside(const struct plot *p, const struct curve *c, size_t i) {
  return isfinite(c->x[i]) && isfinite(c->y[i]) && c->x[i] >= p->from && c->x[i] <= p->to;
}

static double top_of(const struct curve *c, size_t i) {
  return c->high ? c->high[i] : c->y[i];
}

static struct scale make_up(const struct plot *p) {
  double low = INFINITY, high = -INFINITY;
  for (size_t k = 0; k < p->count; k++)
    for (size_t i = 0; i < p->curves[k].count; i++)
      if (is_inside(p, &p->curves[k], i))
        low = fmin(low, p->curves[k].y[i]), high = fmax(high, top_of(&p->curves[k], i));
  return make_scale(low, high, HEIGHT - BOTTOM, TOP, true);
}

static void put_tick(FILE *out, const struct scale *s, double value, bool up) {
  const double at = place_svg(s, value);
  if (fabs(value) < 1e-9 * s->step) value = 0;
  if (up)
    fprintf(
        out,
        "<path class=\"axis\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.5g</text>",
        LEFT, at, WIDTH - RIGHT, LEFT - 6, at + 4, value);
  else
    fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.5g</text>", at, HEIGHT - BOTTOM + 15,
            value);
}

static void put_ticks(FILE *out, const struct scale *s, bool up) {
  const double first = ceil(s->low / s->step - 1e-9);
  for (int i = 0; i <= 2 * TICKS + 2; i++) {
    const double value = (first + i) * s->step;
    if (value <= s->high + 1e-9 * s->step) put_tick(out, s, value, up);
  }
}

/* Of the points that share a column of the drawing the lowest and the highest: nothing more can be seen. */
static void put_curve(FILE *out, const struct plot *p, const struct curve *c, const struct scale *along,
                      const struct scale *up) {
  bool gap = true;
  fputs("<path class=\"", out);
  if (c->colour == SVG_MEASURED)
    fputs("measured", out);
  else
    fprintf(out, "curve c%d", c->colour % SVG_COLOURS);
  fputs("\" d=\"", out);
  for (size_t i = 0; i < c->count;) {
    if (!is_inside(p, c, i)) {
      gap = true, i++;
      continue;
    }
    const double column = floor(2 * place_svg(along, c->x[i]));
    size_t least = i, most = i;
    for (; i < c->count && is_inside(p, c, i) && floor(2 * place_svg(along, c->x[i])) == column; i++) {
      if (c->y[i] < c->y[least]) least = i;
      if (c->y[i] > c->y[most]) most = i;
    }
    const size_t ends[2] = {least < most ? least : most, least < most ? most : least};
    for (int k = 0; k < (ends[0] == ends[1] ? 1 : 2); k++) {
      fprintf(out, "%c%.1f %.1f", gap ? 'M' : 'L', place_svg(along, c->x[ends[k]]),
              place_svg(up, c->y[ends[k]]));
      gap = false;
    }
  }
  fputs("\"/>", out);
}

/* One edge of a band: of the points that share a column of the drawing the outermost. */
static void put_edge(FILE *out, const struct plot *p, const struct curve *c, const struct scale *along,
                     const struct scale *up, bool top) {
  const long count = (long)c->count, step = top ? 1 : -1; /* there along the top, and back along the bottom */
  double column = NAN, outermost = NAN;
  for (long i = top ? 0 : count - 1; i >= 0 && i < count; i += step) {
    if (!is_inside(p, c, (size_t)i) || !isfinite(top_of(c, (size_t)i))) continue;
    const double at = floor(2 * place_svg(along, c->x[i])), y = top ? c->high[i] : c->y[i];
    if (isfinite(column) && at != column) fprintf(out, "%.1f %.1fL", column / 2, place_svg(up, outermost));
    outermost = at != column ? y : top ? fmax(outermost, y) : fmin(outermost, y);
    column = at;
  }
  if (isfinite(column)) fprintf(out, "%.1f %.1f%s", column / 2, place_svg(up, outermost), top ? "L" : "");
}

/* Gaps are closed: a band is of what is there. */
static void put_band(FILE *out, const struct plot *p, const struct curve *c, const struct scale *along,
                     const struct scale *up) {
  bool any = false;
  for (size_t i = 0; i < c->count && !any; i++) any = is_inside(p, c, i) && isfinite(top_of(c, i));
  if (!any) return;
  fprintf(out, "<path class=\"band\" style=\"fill:var(--c%d)\" d=\"M", c->colour % SVG_COLOURS);
  put_edge(out, p, c, along, up, true);
  put_edge(out, p, c, along, up, false);
  fputs("Z\"/>", out);
}

void svg_plot(FILE *out, const struct plot *p) {
  const struct scale along = make_scale(p->from, p->to, LEFT, WIDTH - RIGHT, false), up = make_up(p);
  fprintf(out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, HEIGHT);
  html_text(out, p->title);
  fprintf(out, "\"><text class=\"title\" x=\"%d\" y=\"16\">", LEFT);
  html_text(out, p->title);
  fprintf(out, "</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">", WIDTH - RIGHT, HEIGHT - 4);
  html_text(out, p->across);
  fputs("</text>", out);
  put_ticks(out, &up, true);
  put_ticks(out, &along, false);
  for (size_t i = 0; i < p->count; i++)
    (p->curves[i].high ? put_band : put_curve)(out, p, &p->curves[i], &along, &up);
  fputs("</svg>\n", out);
}

void svg_sample(FILE *out, int colour) {
  fputs("<svg viewBox=\"0 0 22 8\" aria-hidden=\"true\"><path class=\"", out);
  if (colour == SVG_MEASURED)
    fputs("measured", out);
  else
    fprintf(out, "curve c%d", colour % SVG_COLOURS);
  fputs("\" d=\"M0 4H22\"/></svg>", out);
}
