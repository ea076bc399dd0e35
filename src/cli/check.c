/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi check: what a case would run. */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/code.h"
#include "cli/setup.h"
#include "util/error.h"
#include "util/log.h"
#include "util/words.h"

struct check_arguments {
  const char *target;
  struct overrides overrides;
  struct execution execution;
};

static error_t parse(int key, char *argument, struct argp_state *state) {
  struct check_arguments *a = state->input;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &a->overrides;
    state->child_inputs[1] = &a->execution;
    return 0;
  default:
    return parse_case(key, argument, state, &a->target);
  }
}

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

static int check_case(struct check_arguments *a, struct setup *s) {
  struct code code;
  char path[PATH_MAX];
  TRY(setup_locate(path, a->target));
  TRY(setup_load(s, path, &a->overrides));
  setup_say(s, true);
  TRY(execution_choose(&a->execution, s->method));
  TRY(code_find(&code, s, &a->execution));
  code_say(&code);
  say_memory(s, &a->execution.options);
  return STATUS_OK;
}

int check_main(int argc, char **argv) {
  static const struct argp_child children[] = {
      {&overrides_argp, 0, NULL, 0}, {&execution_argp, 0, NULL, 0}, {0}};
  const struct argp program = {
      .parser = parse,
      .args_doc = "CASE",
      .doc = "Say what a case would run: particles, neighbours, memory, time step. Runs and "
             "writes nothing.\vCASE is a case file, or a folder with a case.yaml.",
      .children = children};
  struct check_arguments arguments = {0};
  if (cli_parse(&program, argc, argv, 0, &arguments)) return STATUS_FAILED;
  struct setup setup = {0};
  int status = check_case(&arguments, &setup);
  setup_free(&setup);
  overrides_free(&arguments.overrides);
  return status ? cli_fail(status) : STATUS_OK;
}
