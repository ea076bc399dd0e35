/* SPDX-License-Identifier: BSD-3-Clause */
/* study.html: bands, numbers with their spread, and orders of convergence. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/file.h"
#include "lane/exponent.h"
#include "report/html.h"
#include "report/svg.h"
#include "study/result.h"
#include "util/error.h"
#include "util/path.h"
#include "util/words.h"

enum { CURVES_MOST = 2 * SVG_COLOURS + 2 };

static void put_sample(FILE *out, int colour, const char *name) {
  fputs("<span>", out);
  svg_sample(out, colour);
  html_element(out, "span", NULL, name);
  fputs("</span>\n", out);
}

static void dp_text(char text[32], const struct study_plan *p, size_t k) {
  if (p->dp[k] > 0)
    snprintf(text, 32, "dp = %g m", p->dp[k]);
  else
    snprintf(text, 32, "all runs");
}

static void put_title(FILE *out, const struct study_result *r, const struct study_plan *p, bool measured) {
  char text[32], doubt[256];
  html_element(out, "h1", NULL, p->title);
  fputs("\n<div class=\"legend\">\n", out);
  for (size_t k = 0; k < p->dp_count && k < SVG_COLOURS; k++) {
    dp_text(text, p, k);
    put_sample(out, (int)k, text);
  }
  if (measured) put_sample(out, SVG_MEASURED, "measured");
  fputs("</div>\n", out);
  fprintf(
      out,
      "<p>%zu runs: %zu spacing%s, %d repetition%s%s%zu variant%s. Lines are medians over the repetitions, "
      "bands go from their 2.5 to their 97.5 %% quantile%s.</p>\n",
      p->run_count, p->dp_count, p->dp_count == 1 ? "" : "s", p->repeats, p->repeats == 1 ? "" : "s",
      p->jitter > 0 ? " with particles off their sites by other random numbers, " : ", ", p->variant_count,
      p->variant_count == 1 ? "" : "s",
      p->repeats > 1 && p->repeats < 40 ? "; of so few that is nearly from the least to the largest" : "");
  for (size_t at = 0; study_doubt(doubt, r, p, &at);) html_element(out, "p", "fault", doubt);
}

/* ---- plots ---- */

static void put_figure(FILE *out, const struct plot *plot) {
  fputs("<figure>", out);
  svg_plot(out, plot);
  fputs("</figure>\n", out);
}

static struct curve measured_curve(const struct study_series *s) {
  return (struct curve){.x = measured_times(s->measured),
                        .y = measured_values(s->measured),
                        .count = s->measured->count,
                        .colour = SVG_MEASURED};
}

/* Bands behind, then medians, and what was measured in front. */
static void put_bands(FILE *out, const struct study_series *s, const struct study_plan *p) {
  struct curve curves[CURVES_MOST];
  char title[512];
  const char *label = p->variants[s->variant].label;
  snprintf(title, sizeof title, "%s%s%s", s->name, *label ? ", " : "", label);
  struct plot plot = {.title = title,
                      .across = "time [s]",
                      .curves = curves,
                      .from = s->time[0],
                      .to = s->time[s->count - 1]};
  const size_t shown = p->dp_count < SVG_COLOURS ? p->dp_count : SVG_COLOURS;
  for (size_t k = shown; k-- > 0;) {
    const struct study_level *level = &s->levels[k];
    if (level->count > 1)
      curves[plot.count++] = (struct curve){s->time, level->low, s->count, (int)k, CURVE_BAND, level->high};
  }
  for (size_t k = shown; k-- > 0;)
    if (s->levels[k].count)
      curves[plot.count++] =
          (struct curve){.x = s->time, .y = s->levels[k].median, .count = s->count, .colour = (int)k};
  if (s->measured) curves[plot.count++] = measured_curve(s);
  put_figure(out, &plot);
}

static double decades(double x) {
  return logarithm(x) / logarithm(10.0);
}

/* Distance from the extrapolated value over the spacing, with the line of the observed order. */
static void put_errors(FILE *out, const struct study_series *s, const struct study_plan *p, int q) {
  const struct convergence *c = &s->convergence[q];
  double x[p->dp_count], y[p->dp_count], line[2], ends[2];
  size_t count = 0;
  char title[256];
  if (!convergence_is_found(c)) return;
  for (size_t k = 0; k < p->dp_count; k++) {
    const double error = fabs(s->levels[k].spread[q].median - c->extrapolated);
    if (error > 0) x[count] = decades(p->dp[k]), y[count++] = decades(error);
  }
  if (count < 2) return;
  ends[0] = x[0], ends[1] = x[count - 1];
  line[0] = y[0], line[1] = y[0] + c->order * (ends[1] - ends[0]);
  const struct curve curves[] = {{.x = ends, .y = line, .count = 2, .colour = SVG_MEASURED},
                                 {.x = x, .y = y, .count = count, .colour = 0}};
  snprintf(title, sizeof title, "%s, %s: log10 of the error, order %.2f", s->name, quantity_names[q],
           c->order);
  put_figure(out, &(struct plot){.title = title,
                                 .across = "log10 of dp in m",
                                 .curves = curves,
                                 .count = 2,
                                 .from = ends[0],
                                 .to = ends[1]});
}

/* The variants against each other, at the finest spacing. */
static void put_variants(FILE *out, const struct study_series *s, const struct study_plan *p) {
  struct curve curves[CURVES_MOST];
  char title[256];
  snprintf(title, sizeof title, "%s, variants at the finest spacing", s->name);
  struct plot plot = {
      .title = title, .across = "time [s]", .curves = curves, .from = INFINITY, .to = -INFINITY};
  for (size_t v = 0; v < p->variant_count && v < SVG_COLOURS; v++) {
    if (s[v].count == 0 || s[v].levels[0].count == 0) continue;
    curves[plot.count++] =
        (struct curve){.x = s[v].time, .y = s[v].levels[0].median, .count = s[v].count, .colour = (int)v};
    plot.from = fmin(plot.from, s[v].time[0]), plot.to = fmax(plot.to, s[v].time[s[v].count - 1]);
  }
  if (s->measured) curves[plot.count++] = measured_curve(s);
  if (plot.count == 0) return;
  fputs("<div class=\"legend\">\n", out);
  for (size_t v = 0; v < p->variant_count && v < SVG_COLOURS; v++)
    put_sample(out, (int)v, *p->variants[v].label ? p->variants[v].label : "as the case has it");
  fputs("</div>\n<div class=\"grid\">\n", out);
  put_figure(out, &plot);
  fputs("</div>\n", out);
}

/* ---- numbers ---- */

static void put_cell(FILE *out, const char *format, double value) {
  fputs("<td class=\"n\">", out);
  if (isfinite(value)) fprintf(out, format, value);
  fputs("</td>", out);
}

static void put_rows(FILE *out, const struct study_series *s, const struct study_plan *p, int q) {
  const struct convergence *c = &s->convergence[q];
  for (size_t k = 0; k < p->dp_count; k++) {
    const struct study_level *level = &s->levels[k];
    char text[32];
    dp_text(text, p, k);
    fputs("<tr>", out);
    html_element(out, "th", NULL, k ? "" : quantity_names[q]);
    html_element(out, "th", NULL, text);
    put_cell(out, "%.6g", level->spread[q].median);
    put_cell(out, "%.6g", level->count > 1 ? level->spread[q].low : NAN);
    put_cell(out, "%.6g", level->count > 1 ? level->spread[q].high : NAN);
    put_cell(out, "%.3g", level->spread[q].deviation);
    put_cell(out, "%.4g", q == QUANTITY_PEAK ? level->peak_time.median : NAN);
    put_cell(out, "%.2f", k ? NAN : c->order);
    put_cell(out, "%.6g", k ? NAN : c->extrapolated);
    put_cell(out, "%.2g", k ? NAN : c->band);
    put_cell(out, "%.2f %%", k ? NAN : 100 * c->index);
    html_element(out, "td", NULL, k ? "" : verdict_texts[c->verdict]);
    fputs("</tr>\n", out);
  }
}

static void put_numbers(FILE *out, const struct study_series *s, const struct study_plan *p) {
  fputs("<div class=\"wide\"><table>\n<tr><th></th><th></th><th class=\"n\">median</th><th class=\"n\">2.5 "
        "%</th>"
        "<th class=\"n\">97.5 %</th><th class=\"n\">deviation</th><th class=\"n\">at [s]</th><th "
        "class=\"n\">order</th><th class=\"n\">extrapolated</th><th class=\"n\">+-</th><th "
        "class=\"n\">GCI</th><th>with finer spacings it</th></tr>\n",
        out);
  for (int q = 0; q < QUANTITIES; q++)
    if (q != QUANTITY_END || s->smoothness != SMOOTH_NOT) put_rows(out, s, p, q);
  fputs("</table></div>\n", out);
}

static void put_words(FILE *out, const struct study_series *s, const struct study_plan *p) {
  char text[512] = "";
  if (s->smoothness == SMOOTH_UNKNOWN && p->dp_count > 1)
    snprintf(text, sizeof text,
             "Not judged point by point: to tell whether the signal is smooth takes %d repetitions at each "
             "spacing.",
             STUDY_REPEATS);
  else if (s->smoothness == SMOOTH_NOT)
    snprintf(
        text, sizeof text,
        "Chaotic: the band over repetitions is %.2g of the difference between the two finest spacings, so it "
        "is judged by means, peaks and impulses, not point by point.",
        s->noise);
  else if (s->extrapolated)
    snprintf(
        text, sizeof text,
        "Smooth: the band over repetitions is %.2g of the difference between the two finest spacings. Point "
        "by point the order is %.2f (median; %.0f %% of the points converge monotonically).",
        s->noise, s->order, 100 * s->share);
  else if (s->smoothness == SMOOTH_YES)
    snprintf(text, sizeof text, "Smooth, but fewer than half of its points converge monotonically.");
  if (*text) html_element(out, "p", "soft", text);
  for (int q = 0; q < QUANTITIES; q++)
    if (s->convergence[q].order > CONVERGENCE_STEEP) {
      snprintf(
          text, sizeof text,
          "%s: an order of %.1f is more than any scheme has: the spacings are hardly in the range where one "
          "order holds, and its error estimate is too small.",
          quantity_names[q], s->convergence[q].order);
      html_element(out, "p", "fault", text);
    }
  if (!s->misfit.count) return;
  snprintf(
      text, sizeof text,
      "Measured: peak %.4g at %.4g s. The finest median is %.4g away (root mean square over %zu samples)",
      s->misfit.peak, s->misfit.peak_time, s->misfit.rms, s->misfit.count);
  const size_t used = strlen(text);
  if (isfinite(s->inside))
    snprintf(text + used, sizeof text - used, "; %.0f %% of the samples are within its band.",
             100 * s->inside);
  else
    snprintf(text + used, sizeof text - used, ".");
  html_element(out, "p", NULL, text);
}

static void put_series(FILE *out, const struct study_series *s, const struct study_plan *p) {
  const char *label = p->variants[s->variant].label;
  if (p->variant_count > 1) html_element(out, "h3", NULL, *label ? label : "As the case has it");
  if (s->count == 0) {
    fputs("<p class=\"soft\">Its runs have no times in common.</p>\n", out);
    return;
  }
  fputs("<div class=\"grid\">\n", out);
  put_bands(out, s, p);
  for (int q = 0; q < QUANTITIES; q++)
    if (q == QUANTITY_MEAN || q == QUANTITY_PEAK || (q == QUANTITY_END && s->smoothness != SMOOTH_NOT))
      put_errors(out, s, p, q);
  fputs("</div>\n", out);
  put_words(out, s, p);
  put_numbers(out, s, p);
}

static void put_gauges(FILE *out, const struct study_result *r, const struct study_plan *p) {
  for (size_t i = 0; i < r->series_count; i++) {
    const struct study_series *s = &r->series[i];
    if (s->variant == 0) {
      html_element(out, "h2", NULL, s->name);
      if (p->variant_count > 1) put_variants(out, s, p);
    }
    put_series(out, s, p);
  }
}

/* ---- repetitions of the experiment ---- */

/* Over the spacings: from the least to the largest of the experiment's behind, then of ours, and both means.
 */
static void put_repeated_figure(FILE *out, const struct study_repeated *r, const struct study_plan *p) {
  const size_t n = p->dp_count;
  double x[n], least[n], largest[n], mean[n], ends[2], band[2][2], line[2];
  char title[256];
  for (size_t k = 0; k < n; k++) {
    x[k] = p->dp[k];
    least[k] = r->found[k].least, largest[k] = r->found[k].largest, mean[k] = r->found[k].mean;
  }
  if (n < 2) return;
  ends[0] = x[0], ends[1] = x[n - 1];
  for (int k = 0; k < 2; k++)
    band[0][k] = r->measured.least, band[1][k] = r->measured.largest, line[k] = r->measured.mean;
  const struct curve curves[] = {{ends, band[0], 2, SVG_MEASURED, CURVE_BAND, band[1]},
                                 {x, least, n, 0, CURVE_BAND, largest},
                                 {.x = ends, .y = line, .count = 2, .colour = SVG_MEASURED},
                                 {.x = x, .y = mean, .count = n}};
  snprintf(title, sizeof title, "%s, %s from %g to %g s: means, with the range from the least to the largest",
           r->gauge, quantity_names[r->quantity], r->from, r->to);
  put_figure(
      out,
      &(struct plot){
          .title = title, .across = "dp [m]", .curves = curves, .count = 4, .from = ends[0], .to = ends[1]});
}

static void put_repeated_row(FILE *out, const char *who, const struct repeated_spread *s) {
  fputs("<tr>", out);
  html_element(out, "th", NULL, who);
  put_cell(out, "%.0f", (double)s->count);
  put_cell(out, "%.4g", s->mean);
  put_cell(out, "%.3g", s->deviation);
  put_cell(out, "%.4g", s->least);
  put_cell(out, "%.4g", s->largest);
  fputs("</tr>\n", out);
}

static void put_repeated(FILE *out, const struct study_repeated *r, const struct study_plan *p) {
  char text[512];
  const char *label = p->variants[r->variant].label;
  if (!r->found) return;
  snprintf(text, sizeof text, "%s, %s from %g to %g s%s%s", r->gauge, quantity_names[r->quantity], r->from,
           r->to, *label ? ", " : "", label);
  html_element(out, "h3", NULL, text);
  fputs("<div class=\"grid\">\n", out);
  if (p->dp[0] > 0) put_repeated_figure(out, r, p);
  fputs("</div>\n<div class=\"wide\"><table>\n<tr><th></th><th class=\"n\">repetitions</th><th "
        "class=\"n\">mean</th><th class=\"n\">deviation</th><th class=\"n\">least</th><th "
        "class=\"n\">largest</th></tr>\n",
        out);
  put_repeated_row(out, "experiment", &r->measured);
  for (size_t k = 0; k < p->dp_count; k++) {
    char spacing[32];
    dp_text(spacing, p, k);
    put_repeated_row(out, spacing, &r->found[k]);
  }
  fputs("</table></div>\n", out);
  if (!isfinite(r->error)) return;
  snprintf(
      text, sizeof text,
      "The mean at the finest spacing minus that of the experiment is %.3g, with a standard error of %.2g.",
      r->difference, r->error);
  html_element(out, "p", NULL, text);
}

static void put_all_repeated(FILE *out, const struct study_result *r, const struct study_plan *p) {
  if (r->repeated_count) fputs("<h2>Repetitions of the experiment</h2>\n", out);
  for (size_t i = 0; i < r->repeated_count; i++) put_repeated(out, &r->repeated[i], p);
}

/* ---- runs ---- */

static void put_runs(FILE *out, const struct study_result *r, const struct study_plan *p) {
  char text[32];
  fputs("<h2>Runs</h2>\n<div class=\"wide\"><table>\n<tr><th>spacing</th><th class=\"n\">of the finest's "
        "fluid</th><th class=\"n\">wall time of a run</th></tr>\n",
        out);
  for (size_t k = 0; k < p->dp_count; k++) {
    dp_text(text, p, k);
    fputs("<tr>", out);
    html_element(out, "td", NULL, text);
    put_cell(out, "%.3f %%", 100 * r->volumes[k]);
    html_element(out, "td", "n", isfinite(r->seconds[k]) ? text_duration(text, r->seconds[k]) : "");
    fputs("</tr>\n", out);
  }
  fputs("</table></div>\n<details><summary>Folders and settings</summary><table>\n", out);
  for (size_t i = 0; i < p->run_count; i++) {
    const struct study_run *run = &p->runs[i];
    fputs("<tr>", out);
    html_element(out, "td", NULL, run->name);
    html_element(out, "td", NULL, run_state_names[run->state]);
    fputs("<td>", out);
    for (size_t k = 0; k < run->count; k++)
      html_element(out, "code", NULL, run->settings[k]), fputs(" ", out);
    fputs("</td></tr>\n", out);
  }
  fputs("</table></details>\n", out);
}

int study_write_page(const struct study_result *r, const struct study_plan *p, const char *folder) {
  char path[PATH_MAX], *page = NULL;
  size_t size;
  bool measured = false;
  TRY(path_join(path, folder, "study.html"));
  FILE *out = open_memstream(&page, &size);
  CHECK(out, STATUS_FAILED, "no memory for %s", path);
  for (size_t i = 0; i < r->series_count; i++) measured = measured || r->series[i].measured;
  html_begin(out, p->title);
  put_title(out, r, p, measured);
  put_gauges(out, r, p);
  put_all_repeated(out, r, p);
  put_runs(out, r, p);
  html_end(out);
  int status = ferror(out) | fclose(out) ? error_set(STATUS_FAILED, "no memory for %s", path) : STATUS_OK;
  if (!status) status = file_replace(path, page, size);
  free(page);
  return status;
}
