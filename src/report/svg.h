/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPORT_SVG_H
#define REPORT_SVG_H
/* A small plot as SVG inside a page; colours come from the page's style. */
#include <stddef.h>
#include <stdio.h>

enum { SVG_COLOURS = 8, SVG_MEASURED = -1 };

struct curve {
  const double *x, *y; /* what is not finite is a gap */
  size_t count;
  int colour;         /* 0 to SVG_COLOURS - 1, or SVG_MEASURED: as what was measured */
  const double *high; /* not NULL: a band from y to here */
};

struct plot {
  const char *title, *across; /* what goes up, and what along, with units */
  const struct curve *curves; /* the first is drawn first */
  size_t count;
  double from, to; /* along; what is beyond is cut off */
};

void svg_plot(FILE *out, const struct plot *p);

/* The line of a curve, for a legend. */
void svg_sample(FILE *out, int colour);

#endif
