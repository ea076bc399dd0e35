/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_PROFILES_H
#define CASE_PROFILES_H
/* A quantity as a function of place and time, from a file of the user: of height alone, or on a mesh. */
#include <stdbool.h>
#include <stddef.h>

struct profiles {
  size_t times, count[3]; /* places along each axis; times 0: there is no file */
  size_t components;      /* numbers a place */
  bool upright;           /* of height alone, which is count[2]; else of x, y and z */
  double *time, *at[3];   /* s, m; all grow. Along an axis without places it is the same everywhere */
  double *value;          /* [times][z][y][x][components] */
};

/* Read a text of rows of numbers, between spaces, tabs, commas or semicolons: first any number and the
 * heights, then times and one number per height. Or of a mesh, first rows of x, y or z and places along it,
 * then times and `components` numbers a place, x fastest. What follows a # is a comment. STATUS_USAGE with
 * "FILE:LINE: ..." for what is none, STATUS_FAILED without memory. */
int profiles_read(struct profiles *h, const char *path, size_t components);
void profiles_free(struct profiles *h);

/* Linear interpolation; beyond the first and last places and times, their values. `up`: the axis of
 * heights; out: `components` numbers. */
void profiles_at(const struct profiles *h, double time, const double place[3], int up, double *out);

/* The largest magnitude. */
double profiles_most(const struct profiles *h);

#endif
