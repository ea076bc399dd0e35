/* SPDX-License-Identifier: BSD-3-Clause */
/* What `amphi verify` says, as text and as JSON. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/provenance.h"
#include "cli/verify.h"
#include "util/json.h"
#include "util/log.h"

enum { CELL = HASH_TEXT + 1 }; /* a hash and its mark */

/* One line of the table: a cell a moment, then what it is. */
struct line {
  char text[MOST_MOMENTS * (CELL + 2) + 1];
  size_t length;
};

static void put_cell(struct line *l, const char *text, char mark) {
  l->length += (size_t)snprintf(l->text + l->length, sizeof l->text - l->length, "  %-16s%c", text, mark);
}

void verify_print_head(const struct verification *v) {
  struct line l = {0};
  char step[32];
  log_say("  sums        %s: %s", case_word_summation(v->summation),
          v->summation == SUM_FIXED ? "every hash must be the same" : "backends add in different orders");
  log_say(" ");
  for (size_t m = 0; m < v->moments; m++) {
    snprintf(step, sizeof step, "%s%" PRIu64, m ? "" : "step ", v->steps[m]);
    put_cell(&l, step, ' ');
  }
  log_say("%s", l.text);
  if (!v->against) return;
  struct line file = {0};
  for (size_t m = 0; m < v->moments; m++) {
    char text[HASH_TEXT];
    hash_text(text, v->expected[m]);
    put_cell(&file, text, ' ');
  }
  log_say("%s  %s (%s)", file.text, v->against, v->against_origin);
}

static double largest_deviation(const struct way *w) {
  double largest = 0;
  for (size_t m = 0; m < w->reached; m++) largest = fmax(largest, w->deviations[m]);
  return largest;
}

/* A cell that is not what it must be is marked with '!', one that is only near enough with '~'. */
static char mark_of(const struct verification *v, const struct way *w, size_t moment) {
  if (moment >= v->reached || w->hashes[moment] != v->expected[moment])
    return verify_is_right(v, w, moment) ? '~' : '!';
  return ' ';
}

void verify_print_way(const struct verification *v, const struct way *w) {
  struct line l = {0};
  char text[HASH_TEXT];
  const bool known = v->begun || !v->to_end; /* how many steps there are */
  for (size_t m = 0; m < v->moments && known; m++) {
    if (m < w->reached)
      hash_text(text, w->hashes[m]);
    else
      strcpy(text, "-");
    put_cell(&l, text, m < w->reached ? mark_of(v, w, m) : ' ');
  }
  double largest = largest_deviation(w);
  if (largest > 0)
    log_say("%s  %s; differs by %.2g", l.text, w->name, largest);
  else
    log_say("%s  %s", l.text, w->name);
  if (*w->diverged) log_say("      %s", w->diverged);
  if (*w->failed) log_say("      %s", w->failed);
}

static void say_different(const struct verification *v, const struct way *w) {
  size_t moment = verify_first_difference(v, w);
  if (*w->failed || (moment == v->moments && !verify_gauges_differ(v, w))) return;
  if (moment == v->moments)
    log_say("    %s: gauges alone, in states that are the same", w->name);
  else if (moment >= w->reached && moment < v->reached)
    log_say("    %s: diverged before step %" PRIu64, w->name, v->steps[moment]);
  else
    log_say("    %s: from step %" PRIu64 " on", w->name, v->steps[moment]);
}

/* A gap of that name which is larger, or as large and before it. */
static bool find_larger(const struct verification *v, size_t way, const struct gap *g) {
  for (size_t i = 0; i < v->way_count; i++)
    for (size_t k = 0; k < v->ways[i].gap_count; k++) {
      const struct gap *other = &v->ways[i].gaps[k];
      if (other->of_gauge == g->of_gauge && strcmp(other->name, g->name) == 0 && other != g &&
          (other->most > g->most || (other->most == g->most && i < way)))
        return true;
    }
  return false;
}

/* Of each field and gauge the way in which it differs most. */
static void say_gaps(const struct verification *v, bool of_gauges, const char *title) {
  bool said = false;
  for (size_t i = 0; i < v->way_count; i++)
    for (size_t k = 0; k < v->ways[i].gap_count; k++) {
      const struct gap *g = &v->ways[i].gaps[k];
      if (g->of_gauge != of_gauges || find_larger(v, i, g)) continue;
      if (!said) log_say("%s", title);
      said = true;
      if (isinf(g->most))
        log_say("    %-14s %s; %s", g->name, g->place, v->ways[i].name);
      else
        log_say("    %-14s %.3g, of up to %.3g; %s; %s", g->name, g->most, g->scale, g->place,
                v->ways[i].name);
    }
}

static void say_where(const struct verification *v) {
  char *command = verify_bisect_command(v);
  if (command)
    log_say(v->against ? "To find between which two of its steps: %s"
                       : "To find step, entry and particle: %s",
            command);
  free(command);
}

static void say_alone(const struct verification *v) {
  if (v->against)
    log_say("The way agrees with %s, bit for bit", v->against);
  else
    log_say("One way %s; there is no other to hold it against", *v->diverged ? "diverged" : "ran");
}

void verify_print_verdict(const struct verification *v) {
  size_t different = verify_count_differences(v), failed = verify_count_failures(v);
  double largest = 0;
  for (size_t i = 0; i < v->way_count; i++) largest = fmax(largest, largest_deviation(&v->ways[i]));
  log_say(" ");
  if (different) {
    log_say("%zu of %zu ways differ from %s:", different, v->way_count,
            v->against ? v->against : "the first");
    for (size_t i = 0; i < v->way_count; i++) say_different(v, &v->ways[i]);
    if (v->summation == SUM_FIXED)
      say_where(v);
    else
      log_say("The root mean square difference may be %.2g spacings, speeds of sound or rest densities",
              v->bound);
  } else if (failed) {
    log_say("%zu of %zu ways could not run%s", failed, v->way_count,
            v->way_count - failed + (v->against != NULL) > 1 ? "; the others agree" : "");
  } else if (v->way_count == 1) {
    say_alone(v);
  } else if (*v->diverged) {
    log_say("All %zu ways diverged alike", v->way_count);
  } else if (v->summation == SUM_FIXED) {
    log_say("All %zu ways agree, bit for bit%s%s", v->way_count, v->against ? ", also with " : "",
            v->against ? v->against : "");
  } else {
    log_say("All %zu ways agree within %.2g (bound %.2g): root mean square, in spacings, speeds of sound and "
            "rest "
            "densities",
            v->way_count, largest, v->bound);
  }
  say_gaps(v, false, "Largest differences from the first way after the last step:");
  say_gaps(v, true, "Largest differences of gauges from those of the first way:");
}

/* ---- JSON ---- */

static json_t *hashes_json(const uint64_t *hashes, size_t count) {
  json_t *array = json_array();
  for (size_t m = 0; m < count; m++) {
    char text[HASH_TEXT];
    hash_text(text, hashes[m]);
    json_array_append_new(array, json_string(text));
  }
  return array;
}

static json_t *steps_json(const struct verification *v) {
  json_t *array = json_array();
  for (size_t m = 0; m < v->moments; m++) json_array_append_new(array, json_integer((json_int_t)v->steps[m]));
  return array;
}

static json_t *settings_json(const struct verification *v) {
  json_t *array = json_array();
  for (size_t i = 0; i < v->overrides->count; i++)
    json_array_append_new(array, json_string(v->overrides->items[i]));
  return array;
}

static json_t *numbers_json(const double *values, size_t count) {
  json_t *array = json_array();
  for (size_t m = 0; m < count; m++) json_array_append_new(array, json_number(values[m]));
  return array;
}

static json_t *gaps_json(const struct way *w, bool of_gauges) {
  json_t *array = json_array();
  for (size_t k = 0; k < w->gap_count; k++) {
    const struct gap *g = &w->gaps[k];
    if (g->of_gauge == of_gauges)
      json_array_append_new(array, json_pack("{s:o, s:o, s:o, s:o}", "name", json_name(g->name), "largest",
                                             json_number(g->most), "scale", json_number(g->scale), "place",
                                             json_name(g->place)));
  }
  return array;
}

static json_t *way_json(const struct verification *v, const struct way *w) {
  json_t *o = json_pack("{s:s, s:o, s:o, s:b, s:f, s:s?, s:s?}", "execution", w->name, "hashes",
                        hashes_json(w->hashes, w->reached), "times", numbers_json(w->times, w->reached),
                        "agrees", verify_first_difference(v, w) == v->moments && !verify_gauges_differ(v, w),
                        "wall_time", w->seconds, "diverged", *w->diverged ? w->diverged : NULL, "failed",
                        *w->failed ? w->failed : NULL);
  json_object_set_new(o, "field_differences", gaps_json(w, false));
  json_object_set_new(o, "gauge_differences", gaps_json(w, true));
  if (v->summation != SUM_FIXED)
    json_object_set_new(o, "deviations", numbers_json(w->deviations, w->reached));
  return o;
}

json_t *verify_json(const struct verification *v) {
  json_t *ways = json_array();
  for (size_t i = 0; i < v->way_count; i++) json_array_append_new(ways, way_json(v, &v->ways[i]));
  bool fixed = v->summation == SUM_FIXED;
  char *command = verify_bisect_command(v);
  json_t *all =
      json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:s, s:s, s:I, s:b, s:s?, s:o, s:o, s:o, s:o}", "format",
                VERIFY_FORMAT, "version", AMPHI_VERSION, "compiler", AMPHI_COMPILER, "sources",
                provenance_sources, "case", v->path, "title", v->title, "settings", settings_json(v),
                "case_digest", v->digest, "summation", case_word_summation(v->summation), "particles",
                (json_int_t)v->particles, "agree", verify_count_differences(v) == 0, "against", v->against,
                "tolerance", fixed ? json_null() : json_real(v->bound), "steps", steps_json(v), "hashes",
                hashes_json(v->expected, v->reached), "ways", ways);
  json_object_set_new(all, "bisect", command ? json_name(command) : json_null());
  free(command);
  return all;
}
