/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_OPENINGS_H
#define CASE_OPENINGS_H
/* Open boundaries: faces through which fluid comes in and goes out, as a case has them. */
#include <stdbool.h>
#include <stddef.h>

#include "case/profiles.h"
#include "case/track.h"

enum opening_shape { OPENING_BOX, OPENING_CIRCLE, OPENING_POLYGON, OPENING_PLANE };
enum opening_velocity {
  OPENING_FREE,
  OPENING_UNIFORM,
  OPENING_PARABOLIC,
  OPENING_POWER,
  OPENING_TABLE,
  OPENING_PROFILES,
  OPENING_FORMULA
};
/* The first two are taken from the fluid before the face. */
enum opening_pressure { OPENING_EXTRAPOLATED, OPENING_ZERO_GRADIENT, OPENING_GIVEN, OPENING_HYDROSTATIC };
enum opening_surface { SURFACE_FULL, SURFACE_GIVEN, SURFACE_FREE };
enum opening_absorption { ABSORB_NONE, ABSORB_LEVEL };

/* Along the time: a factor or a value, straight lines between the rows of a file. */
struct opening_series {
  char *file; /* NULL: none */
  struct track track;
};

struct opening {
  char *name;
  size_t line; /* in the case file; 0: none */
  enum opening_shape shape;
  double low[3], high[3]; /* box: corners of the face, m */
  double point[3];        /* others: a point of the face; of a circle its centre, m */
  double normal[3];       /* into the fluid, of any length */
  double up[3];           /* polygon: the way of the second coordinate */
  double radius;          /* circle, m */
  double (*vertices)[2];  /* polygon: from the point, across and along `up`, m */
  size_t vertex_count;
  int phase;          /* of what comes in: index into the case's phases, or -1: of `material` */
  double temperature; /* of what comes in, K; NaN: not given */
  int layers;         /* of particles behind the face; 0 in the file: as many as the kernel needs */
  struct {
    enum opening_velocity model;
    double speed;                /* m/s along the normal; the largest of a profile */
    double exponent;             /* power */
    char *formula;               /* m/s, of x, y, z and t */
    struct opening_series table; /* of heights, m: m/s */
    struct {
      char *file;
      struct profiles rows;
    } profiles; /* of heights or places, m, and time: m/s */
    struct opening_series factor;
    double ramp; /* s */
  } velocity;
  struct {
    enum opening_pressure model;
    double value; /* Pa */
    struct opening_series series;
  } pressure;
  struct {
    enum opening_surface model;
    double level; /* m, along the axis of gravity */
    struct opening_series series;
  } surface;
  struct {
    enum opening_absorption model;
    double depth, before, level, from; /* m, m, m along the axis of gravity, s */
    struct opening_series series;      /* of the level */
  } absorb;
};

struct amphi_case;
struct scene;

/* The axis along which the normal is; -1: none. */
int opening_axis(const struct opening *o);

/* The axis of heights: that of gravity, of which the larger component counts; the last one without. */
int opening_upright(const struct scene *c);

/* The largest speed of the case that is known beforehand: not of formulas; m/s. */
double opening_most_speed(const struct opening *o);

/* Expressions are about these names, as many as the case has axes, and the time. */
enum { OPENING_NAMES = 5 };

void openings_free(struct amphi_case *c);

#endif
