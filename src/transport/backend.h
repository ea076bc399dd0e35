/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_BACKEND_H
#define TRANSPORT_BACKEND_H
/* The contract between evolution and execution for `method: transport`. Evolution decides which axis comes
 * when; a backend owns loops and data movement; the formulas are in transport/models/line.h and
 * transport/models/remesh.h. */
#include <stdbool.h>

#include "case/transport.h"
#include "method/backend.h"
#include "transport/grid.h"

/* What the scalar is carried as, in the order of REMESH_VALUES. */
enum transport_values { VALUES_SINGLE, VALUES_DOUBLE, VALUES_SINGLE_FIXED, VALUES_DOUBLE_FIXED };

static inline bool values_are_double(enum transport_values v) {
  return v == VALUES_DOUBLE || v == VALUES_DOUBLE_FIXED;
}
static inline bool values_are_fixed(enum transport_values v) {
  return v == VALUES_SINGLE_FIXED || v == VALUES_DOUBLE_FIXED;
}
static inline size_t values_bytes(enum transport_values v) {
  return values_are_double(v) ? 8 : 4;
}

/* How lines are walked: as a backend does it best, or, for `amphi bench`, where they lie, or turned to be
 * contiguous. */
enum transport_order { ORDER_ANY, ORDER_AS_THEY_LIE, ORDER_TURNED };

/* Evolution's side of the state. */
struct transport_state {
  struct transport_grid grid;
  enum transport_values values;
  enum remesh_kernel kernel;
  int order;    /* of the Runge-Kutta method: 2 or 4 */
  void *scalar; /* [z][y][x] values on the host, current after a fetch */
  enum transport_order walk;
};

/* All particles move along one axis and are remeshed. speed[0..2] turn the axis' velocities (m/s) into cells
 * a pass at the beginning, the middle and the end of the pass. */
struct transport_pass {
  int axis;
  double speed[3];
  bool move_only; /* for a benchmark: displacements are computed, and the scalar stays as it is */
};

/* What passes found. */
enum transport_fault { TRANSPORT_FINE, TRANSPORT_CROSSING, TRANSPORT_OVERFLOW };
struct transport_finding {
  enum transport_fault fault;
  int axis;
  int32_t
      line; /* the first of the axis' lines (grid_lines) in which a pass, the first with a fault, found it */
};

struct transport_backend {
  struct backend about; /* first, so that a pointer to it is one to this */

  /* The state lives as long as the backend. */
  int (*open)(void **self, struct transport_state *state, const struct execution_options *options);
  void (*close)(void *self);

  /* The velocity along an axis on all grid points, m/s, as floats or as doubles like the values; kept until
   * the next one. */
  int (*velocity)(void *self, int axis, const void *component);

  /* One pass; it may be under way still when this returns, and its faults come out with `settle`. No
   * displacement is longer than the line. */
  int (*pass)(void *self, const struct transport_pass *pass);

  /* Wait for all passes since the last call. After a fault the state is of no use. */
  int (*settle)(void *self, struct transport_finding *finding);

  /* Make the host's scalar current / tell the backend that the host changed it. */
  int (*fetch)(void *self);
  int (*send)(void *self);

  /* For a benchmark, which passes are measured by: copy an array as large as the scalar onto another one,
   * which ends the run; *bytes is what that reads and writes. */
  int (*copy)(void *self, size_t *bytes);

  size_t (*bytes)(void *self); /* allocated, beside the state's */
  void (*describe)(void *self, char *text, size_t size);
  size_t (*estimate)(const struct transport_state *state, int threads); /* bytes beside the state's */
};

#endif
