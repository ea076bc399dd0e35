/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/made.h"
#include "geometry/mesh.h"
#include "geometry/sites.h"
#include "util/error.h"

void outline_free(struct outline *o) {
  free(o->point);
  free(o->owner);
  free(o->corner);
  free(o->wall);
  *o = (struct outline){0};
}

static int add_point(struct outline *o, const double x[3], size_t wall) {
  if (o->points == o->point_room) {
    const size_t room = 2 * o->point_room + 64;
    double(*point)[3] = reallocarray(o->point, room, sizeof *point);
    if (point) o->point = point;
    uint16_t *owner = reallocarray(o->owner, room, sizeof *owner);
    if (owner) o->owner = owner;
    CHECK(point && owner && room < UINT32_MAX, STATUS_FAILED, "no memory for the surfaces of walls");
    o->point_room = room;
  }
  memcpy(o->point[o->points], x, sizeof *o->point);
  o->owner[o->points++] = (uint16_t)wall;
  return STATUS_OK;
}

static int add_face(struct outline *o, const uint32_t corner[], size_t wall) {
  const size_t corners = (size_t)o->corners;
  if (o->faces == o->face_room) {
    const size_t room = 2 * o->face_room + 64;
    uint32_t *all = reallocarray(o->corner, room, corners * sizeof *all);
    if (all) o->corner = all;
    uint16_t *walls = reallocarray(o->wall, room, sizeof *walls);
    if (walls) o->wall = walls;
    CHECK(all && walls, STATUS_FAILED, "no memory for the surfaces of walls");
    o->face_room = room;
  }
  memcpy(o->corner + o->faces * corners, corner, corners * sizeof *corner);
  o->wall[o->faces++] = (uint16_t)wall;
  return STATUS_OK;
}

/* ---- triangles ---- */

static bool is_of_triangles(const struct body *b) {
  for (size_t k = 0; k < b->shape_count; k++)
    if (shape_form(&b->shapes[k]) != SHAPE_SURFACE || b->shapes[k].cut) return false;
  return true;
}

static int add_mesh(struct outline *o, const struct mesh *m, const struct lattice *l, size_t wall) {
  const size_t first = o->points;
  for (size_t i = 0; i < m->vertices; i++) {
    double x[3];
    mesh_place(x, l, m->vertex[i]);
    TRY(add_point(o, x, wall));
  }
  for (size_t i = 0; i < m->facets; i++) {
    uint32_t face[3];
    for (int k = 0; k < 3; k++) face[k] = (uint32_t)first + m->facet[i][m->side < 0 ? 2 - k : k];
    TRY(add_face(o, face, wall));
  }
  return STATUS_OK;
}

static int add_triangles(struct outline *o, const struct scene *c, const struct lattice *l, size_t wall) {
  const struct body *b = &c->walls[wall];
  int status = STATUS_OK;
  for (size_t k = 0; k < b->shape_count && status == STATUS_OK; k++) {
    struct surface surface = {0};
    struct mesh mesh = {0};
    const struct placement p = shape_placement(&b->shapes[k]);
    status = made_surface(&surface, &b->shapes[k], c->dp);
    if (status == STATUS_OK) status = mesh_make(&mesh, &surface, &p, l);
    if (status == STATUS_OK) status = add_mesh(o, &mesh, l, wall);
    surface_free(&surface);
    mesh_free(&mesh);
  }
  return status;
}

/* ---- faces of sites ---- */

static int compare_keys(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* Corners of the face of a site, outwards along axis a, or inwards. */
static int face_corners(const int32_t site[3], int a, int outwards, int dimensions, int64_t keys[4]) {
  const int u = (a + 1) % 3, v = (a + 2) % 3;
  int32_t x[3] = {site[0], site[1], site[2]};
  if (dimensions == 2) {
    const int across = 1 - a;
    x[a] += outwards;
    for (int k = 0; k < 2; k++) {
      /* anticlockwise around the square: up on the right side, to the left on the upper one */
      const bool far = (a == 0) == (outwards == 1) ? k == 1 : k == 0;
      int32_t y[3] = {x[0], x[1], 0};
      y[across] += far;
      keys[k] = site_key(y);
    }
    return 2;
  }
  x[a] += outwards;
  for (int k = 0; k < 4; k++) {
    const int turn = outwards ? k : 3 - k;
    int32_t y[3] = {x[0], x[1], x[2]};
    y[u] += turn == 1 || turn == 2, y[v] += turn >= 2;
    keys[k] = site_key(y);
  }
  return 4;
}

/* The open faces of all sites: their corners' keys, four a face, or how many there are. */
static size_t open_faces(const struct sites *s, size_t first, size_t end, int dimensions,
                         int64_t (*keys)[4]) {
  size_t count = 0;
  for (size_t k = first; k < end; k++)
    for (int a = 0; a < dimensions; a++)
      for (int outwards = 0; outwards < 2; outwards++) {
        int32_t site[3], beside[3];
        site_of(s->items[k].key, site);
        memcpy(beside, site, sizeof site);
        beside[a] += outwards ? 1 : -1;
        if (sites_hold(s, first, end, site_key(beside))) continue;
        if (keys) face_corners(site, a, outwards, dimensions, keys[count]);
        count++;
      }
  return count;
}

static int add_sites(struct outline *o, const struct scene *c, const struct sites *s, size_t wall) {
  const size_t first = s->begin[wall], end = s->begin[wall + 1];
  const size_t count = open_faces(s, first, end, c->dimensions, NULL), corners = c->dimensions == 3 ? 4 : 2;
  int64_t(*keys)[4] = calloc(count + 1, sizeof *keys), *all = calloc(count * corners + 1, sizeof *all);
  int status = keys && all ? STATUS_OK : error_set(STATUS_FAILED, "no memory for the surfaces of walls");
  size_t n = 0;
  const size_t base = o->points;
  if (status == STATUS_OK) {
    open_faces(s, first, end, c->dimensions, keys);
    for (size_t k = 0; k < count; k++) memcpy(all + k * corners, keys[k], corners * sizeof *all);
    qsort(all, count * corners, sizeof *all, compare_keys);
    for (size_t k = 0; k < count * corners; k++)
      if (n == 0 || all[k] != all[n - 1]) all[n++] = all[k];
  }
  for (size_t k = 0; k < n && status == STATUS_OK; k++) {
    int32_t site[3];
    double x[3] = {0};
    site_of(all[k], site);
    for (int a = 0; a < c->dimensions; a++) x[a] = c->domain.low[a] + site[a] * c->dp;
    status = add_point(o, x, wall);
  }
  for (size_t k = 0; k < count && status == STATUS_OK; k++) {
    uint32_t face[4];
    for (size_t i = 0; i < corners; i++) {
      const int64_t *at = bsearch(&keys[k][i], all, n, sizeof *all, compare_keys);
      face[i] = (uint32_t)(base + (size_t)(at - all));
    }
    status = add_face(o, face, wall);
    if (status == STATUS_OK && corners == 4)
      status = add_face(o, (const uint32_t[]){face[0], face[2], face[3]}, wall);
  }
  free(keys);
  free(all);
  return status;
}

int outline_make(struct outline *o, const struct scene *c, const struct particles *p, const bool *wanted) {
  struct sites sites = {0};
  struct lattice lattice;
  *o = (struct outline){.corners = c->dimensions};
  lattice_set(&lattice, c);
  int status = sites_make(&sites, c, p);
  for (size_t k = 0; k < c->wall_count && status == STATUS_OK; k++) {
    if (!wanted[k]) continue;
    status = is_of_triangles(&c->walls[k]) ? add_triangles(o, c, &lattice, k) : add_sites(o, c, &sites, k);
  }
  sites_free(&sites);
  return status;
}
