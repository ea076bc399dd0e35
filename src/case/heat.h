/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_HEAT_H
#define CASE_HEAT_H
/* Heat, as a case says it. */
#include "case/choices.h"

struct case_heat {
  enum heat_model model;
  double conductivity; /* W/(m K) */
  double capacity;     /* J/(kg K) */
  double reference;    /* K */
  double expansion;    /* 1/K */
  double thinning;     /* 1/K */
};

/* Of a body. */
struct warmth {
  double temperature; /* K; NaN: not given */
  double flux;        /* wall: into the fluid, W/m^2; NaN: not given */
};

#endif
