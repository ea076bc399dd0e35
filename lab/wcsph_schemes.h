/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LAB_WCSPH_SCHEMES_H
#define LAB_WCSPH_SCHEMES_H
/* The bench of schemes (docs/schemes.md): flows whose answer is known, run with one scheme after the other.
 */
#include "wcsph/evolution.h"

/* What is known of a flow at a place and time. */
struct flow_answer {
  double velocity[2], pressure; /* m/s, Pa */
};

struct scheme_flow {
  const char *name, *title, *published;
  const char *text; /* the case */
  double unit, area,
      across;         /* m; of the fluid (3-D: volume), in units; particles to a unit, if nothing is said */
  bool spatial;       /* in 3-D */
  bool has_viscosity; /* of its own, which a scheme leaves as it is */
  double speed, pressure; /* m/s, Pa: what errors are relative to; 0: the root mean square of the answer */
  double window;          /* s; of the running mean that noise is about */
  double calm;            /* s, from which on noise and means count */
  void (*answer)(const struct wcsph_run *r, const double x[2], double t, struct flow_answer *a);
  bool begins;   /* with the answer */
  bool compares; /* its velocity and pressure are the answer's at the end, too */
  double (*mode)(const struct wcsph_run *r, const double x[2], const double u[2], double *weight);
  double period, decay; /* of the mode: s, 1/s of its amplitude */
};
extern const struct scheme_flow scheme_flows[]; /* without a name at the end */

struct scheme {
  const char *name, *settings[5], *viscosity[2]; /* NULL: as the flow has it */
};
extern const struct scheme schemes[]; /* likewise */

/* NaN: it means nothing there. */
struct scheme_figures {
  uint64_t particles, steps;
  double velocity, pressure; /* root mean square errors, relative */
  double drift;              /* mean error of the pressure, relative */
  double noise, mean, peak;  /* of pressure gauges: standard deviation about the running mean; rho g H */
  double energy;             /* kinetic at the end over that at the beginning */
  double volume;        /* mean of inner particles by their neighbours, over that of the lattice, less 1 */
  double period, decay; /* errors, relative */
  double nearest_least, nearest_most, even; /* dp; share of inner particles within 15 % of dp */
  double seconds;
};

/* Run a flow with a scheme; dp 0: as the flow has it. steps 0: to its end. */
struct ladder_request;
int scheme_measure(struct scheme_figures *f, const struct scheme_flow *flow, const struct scheme *scheme,
                   const struct ladder_request *q);

#endif
