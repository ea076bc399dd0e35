/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_RESOLUTION_H
#define CASE_RESOLUTION_H
/* Boxes in which particles are finer, as a case says them. */
#include <stdbool.h>
#include <stddef.h>

/* Each is a level: level 0 is the case without any, level k the k-th box. */
struct refinement {
  char *name;
  size_t line;            /* in the case file; 0: none */
  double low[3], high[3]; /* m; NaN where it is `near` a wall */
  int near;               /* that wall, or -1 */
  double within;          /* m: as far as the box reaches from its shapes */
  int ratio;              /* spacing around it over its own */
};
enum { REFINEMENTS_MOST = 8, LEVELS_MOST = REFINEMENTS_MOST + 1 };

/* A level as it is built: a box of whole spacings of the level around it. */
struct resolved {
  int around;             /* that level; of level 0 -1 */
  double dp;              /* m */
  double low[3], high[3]; /* m; infinite where no fluid is beyond: it goes to the domain's face */
  double ring;            /* m: how wide the ring of its own particles around it is ... */
  double inner;           /* m: ... and that of the level around it, inside its box */
  double overlap;         /* m: the part of the first, beside the box, that moves as its own fluid does ... */
  double inner_overlap;   /* m: ... and that of the other */
};

/* All levels of a case that has refinements, [1 + refinement_count]: a box belongs to the smallest of the
 * boxes before it that hold its middle. */
struct amphi_case;
struct body;
struct shape;
void resolution_resolve(const struct amphi_case *c, struct resolved levels[LEVELS_MOST]);

/* The corners of a box as the case means it, within the domain; and of all shapes of a wall, by what they
 * add. False if these have forms of files or turned ones. */
void resolution_box(const struct amphi_case *c, const struct refinement *box, double low[3], double high[3]);
bool resolution_extent(const struct body *wall, int dimensions, double low[3], double high[3]);

/* Whether a box from low to high is so deep in a level's box that what is around that meets none of it; or so
 * far from there that the level does not. */
bool resolution_is_in(const struct resolved *l, const double low[3], const double high[3]);
bool resolution_is_beside(const struct resolved *l, const double low[3], const double high[3]);

/* Of the copy of a case that has one level's spacing: which that is. */
struct level_scope {
  const struct resolved *levels; /* all */
  int count, level;
};

/* The file that has a shape's points in a spacing; NULL: none. */
const char *resolution_points(const struct shape *s, double dp, double coarsest);

/* Whether a shape of a body, or, if NULL, any that it adds, comes where the level of the case's `scope` has
 * particles: if not, nothing is wanted of it there. True without a scope, and of forms whose extent is not
 * known. */
bool resolution_counts(const struct amphi_case *c, const struct body *b, const struct shape *s);

/* Of a case that is being checked: whether what makes a box is there; and the spacing in which a shape, which
 * may cut, has to be resolved, m, where all boxes are right. */
bool resolution_is_given(const struct amphi_case *c, const struct refinement *box);
double resolution_spacing(const struct amphi_case *c, const struct body *b, const struct shape *s);

#endif
