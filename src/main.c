/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi COMMAND ...: finds the command and hands over. */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/execution.h"
#include "cli/provenance.h"
#include "parts/parts.h"
#include "util/arithmetic.h"
#include "util/error.h"
#include "util/path.h"
#include "util/words.h"

static const struct command {
  const char *name;
  int (*main)(int argc, char **argv);
  const char *computes; /* NEVER, ALWAYS, or the option with which it computes */
  const char *help;
} commands[] = {
#define X(name, computes, help) {#name, name##_main, computes, help},
    COMMANDS(X)
#undef X
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static const struct command *command_find(const char *name) {
  for (int i = 0; i < COMMAND_COUNT; i++)
    if (!strcmp(commands[i].name, name)) return &commands[i];
  return NULL;
}

static const char *command_nearest(const char *name) {
  const char *names[COMMAND_COUNT + 1] = {NULL};
  for (int i = 0; i < COMMAND_COUNT; i++) names[i] = commands[i].name;
  return word_nearest(name, names);
}

static const char first_words[] =
    "amphi simulates free-surface flow with particles, from one case file. A case of your own, step by "
    "step:\n\n"
    "  amphi cases                  lists cases to learn from; 'amphi run dambreak2d' runs one\n"
    "  amphi new pond               makes pond/case.yaml, small and with comments\n"
    "  amphi run pond -o out/pond   runs it\n"
    "  amphi render out/pond        draws a film of it\n"
    "  amphi view out/pond          shows it in a browser\n"
    "  amphi schema gauges          says what a key of a case means\n\n"
    "'amphi --help' lists all commands, 'amphi help run' says what one takes.\n";

struct choice {
  const struct command *command;
  int at; /* index of the command's name in argv */
};

static error_t parse_main(int key, char *argument, struct argp_state *state) {
  struct choice *choice = state->input;
  if (key == ARGP_KEY_NO_ARGS) {
    fputs(first_words, stderr);
    exit(argp_err_exit_status);
  }
  if (key != ARGP_KEY_ARG) return ARGP_ERR_UNKNOWN;
  if (!strcmp(argument, "help") && state->next == state->argc)
    argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
  choice->command = command_find(argument);
  if (!choice->command) {
    const char *nearest = command_nearest(argument);
    if (!nearest && path_exists(argument))
      argp_error(state, "unknown command '%s'; did you mean 'amphi run %s'?", argument, argument);
    argp_error(state, nearest ? "unknown command '%s'; did you mean '%s'?" : "unknown command '%s'", argument,
               nearest);
  }
  choice->at = state->next - 1;
  state->next = state->argc; /* the rest is the command's */
  return 0;
}

static void print_version(FILE *stream, struct argp_state *state) {
  (void)state;
  fprintf(stream, "amphi " AMPHI_VERSION "\n");
  for (const struct note *n = provenance() + 1; n->name; n++) fprintf(stream, "%-11s%s\n", n->name, n->text);
  fprintf(stream, "Licence: BSD-3-Clause. There is no warranty.\n");
}

/* If a standard descriptor is closed, the next file that the run opens would take its number, and messages
 * would be written into that file. So occupy it, opened in the wrong direction: reading or writing there
 * fails as it would have before. */
static void hold_descriptors(void) {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0)
      (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY); /* the lowest */
}

/* Whether the command runs steps of a case: argv[1] is its name, its options follow. */
static bool computes(int argc, char **argv) {
  const struct command *command = argc < 2 ? NULL : command_find(argv[1]);
  if (!command || !command->computes) return false;
  bool is_given = !*command->computes;
  for (int i = 2; i < argc && !is_given; i++) is_given = !strcmp(argv[i], command->computes);
  return is_given;
}

/* An array of ARRAY_BYTES or more goes back to the system when it is freed. Of smaller ones malloc keeps up
 * to KEPT_BYTES: by default it would return 128 KiB after each piece of a snapshot, and ask for it again. */
enum { ARRAY_BYTES = 1 << 20, KEPT_BYTES = 4 << 20 };

int main(int argc, char **argv) {
  hold_descriptors();
  if (computes(argc, argv)) execution_wait_briefly(argv);
  if (execution_check_threads()) return cli_fail(STATUS_USAGE);
  mallopt(M_MMAP_THRESHOLD, ARRAY_BYTES);
  mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
  if (parts_begin(&argc, &argv)) return cli_fail(STATUS_USAGE);
  signal(SIGXFSZ,
         SIG_IGN); /* a file beyond the size limit makes the write fail instead of killing the process */
  const char *fault;
  if (!arithmetic_reset(&fault))
    fprintf(stderr, "amphi: before it began, %s (by a library made with fast-math flags?): set back\n",
            fault);
  if (parts_number() > 0) return parts_serve();
  argp_err_exit_status = STATUS_USAGE;
  argp_program_version_hook = print_version;
  struct argp_option rows[COMMAND_COUNT + 2] = {{.doc = "Commands:", .group = 1}};
  for (int i = 0; i < COMMAND_COUNT; i++)
    rows[i + 1] = (struct argp_option){
        .name = commands[i].name, .flags = OPTION_DOC | OPTION_NO_USAGE, .doc = commands[i].help, .group = 1};
  const struct argp program = {
      .options = rows,
      .parser = parse_main,
      .args_doc = "COMMAND [ARGUMENT...]",
      .doc = "Particle simulation of free-surface flow, from one case file.\v"
             "'amphi COMMAND --help' says what a command takes. Exit status: 0 success, 1 the system "
             "failed, 2 wrong usage or case file, 3 the simulation diverged."};
  struct choice choice = {0};
  if (cli_parse(&program, argc, argv, ARGP_IN_ORDER, &choice)) return STATUS_FAILED;

  char name[32]; /* the program's name in help and errors of the command */
  snprintf(name, sizeof name, "amphi %s", choice.command->name);
  argv[choice.at] = name;
  program_invocation_name = program_invocation_short_name = name;
  int status = choice.command->main(argc - choice.at, argv + choice.at);
  if ((fflush(stdout) || ferror(stdout)) && !status) {
    error_set(STATUS_FAILED, "standard output: cannot write: %s", strerror(errno));
    status = cli_fail(STATUS_FAILED);
  }
  return status;
}
