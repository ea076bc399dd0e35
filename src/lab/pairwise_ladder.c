/* SPDX-License-Identifier: BSD-3-Clause */
/* Table 1 and figures 6 and 8 of paper 001: what one force pass costs by strategy, cells and particles a
 * cell; and what crowded and empty cells cost, which the paper leaves open. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab/lab.h"
#include "pairwise/evolution.h"
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

enum { WARM_UP = 2, MOST_SETTINGS = 32, RUNGS = PAIRWISE_X_PENCIL_REG };

struct place {
  int side, crowd;       /* cells along an axis, particles a cell */
  double noloop, pencil; /* s: published for an A100, Par-Part-NoLoop and X-pencil */
};
static const struct place places[] = {
    {2, 1, 1.0e-5, 1.1e-5},   {4, 1, 2.0e-5, 1.2e-5},    {8, 1, 2.8e-5, 1.9e-5},   {16, 1, 3.7e-5, 2.0e-5},
    {32, 1, 4.2e-5, 3.8e-5},  {2, 10, 3.4e-5, 1.8e-5},   {4, 10, 7.2e-5, 4.6e-5},  {8, 10, 9.1e-5, 5.6e-5},
    {16, 10, 1.0e-4, 8.1e-5}, {32, 10, 4.2e-4, 4.0e-4},  {2, 100, 1.6e-4, 1.2e-4}, {4, 100, 5.2e-4, 3.5e-4},
    {8, 100, 6.1e-4, 6.1e-4}, {16, 100, 3.2e-3, 3.2e-3}, {32, 100, 2.5e-2, 2.5e-2}};

/* Without a GPU the largest take minutes a pass: distances that a pass looks at, at most. */
static const double patience = 3e7;

struct climb {
  const struct pairwise_backend *backend;
  struct execution_options options;
  char *const *settings;
  size_t count;
  uint64_t passes;
  bool offload, patient;
  json_t *json; /* NULL: tables are printed */
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

static int time_passes(const struct climb *k, const struct amphi_case *c, enum pairwise_strategy strategy,
                       double *seconds) {
  struct pairwise_source source;
  struct pairwise_run run = {0};
  struct pairwise_limits limits;
  struct execution_options options = k->options;
  options.pairwise = strategy;
  int status = pairwise_source_fill(&source, c);
  if (status == STATUS_OK) status = pairwise_run_open(&run, c, &source, NULL, k->backend, &options);
  for (int pass = 0; pass < WARM_UP && status == STATUS_OK; pass++)
    status = run.backend->forces(run.self, false, &limits);
  const double began = clock_now();
  for (uint64_t pass = 0; pass < k->passes && status == STATUS_OK; pass++)
    status = run.backend->forces(run.self, false, &limits);
  *seconds = (clock_now() - began) / (double)k->passes;
  pairwise_run_close(&run);
  pairwise_source_free(&source);
  return status;
}

/* One number, or why there is none. A strategy that cannot run is no failure of the ladder. */
static int climb_rung(const struct climb *k, const struct place *p, const struct subject *of,
                      enum pairwise_strategy strategy, double *seconds) {
  struct amphi_case c;
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
  if (status == STATUS_OK) status = time_passes(k, &c, strategy, seconds);
  case_free(&c);
  if (status != STATUS_USAGE || !k->offload || strategy < PAIRWISE_ALL_IN_SM) return status;
  *seconds = NAN;
  return STATUS_OK;
}

static size_t put_cell(char *line, size_t used, size_t size, double seconds) {
  const int n = isnan(seconds) ? snprintf(line + used, size - used, " %12s", "too full")
                               : snprintf(line + used, size - used, " %12.3e", seconds);
  return used + (size_t)n;
}

static int put_json(const struct climb *k, const struct place *p, const struct subject *of, int strategy,
                    double seconds) {
  json_t *rung =
      json_pack("{s:i, s:i, s:s, s:s, s:s, s:o}", "cells_an_axis", p->side, "particles_a_cell", p->crowd,
                "potential", of->potential, "particles", of->clusters ? "clusters" : "uniform", "strategy",
                k->offload ? case_word_pairwise((enum pairwise_strategy)strategy) : k->backend->about.name,
                "seconds_a_pass", isnan(seconds) ? json_null() : json_real(seconds));
  CHECK(rung && json_array_append_new(k->json, rung) == 0, STATUS_FAILED, "no memory for JSON");
  return STATUS_OK;
}

/* One line: all strategies of a backend that has them, else its only way. The word tells it from other lines
 * of its table; without one, the published figures stand beside. */
static int climb_place(const struct climb *k, const struct place *p, const struct subject *of,
                       const char *word) {
  char line[400], *at = line;
  double seconds[RUNGS + 1];
  size_t used = (size_t)snprintf(at, sizeof line, "%4d^3 %6d", p->side, p->crowd);
  if (word) used += (size_t)snprintf(at + used, sizeof line - used, " %-13s", word);
  if (!k->patient && distances(p, of) > patience) {
    if (!k->json) log_say("%s  left out: takes too long without a GPU", line);
    return STATUS_OK;
  }
  const int last = k->offload ? RUNGS : PAIRWISE_LIST;
  for (int s = PAIRWISE_LIST; s <= last; s++) {
    TRY(climb_rung(k, p, of, (enum pairwise_strategy)s, &seconds[s]));
    if (k->json) TRY(put_json(k, p, of, s, seconds[s]));
    used = put_cell(line, used, sizeof line, seconds[s]);
  }
  if (k->offload)
    used += (size_t)snprintf(at + used, sizeof line - used, " %8.2f",
                             seconds[PAIRWISE_PART_NOLOOP] / seconds[PAIRWISE_X_PENCIL]);
  if (!word)
    snprintf(at + used, sizeof line - used, " | %8.1e %8.1e %5.2f", p->noloop, p->pencil,
             p->noloop / p->pencil);
  if (!k->json) log_say("%s", line);
  return STATUS_OK;
}

static void say_columns(const struct climb *k, const char *word) {
  char line[400];
  size_t used = (size_t)snprintf(line, sizeof line, "cells a cell");
  if (word) used += (size_t)snprintf(line + used, sizeof line - used, "  %-12s", word);
  for (int s = PAIRWISE_LIST; s <= (k->offload ? RUNGS : PAIRWISE_LIST); s++)
    used += (size_t)snprintf(line + used, sizeof line - used, " %*s",
                             k->offload && s > PAIRWISE_PART_NOLOOP ? 12 : 12,
                             k->offload ? case_word_pairwise((enum pairwise_strategy)s) +
                                              (s > PAIRWISE_LIST && s < PAIRWISE_CELL ? 4 : 0)
                                        : "a pass");
  if (k->offload) used += (size_t)snprintf(line + used, sizeof line - used, " speed-up");
  if (!word) snprintf(line + used, sizeof line - used, " | A100: noloop, x-pencil, speed-up");
  if (!k->json) log_say("%s", line);
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
                          .json = request->json};
  CHECK(request->particles == 0, STATUS_USAGE, "%s: has numbers of particles of its own", request->name);
  static const struct subject subjects[] = {{.potential = "low-flop"},
                                            {.potential = "lennard-jones"},
                                            {.potential = "high-flop"},
                                            {.potential = "lennard-jones", .clusters = true}};
  const size_t count = sizeof places / sizeof *places;
  if (!k.json)
    log_say("Paper 001, table 1 and figure 6: seconds of a force pass, mean of %llu; speed-up: noloop over "
            "x-pencil",
            (unsigned long long)k.passes);
  say_columns(&k, NULL);
  for (size_t p = 0; p < count; p++) TRY(climb_place(&k, &places[p], &subjects[1], NULL));
  if (!k.json) log_say("Figure 8: few, some and many operations a pair (paper: 5, 18 and 168)");
  say_columns(&k, "potential");
  for (size_t p = 0; p < count; p++)
    for (size_t l = 0; l < 3 && places[p].crowd == 10; l++)
      TRY(climb_place(&k, &places[p], &subjects[l], subjects[l].potential));
  if (!k.json) log_say("Crowded and empty cells: as many particles, around one centre for 256 cells");
  say_columns(&k, "particles");
  for (size_t p = 0; p < count; p++)
    if (places[p].side >= 8 && places[p].crowd == 10) {
      TRY(climb_place(&k, &places[p], &subjects[1], "uniform"));
      TRY(climb_place(&k, &places[p], &subjects[3], "clusters"));
    }
  return STATUS_OK;
}
