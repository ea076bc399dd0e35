/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/resolution.h"

#include <math.h>
#include <string.h>

#include "case/case.h"
#include "case/motion.h"

/* Spacings in which both levels move freely. Without them what one level's particles do at a face presses
 * them into the lattice of the other's, which does not yield, and pressures of both sides stand apart. */
static const double overlap_spacings = 2.0;

/* Spacings of a ring: beyond these, what a kernel reaches over. */
static double ring_spacings(const struct amphi_case *c) {
  return ceil(case_support_spacings(c) - 1e-6) + overlap_spacings;
}

static bool holds(const struct resolved *level, const double x[3], int dimensions) {
  for (int a = 0; a < dimensions; a++)
    if (x[a] < level->low[a] || x[a] > level->high[a]) return false;
  return true;
}

/* ---- boxes near walls ---- */

static void span(const double x[3], double reach, double low[3], double high[3]) {
  for (int a = 0; a < 3; a++) low[a] = fmin(low[a], x[a] - reach), high[a] = fmax(high[a], x[a] + reach);
}

static bool shape_extent(const struct shape *s, int dimensions, double low[3], double high[3]) {
  switch (shape_form(s)) {
  case SHAPE_BOX:
    span(s->low, 0.0, low, high);
    span(s->high, 0.0, low, high);
    return true;
  case SHAPE_SPHERE:
    span(s->centre, s->radius, low, high);
    return true;
  case SHAPE_CYLINDER:
    span(s->base, s->radius, low, high);
    span(s->top, s->radius, low, high);
    return true;
  case SHAPE_POLYGON:
    for (size_t k = 0; k < s->vertex_count; k++)
      span((const double[3]){s->vertices[k][0], s->vertices[k][1], 0.0}, 0.0, low, high);
    return dimensions == 2;
  default:
    return false;
  }
}

bool resolution_extent(const struct body *wall, int dimensions, double low[3], double high[3]) {
  for (int a = 0; a < 3; a++) low[a] = INFINITY, high[a] = -INFINITY;
  for (size_t k = 0; k < wall->shape_count; k++)
    if (!wall->shapes[k].cut && !shape_extent(&wall->shapes[k], dimensions, low, high)) return false;
  return true;
}

void resolution_box(const struct amphi_case *c, const struct refinement *box, double low[3], double high[3]) {
  memcpy(low, box->low, sizeof box->low);
  memcpy(high, box->high, sizeof box->high);
  if (box->near < 0) return;
  resolution_extent(&c->walls[box->near], c->dimensions, low, high);
  if (motion_moves(&c->scene, (size_t)box->near)) motion_reach(&c->scene, (size_t)box->near, low, high);
  for (int a = 0; a < c->dimensions; a++) {
    low[a] = fmax(low[a] - box->within, c->domain.low[a]);
    high[a] = fmin(high[a] + box->within, c->domain.high[a]);
  }
}

const char *resolution_points(const struct shape *s, double dp, double coarsest) {
  if (fabs(dp - coarsest) < 1e-6 * dp) return s->file;
  for (size_t k = 0; k < s->finer_count; k++)
    if (fabs(s->finer[k].dp - dp) < 1e-6 * dp) return s->finer[k].file;
  return NULL;
}

/* ---- what comes where a level is ---- */

/* Spacings of the coarser of two levels between a wall that moves and the ring that it must not touch. */
static const double spare = 1.0;

bool resolution_is_in(const struct resolved *l, const double low[3], const double high[3]) {
  const double deep = l->inner + spare * 2.0 * l->dp;
  for (int a = 0; a < 3; a++)
    if (low[a] < l->low[a] + deep || high[a] > l->high[a] - deep) return false;
  return true;
}

bool resolution_is_beside(const struct resolved *l, const double low[3], const double high[3]) {
  const double apart = l->ring + spare * 2.0 * l->dp;
  for (int a = 0; a < 3; a++)
    if (high[a] < l->low[a] - apart || low[a] > l->high[a] + apart) return true;
  return false;
}

/* By the box of what the shape covers in the level. */
static bool comes_to(const struct level_scope *scope, const struct amphi_case *c, const struct body *b,
                     const struct shape *s) {
  const struct resolved *level = &scope->levels[scope->level];
  const double shell = s->fill == FILL_SHELL_OUTSIDE ? case_support_layers(c) * level->dp : 0.0;
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  if (!shape_extent(s, c->dimensions, low, high)) return true;
  for (int a = 0; a < 3; a++) low[a] -= shell, high[a] += shell;
  if (b >= c->walls && b < c->walls + c->wall_count && motion_moves(&c->scene, (size_t)(b - c->walls)))
    motion_reach(&c->scene, (size_t)(b - c->walls), low, high);
  for (int k = 1; k < scope->count; k++)
    if (scope->levels[k].around == scope->level && resolution_is_in(&scope->levels[k], low, high))
      return false;
  return !resolution_is_beside(level, low, high);
}

bool resolution_counts(const struct amphi_case *c, const struct body *b, const struct shape *s) {
  bool any = !c->scope || (s && !s->cut && comes_to(c->scope, c, b, s));
  for (size_t k = 0; !s && !any && k < b->shape_count; k++)
    any = !b->shapes[k].cut && comes_to(c->scope, c, b, &b->shapes[k]);
  return any;
}

/* ---- levels ---- */

/* The finest of the levels so far that hold the middle of a box. */
static int level_around(const struct amphi_case *c, const struct resolved *levels, size_t count,
                        const double low[3], const double high[3]) {
  int around = 0;
  double middle[3] = {0};
  for (int a = 0; a < c->dimensions; a++) middle[a] = 0.5 * (low[a] + high[a]);
  for (size_t k = 1; k < count; k++)
    if (levels[k].dp < levels[around].dp && holds(&levels[k], middle, c->dimensions)) around = (int)k;
  return around;
}

void resolution_resolve(const struct amphi_case *c, struct resolved levels[LEVELS_MOST]) {
  levels[0] = (struct resolved){.around = -1,
                                .dp = c->dp,
                                .low = {-INFINITY, -INFINITY, -INFINITY},
                                .high = {INFINITY, INFINITY, INFINITY}};
  for (size_t k = 0; k < c->refinement_count; k++) {
    const struct refinement *box = &c->refinements[k];
    struct resolved *l = &levels[k + 1];
    double low[3], high[3];
    resolution_box(c, box, low, high);
    *l = levels[0];
    l->around = level_around(c, levels, k + 1, low, high);
    const double dp = levels[l->around].dp;
    l->dp = dp / box->ratio;
    l->ring = ring_spacings(c) * l->dp;
    l->inner = ring_spacings(c) * dp;
    l->overlap = overlap_spacings * l->dp;
    l->inner_overlap = overlap_spacings * dp;
    for (int a = 0; a < c->dimensions; a++) {
      const double first = c->domain.low[a], last = c->domain.high[a], half = 0.5 * dp;
      if (low[a] > first + half) l->low[a] = first + dp * round((low[a] - first) / dp);
      if (high[a] < last - half) l->high[a] = first + dp * round((high[a] - first) / dp);
    }
  }
}

/* ---- of a case that is being checked ---- */

bool resolution_is_given(const struct amphi_case *c, const struct refinement *box) {
  double low[3], high[3];
  bool in = box->near >= 0
                ? !isnan(box->within) && resolution_extent(&c->walls[box->near], c->dimensions, low, high)
                : true;
  if (in) resolution_box(c, box, low, high);
  for (int a = 0; a < c->dimensions && in; a++) in = low[a] < high[a];
  return in && box->ratio > 0;
}

double resolution_spacing(const struct amphi_case *c, const struct body *b, const struct shape *s) {
  struct resolved levels[LEVELS_MOST];
  double coarsest = 0.0;
  bool given = c->refinement_count > 0 && c->refinement_count <= REFINEMENTS_MOST;
  for (size_t k = 0; k < c->refinement_count && given; k++)
    given = resolution_is_given(c, &c->refinements[k]);
  if (!given) return c->dp;
  resolution_resolve(c, levels);
  struct level_scope scope = {levels, 1 + (int)c->refinement_count, 0};
  for (; scope.level < scope.count; scope.level++)
    if (comes_to(&scope, c, b, s)) coarsest = fmax(coarsest, levels[scope.level].dp);
  return coarsest > 0.0 ? coarsest : c->dp;
}
