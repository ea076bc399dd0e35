/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi help: of a command what it takes, of a key what it means. */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "case/case.h"
#include "cli/cli.h"
#include "util/error.h"
#include "util/words.h"

static const struct command {
  const char *name;
  int (*main)(int argc, char **argv);
} commands[] = {
#define X(name, computes, help) {#name, name##_main},
    COMMANDS(X)
#undef X
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static error_t parse_help(int key, char *argument, struct argp_state *state) {
  const char **about = state->input;
  switch (key) {
  case ARGP_KEY_ARG:
    if (*about) argp_error(state, "one command or key at a time; '%s' is too many", argument);
    *about = argument;
    return 0;
  case ARGP_KEY_NO_ARGS:
    argp_error(state, "of which command or key? 'amphi --help' lists the commands, 'amphi schema' the keys");
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

static int help_on_key(const char *name) {
  const char *names[COMMAND_COUNT + 1] = {NULL};
  for (int i = 0; i < COMMAND_COUNT; i++) names[i] = commands[i].name;
  if (case_print_part(name) == STATUS_OK) return STATUS_OK;
  const char *nearest = word_nearest(name, names);
  if (nearest) error_set(STATUS_USAGE, "no command or key '%s'; did you mean '%s'?", name, nearest);
  return cli_fail(STATUS_USAGE);
}

int help_main(int argc, char **argv) {
  const struct argp program = {.parser = parse_help,
                               .args_doc = "COMMAND\nKEY",
                               .doc = "Say what a command takes, as its --help does, or what a key of a case "
                                      "means, as 'amphi schema' does."};
  const char *about = NULL;
  if (cli_parse(&program, argc, argv, 0, &about)) return STATUS_FAILED;
  for (int i = 0; i < COMMAND_COUNT; i++) {
    if (strcmp(commands[i].name, about)) continue;
    char name[32], option[] = "--help";
    snprintf(name, sizeof name, "amphi %s", about);
    program_invocation_name = program_invocation_short_name = name;
    return commands[i].main(2, (char *[]){name, option, NULL});
  }
  return help_on_key(about);
}
