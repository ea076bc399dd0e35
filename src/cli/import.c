/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi import: a case of another program made one of amphi. */
#include "import/import.h"

#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "util/error.h"

enum { OPTION_DP = 1, OPTION_SCHEME }; /* no letters */

struct arguments {
  const char *path, *out;
  struct import_choice choice;
};

static error_t parse_import(int key, char *argument, struct argp_state *state) {
  struct arguments *a = state->input;
  char *end;
  switch (key) {
  case 'o':
    a->out = argument;
    return 0;
  case OPTION_DP:
    a->choice.dp = strtod(argument, &end);
    if (end == argument || *end || !(a->choice.dp > 0 && isfinite(a->choice.dp)))
      argp_error(state, "--dp: '%s' is no spacing; expected metres, a number > 0", argument);
    return 0;
  case OPTION_SCHEME:
    a->choice.standard = strcmp(argument, "standard") == 0;
    if (!a->choice.standard && strcmp(argument, "dualsphysics") != 0)
      argp_error(state, "--scheme: '%s' is none; expected dualsphysics or standard", argument);
    return 0;
  case ARGP_KEY_ARG:
    if (a->path) argp_error(state, "one file at most, and there is '%s' already", a->path);
    a->path = argument;
    return 0;
  case ARGP_KEY_END:
    if (!a->path) argp_error(state, "which file? One such as CaseDambreak_Def.xml");
    if (!a->out) argp_error(state, "-o FOLDER is missing: where to write the case");
    return 0;
  default:
    return ARGP_ERR_UNKNOWN;
  }
}

int import_main(int argc, char **argv) {
  static const struct argp_option options[] = {
      {"output", 'o', "FOLDER", 0, "Where to write the case; it must not be there yet", 0},
      {"dp", OPTION_DP, "METRES", 0, "Draw it with this spacing of particles instead of the file's", 0},
      {"scheme", OPTION_SCHEME, "WORD", 0,
       "dualsphysics (default): the file's own numerical terms; standard: amphi's in their place", 0},
      {0}};
  const struct argp program = {
      .options = options,
      .parser = parse_import,
      .args_doc = "FILE",
      .doc =
          "Make a case of amphi from one of DualSPHysics, an XML file for its pre-processor GenCase.\vWhat "
          "amphi "
          "does otherwise and what it leaves out is said by line, and stands in the case. If it cannot do a "
          "part, it says so by line and writes nothing. What 'amphi check' says of the case comes last."};
  struct arguments a = {0};
  struct import_report report;
  if (cli_parse(&program, argc, argv, 0, &a)) return STATUS_FAILED;
  const int status = import_case(a.path, a.out, a.choice, stdout, &report);
  if (status) {
    fflush(stdout);
    return cli_fail(status);
  }
  printf("%s: %zu particles of fluid and %zu of walls, %d-D, dp = %g m\n", a.out, report.fluid, report.walls,
         report.dimensions, report.dp);
  fflush(stdout);
  char *check[] = {"amphi check", "--", (char *)a.out,
                   NULL}; /* what it would run, or what is wrong with it */
  return check_main(3, check);
}
