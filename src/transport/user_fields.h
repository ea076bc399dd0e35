/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_USER_FIELDS_H
#define TRANSPORT_USER_FIELDS_H
/* Fields that are the user's, in double precision, [z][y][x]: an expression at every point of the grid, or
 * datasets of a file, which may change in time. */
#include <stdbool.h>

#include "io/grid_file.h"
#include "transport/grid.h"

/* An expression of the case in x, y, z and, if `timed`, t. It has been read before, so nothing but memory can
 * be missing. */
int user_expression_fill(const struct transport_grid *g, const char *text, bool timed, double time,
                         double *values);

/* A velocity from a file: datasets u, v, w, and `time` if they are in time. */
struct user_flow;
int user_flow_open(struct user_flow **u, const struct transport_grid *g, const char *path, double end);
void user_flow_close(struct user_flow *u);
size_t user_flow_times(const struct user_flow *u);          /* 0: it is the same always */
double user_flow_time(const struct user_flow *u, size_t k); /* s */

/* The component along an axis at a time, linear between the file's. */
int user_flow_fill(struct user_flow *u, int axis, double time, double *values);

#endif
