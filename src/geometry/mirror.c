/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/mirror.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/motion.h"
#include "geometry/shape.h"
#include "geometry/sites.h"
#include "util/error.h"

/* What a search for the nearest surface knows; lengths in spacings, with site i at i. */
struct search {
  const struct scene *c;
  const struct sites *sites;
  struct lattice lattice;
  double reach;
  size_t *group; /* [walls] the same of walls that keep their places to each other */
  size_t mine;   /* that of the particle: what others cover they may leave */
};

enum { SIDES = 6 };

/* The nearest so far: how deep the particle is, which way is out, and how many sites are empty there, up to
 * the reach: of two sides as near to the middle of a plate, the one with more room has the fluid. */
struct found {
  double depth, out[3];
  int room;
  double sides[SIDES][3]; /* ways out that are as good: more than one where a particle is behind an edge */
  int count;
  double covered; /* the depth behind the nearest surface that another wall stands on */
};

/* Less than this from a surface a particle is on it. */
#define ON 1e-5
/* Sites say no better than this where a surface is. */
#define STAIRS 1.0
/* From the surface to where there must be no wall: within the next site of a wall of any slope. */
#define BEYOND 0.9
/* Of an edge's direction along the normals of its sides: that of three faces of a box is 0.577. */
#define BLUNT 0.5

static bool is_open(const struct search *s, const double x[3]) {
  int32_t site[3] = {0};
  for (int a = 0; a < s->lattice.dimensions; a++) {
    int64_t at = (int64_t)floor(x[a] + 0.5);
    const int64_t count = s->lattice.count[a];
    if (s->lattice.periodic[a]) at = (at % count + count) % count;
    if (at < 0 || at >= count) return false;
    site[a] = (int32_t)at;
  }
  for (size_t k = 0; k < s->c->wall_count; k++)
    if (s->group[k] == s->mine &&
        sites_hold(s->sites, s->sites->begin[k], s->sites->begin[k + 1], site_key(site)))
      return false;
  return true;
}

static int room_beyond(const struct search *s, const double foot[3], const double out[3]) {
  int room = 0;
  for (;;) {
    double x[3];
    for (int a = 0; a < 3; a++) x[a] = foot[a] + (BEYOND + room) * out[a];
    if (room > s->reach || !is_open(s, x)) return room;
    room++;
  }
}

/* One more side that is as near as the nearest and has as much room. */
static void add_side(struct found *f, const double out[3]) {
  for (int k = 0; k < f->count; k++)
    if (dot3(f->sides[k], out) > 1.0 - ON) return;
  if (f->count < SIDES) memcpy(f->sides[f->count++], out, sizeof f->sides[0]);
}

/* A surface point `foot`, seen from x; `out` is the surface's own normal, used where x is on it. */
static void consider_foot(const struct search *s, const double x[3], const double foot[3],
                          const double out[3], struct found *f) {
  struct found one = {0};
  double way[3];
  for (int a = 0; a < 3; a++) way[a] = foot[a] - x[a];
  one.depth = sqrt(dot3(way, way));
  if (!(one.depth < f->depth + ON)) return;
  for (int a = 0; a < 3; a++) one.out[a] = one.depth > ON ? way[a] / one.depth : out[a];
  one.room = room_beyond(s, foot, one.out);
  one.covered = f->covered;
  if (one.room == 0)
    f->covered = fmin(f->covered, one.depth);
  else if (one.depth < f->depth - ON || one.room > f->room)
    *f = one, add_side(f, one.out);
  else if (one.room == f->room)
    add_side(f, one.out);
}

/* Behind an edge or a corner of a block, where sides are as near: through that, for no side comes before
 * another. Not where it is sharp, and not in the middle of a plate. */
static void turn_to_edge(const struct search *s, const double x[3], struct found *f) {
  double sum[3] = {0}, foot[3];
  for (int k = 0; k < f->count; k++)
    for (int a = 0; a < 3; a++) sum[a] += f->sides[k][a];
  const double length = sqrt(dot3(sum, sum));
  if (f->count < 2 || !(length > 0.0)) return;
  for (int a = 0; a < 3; a++) sum[a] /= length;
  const double share = dot3(sum, f->sides[0]);
  if (share < BLUNT) return;
  for (int a = 0; a < 3; a++) foot[a] = x[a] + f->depth / share * sum[a];
  if (room_beyond(s, foot, sum) == 0) return;
  memcpy(f->out, sum, sizeof sum);
  f->depth /= share;
}

/* A solid's wall is inside it; that of a shell around a shape, and of what is cut, outside. */
static bool is_hollow(const struct shape *shape) {
  return shape->cut || shape->fill == FILL_SHELL_OUTSIDE;
}

static void in_box(const struct search *s, const struct shape *shape, const double x[3], struct found *f) {
  const int n = s->lattice.dimensions;
  double low[3], high[3], foot[3];
  bool inside = true;
  lattice_place(&s->lattice, shape->low, low);
  lattice_place(&s->lattice, shape->high, high);
  for (int a = 0; a < 3; a++) {
    foot[a] = a < n ? fmin(fmax(x[a], low[a]), high[a]) : 0.0;
    inside = inside && (a >= n || (x[a] > low[a] - ON && x[a] < high[a] + ON));
  }
  if (is_hollow(shape)) {
    const double none[3] = {0};
    if (!inside) consider_foot(s, x, foot, none, f);
    return;
  }
  for (int side = 0; inside && side < 2 * n; side++) {
    double face[3], out[3] = {0};
    memcpy(face, foot, sizeof face);
    face[side / 2] = side % 2 ? high[side / 2] : low[side / 2];
    out[side / 2] = side % 2 ? 1.0 : -1.0;
    consider_foot(s, x, face, out, f);
  }
}

/* Around a point or an axis: the place on the circle or sphere in the direction `arm` from `middle`. */
static void in_round(const struct search *s, const struct shape *shape, const double x[3],
                     const double middle[3], const double arm[3], double radius, struct found *f) {
  const double far = sqrt(dot3(arm, arm)), sign = is_hollow(shape) ? -1.0 : 1.0;
  double foot[3], out[3];
  if (!(far > ON) || sign * (far - radius) > ON) return;
  for (int a = 0; a < 3; a++) {
    out[a] = sign * arm[a] / far;
    foot[a] = middle[a] + radius * arm[a] / far;
  }
  consider_foot(s, x, foot, out, f);
}

static void in_sphere(const struct search *s, const struct shape *shape, const double x[3], struct found *f) {
  double centre[3], arm[3];
  lattice_place(&s->lattice, shape->centre, centre);
  for (int a = 0; a < 3; a++) arm[a] = x[a] - centre[a];
  in_round(s, shape, x, centre, arm, shape->radius / s->lattice.dp, f);
}

static void in_cylinder(const struct search *s, const struct shape *shape, const double x[3],
                        struct found *f) {
  const double radius = shape->radius / s->lattice.dp;
  double base[3], axis[3], arm[3], middle[3], foot[3];
  lattice_place(&s->lattice, shape->base, base);
  lattice_place(&s->lattice, shape->top, axis);
  for (int a = 0; a < 3; a++) axis[a] -= base[a], arm[a] = x[a] - base[a];
  const double length = sqrt(dot3(axis, axis));
  for (int a = 0; a < 3; a++) axis[a] /= length;
  const double along = dot3(arm, axis);
  for (int a = 0; a < 3; a++) middle[a] = base[a] + along * axis[a], arm[a] = x[a] - middle[a];
  const double far = sqrt(dot3(arm, arm)), end = fmin(fmax(along, 0.0), length);
  const bool inside = along > -ON && along < length + ON && far < radius + ON;
  if (is_hollow(shape)) {
    const double none[3] = {0}, near = far > radius ? radius / far : 1.0;
    for (int a = 0; a < 3; a++) foot[a] = base[a] + end * axis[a] + near * arm[a];
    if (!inside) consider_foot(s, x, foot, none, f);
    return;
  }
  if (!inside) return;
  in_round(s, shape, x, middle, arm, radius, f);
  for (int top = 0; top < 2; top++) {
    double out[3];
    for (int a = 0; a < 3; a++) {
      out[a] = top ? axis[a] : -axis[a];
      foot[a] = x[a] + ((top ? length : 0.0) - along) * axis[a];
    }
    consider_foot(s, x, foot, out, f);
  }
}

static void in_plane(const struct search *s, const struct shape *shape, const double x[3], struct found *f) {
  const double size = sqrt(dot3(shape->normal, shape->normal)), sign = shape->cut ? -1.0 : 1.0;
  double point[3], out[3], foot[3], arm[3];
  lattice_place(&s->lattice, shape->point, point);
  for (int a = 0; a < 3; a++) out[a] = sign * shape->normal[a] / size, arm[a] = x[a] - point[a];
  const double height = dot3(arm, out);
  for (int a = 0; a < 3; a++) foot[a] = x[a] - height * out[a];
  if (height < ON) consider_foot(s, x, foot, out, f);
}

/* Its ends. */
static void edge_of(const struct search *s, const struct shape *polygon, size_t i, double p[3], double q[3]) {
  const double *from = polygon->vertices[i], *to = polygon->vertices[(i + 1) % polygon->vertex_count];
  lattice_place(&s->lattice, (double[3]){from[0], from[1]}, p);
  lattice_place(&s->lattice, (double[3]){to[0], to[1]}, q);
}

static void in_polygon(const struct search *s, const struct shape *shape, const double x[3],
                       struct found *f) {
  const size_t n = shape->vertex_count;
  bool inside = false;
  for (size_t i = 0; i < n; i++) {
    double p[3], q[3];
    edge_of(s, shape, i, p, q);
    inside ^= edge_crosses(p, q, x);
  }
  for (size_t i = 0; i < n; i++) {
    double p[3], q[3], edge[3], arm[3], foot[3];
    edge_of(s, shape, i, p, q);
    for (int a = 0; a < 3; a++) edge[a] = q[a] - p[a], arm[a] = x[a] - p[a];
    const double length2 = dot3(edge, edge), part = fmin(fmax(dot3(arm, edge) / length2, 0.0), 1.0);
    for (int a = 0; a < 3; a++) foot[a] = p[a] + part * edge[a], arm[a] = foot[a] - x[a];
    /* The normal of a particle on an edge points to the side where there is no wall. */
    double out[3] = {edge[1] / sqrt(length2), -edge[0] / sqrt(length2), 0.0};
    if (inside == is_hollow(shape) && dot3(arm, arm) > ON * ON) continue;
    consider_foot(s, x, foot, out, f);
    for (int a = 0; a < 3; a++) out[a] = -out[a];
    consider_foot(s, x, foot, out, f);
  }
}

static void in_shape(const struct search *s, const struct shape *shape, const double x[3], struct found *f) {
  switch (shape_form(shape)) {
  case SHAPE_BOX:
    in_box(s, shape, x, f);
    break;
  case SHAPE_SPHERE:
    in_sphere(s, shape, x, f);
    break;
  case SHAPE_CYLINDER:
    in_cylinder(s, shape, x, f);
    break;
  case SHAPE_PLANE:
    in_plane(s, shape, x, f);
    break;
  case SHAPE_POLYGON:
    in_polygon(s, shape, x, f);
    break;
  case SHAPE_SURFACE:
  case SHAPE_EXTRUSION:
  case SHAPE_REVOLUTION:
  case SHAPE_TERRAIN:
  case SHAPE_POINTS:
    break;
  }
}

/* The nearest empty sites, and half way to them but half a spacing. */
static void by_sites(const struct search *s, const double x[3], struct found *f) {
  const int far = (int)ceil(s->reach) + 1, deep = s->lattice.dimensions == 3 ? far : 0;
  double nearest = INFINITY, sum[3] = {0};
  for (int z = -deep; z <= deep; z++)
    for (int y = -far; y <= far; y++)
      for (int i = -far; i <= far; i++) {
        const double way[3] = {i, y, z}, r = sqrt(dot3(way, way));
        if (r > nearest + ON || !is_open(s, (double[3]){x[0] + i, x[1] + y, x[2] + z})) continue;
        for (int a = 0; a < 3; a++) sum[a] = (r < nearest - ON ? 0.0 : sum[a]) + way[a];
        nearest = fmin(nearest, r);
      }
  const double length = sqrt(dot3(sum, sum));
  if (!(length > ON) || !(nearest - 0.5 < f->depth - STAIRS)) return;
  f->depth = nearest - 0.5;
  for (int a = 0; a < 3; a++) f->out[a] = sum[a] / length;
}

/* Walls at rest are one group; what a wall carries is in the group of that wall. */
static size_t group_of(const struct scene *c, size_t wall) {
  const struct body *b = &c->walls[wall];
  if (b->motion_count > 0 || b->freedom.given) return wall + 1;
  return b->carrier >= 0 ? group_of(c, (size_t)b->carrier) : 0;
}

static void find_mirror(const struct search *all, const struct particles *p, size_t i, double mirror[3]) {
  struct search s = *all;
  struct found f = {.depth = INFINITY, .covered = INFINITY};
  double x[3];
  s.mine = s.group[p->body[i]];
  lattice_place(&s.lattice, p->position[i], x);
  for (size_t k = 0; k < s.c->wall_count; k++)
    for (size_t j = 0; s.group[k] == s.mine && j < s.c->walls[k].shape_count; j++)
      in_shape(&s, &s.c->walls[k].shapes[j], x, &f);
  if (f.depth == INFINITY || f.covered < f.depth)
    by_sites(&s, x, &f);
  else
    turn_to_edge(&s, x, &f);
  for (int a = 0; a < 3; a++)
    mirror[a] = f.depth < s.reach ? p->position[i][a] + 2.0 * f.depth * f.out[a] * s.lattice.dp : NAN;
}

int mirrors_find(double (**mirror)[3], const struct scene *c, const struct particles *p,
                 const uint64_t *number, size_t count, double reach) {
  struct sites sites = {0};
  struct search s = {.c = c, .sites = &sites, .reach = reach / c->dp};
  lattice_set(&s.lattice, c);
  *mirror = malloc((count + 1) * sizeof **mirror);
  s.group = malloc((c->wall_count + 1) * sizeof *s.group);
  int status = *mirror && s.group
                   ? sites_make(&sites, c, p)
                   : error_set(STATUS_FAILED, "no memory for the mirror points of %zu particles", count);
  for (size_t k = 0; k < (status == STATUS_OK ? c->wall_count : 0); k++) s.group[k] = group_of(c, k);
#pragma omp parallel for schedule(dynamic, 256)
  for (size_t i = 0; i < (status == STATUS_OK ? count : 0); i++)
    find_mirror(&s, p, number ? number[i] : i, (*mirror)[i]);
  sites_free(&sites);
  free(s.group);
  return status;
}
