/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef FIELDS_FREE_SURFACE_H
#define FIELDS_FREE_SURFACE_H
/* The surface of the fluid of a snapshot in 3-D. */
#include "fields/isosurface.h"
#include "fields/shepard.h"

struct free_surface {
  struct isosurface shape;
  double particles;                    /* m^3, of all fluid particles: each its spacing cubed */
  struct field fields[SHEPARD_FIELDS]; /* of the vertices, 32-bit floats; names are the frame's */
  size_t field_count;
};

/* The grid is `spacing` (FREE_SURFACE_FINEST to 1) times dp wide, and the level such that the volume inside
 * is that of the particles. With the fields of that names (shepard_choose). The caller frees, also after a
 * failure. */
int free_surface_make(struct free_surface *s, const struct frame *frame, const char *path, double dp,
                      double spacing, const char *names);
void free_surface_free(struct free_surface *s);

#define FREE_SURFACE_FINEST 0.35

#endif
