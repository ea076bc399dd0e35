/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_CASE_COMMAND_H
#define CLI_CASE_COMMAND_H
/* Commands that take a case, --set and how to execute, and nothing else. */
#include "cli/setup.h"

/* Parse the arguments and load the case, of which `work` is then done. `doc` is argp's; `more`: options of
 * the command's own, and their input, or NULL. Returns the program's exit status. */
struct argp;
int case_command(int argc, char **argv, const char *doc, int (*work)(struct setup *s, struct execution *e),
                 const struct argp *more, void *input);

#endif
