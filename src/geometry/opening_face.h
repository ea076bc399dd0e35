/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_OPENING_FACE_H
#define GEOMETRY_OPENING_FACE_H
/* The face of an open boundary, in squares of side dp. Its layers are on the other side of the normal, a
 * particle a square and layer. A face across an axis has the squares of the case's lattice, so that fluid,
 * walls and layers continue each other. */
#include "case/openings.h"
#include "geometry/runs.h"
#include "geometry/shape.h"

struct amphi_case;

struct opening_face {
  double centre[3];   /* m */
  double axes[3][3];  /* unit vectors: the normal, across, up; in 2-D the last is that of z */
  double edges[2][2]; /* m from the centre: lowest and highest of the shape, across and up */
  int count[2];       /* squares across and up */
  int layers;
  bool *open;   /* [count[0] * count[1]] whether the shape covers the square's centre */
  double built; /* m, in 3-D m^2, of all squares that are open when it is made */
  double asked; /* likewise, of the shape; of one that has no edges of its own what is built */
};

/* The normal is not zero, the shape is one that the checks of a case let pass. STATUS_FAILED without memory.
 */
int opening_face_make(struct opening_face *f, const struct scene *c, const struct opening *o);
void opening_face_free(struct opening_face *f);

/* The box around the open squares, m. */
void opening_face_box(const struct opening_face *f, const struct scene *c, double low[3], double high[3]);

/* A place so far behind the face, m, at the centre of a square. */
void opening_face_place(const struct opening_face *f, const struct scene *c, int site, double depth,
                        double place[3]);

/* So far before the middle of the face, m. */
void opening_face_before(const struct opening_face *f, double distance, double place[3]);

/* Where a place is from the face's centre: along the normal, across and up, m. */
void opening_face_along(const struct opening_face *f, const double place[3], double along[3]);

/* Add the sites of the lattice behind the face of an open boundary, of all, as far as their layers reach.
 * STATUS_FAILED without memory. */
int opening_sites(struct runs *out, const struct amphi_case *c, const struct lattice *l, size_t opening);
int openings_sites(struct runs *out, const struct amphi_case *c, const struct lattice *l);

#endif
