/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef FIELDS_GRIDDED_H
#define FIELDS_GRIDDED_H
/* A field on a periodic grid of points in the middle of cells, such as a transported scalar. */
#include "fields/isosurface.h"

struct gridded_shape {
  int dimensions;
  int n[3];       /* points an axis; 1 beyond the dimensions; n[0] 0: there is no grid */
  double low[3];  /* m, corner of the box */
  double spacing; /* m */
};

struct gridded {
  struct gridded_shape shape;
  float *value; /* x fastest, then y, then z */
};

/* Of a snapshot, whose rows are the places or have them as ids. STATUS_USAGE where it has not such a field
 * with one number a point; the caller frees, also after a failure. */
int gridded_take(struct gridded *g, const struct gridded_shape *shape, const struct frame *frame,
                 const char *path, const char *field);
void gridded_free(struct gridded *g);

/* Where point `place` is, m. */
void gridded_place(const struct gridded_shape *shape, size_t place, double at[3]);

/* Between the points linearly along each axis. */
float gridded_read(const struct gridded *g, const double at[3]);

/* In 3-D: where the value is the level, closed by the faces of the box. STATUS_USAGE for a level that is not
 * above 0. As isosurface_make. */
int gridded_surface(struct isosurface *s, const struct gridded *g, double level);

#endif
