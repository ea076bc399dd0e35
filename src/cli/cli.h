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

int run_main(int argc, char **argv);
int replay_main(int argc, char **argv);
int certify_main(int argc, char **argv);
int audit_main(int argc, char **argv);
int bisect_main(int argc, char **argv);
int study_main(int argc, char **argv);
int check_main(int argc, char **argv);
int info_main(int argc, char **argv);
int compare_main(int argc, char **argv);
int bench_main(int argc, char **argv);
int verify_main(int argc, char **argv);
int specialise_main(int argc, char **argv);
int render_main(int argc, char **argv);
int view_main(int argc, char **argv);
int report_main(int argc, char **argv);
int surface_main(int argc, char **argv);
int probe_main(int argc, char **argv);
int export_main(int argc, char **argv);
int schema_main(int argc, char **argv);
int new_main(int argc, char **argv);
int import_main(int argc, char **argv);

/* Print "amphi: " and the recorded error on standard error; returns `status`. */
int cli_fail(int status);

/* argp_parse, whose own failures (no memory) are told; not 0 then. */
struct argp;
int cli_parse(const struct argp *program, int argc, char **argv, unsigned flags, void *input);

#endif
