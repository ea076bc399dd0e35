/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef FIELDS_TRIANGLES_H
#define FIELDS_TRIANGLES_H
/* An isosurface as a file. */
#include "fields/isosurface.h"

enum triangles_format { TRIANGLES_VTP, TRIANGLES_PLY, TRIANGLES_GLB };
extern const char *const triangles_endings[]; /* "vtp", ..., NULL */

/* Fields of the vertices, of 32-bit floats: VTP and PLY have them; binary glTF (.glb) is the surface alone,
 * as water. With `z_up` it says that z is up, for glTF's up is y. Whole or not at all. */
int triangles_write(const char *path, enum triangles_format format, const struct isosurface *s, double time,
                    bool z_up, const struct field *fields, size_t field_count);

#endif
