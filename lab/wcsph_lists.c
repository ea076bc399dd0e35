/* SPDX-License-Identifier: BSD-3-Clause */
/* Paper 000: what a list costs by how often it is made (4.3.2), and the order of axes in a cell's number
 * (4.5.3). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab/sheet.h"
#include "lab/wcsph_testbed.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"
#include "wcsph/hash.h"

struct spent {
  double all, lists; /* s a step */
  uint64_t particles, built, hash;
  char device[128];
};

/* With `every`, the list is made anew at those steps, and at others only if it must be. */
static int step_through(const struct ladder_request *q, struct spent *s, struct wcsph_run *r, uint64_t steps,
                        uint64_t every) {
  struct wcsph_counters before, after;
  enum { WARM_UP = 20 };
  for (uint64_t k = 0; k < WARM_UP && k < 10 * steps; k++) TRY(wcsph_run_step(r, 0));
  r->backend->count(r->self, &before);
  memset(r->seconds, 0, sizeof r->seconds);
  const double began = testbed_clock(q), wall = clock_now();
  double lists = 0.0;
  for (uint64_t k = 0; k < steps; k++) {
    const double before_list = testbed_clock(q);
    if (every && k % every == 0) TRY(wcsph_run_rebuild(r));
    lists += testbed_clock(q) - before_list;
    TRY(wcsph_run_step(r, 0));
  }
  const double all = testbed_clock(q) - began;
  r->backend->count(r->self, &after);
  if (!every) lists = r->seconds[TIMER_REBUILD] / (clock_now() - wall) * all; /* those that steps made */
  *s = (struct spent){.all = all / (double)steps,
                      .lists = lists / (double)steps,
                      .particles = r->state.count,
                      .built = after.rebuilds - before.rebuilds};
  r->backend->describe(r->self, s->device, sizeof s->device);
  return wcsph_run_hash(r, &s->hash);
}

static int spend(struct spent *s, const struct ladder_request *q, const struct wcsph_testbed *bed,
                 char *const settings[], double particles, uint64_t steps, uint64_t every) {
  struct testbed_run t;
  int status =
      testbed_open(&t, q, bed, particles, settings, (const struct wcsph_backend *)q->backend, q->options);
  if (status == STATUS_OK) status = step_through(q, s, &t.r, steps, every);
  testbed_close(&t);
  return status;
}

/* ---- how often ---- */

/* Two force passes a step, as GPUSPH has them, and a skin that outlives all. */
#define TWO_PASSES "integrator={scheme: symplectic}"
#define WIDE       "neighbours={skin: 0.2, path: 0}"
struct frequency {
  const char *name, *settings[4];
  uint64_t every;
  double share, more; /* published: of a step that takes lists; what a step takes more than with a list */
};
static const struct frequency frequencies[] = {
    {"none: just in time", {TWO_PASSES, "neighbours={skin: 0, path: 0}", NULL}, 0, 0.0, 1.5},
    {"every step", {TWO_PASSES, WIDE}, 1, 0.30, 1.0},
    {"every 2nd", {TWO_PASSES, WIDE}, 2, 0.0, 0.0},
    {"every 5th", {TWO_PASSES, WIDE}, 5, 0.0, 0.0},
    {"every 10th", {TWO_PASSES, WIDE}, 10, 0.05, 0.0},
    {"every 20th", {TWO_PASSES, WIDE}, 20, 0.0, 0.0},
    {"when it must be", {TWO_PASSES, NULL}, 0, 0.0, 0.0},
    {0}};

static const struct sheet_column often[] = {{"made", "list made", NULL, 0},
                                            {"milliseconds", "ms a step", "%.3f", 0},
                                            {"list_share", "of it lists", "%.1f %%", 100},
                                            {"published_share", "published", "%.0f %%", 100},
                                            {"over_every", "over each step", "%.2f", 0},
                                            {"published_over", "published", "%.2f", 0},
                                            {"steps_per_list", "steps a list", "%.1f", 0},
                                            SHEET_STATE,
                                            {0}};

int frequency_climb(const struct ladder_request *q) {
  enum { EACH = 1, RUNGS = sizeof frequencies / sizeof *frequencies - 1 };
  const uint64_t particles = q->particles ? q->particles : 30000, steps = q->steps ? q->steps : 40;
  const bool gpu = !strcmp(q->backend->name, "offload");
  struct spent found[RUNGS];
  if (q->prints)
    log_say("Paper 000, section 4.3.2: a step of GPUSPH spends 30 %% on a list (25 %% on the search), 5 %% "
            "with a "
            "list every 10th step, and takes over 50 %% more without one");
  for (int k = 0; k < RUNGS; k++) {
    if (frequencies[k].every > steps) continue; /* it would not be made again */
    char *settings[5];
    int n = 0;
    while (frequencies[k].settings[n]) settings[n] = (char *)frequencies[k].settings[n], n++;
    if (k == 0) settings[n++] = gpu ? "offload={strategy: fine_cells}" : "cpu={strategy: cells}";
    settings[n] = NULL;
    TRY(spend(&found[k], q, &testbed_dam_break, settings, (double)particles, steps, frequencies[k].every));
  }
  sheet_head(q, often);
  for (int k = 0; k < RUNGS; k++) {
    const struct frequency *f = &frequencies[k];
    if (f->every > steps && q->prints)
      log_say("  %s: left out, for it wants --steps %llu at least", f->name, (unsigned long long)f->every);
    if (f->every > steps) continue;
    json_t *row = json_pack("{s:s, s:I, s:f, s:f, s:f}", "made", f->name, "particles",
                            (json_int_t)found[k].particles, "milliseconds", 1e3 * found[k].all, "list_share",
                            found[k].lists / found[k].all, "over_every", found[k].all / found[EACH].all);
    if (row && found[k].built)
      json_object_set_new(row, "steps_per_list", json_real((double)steps / (double)found[k].built));
    if (row) sheet_tell(row, found[k].device, found[k].hash);
    if (row && f->share > 0.0) json_object_set_new(row, "published_share", json_real(f->share));
    if (row && f->more > 0.0) json_object_set_new(row, "published_over", json_real(f->more));
    TRY(sheet_add(q, often, row));
  }
  return STATUS_OK;
}

/* ---- order of axes ---- */

/* The dam break with its axes in another order, which is another order in cells' numbers: x counts fastest,
 * then y, then z. to[a]: where the dam break's axis a goes. */
static void turn_wcsph_lists(const int to[3], const double from[3], double turned[3]) {
  for (int a = 0; a < 3; a++) turned[to[a]] = from[a];
}

static int put_box(char *text, size_t size, const int to[3], const double low[3], const double high[3]) {
  double l[3], h[3];
  turn_wcsph_lists(to, low, l), turn_wcsph_lists(to, high, h);
  return snprintf(text, size, "low: [%g, %g, %g], high: [%g, %g, %g]", l[0], l[1], l[2], h[0], h[1], h[2]);
}

static void write_case(char text[2000], const int to[3]) {
  const double nothing[3] = {0}, gravity[3] = {0, 0, -9.81}, domain[3] = {1.6, 0.67, 0.8},
               water[3] = {0.4, 0.67, 0.3}, tank[3] = {1.6, 0.67, 0.4}, from[3] = {0.9, 0.24, 0},
               building[3] = {1.02, 0.36, 0.45};
  const char up = "xyz"[to[2]];
  char boxes[4][100];
  double g[3];
  turn_wcsph_lists(to, gravity, g);
  put_box(boxes[0], sizeof *boxes, to, nothing, domain);
  put_box(boxes[1], sizeof *boxes, to, nothing, water);
  put_box(boxes[2], sizeof *boxes, to, nothing, tank);
  put_box(boxes[3], sizeof *boxes, to, from, building);
  snprintf(text, 2000,
           "method: wcsph\nscheme: classic\ndimensions: 3\ndp: 0.01\n"
           "domain: {%s, open: [-%c, +%c, -%c, +%c, +%c]}\ngravity: [%g, %g, %g]\n"
           "material: {speed_of_sound: 34.31}\n"
           "fluids:\n  - {name: water, shapes: [{add: box, %s}]}\n"
           "walls:\n  - {name: tank, shapes: [{add: box, %s, fill: shell-outside, layers: 1, open: [+%c]}]}\n"
           "  - {name: building, shapes: [{add: box, %s, fill: shell-inside, layers: 1, open: [-%c]}]}\n"
           "kernel: cubic\nviscosity: {model: artificial, alpha: 0.25}\nend: 1.5\n",
           boxes[0], "xyz"[to[0]], "xyz"[to[0]], "xyz"[to[1]], "xyz"[to[1]], up, g[0], g[1], g[2], boxes[1],
           boxes[2], up, boxes[3], up);
}

static const struct sheet_column orders[] = {{"order", "fastest to slowest", NULL, 0},
                                             {"milliseconds", "ms a step", "%.3f", 0},
                                             {"list_milliseconds", "of it lists", "%.3f", 0},
                                             {"over_best", "over the best", "%.2f", 0},
                                             {"published", "published", NULL, 0},
                                             SHEET_STATE,
                                             {0}};

int axes_climb(const struct ladder_request *q) {
  enum { ORDERS = 6, TURNS = 3 };
  static const int to[ORDERS][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};
  static const char *const words[3] = {"length", "width", "height"};
  const uint64_t particles = q->particles ? q->particles : 30000, steps = q->steps ? q->steps : 40;
  struct spent least[ORDERS];
  double best = INFINITY;
  for (int k = 0; k < ORDERS; k++) least[k].all = INFINITY;
  for (int turns = 0; turns < TURNS; turns++)
    for (int k = 0; k < ORDERS; k++) {
      char text[2000];
      struct spent s;
      write_case(text, to[k]);
      const struct wcsph_testbed bed = {text, testbed_dam_break.dp, testbed_dam_break.particles, false};
      TRY(spend(&s, q, &bed, NULL, (double)particles, steps, 0));
      if (s.all < least[k].all) least[k] = s;
      best = fmin(best, s.all);
    }
  if (q->prints)
    log_say("Paper 000, section 4.5.3: up to 30 %% by the order of axes in a cell's number (there on several "
            "GPUs); runs take turns, the least of %d",
            TURNS);
  sheet_head(q, orders);
  for (int k = 0; k < ORDERS; k++) {
    const char *name[3];
    char order[64];
    for (int a = 0; a < 3; a++) name[to[k][a]] = words[a];
    snprintf(order, sizeof order, "%s, %s, %s", name[0], name[1], name[2]);
    json_t *row = json_pack("{s:s, s:I, s:f, s:f, s:f, s:s}", "order", order, "particles",
                            (json_int_t)least[k].particles, "milliseconds", 1e3 * least[k].all,
                            "list_milliseconds", 1e3 * least[k].lists, "over_best", least[k].all / best,
                            "published", k == 0 ? "1.3 at most" : "");
    if (row) sheet_tell(row, least[k].device, least[k].hash);
    TRY(sheet_add(q, orders, row));
  }
  return STATUS_OK;
}
