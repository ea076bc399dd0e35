/* SPDX-License-Identifier: BSD-3-Clause */
#include <argp.h>
#include <stdbool.h>

#include "case/case.h"
#include "cli/cli.h"
#include "util/error.h"

struct arguments {
  const char *part;
  bool json, keys;
};

static error_t parse_schema(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
  case 'j':
    a->json = true;
    return 0;
  case 'k':
    a->keys = true;
    return 0;
  case ARGP_KEY_ARG:
    if (a->part) argp_error(state, "one key at most, and there is '%s' already", a->part);
    a->part = argument;
    return 0;
  case ARGP_KEY_END:
    if (a->keys && (a->json || a->part)) argp_error(state, "--keys is all names; it goes alone");
    if (a->json && a->part) argp_error(state, "--json is all keys; leave out '%s'", a->part);
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

int schema_main(int argc, char **argv) {
  static const struct argp_option options[] = {
      {"json", 'j', NULL, 0,
       "Print all keys as a JSON Schema instead, by which editors complete and check cases", 0},
      {"keys", 'k', NULL, 0, "Print the names of keys alone, with the words that they may have", 0},
      {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_schema,
      .args_doc = "[KEY]",
      .doc =
          "Print the reference of all keys of a case file, or of one, with all that is under it: unit, "
          "default and meaning, as Markdown.\vKEY is as in 'viscosity', 'viscosity.model' or 'gauges', or a "
          "method."};
  struct arguments a = {0};
  if (cli_parse(&program, argc, argv, 0, &a)) return STATUS_FAILED;
  if (a.part) return case_print_part(a.part) ? cli_fail(STATUS_USAGE) : STATUS_OK;
  if (a.keys) {
    case_print_names();
    return STATUS_OK;
  }
  if (a.json) return case_print_json() ? cli_fail(STATUS_FAILED) : STATUS_OK;
  case_print_reference();
  return STATUS_OK;
}
