/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi specialise: specialised code for a case's models. */
#include "cli/case_command.h"
#include "cli/cli.h"
#include "cli/code.h"
#include "util/error.h"

static int specialise_case(struct setup *s, struct execution *e) {
  TRY(execution_choose(e, s->method));
  return code_specialise(s, e);
}

int specialise_main(int argc, char **argv) {
  return case_command(
      argc, argv,
      "Compile specialised code for the models of a case, where this amphi has none, into the cache "
      "($XDG_CACHE_HOME/amphi or ~/.cache/amphi). Runs of any case with these models find it: the same "
      "bits, faster.\vCASE is a case file, a folder with a case.yaml, or a name of 'amphi cases'. It takes "
      "the compiler that "
      "built amphi.",
      specialise_case, NULL, NULL);
}
