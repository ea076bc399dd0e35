/* SPDX-License-Identifier: BSD-3-Clause */
#include <argp.h>

#include "case/case.h"
#include "cli/cli.h"
#include "util/error.h"

static error_t parse(int key, char *argument, struct argp_state *state) {
  const char **part = state->input;
  if (key != ARGP_KEY_ARG) return ARGP_ERR_UNKNOWN;
  if (*part) argp_error(state, "one key at most, and there is '%s' already", *part);
  *part = argument;
  return 0;
}

int schema_main(int argc, char **argv) {
  const struct argp program = {
      .parser = parse,
      .args_doc = "[KEY]",
      .doc =
          "Print the reference of all keys of a case file, or of one, with all that is under it: unit, "
          "default and meaning, as Markdown.\vKEY is as in 'viscosity', 'viscosity.model' or 'gauges', or a "
          "method."};
  const char *part = NULL;
  if (cli_parse(&program, argc, argv, 0, &part)) return STATUS_FAILED;
  if (part) return case_print_part(part) ? cli_fail(STATUS_USAGE) : STATUS_OK;
  case_print_reference();
  return STATUS_OK;
}
