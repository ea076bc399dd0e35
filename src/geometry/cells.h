/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_CELLS_H
#define GEOMETRY_CELLS_H
/* Places by cells, to find what is near one. Lengths are in spacings, places those of lattice_place. */
#include "geometry/shape.h"
#include "geometry/sites.h"

struct cells {
  struct site_item *items; /* sorted by keys of cells, along x first */
  size_t count;
  double width;
  uint32_t
      *begin; /* where the items of a cell begin, if `along`, or else of a row along x; NULL: not known */
  int32_t low[3], side[3];
  bool along;
};

int64_t cells_key(const struct cells *g, const double x[3]);

/* Put the places into cells so wide, in place of what is there. STATUS_FAILED without memory. The caller
 * frees. */
int cells_make(struct cells *g, const double (*x)[3], size_t count, double width);
void cells_free(struct cells *g);

/* The first item whose key is not below. */
size_t cells_from(const struct cells *g, int64_t key);

/* The items [first, end) of the cells within a reach of a place, a row of cells after the other. */
struct cell_rows {
  int32_t low[3], high[3], y, z;
  size_t first, end;
};
struct cell_rows cells_about(const struct cells *g, const double x[3], double reach);
bool cells_next(const struct cells *g, struct cell_rows *r);

/* The images of a place that are within `reach` of the domain along periodic axes: shifts by whole periods,
 * that by none first. How many they are. */
int cells_images(const struct lattice *l, const double x[3], double reach, double shift[27][3]);

#endif
