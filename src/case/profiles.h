/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_PROFILES_H
#define CASE_PROFILES_H
/* A quantity as a function of height and time, from a file of the user. */
#include <stddef.h>

struct profiles {
  size_t times, heights; /* 0: there is no file */
  double *time, *height; /* s, m; both grow */
  double *value;         /* [times][heights] */
};

/* Read a text of rows of numbers, between spaces, tabs, commas or semicolons: first any number and the
 * heights, then times and a number a height. What follows a # is a comment. STATUS_USAGE with "FILE:LINE:
 * ..." for what is none, STATUS_FAILED without memory. */
int profiles_read(struct profiles *h, const char *path);
void profiles_free(struct profiles *h);

/* Linear interpolation; beyond the first and last heights and times, their values. */
double profiles_at(const struct profiles *h, double time, double height);

/* The largest magnitude. */
double profiles_most(const struct profiles *h);

#endif
