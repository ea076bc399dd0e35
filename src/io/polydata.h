/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IO_POLYDATA_H
#define IO_POLYDATA_H
/* Points, lines and faces as VTK's XML PolyData (.vtp), binary, for VTK and ParaView. */
#include "io/snapshot.h"

struct polydata {
  size_t points;
  const float (*at)[3]; /* m */
  int corners;          /* of a cell: 1 points, 2 lines, 3 triangles, 4 quadrangles */
  size_t cells;
  const uint32_t *corner;     /* [cells * corners]; NULL: 0, 1, 2, ... */
  double time;                /* s */
  const struct field *fields; /* of points, of 32-bit floats; "normal" as normals */
  size_t field_count;
  const struct field *cell_fields; /* likewise, of cells */
  size_t cell_field_count;
};

/* Whole or not at all. STATUS_USAGE for more than 2^31 corners. */
int polydata_write(const char *path, const struct polydata *p);

struct series_entry;

/* PATH: a list of files and their times that ParaView opens as one. Whole or not at all. */
int series_write(const char *path, const struct series_entry *entries, size_t count);

#endif
