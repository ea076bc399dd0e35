/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IMPORT_COMMANDS_H
#define IMPORT_COMMANDS_H
/* The commands that draw a case's geometry, run one after the other. */
#include "import/context.h"
#include "import/pen.h"

/* Run what <geometry> has, into m->sketch, with the spacing dp or, of 0, the document's. */
int commands_run(struct import *m, struct xml_node *casedef, double dp);

enum { DRAWING_STATES = 32 };

/* How to draw, as it is saved. */
struct drawing_state {
  struct pen pen;
  bool bound;
  int mk;
};

/* Which nodes belong to boxes: the nearest to their sides, filled between them; those, filled with them; or
 * the ones within. */
enum box_limit { BOX_LIMIT_NONE, BOX_LIMIT_FULL, BOX_LIMIT_INNER };

/* A drawing under way. */
struct drawing {
  struct import *m;
  struct pen pen;
  struct xml_node *lists; /* <commands> */
  double stack[32][3][4];
  int stacked, calls;
  bool bound;
  int mk;         /* of the group drawn with; -1: void */
  double line[3]; /* where <drawlineto> begins */
  struct drawing_state states[DRAWING_STATES], marks[DRAWING_STATES];
  int state_count, mark_count;
  double executed;
  enum box_limit box;
  struct variables kept[DRAWING_STATES]; /* of <varssave> */
  int kept_count;
};

struct drawing_command {
  const char *name;
  int (*run)(struct drawing *d, struct xml_node *n);
};

/* <clipplane>, <clipbox>, <clipreset>: where the pen draws (clip.c). */
int clip(struct drawing *d, struct xml_node *n);

/* A command that draws or fills (drawing.c), or NULL. */
const struct drawing_command *drawing_find(const char *name);

/* The <point> of an element, at least and at most so many; an attribute's number mk, which may be missing. */
int drawing_points(struct drawing *d, struct xml_node *n, double (*x)[3], int least, int most, int *count);
int drawing_mk(struct drawing *d, struct xml_node *n, const char *name, int *mk);
/* <point> and <size> or <endpoint>. */
int drawing_box(struct drawing *d, struct xml_node *n, double low[3], double size[3]);
/* Degrees about x, y and z: angx, angy, angz, or x, y, z, as templates and examples have them. */
int drawing_angles(struct drawing *d, struct xml_node *n, double angles[3]);

/* Draw a file of triangles (files.c). */
int commands_file(struct drawing *d, struct xml_node *n);
/* <points> and <triangles> of their numbers: as faces, or the nodes that they enclose. */
int commands_triangles(struct drawing *d, struct xml_node *n, bool fill);
/* Water under a solitary wave (hill.c). */
int commands_wave(struct drawing *d, struct xml_node *n);
/* Ground from measured heights (bathymetry.c). */
int commands_bathymetry(struct drawing *d, struct xml_node *n);

/* Pass a failure on with the line of its element, if it has none yet. */
int commands_at(const struct drawing *d, const struct xml_node *n, int status);

#endif
