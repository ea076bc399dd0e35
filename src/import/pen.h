/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IMPORT_PEN_H
#define IMPORT_PEN_H
/* Draws points, lines, faces and solids into a lattice, moved, turned and scaled by a matrix. A face is drawn
 * as points 2/3 dp apart, each taking the node nearest to it; a solid has the nodes within. */
#include <stdbool.h>

#include "import/sketch.h"

/* How far, in dp, the nodes of a slanted or round face or line may be from it, 1/sqrt(3): with it the numbers
 * of particles come out that the pre-processor itself left in its examples. */
#define PEN_REACH 0.57735026918962576

enum { PEN_GROUNDS_MOST = 16, PEN_HALVES_MOST = 48 };

/* Half of space: where n.x >= reach. */
struct pen_half {
  double n[3], reach;
};

enum pen_mode { PEN_WIRE, PEN_FACE, PEN_SOLID, PEN_FULL };

struct pen {
  struct sketch *sketch;
  double matrix[3][4]; /* a place is matrix (x, 1) */
  enum pen_mode mode;
  uint16_t group;                         /* 0: void */
  bool off;                               /* nothing is drawn */
  bool loose;                             /* curved shapes have particles along them, on no nodes */
  struct target ground[PEN_GROUNDS_MOST]; /* it draws over these alone; of none, over all */
  struct pen_half half[PEN_HALVES_MOST];  /* and within all of these */
  int grounds, halves;
};

/* What of a solid its mode has drawn. */
bool pen_has_faces(const struct pen *p);
bool pen_has_inside(const struct pen *p);

void pen_reset(struct pen *p);
void pen_move(struct pen *p, const double by[3]);
void pen_scale(struct pen *p, const double by[3]);
/* The peer turns about a line as a left hand's fingers do, in geometry, initials, inlets and motion alike:
 * its +90 degrees about +y takes +x to +z (JMatrix4::MatrixRot). This makes of its axis the one about which
 * the same turn is right-handed. Angles about x, y and z (pen_turn), angular velocities of bodies and angular
 * accelerations are right-handed there, too. */
void pen_right_handed(double axis[3]);
/* About the line from a along `axis`, degrees, in the peer's sense. STATUS_USAGE if the axis has no length.
 */
int pen_rotate(struct pen *p, double degrees, const double a[3], const double axis[3]);
/* About three axes through `centre`, "XYZ" or the like, degrees, right-handed: the axes stay where they are
 * or, intrinsic, turn with what is drawn. STATUS_USAGE for other letters. */
int pen_turn(struct pen *p, const double degrees[3], const char *axes, bool intrinsic,
             const double centre[3]);
void pen_place(const struct pen *p, const double x[3], double out[3]);

/* Give its group to a node, where it may draw. */
void pen_paint(struct pen *p, const int at[3]);
/* Whether it may draw at a place. */
bool pen_reaches(const struct pen *p, const double x[3]);

int pen_point(struct pen *p, const double x[3]);
int pen_line(struct pen *p, const double a[3], const double b[3]);
int pen_triangle(struct pen *p, const double a[3], const double b[3], const double c[3]);
int pen_parallelogram(struct pen *p, const double o[3], const double u[3], const double v[3]);

/* A flat face with `count` corners, convex or not. */
int pen_polygon(struct pen *p, const double (*corner)[3], int count);

/* What of a solid's nodes is within: asked for a place before the matrix. */
typedef bool pen_inside(const void *solid, const double x[3]);

/* The nodes of a solid within a box of places before the matrix. */
int pen_solid(struct pen *p, pen_inside *inside, const void *solid, const double low[3],
              const double high[3]);

#endif
