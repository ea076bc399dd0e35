/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_TRANSPORT_H
#define CASE_TRANSPORT_H
/* What a case says of method transport. */
#include <stddef.h>

/* transport/models/remesh.h, flow.h and initial.h say what kernels, flows and scalars are. */
enum remesh_kernel {
  REMESH_M4,
  REMESH_M6,
  REMESH_M8,
  REMESH_L22,
  REMESH_L44,
  REMESH_L64,
  REMESH_L84,
  REMESH_L147
};
enum flow_kind {
  FLOW_UNIFORM,
  FLOW_ROTATION,
  FLOW_SHEAR,
  FLOW_CELL,
  FLOW_VORTEX,
  FLOW_DEFORMATION,
  FLOW_EXPRESSION,
  FLOW_FILE
};
enum modulation { MODULATION_NONE, MODULATION_COSINE, MODULATION_SINE };
enum scalar_kind { SCALAR_BALL, SCALAR_BUMP, SCALAR_WAVE, SCALAR_EXPRESSION, SCALAR_FILE };
enum splitting { SPLITTING_LIE, SPLITTING_STRANG };
enum precision { PRECISION_SINGLE, PRECISION_DOUBLE };
enum transport_summation { TRANSPORT_PLAIN, TRANSPORT_FIXED };
enum transport_gauge_kind {
  TRANSPORT_SUM,
  TRANSPORT_MIN,
  TRANSPORT_MAX,
  TRANSPORT_VOLUME,
  TRANSPORT_L1,
  TRANSPORT_L2,
  TRANSPORT_SHAPE
};

/* A gauge: a number computed from the whole field. */
struct transport_gauge {
  char *name;
  size_t line; /* in the case file, or 0 */
  enum transport_gauge_kind kind;
  double level;    /* volume, shape: of the scalar */
  double interval; /* s */
};

struct transport_config {
  double low[3], high[3]; /* m, the periodic box */
  int points;             /* along x; the other axes have the same spacing */
  struct {
    enum flow_kind kind;
    double speed;        /* box lengths a second */
    double velocity[3];  /* uniform: m/s */
    char *expression[3]; /* m/s, along each axis, in x, y, z and t */
    char *file;          /* HDF5 */
    enum modulation modulation;
    double period; /* s */
  } flow;
  struct {
    enum scalar_kind kind;
    double centre[3];     /* m */
    double radius;        /* m */
    double width;         /* m, of a ball's smooth edge; 0: sharp */
    char *expression;     /* in x, y, z */
    char *file, *dataset; /* HDF5 */
  } scalar;
  enum remesh_kernel kernel;
  int order; /* of the Runge-Kutta method */
  enum splitting splitting;
  double cfl;  /* largest displacement in a step, cells; 0: `step` says how long a step is */
  double step; /* s */
  enum precision precision;
  enum transport_summation summation;
  struct transport_gauge *gauges;
  size_t gauge_count;
};

#endif
