/* SPDX-License-Identifier: BSD-3-Clause */
#include <argp.h>

#include "case/case.h"
#include "cli/cli.h"
#include "util/error.h"

int schema_main(int argc, char **argv) {
  const struct argp program = {
      .doc = "Print the reference of all keys of a case file: unit, default and meaning, as Markdown."};
  if (cli_parse(&program, argc, argv, 0, NULL)) return STATUS_FAILED;
  case_print_reference();
  return STATUS_OK;
}
