/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_TRACK_H
#define CASE_TRACK_H
/* Functions of time from a file of the user: of a motion, a force, the acceleration of a frame. */
#include <stddef.h>

enum { TRACK_COLUMNS = 6 };

struct track {
  size_t count;                   /* rows; 0: there is no file */
  double *time;                   /* s, growing */
  double (*value)[TRACK_COLUMNS]; /* by row */
  double (*sum)[TRACK_COLUMNS];   /* of straight lines since the first row; NULL before track_integrate */
};

/* Read a text of rows: the time and `columns` numbers, between spaces, tabs, commas or semicolons. What
 * follows a # is a comment, and the first line with anything else may be a heading. STATUS_USAGE with
 * "FILE:LINE: ..." for what is no such text, has fewer than two rows, or a time that does not grow;
 * STATUS_FAILED without memory. */
int track_read(struct track *t, const char *path, int columns);
void track_free(struct track *t);

/* For track_sum. */
int track_integrate(struct track *t);

/* Values at a time with their first two derivatives (NULL: not wanted), all of `columns` numbers; before the
 * first row and behind the last one, those, at rest.
 * track_slopes: of the straight lines, of that behind a row in it; 0 from the last row on.
 * track_smooth: cubic polynomials (Hermite) through the rows with the slopes of parabolas through three of
 * them, limited so that no value lies outside of the rows before and behind it; the first derivative has no
 * jumps. track_linear: straight lines. track_sum: the integral of straight
 * lines since the first row. */
void track_smooth(const struct track *t, double time, int columns, double *v, double *d, double *dd);
void track_linear(const struct track *t, double time, int columns, double *v);
void track_slopes(const struct track *t, double time, int columns, double *d);
void track_sum(const struct track *t, double time, int columns, double *v, double *d, double *dd);

/* The range that one column stays in: of track_smooth and track_linear that of its rows, or of track_sum. */
void track_range(const struct track *t, int column, int summed, double *low, double *high);

#endif
