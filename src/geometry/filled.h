/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_FILLED_H
#define GEOMETRY_FILLED_H
/* A wall or fluid in the making, and what is said of it. */
#include "case/case.h"
#include "geometry/runs.h"
#include "shape/points.h"

struct lattice;

/* A body: its sites, and where its particles stand if not there. */
struct filled {
  struct runs sites;
  struct points points;
  bool counts;         /* some shape comes where the case's level has particles (resolution_counts) */
  bool follows;        /* the points are layers along surfaces, and sites that stay (geometry/layers.h) */
  struct runs covered; /* of fluid, where layers may follow: sites that its shapes cover, but walls have */
};

/* Whether the body has a site, or its shapes cover it. */
static inline bool filled_covers(const struct filled *b, const int32_t at[3]) {
  const uint64_t row = runs_row(at[1], at[2]);
  return runs_hold(&b->sites, row, at[0]) || runs_hold(&b->covered, row, at[0]);
}

bool filled_is_wall(const struct amphi_case *c, const struct body *b);

/* Say where the case file has the body, or its shape (or NULL), of which the recorded error speaks. */
int filled_fault(int status, const struct amphi_case *c, const struct body *b, const struct shape *s);

/* A line more in *note of what is said of shapes. */
int filled_note(char **note, const struct amphi_case *c, const struct body *b, const struct shape *s,
                const char *text);

/* Leave points out that stand in the cube of side dp around a particle of one of the `count` bodies that come
 * earlier: how many, and the first of them; and say so. STATUS_FAILED without memory. */
int filled_keep_points(struct filled *body, const struct filled *earlier, size_t count,
                       const struct lattice *l, size_t *left_out, double first[3]);
int filled_note_left_out(char **note, const struct amphi_case *c, const struct body *b, size_t count,
                         size_t all, const double first[3]);

/* Points of two bodies may be one place across the border of two sites: STATUS_USAGE with both. `bodies` are
 * all walls, then all fluids. */
int filled_check_apart(const struct amphi_case *c, const struct lattice *l, const struct filled *bodies);

#endif
