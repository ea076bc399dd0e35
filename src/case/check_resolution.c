/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether finer boxes fit into each other and the domain, and which models go with them. */
#include <math.h>
#include <stdio.h>

#include "case/read.h"
#include "case/resolution.h"

#define REFUSE(condition, key, what)                                                                         \
  if (condition) check_fault(r, key, "'resolution' does not go with %s yet; expected one or the other", what)

static void refuse_walls(struct reader *r) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  for (size_t k = 0; k < c->wall_count; k++) {
    const struct body *w = &c->walls[k];
    snprintf(key, sizeof key, "walls.%s.%s", w->name, w->flexible.given ? "flexible" : "moves_with");
    REFUSE(w->flexible.given, key, "walls that bend");
    REFUSE(w->carrier >= 0, key, "walls that others carry");
  }
}

/* Points of files, which each level must have in its own spacing. */
static void check_points(struct reader *r, const struct resolved *levels) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  for (size_t b = 0; b < c->wall_count + c->fluid_count; b++) {
    const struct body *body = b < c->wall_count ? &c->walls[b] : &c->fluids[b - c->wall_count];
    for (size_t i = 0; i < body->shape_count; i++) {
      const struct shape *s = &body->shapes[i];
      snprintf(key, sizeof key, "%s.%s.shapes.%zu.finer", b < c->wall_count ? "walls" : "fluids", body->name,
               i);
      for (size_t k = 1; k <= c->refinement_count && s->kind == SHAPE_POINTS; k++) {
        if (resolution_points(s, levels[k].dp, c->dp)) continue;
        check_fault(r, key, "no points with the spacing of the box '%s'; expected a file with dp: %.6g",
                    c->refinements[k - 1].name, levels[k].dp);
        break;
      }
    }
  }
}

static void refuse_models(struct reader *r) {
  const struct amphi_case *c = r->c;
  REFUSE(c->phase_count, "phases", "several phases");
  REFUSE(c->heat.model != HEAT_NONE, "heat", "heat");
  REFUSE(c->turbulence.model != TURBULENCE_NONE, "turbulence.model", "turbulence");
  REFUSE(c->rheology.model != RHEOLOGY_NEWTON, "rheology.model", "rheologies");
  REFUSE(c->viscosity.substeps > 1, "viscosity.substeps", "viscous sub-steps");
  REFUSE(c->relaxation_count, "relaxation_zones", "zones that impose velocities");
  REFUSE(c->joint_count, "joints", "joints");
  REFUSE(c->cable_count, "cables", "cables");
  REFUSE(c->settle > 0, "settle", "particles that settle before the start");
  REFUSE(c->density == DENSITY_SUMMATION, "density_equation", "density by summation");
  REFUSE(c->boundary.model != BOUNDARY_DUMMY && c->boundary.model != BOUNDARY_DYNAMIC, "boundary.model",
         "walls other than dummy and dynamic");
  REFUSE(c->output.surfaces, "output.surfaces", "surfaces of walls");
}

/* What lies between two faces that must not come near each other, or be one where the domain ends. */
static bool are_apart(double inside, double outside, double least) {
  return isinf(inside) ? isinf(outside) : isinf(outside) || fabs(inside - outside) > least * (1 - 1e-9);
}

/* What a box's place comes from: its corner of that name, or its distance from a wall. */
static void key_of_box(char key[FAULT_KEY], const struct reader *r, size_t k, const char *corner) {
  const struct refinement *b = &r->c->refinements[k - 1];
  snprintf(key, FAULT_KEY, "resolution.%s.%s", b->name, b->near < 0 ? corner : "within");
}

/* The rings of a level around the box, and of what is around that, need room. */
static void check_room(struct reader *r, const struct resolved *levels, size_t k) {
  const struct resolved *l = &levels[k], *around = &levels[l->around];
  const double dp = around->dp, apart = around->inner + l->inner;
  char key[FAULT_KEY];
  for (int a = 0; a < r->c->dimensions; a++) {
    const int faces = !isinf(l->low[a]) + !isinf(l->high[a]);
    const double low = isinf(l->low[a]) ? r->c->domain.low[a] : l->low[a],
                 high = isinf(l->high[a]) ? r->c->domain.high[a] : l->high[a], least = faces * l->inner + dp;
    key_of_box(key, r, k, "high");
    if (high - low < least * (1 - 1e-9))
      check_fault(r, key,
                  "the box is %.6g m long along %c; expected at least %.6g m, since the coarser particles "
                  "around it reach %.6g m into it",
                  high - low, "xyz"[a], least, l -> inner);
    else if (l->around > 0 &&
             (!are_apart(l->low[a], around->low[a], apart) || !are_apart(l->high[a], around->high[a], apart)))
      check_fault(
          r, key,
          "the box comes nearer than %.6g m to a face of '%s' along %c; expected a larger distance, or "
          "both at the same face of the domain",
          apart, r->c->refinements[l->around - 1].name, "xyz"[a]);
  }
}

/* A period joins a level to itself: a box reaches over all of it, or ends well inside. */
static void check_periods(struct reader *r, const struct resolved *levels, size_t k) {
  const struct resolved *l = &levels[k];
  const struct case_domain *d = &r->c->domain;
  char key[FAULT_KEY];
  key_of_box(key, r, k, "low");
  for (int a = 0; a < r->c->dimensions; a++) {
    const bool whole = isinf(l->low[a]) && isinf(l->high[a]);
    if (!d->periodic[a] || whole || (l->low[a] - d->low[a] > l->inner && d->high[a] - l->high[a] > l->inner))
      continue;
    check_fault(r, key,
                "the box comes nearer than %.6g m to an end of the period along %c; expected a larger "
                "distance, or a box from end to end",
                l->inner, "xyz"[a]);
  }
}

/* The box around an open boundary's face. */
static void opening_extent(const struct opening *o, double low[3], double high[3]) {
  double reach = o->radius;
  for (size_t v = 0; v < o->vertex_count; v++)
    reach = fmax(reach, hypot(o->vertices[v][0], o->vertices[v][1]));
  for (int a = 0; a < 3; a++) {
    low[a] = o->shape == OPENING_BOX ? fmin(o->low[a], o->high[a]) : o->point[a] - reach;
    high[a] = o->shape == OPENING_BOX ? fmax(o->low[a], o->high[a]) : o->point[a] + reach;
  }
}

/* How near the box comes to a plane's front, m; negative behind it. */
static double before_plane(const struct opening *o, const struct resolved *l, const struct amphi_case *c) {
  double size = 0.0, distance = 0.0;
  for (int a = 0; a < c->dimensions; a++) size += o->normal[a] * o->normal[a];
  for (int a = 0; a < c->dimensions; a++) {
    const double x =
        o->normal[a] > 0.0 ? fmax(l->low[a], c->domain.low[a]) : fmin(l->high[a], c->domain.high[a]);
    distance += (x - o->point[a]) * o->normal[a] / sqrt(size);
  }
  return distance;
}

/* Rings of the coarser level, and what stands behind a face, which is about as deep. */
static bool opening_is_near(const struct resolved *l, const struct opening *o, const struct amphi_case *c) {
  const double least = l->inner + l->ring;
  double low[3], high[3];
  if (o->shape == OPENING_PLANE) return before_plane(o, l, c) < least;
  opening_extent(o, low, high);
  for (int a = 0; a < c->dimensions; a++)
    if (high[a] < l->low[a] - least || low[a] > l->high[a] + least) return false;
  return true;
}

static void check_openings(struct reader *r, const struct resolved *levels) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  for (size_t o = 0; o < c->opening_count; o++)
    for (size_t k = 1; k <= c->refinement_count; k++) {
      if (!opening_is_near(&levels[k], &c->openings[o], c)) continue;
      snprintf(key, sizeof key, "open_boundaries.%s", c->openings[o].name);
      check_fault(r, key, "it is less than %.6g m from the box '%s'; expected a larger distance",
                  levels[k].inner + levels[k].ring, c->refinements[k - 1].name);
    }
}

/* Boxes beside each other. */
static void check_others(struct reader *r, const struct resolved *levels, size_t k) {
  const struct resolved *l = &levels[k];
  char key[FAULT_KEY];
  key_of_box(key, r, k, "low");
  for (size_t o = 1; o < k; o++) {
    const struct resolved *other = &levels[o];
    bool near = other->around == l->around;
    for (int a = 0; a < r->c->dimensions; a++)
      near = near && l->low[a] - other->high[a] < 2 * l->inner && other->low[a] - l->high[a] < 2 * l->inner;
    if (near)
      check_fault(r, key,
                  "the box comes nearer than %.6g m to '%s' beside it; expected a larger distance, or one "
                  "box for both",
                  2 * l->inner, r->c->refinements[o - 1].name);
  }
}

/* Whether a box with its ring has a place in which a zone damps: beyond its begin, and in its own box. */
static bool zone_reaches(const struct damping_zone *z, const struct resolved *l, const struct amphi_case *c) {
  double low[3], high[3];
  for (int a = 0; a < c->dimensions; a++) {
    low[a] = isinf(l->low[a]) ? c->domain.low[a] : l->low[a] - l->ring;
    high[a] = isinf(l->high[a]) ? c->domain.high[a] : l->high[a] + l->ring;
    if (high[a] < z->low[a] || low[a] > z->high[a]) return false;
  }
  return damping_part_most(z, c->dimensions, low, high) > 0.0;
}

static void check_damping(struct reader *r, const struct resolved *levels) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  for (size_t z = 0; z < c->zone_count; z++)
    for (size_t k = 1; k <= c->refinement_count; k++) {
      if (!zone_reaches(&c->zones[z], &levels[k], c)) continue;
      snprintf(key, sizeof key, "damping_zones.%s", c->zones[z].name);
      check_fault(r, key,
                  "it damps in the box '%s' or less than %.6g m from it; expected a zone farther away",
                  c->refinements[k - 1].name, levels[k].ring);
    }
}

/* Either corners, or a wall and a distance. */
static bool check_given(struct reader *r, const struct refinement *b) {
  const bool corners = !isnan(b->low[0]) || !isnan(b->high[0]),
             both = !isnan(b->low[0]) && !isnan(b->high[0]);
  double low[3], high[3];
  char key[FAULT_KEY];
  snprintf(key, sizeof key, "resolution.%s.%s", b->name, b->near >= 0 ? "near" : "low");
  if (b->near < 0 && (!both || !isnan(b->within)))
    check_fault(r, key, "expected 'low' and 'high', or 'near' and 'within'");
  else if (b->near >= 0 && (corners || isnan(b->within)))
    check_fault(r, key, "expected 'within' with it, and neither 'low' nor 'high'");
  else if (b->near >= 0 && !resolution_extent(&r->c->walls[b->near], r->c->dimensions, low, high))
    check_fault(r, key,
                "the extent of the wall's shapes is not known (files, planes, turned shapes); expected 'low' "
                "and 'high'");
  else
    return true;
  return false;
}

void check_resolution(struct reader *r) {
  const struct amphi_case *c = r->c;
  struct resolved levels[LEVELS_MOST];
  char key[FAULT_KEY];
  bool fits = true;
  if (!c->refinement_count) return;
  refuse_models(r);
  refuse_walls(r);
  if (c->refinement_count > REFINEMENTS_MOST) {
    check_fault(r, "resolution", "%zu boxes; expected at most %d", c->refinement_count, REFINEMENTS_MOST);
    return;
  }
  for (size_t k = 0; k < c->refinement_count; k++) {
    const struct refinement *b = &c->refinements[k];
    const double slack = 1e-6 * c->dp;
    double low[3], high[3];
    if (!check_given(r, b)) return;
    resolution_box(c, b, low, high);
    for (int a = 0; a < c->dimensions; a++) {
      snprintf(key, sizeof key, "resolution.%s.%s", b->name, b->near < 0 ? "low" : "near");
      if (low[a] < high[a] && low[a] > c->domain.low[a] - slack && high[a] < c->domain.high[a] + slack)
        continue;
      check_fault(r, key,
                  "from %g to %g m along %c is no part of the domain; expected low < high, both inside it",
                  low[a], high[a], "xyz"[a]);
      fits = false;
    }
  }
  if (!fits) return;
  for (size_t k = 0; k < c->refinement_count; k++) {
    snprintf(key, sizeof key, "resolution.%s.ratio", c->refinements[k].name);
    if (c->refinements[k].ratio != 2) check_fault(r, key, "%d; expected 2", c->refinements[k].ratio);
  }
  resolution_resolve(c, levels);
  for (size_t k = 1; k <= c->refinement_count; k++)
    check_room(r, levels, k), check_periods(r, levels, k), check_others(r, levels, k);
  check_openings(r, levels);
  check_damping(r, levels);
  check_points(r, levels);
}
