/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_MODELS_FLOW_H
#define TRANSPORT_MODELS_FLOW_H
/* Flows of transport tests, on coordinates X, Y, Z that go from 0 to 1 through the box, in lengths of the box
 * a second. Each component is a number times one function of each coordinate. All are free of divergence.
 *   rotation     (-2 pi (Y - 1/2), 2 pi (X - 1/2)): one turn a second
 *   shear        (sin 2 pi Y, 0)
 *   cell         (sin pi X cos pi Y, -cos pi X sin pi Y)
 *   vortex       (sin^2 pi X sin 2 pi Y, -sin 2 pi X sin^2 pi Y) (Bell, Colella & Glaz 1989; LeVeque 1996)
 *   deformation  (2 sin^2 pi X sin 2 pi Y sin 2 pi Z, -sin 2 pi X sin^2 pi Y sin 2 pi Z,
 *                 -sin 2 pi X sin 2 pi Y sin^2 pi Z) (LeVeque 1996; Enright et al. 2002; paper 004,
 * section 4.1) */
#include "case/transport.h"
#include "lane/sine.h"

enum flow_factor { FLOW_ONE, FLOW_LINE, FLOW_SIN, FLOW_COS, FLOW_SIN_TWICE, FLOW_SIN_SQUARED };

struct flow_component {
  double factor;
  enum flow_factor of[3]; /* by coordinate */
};

static inline struct flow_component flow_component(enum flow_kind kind, int axis) {
  static const struct flow_component components[][3] = {
      [FLOW_UNIFORM] = {{0.0, {FLOW_ONE, FLOW_ONE, FLOW_ONE}}}, /* the case says what */
      [FLOW_ROTATION] = {{-6.283185307179586, {FLOW_ONE, FLOW_LINE, FLOW_ONE}},
                         {6.283185307179586, {FLOW_LINE, FLOW_ONE, FLOW_ONE}}},
      [FLOW_SHEAR] = {{1.0, {FLOW_ONE, FLOW_SIN_TWICE, FLOW_ONE}}},
      [FLOW_CELL] = {{1.0, {FLOW_SIN, FLOW_COS, FLOW_ONE}}, {-1.0, {FLOW_COS, FLOW_SIN, FLOW_ONE}}},
      [FLOW_VORTEX] = {{1.0, {FLOW_SIN_SQUARED, FLOW_SIN_TWICE, FLOW_ONE}},
                       {-1.0, {FLOW_SIN_TWICE, FLOW_SIN_SQUARED, FLOW_ONE}}},
      [FLOW_DEFORMATION] = {{2.0, {FLOW_SIN_SQUARED, FLOW_SIN_TWICE, FLOW_SIN_TWICE}},
                            {-1.0, {FLOW_SIN_TWICE, FLOW_SIN_SQUARED, FLOW_SIN_TWICE}},
                            {-1.0, {FLOW_SIN_TWICE, FLOW_SIN_TWICE, FLOW_SIN_SQUARED}}},
  };
  return components[kind][axis];
}

static inline double flow_factor(enum flow_factor of, double x) {
  const double sine = sine_of_turns(0.5 * x);
  switch (of) {
  case FLOW_ONE:
    return 1.0;
  case FLOW_LINE:
    return x - 0.5;
  case FLOW_SIN:
    return sine;
  case FLOW_COS:
    return cosine_of_turns(0.5 * x);
  case FLOW_SIN_TWICE:
    return sine_of_turns(x);
  case FLOW_SIN_SQUARED:
    return sine * sine;
  }
  return 0.0;
}

/* What velocities are multiplied with at time t: cos(pi t/period) or sin(2 pi t/period). */
static inline double flow_modulation(enum modulation m, double period, double t) {
  if (m == MODULATION_COSINE) return cosine_of_turns(0.5 * t / period);
  return m == MODULATION_SINE ? sine_of_turns(t / period) : 1.0;
}

#endif
