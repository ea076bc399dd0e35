/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi check: what a case would run. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/case_command.h"
#include "cli/cli.h"
#include "cli/code.h"
#include "util/error.h"
#include "util/log.h"
#include "util/words.h"

static void say_memory(const struct setup *s, const struct execution_options *options) {
  char text[16];
  for (int i = 0; s->method->backends[i]; i++) {
    const struct backend *b = s->method->backends[i];
    int threads = execution_threads(b, options);
    size_t bytes = s->method->estimate(s->plan, b, threads);
    log_say("  memory      %s on %s with %d thread%s, %.0f bytes a particle", text_bytes(text, (double)bytes),
            b->name, threads, threads == 1 ? "" : "s", (double)bytes / (double)s->particles);
  }
}

/* ---- parts ---- */

static int wanted_parts; /* 0: nobody asked */

static error_t parse_parts(int key, char *argument, struct argp_state *state) {
  if (key != 'p') return ARGP_ERR_UNKNOWN;
  wanted_parts = (int)parse_count(state, "--parts", argument, 1024);
  return 0;
}

/* What each part would have, and how far the one that has most is beyond the mean. */
static int say_parts(const struct setup *s, const struct execution *e) {
  const double bytes =
      (double)s->method->estimate(s->plan, e->backend, execution_threads(e->backend, &e->options));
  char text[16];
  double most = 0.0, all = 0.0;
  CHECK(s->method->preview, STATUS_USAGE, "--parts: method '%s' does not run in several parts",
        s->method->name);
  struct summary_part *parts = calloc((size_t)wanted_parts, sizeof *parts);
  CHECK(parts, STATUS_FAILED, "no memory for %d parts", wanted_parts);
  int status = s->method->preview(s->plan, wanted_parts, parts);
  for (int k = 0; k < wanted_parts && status == STATUS_OK; k++) {
    const struct summary_part *p = &parts[k];
    const double own = (double)(p->fluid + p->walls), rows = own + (double)p->halo;
    log_say("  part %-6d %llu fluid, %llu walls, %llu of others' (%.1f %%), %s on %s", k,
            (unsigned long long)p->fluid, (unsigned long long)p->walls, (unsigned long long)p->halo,
            own > 0 ? 100.0 * (double)p->halo / own : 0.0,
            text_bytes(text, bytes * rows / (double)s->particles), e->backend->name);
    most = rows > most ? rows : most;
    all += own;
  }
  if (status == STATUS_OK)
    log_say("  at most     %.2f times as fast as one part: what the largest one has, copies and all",
            all / most);
  free(parts);
  return status;
}

static int check_case(struct setup *s, struct execution *e) {
  struct code code;
  setup_say(s, true);
  TRY(execution_choose(e, s->method));
  TRY(code_find(&code, s, e));
  code_say(&code);
  say_memory(s, &e->options);
  return wanted_parts ? say_parts(s, e) : STATUS_OK;
}

int check_main(int argc, char **argv) {
  static const struct argp_option options[] = {
      {"parts", 'p', "N", 0, "Say what each of N parts would have (docs/cluster.md)", 0}, {0}};
  static const struct argp more = {.options = options, .parser = parse_parts};
  return case_command(argc, argv,
                      "Say what a case would run: particles, neighbours, memory, time step. Runs and "
                      "writes nothing.\vCASE is a case file, or a folder with a case.yaml.",
                      check_case, &more, &wanted_parts);
}
