/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_FOLLOWED_H
#define GEOMETRY_FOLLOWED_H
/* Surfaces of walls that particles follow in layers (geometry/layers.h): slanted and round ones. Lengths are
 * in spacings, places those of lattice_place. */
#include "geometry/cells.h"
#include "geometry/segments.h"

struct piece {
  struct segment s;       /* in the lattice's units */
  bool follows;           /* slanted or round */
  double uu, uv, vv, det; /* of along and across, in space: their products */
};

/* What is looked at first of a piece, in the order of by_place. */
struct piece_about {
  double middle[3], reach; /* no place of it is farther from its middle */
  uint32_t piece, wall;
  bool follows;
};

/* Where a place's nearest surface is. */
struct foot {
  double at[3], distance, side; /* side: along the normal, positive in fluid */
  size_t piece;
};

#define FOOT_FOLLOWED SIZE_MAX
#define FOOT_ANY      (SIZE_MAX - 1)

struct followed {
  const struct amphi_case *c;
  const struct lattice *l;
  int deep;             /* as many layers as the kernel reaches */
  struct piece *pieces; /* also those that are not followed; across a period's border on either side */
  size_t piece_count;
  struct cells by_place; /* pieces */
  struct piece_about *about;
  double reach;      /* the longest of theirs */
  struct cells near; /* coarse cells, a key each, near pieces that are followed */
};

/* Whether a wall of the case has such a surface and the case's packing is along it. Terrain, files of points
 * and surfaces that enclose nothing have none. */
bool followed_any(const struct amphi_case *c);

/* STATUS_FAILED without memory; STATUS_USAGE as mesh_make. The caller frees, also after a failure. */
int followed_make(struct followed *w, const struct amphi_case *c, const struct lattice *l);
void followed_free(struct followed *w);

/* The nearest piece within `most`: of one wall, of all walls those that are followed, or any. On an edge the
 * piece that sees x more from the front tells the side, and a piece that is not followed goes first, so that
 * what is behind a corner is of one piece. */
bool followed_foot(const struct followed *w, const double x[3], double most, size_t wall, struct foot *f);

/* How a foot is looked for. */
struct foot_search {
  double least, most; /* least: nothing that is looked for is nearer, which need not be searched; 0 */
  size_t wall;        /* as above */
  size_t also;        /* as `wall`, */
  bool alike;         /* which would find the same; set */
  double nearest;     /* nothing that is looked for is nearer; set */
};
bool followed_search(const struct followed *w, const double x[3], struct foot_search *s, struct foot *f);

#endif
