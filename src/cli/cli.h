/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_CLI_H
#define CLI_CLI_H
/* The subcommands. Each takes its own arguments, argv[0] being "amphi NAME", and returns the
 * program's exit status. */

#ifdef __clang__
#define AMPHI_COMPILER "clang " __clang_version__
#else
#define AMPHI_COMPILER "gcc " __VERSION__
#endif

/* X(NAME, when it computes, what --help says of it), in the order of a user's day. It computes ALWAYS, NEVER,
 * or with the option that stands here; threads of what computes do not spin for long
 * (execution_wait_briefly). */
#define NEVER  NULL
#define ALWAYS ""
// clang-format off
#define COMMANDS(X)                                                                                          \
  X(cases, NEVER, "List the cases that come with amphi")                                                     \
  X(new, NEVER, "Make a case of your own to begin with")                                                     \
  X(import, NEVER, "Make a case from one of DualSPHysics")                                                   \
  X(studio, NEVER, "Draw, check and run a case in a browser")                                                \
  X(run, ALWAYS, "Run a case and write its results to a folder")                                             \
  X(replay, ALWAYS, "Compute a part of a finished run again, with other gauges")                             \
  X(certify, NEVER, "Write the record of a run, which others can check")                                     \
  X(audit, ALWAYS, "Check the record of a run, and compute parts of it again")                               \
  X(study, ALWAYS, "Run a case at several spacings and seeds, with error bars")                              \
  X(check, "--time", "Say what a case would run, and run nothing")                                           \
  X(compare, NEVER, "Compare two outputs, or two folders of them")                                           \
  X(render, NEVER, "Draw a run as a picture or a film")                                                      \
  X(view, NEVER, "Look at runs in a browser")                                                                \
  X(report, NEVER, "Write one page about runs, with plots and pictures")                                     \
  X(surface, NEVER, "Write the surface of the fluid as triangles")                                           \
  X(probe, NEVER, "Read the fluid at points, from the snapshots of a run")                                   \
  X(export, NEVER, "Write a run in the form that scripts for DualSPHysics' tools read")                           \
  X(verify, ALWAYS, "Run a case on everything here, and compare the bits")                                   \
  X(bisect, ALWAYS, "Find the first step and particle in which two runs differ")                             \
  X(bench, ALWAYS, "Measure the speed of a case, and write no files")                                        \
  X(specialise, NEVER, "Compile specialised code for the models of a case")                                   \
  X(info, NEVER, "Say what this build and this machine can do")                                              \
  X(schema, NEVER, "Print the reference of all keys of a case file")                                         \
  X(help, NEVER, "Say what a command takes, or what a key of a case means")
// clang-format on
#define X(name, computes, help) int name##_main(int argc, char **argv);
COMMANDS(X)
#undef X

/* Print "amphi: " and the recorded error on standard error; returns `status`. */
int cli_fail(int status);

/* argp_parse; its own failures (no memory) are printed, and the result is then not 0. */
struct argp;
int cli_parse(const struct argp *program, int argc, char **argv, unsigned flags, void *input);

#endif
