/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHAPE_VTK_H
#define SHAPE_VTK_H
/* Legacy VTK files: points, and of polydata the polygons. */
#include <stdbool.h>

#include "shape/surface.h"

/* Read points, and with `cells` also polygons, into `s`. */
int vtk_read(struct surface *s, const char *path, char *text, size_t size, bool cells);

#endif
