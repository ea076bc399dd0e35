/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_EXECUTION_H
#define CLI_EXECUTION_H
/* Options that several commands take: --set, and how to execute (--backend, --threads, --isa). */
#include <argp.h>

#include "method/method.h"

/* Input of overrides_argp; zeroed before the parse. */
struct overrides {
  char **items; /* "key=value", pointing into argv */
  size_t count;
  const char *draft; /* file with the text of the case; NULL: the case's own */
};

/* Input of execution_argp; zeroed before the parse. */
struct execution {
  const char *name;              /* as given; NULL: the method's first */
  const struct backend *backend; /* of the method, once execution_choose found it */
  struct execution_options options;
  bool threads_named; /* options.threads is part of what a way is called: its backend must take it */
};

enum { EXECUTION_THREADS_MOST = 1024 };

/* Check that OpenMP's environment asks for no more than these threads: the OpenMP library crashes on very
 * many. Where it asks for none, a machine of more processors uses that many. */
int execution_check_threads(void);

/* For commands that compute: have threads that wait for others sleep soon, unless OMP_WAIT_POLICY or
 * GOMP_SPINCOUNT says how long they spin. May start the program again, with the same arguments. */
void execution_wait_briefly(char **argv);

/* argp children. Wrong names end the program with the nearest valid one, "help" with a list. */
extern const struct argp overrides_argp, execution_argp;

/* --draft, of commands that read the case by setup_load alone; its input is a struct overrides too. */
extern const struct argp draft_argp;

/* Add one override behind those of --set. */
int overrides_add(struct overrides *o, char *item);
void overrides_free(struct overrides *o);

/* The names of all backends, each once, NULL at the end. */
const char *const *execution_backends(void);

/* The method's backend of the name that was given; STATUS_USAGE if it has none of that name, or takes none of
 * an option that was given. */
int execution_choose(struct execution *e, const struct method *m);

/* STATUS_USAGE if there is no such device here, as of a run. */
int execution_check_device(const struct execution *e);

/* STATUS_USAGE if no backend of a list, NULL at its end, takes an option that is given here. */
int execution_check_options(const struct backend *const list[], const struct execution *given);

/* How many of the threads a backend uses: the reference is serial. */
int execution_threads(const struct backend *b, const struct execution_options *options);

/* The instruction set in use; NULL if the backend has no choice of one. */
const char *execution_isa(const struct execution *e);

/* For parsers: the one CASE that a command takes; ARGP_ERR_UNKNOWN for options. */
error_t parse_case(int key, char *argument, struct argp_state *state, const char **target);

/* For parsers: the name of a backend that some method has, or the end of the program with a usage error;
 * "help" lists all. */
const char *parse_backend(struct argp_state *state, const char *name);

/* For parsers: --isa and --device; and a way, "BACKEND[:threads=N][:isa=NAME][:device=N]", whose text is
 * written to and must outlive it. */
void parse_isa(struct execution *e, const char *name, struct argp_state *state);
void parse_device(struct execution *e, const char *name);
void parse_way(struct execution *e, char *text, struct argp_state *state);

/* A whole number from `least`, of parse_count from 1, or the end of the program with a usage error. */
unsigned long long parse_whole(struct argp_state *state, const char *option, const char *text,
                               unsigned long long least, unsigned long long most);
unsigned long long parse_count(struct argp_state *state, const char *option, const char *text,
                               unsigned long long most);

#endif
