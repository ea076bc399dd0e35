/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_BODY_H
#define CASE_BODY_H
/* Shapes, and the walls and bodies of fluid that they make, as a case says them. */
#include <stdbool.h>
#include <stddef.h>

#include "case/heat.h"
#include "case/moves.h"

enum shape_kind {
  SHAPE_BOX,
  SHAPE_CYLINDER,
  SHAPE_SPHERE,
  SHAPE_PLANE,
  SHAPE_POLYGON,
  SHAPE_SURFACE,
  SHAPE_TERRAIN,
  SHAPE_POINTS,
  SHAPE_EXTRUSION,
  SHAPE_REVOLUTION
};
enum shape_fill { FILL_SOLID, FILL_SHELL_OUTSIDE, FILL_SHELL_INSIDE };
enum velocity_field { FIELD_UNIFORM, FIELD_TAYLOR_GREEN };

/* Faces of a box, as bits: which are left out of a shell, or through which fluid may leave. */
enum face {
  FACE_X_LOW = 1,
  FACE_X_HIGH = 2,
  FACE_Y_LOW = 4,
  FACE_Y_HIGH = 8,
  FACE_Z_LOW = 16,
  FACE_Z_HIGH = 32
};

/* Of points, those of another spacing. */
struct finer_points {
  double dp;  /* m */
  char *file; /* beside the case file, or with its whole name */
};

struct shape {
  enum shape_kind kind;
  size_t line;                /* in the case file; 0: none */
  bool cut;                   /* take the shape away instead of adding it */
  enum shape_fill fill;       /* shells stand on the outer or inner side of the surface */
  int layers;                 /* shells: particles across the shell; 0: the default of the boundary model */
  unsigned open;              /* box shells: faces without particles */
  double low[3], high[3];     /* box, m */
  double centre[3], radius;   /* sphere, m */
  double base[3], top[3];     /* cylinder's axis (its radius is `radius`), m */
  double point[3], normal[3]; /* plane: the half space that `normal` points away from, m */
  double (*vertices)[2];      /* polygon (2-D), extrusion, revolution (radius and place along the axis), m */
  size_t vertex_count;
  double from, to;            /* extrusion: along its axis, m */
  double bevel;               /* box: what is cut off at its edges, measured on both faces, m */
  int along;                  /* axis of an extrusion or revolution: 0 to 2 */
  char *file;                 /* surface, terrain, points: beside the case file, or with its whole name */
  struct finer_points *finer; /* of points, in finer boxes */
  size_t finer_count;
  double scale;   /* of the file's coordinates, ... */
  double turn[3]; /* degrees about x, then y, then z, also of extrusions, revolutions and boxes, ... */
  double move[3]; /* m: in this order */
};

static inline bool shape_is_turned(const struct shape *s) {
  return s->turn[0] != 0.0 || s->turn[1] != 0.0 || s->turn[2] != 0.0;
}

/* As in case files. */
const char *case_word_shape(enum shape_kind kind);

/* The kind, but SHAPE_SURFACE for those whose surface is made in triangles (geometry/made.h). */
static inline enum shape_kind shape_form(const struct shape *s) {
  const bool made = s->kind == SHAPE_EXTRUSION || s->kind == SHAPE_REVOLUTION ||
                    (s->kind == SHAPE_BOX && (shape_is_turned(s) || s->bevel > 0.0));
  return made ? SHAPE_SURFACE : s->kind;
}

/* A named set of shapes, added and cut in order: one body of fluid or one wall. */
struct body {
  char *name;
  size_t line; /* in the case file; 0: none */
  struct shape *shapes;
  size_t shape_count;
  double velocity[3];        /* fluid: initial velocity, m/s */
  enum velocity_field field; /* fluid: velocity[] as it is, or the amplitude of a named field */
  bool hydrostatic;          /* fluid: initial density from the weight of the fluid above */
  struct {
    bool given;
    char *velocity[3], *density; /* m/s, kg/m^3, of x, y and z; NULL: as velocity[] and the weight say */
  } initial;                     /* fluid: by formulas */
  struct motion *motions;        /* wall: one after the other */
  size_t motion_count;
  int carrier;              /* wall: another one that it moves with, or -1 */
  char *material;           /* wall: its name in contact.materials, or NULL */
  struct freedom freedom;   /* wall */
  struct flexible flexible; /* wall */
  double jitter;            /* fluid: farthest random displacement from a site along an axis, in dp */
  int seed;                 /* fluid: which random numbers those are */
  struct forcing forcing;   /* fluid, or a wall that is a body */
  int phase;                /* fluid: index into the case's phases, or -1: of `material` */
  struct warmth warmth;
};

#endif
