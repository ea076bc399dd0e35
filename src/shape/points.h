/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHAPE_POINTS_H
#define SHAPE_POINTS_H
/* Places of particles from a file. */
#include <stdbool.h>
#include <stddef.h>

struct points {
  double (*x)[3];        /* in the file's unit */
  double (*velocity)[3]; /* m/s, or NULL: the file does not say */
  double *density;       /* kg/m^3, likewise */
  size_t count;
  char unread[200]; /* columns that say none of this, as far as there is room */
};

/* By the ending of the name: .csv (a header that names x, y and perhaps z, as ParaView writes "Points:0", and
 * perhaps vx, vy, vz or "velocity:0" and density; or three columns without one), .vtk (legacy polydata or
 * unstructured grid), .vtkhdf or .h5 (a snapshot of amphi, of which the walls are taken or the fluid).
 * STATUS_USAGE with file, line and what was expected. The caller frees, also after a failure. */
int points_read(struct points *p, const char *path, bool walls);
void points_free(struct points *p);

#endif
