/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IMPORT_FORMS_H
#define IMPORT_FORMS_H
/* Boxes, prisms, cylinders and the like, drawn with a pen: their faces, their inside, or both, as its mode
 * says. */
#include "import/pen.h"

enum { FORM_CORNERS_MOST = 1000 };

/* Faces of a box, as bits. */
enum {
  BOX_LEFT = 1,
  BOX_RIGHT = 2,
  BOX_FRONT = 4,
  BOX_BACK = 8,
  BOX_BOTTOM = 16,
  BOX_TOP = 32,
  BOX_ALL = 63
};

/* Of a solid all faces, else the faces alone; `offsets` in m move them outwards, one layer each. */
int form_box(struct pen *p, const double low[3], const double size[3], bool solid, unsigned faces,
             const double *offsets, int offset_count);

/* Between two polygons of `count` corners each: faces 1 and 2 are these, 3 and on the sides from the first
 * corner on; bits of `hidden` leave faces out, and with any the inside. */
int form_prism(struct pen *p, const double (*base)[3], const double (*top)[3], int count,
               unsigned long hidden);

int form_pyramid(struct pen *p, const double (*corner)[3], int count, unsigned long hidden);

/* The way along `corner`, drawn through `along`; layers at these distances, m, to the side of way x along. */
int form_sheet(struct pen *p, const double (*corner)[3], int count, const double along[3],
               const double *offsets, int offset_count);

/* hidden: 1 the end at a, 2 at b, 4 the tube (bits). */
int form_cylinder(struct pen *p, const double a[3], const double b[3], double radius, unsigned long hidden,
                  const double *offsets, int offset_count);
/* Around the middle of a and b, with the half axes |b - a| along each axis (of a sphere the radius). */
int form_ellipsoid(struct pen *p, const double centre[3], const double half[3], const double *offsets,
                   int offset_count);

/* All places whose distances from two foci add up to less than twice the radius: a ball where these are one.
 */
int form_spheroid(struct pen *p, const double a[3], const double b[3], double radius, const double *offsets,
                  int offset_count);

#endif
