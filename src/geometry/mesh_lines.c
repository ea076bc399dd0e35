/* SPDX-License-Identifier: BSD-3-Clause */
/* Where lines of sites meet a surface, exactly. A plane of sites cuts a facet where two of its edges cross
 * the plane; from where the one does to where the other does it meets the rows between. Both facets of an
 * edge find the same row for it, so that no line slips between facets, nor counts one twice. */
#include <stdlib.h>

#include "geometry/mesh.h"
#include "util/error.h"

typedef __int128 wide;

static wide ceil_wide(wide a, wide b) {
  if (b < 0) a = -a, b = -b;
  return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

static void reach(int64_t *low, int64_t *high, const struct mesh *m, size_t i, int axis) {
  *low = INT64_MAX, *high = INT64_MIN;
  for (int k = 0; k < 3; k++) {
    const int64_t v = m->vertex[m->facet[i][k]][axis];
    if (v < *low) *low = v;
    if (v > *high) *high = v;
  }
}

/* Planes from the first at or above low - margin to the last below high + margin. */
static void planes_of(int64_t *first, int64_t *end, const struct mesh *m, size_t i, int axis,
                      int64_t margin) {
  int64_t low, high;
  reach(&low, &high, m, i, axis);
  *first = ceil_units(low - margin);
  *end = ceil_units(high + margin);
}

int planes_make(struct planes *p, const struct mesh *m, int axis, int64_t margin) {
  *p = (struct planes){.axis = {axis, (axis + 1) % 3, (axis + 2) % 3}};
  const int across = p->axis[2];
  p->first = ceil_units(m->low[across] - margin);
  p->count = ceil_units(m->high[across] + margin) - p->first;
  p->begin = calloc((size_t)p->count + 2, sizeof *p->begin);
  CHECK(p->begin, STATUS_FAILED, "not enough memory for %lld planes of sites", (long long)p->count);
  for (int fill = 0; fill < 2; fill++) {
    for (size_t i = 0; i < m->facets; i++) {
      int64_t first, end;
      planes_of(&first, &end, m, i, across, margin);
      for (int64_t k = first - p->first; k < end - p->first; k++)
        if (fill)
          p->facets[p->begin[k + 1]++] = (uint32_t)i;
        else
          p->begin[k + 2]++;
    }
    if (fill) break;
    for (int64_t k = 0; k < p->count; k++) p->begin[k + 2] += p->begin[k + 1];
    p->facets = malloc((p->begin[p->count + 1] + 1) * sizeof *p->facets);
    CHECK(p->facets, STATUS_FAILED, "not enough memory for the planes of %zu facets", m->facets);
  }
  return STATUS_OK;
}

void planes_free(struct planes *p) {
  free(p->begin);
  free(p->facets);
  *p = (struct planes){0};
}

/* The first row of sites at or above where the edge from u to v, which cross the plane at `c`, does so. */
static int64_t row_of_edge(const int64_t *u, const int64_t *v, const int axis[3], int64_t c) {
  const int64_t *low = u[axis[2]] < v[axis[2]] ? u : v, *high = low == u ? v : u;
  const wide length = high[axis[2]] - low[axis[2]];
  const wide at = low[axis[1]] * length + (wide)(c - low[axis[2]]) * (high[axis[1]] - low[axis[1]]);
  return (int64_t)ceil_wide(at, length * MESH_UNITS);
}

static bool add_mesh_lines(struct crossings *out, struct crossing c) {
  if (out->count == out->capacity) {
    size_t capacity = out->capacity ? 2 * out->capacity : 256;
    struct crossing *items = reallocarray(out->items, capacity, sizeof *items);
    if (!items) return false;
    out->items = items;
    out->capacity = capacity;
  }
  out->items[out->count++] = c;
  return true;
}

/* The facet's plane, from its first corner, as axis[] has the components. */
static void normal_of(wide n[3], const struct mesh *m, size_t i, const int axis[3]) {
  const int64_t *a = m->vertex[m->facet[i][0]], *b = m->vertex[m->facet[i][1]],
                *c = m->vertex[m->facet[i][2]];
  for (int k = 0; k < 3; k++) {
    const int s = axis[(k + 1) % 3], t = axis[(k + 2) % 3];
    n[k] = (wide)(b[s] - a[s]) * (c[t] - a[t]) - (wide)(b[t] - a[t]) * (c[s] - a[s]);
  }
}

static bool cross_facet(struct crossings *out, const struct planes *p, const struct mesh *m, size_t i,
                        int64_t c) {
  int64_t row[2];
  int rows = 0;
  for (int k = 0; k < 3; k++) {
    const int64_t *u = m->vertex[m->facet[i][k]], *v = m->vertex[m->facet[i][(k + 1) % 3]];
    if ((u[p->axis[2]] <= c) != (v[p->axis[2]] <= c) && rows < 2) row[rows++] = row_of_edge(u, v, p->axis, c);
  }
  if (rows < 2 || row[0] == row[1]) return true;
  wide n[3];
  normal_of(n, m, i, p->axis);
  const int64_t *a = m->vertex[m->facet[i][0]];
  const int64_t low = row[0] < row[1] ? row[0] : row[1], high = row[0] < row[1] ? row[1] : row[0];
  for (int64_t r = low; r < high; r++) {
    const wide over =
        a[p->axis[0]] * n[0] - n[1] * (r * MESH_UNITS - a[p->axis[1]]) - n[2] * (c - a[p->axis[2]]);
    const struct crossing x = {.row = (int32_t)r,
                               .site = (int32_t)ceil_wide(over, n[0] * MESH_UNITS),
                               .at = (double)over / (double)n[0],
                               .facet = (uint32_t)i,
                               .sign = n[0] < 0 ? m->side : -m->side};
    if (!add_mesh_lines(out, x)) return false;
  }
  return true;
}

static int compare_mesh_lines(const void *a, const void *b) {
  const struct crossing *x = a, *y = b;
  if (x->row != y->row) return x->row < y->row ? -1 : 1;
  if (x->site != y->site) return x->site < y->site ? -1 : 1;
  if (x->at != y->at) return x->at < y->at ? -1 : 1;
  return (x->facet > y->facet) - (x->facet < y->facet);
}

bool planes_cross(struct crossings *out, const struct planes *p, const struct mesh *m, int64_t k) {
  out->count = 0;
  for (size_t i = p->begin[k]; i < p->begin[k + 1]; i++)
    if (!cross_facet(out, p, m, p->facets[i], (p->first + k) * MESH_UNITS)) return false;
  if (out->count) qsort(out->items, out->count, sizeof *out->items, compare_mesh_lines);
  return true;
}
