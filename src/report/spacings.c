/* SPDX-License-Identifier: BSD-3-Clause */
/* How gauges of runs at several particle spacings come together. */
#include <math.h>

#include "report/html.h"
#include "report/measured.h"
#include "report/sections.h"
#include "report/svg.h"

/* Runs by spacing, the coarsest first; of one spacing the first run. */
struct ladder {
  const struct report_run *runs[SVG_COLOURS];
  size_t count;
};

static double spacing_of(const struct report_run *run) {
  return run->config->dp;
}

bool report_same_spacing(const struct report_run *a, const struct report_run *b) {
  const bool particles = a->config->method == METHOD_WCSPH && b->config->method == METHOD_WCSPH;
  return !particles || spacing_of(a) == spacing_of(b);
}

static void add_run(struct ladder *l, const struct report_run *run) {
  size_t at = 0;
  for (; at < l->count && spacing_of(l->runs[at]) >= spacing_of(run); at++)
    if (spacing_of(l->runs[at]) == spacing_of(run)) return;
  for (size_t k = l->count; k > at; k--) l->runs[k] = l->runs[k - 1];
  l->runs[at] = run;
  l->count++;
}

/* The order p of errors as dp^p for which two differences, between spacings a and b and between b and c, have
 * this ratio; NaN where no order from 0.05 to 20 has. */
static double find_order(double a, double b, double c, double ratio) {
  double low = 0.05, high = 20;
  for (int n = 0; n < 60; n++) {
    const double p = 0.5 * (low + high);
    if ((pow(a, p) - pow(b, p)) / (pow(b, p) - pow(c, p)) < ratio)
      low = p;
    else
      high = p;
  }
  return low > 0.051 && high < 19.9 ? 0.5 * (low + high) : NAN;
}

static bool compare_spacings(const struct report_run *coarse, const struct report_run *fine, const char *name,
                             struct misfit *m) {
  const struct frame *a = measured_find(&coarse->gauges, name), *b = measured_find(&fine->gauges, name);
  return a && b && b->count > 0 && measured_compare(a, b, m);
}

static void put_order(FILE *out, const struct ladder *l, const char *name) {
  struct misfit first, second;
  fputs("<td class=\"n\">", out);
  if (l->count >= 3) {
    const struct report_run *const *last = &l->runs[l->count - 3];
    if (compare_spacings(last[0], last[1], name, &first) &&
        compare_spacings(last[1], last[2], name, &second) && second.rms > 0) {
      const double order =
          find_order(spacing_of(last[0]), spacing_of(last[1]), spacing_of(last[2]), first.rms / second.rms);
      if (isfinite(order))
        fprintf(out, "%.2f", order);
      else
        fputs("none", out);
    }
  }
  fputs("</td>", out);
}

static void put_gauge(FILE *out, const struct ladder *l, const char *name) {
  const struct report_run *finest = l->runs[l->count - 1];
  fputs("<tr>", out);
  html_element(out, "td", NULL, name);
  for (size_t i = 0; i + 1 < l->count; i++) {
    struct misfit m;
    fputs("<td class=\"n\">", out);
    if (compare_spacings(l->runs[i], finest, name, &m)) {
      fprintf(out, "%.4g", m.rms);
      if (m.range > 0) fprintf(out, " (%.1f %%)", 100 * m.rms / m.range);
    }
    fputs("</td>", out);
  }
  put_order(out, l, name);
  fputs("</tr>\n", out);
}

void report_spacings(FILE *out, const struct report_run *runs, size_t count) {
  struct ladder l = {.count = 0};
  for (size_t i = 0; i < count; i++)
    if (runs[i].config->method == METHOD_WCSPH) add_run(&l, &runs[i]);
  if (l.count < 2) return;
  const struct report_run *finest = l.runs[l.count - 1];
  fputs("<h2>Across spacings</h2>\n", out);
  if (finest->gauges.frame_count == 0) {
    fputs("<p class=\"soft\">The finest run has no gauges to hold the others against.</p>\n", out);
    return;
  }
  fputs("<div class=\"wide\"><table>\n<tr><th>RMS difference from the finest run</th>", out);
  for (size_t i = 0; i + 1 < l.count; i++) fprintf(out, "<th class=\"n\">%.6g m</th>", spacing_of(l.runs[i]));
  fputs("<th class=\"n\">order</th></tr>\n", out);
  for (size_t k = 0; k < finest->gauges.frame_count; k++) put_gauge(out, &l, finest->gauges.frames[k].name);
  fprintf(out,
          "</table></div>\n<p class=\"soft\">The finest has %.6g m. In brackets: of the range that it goes "
          "through. The order is that of the last three spacings, from how far each is from the next; %s"
          "Particles are others at each spacing and are not compared.</p>\n",
          spacing_of(finest),
          l.count < 3 ? "two spacings tell none. " : "\"none\" where they do not come together. ");
}
