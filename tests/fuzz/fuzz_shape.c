/* SPDX-License-Identifier: BSD-3-Clause */
/* Any bytes as a file with a shape, the first one says of which kind: refused in words, or read; and
 * surfaces, terrain that are small enough cover sites or are refused. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "geometry/mesh.h"
#include "shape/points.h"
#include "shape/terrain.h"
#include "util/error.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SITES = 32 };

static const char *const endings[] = {".stl", ".ply", ".obj", ".vtk", ".asc", ".xyz", ".csv", ".vtk"};
enum { KINDS = 8, TERRAIN = 4, POINTS = 6 };

static void must_say(int status) {
  if (status != STATUS_OK && ((status != STATUS_USAGE && status != STATUS_FAILED) || !*error_text())) abort();
}

static void cover(const struct surface *s) {
  const struct lattice l = {.dimensions = 3, .dp = 0.25, .count = {SITES, SITES, SITES}};
  const struct placement p = {.scale = 1};
  struct mesh m;
  struct runs inside = {0}, shell = {0};
  int status = mesh_make(&m, s, &p, &l);
  for (int a = 0; a < 3 && status == STATUS_OK; a++)
    if (m.low[a] < -SITES * MESH_UNITS || m.high[a] > 2 * SITES * MESH_UNITS)
      status = error_set(STATUS_USAGE, "large");
  if (status == STATUS_OK) must_say(mesh_check_thickness(&m, &l));
  if (status == STATUS_OK) status = mesh_inside(&inside, &m, &l);
  if (status == STATUS_OK) status = mesh_shell(&shell, &m, &inside, &l, 2, true);
  must_say(status);
  runs_free(&inside);
  runs_free(&shell);
  mesh_free(&m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char path[KINDS][64];
  if (size == 0) return 0;
  const int kind = data[0] % KINDS;
  if (!*path[kind])
    snprintf(path[kind], sizeof path[kind], "/tmp/amphi-fuzz-%d-%d%s", (int)getpid(), kind, endings[kind]);
  FILE *f = fopen(path[kind], "wb");
  if (!f || fwrite(data + 1, 1, size - 1, f) != size - 1 || fclose(f) != 0) abort();
  struct surface s = {0};
  int status;
  if (kind >= POINTS) {
    struct points p = {0};
    must_say(points_read(&p, path[kind], false));
    points_free(&p);
  } else if (kind >= TERRAIN) {
    struct terrain t;
    double spacing = 0.5; /* or more: a few bytes of scattered points could ask for millions of heights */
    must_say(status = terrain_read(&t, path[kind], 1e300));
    if (status == STATUS_OK)
      spacing = fmax(spacing, fmax(t.x[t.columns - 1] - t.x[0], t.y[t.rows - 1] - t.y[0]) / 64);
    terrain_free(&t);
    must_say(status = terrain_read(&t, path[kind], spacing));
    if (status == STATUS_OK && t.columns * t.rows < 10000)
      must_say(status = terrain_surface(&s, &t, &(struct terrain_reach){{-1e3, -1e3}, {1e3, 1e3}, -1e3}));
    terrain_free(&t);
  } else {
    must_say(surface_read(&s, path[kind]));
  }
  if (s.facets) cover(&s);
  surface_free(&s);
  unlink(path[kind]);
  return 0;
}
