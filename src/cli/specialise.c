/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi specialise: code of its own for a case's models. */
#include "cli/cli.h"
#include "cli/code.h"
#include "util/error.h"

struct specialise_arguments {
  const char *target;
  struct overrides overrides;
  struct execution execution;
};

static error_t parse(int key, char *argument, struct argp_state *state) {
  struct specialise_arguments *a = state->input;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &a->overrides;
    state->child_inputs[1] = &a->execution;
    return 0;
  default:
    return parse_case(key, argument, state, &a->target);
  }
}

static int specialise_case(struct specialise_arguments *a, struct setup *s) {
  char path[PATH_MAX];
  TRY(setup_locate(path, a->target));
  TRY(setup_load(s, path, &a->overrides));
  TRY(execution_choose(&a->execution, s->method));
  return code_specialise(s, &a->execution);
}

int specialise_main(int argc, char **argv) {
  static const struct argp_child children[] = {
      {&overrides_argp, 0, NULL, 0}, {&execution_argp, 0, NULL, 0}, {0}};
  const struct argp program = {
      .parser = parse,
      .args_doc = "CASE",
      .doc =
          "Compile code of its own for the models of a case, where this amphi has none, into the cache "
          "($XDG_CACHE_HOME/amphi or ~/.cache/amphi). Runs of any case with these models find it: the same "
          "bits, faster.\vCASE is a case file, or a folder with a case.yaml. It takes the compiler that "
          "built amphi.",
      .children = children};
  struct specialise_arguments arguments = {0};
  if (argp_parse(&program, argc, argv, 0, NULL, &arguments)) return STATUS_FAILED;
  struct setup setup = {0};
  int status = specialise_case(&arguments, &setup);
  setup_free(&setup);
  overrides_free(&arguments.overrides);
  return status ? cli_fail(status) : STATUS_OK;
}
