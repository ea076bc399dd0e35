/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/case_command.h"

#include "cli/cli.h"
#include "util/error.h"

struct arguments {
  const char *target;
  struct overrides overrides;
  struct execution execution;
  void *more;
};

static error_t parse_case_command(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &a->overrides;
    state->child_inputs[1] = &a->execution;
    state->child_inputs[2] = &a->overrides;
    if (a->more) state->child_inputs[3] = a->more;
    return 0;
  default:
    return parse_case(key, argument, state, &a->target);
  }
}

static int load_case_command(struct arguments *a, struct setup *s) {
  char path[PATH_MAX];
  TRY(setup_locate(path, a->target));
  return setup_load(s, path, &a->overrides);
}

int case_command(int argc, char **argv, const char *doc, int (*work)(struct setup *s, struct execution *e),
                 const struct argp *more, void *input) {
  const struct argp_child children[] = {{&overrides_argp, 0, NULL, 0},
                                        {&execution_argp, 0, NULL, 0},
                                        {&draft_argp, 0, NULL, 0},
                                        {more, 0, NULL, 0},
                                        {0}};
  const struct argp program = {
      .parser = parse_case_command, .args_doc = "CASE", .doc = doc, .children = children};
  struct arguments arguments = {.more = input};
  if (cli_parse(&program, argc, argv, 0, &arguments)) return STATUS_FAILED;
  struct setup setup = {0};
  int status = load_case_command(&arguments, &setup);
  if (status == STATUS_OK) status = work(&setup, &arguments.execution);
  setup_free(&setup);
  overrides_free(&arguments.overrides);
  return status ? cli_fail(status) : STATUS_OK;
}
