/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables 1 and 2 of paper 000: what an iteration costs by the layout of memory. */
#include <stdio.h>
#include <string.h>

#include "check/read.h"
#include "lab/lab.h"
#include "lab/sheet.h"
#include "swarm/evolution.h"
#include "swarm/start/settings.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"

/* A canonical swarm whose particles hear of the best of all: as simple as the paper's. */
static const char text[] = "method: swarm\n"
                           "dimensions: 3\n"
                           "swarm: {function: sphere, form: canonical, neighbourhood: global, history: 0}\n";

enum { WARM_UP = 2, COPIES = 5, MOST_OVERRIDES = 32 };

struct rung {
  const char *layout, *name;
  double published[2]; /* ms; 0: none that can be read with certainty */
};
struct table {
  const char *title, *columns;
  const char *dimensions, *particles; /* overrides */
  struct rung rungs[8];
};

static const struct table tables[] = {{"Table 1: 3 dimensions",
                                       "GT 750M",
                                       "dimensions=3",
                                       "swarm.particles=16777216",
                                       {{"aos", "AoS", {98}},
                                        {"aos_selective", "AoS, selective", {73}},
                                        {"soa", "SoA", {25}},
                                        {"soa_padded", "padded SoA", {13}}}},
                                      {"Table 2: 128 dimensions",
                                       "Intel GPU, Intel CPU",
                                       "dimensions=128",
                                       "swarm.particles=262144",
                                       {{"soa", "naive", {237, 120}},
                                        {"transposed", "transposed", {75, 568}},
                                        {"chunk2", "chunk 2", {63, 294}},
                                        {"chunk4", "chunk 4", {58}},
                                        {"chunk8", "chunk 8", {59}},
                                        {"chunk16", "chunk 16", {91, 41}}}}};

/* What no iteration can do without: of each coordinate the place and the velocity are read and written, and
 * the best place is read; beside them a value is written and a best value read, and a leader written and
 * read, where not all have the same. What improves is written, too; it is not counted. */
static double needed_bytes(const struct swarm_run *r) {
  const double leader = r->law.neighbourhood == SWARM_GLOBAL ? 0.0 : 8.0;
  return (double)r->state.count * (20.0 * r->state.dimensions + 8.0 + leader);
}

/* Of a copy: bytes read and written a second, the fastest of some. */
static int measure_copy(struct swarm_run *r, double *bandwidth) {
  *bandwidth = 0;
  for (int k = 0; k < COPIES; k++) {
    size_t bytes;
    double began = clock_now();
    TRY(r->backend->copy(r->self, &bytes));
    double rate = 2.0 * (double)bytes / (clock_now() - began);
    if (rate > *bandwidth) *bandwidth = rate;
  }
  return STATUS_OK;
}

static int measure_swarm_ladder(const struct ladder_request *q, const struct table *t, struct swarm_run *r,
                                const struct rung *rung, uint64_t steps) {
  char published[64] = "";
  double bandwidth;
  for (int k = 0; k < WARM_UP; k++) TRY(swarm_run_step(r));
  const double move = r->seconds[SWARM_TIMER_MOVE], began = clock_now();
  for (uint64_t k = 0; k < steps; k++) TRY(swarm_run_step(r));
  const double each = (clock_now() - began) / (double)steps;
  const double moved = (r->seconds[SWARM_TIMER_MOVE] - move) / (double)steps;
  TRY(measure_copy(r, &bandwidth));
  for (int k = 0; k < 2 && rung->published[k] > 0; k++)
    snprintf(published + strlen(published), sizeof published - strlen(published), "%s%g", k ? ", " : "",
             rung->published[k]);
  const double needed = needed_bytes(r);
  char device[256];
  uint64_t hash;
  r->backend->describe(r->self, device, sizeof device);
  TRY(swarm_run_hash(r, &hash));
  if (q->prints)
    log_say("  %-15s %9.3f %9.3f %9.1f %9.1f %9.1f %7.0f %%   %s", rung->name, 1e3 * each, 1e3 * moved,
            needed / 1e6, needed / each / 1e9, bandwidth / 1e9, 100 * needed / each / bandwidth, published);
  json_t *row = json_pack("{s:s, s:s, s:I, s:f, s:f, s:f, s:f, s:s}", "table", t->title, "layout", rung->name,
                          "particles", (json_int_t)r->state.count, "milliseconds", 1e3 * each,
                          "move_milliseconds", 1e3 * moved, "needed_bytes", needed, "copy_bytes_per_second",
                          bandwidth, "published", published);
  if (row) sheet_tell(row, device, hash);
  CHECK(row && json_array_append_new(q->rows, row) == 0, STATUS_FAILED, "no memory for a row");
  return STATUS_OK;
}

static void say_head(const struct table *t, const struct swarm_settings *c, const char *where) {
  log_say("%s, %d particles, %s, neighbourhood %s; %s", t->title, c->swarm.particles,
          case_word_form(c->swarm.form), case_word_neighbourhood(c->swarm.neighbourhood), where);
  log_say("  %-15s %9s %9s %9s %9s %9s %9s   published, ms", "", "iteration", "of it", "needed", "needed",
          "copy", "of copy");
  log_say("  %-15s %9s %9s %9s %9s %9s %9s   %s", "layout", "ms", "move ms", "MB", "GB/s", "GB/s", "",
          t->columns);
}

static int climb_rung(const struct ladder_request *q, const struct table *t, const struct rung *rung) {
  char layout[64], particles[64], where[256],
      *all[MOST_OVERRIDES + 4] = {(char *)t->dimensions, (char *)t->particles, layout};
  size_t count = 3;
  struct amphi_case c;
  struct swarm_settings settings;
  struct swarm_run r = {0};
  CHECK(q->setting_count <= MOST_OVERRIDES, STATUS_USAGE, "--set: at most %d for a table of the paper",
        MOST_OVERRIDES);
  snprintf(layout, sizeof layout, "swarm.layout=%s", rung->layout);
  snprintf(particles, sizeof particles, "swarm.particles=%llu", (unsigned long long)q->particles);
  if (q->particles) all[count++] = particles;
  for (size_t k = 0; k < q->setting_count; k++) all[count++] = q->settings[k];
  int status = case_read_text(&c, "000-swarm", text, sizeof text - 1, all, count);
  if (!status) {
    swarm_settings_take(&settings, &c);
    status = swarm_run_open(&r, &settings, NULL, (const struct swarm_backend *)q->backend, q->options);
  }
  if (!status && rung == t->rungs && q->prints) {
    r.backend->describe(r.self, where, sizeof where);
    say_head(t, &settings, where);
  }
  if (!status) status = measure_swarm_ladder(q, t, &r, rung, q->steps ? q->steps : LADDER_STEPS);
  swarm_run_close(&r);
  case_free(&c);
  return status;
}

int swarm_climb(const struct ladder_request *request) {
  for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
    for (int i = 0; tables[k].rungs[i].name; i++) TRY(climb_rung(request, &tables[k], &tables[k].rungs[i]));
  return STATUS_OK;
}
