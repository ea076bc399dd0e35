/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPORT_SVG_H
#define REPORT_SVG_H
/* Plots as SVG: inside a page, whose style has the colours, or as a file. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { SVG_COLOURS = 8, SVG_MEASURED = -1 };

/* SEGMENTS and BARS, which are thicker, join each two points that follow each other. */
enum curve_kind { CURVE_LINE, CURVE_BAND, CURVE_DISCS, CURVE_RINGS, CURVE_SEGMENTS, CURVE_BARS, CURVE_KINDS };

struct curve {
  const double *x, *y; /* what is not finite is a gap */
  size_t count;
  int colour; /* 0 to SVG_COLOURS - 1, or SVG_MEASURED: as what was measured */
  enum curve_kind kind;
  const double *high; /* of a band, which reaches from y to here */
};

struct plot {
  const char *title, *across; /* what goes up, and what along, with units */
  const struct curve *curves; /* the first is drawn first */
  size_t count;
  double from, to;          /* along; what is beyond is cut off */
  bool log_across, log_up;  /* logarithmic where all values are positive and differ by a factor of 3 */
  const char *const *words; /* names of y = 0, 1, ..., from the top; NULL: y is a number */
  size_t word_count;
};

void svg_plot(FILE *out, const struct plot *p);

/* The line of a curve, for a legend. */
void svg_sample(FILE *out, int colour);

/* A whole file: a heading, and beside the plot what each colour stands for. */
void svg_file(FILE *out, const char *heading, const struct plot *p, const char *const *names, size_t count);

#endif
