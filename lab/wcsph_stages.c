/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the time of a step goes: paper 003, figure 18 (neighbours, interaction, update, transfers), and paper
 * 002, figures 4 to 6 and 9 to 11 (time of each command). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab/partly.h"
#include "lab/sheet.h"
#include "lab/wcsph_testbed.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/log.h"
#include "wcsph/hash.h"
#include "wcsph/listing.h"
#include "wcsph/variant_choice.h"

struct version {
  const char *name, *settings[4];
  bool general;     /* code for any combination of models */
  double published; /* what the ladder has of it; 0: nothing */
};

struct spent {
  double stage[TIMER_COUNT], listing[LISTINGS], transfers, list_transfers, all;
  uint64_t steps, lists, particles, fluid, hash;
  char device[128];
};

static int measure_wcsph_stages(struct spent *s, struct wcsph_run *r, uint64_t warm_up, uint64_t steps) {
  struct wcsph_counters before, after;
  for (uint64_t k = 0; k < warm_up; k++) TRY(wcsph_run_step(r, 0));
  r->backend->count(r->self, &before);
  memset(r->seconds, 0, sizeof r->seconds);
  partly_spent = (struct partly_spent){0};
  memset(listing_spent, 0, sizeof listing_spent);
  const double began = clock_now();
  for (uint64_t k = 0; k < steps; k++) TRY(wcsph_run_step(r, 0));
  s->all = clock_now() - began;
  r->backend->count(r->self, &after);
  memcpy(s->stage, r->seconds, sizeof s->stage);
  s->transfers = partly_spent.transfers;
  s->list_transfers = partly_spent.of_cells;
  s->lists = after.rebuilds - before.rebuilds;
  memcpy(s->listing, listing_spent, sizeof s->listing);
  s->steps = steps;
  s->particles = r->state.count;
  s->fluid = state_count(&r->state, KIND_FLUID);
  r->backend->describe(r->self, s->device, sizeof s->device);
  return wcsph_run_hash(r, &s->hash);
}

static int spend(struct spent *s, const struct ladder_request *q, const struct wcsph_testbed *bed,
                 const struct version *v, double particles, uint64_t warm_up, uint64_t steps) {
  struct testbed_run t;
  variant_general = v->general;
  int status = testbed_open(&t, q, bed, particles, (char *const *)v->settings,
                            (const struct wcsph_backend *)q->backend, q->options);
  if (status == STATUS_OK) status = measure_wcsph_stages(s, &t.r, warm_up, steps);
  variant_general = false;
  testbed_close(&t);
  return status;
}

/* ---- figure 18 ---- */

static const struct version partial[] = {
    {"partial", {"offload={stages: forces, records: apart, passes: separate, team: 32}"}, false, 0.094},
    {"full", {"offload={strategy: cells, records: apart, passes: separate, team: 32}"}, false, 0},
    {"optimized", {"offload={strategy: fine_cells, ranges: stored}"}, false, 0},
    {"default: a list", {"offload={strategy: list}"}, false, 0},
    {0}};
static const struct sheet_column shares[] = {{"version", "", NULL, 0},
                                             {"milliseconds", "ms a step", "%.3f", 0},
                                             {"neighbours", "NL, ms", "%.3f", 0},
                                             {"interaction", "PI, ms", "%.3f", 0},
                                             {"update", "SU, ms", "%.3f", 0},
                                             {"transfers", "transfers, ms", "%.3f", 0},
                                             {"transfer_share", "of all", "%.1f %%", 100},
                                             {"published_share", "published", "%.1f %%", 100},
                                             SHEET_STATE,
                                             {0}};

int transfers_climb(const struct ladder_request *q) {
  const uint64_t particles = q->particles ? q->particles : 500000, steps = q->steps ? q->steps : LADDER_STEPS;
  TRY(sheet_needs(q, "offload"));
  if (q->prints)
    log_say("Paper 003, figure 18: neighbours (NL), interaction (PI), update (SU) and transfers; partial: "
            "only the "
            "interaction is on the device; published: GTX 480, 500 000 particles");
  sheet_head(q, shares);
  for (const struct version *v = partial; v->name; v++) {
    struct spent s;
    TRY(spend(&s, q, &testbed_dam_break, v, (double)particles, 3, steps));
    const double each = 1e3 / (double)steps;
    const double walls = s.stage[TIMER_WALLS], forces = s.stage[TIMER_FORCES];
    json_t *row = json_pack("{s:s, s:I, s:f, s:f, s:f, s:f, s:f, s:f}", "version", v->name, "particles",
                            (json_int_t)s.particles, "milliseconds", each * s.all, "neighbours",
                            each * (s.stage[TIMER_REBUILD] - s.list_transfers), "interaction",
                            each * (walls + forces - s.transfers + s.list_transfers), "update",
                            each * s.stage[TIMER_ADVANCE], "transfers", each * s.transfers, "transfer_share",
                            s.transfers / s.all);
    if (row) sheet_tell(row, s.device, s.hash);
    if (row && v->published > 0.0) json_object_set_new(row, "published_share", json_real(v->published));
    TRY(sheet_add(q, shares, row));
  }
  return STATUS_OK;
}

/* ---- paper 002, figures 4 to 6 and 9 to 11 ---- */

/* Its dam break, two passes a step and a list every 10 steps. What its rewriting is here: a pass that asks at
 * every pair, or one made for its case. */
static const double papers_particles = 83648;
#define EVERY_10 "neighbours={skin: 0.1, path: 0, every: 10}"
static const struct version on_cpu[] = {{"general code, scalar", {EVERY_10, "cpu={lanes: scalar}"}, true, 0},
                                        {"general code", {EVERY_10}, true, 10.0},
                                        {"specialised code", {EVERY_10}, false, 5.0},
                                        {0}};
static const struct version on_gpu[] = {
    {"general code", {EVERY_10, "offload={strategy: list}"}, true, 10.0},
    {"specialised code", {EVERY_10, "offload={strategy: list}"}, false, 5.0},
    {0}};
static const struct sheet_column commands[] = {{"version", "", NULL, 0},
                                               {"command", "command", NULL, 0},
                                               {"calls", "calls", "%.0f", 0},
                                               {"milliseconds", "ms a call", "%.4f", 0},
                                               {"seconds", "s of 1000 steps", "%.2f", 0},
                                               {"share", "share", "%.1f %%", 100},
                                               {"published_seconds", "published", "%.0f", 0},
                                               SHEET_STATE,
                                               {0}};

static int put_command(const struct ladder_request *q, const struct version *v, const struct spent *s,
                       const char *command, double seconds, uint64_t calls) {
  const double thousand = 1000.0 / (double)s->steps;
  char line[80];
  snprintf(line, sizeof line, "%s: %s", v->name, command);
  json_t *row = json_pack("{s:s, s:s, s:s, s:I, s:I, s:f, s:f, s:f}", "version", v->name, "command", command,
                          "line", line, "particles", (json_int_t)s->particles, "calls", (json_int_t)calls,
                          "milliseconds", calls ? 1e3 * seconds / (double)calls : 0.0, "seconds",
                          seconds * thousand, "share", seconds / s->all);
  const bool whole = !strcmp(command, "all");
  if (row && whole) sheet_tell(row, s->device, s->hash);
  const bool same_size = fabs((double)s->particles / papers_particles - 1.0) < 0.1;
  if (row && v->published > 0.0 && whole && same_size)
    json_object_set_new(row, "published_seconds", json_real(v->published));
  return sheet_add(q, commands, row);
}

static int put_commands(const struct ladder_request *q, const struct version *v, const struct spent *s) {
  static const char *const listing[LISTINGS] = {[LISTING_CELLS] = "cells (CALCHASH)",
                                                [LISTING_SORT] = "sort (SORT)",
                                                [LISTING_REORDER] = "move (REORDER)",
                                                [LISTING_NEIGHBOURS] = "list (BUILDNEIBS)"};
  for (int k = 0; k < LISTINGS; k++) TRY(put_command(q, v, s, listing[k], s->listing[k], s->lists));
  TRY(put_command(q, v, s, "forces (FORCES)", s->stage[TIMER_FORCES], 2 * s->steps));
  TRY(put_command(q, v, s, "advance (EULER)", s->stage[TIMER_ADVANCE], 2 * s->steps));
  return put_command(q, v, s, "all", s->all, s->steps);
}

int commands_climb(const struct ladder_request *q) {
  const uint64_t particles = q->particles ? q->particles : (uint64_t)testbed_lennard_jones.particles,
                 steps = q->steps ? q->steps : 50;
  const bool gpu = !strcmp(q->backend->name, "offload");
  if (q->prints)
    log_say(
        "Paper 002, figures 4 to 6 and 9 to 11, its dam break with Lennard-Jones walls: two passes a step, a "
        "list every 10 steps; a GTX 1650, 83 648 particles, 1000 steps: over 10 s before the iterator over "
        "neighbours was rewritten, under 5 s behind");
  sheet_head(q, commands);
  for (const struct version *v = gpu ? on_gpu : on_cpu; v->name; v++) {
    struct spent s;
    TRY(spend(&s, q, &testbed_lennard_jones, v, (double)particles, 3, steps));
    TRY(put_commands(q, v, &s));
  }
  return STATUS_OK;
}

/* ---- paper 002, figures 13 and 15 ---- */

static const struct sheet_column speeds[] = {{"version", "", NULL, 0},
                                             {"particles", "particles", "%.0f", 0},
                                             {"fluid", "of them fluid", "%.0f", 0},
                                             {"milliseconds", "ms a step", "%.3f", 0},
                                             {"mipps", "MIPPS", "%.2f", 0},
                                             {"over_general", "over general", "%.2f", 0},
                                             {"published_over", "published", "%.0f", 0},
                                             SHEET_STATE,
                                             {0}};

static int put_speed(const struct ladder_request *q, const struct version *v, const struct spent *s,
                     const struct spent *general) {
  const double each = s->all / (double)s->steps, over = general->all / (double)general->steps / each;
  json_t *row = json_pack("{s:s, s:I, s:I, s:f, s:f, s:f}", "version", v->name, "particles",
                          (json_int_t)s->particles, "fluid", (json_int_t)s->fluid, "milliseconds", 1e3 * each,
                          "mipps", 1e-6 * (double)s->particles / each, "over_general", over);
  if (row) sheet_tell(row, s->device, s->hash);
  if (row && s != general) json_object_set_new(row, "published_over", json_integer(4));
  return sheet_add(q, speeds, row);
}

/* Three resolutions, as 6.4, 11.5 and 42 million particles are to each other. */
int basin_climb(const struct ladder_request *q) {
  static const double sizes[] = {6.4 / 42, 11.5 / 42, 1};
  const double particles = q->particles ? (double)q->particles : 100000;
  const struct version *versions = strcmp(q->backend->name, "offload") ? &on_cpu[1] : on_gpu;
  CHECK(particles >= 6000.0, STATUS_USAGE,
        "%s: expected --particles 6000 at least: fewer do not resolve the water", q->name);
  if (q->prints)
    log_say("Paper 002, figure 15: a basin with a reef and a caisson, 6.4, 11.5 and 42 million particles "
            "there; new code "
            "four times as fast as old at each. Its bathymetry and its experiment are not published: this is "
            "one like it, "
            "a tenth as large");
  sheet_head(q, speeds);
  for (int k = 0; k < 3; k++) {
    struct spent general, own;
    const uint64_t steps = q->steps ? q->steps : 2 * LADDER_STEPS;
    TRY(spend(&general, q, &testbed_basin, &versions[0], sizes[k] * particles, 3, steps));
    TRY(put_speed(q, &versions[0], &general, &general));
    TRY(spend(&own, q, &testbed_basin, &versions[1], sizes[k] * particles, 3, steps));
    TRY(put_speed(q, &versions[1], &own, &general));
  }
  return STATUS_OK;
}
