/* SPDX-License-Identifier: BSD-3-Clause */
/* Table 1 and figures 6 and 8 of paper 001: what one force pass costs by strategy, cells and particles a
 * cell; and what crowded and empty cells cost, which the paper leaves open. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/read.h"
#include "lab/lab.h"
#include "lab/sheet.h"
#include "pairwise/evolution.h"
#include "pairwise/start/settings.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"

/* Single precision and plain sums in an open box, as in the paper; the softening is not the paper's, which
 * prints none. */
static const char text[] = "method: pairwise\n"
                           "domain: {high: [5, 5, 5]}\n"
                           "particles: {from: uniform, count: 8}\n"
                           "pairwise: {cutoff: 2.5, softening: 0.5, skin: 0}\n"
                           "summation: plain\n"
                           "end: 0\n";

enum { WARM_UP = 2, MOST_SETTINGS = 32, RUNGS = PAIRWISE_STRATEGIES - 1 };

/* A line of table 1: cells along an axis, particles a cell, and what it prints beside: interactions a
 * particle, and seconds of Par-Part-NoLoop and X-pencil on each GPU. */
enum { GPUS = 3 };
static const char *const gpus[GPUS] = {"T600", "A100", "MI210"};
struct place {
  int side, crowd;
  double met, published[GPUS][2];
};
static const struct place places[] = {
    {2, 1, 7, {{7.9e-6, 8.3e-6}, {1.0e-5, 1.1e-5}, {8.6e-6, 6.9e-6}}},
    {4, 1, 13.7, {{1.4e-5, 9.1e-6}, {2.0e-5, 1.2e-5}, {2.9e-5, 1.9e-5}}},
    {8, 1, 21.4, {{2.0e-5, 1.2e-5}, {2.8e-5, 1.9e-5}, {4.3e-5, 4.1e-5}}},
    {16, 1, 23.8, {{3.2e-5, 3.4e-5}, {3.7e-5, 2.0e-5}, {1.4e-4, 9.8e-5}}},
    {32, 1, 25.3, {{1.1e-4, 2.3e-4}, {4.2e-5, 3.8e-5}, {6.3e-4, 2.3e-4}}},
    {2, 10, 79, {{3.0e-5, 2.6e-5}, {3.4e-5, 1.8e-5}, {3.2e-5, 4.2e-5}}},
    {4, 10, 157.6, {{5.1e-5, 3.5e-5}, {7.2e-5, 4.6e-5}, {1.4e-4, 7.8e-5}}},
    {8, 10, 208.1, {{7.3e-5, 5.7e-5}, {9.1e-5, 5.6e-5}, {4.6e-4, 4.6e-4}}},
    /* The text's peak on the MI210 is 1.65; this line of its table makes 12 (docs/ladders.md). */
    {16, 10, 236.6, {{3.7e-4, 4.3e-4}, {1.0e-4, 8.1e-5}, {2.2e-3, 1.8e-4}}},
    {32, 10, 253.2, {{3.0e-3, 3.8e-3}, {4.2e-4, 4.0e-4}, {9.2e-4, 1.2e-3}}},
    {2, 100, 799, {{2.6e-4, 8.4e-5}, {1.6e-4, 1.2e-4}, {4.2e-4, 2.7e-4}}},
    {4, 100, 1556.6, {{4.4e-4, 3.5e-4}, {5.2e-4, 3.7e-4}, {3.9e-3, 2.1e-3}}},
    {8, 100, 2079.5, {{2.6e-3, 3.0e-3}, {6.1e-4, 6.1e-4}, {7.8e-3, 5.3e-3}}},
    {16, 100, 2373.2, {{2.2e-2, 2.7e-2}, {3.2e-3, 3.2e-3}, {1.2e-2, 8.0e-3}}},
    {32, 100, 2534, {{1.9e-1, 2.2e-1}, {2.5e-2, 2.5e-2}, {5.1e-2, 5.3e-2}}}};

/* Without a GPU the largest take minutes a pass: distances that a pass looks at, at most. */
static const double patience = 3e7;

struct climb {
  const struct pairwise_backend *backend;
  struct execution_options options;
  char *const *settings;
  size_t count;
  uint64_t passes;
  bool offload, patient, prints;
  uint64_t most; /* particles; 0: any number */
  json_t *rows;
};

/* What a line of a table measures, apart from the place. */
struct subject {
  const char *potential;
  bool clusters; /* particles around one centre for 256 cells, each about two cells wide */
};

static double distances(const struct place *p, const struct subject *of) {
  const double cells = (double)p->side * p->side * p->side;
  return cells * p->crowd * 27.0 * p->crowd * (of->clusters ? 8.0 : 1.0);
}

/* What a pass gave, and of the particles: partners a particle in its cell and the 26 around, as the paper
 * counts interactions, and those of them within the cutoff. */
struct pass {
  double seconds, met, inside;
  uint64_t hash;
  char device[128];
};

/* Cells as wide as the cutoff, in an open box from the origin. */
static int count_met(double *met, const struct pairwise_source *s, double cutoff) {
  int n[3];
  size_t cells = 1;
  uint64_t sum = 0;
  for (int a = 0; a < 3; a++) n[a] = (int)fmax(1.0, floor((s->high[a] - s->low[a]) / cutoff + 1e-9)) + 2;
  for (int a = 0; a < 3; a++) cells *= (size_t)n[a];
  uint32_t *crowd = calloc(cells, sizeof *crowd);
  CHECK(crowd, STATUS_FAILED, "no memory for %zu cells", cells);
  for (size_t i = 0; i < s->count; i++) {
    size_t cell = 0;
    for (int a = 2; a >= 0; a--) { /* a rim without particles around */
      const int at = (int)((s->position[i][a] - s->low[a]) / cutoff) + 1;
      cell = cell * (size_t)n[a] + (size_t)(at < n[a] - 2 ? at : n[a] - 2);
    }
    crowd[cell]++;
  }
  for (int z = 1; z < n[2] - 1; z++)
    for (int y = 1; y < n[1] - 1; y++)
      for (int x = 1; x < n[0] - 1; x++) {
        uint64_t around = 0;
        for (int k = 0; k < 27; k++)
          around +=
              crowd[((size_t)(z + k / 9 - 1) * (size_t)n[1] + (size_t)(y + k / 3 % 3 - 1)) * (size_t)n[0] +
                    (size_t)(x + k % 3 - 1)];
        const uint64_t here = crowd[((size_t)z * (size_t)n[1] + (size_t)y) * (size_t)n[0] + (size_t)x];
        if (here) sum += here * (around - 1);
      }
  free(crowd);
  *met = (double)sum / (double)s->count;
  return STATUS_OK;
}

static int tell_pass(struct pass *p, struct pairwise_run *r) {
  struct pairwise_counters counters = {0};
  r->backend->count(r->self, &counters);
  r->backend->describe(r->self, p->device, sizeof p->device);
  p->inside = (double)counters.inside / (double)r->state.count;
  return pairwise_run_hash(r, &p->hash);
}

static int time_passes(const struct climb *k, const struct pairwise_settings *c,
                       enum pairwise_strategy strategy, struct pass *p) {
  struct pairwise_source source;
  struct pairwise_run run = {0};
  struct pairwise_limits limits;
  struct execution_options options = k->options;
  options.pairwise = strategy;
  int status = pairwise_source_fill(&source, c);
  if (status == STATUS_OK) status = count_met(&p->met, &source, c->pairwise.cutoff);
  if (status == STATUS_OK) status = pairwise_run_open(&run, c, &source, NULL, k->backend, &options);
  for (int pass = 0; pass < WARM_UP && status == STATUS_OK; pass++)
    status = run.backend->forces(run.self, false, &limits);
  const double began = clock_now();
  for (uint64_t pass = 0; pass < k->passes && status == STATUS_OK; pass++)
    status = run.backend->forces(run.self, false, &limits);
  p->seconds = (clock_now() - began) / (double)k->passes;
  if (status == STATUS_OK) status = tell_pass(p, &run);
  pairwise_run_close(&run);
  pairwise_source_free(&source);
  return status;
}

/* One number, or why there is none. A strategy that cannot run is no failure of the ladder. */
static int climb_rung(const struct climb *k, const struct place *p, const struct subject *of,
                      enum pairwise_strategy strategy, struct pass *pass) {
  struct amphi_case c;
  struct pairwise_settings settings;
  char high[64], particles[100], law[64], *all[MOST_SETTINGS + 4];
  size_t n = 0;
  const int cells = p->side * p->side * p->side;
  snprintf(high, sizeof high, "domain.high=[%g, %g, %g]", 2.5 * p->side, 2.5 * p->side, 2.5 * p->side);
  if (of->clusters)
    snprintf(particles, sizeof particles, "particles={from: clusters, count: %d, clusters: %d, spread: 2.5}",
             cells * p->crowd, cells / 256);
  else
    snprintf(particles, sizeof particles, "particles.count=%d", cells * p->crowd);
  snprintf(law, sizeof law, "pairwise.potential=%s", of->potential);
  all[n++] = high, all[n++] = particles, all[n++] = law;
  if (strcmp(of->potential, "low-flop") == 0)
    all[n++] = "pairwise={cutoff: 2.5, potential: low-flop, skin: 0}";
  for (size_t s = 0; s < k->count && s < MOST_SETTINGS; s++) all[n++] = k->settings[s];
  int status = case_read_text(&c, "001-pairwise", text, sizeof text - 1, all, n);
  if (status == STATUS_OK) {
    pairwise_settings_take(&settings, &c);
    status = time_passes(k, &settings, strategy, pass);
  }
  case_free(&c);
  if (status != STATUS_USAGE || !k->offload || strategy < PAIRWISE_ALL_IN_SM) return status;
  pass->seconds = NAN;
  return STATUS_OK;
}

static size_t put_cell(char *line, size_t used, size_t size, double seconds) {
  const int n = isnan(seconds) ? snprintf(line + used, size - used, " %12s", "too full")
                               : snprintf(line + used, size - used, " %12.3e", seconds);
  return used + (size_t)n;
}

/* What the paper has of the same strategy; 0: nothing. */
static double published(const struct place *p, int gpu, int strategy) {
  return strategy == PAIRWISE_PART_NOLOOP ? p->published[gpu][0]
         : strategy == PAIRWISE_X_PENCIL  ? p->published[gpu][1]
                                          : 0.0;
}

static int put_row(const struct climb *k, const struct place *p, const struct subject *of, int strategy,
                   const struct pass *pass) {
  const double seconds = pass->seconds;
  const char *name =
      k->offload ? case_word_pairwise((enum pairwise_strategy)strategy) : k->backend->about.name;
  char line[64];
  snprintf(line, sizeof line, "%s, %s", of->clusters ? "clusters" : of->potential, name);
  json_t *row = json_pack("{s:i, s:i, s:f, s:s, s:s, s:s, s:s, s:o}", "cells_an_axis", p->side,
                          "particles_a_cell", p->crowd, "interactions_a_particle", pass->met, "potential",
                          of->potential, "particles", of->clusters ? "clusters" : "uniform", "strategy", name,
                          "line", line, "seconds_a_pass", isnan(seconds) ? json_null() : json_real(seconds));
  CHECK(row, STATUS_FAILED, "no memory for a row");
  json_object_set_new(row, "within_cutoff_a_particle", json_real(pass->inside));
  json_object_set_new(row, "published_interactions", json_real(p->met));
  if (isfinite(seconds)) sheet_tell(row, pass->device, pass->hash);
  for (int g = 0; g < GPUS; g++)
    if (published(p, g, strategy) > 0.0) {
      char key[32];
      snprintf(key, sizeof key, "published_%s", (const char *[GPUS]){"t600", "a100", "mi210"}[g]);
      json_object_set_new(row, key, json_real(published(p, g, strategy)));
    }
  CHECK(json_array_append_new(k->rows, row) == 0, STATUS_FAILED, "no memory for a row");
  return STATUS_OK;
}

/* One line: all strategies of a backend that has them, else its only way. The word tells it from other lines
 * of its table; without one, the published figures stand beside. */
static int climb_place(const struct climb *k, const struct place *p, const struct subject *of,
                       const char *word) {
  char line[500], *at = line;
  struct pass pass[RUNGS + 1] = {0};
  const uint64_t particles = (uint64_t)p->side * (uint64_t)p->side * (uint64_t)(p->side * p->crowd);
  size_t used = (size_t)snprintf(at, sizeof line, "%4d^3 %6d", p->side, p->crowd);
  if (k->most && particles > k->most) return STATUS_OK;
  if (word) used += (size_t)snprintf(at + used, sizeof line - used, " %-13s", word);
  if (!k->patient && distances(p, of) > patience) {
    if (k->prints) log_say("%s  left out: takes too long without a GPU", line);
    return STATUS_OK;
  }
  const int last = k->offload ? RUNGS : PAIRWISE_LIST;
  for (int s = PAIRWISE_LIST; s <= last; s++) {
    TRY(climb_rung(k, p, of, (enum pairwise_strategy)s, &pass[s]));
    TRY(put_row(k, p, of, s, &pass[s]));
    used = put_cell(line, used, sizeof line, pass[s].seconds);
  }
  if (k->offload)
    used += (size_t)snprintf(at + used, sizeof line - used, " %8.2f",
                             pass[PAIRWISE_PART_NOLOOP].seconds / pass[PAIRWISE_X_PENCIL].seconds);
  for (int g = 0; g < GPUS && !word; g++)
    used += (size_t)snprintf(at + used, sizeof line - used, " | %7.1e %7.1e %5.2f", p->published[g][0],
                             p->published[g][1], p->published[g][0] / p->published[g][1]);
  const struct pass *list = &pass[PAIRWISE_LIST];
  used += (size_t)snprintf(at + used, sizeof line - used, "%s %8.1f %8.1f", word ? "" : " |", list->met,
                           list->inside);
  if (!word) snprintf(at + used, sizeof line - used, " %8.1f", p->met);
  if (k->prints) log_say("%s", line);
  return STATUS_OK;
}

static void say_columns(const struct climb *k, const char *word) {
  char line[500];
  size_t used = (size_t)snprintf(line, sizeof line, "cells a cell");
  if (word) used += (size_t)snprintf(line + used, sizeof line - used, "  %-12s", word);
  for (int s = PAIRWISE_LIST; s <= (k->offload ? RUNGS : PAIRWISE_LIST); s++)
    used += (size_t)snprintf(line + used, sizeof line - used, " %12s",
                             k->offload ? case_word_pairwise((enum pairwise_strategy)s) +
                                              (s > PAIRWISE_LIST && s < PAIRWISE_CELL ? 4 : 0)
                                        : "a pass");
  if (k->offload) used += (size_t)snprintf(line + used, sizeof line - used, " speed-up");
  for (int g = 0; g < GPUS && !word; g++)
    used += (size_t)snprintf(line + used, sizeof line - used, " | %-5s: noloop, x-pencil", gpus[g]);
  snprintf(line + used, sizeof line - used, "%s %8s %8s%s", word ? "" : " |", "met", "inside",
           word ? "" : " met, published");
  if (k->prints) log_say("%s", line);
}

/* A processor has none of the paper's strategies: the A100's stand for themselves. */
static int publish_pairwise(const struct climb *k) {
  static const int strategies[] = {PAIRWISE_PART_NOLOOP, PAIRWISE_X_PENCIL};
  for (size_t p = 0; p < sizeof places / sizeof *places && !k->offload; p++)
    for (int s = 0; s < 2; s++) {
      char name[40];
      snprintf(name, sizeof name, "A100, %s", case_word_pairwise((enum pairwise_strategy)strategies[s]));
      json_t *row = json_pack("{s:s, s:i, s:i, s:f, s:f}", "strategy", name, "cells_an_axis", places[p].side,
                              "particles_a_cell", places[p].crowd, "interactions_a_particle", places[p].met,
                              "published_a100", published(&places[p], 1, strategies[s]));
      CHECK(row && json_array_append_new(k->rows, row) == 0, STATUS_FAILED, "no memory for a row");
    }
  return STATUS_OK;
}

static int climb_table(const struct climb *k, const struct subject *of) {
  if (k->prints)
    log_say("Paper 001, table 1 and figure 6: seconds of a force pass, mean of %llu; speed-up: noloop over "
            "x-pencil; met: partners a particle in its cell and the 26 around, inside: within the cutoff",
            (unsigned long long)k->passes);
  say_columns(k, NULL);
  for (size_t p = 0; p < sizeof places / sizeof *places; p++) TRY(climb_place(k, &places[p], of, NULL));
  return publish_pairwise(k);
}

static int climb_laws(const struct climb *k, const struct subject *of) {
  if (k->prints) log_say("Figure 8: few, some and many operations a pair (paper: 5, 18 and 168)");
  say_columns(k, "potential");
  for (size_t p = 0; p < sizeof places / sizeof *places; p++)
    for (int l = 0; l < 3 && places[p].crowd == 10; l++)
      TRY(climb_place(k, &places[p], &of[l], of[l].potential));
  return STATUS_OK;
}

static int climb_clusters(const struct climb *k, const struct subject *uniform,
                          const struct subject *clusters) {
  if (k->prints) log_say("Crowded and empty cells: as many particles, around one centre for 256 cells");
  say_columns(k, "particles");
  for (size_t p = 0; p < sizeof places / sizeof *places; p++)
    if (places[p].side >= 8 && places[p].crowd == 10) {
      TRY(climb_place(k, &places[p], uniform, "uniform"));
      TRY(climb_place(k, &places[p], clusters, "clusters"));
    }
  return STATUS_OK;
}

int pairwise_climb(const struct ladder_request *request) {
  const char *device = request->options->device;
  const bool offload = strcmp(request->backend->name, "offload") == 0;
  const struct climb k = {.backend = (const struct pairwise_backend *)request->backend,
                          .options = *request->options,
                          .settings = request->settings,
                          .count = request->setting_count,
                          .passes = request->steps ? request->steps : LADDER_STEPS,
                          .offload = offload,
                          .patient = offload && !(device && strcmp(device, "host") == 0),
                          .prints = request->prints,
                          .most = request->particles,
                          .rows = request->rows};
  static const struct subject subjects[] = {{.potential = "low-flop"},
                                            {.potential = "lennard-jones"},
                                            {.potential = "high-flop"},
                                            {.potential = "lennard-jones", .clusters = true}};
  if (!strcmp(request->name, "001-laws")) return climb_laws(&k, subjects);
  if (!strcmp(request->name, "001-clusters")) return climb_clusters(&k, &subjects[1], &subjects[3]);
  return climb_table(&k, &subjects[1]);
}
