/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/layers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/motion.h"
#include "geometry/air.h"
#include "geometry/crowd.h"
#include "util/error.h"

/* Lengths are in particle spacings, places are those of lattice_place. A cube is what surrounds a site; it is
 * divided into FINE parts along each axis (in the plane, in space) to find which layer each part is in. Fluid
 * has LAYERS_FLUID layers along a surface. */
enum { FINE_PLANE = 4, FINE_SPACE = 2, LAYERS_FLUID = 4 };
/* What is nearer than this is on the surface. A fluid's cube whose site is on it is divided; a part that is
 * on it counts half to either side. */
#define ON_SURFACE 1e-6
#define BEFORE     0.75 /* from a place towards the fluid, to find the cube in front of the surface */

struct layers {
  struct followed f;
  struct filled *bodies;
  int fine;
};

/* ---- the sites of a body near surfaces ---- */

struct walk {
  const struct layers *w;
  const struct runs *sites;
  size_t run, number; /* number: the site's, among the sites of the body */
  int32_t x, at[3];
  int64_t key; /* the coarse cell that was looked up last, and whether it is near a surface */
  bool is_near;
};

/* Finds the next site in a coarse cell near surfaces: its place in `at`, its number in `number`. */
static bool walk_next(struct walk *k, size_t *number) {
  for (; k->run < k->sites->count; k->run++, k->x = 0) {
    const struct run *r = &k->sites->items[k->run];
    for (; k->x < r->end - r->first; k->x++) {
      const int32_t at[3] = {r->first + k->x, runs_y(r->row), runs_z(r->row)};
      const int64_t key = cells_key(&k->w->f.near, (const double[3]){at[0], at[1], at[2]});
      *number = k->number++;
      if (key != k->key) {
        const size_t i = cells_from(&k->w->f.near, key);
        k->key = key, k->is_near = i < k->w->f.near.count && k->w->f.near.items[i].key == key;
      }
      if (!k->is_near) continue;
      memcpy(k->at, at, sizeof at);
      k->x++;
      return true;
    }
  }
  return false;
}

static struct walk walk_of(const struct layers *w, size_t body) {
  return (struct walk){w, &w->bodies[body].sites, 0, 0, 0, {0}, INT64_MIN, false};
}

/* ---- parts of cubes ---- */

/* A part of a cube, with the layer along the piece of surface that it belongs to. */
struct part {
  uint32_t layer, piece, halves;
  double x[3], along;
};

/* The parts of a body whose layers are computed. */
struct parts {
  const struct layers *w;
  size_t body;
  bool fluid;
  int deep; /* layers */
  struct part *items;
  size_t count, room;
};

static int by_piece(const void *a, const void *b) {
  const struct part *p = a, *q = b;
  if (p->layer != q->layer) return p->layer < q->layer ? -1 : 1;
  if (p->piece != q->piece) return p->piece < q->piece ? -1 : 1;
  if (p->along != q->along) return p->along < q->along ? -1 : 1;
  for (int axis = 0; axis < 3; axis++)
    if (p->x[axis] != q->x[axis]) return p->x[axis] < q->x[axis] ? -1 : 1;
  return 0;
}

/* Whether fluid fills a part of a wall's cube: its shapes cover that cube, or the one in front of the
 * surface. */
static bool fluid_is_before(const struct parts *k, const double x[3], const struct foot *f) {
  const struct filled *body = &k->w->bodies[k->body];
  for (int beyond = 0; beyond < 2; beyond++) {
    int32_t at[3];
    for (int a = 0; a < 3; a++)
      at[a] = (int32_t)floor(x[a] + beyond * BEFORE * k->w->f.pieces[f->piece].s.normal[a] + 0.5);
    if (filled_covers(body, at)) return true;
  }
  return false;
}

/* Bounds for the distance of the surface: none is nearer than `least`, none beyond `most` is looked for. */
struct range {
  double least, most;
};

/* Finds the layer of the body that a place is in; false if the place is not the body's. In a cube of the body
 * that layers replace, all places are the body's, also those beyond an edge where a layer ends. In another
 * cube (of `wall`, or of none), only places between the surface and the body are. */
static bool find_layer(const struct parts *k, const double x[3], bool own, size_t wall, struct range range,
                       struct part *one) {
  const struct layers *w = k->w;
  const size_t whose = !k->fluid ? k->body : own ? FOOT_FOLLOWED : wall;
  struct foot f;
  struct foot_search look = {
      .least = range.least, .most = range.most, .wall = own ? FOOT_ANY : whose, .also = whose};
  if (!followed_search(&w->f, x, &look, &f)) return false;
  const bool on = f.distance < ON_SURFACE;
  if (!on && (f.side > 0.0) != k->fluid) return false;
  if (!look.alike) {
    look.wall = whose, look.least = look.nearest;
    if (!followed_search(&w->f, x, &look, &f)) return false;
  }
  if (!own && (!w->f.pieces[f.piece].follows || (k->fluid && !fluid_is_before(k, x, &f)))) return false;
  const struct segment *s = &w->f.pieces[f.piece].s;
  const double along[3] = {-s->normal[1], s->normal[0], 0.0};
  double way[3];
  for (int a = 0; a < 3; a++) way[a] = x[a] - s->middle[a];
  *one = (struct part){(uint32_t)f.distance,
                       (uint32_t)f.piece,
                       on ? 1 : 2,
                       {x[0], x[1], x[2]},
                       dot3(way, w->f.l->dimensions == 2 ? along : s->along)};
  return true;
}

/* The largest distance of a part's middle from that of its cube, with room for rounding. */
static double part_reach(const struct layers *w) {
  return (0.5 - 0.5 / w->fine) * sqrt((double)w->f.l->dimensions) + 1e-6;
}

static int divide(struct parts *k, const int32_t site[3], bool own, size_t wall, struct range range) {
  const int n = k->w->fine, deep = k->w->f.l->dimensions == 3 ? n : 1;
  for (int z = 0; z < deep; z++)
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++) {
        const double place[3] = {site[0] + (x + 0.5) / n - 0.5, site[1] + (y + 0.5) / n - 0.5,
                                 deep == 1 ? site[2] : site[2] + (z + 0.5) / n - 0.5};
        struct part one;
        if (!find_layer(k, place, own, wall, range, &one)) continue;
        if (k->count == k->room) {
          struct part *more = realloc(k->items, (2 * k->room + 1024) * sizeof *more);
          CHECK(more, STATUS_FAILED, "not enough memory for the layers of walls");
          k->items = more, k->room = 2 * k->room + 1024;
        }
        k->items[k->count++] = one;
      }
  return STATUS_OK;
}

/* Makes one particle of as many parts as make up a cube, at the middle of parts that are near each other. The
 * remainder of a layer goes to the next, so that the volume of all is right to half a particle. */
static int gather_layers(struct crowd *to, const struct parts *k) {
  const struct layers *w = k->w;
  const size_t cube = (size_t)(w->fine * w->fine * (w->f.l->dimensions == 3 ? w->fine : 1));
  for (size_t first = 0, end; first < k->count; first = end) {
    size_t halves = 0;
    for (end = first; end < k->count && halves < 2 * cube; end++) halves += k->items[end].halves;
    if (halves < cube) continue;
    const struct part *middle = &k->items[first + (end - first) / 2];
    double sum[3] = {0}, number = 0.0;
    for (size_t i = first; i < end; i++) {
      double way[3];
      for (int a = 0; a < 3; a++) way[a] = k->items[i].x[a] - middle->x[a];
      if (dot3(way, way) > 1.0) continue;
      for (int a = 0; a < 3; a++) sum[a] += k->items[i].x[a];
      number += 1.0;
    }
    for (int a = 0; a < 3; a++) sum[a] /= number;
    double clear = 0.0;
    if (k->fluid)
      crowd_keep_off(&w->f, &w->bodies[k->body], middle->x, sum, &clear);
    else
      crowd_keep_in_layer(&w->f, sum, k->body, middle->layer, &clear);
    TRY(crowd_add(to, sum, k->body, middle->layer));
  }
  return STATUS_OK;
}

/* Cubes next to a body's, into which its layers may reach. */
struct beside {
  struct site_item *items;
  size_t count, room;
};

static int add_beside(struct beside *k, const struct lattice *l, const int32_t at[3]) {
  for (int n = 0; n < 27; n++) {
    const int32_t off[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
    if (n == 13 || (l->dimensions == 2 && off[2] != 0)) continue;
    if (k->count == k->room) {
      struct site_item *more = realloc(k->items, (2 * k->room + 1024) * sizeof *more);
      CHECK(more, STATUS_FAILED, "not enough memory for the layers of walls");
      k->items = more, k->room = 2 * k->room + 1024;
    }
    const int32_t beside[3] = {at[0] + off[0], at[1] + off[1], at[2] + off[2]};
    k->items[k->count++] = (struct site_item){site_key(beside), 0};
  }
  return STATUS_OK;
}

/* The wall that a site belongs to; SIZE_MAX: none. */
static size_t wall_at(const struct layers *w, const int32_t at[3]) {
  for (size_t k = 0; k < w->f.c->wall_count; k++)
    if (runs_hold(&w->bodies[k].sites, runs_row(at[1], at[2]), at[0])) return k;
  return SIZE_MAX;
}

/* Adds parts of the cubes next to a body's: for a wall, of cubes that belong to no wall; for fluid, of walls'
 * cubes. */
static int divide_beside(struct parts *k, struct beside *b) {
  b->count = sites_unique(b->items, b->count);
  for (size_t i = 0; i < b->count; i++) {
    int32_t site[3];
    site_of(b->items[i].key, site);
    if (lattice_is_image(k->w->f.l, site)) continue; /* the domain has that cube */
    const size_t wall = wall_at(k->w, site);
    if ((wall != SIZE_MAX) != k->fluid) continue;
    TRY(divide(k, site, false, wall, (struct range){0.0, 1.5}));
  }
  return STATUS_OK;
}

/* Finds which sites of a body its layers replace (`gone`), and the parts of their cubes. */
static int find_parts(struct parts *k, bool *gone) {
  struct beside b = {0};
  struct walk at = walk_of(k->w, k->body);
  size_t number;
  int status = STATUS_OK;
  while (status == STATUS_OK && walk_next(&at, &number)) {
    const double x[3] = {at.at[0], at.at[1], at.at[2]};
    struct foot f;
    struct foot_search s = {
        .most = k->deep + 1.0, .wall = FOOT_ANY, .also = k->fluid ? FOOT_FOLLOWED : k->body};
    if (!followed_search(&k->w->f, x, &s, &f)) continue;
    const double any = s.nearest;
    if (!s.alike) {
      s.wall = s.also, s.least = any;
      if (!followed_search(&k->w->f, x, &s, &f)) continue;
    }
    gone[number] = k->w->f.pieces[f.piece].follows && f.distance < k->deep &&
                   (!k->fluid || f.side > 0.0 || f.distance < ON_SURFACE);
    if (gone[number])
      status = divide(k, at.at, true, SIZE_MAX, (struct range){any - part_reach(k->w), f.distance + 1.0});
    if (status == STATUS_OK && gone[number] && f.distance < 2.0) status = add_beside(&b, k->w->f.l, at.at);
  }
  if (status == STATUS_OK) status = divide_beside(k, &b);
  free(b.items);
  if (k->count) qsort(k->items, k->count, sizeof *k->items, by_piece);
  return status;
}

static int find_layers(const struct layers *w, size_t body, struct crowd *to, bool **gone) {
  const struct filled *b = &w->bodies[body];
  const bool fluid = body >= w->f.c->wall_count;
  struct parts k = {.w = w, .body = body, .fluid = fluid, .deep = fluid ? LAYERS_FLUID : w->f.deep};
  bool any = fluid;
  for (size_t i = 0; i < w->f.piece_count && !any; i++)
    any = w->f.pieces[i].s.wall == body && w->f.pieces[i].follows;
  if (b->points.x || !any) return STATUS_OK;
  gone[body] = calloc(b->sites.sites + 1, sizeof *gone[body]);
  CHECK(gone[body], STATUS_FAILED, "not enough memory for the layers of walls");
  int status = find_parts(&k, gone[body]);
  if (status == STATUS_OK) status = gather_layers(to, &k);
  free(k.items);
  return status;
}

/* Adds what of a body stays where it is: sites near surfaces that layers do not replace, or its given
 * points. */
static int add_fixed(const struct layers *w, struct crowd *k, size_t body, const bool *gone) {
  const struct filled *b = &w->bodies[body];
  struct walk at = walk_of(w, body);
  size_t number;
  for (size_t i = 0; b->points.x && i < b->points.count; i++) {
    double x[3];
    lattice_place(w->f.l, b->points.x[i], x);
    TRY(crowd_add(k, x, body, 0));
  }
  while (!b->points.x && walk_next(&at, &number))
    if (!gone || !gone[number]) TRY(crowd_add(k, (const double[3]){at.at[0], at.at[1], at.at[2]}, body, 0));
  return STATUS_OK;
}

/* Sets the particles of a body: the sites that stay, then the particles of layers. */
static int replace_particles(const struct layers *w, size_t body, const bool *gone, const struct crowd *k) {
  struct filled *b = &w->bodies[body];
  size_t count = 0, layers = 0, number = 0, next = 0;
  for (size_t i = 0; i < b->sites.sites; i++) count += !gone[i];
  for (size_t i = 0; i < k->movers; i++) layers += k->body[i] == body;
  if (layers == 0 && count == b->sites.sites) return STATUS_OK;
  double(*x)[3] = malloc((count + layers + 1) * sizeof *x);
  CHECK(x, STATUS_FAILED, "not enough memory for the layers of walls");
  for (size_t i = 0; i < b->sites.count; i++) {
    const struct run *r = &b->sites.items[i];
    for (int32_t at = r->first; at < r->end; at++) {
      if (gone[number++]) continue;
      const int32_t site[3] = {at, runs_y(r->row), runs_z(r->row)};
      for (int a = 0; a < 3; a++) x[next][a] = lattice_position(w->f.l, a, site[a]);
      next++;
    }
  }
  for (size_t i = 0; i < k->movers; i++) {
    if (k->body[i] != body) continue;
    for (int a = 0; a < w->f.l->dimensions; a++)
      x[next][a] = w->f.l->low[a] + (k->x[i][a] + 0.5) * w->f.l->dp;
    for (int a = w->f.l->dimensions; a < 3; a++) x[next][a] = lattice_position(w->f.l, a, 0);
    next++;
  }
  b->points = (struct points){.x = x, .count = count + layers};
  b->follows = true;
  return STATUS_OK;
}

/* Makes the layers of bodies first to end - 1, beside what stands of all bodies before them. */
static int follow_bodies(const struct layers *w, size_t first, size_t end, bool **gone) {
  struct crowd k = {.fluid = first >= w->f.c->wall_count};
  int status = STATUS_OK;
  for (size_t i = first; i < end && status == STATUS_OK; i++) status = find_layers(w, i, &k, gone);
  k.movers = k.count;
  for (size_t i = 0; i < end && status == STATUS_OK; i++)
    status = add_fixed(w, &k, i, i < first ? NULL : gone[i]);
  if (status == STATUS_OK && k.fluid && k.movers) status = air_add(&k, &w->f, w->bodies, CROWD_FLUID);
  if (status == STATUS_OK && k.movers) status = crowd_push_apart(&w->f, w->bodies, &k);
  for (size_t i = first; i < end && status == STATUS_OK; i++)
    if (gone[i]) status = replace_particles(w, i, gone[i], &k);
  crowd_free(&k);
  return status;
}

int layers_follow(struct filled *bodies, const struct amphi_case *c, const struct lattice *l) {
  if (!followed_any(c)) return STATUS_OK;
  struct layers w = {.bodies = bodies, .fine = l->dimensions == 2 ? FINE_PLANE : FINE_SPACE};
  const size_t walls = c->wall_count, all = walls + c->fluid_count;
  bool **gone = calloc(all + 1, sizeof *gone);
  int status = gone ? followed_make(&w.f, c, l)
                    : error_set(STATUS_FAILED, "not enough memory for the layers of walls");
  if (status == STATUS_OK) status = follow_bodies(&w, 0, walls, gone);
  if (status == STATUS_OK) status = follow_bodies(&w, walls, all, gone);
  for (size_t i = 0; gone && i < all; i++) free(gone[i]);
  free(gone);
  followed_free(&w.f);
  return status;
}
