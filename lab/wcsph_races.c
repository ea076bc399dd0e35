/* SPDX-License-Identifier: BSD-3-Clause */
/* Paper 003, table 4 and figures 19 and 21: one thread, all threads and a GPU, with the same water. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "lab/sheet.h"
#include "lab/wcsph_testbed.h"
#include "offload/device.h"
#include "registry/backends.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"
#include "wcsph/hash.h"

/* Published for 1 011 354 particles: steps a second over those of one thread, and of 8. */
struct racer {
  const char *name, *backend, *settings[2];
  int threads; /* 0: all */
  double over_one, over_all;
};
enum { ONE, ALL };
static const struct racer racers[] = {
    [ONE] = {"", "cpu", {0}, 1, 1.0, 0.0},
    [ALL] = {"", "cpu", {0}, 0, 4.5, 1.0},
    {"a list", "offload", {"offload={strategy: list}"}, 0, 0.0, 0.0},
    {"FastCells(h/2)", "offload", {"offload={strategy: fine_cells, ranges: stored}"}, 0, 56.2, 12.5},
    {"SlowCells(h/2)", "offload", {"offload={strategy: fine_cells}"}, 0, 0.0, 0.0},
    {"SlowCells(h)", "offload", {"offload={strategy: cells}"}, 0, 0.0, 0.0},
    {0}};

static const struct sheet_column columns[] = {{"version", "                                       ", NULL, 0},
                                              {"particles", "particles", "%.0f", 0},
                                              {"steps", "steps", "%.0f", 0},
                                              {"seconds", "s", "%.2f", 0},
                                              {"steps_per_second", "steps/s", "%.3g", 0},
                                              {"hours_to_end", "h to 1.5 s", "%.3g", 0},
                                              {"steps_to_end", "steps to it", "%.0f", 0},
                                              {"followed", "followed", "%.2g %%", 100},
                                              {"speedup_over_one", "x one", "%.2f", 0},
                                              {"published_over_one", "published", "%.1f", 0},
                                              {"speedup_over_all", "x all", "%.2f", 0},
                                              {"published_over_all", "published", "%.1f", 0},
                                              SHEET_STATE,
                                              {0}};

struct race {
  uint64_t particles, steps, hash;
  double seconds, time;
  char device[128];
};

/* Whole runs to the case's end, or so many steps. */
static int run_race(struct race *race, struct wcsph_run *r, uint64_t steps) {
  enum { WARM_UP = 3 };
  for (int k = 0; k < WARM_UP && steps; k++) TRY(wcsph_run_step(r, 0));
  const uint64_t before = r->step;
  const double since = r->time, began = clock_now();
  while (steps ? r->step < before + steps : r->time < r->config->end) TRY(wcsph_run_step(r, r->config->end));
  *race = (struct race){.particles = r->state.count,
                        .steps = r->step - before,
                        .seconds = clock_now() - began,
                        .time = r->time - since};
  r->backend->describe(r->self, race->device, sizeof race->device);
  return wcsph_run_hash(r, &race->hash);
}

static int race_one(struct race *race, const struct ladder_request *q, const struct racer *racer,
                    double particles, uint64_t steps) {
  struct execution_options options = *q->options;
  struct testbed_run t;
  if (racer->threads) options.threads = racer->threads;
  int status = testbed_open(&t, q, &testbed_dam_break, particles, (char *const *)racer->settings,
                            wcsph_backend_find(racer->backend), &options);
  if (status == STATUS_OK) status = run_race(race, &t.r, steps);
  testbed_close(&t);
  return status;
}

/* What runs it here, and how. */
static void name_racer(char name[64], const struct ladder_request *q, const struct racer *racer) {
  const char *device = q->options->device;
  const int threads = racer->threads ? racer->threads : q->options->threads;
  const bool host = device ? !strcmp(device, "host") : device_count() == 0;
  if (!strcmp(racer->backend, "cpu"))
    snprintf(name, 64, "CPU, %d thread%s", threads, threads == 1 ? "" : "s");
  else
    snprintf(name, 64, "%s, %s", host ? "a GPU's code on the CPU" : "GPU", racer->name);
}

static int put_wcsph_races(const struct ladder_request *q, const struct racer *racer, const struct race *race,
                           const struct race *done) {
  const double rate = (double)race->steps / race->seconds, end = 1.5;
  char name[64];
  name_racer(name, q, racer);
  json_t *row = json_pack("{s:s, s:I, s:I, s:f, s:f, s:f, s:f, s:f, s:f}", "version", name, "particles",
                          (json_int_t)race->particles, "steps", (json_int_t)race->steps, "seconds",
                          race->seconds, "steps_per_second", rate, "hours_to_end",
                          race->seconds / race->time * end / 3600.0, "steps_to_end",
                          (double)race->steps / race->time * end, "followed", fmin(race->time / end, 1.0),
                          "speedup_over_one", rate * done[ONE].seconds / (double)done[ONE].steps);
  if (row) sheet_tell(row, race->device, race->hash);
  if (row && racer > &racers[ONE] && done[ALL].steps)
    json_object_set_new(row, "speedup_over_all",
                        json_real(rate * done[ALL].seconds / (double)done[ALL].steps));
  const bool beside = strcmp(q->name, "003-races") != 0; /* they are of one size */
  if (row && racer->over_one > 0.0 && beside)
    json_object_set_new(row, "published_over_one", json_real(racer->over_one));
  if (row && racer->over_all > 0.0 && beside)
    json_object_set_new(row, "published_over_all", json_real(racer->over_all));
  return sheet_add(q, columns, row);
}

/* A GPU, or the host in its place, if that was asked for. */
static bool has_device(const struct ladder_request *q) {
  const char *device = q->options->device;
  return device_count() > 0 || (device && !strcmp(device, "host"));
}

static int race(const struct ladder_request *q, double particles, uint64_t steps) {
  struct race done[sizeof racers / sizeof *racers] = {0};
  for (int k = 0; racers[k].name; k++) {
    if (!strcmp(racers[k].backend, "offload") && !has_device(q)) continue;
    if (k == ALL && q->options->threads == 1) continue; /* the same once more */
    TRY(race_one(&done[k], q, &racers[k], particles, steps));
    TRY(put_wcsph_races(q, &racers[k], &done[k], done));
  }
  return STATUS_OK;
}

static void say_head(const struct ladder_request *q) {
  char why[200];
  device_absence(why, sizeof why);
  if (q->prints && !has_device(q))
    log_say("No GPU, whose rows are left out (--device host runs their code here): %s", why);
  if (q->prints)
    log_say(
        "Published: Core i7 940 (8 threads), GTX 480; 1 011 354 particles, 26 493 steps to 1.5 s: 40.7 h, "
        "9.1 h, 0.7 h; 503 492 particles, 19 855 steps: 14.6 h, 3.2 h, 0.3 h");
  sheet_head(q, columns);
}

/* Table 4: whole runs; with --steps, or of more particles than a laptop follows for so long, so many of each.
 */
int table4_climb(const struct ladder_request *q) {
  enum { FOR_A_LAPTOP = 10000, WHOLE = 50000, FEW = 50 };
  const uint64_t particles = q->particles ? q->particles : FOR_A_LAPTOP;
  const uint64_t steps = q->steps ? q->steps : particles > WHOLE ? FEW : 0;
  say_head(q);
  if (steps && q->prints)
    log_say("From %llu steps, in which the water has hardly moved: hours and steps to 1.5 s go on at that "
            "pace. Later "
            "lists are made more often, and steps are shorter",
            (unsigned long long)steps);
  return race(q, (double)particles, steps);
}

/* Table 4's two sizes, with its hours. */
static int publish_races(const struct ladder_request *q) {
  static const struct {
    const char *name;
    double particles, over_one;
  } of_paper[] = {{"Core i7 940, 8 threads", 503492, 14.6 / 3.2},
                  {"Core i7 940, 8 threads", 1011354, 4.5},
                  {"GTX 480, FastCells(h/2)", 503492, 14.6 / 0.3},
                  {"GTX 480, FastCells(h/2)", 1011354, 56.2}};
  for (size_t k = 0; k < sizeof of_paper / sizeof *of_paper; k++)
    TRY(sheet_publish(q, json_pack("{s:s, s:f, s:f}", "version", of_paper[k].name, "particles",
                                   of_paper[k].particles, "published_over_one", of_paper[k].over_one)));
  return STATUS_OK;
}

/* Figures 19 and 21: by particles, a few steps of each. */
int races_climb(const struct ladder_request *q) {
  const uint64_t most = q->particles ? q->particles : 200000;
  say_head(q);
  for (double particles = sheet_first_size(most, 4); particles < 2.0 * (double)most; particles *= 4)
    TRY(race(q, particles, q->steps ? q->steps : LADDER_STEPS));
  return publish_races(q);
}
