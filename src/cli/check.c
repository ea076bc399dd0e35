/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi check: what a case would run. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/bench_exchange.h"
#include "cli/case_command.h"
#include "cli/check_run.h"
#include "cli/cli.h"
#include "cli/code.h"
#include "io/summary.h"
#include "parts/expect.h"
#include "parts/parts.h"
#include "parts/preview.h"
#include "registry/methods.h"
#include "util/error.h"
#include "util/log.h"
#include "util/words.h"

enum { LIBRARIES = 12 << 20 }; /* bytes that HDF5, OpenMP and the heap take besides, in a run */

/* Of the process, where the backend computes on its memory: with this program and the plan, which stand in
 * the peak of this process. */
static size_t in_all(const struct setup *s, size_t backend) {
  return backend + s->method->copies(s->plan) + summary_peak_memory() + LIBRARIES;
}

static void say_memory(const struct setup *s, const struct execution_options *options) {
  char text[16];
  size_t most = 0;
  for (int i = 0; method_backends(s->method)[i]; i++) {
    const struct backend *b = method_backends(s->method)[i];
    int threads = execution_threads(b, options);
    size_t bytes = s->method->estimate(s->plan, b, threads);
    log_say("  memory      %s on %s with %d thread%s, %.0f bytes a particle", text_bytes(text, (double)bytes),
            b->name, threads, threads == 1 ? "" : "s", (double)bytes / (double)s->particles);
    if (i == 0) most = in_all(s, bytes);
  }
  log_say("  in all      at most %s on %s, with the program and copies of what is being written",
          text_bytes(text, (double)most), method_backends(s->method)[0]->name);
}

/* ---- parts ---- */

enum { KEY_EXCHANGE = 0x100, KEY_SPEED, KEY_TIME, KEY_PICTURE };

static struct {
  int parts;            /* 0: not given */
  const char *exchange; /* file; NULL: not measured */
  double speed;         /* particle-steps/s of one part; 0: not known */
  struct check_run run;
} wanted;

static error_t parse_parts(int key, char *argument, struct argp_state *state) {
  char *end;
  switch (key) {
  case 'p':
    wanted.parts = (int)parse_count(state, "--parts", argument, 1024);
    return 0;
  case KEY_EXCHANGE:
    wanted.exchange = argument;
    return 0;
  case KEY_SPEED:
    wanted.speed = strtod(argument, &end);
    if (*end || !(wanted.speed > 0.0) || !isfinite(wanted.speed))
      argp_error(state, "--speed: expected particle-steps/s of one part, such as 1e9, got '%s'", argument);
    return 0;
  case KEY_TIME:
    wanted.run.times = true;
    return 0;
  case KEY_PICTURE:
    wanted.run.picture = argument;
    return 0;
  case ARGP_KEY_END:
    if ((wanted.exchange || wanted.speed > 0.0) && !(wanted.exchange && wanted.speed > 0.0 && wanted.parts))
      argp_error(state, "--exchange and --speed go together, with --parts");
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

/* By what was measured here. */
static int say_expected(const struct summary_part *parts) {
  struct exchange_times t;
  int measured_with;
  TRY(bench_exchange_read(wanted.exchange, &t, &measured_with));
  const struct expectation e = parts_expect(parts, wanted.parts, wanted.speed, &t, measured_with);
  log_say(
      "  expected    %.2f times as fast as one part, an efficiency of %.0f %%; of a step of %.3g ms copies "
      "take %.0f %%",
      e.faster, 100.0 * e.faster / wanted.parts, 1e3 * e.step, 100.0 * e.exchange / e.step);
  return STATUS_OK;
}

/* What each part would have, and how far the one that has most is beyond the mean. */
static int say_parts(const struct setup *s, const struct execution *e) {
  const double bytes =
      (double)s->method->estimate(s->plan, e->backend, execution_threads(e->backend, &e->options));
  char text[16];
  double most = 0.0, all = 0.0;
  CHECK(s->method->places, STATUS_USAGE, "--parts: method '%s' does not run in several parts",
        s->method->name);
  struct summary_part *parts = calloc((size_t)wanted.parts, sizeof *parts);
  CHECK(parts, STATUS_FAILED, "no memory for %d parts", wanted.parts);
  struct plan_places places = {0};
  int status = s->method->places(s->plan, &places);
  if (status == STATUS_OK) status = parts_preview(&places, wanted.parts, parts);
  free(places.at);
  for (int k = 0; k < wanted.parts && status == STATUS_OK; k++) {
    const struct summary_part *p = &parts[k];
    const double own = (double)(p->fluid + p->walls), rows = own + (double)p->halo;
    log_say("  part %-6d %llu fluid, %llu walls, %llu of others' (%.1f %%), %s on %s", k,
            (unsigned long long)p->fluid, (unsigned long long)p->walls, (unsigned long long)p->halo,
            own > 0 ? 100.0 * (double)p->halo / own : 0.0,
            text_bytes(text, bytes * rows / (double)s->particles), e->backend->name);
    most = rows > most ? rows : most;
    all += own;
  }
  if (status == STATUS_OK && wanted.exchange) status = say_expected(parts);
  if (status == STATUS_OK)
    log_say("  with copies %.2f times as fast as one part, if a copy took as long as a row of the largest "
            "part's own",
            all / most);
  free(parts);
  return status;
}

static int check_case(struct setup *s, struct execution *e) {
  struct code code;
  TRY(setup_say(s, true));
  TRY(execution_choose(e, s->method));
  if (parts_count() == 1) TRY(execution_check_device(e));
  TRY(code_find(&code, s, e));
  code_say(&code);
  say_memory(s, &e->options);
  if (wanted.parts) TRY(say_parts(s, e));
  if (!wanted.run.times)
    log_say("  more        --time says how long it takes here and how much it writes%s",
            wanted.run.picture ? "" : ", --picture FILE draws the start");
  return wanted.run.times || wanted.run.picture ? check_run(&wanted.run, s, e) : STATUS_OK;
}

int check_main(int argc, char **argv) {
  static const struct argp_option options[] = {
      {"parts", 'p', "N", 0, "Say what each of N parts would have (docs/cluster.md)", 0},
      {"time", KEY_TIME, NULL, 0,
       "Also take some steps, and say how long the run takes here and how much it writes", 0},
      {"picture", KEY_PICTURE, "FILE", 0, "Also draw the start as a picture (.png)", 0},
      {"exchange", KEY_EXCHANGE, "FILE", 0,
       "With --speed: how fast N parts would be, by the JSON of 'amphi bench exchange' here", 0},
      {"speed", KEY_SPEED, "X", 0, "Particle-steps/s of one part alone, as 'amphi bench CASE' says", 0},
      {0}};
  static const struct argp more = {.options = options, .parser = parse_parts};
  return case_command(
      argc, argv,
      "Say what a case would run: particles, neighbours, memory, time step. Writes nothing but "
      "the file of --picture.\vCASE is a case file, a folder with a case.yaml, or a name of 'amphi cases'.",
      check_case, &more, &wanted);
}
