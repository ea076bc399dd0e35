/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHAPE_SURFACE_H
#define SHAPE_SURFACE_H
/* A surface of triangles as a file has it: in its units, closed or not. */
#include <stddef.h>
#include <stdint.h>

struct surface {
  double (*vertex)[3];
  uint32_t (*facet)[3]; /* corners, anticlockwise seen from outside */
  uint32_t *face;       /* of each facet: the face of the file that it is of, from 1 */
  size_t vertices, facets;
  size_t vertex_room, facet_room;
};

enum { SURFACE_FACETS_MOST = 1 << 28, FACE_CORNERS_MOST = 1024 };

/* Read a file by the ending of its name: .stl, .ply, .obj, or .vtk (legacy polydata). STATUS_USAGE with the
 * file, its line or face, and what was expected. The caller frees, also after a failure. */
int surface_read(struct surface *s, const char *path);
void surface_free(struct surface *s);

/* STATUS_FAILED without memory, STATUS_USAGE for more than SURFACE_FACETS_MOST. */
int surface_add_vertex(struct surface *s, const double x[3]);
int surface_add_facet(struct surface *s, uint32_t a, uint32_t b, uint32_t c, size_t face);

/* A face with `count` corners as a fan of triangles. STATUS_USAGE, without a path, if it is not convex or a
 * corner is no vertex. */
int surface_add_face(struct surface *s, const uint32_t corner[], size_t count, size_t face);

/* The readers: `text` of `size` bytes with a 0 behind it, which they write into. */
int surface_read_stl(struct surface *s, const char *path, char *text, size_t size);
int surface_read_ply(struct surface *s, const char *path, char *text, size_t size);
int surface_read_obj(struct surface *s, const char *path, char *text, size_t size);
int surface_read_vtk(struct surface *s, const char *path, char *text, size_t size);

#endif
