/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_CHOICES_H
#define CASE_CHOICES_H
/* The models that a case of WCSPH chooses between: rows of choices.json (docs/add-a-model.md). From them
 * follow the enums, the words in a case, messages, the reference (docs/case-file.md), what a run cites
 * (wcsph/results/cite.c), and of kernels their constants everywhere and the tests that each has to pass
 * (tests/wcsph). */
#include "lane/summation.h"

/* Keys beside `model` that mean something for some models only. */
enum model_keys {
  TAKES_NOTHING = 0,
  TAKES_ALPHA = 1,        /* viscosity */
  TAKES_NU = 2,           /* viscosity */
  TAKES_DELTA = 4,        /* density_diffusion */
  TAKES_SLIP = 8,         /* boundary */
  TAKES_EULER_EVERY = 16, /* integrator */
  TAKES_STRENGTH = 32,    /* shifting, with `every`; acoustic_damper; turbulence */
  TAKES_BULK = 64,        /* viscosity */
  TAKES_YIELD = 128,      /* rheology, and the others */
  TAKES_EXPONENT = 256,
  TAKES_DECAY = 512,
  TAKES_GROWTH = 1024,
  TAKES_FRICTION = 2048,
  TAKES_CEILING = 4096,
  TAKES_AVERAGE = 8192,     /* every rheology but Newton's */
  TAKES_LENGTH = 16384,     /* boundary.slip */
  TAKES_TENSION = 32768,    /* interface */
  TAKES_HEAT = 65536,       /* heat: all its keys */
  TAKES_CONTACT = 131072,   /* boundary */
  TAKES_REPULSION = 262144, /* boundary: `strength` */
  TAKES_ANGLE = 524288,     /* interface: `contact_angle` */
  TAKES_ENERGY = 1048576,   /* turbulence: `energy`, `dissipation`, `roughness` */
  TAKES_STRAIN = 4194304,   /* shifting: `measure` */
  TAKES_ONSET = 8388608,    /* viscosity */
  TAKES_GRAINS = 2097152    /* rheology: `friction_fast`, `inertial_number`, `grain_size`, `grain_density` */
};

/* A choice for each of DO(X, axis, how, KIND, name, type, TABLE, member, key, fallback, meaning), models a
 * choice in TABLE(X): X(constant, word, takes, what, paper, ...), of which the last are the choice's own
 * columns. axis: AXIS of what changes a pair's algebra, of which each combination can have specialised code
 * (LAW_AXES in wcsph/law.h); else PLAIN. how it is a key of a case: OWN, all of which follows from the row:
 * member of struct amphi_case, key, fallback, meaning; MAP, the key `fallback` of the map `key`, whose other
 * keys stand in case/schema.c; SUB, as MAP, but it means something for some models only. KIND begins the
 * constants' names; models_NAME[] and words_NAME[] are the rows at run time. Where a run has a paper to cite,
 * it is cited in this order. X is handed through. */
#include "choice_rows.h" /* by cmake/choices.cmake */

/* A row at run time. */
struct model {
  const char *word, *what, *paper;
  unsigned takes; /* bits of enum model_keys */
};

/* Their enums; and by constant the rows, an empty one behind the last, and the words alone. */
#define MODEL_CONSTANT(constant, ...) constant,
#define CHOICE_DECLARE(X, axis, how, KIND, name, type, TABLE, ...)                                           \
  type{TABLE(MODEL_CONSTANT)};                                                                               \
  extern const struct model models_##name[];                                                                 \
  extern const char *const words_##name[];
CHOICES(CHOICE_DECLARE, )
enum state_equation { STATES(MODEL_CONSTANT) };
#undef CHOICE_DECLARE
#undef MODEL_CONSTANT
extern const struct model models_state[], models_summation[];
extern const char *const words_summation[];

/* Support radius over h of a row of models_kernel; 0 of others. */
double model_radius(const struct model *m);

#endif
