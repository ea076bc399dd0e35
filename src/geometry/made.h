/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_MADE_H
#define GEOMETRY_MADE_H
/* Closed surfaces of shapes that a case draws: boxes turned and bevelled, polygons extruded, profiles that go
 * round an axis. What works on surfaces from files works on these. */
#include "case/scene.h"
#include "shape/surface.h"

/* The surface of a shape of the form SHAPE_SURFACE (shape_form): read, or made for particles of spacing dp,
 * m. Its coordinates, m, are those that shape_placement turns and moves. STATUS_USAGE: the file is wrong, or
 * corners go across themselves. The caller frees, also after a failure. */
int made_surface(struct surface *out, const struct shape *s, double dp);

#endif
