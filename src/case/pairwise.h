/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_PAIRWISE_H
#define CASE_PAIRWISE_H
/* What a case says of method pairwise. */
#include <stdbool.h>
#include <stddef.h>

/* The laws are in pairwise/models/pair.h. */
enum pairwise_origin { SOURCE_FCC, SOURCE_UNIFORM, SOURCE_CLUSTERS, SOURCE_FILE };
enum pairwise_potential { POTENTIAL_LJ, POTENTIAL_LOW, POTENTIAL_HIGH };
enum pairwise_truncation { TRUNCATION_PLAIN, TRUNCATION_SHIFTED, TRUNCATION_FORCE_SHIFTED };
enum pairwise_gauge_kind {
  PAIRWISE_ENERGY,
  PAIRWISE_POTENTIAL,
  PAIRWISE_KINETIC,
  PAIRWISE_TEMPERATURE,
  PAIRWISE_VIRIAL,
  PAIRWISE_PRESSURE,
  PAIRWISE_MOMENTUM
};

/* How the offload backend finds the particles that interact; paper 001 has all but the list. */
enum pairwise_strategy {
  PAIRWISE_AUTO,
  PAIRWISE_LIST,
  PAIRWISE_PART_NOLOOP,
  PAIRWISE_PART_LOOP,
  PAIRWISE_CELL,
  PAIRWISE_CELL_SM,
  PAIRWISE_ALL_IN_SM,
  PAIRWISE_X_PENCIL,
  PAIRWISE_X_PENCIL_REG,
  PAIRWISE_X_PENCIL_WIDE,
  PAIRWISE_STRATEGIES
};

/* A gauge: a number computed from all particles. */
struct pairwise_gauge {
  char *name;
  size_t line; /* in the case file, or 0 */
  enum pairwise_gauge_kind kind;
  bool tail;       /* with what the pairs beyond the cutoff would add */
  double interval; /* s */
};

struct pairwise_config {
  bool has_domain; /* the case gives one: else the particles' source does */
  enum pairwise_origin source;
  char *file;         /* beside the case file, or with its whole name */
  double cells[3];    /* fcc: cubic cells along each axis */
  double density;     /* fcc: particles a m^3 */
  int count;          /* uniform, clusters */
  int clusters;       /* centres that share the particles */
  double spread;      /* m, standard deviation around a centre along each axis */
  double temperature; /* J, of the velocities where no file has any */
  int seed;           /* of positions and velocities */
  enum pairwise_potential potential;
  double cutoff; /* m */
  enum pairwise_truncation truncation;
  double softening; /* m */
  double step;      /* s */
  double skin;      /* m, by which lists reach farther than the cutoff */
  enum pairwise_strategy strategy;
  struct pairwise_gauge *gauges;
  size_t gauge_count;
};

/* Words for enum values, as in case files. */
const char *case_word_potential(enum pairwise_potential value);
const char *case_word_pairwise(enum pairwise_strategy value);
const char *case_word_truncation(enum pairwise_truncation value);

#endif
