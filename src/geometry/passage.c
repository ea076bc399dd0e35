/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry/passage.h"

#include <math.h>

#include "case/motion.h"
#include "geometry/beside.h"
#include "geometry/filled.h"
#include "geometry/opening_face.h"
#include "util/error.h"

enum { MOMENTS = 2000 }; /* of the run that are looked at */

/* What one site has across the flow, m^2, in 2-D m. */
static double face_of(const struct lattice *l) {
  return l->dimensions == 2 ? l->dp : l->dp * l->dp;
}

/* From where to where fluid flows. */
struct flow {
  struct runs from, to;
  double rate; /* m^3/s, in 2-D m^2/s */
};

static void flow_free(struct flow *f) {
  runs_free(&f->from);
  runs_free(&f->to);
}

/* Fluid beside sites, on one side along an axis, or on all. */
static int fluid_beside(struct runs *out, const struct runs *sites, const struct lattice *l,
                        const struct runs *fluid, int axis, int side) {
  struct runs beside = {0};
  int status = STATUS_OK;
  for (int a = 0; a < l->dimensions && status == STATUS_OK; a++)
    for (int s = -1; s <= 1 && status == STATUS_OK; s += 2)
      if (axis < 0 || (a == axis && s == side)) status = beside_add(&beside, sites, l, a, s);
  if (status == STATUS_OK) status = runs_combine(&beside, fluid, RUNS_INTERSECTION);
  if (status == STATUS_OK) status = runs_combine(out, &beside, RUNS_UNION);
  runs_free(&beside);
  return status;
}

/* Sites of the place that are the fewest, of those that are equally far from where the flow begins, before it
 * gets to where it ends; 0 if it does not. */
static int narrowest(uint64_t *least, const struct flow *f, const struct lattice *l,
                     const struct runs *fluid) {
  struct runs last = {0}, now = {0}, end = {0};
  int status = runs_combine(&now, &f->from, RUNS_UNION);
  *least = 0;
  for (uint64_t most = now.sites; status == STATUS_OK && now.sites > 0;) {
    struct runs next = {0};
    if (now.sites < most) most = now.sites;
    status = runs_combine(&end, &now, RUNS_UNION);
    if (status == STATUS_OK) status = runs_combine(&end, &f->to, RUNS_INTERSECTION);
    if (status == STATUS_OK && end.sites > 0) {
      *least = most;
      break;
    }
    runs_free(&end);
    end = (struct runs){0};
    if (status == STATUS_OK) status = fluid_beside(&next, &now, l, fluid, -1, 0);
    if (status == STATUS_OK) status = runs_combine(&next, &now, RUNS_DIFFERENCE);
    if (status == STATUS_OK) status = runs_combine(&next, &last, RUNS_DIFFERENCE);
    runs_free(&last);
    last = now;
    now = next;
  }
  runs_free(&last);
  runs_free(&now);
  runs_free(&end);
  return status;
}

static int consider_flow(struct passage *p, const struct flow *f, const struct lattice *l,
                         const struct runs *fluid, const char *by) {
  uint64_t least;
  TRY(narrowest(&least, f, l, fluid));
  const double area = (double)least * face_of(l);
  if (!least || !(f->rate > p->speed * area)) return STATUS_OK;
  *p = (struct passage){f->rate / area, area, by};
  return STATUS_OK;
}

static bool comes_in(const struct opening *o) {
  return opening_most_speed(o) > 0.0 && o->velocity.speed >= 0.0;
}

/* Add fluid before the faces of those through which it comes in, or of the others. */
static int add_faces(struct flow *f, const struct amphi_case *c, const struct lattice *l,
                     const struct runs *fluid, bool in) {
  for (size_t k = 0; k < c->opening_count; k++) {
    struct runs sites = {0};
    if (comes_in(&c->openings[k]) != in) continue;
    int status = opening_sites(&sites, c, l, k);
    if (status == STATUS_OK) status = fluid_beside(in ? &f->from : &f->to, &sites, l, fluid, -1, 0);
    runs_free(&sites);
    TRY(status);
  }
  return STATUS_OK;
}

static int through_openings(struct passage *p, const struct amphi_case *c, const struct lattice *l,
                            const struct runs *fluid) {
  struct flow f = {0};
  const char *by = NULL;
  int status = add_faces(&f, c, l, fluid, true);
  if (status == STATUS_OK) status = add_faces(&f, c, l, fluid, false);
  for (size_t k = 0; k < c->opening_count && status == STATUS_OK; k++) {
    struct opening_face face;
    if (!comes_in(&c->openings[k])) continue;
    if (!by) by = c->openings[k].name;
    status = opening_face_make(&face, &c->scene, &c->openings[k]);
    f.rate += opening_most_speed(&c->openings[k]) * face.built;
    opening_face_free(&face);
  }
  if (status == STATUS_OK && by) status = consider_flow(p, &f, l, fluid, by);
  flow_free(&f);
  return status;
}

/* The velocity of a wall when it is fastest, m/s. */
static void fastest(double v[3], const struct amphi_case *c, size_t wall) {
  const double centre[3] = {0};
  v[0] = v[1] = v[2] = 0.0;
  for (int k = 0; k <= MOMENTS; k++) {
    struct pose p;
    motion_pose(&c->scene, wall, centre, c->end * k / MOMENTS, &p);
    if (dot3(p.velocity, p.velocity) <= dot3(v, v)) continue;
    for (int a = 0; a < 3; a++) v[a] = p.velocity[a];
  }
}

/* From the wall's front to its back, to other walls that move, or out. */
static int pushed(struct passage *p, const struct amphi_case *c, const struct lattice *l,
                  const struct filled *bodies, const struct runs *fluid, size_t wall) {
  struct flow f = {0};
  double v[3];
  int status = add_faces(&f, c, l, fluid, false);
  fastest(v, c, wall);
  for (int a = 0; a < l->dimensions && status == STATUS_OK; a++) {
    struct runs front = {0};
    const int side = v[a] > 0.0 ? 1 : -1;
    if (v[a] == 0.0) continue;
    status = fluid_beside(&front, &bodies[wall].sites, l, fluid, a, side);
    f.rate += fabs(v[a]) * (double)front.sites * face_of(l);
    if (status == STATUS_OK) status = runs_combine(&f.from, &front, RUNS_UNION);
    if (status == STATUS_OK) status = fluid_beside(&f.to, &bodies[wall].sites, l, fluid, a, -side);
    runs_free(&front);
  }
  for (size_t i = 0; i < c->wall_count && status == STATUS_OK; i++)
    if (i != wall && motion_moves(&c->scene, i))
      status = fluid_beside(&f.to, &bodies[i].sites, l, fluid, -1, 0);
  if (status == STATUS_OK) status = runs_combine(&f.to, &f.from, RUNS_DIFFERENCE);
  if (status == STATUS_OK) status = consider_flow(p, &f, l, fluid, c->walls[wall].name);
  flow_free(&f);
  return status;
}

int passage_find(struct passage *p, const struct amphi_case *c, const struct lattice *l,
                 const struct filled *bodies, const struct runs *fluid) {
  *p = (struct passage){0};
  TRY(through_openings(p, c, l, fluid));
  for (size_t i = 0; i < c->wall_count; i++)
    if (motion_moves(&c->scene, i) && !motion_turns(&c->scene, i)) TRY(pushed(p, c, l, bodies, fluid, i));
  return STATUS_OK;
}
