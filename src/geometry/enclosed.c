/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/enclosed.h"

#include <math.h>

#include "geometry/made.h"
#include "util/error.h"

int enclosed_make(struct enclosed *e, const struct scene *c, const struct shape *s) {
  const struct placement p = shape_placement(s);
  struct surface surface = {0};
  lattice_set(&e->lattice, c);
  int status = made_surface(&surface, s, c->dp);
  if (status == STATUS_OK) status = mesh_make(&e->mesh, &surface, &p, &e->lattice);
  if (status == STATUS_OK) status = planes_make(&e->planes, &e->mesh, 0, MESH_UNITS / 2 + 1);
  surface_free(&surface);
  return status;
}

void enclosed_free(struct enclosed *e) {
  planes_free(&e->planes);
  mesh_free(&e->mesh);
}

/* Where the edge from p to q is at the height x[2], along y and x; lower end first, so that both facets of an
 * edge say the same. False: it is not there. */
static bool edge_at(const int64_t *p, const int64_t *q, const double x[3], double at[2]) {
  const int64_t *low = p[2] <= q[2] ? p : q, *high = low == p ? q : p;
  if (!((double)low[2] <= x[2] && x[2] < (double)high[2])) return false;
  const double share = (x[2] - (double)low[2]) / (double)(high[2] - low[2]);
  at[0] = (double)low[1] + share * (double)(high[1] - low[1]);
  at[1] = (double)low[0] + share * (double)(high[0] - low[0]);
  return true;
}

/* Whether a line from x towards +x goes through the facet. */
static bool is_crossed(const struct mesh *m, uint32_t facet, const double x[3]) {
  double at[3][2];
  int n = 0;
  for (int k = 0; k < 3; k++)
    n += edge_at(m->vertex[m->facet[facet][k]], m->vertex[m->facet[facet][(k + 1) % 3]], x, at[n]);
  if (n != 2 || (at[0][0] <= x[1]) == (at[1][0] <= x[1])) return false;
  return at[0][1] + (at[1][1] - at[0][1]) * ((x[1] - at[0][0]) / (at[1][0] - at[0][0])) > x[0];
}

bool enclosed_holds(const struct enclosed *e, const double x[3]) {
  double units[3];
  bool in = false;
  lattice_place(&e->lattice, x, units);
  const int64_t plane = llrint(units[2]) - e->planes.first;
  for (int a = 0; a < 3; a++) units[a] *= MESH_UNITS;
  if (plane < 0 || plane >= e->planes.count) return false;
  for (size_t k = e->planes.begin[plane]; k < e->planes.begin[plane + 1]; k++)
    in = in != is_crossed(&e->mesh, e->planes.facets[k], units);
  return in;
}
