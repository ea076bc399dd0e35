/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_PHASE_H
#define CASE_PHASE_H
/* Several phases, as a case says them. */
#include <stddef.h>

#include "wcsph/models/rows.h"

/* A fluid beside that of `material`. */
struct phase {
  char *name;
  size_t line;           /* in the case file; 0: none */
  double density;        /* rho0, kg/m^3 */
  int gamma;             /* exponent of its equation of state, 1..7 */
  double speed_of_sound; /* m/s */
  double nu;             /* kinematic viscosity, m^2/s */
};

struct interface {
  enum tension_model model;
  double tension;   /* N/m */
  double angle;     /* degrees: the contact angle of the material on walls */
  double repulsion; /* of the pressure between two phases, over the contrast of their densities */
};

#endif
