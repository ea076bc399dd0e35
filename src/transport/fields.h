/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_FIELDS_H
#define TRANSPORT_FIELDS_H
/* The velocity and the initial scalar of a case on its grid. */
#include <stdbool.h>

#include "case/case.h"
#include "transport/grid.h"

/* The grid that a case asks for. */
struct transport_grid fields_grid(const struct amphi_case *c);

/* The velocity along an axis without its modulation, m/s, into floats or doubles [z][y][x]; the largest
 * magnitude into *most. */
int fields_velocity(const struct amphi_case *c, const struct transport_grid *g, int axis, bool is_double,
                    void *out, double *most);

/* The largest magnitude over all axes of velocity over spacing, 1/s. */
int fields_fastest(const struct amphi_case *c, const struct transport_grid *g, double *fastest);

/* The initial scalar at a point of the grid. */
double fields_initial(const struct amphi_case *c, const struct transport_grid *g, int32_t i, int32_t j,
                      int32_t k);

#endif
