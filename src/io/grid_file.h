/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_GRID_FILE_H
#define IO_GRID_FILE_H
/* Fields over a grid in an HDF5 file that a user has made: a dataset a field, of any type of number, with
 * dimensions as numpy has them, [z][y][x]; in time [time][z][y][x]. Failures are STATUS_USAGE and name the
 * file, the dataset, what it has and what was expected. Each call reads in a process of its own (isolated.h),
 * for such a file may be damaged. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct grid_file;

int grid_file_open(struct grid_file **f, const char *path);
void grid_file_close(struct grid_file *f); /* f may be NULL */

/* Check that a dataset has n[0] x n[1] x ... points along x, y, z, as many as there are dimensions. *times:
 * how many of them it has one after another, 0 for one that is not in time; NULL: it must not be. */
int grid_file_check(struct grid_file *f, const char *name, int dimensions, const int n[3], size_t *times);

/* The field at one of its times, counted from 0, or the whole of one that is not in time, x fastest; values[]
 * has room for all `points`. */
#define GRID_FILE_WHOLE SIZE_MAX
int grid_file_read(struct grid_file *f, const char *name, size_t at, size_t points, double *values);

/* A dataset of `count` growing numbers. */
int grid_file_numbers(struct grid_file *f, const char *name, size_t count, double *values);

#endif
