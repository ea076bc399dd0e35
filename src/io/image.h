/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_IMAGE_H
#define IO_IMAGE_H
/* A field on a regular grid in 3-D as VTKHDF 1.0 ImageData, for VTK 9.1 and ParaView 5.11. VTK 9.1 cannot
 * read one with a flat axis: fields in a plane are written as points (snapshot.h). */
#include "io/snapshot.h"

struct image {
  size_t n[3];                  /* points an axis, at least 2 */
  double origin[3], spacing[3]; /* m: the first point, and between points */
};

/* Write one field with one value per point, x fastest, made by column->fill; otherwise as
 * snapshot_write, but that the time is an attribute too. */
int image_write(const char *path, const struct snapshot_moment *moment, const struct image *image,
                const struct column *column);

#endif
