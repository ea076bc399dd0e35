/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/sections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/html.h"
#include "report/measured.h"
#include "report/svg.h"
#include "util/words.h"

/* ---- what ran ---- */

static void put_sample(FILE *out, int colour, const char *name) {
  fputs("<span>", out);
  svg_sample(out, colour);
  html_element(out, "span", NULL, name);
  fputs("</span>\n", out);
}

static void put_ending(FILE *out, const struct report_run *run) {
  const char *outcome = json_string_value(json_object_get(run->summary, "outcome"));
  const char *reason = json_string_value(json_object_get(run->summary, "reason"));
  if (!outcome || !strcmp(outcome, "finished")) return;
  fputs("<p class=\"fault\">", out);
  html_text(out, run->folder);
  fputs(": ", out);
  html_text(out, outcome);
  if (reason) fputs(": ", out), html_text(out, reason);
  fputs("</p>\n", out);
}

void report_title(FILE *out, const struct report_run *runs, size_t count) {
  bool measured = false;
  html_element(out, "h1", NULL, runs[0].config->title);
  fputs("\n<div class=\"legend\">\n", out);
  for (size_t i = 0; i < count; i++) {
    put_sample(out, (int)i, runs[i].folder);
    measured = measured || runs[i].experiment.frame_count > 0;
  }
  if (measured) put_sample(out, SVG_MEASURED, "measured");
  fputs("</div>\n", out);
  for (size_t i = 0; i < count; i++) put_ending(out, &runs[i]);
}

/* The value at a path of keys such as "build.compiler", as people read it. */
static void put_value(FILE *out, const json_t *summary, const char *path, const char *unit) {
  const json_t *at = summary;
  char key[256], text[64];
  for (size_t length; *path; path += length + (path[length] == '.')) {
    length = strcspn(path, ".");
    snprintf(key, sizeof key, "%.*s", (int)length, path);
    at = json_object_get(at, key);
  }
  if (json_is_string(at)) {
    html_text(out, json_string_value(at));
    return;
  }
  if (!strcmp(unit, "place") && json_array_size(at) == 3) {
    snprintf(text, sizeof text, "(%.6g, %.6g, %.6g) m", json_number_value(json_array_get(at, 0)),
             json_number_value(json_array_get(at, 1)), json_number_value(json_array_get(at, 2)));
    html_text(out, text);
    return;
  }
  if (!json_is_number(at)) return;
  const double value = json_number_value(at);
  if (!strcmp(unit, "duration"))
    text_duration(text, value);
  else if (!strcmp(unit, "bytes"))
    text_bytes(text, value);
  else if (!strcmp(unit, "count"))
    text_count(text, value);
  else if (!strcmp(unit, "share"))
    snprintf(text, sizeof text, "%.3g %%", 100.0 * value);
  else
    snprintf(text, sizeof text, "%.9g%s%s", value, *unit ? " " : "", unit);
  html_text(out, text);
}

static bool has_value(const struct report_run *runs, size_t count, const char *path) {
  char first[64];
  snprintf(first, sizeof first, "%.*s", (int)strcspn(path, "."), path);
  for (size_t i = 0; i < count; i++) {
    const json_t *value = json_object_get(runs[i].summary, first);
    if (strchr(path, '.')) value = json_object_get(value, strchr(path, '.') + 1);
    if (value && !json_is_null(value)) return true;
  }
  return false;
}

static void put_heads(FILE *out, const struct report_run *runs, size_t count) {
  if (count < 2) return;
  fputs("<tr><th></th>", out);
  for (size_t i = 0; i < count; i++) html_element(out, "th", NULL, runs[i].folder);
  fputs("</tr>\n", out);
}

/* What a run has before it has a summary. */
static void put_spacings(FILE *out, const struct report_run *runs, size_t count) {
  fputs("<tr><th>Dimensions, particle spacing</th>", out);
  for (size_t i = 0; i < count; i++) {
    const struct amphi_case *c = runs[i].config;
    fprintf(out, "<td>%d-D", c->dimensions);
    if (c->method == METHOD_WCSPH) fprintf(out, ", %.6g m", c->dp);
    fputs("</td>", out);
  }
  fputs("</tr>\n", out);
}

/* The masses of phases, which have names of their own (wcsph/method.c). */
static void put_masses(FILE *out, const struct report_run *runs, size_t count, const char *phase) {
  static const char *const what[] = {"was there", "came in", "left", "is there"};
  char path[300];
  for (int k = 0; k < 4; k++) {
    snprintf(path, sizeof path, "results.%s %s", phase, what[k]);
    if (!has_value(runs, count, path)) continue;
    fputs("<tr><th>Mass of ", out);
    html_text(out, phase);
    fprintf(out, " that %s, kg or kg/m</th>", what[k]);
    for (size_t i = 0; i < count; i++) {
      fputs("<td>", out);
      put_value(out, runs[i].summary, path, "");
      fputs("</td>", out);
    }
    fputs("</tr>\n", out);
  }
}

/* Rows of a name, a path in the summary and a unit. */
static void put_rows(FILE *out, const struct report_run *runs, size_t count, const char *const (*rows)[3],
                     size_t row_count) {
  for (size_t k = 0; k < row_count; k++) {
    if (!has_value(runs, count, rows[k][1])) continue;
    fprintf(out, "<tr><th>%s</th>", rows[k][0]);
    for (size_t i = 0; i < count; i++) {
      fputs("<td>", out);
      put_value(out, runs[i].summary, rows[k][1], rows[k][2]);
      fputs("</td>", out);
    }
    fputs("</tr>\n", out);
  }
}

void report_facts(FILE *out, const struct report_run *runs, size_t count) {
  static const char *const rows[][3] = {
      {"Case", "case", ""},
      {"Method", "method", ""},
      {"Outcome", "outcome", ""},
      {"because", "reason", ""},
      {"Particles", "particles.total", ""},
      {"of them fluid", "particles.fluid", ""},
      {"of them walls", "particles.wall", ""},
      {"left through open faces", "particles.left", ""},
      {"of all fluid", "particles.lost_share", "share"},
      {"the first left at", "particles.first_left_time", "s"},
      {"where", "particles.first_left_at", "place"},
      {"of it at the start, with open boundaries", "particles.fluid_at_start", ""},
      {"came in through open boundaries", "particles.came_in", ""},
      {"went out", "particles.went_out", ""},
      {"is there", "particles.fluid_at_end", ""},
      {"Heat at the start, J or J/m above heat.reference", "results.heat before", ""},
      {"given by walls", "results.heat given", ""},
      {"brought by fluid that came in", "results.heat come", ""},
      {"taken away by fluid that left", "results.heat gone", ""},
      {"is there", "results.heat there", ""},
      {"Steps", "steps", ""},
      {"Time reached", "time", "s"},
      {"Wall time", "wall_time", "duration"},
      {"Particle-steps a second", "particle_steps_per_second", "count"},
      {"Pair interactions a second", "pair_interactions_per_second", "count"},
      {"Memory at most", "peak_memory", "bytes"},
      {"Backend", "execution", ""},
  };
  fputs("<h2>What ran</h2>\n<div class=\"wide\"><table>\n", out);
  put_heads(out, runs, count);
  put_spacings(out, runs, count);
  put_rows(out, runs, count, rows, sizeof rows / sizeof *rows);
  put_masses(out, runs, count, "material");
  for (size_t k = 0; k < runs[0].config->phase_count; k++)
    put_masses(out, runs, count, runs[0].config->phases[k].name);
  fputs("</table></div>\n", out);
}

void report_build(FILE *out, const struct report_run *runs, size_t count) {
  static const char *const rows[][3] = {
      {"Hash of the last state", "state_hash", ""},
      {"Code", "code.kind", ""},
      {"Version", "version", ""},
      {"Sources", "build.sources", ""},
      {"Compiler", "build.compiler", ""},
      {"Flags", "build.flags", ""},
      {"Libraries", "build.libraries", ""},
  };
  fputs("<h2>To repeat it</h2>\n<div class=\"wide\"><table>\n", out);
  put_heads(out, runs, count);
  put_rows(out, runs, count, rows, sizeof rows / sizeof *rows);
  fputs("</table></div>\n", out);
}

/* ---- where the time went ---- */

static void put_stages(FILE *out, const struct report_run *run) {
  const json_t *stages = json_object_get(run->summary, "wall_time_by_stage");
  const double whole = json_number_value(json_object_get(run->summary, "wall_time"));
  const char *name;
  json_t *value;
  html_element(out, "h3", NULL, run->folder);
  fputs("<table>\n", out);
  json_object_foreach((json_t *)stages, name, value) {
    const double seconds = json_number_value(value), share = whole > 0 ? 100 * seconds / whole : 0;
    fputs("<tr>", out);
    html_element(out, "th", NULL, name);
    fprintf(out,
            "<td class=\"n\">%.3f s</td><td class=\"n\">%.1f %%</td><td class=\"bars\"><span class=\"bar\" "
            "style=\"width:%.1f%%\"></span></td></tr>\n",
            seconds, share, fmin(share, 100));
  }
  fputs("</table>\n", out);
}

void report_stages(FILE *out, const struct report_run *runs, size_t count) {
  fputs("<h2>Where the time went</h2>\n<div class=\"grid\">\n", out);
  for (size_t i = 0; i < count; i++) {
    fputs("<div>", out);
    if (json_object_get(runs[i].summary, "wall_time_by_stage"))
      put_stages(out, &runs[i]);
    else
      fputs("<p class=\"soft\">There is no summary: this run has not ended.</p>", out);
    fputs("</div>\n", out);
  }
  fputs("</div>\n", out);
}

/* ---- gauges ---- */

static struct curve column_curve(const struct frame *column, int colour) {
  return (struct curve){
      .x = measured_times(column), .y = measured_values(column), .count = column->count, .colour = colour};
}

static const struct frame *find_measured(const struct report_run *runs, size_t count, const char *gauge) {
  for (size_t i = 0; i < count; i++) {
    const struct frame *found = measured_find(&runs[i].experiment, gauge);
    if (found) return found;
  }
  return NULL;
}

static void put_gauge(FILE *out, const struct report_run *runs, size_t count, const char *name) {
  struct curve curves[SVG_COLOURS + 1];
  const bool swarm = runs[0].config->method == METHOD_SWARM;
  struct plot plot = {.title = name,
                      .across = swarm ? "iteration" : "time [s]",
                      .curves = curves,
                      .from = INFINITY,
                      .to = -INFINITY,
                      .log_up = swarm && !strcmp(name, "best")};
  const struct frame *measured = find_measured(runs, count, name);
  if (measured) curves[plot.count++] = column_curve(measured, SVG_MEASURED);
  for (size_t i = 0; i < count; i++) {
    const struct frame *column = measured_find(&runs[i].gauges, name);
    if (!column || !column->count) continue;
    curves[plot.count++] = column_curve(column, (int)i);
    plot.from = fmin(plot.from, measured_times(column)[0]);
    plot.to = fmax(plot.to, measured_times(column)[column->count - 1]);
  }
  fputs("<figure>", out);
  svg_plot(out, &plot);
  fputs("</figure>\n", out);
}

static void put_misfit(FILE *out, const struct report_run *run, const struct frame *measured,
                       const char *name, bool many) {
  const struct frame *column = measured_find(&run->gauges, name);
  struct misfit m;
  if (!column || !measured_compare(column, measured, &m)) return;
  fputs("<tr>", out);
  html_element(out, "td", NULL, name);
  if (many) html_element(out, "td", NULL, run->folder);
  fprintf(out, "<td class=\"n\">%.4g</td><td class=\"n\">", m.rms);
  if (m.range > 0) fprintf(out, "%.1f %%", 100 * m.rms / m.range);
  fprintf(out,
          "</td><td class=\"n\">%.4g at %.4g s</td><td class=\"n\">%.4g at %.4g s</td><td "
          "class=\"n\">%zu</td></tr>\n",
          m.found, m.found_time, m.peak, m.peak_time, m.count);
}

static void put_misfits(FILE *out, const struct report_run *runs, size_t count) {
  fprintf(out,
          "<h3>Against what was measured</h3>\n<div class=\"wide\"><table>\n<tr><th>gauge</th>%s<th "
          "class=\"n\">RMS difference</th><th class=\"n\">of the measured range</th><th "
          "class=\"n\">largest</th><th class=\"n\">largest measured</th><th "
          "class=\"n\">samples</th></tr>\n",
          count > 1 ? "<th>run</th>" : "");
  for (size_t k = 0; k < runs[0].gauges.frame_count; k++) {
    const char *name = runs[0].gauges.frames[k].name;
    const struct frame *measured = find_measured(runs, count, name);
    for (size_t i = 0; measured && i < count; i++) put_misfit(out, &runs[i], measured, name, count > 1);
  }
  fputs("</table></div>\n<p class=\"soft\">Over the measured samples within the run's time; between its own "
        "samples a gauge goes straight.</p>\n",
        out);
}

/* Whether an earlier run has a gauge of the name. */
static bool was_shown(const struct report_run *runs, size_t before, const char *name) {
  for (size_t i = 0; i < before; i++)
    if (measured_find(&runs[i].gauges, name)) return true;
  return false;
}

void report_gauges(FILE *out, const struct report_run *runs, size_t count) {
  bool measured = false, any = false;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < runs[i].gauges.frame_count; k++) {
      const char *name = runs[i].gauges.frames[k].name;
      if (was_shown(runs, i, name)) continue;
      if (!any) fputs("<h2>Gauges</h2>\n<div class=\"grid\">\n", out);
      any = true;
      put_gauge(out, runs, count, name);
      measured = measured || find_measured(runs, count, name);
    }
  if (any) fputs("</div>\n", out);
  if (measured) put_misfits(out, runs, count);
}

/* ---- energy and mass ---- */

void report_histories(FILE *out, const struct report_run *runs, size_t count) {
  bool any = false;
  for (size_t i = 0; i < count; i++) any = any || runs[i].history.count > 0;
  if (!any) return;
  fputs("<h2>Energy and mass</h2>\n<div class=\"grid\">\n", out);
  for (int kind = 0; kind < HISTORY_KINDS; kind++) {
    struct curve curves[SVG_COLOURS];
    char title[64];
    const bool flat = runs[0].config->dimensions == 2;
    snprintf(title, sizeof title, "%s [%s%s]", history_names[kind], kind == HISTORY_MASS ? "kg" : "J",
             flat ? "/m" : "");
    struct plot plot = {
        .title = title, .across = "time [s]", .curves = curves, .from = INFINITY, .to = -INFINITY};
    for (size_t i = 0; i < count; i++) {
      const struct history *h = &runs[i].history;
      if (h->count == 0) continue;
      curves[plot.count++] =
          (struct curve){.x = h->time, .y = h->values[kind], .count = h->count, .colour = (int)i};
      plot.from = fmin(plot.from, h->time[0]);
      plot.to = fmax(plot.to, h->time[h->count - 1]);
    }
    fputs("<figure>", out);
    svg_plot(out, &plot);
    fputs("</figure>\n", out);
  }
  fputs("</div>\n<p class=\"soft\">Of the fluid in the snapshots. The potential energy is that of gravity, "
        "zero at the origin; mechanical is kinetic and potential.</p>\n",
        out);
}
