/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_SWARM_H
#define CASE_SWARM_H
/* What a case says of method swarm. */
#include <stddef.h>

enum objective_kind {
  OBJECTIVE_SPHERE,
  OBJECTIVE_ROSENBROCK,
  OBJECTIVE_RASTRIGIN,
  OBJECTIVE_ACKLEY,
  OBJECTIVE_GRIEWANK,
  OBJECTIVE_EXPRESSION,
  OBJECTIVE_USER
};
enum swarm_total_kind { SWARM_SUM, SWARM_PRODUCT };
enum swarm_form { SWARM_SPSO2011, SWARM_CANONICAL };
enum swarm_neighbourhood { SWARM_RANDOM, SWARM_RING, SWARM_GLOBAL };
enum swarm_arrangement {
  ARRANGE_TRANSPOSED,
  ARRANGE_CHUNK_2,
  ARRANGE_CHUNK_4,
  ARRANGE_CHUNK_8,
  ARRANGE_CHUNK_16,
  ARRANGE_SOA,
  ARRANGE_SOA_PADDED,
  ARRANGE_AOS,
  ARRANGE_AOS_SELECTIVE
};

/* In an expression of the user: a sum or product over the coordinates. */
struct swarm_total {
  char *name;
  enum swarm_total_kind kind;
  char *of; /* the term */
};

struct swarm_config {
  enum objective_kind function;
  char *value; /* expression: the function, over coordinates and totals */
  struct swarm_total *totals;
  size_t total_count;
  char *library, *symbol; /* of a function of the user */
  double bounds[2];       /* of every coordinate */
  int particles;
  enum swarm_form form;
  enum swarm_neighbourhood neighbourhood;
  int informants; /* random: particles that each one informs */
  double inertia, attraction;
  int seed;
  double target;      /* value at which the run is finished */
  double evaluations; /* after which it is; 0: no limit */
  int history;        /* iterations between rows of gauges.csv; 0: none */
  enum swarm_arrangement layout;
};

/* Words for enum values, as in case files. */
const char *case_word_objective(enum objective_kind o);
const char *case_word_form(enum swarm_form f);
const char *case_word_neighbourhood(enum swarm_neighbourhood n);
const char *case_word_layout(enum swarm_arrangement a);

#endif
