/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_RESOLUTION_H
#define CASE_RESOLUTION_H
/* Boxes in which particles are finer, as a case says them. */
#include <stddef.h>

/* Each is a level: level 0 is the case without any, level k the k-th box. */
struct refinement {
  char *name;
  size_t line;            /* in the case file; 0: none */
  double low[3], high[3]; /* m */
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
void resolution_resolve(const struct amphi_case *c, struct resolved levels[LEVELS_MOST]);

#endif
