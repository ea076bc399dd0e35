/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_FIELDS_H
#define TRANSPORT_FIELDS_H
/* The velocity and the initial scalar of a case on its grid: by formulas of models/, by expressions of the
 * case, or from HDF5 files. */
#include <stdbool.h>

#include "transport/grid.h"
#include "transport/settings.h"

/* The grid that a case asks for. */
struct transport_grid fields_grid(const struct transport_settings *c);

/* Files are opened and what they have is checked. The settings outlive the fields. */
struct fields;
int fields_open(struct fields **f, const struct transport_settings *c);
void fields_close(struct fields *f); /* f may be NULL */

/* Whether the velocity is the same at all times, but for its modulation. */
bool fields_are_steady(const struct fields *f);

/* The velocity along an axis at a time (s), without its modulation, m/s, into floats or doubles [z][y][x]
 * (NULL: not wanted); the largest magnitude into *most. */
int fields_velocity(struct fields *f, int axis, double time, bool is_double, void *out, double *most);

/* The largest magnitude over all axes and times of velocity over spacing, 1/s; of an expression that changes
 * in time, at the start. */
int fields_fastest(struct fields *f, double *fastest);

/* Bytes, at most, of what a case's fields keep. */
size_t fields_estimate(const struct transport_settings *c);

/* The initial scalar at a point of the grid, between loading and dropping it. */
int fields_load_initial(struct fields *f);
double fields_initial(const struct fields *f, int32_t i, int32_t j, int32_t k);
void fields_drop_initial(struct fields *f);

/* Its largest magnitude, or a bound that is no more than its double. */
double fields_largest(const struct fields *f);

#endif
