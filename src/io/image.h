/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_IMAGE_H
#define IO_IMAGE_H
/* A field on a regular grid as VTKHDF 1.0 ImageData, for VTK 9.1 and ParaView 5.11. */
#include "io/snapshot.h"

struct image {
  size_t n[3];                  /* points an axis; 1 where there is no axis */
  double origin[3], spacing[3]; /* m: the first point, and between points */
};

/* Write one field with a value a point, x fastest, made by column->fill; otherwise as snapshot_write. */
int image_write(const char *path, const struct snapshot_moment *moment, const struct image *image,
                const struct column *column);

#endif
