/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi check: what a case would run. */
#include <stdio.h>

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

static int check_case(struct setup *s, struct execution *e) {
  struct code code;
  setup_say(s, true);
  TRY(execution_choose(e, s->method));
  TRY(code_find(&code, s, e));
  code_say(&code);
  say_memory(s, &e->options);
  return STATUS_OK;
}

int check_main(int argc, char **argv) {
  return case_command(argc, argv,
                      "Say what a case would run: particles, neighbours, memory, time step. Runs and "
                      "writes nothing.\vCASE is a case file, or a folder with a case.yaml.",
                      check_case);
}
