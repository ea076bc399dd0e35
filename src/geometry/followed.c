/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/followed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/case.h"
#include "case/motion.h"
#include "case/resolution.h"
#include "util/error.h"

/* How far a piece of surface reaches about its middle at most; the width of cells in which pieces are looked
 * up, and of those near them. */
#define PIECE_REACH 1.3
#define PIECE_CELL  2.0
#define COARSE_CELL 4.0
/* Squares of distances that differ by less may be of one edge, which pieces meet at. */
#define TIE       0.02
#define FOOT_NEAR 1.0 /* how far is looked first */
/* More than rounding makes of a distance. */
#define REACH_SLACK 1e-6

static bool is_round(const struct shape *s) {
  return s->kind == SHAPE_SPHERE || s->kind == SHAPE_CYLINDER;
}

static void scale_piece(const struct followed *w, const struct segment *from, struct piece *to) {
  to->s = *from;
  lattice_place(w->l, from->middle, to->s.middle);
  to->s.length /= w->l->dp;
  for (int a = 0; a < 3; a++) to->s.along[a] /= w->l->dp, to->s.across[a] /= w->l->dp;
  double most = 0.0;
  for (int a = 0; a < 3; a++) most = fmax(most, fabs(from->normal[a]));
  const bool rigid = !w->c->walls[from->wall].flexible.given; /* structures are of whole sites */
  to->follows = rigid && (from->round || most < 1.0 - 1e-9);
  const double *u = to->s.along, *v = to->s.across;
  to->uu = dot3(u, u), to->uv = dot3(u, v), to->vv = dot3(v, v), to->det = to->uu * to->vv - to->uv * to->uv;
}

/* How far the corners of a piece are from its middle. */
static double piece_reach(const struct followed *w, const struct segment *s) {
  double most = 0.0;
  if (w->l->dimensions == 2) return 0.5 * s->length;
  for (int k = 0; k < 4; k++) {
    const double e = k & 1 ? 1.0 : -1.0, f = (k & 2 ? 1.0 : -1.0) * (1.0 - s->taper * e);
    double way[3];
    for (int a = 0; a < 3; a++) way[a] = e * s->across[a] + f * s->along[a];
    most = fmax(most, sqrt(dot3(way, way)));
  }
  return most;
}

static double within(double x, double most) {
  x = x < -most ? -most : x;
  return x > most ? most : x;
}

/* The place of a piece nearest to x. */
static void piece_foot(const struct followed *w, const struct piece *p, const double x[3], double at[3]) {
  const struct segment *s = &p->s;
  double way[3];
  for (int a = 0; a < 3; a++) way[a] = x[a] - s->middle[a], at[a] = s->middle[a];
  if (w->l->dimensions == 2) {
    const double t = way[1] * s->normal[0] - way[0] * s->normal[1], half = 0.5 * s->length;
    const double part = fmin(fmax(t, -half), half);
    at[0] -= part * s->normal[1], at[1] += part * s->normal[0];
    return;
  }
  const double xu = dot3(way, s->along), xv = dot3(way, s->across);
  const double e = within(p->det > 0.0 ? (xv * p->uu - xu * p->uv) / p->det : 0.0, 1.0);
  const double f = within(p->uu > 0.0 ? (xu - e * p->uv) / p->uu : 0.0, 1.0 - s->taper * e);
  for (int a = 0; a < 3; a++) at[a] += e * s->across[a] + f * s->along[a];
}

static bool is_wanted(const struct piece_about *p, size_t wall) {
  return wall == FOOT_FOLLOWED ? p->follows : wall == FOOT_ANY || p->wall == wall;
}

/* The nearest within `most`, if any is; *best: its distance squared, else that of `most`. */
static bool find_foot(const struct followed *w, const double x[3], double most, struct foot_search *s,
                      struct foot *f, double *best_of) {
  double best = most * most, far_off = most + PIECE_REACH; /* from its middle no nearer piece is */
  double near = sqrt(best + TIE) + REACH_SLACK;            /* from itself */
  struct cell_rows r = cells_about(&w->by_place, x, fmin(far_off, near + w->reach));
  bool found = false;
  while (cells_next(&w->by_place, &r))
    for (size_t k = r.first; k < r.end; k++) {
      const struct piece_about *o = &w->about[k];
      if (!is_wanted(o, s->wall)) continue;
      double at[3], way[3];
      for (int a = 0; a < 3; a++) way[a] = x[a] - o->middle[a];
      const double off = near + o->reach, way2 = dot3(way, way);
      if (way2 > far_off * far_off || way2 > off * off) continue;
      const size_t i = o->piece;
      const struct piece *p = &w->pieces[i];
      piece_foot(w, p, x, at);
      for (int a = 0; a < 3; a++) way[a] = x[a] - at[a];
      const double d2 = dot3(way, way), side = dot3(way, p->s.normal);
      if (d2 > best + TIE) continue;
      if (!is_wanted(o, s->also)) s->alike = false;
      const bool far = !found || d2 < best - TIE;
      const double told = far || fabs(side) > fabs(f->side) ? side : f->side;
      const bool edge = found && fabs(d2 - best) <= TIE && w->pieces[f->piece].follows != p->follows;
      if (!found || (edge ? !p->follows : d2 < best))
        *f = (struct foot){{at[0], at[1], at[2]}, sqrt(d2), told, i};
      f->side = told;
      if (d2 < best || !found) {
        best = d2 < best ? d2 : best;
        const double all = sqrt(best + TIE);
        far_off = all + PIECE_REACH, near = all + REACH_SLACK;
      }
      found = true;
    }
  *best_of = best;
  return found;
}

bool followed_search(const struct followed *w, const double x[3], struct foot_search *s, struct foot *f) {
  double best, near = FOOT_NEAR;
  bool found = false;
  const double least = s->least - REACH_SLACK;
  s->alike = true;
  for (; near < s->most && !found; near *= 2.0) { /* what is far costs much to look for */
    if (least > 0.0 && near * near + TIE < least * least) continue;
    found = find_foot(w, x, near, s, f, &best) && best + TIE <= near * near;
  }
  if (!found) found = find_foot(w, x, s->most, s, f, &best);
  s->nearest = w->reach < PIECE_REACH ? sqrt(best) : 0.0;
  return found;
}

bool followed_foot(const struct followed *w, const double x[3], double most, size_t wall, struct foot *f) {
  return followed_search(w, x, &(struct foot_search){.most = most, .wall = wall, .also = FOOT_ANY}, f);
}

static bool is_slanted(const struct shape *s, int dimensions) {
  int axes = 0;
  bool any = shape_form(s) == SHAPE_SURFACE;
  for (int a = 0; a < dimensions && s->kind == SHAPE_PLANE; a++) axes += s->normal[a] != 0.0;
  for (size_t i = 0; i < s->vertex_count && s->kind == SHAPE_POLYGON && dimensions == 2; i++) {
    const double *p = s->vertices[i], *q = s->vertices[(i + 1) % s->vertex_count];
    any = any || (p[0] != q[0] && p[1] != q[1]);
  }
  return any || axes > 1;
}

bool followed_any(const struct amphi_case *c) {
  for (size_t k = 0; k < c->wall_count && c->packing == PACKING_SURFACE; k++)
    for (size_t j = 0; j < c->walls[k].shape_count && !c->walls[k].flexible.given; j++)
      if ((is_round(&c->walls[k].shapes[j]) || is_slanted(&c->walls[k].shapes[j], c->dimensions)) &&
          resolution_counts(c, &c->walls[k], &c->walls[k].shapes[j]))
        return true;
  return false;
}

static int look_first(struct followed *w) {
  w->about = malloc((w->piece_count + 1) * sizeof *w->about);
  CHECK(w->about, STATUS_FAILED, "not enough memory for the layers of walls");
  for (size_t k = 0; k < w->piece_count; k++) {
    const uint32_t i = w->by_place.items[k].particle;
    const struct piece *p = &w->pieces[i];
    const double *m = p->s.middle, reach = piece_reach(w, &p->s);
    w->about[k] = (struct piece_about){{m[0], m[1], m[2]}, reach, i, (uint32_t)p->s.wall, p->follows};
    w->reach = fmax(w->reach, reach);
  }
  return STATUS_OK;
}

static int find_pieces(struct followed *w) {
  struct segment *all = NULL;
  double shift[27][3], (*middle)[3] = NULL;
  size_t count = 0, room = 0;
  int status = segments_all(&all, &count, &w->c->scene);
  for (size_t i = 0; i < count && status == STATUS_OK; i++) {
    struct piece one;
    if (!resolution_counts(w->c, &w->c->walls[all[i].wall], NULL)) continue;
    scale_piece(w, &all[i], &one);
    const int times = cells_images(w->l, one.s.middle, w->deep + 3.0, shift);
    if (w->piece_count + (size_t)times > room) {
      room = 2 * room + 64;
      struct piece *more = realloc(w->pieces, room * sizeof *more);
      if (more) w->pieces = more;
      if (!more) status = error_set(STATUS_FAILED, "not enough memory for the layers of walls");
    }
    for (int k = 0; k < times && status == STATUS_OK; k++) {
      struct piece *to = &w->pieces[w->piece_count++];
      *to = one;
      for (int a = 0; a < 3; a++) to->s.middle[a] += shift[k][a];
    }
  }
  free(all);
  TRY(status);
  middle = malloc((w->piece_count + 1) * sizeof *middle);
  CHECK(middle, STATUS_FAILED, "not enough memory for the layers of walls");
  for (size_t i = 0; i < w->piece_count; i++) memcpy(middle[i], w->pieces[i].s.middle, sizeof *middle);
  status = cells_make(&w->by_place, middle, w->piece_count, PIECE_CELL);
  free(middle);
  TRY(status);
  return look_first(w);
}

/* Which coarse cells are near pieces that are followed. */
static int find_near(struct followed *w) {
  struct cells *g = &w->near;
  const int far = (int)ceil((w->deep + 3.0) / COARSE_CELL), deep = w->l->dimensions == 3 ? far : 0;
  const size_t side = (size_t)(2 * far + 1), each = side * side * (size_t)(2 * deep + 1);
  struct site_item *own = malloc((w->piece_count + 1) * sizeof *own);
  size_t count = 0;
  g->width = COARSE_CELL;
  for (size_t i = 0; own && i < w->piece_count; i++)
    if (w->pieces[i].follows) own[count++] = (struct site_item){cells_key(g, w->pieces[i].s.middle), 0};
  if (own) count = sites_unique(own, count);
  g->items = own ? malloc((count * each + 1) * sizeof *g->items) : NULL;
  for (size_t i = 0; g->items && i < count; i++) {
    int32_t at[3];
    site_of(own[i].key, at);
    for (int z = -deep; z <= deep; z++)
      for (int y = -far; y <= far; y++)
        for (int x = -far; x <= far; x++) {
          const int32_t cell[3] = {at[0] + x, at[1] + y, at[2] + z};
          g->items[g->count++] = (struct site_item){site_key(cell), 0};
        }
  }
  free(own);
  CHECK(g->items, STATUS_FAILED, "not enough memory for the layers of walls");
  g->count = sites_unique(g->items, g->count);
  return STATUS_OK;
}

int followed_make(struct followed *w, const struct amphi_case *c, const struct lattice *l) {
  *w = (struct followed){.c = c, .l = l, .deep = case_support_layers(c)};
  TRY(find_pieces(w));
  return find_near(w);
}

void followed_free(struct followed *w) {
  free(w->pieces);
  free(w->about);
  cells_free(&w->by_place);
  cells_free(&w->near);
}
