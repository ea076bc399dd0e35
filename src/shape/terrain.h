/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHAPE_TERRAIN_H
#define SHAPE_TERRAIN_H
/* Heights over a grid of lines along x and y, as a file of terrain has them. */
#include "shape/surface.h"

struct terrain {
  size_t columns, rows;
  double *x, *y; /* growing */
  double *z;     /* [rows * columns] */
};

/* By the ending of the name: .asc (ESRI ASCII grid, heights at the middle of cells) or .xyz (three numbers a
 * line; on a grid, in any order, or scattered: then heights on a grid of lines `spacing` apart, weighted by
 * 1/distance^2). STATUS_USAGE with file, line and what was expected. The caller frees, also after a failure.
 */
int terrain_read(struct terrain *t, const char *path, double spacing);
void terrain_free(struct terrain *t);

/* The ground as a closed surface: the heights, in two triangles between four, going on at the height of the
 * outermost lines along x and y to low[] and high[], which are outside of those, with sides and a bottom at z
 * = `bottom`. */
struct terrain_reach {
  double low[2], high[2], bottom;
};
int terrain_surface(struct surface *s, const struct terrain *t, const struct terrain_reach *reach);

#endif
