/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/svg.h"

#include <math.h>
#include <stdbool.h>

#include "report/html.h"

enum { INNER = 402, HEIGHT = 236, LEFT = 66, RIGHT = 12, TOP = 28, BOTTOM = 34 }; /* of the drawing's units */
enum { WORDS_LEFT = 190, WORD_HEIGHT = 18, NAMES_WIDTH = 200, HEADING = 24, NAME_HEIGHT = 16 };
enum { TICKS = 5, TICKS_MOST = 16 };

/* From data to the drawing. */
struct scale {
  double low, high, step; /* of the data, or of its logarithm; between ticks */
  double begin, end;      /* in the drawing */
  bool log;
};

static double left_of(const struct plot *p) {
  return p->words ? WORDS_LEFT : LEFT;
}

static double right_of(const struct plot *p) {
  return left_of(p) + INNER;
}

static double width_of(const struct plot *p) {
  return right_of(p) + RIGHT;
}

static double height_of(const struct plot *p) {
  return p->words ? TOP + WORD_HEIGHT * (double)p->word_count + BOTTOM : HEIGHT;
}

static double place_svg(const struct scale *s, double value) {
  if (s->log) value = log10(value);
  return s->begin + (value - s->low) / (s->high - s->low) * (s->end - s->begin);
}

/* 1, 2 or 5 times a power of ten, for about TICKS ticks. */
static double nice_step(double length) {
  const double rough = length / TICKS, power = pow(10, floor(log10(rough))), rest = rough / power;
  return (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10) * power;
}

static struct scale make_scale(double low, double high, double begin, double end, bool log) {
  if (!(low <= high)) low = 0, high = 1;
  log = log && low > 0 && high > 3 * low;
  if (log) low = log10(low), high = log10(high);
  const double least = 1e-9 * fmax(fabs(low), fabs(high));
  if (!(high - low > least)) {
    const double half = fmax(fabs(high) / 2, 0.5);
    low -= half, high += half;
  }
  return (struct scale){low, high, nice_step(high - low), begin, end, log};
}

static bool is_inside(const struct plot *p, const struct curve *c, size_t i) {
  return isfinite(c->x[i]) && isfinite(c->y[i]) && c->x[i] >= p->from && c->x[i] <= p->to;
}

static double top_of(const struct curve *c, size_t i) {
  return c->kind == CURVE_BAND ? c->high[i] : c->y[i];
}

static struct scale make_up(const struct plot *p) {
  const double bottom = height_of(p) - BOTTOM;
  if (p->words) return make_scale(-0.5, (double)p->word_count - 0.5, TOP, bottom, false);
  double low = INFINITY, high = -INFINITY;
  for (size_t k = 0; k < p->count; k++)
    for (size_t i = 0; i < p->curves[k].count; i++)
      if (is_inside(p, &p->curves[k], i))
        low = fmin(low, p->curves[k].y[i]), high = fmax(high, top_of(&p->curves[k], i));
  struct scale s = make_scale(low, high, bottom, TOP, p->log_up);
  if (!s.log) s.low = floor(s.low / s.step) * s.step, s.high = ceil(s.high / s.step) * s.step;
  return s;
}

static int even_ticks(double ticks[TICKS_MOST], double low, double high) {
  const double step = nice_step(high - low), first = ceil(low / step - 1e-9);
  int count = 0;
  for (double x = first * step; x <= high + 1e-9 * step && count < TICKS_MOST; x = (first + count) * step)
    ticks[count++] = fabs(x) < 1e-9 * step ? 0 : x;
  return count;
}

/* One, two and five times powers of ten; of many decades the powers alone, or some of them. */
static int log_ticks(double ticks[TICKS_MOST], double low, double high) {
  static const double factors[] = {1, 2, 5};
  const double decades = high - low;
  const int parts = decades > 2.5 ? 1 : 3, each = (int)fmax(1, ceil(decades / 8));
  int count = 0;
  for (int k = (int)floor(low); k <= high; k++)
    for (int part = 0; k % each == 0 && part < parts && count < TICKS_MOST; part++) {
      const double at = k + log10(factors[part]);
      if (at >= low - 1e-9 && at <= high + 1e-9) ticks[count++] = factors[part] * pow(10, k);
    }
  return count;
}

static int find_ticks(double ticks[TICKS_MOST], const struct scale *s) {
  const int count = s->log ? log_ticks(ticks, s->low, s->high) : 0;
  if (count >= 2) return count;
  return s->log ? even_ticks(ticks, pow(10, s->low), pow(10, s->high)) : even_ticks(ticks, s->low, s->high);
}

static void put_label(FILE *out, double x, double y, const char *anchor, const char *text) {
  fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
  html_text(out, text);
  fputs("</text>", out);
}

static void put_level(FILE *out, const struct plot *p, double at, const char *text) {
  fprintf(out, "<path class=\"axis\" d=\"M%.0f %.1fH%.0f\"/>", left_of(p), at, right_of(p));
  put_label(out, left_of(p) - 6, at + 4, "end", text);
}

static void put_ticks(FILE *out, const struct plot *p, const struct scale *along, const struct scale *up) {
  double ticks[TICKS_MOST];
  char text[32];
  for (size_t k = 0; k < p->word_count; k++) put_level(out, p, place_svg(up, (double)k), p->words[k]);
  const int levels = p->words ? 0 : find_ticks(ticks, up);
  for (int k = 0; k < levels; k++) {
    snprintf(text, sizeof text, "%.5g", ticks[k]);
    put_level(out, p, place_svg(up, ticks[k]), text);
  }
  const int count = find_ticks(ticks, along);
  for (int k = 0; k < count; k++) {
    snprintf(text, sizeof text, "%.5g", ticks[k]);
    put_label(out, place_svg(along, ticks[k]), height_of(p) - BOTTOM + 15, "middle", text);
  }
}

static void put_class(FILE *out, const char *tag, const char *class, int colour) {
  if (colour == SVG_MEASURED)
    fprintf(out, "<%s class=\"measured\"", tag);
  else
    fprintf(out, "<%s class=\"%s c%d\"", tag, class, colour % SVG_COLOURS);
}

/* Of the points that share a column of the drawing the lowest and the highest: nothing more can be seen. */
static void put_line(FILE *out, const struct plot *p, const struct curve *c, const struct scale *along,
                     const struct scale *up) {
  bool gap = true;
  put_class(out, "path", "curve", c->colour);
  fputs(" d=\"", out);
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

/* A disc is a ring that fills itself. */
static void put_circles(FILE *out, const struct plot *p, const struct curve *c, const struct scale *along,
                        const struct scale *up) {
  for (size_t i = 0; i < c->count; i++) {
    if (!is_inside(p, c, i)) continue;
    put_class(out, "circle", "curve", c->colour);
    fprintf(out, " fill=\"none\" %s cx=\"%.1f\" cy=\"%.1f\"/>",
            c->kind == CURVE_DISCS ? "r=\"1.5\" style=\"stroke-width:3\"" : "r=\"5\"",
            place_svg(along, c->x[i]), place_svg(up, c->y[i]));
  }
}

static void put_segments(FILE *out, const struct plot *p, const struct curve *c, const struct scale *along,
                         const struct scale *up) {
  for (size_t i = 0; i + 1 < c->count; i += 2) {
    if (!is_inside(p, c, i) || !is_inside(p, c, i + 1)) continue;
    put_class(out, "path", c->kind == CURVE_BARS ? "bars" : "curve", c->colour);
    fprintf(out, " d=\"M%.1f %.1fL%.1f %.1f\"/>", place_svg(along, c->x[i]), place_svg(up, c->y[i]),
            place_svg(along, c->x[i + 1]), place_svg(up, c->y[i + 1]));
  }
}

static void put_plot(FILE *out, const struct plot *p) {
  static void (*const put[CURVE_KINDS])(FILE *, const struct plot *, const struct curve *,
                                        const struct scale *, const struct scale *) = {
      [CURVE_LINE] = put_line,     [CURVE_BAND] = put_band,         [CURVE_DISCS] = put_circles,
      [CURVE_RINGS] = put_circles, [CURVE_SEGMENTS] = put_segments, [CURVE_BARS] = put_segments};
  const struct scale along = make_scale(p->from, p->to, left_of(p), right_of(p), p->log_across),
                     up = make_up(p);
  fprintf(out, "<text class=\"title\" x=\"%.0f\" y=\"16\">", left_of(p));
  html_text(out, p->title);
  fputs("</text>", out);
  put_label(out, right_of(p), height_of(p) - 4, "end", p->across);
  put_ticks(out, p, &along, &up);
  for (size_t i = 0; i < p->count; i++) put[p->curves[i].kind](out, p, &p->curves[i], &along, &up);
}

void svg_plot(FILE *out, const struct plot *p) {
  fprintf(out, "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"", width_of(p), height_of(p));
  html_text(out, p->title);
  fputs("\">", out);
  put_plot(out, p);
  fputs("</svg>\n", out);
}

static void put_sample_line(FILE *out, int colour) {
  put_class(out, "path", "curve", colour);
  fputs(" d=\"M0 4H22\"/>", out);
}

void svg_sample(FILE *out, int colour) {
  fputs("<svg viewBox=\"0 0 22 8\" aria-hidden=\"true\">", out);
  put_sample_line(out, colour);
  fputs("</svg>", out);
}

/* Colours as words, for programs that know no variables of styles; as in html.c on a bright screen. */
static const char file_style[] =
    "text{fill:#59636e;font:11px sans-serif}.title{fill:#1b1f24;font-size:12.5px;font-weight:600}"
    ".axis{stroke:#d8dee4}.curve{fill:none;stroke-width:1.5}.bars{stroke-width:12}"
    ".c0{stroke:#1f6feb}.c1{stroke:#d9622b}.c2{stroke:#1a8f5a}.c3{stroke:#9a4fd0}.c4{stroke:#b8860b}"
    ".c5{stroke:#c2255c}.c6{stroke:#0b7285}.c7{stroke:#5c677d}";

void svg_file(FILE *out, const char *heading, const struct plot *p, const char *const *names, size_t count) {
  const double height = fmax(HEADING + height_of(p), HEADING + TOP + NAME_HEIGHT * (double)count);
  fprintf(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\">\n<style>%s</style>\n"
          "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
          width_of(p) + NAMES_WIDTH, height, file_style);
  put_label(out, 12, 18, "start", heading);
  for (size_t k = 0; k < count; k++) {
    fprintf(out, "\n<g transform=\"translate(%.0f %.0f)\">", width_of(p) + 4,
            HEADING + TOP + NAME_HEIGHT * (double)k);
    put_sample_line(out, (int)k);
    put_label(out, 28, 8, "start", names[k]);
    fputs("</g>", out);
  }
  fprintf(out, "\n<g transform=\"translate(0 %d)\">", HEADING);
  put_plot(out, p);
  fputs("</g>\n</svg>\n", out);
}
