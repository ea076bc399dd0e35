/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_WALL_SURFACE_H
#define WCSPH_WALLS_WALL_SURFACE_H
/* The surface of a wall, by its outermost particles and which way is out: the same for boxes, files of
 * triangles and terrain. In double from + - * /, and the root, so that it has the same bits everywhere. */
#include <stdbool.h>
#include <stdint.h>

#include "geometry/particles.h"
#include "wcsph/settings.h"

struct skin {
  uint32_t count;
  double (*place)[3]; /* m, from the wall's centre at the start */
  double (*out)[3];   /* unit vectors; 0 where both sides are out */
  uint8_t *faces;     /* of edges and corners of boxes along the lattice, and of faces beside them: the sides
                       * that are out, bit 2a + 1 for that of higher coordinates along axis a; else 0 */
  double low[3], high[3]; /* m: the box of the places */
  /* Places are sorted by cubic cells of this side, m. */
  double side;
  uint32_t cells;
  int64_t *key;    /* of each cell, ascending */
  uint32_t *begin; /* [cells + 1] */
};

/* Those of all walls: `skins` and `middle` (m) have an item a wall. Cells are as wide as `side`.
 * STATUS_FAILED without memory. The caller frees each, also after a failure. */
int skins_make(struct skin *skins, const double (*middle)[3], const struct wcsph_settings *c,
               const struct particles *p, double side);
void wall_surface_free(struct skin *s);

/* Whether any of it is within `reach`, at most the side of a cell, of a point in the wall's own axes, m. */
bool wall_surface_is_near(const struct skin *s, const double point[3], double reach);

/* The height of a point above the surface on which the outermost particles are, m, and which way is up: the
 * mean over those within `reach` of (x - x_j).n_j (Kolluri 2008, implicit moving least squares). False: there
 * are none.
 * At an edge of a box it is instead the distance to the box, which is flat up to its edges. */
bool wall_surface_height(const struct skin *s, const double point[3], double reach, double *height,
                         double up[3]);

#endif
