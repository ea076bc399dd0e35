/* SPDX-License-Identifier: BSD-3-Clause */
#include "shape/surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "io/file.h"
#include "util/error.h"

static int grow_array(void *array, size_t *room, size_t size) {
  size_t more = *room ? 2 * *room : 1024;
  void *grown = reallocarray(*(void **)array, more, size);
  CHECK(grown, STATUS_FAILED, "not enough memory for a surface of %zu elements", more);
  *(void **)array = grown;
  *room = more;
  return STATUS_OK;
}

int surface_add_vertex(struct surface *s, const double x[3]) {
  CHECK(s->vertices < (size_t)3 * SURFACE_FACETS_MOST, STATUS_USAGE, "more than %zu vertices",
        (size_t)3 * SURFACE_FACETS_MOST);
  if (s->vertices == s->vertex_room) TRY(grow_array(&s->vertex, &s->vertex_room, sizeof *s->vertex));
  memcpy(s->vertex[s->vertices++], x, sizeof *s->vertex);
  return STATUS_OK;
}

int surface_add_facet(struct surface *s, uint32_t a, uint32_t b, uint32_t c, size_t face) {
  CHECK(s->facets < SURFACE_FACETS_MOST, STATUS_USAGE, "more than %d facets", SURFACE_FACETS_MOST);
  if (s->facets == s->facet_room) {
    size_t room = s->facet_room;
    TRY(grow_array(&s->face, &room, sizeof *s->face));
    TRY(grow_array(&s->facet, &s->facet_room, sizeof *s->facet));
  }
  s->facet[s->facets][0] = a, s->facet[s->facets][1] = b, s->facet[s->facets][2] = c;
  s->face[s->facets++] = (uint32_t)face;
  return STATUS_OK;
}

static void normal_of(double n[3], const double *a, const double *b, const double *c) {
  const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  n[0] = u[1] * v[2] - u[2] * v[1];
  n[1] = u[2] * v[0] - u[0] * v[2];
  n[2] = u[0] * v[1] - u[1] * v[0];
}

/* A fan covers what the corners go round only if no triangle of it is turned over. */
static int check_convex(const struct surface *s, const uint32_t corner[], size_t count, size_t face) {
  double whole[3] = {0}, n[3], sum = 0;
  for (size_t k = 1; k + 1 < count; k++) {
    normal_of(n, s->vertex[corner[0]], s->vertex[corner[k]], s->vertex[corner[k + 1]]);
    for (int a = 0; a < 3; a++) whole[a] += n[a], sum += n[a] * n[a];
  }
  double size = whole[0] * whole[0] + whole[1] * whole[1] + whole[2] * whole[2];
  for (size_t k = 1; k + 1 < count; k++) {
    normal_of(n, s->vertex[corner[0]], s->vertex[corner[k]], s->vertex[corner[k + 1]]);
    const double same = n[0] * whole[0] + n[1] * whole[1] + n[2] * whole[2];
    CHECK(size >= 1e-6 * sum && same >= -1e-6 * sum, STATUS_USAGE,
          "face %zu of %zu corners is not convex; expected triangles or convex faces", face, count);
  }
  return STATUS_OK;
}

int surface_add_face(struct surface *s, const uint32_t corner[], size_t count, size_t face) {
  for (size_t k = 0; k < count; k++)
    CHECK(corner[k] < s->vertices, STATUS_USAGE, "face %zu: there is no vertex %zu, there are %zu", face,
          (size_t)corner[k] + 1, s->vertices);
  if (count > 3) TRY(check_convex(s, corner, count, face));
  for (size_t k = 1; k + 1 < count; k++) TRY(surface_add_facet(s, corner[0], corner[k], corner[k + 1], face));
  return STATUS_OK;
}

static int check_finite(const struct surface *s) {
  for (size_t i = 0; i < s->facets; i++)
    for (int k = 0; k < 3; k++) {
      const double *x = s->vertex[s->facet[i][k]];
      CHECK(isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2]), STATUS_USAGE,
            "facet %u has the corner (%g, %g, %g); expected finite coordinates", s->face[i], x[0], x[1],
            x[2]);
    }
  return STATUS_OK;
}

int surface_read(struct surface *s, const char *path) {
  static const struct {
    const char *ending;
    int (*read)(struct surface *s, const char *path, char *text, size_t size);
  } readers[] = {{".stl", surface_read_stl},
                 {".ply", surface_read_ply},
                 {".obj", surface_read_obj},
                 {".vtk", surface_read_vtk}};
  const char *dot = strrchr(path, '.');
  *s = (struct surface){0};
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
    if (!dot || strcasecmp(dot, readers[i].ending) != 0) continue;
    char *text;
    size_t size;
    TRY(file_read(path, STATUS_USAGE, &text, &size));
    int status = size ? readers[i].read(s, path, text, size)
                      : error_set(STATUS_USAGE, "%s: is empty; expected a surface", path);
    free(text);
    TRY(status);
    CHECK(s->facets, STATUS_USAGE, "%s: has no facet; expected a closed surface", path);
    status = check_finite(s);
    return status == STATUS_OK ? STATUS_OK : error_prefix(status, "%s", path);
  }
  return error_set(STATUS_USAGE, "%s: unknown kind of file; expected .stl, .ply, .obj or .vtk", path);
}

void surface_free(struct surface *s) {
  free(s->vertex);
  free(s->facet);
  free(s->face);
  *s = (struct surface){0};
}
