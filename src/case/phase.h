/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_PHASE_H
#define CASE_PHASE_H
/* Several phases, as a case says them. */
#include <stdbool.h>
#include <stddef.h>

#include "case/choices.h"

/* How a viscosity depends on shear; keys that the model does not take are not set. */
struct case_rheology {
  enum rheology_model model;
  enum viscosity_average average; /* of the viscosities of two particles; that of `rheology` alone */
  double yield;                   /* Pa */
  double exponent;
  double decay;    /* s */
  double growth;   /* s */
  double friction; /* yield stress over pressure */
  double friction_fast;
  double inertial_number;
  double grain_size;    /* m */
  double grain_density; /* kg/m^3 */
  double ceiling;       /* m^2/s */
};

/* Heat of a phase, as `heat` has it of the material. */
struct phase_heat {
  bool given;
  double conductivity; /* W/(m K) */
  double capacity;     /* J/(kg K) */
  double expansion;    /* 1/K */
  double thinning;     /* 1/K */
};

/* Fluids beside that of `material`, at most. */
enum { PHASES_MOST = 15 };

/* A fluid beside that of `material`. */
struct phase {
  char *name;
  size_t line;           /* in the case file; 0: none */
  double density;        /* rho0, kg/m^3 */
  int gamma;             /* exponent of its equation of state, 1..7 */
  double speed_of_sound; /* m/s; 0: as stiff as the material */
  double nu;             /* kinematic viscosity, m^2/s, or consistency over density */
  struct case_rheology rheology;
  struct phase_heat heat;
};

struct interface {
  enum tension_model model;
  double tension;   /* N/m */
  double angle;     /* degrees: the contact angle of the material on walls */
  double repulsion; /* of the pressure between two phases, over the contrast of their densities */
};

#endif
