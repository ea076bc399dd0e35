/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/contact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "wcsph/walls/bodies.h"
#include "wcsph/walls/contact_law.h"
#include "wcsph/walls/motion.h"
#include "wcsph/walls/wall_surface.h"

/* In spacings: the distance within which a surface is looked for, and the margin beyond it of the list of
 * bodies that may touch. */
static const double reach = 1.6, margin = 2.0;
/* Also in spacings: from this distance on approaching bodies take the short steps of touching ones. It
 * exceeds their approach in a step of the fluid: overlap that no force opposed in that step would be energy
 * gained. */
static const double ahead = 0.1;

/* A point of a wall near the surface of another. */
struct near {
  uint32_t point;
  uint16_t of, on;
};

/* A contact, or one that may come soon: its depth is then not above 0. */
struct touch {
  double place[3], up[3]; /* m; from `on` to `of` */
  double depth;           /* m */
};

/* Two walls that overlap at the start, by how much, m. */
struct overlap {
  uint16_t low, high;
  double depth;
};

struct contact {
  struct skin *skins;  /* [walls] */
  struct pose *poses;  /* [walls], now, with the velocities that dampers see */
  struct pose *listed; /* [walls], when `near` was made */
  bool any;            /* it was */
  struct near *near;   /* by `of` and `on` together, then by point */
  size_t count, capacity;
  struct touch *touches; /* of one pair */
  size_t touch_capacity;
  struct overlap *overlaps; /* by `low`, then `high` */
  size_t overlap_count;
  struct laws laws;
};

static bool is_body(const struct wcsph_run *r, size_t wall) {
  return r->config->walls[wall].freedom.given;
}

static bool is_joined(const struct wcsph_run *r, size_t a, size_t b) {
  for (size_t k = 0; k < r->config->joint_count; k++) {
    const struct joint *j = &r->config->joints[k];
    const size_t of = (size_t)j->of, with = (size_t)j->with;
    if (j->with >= 0 && j->kind < JOINT_GEAR && ((of == a && with == b) || (of == b && with == a)))
      return true;
  }
  return false;
}

static void find_poses(const struct wcsph_run *r, struct pose *poses) {
  for (size_t k = 0; k < r->config->wall_count; k++) {
    if (is_body(r, k))
      bodies_start(r, k, &poses[k]);
    else
      motion_place(r, k, r->moved_time, &poses[k]);
  }
}

/* ---- which may touch ---- */

/* A point of one wall, in the case and in the axes of another, m. */
static void place_of(const struct wcsph_run *r, const struct pose *poses, size_t of, const double point[3],
                     double x[3]) {
  turn3(poses[of].turn, point, x);
  for (int a = 0; a < 3; a++) x[a] += r->walls[of].middle[a] + poses[of].shift[a];
}

static void into(const struct wcsph_run *r, const struct pose *poses, size_t on, const double x[3],
                 double y[3]) {
  const struct wcsph_settings *c = r->config;
  double d[3], back[3][3];
  for (int a = 0; a < 3; a++) {
    d[a] = x[a] - (r->walls[on].middle[a] + poses[on].shift[a]);
    if (a < c->dimensions && c->domain.periodic[a]) {
      const double period = c->domain.high[a] - c->domain.low[a];
      d[a] -= period * rint(d[a] / period);
    }
    for (int b = 0; b < 3; b++) back[a][b] = poses[on].turn[b][a];
  }
  turn3(back, d, y);
}

/* The box that a wall is in, m, grown by how near others may come. */
struct extent {
  double low[3], high[3];
  size_t wall;
};

static struct extent extent_of(const struct wcsph_run *r, const struct contact *t, size_t wall) {
  const struct skin *s = &t->skins[wall];
  const struct pose *p = &t->listed[wall];
  struct extent e = {.wall = wall};
  for (int a = 0; a < 3; a++) {
    double middle = r->walls[wall].middle[a] + p->shift[a], low = s->low[a], high = s->high[a];
    if (p->turns) low = -r->walls[wall].reach, high = r->walls[wall].reach;
    const double more = 0.5 * (reach + margin) * r->config->dp;
    e.low[a] = middle + low - more, e.high[a] = middle + high + more;
    if (a < r->config->dimensions && r->config->domain.periodic[a])
      e.low[a] = -INFINITY, e.high[a] = INFINITY;
  }
  return e;
}

static int compare_extents(const void *a, const void *b) {
  const struct extent *x = a, *y = b;
  if (x->low[0] != y->low[0]) return x->low[0] < y->low[0] ? -1 : 1;
  return (x->wall > y->wall) - (x->wall < y->wall);
}

static bool are_apart(const struct extent *a, const struct extent *b) {
  for (int k = 0; k < 3; k++)
    if (a->low[k] > b->high[k] || b->low[k] > a->high[k]) return true;
  return false;
}

static int add_near(struct contact *t, uint32_t point, size_t of, size_t on) {
  if (t->count == t->capacity) {
    const size_t more = 2 * t->capacity + 1024;
    struct near *near = realloc(t->near, more * sizeof *near);
    CHECK(near, STATUS_FAILED, "no memory for what touches");
    t->near = near, t->capacity = more;
  }
  t->near[t->count++] = (struct near){point, (uint16_t)of, (uint16_t)on};
  return STATUS_OK;
}

/* Points are those of the wall that has fewer. */
static int list_pair(const struct wcsph_run *r, struct contact *t, size_t a, size_t b) {
  if (a > b) {
    const size_t other = a;
    a = b, b = other;
  }
  if ((!is_body(r, a) && !is_body(r, b)) || is_joined(r, a, b)) return STATUS_OK;
  const bool second = t->skins[b].count < t->skins[a].count;
  const size_t of = second ? b : a, on = second ? a : b;
  const double far = (reach + margin) * r->config->dp;
  for (uint32_t i = 0; i < t->skins[of].count; i++) {
    double x[3], y[3];
    place_of(r, t->listed, of, t->skins[of].place[i], x);
    into(r, t->listed, on, x, y);
    if (wall_surface_is_near(&t->skins[on], y, far)) TRY(add_near(t, i, of, on));
  }
  return STATUS_OK;
}

static int compare_near(const void *a, const void *b) {
  const struct near *x = a, *y = b;
  const uint16_t xl = x->of < x->on ? x->of : x->on, xh = x->of < x->on ? x->on : x->of;
  const uint16_t yl = y->of < y->on ? y->of : y->on, yh = y->of < y->on ? y->on : y->of;
  if (xl != yl) return xl < yl ? -1 : 1;
  if (xh != yh) return xh < yh ? -1 : 1;
  return (x->point > y->point) - (x->point < y->point);
}

/* List the pairs again, from the present poses: boxes along x, each against those that begin in it. */
static int list_all(const struct wcsph_run *r, struct contact *t) {
  const size_t count = r->config->wall_count;
  struct extent *e = malloc(count * sizeof *e);
  CHECK(e, STATUS_FAILED, "no memory for %zu bodies", count);
  size_t n = 0;
  int status = STATUS_OK;
  memcpy(t->listed, t->poses, count * sizeof *t->poses);
  t->count = 0;
  for (size_t k = 0; k < count; k++)
    if (t->skins[k].count) e[n++] = extent_of(r, t, k);
  qsort(e, n, sizeof *e, compare_extents);
  for (size_t i = 0; i < n && status == STATUS_OK; i++)
    for (size_t k = i + 1; k < n && e[k].low[0] <= e[i].high[0] && status == STATUS_OK; k++)
      if (!are_apart(&e[i], &e[k])) status = list_pair(r, t, e[i].wall, e[k].wall);
  if (status == STATUS_OK && t->count) qsort(t->near, t->count, sizeof *t->near, compare_near);
  t->any = status == STATUS_OK;
  free(e);
  return status;
}

/* Two walls may come nearer by the margin. */
static bool is_stale(const struct wcsph_run *r, const struct contact *t) {
  for (size_t k = 0; k < r->config->wall_count && t->any; k++) {
    const struct pose *now = &t->poses[k], *then = &t->listed[k];
    double moved[3], turned2 = 0.0;
    for (int a = 0; a < 3; a++) {
      moved[a] = now->shift[a] - then->shift[a];
      for (int b = 0; b < 3; b++)
        turned2 += (now->turn[a][b] - then->turn[a][b]) * (now->turn[a][b] - then->turn[a][b]);
    }
    if (sqrt(dot3(moved, moved)) + sqrt(turned2) * r->walls[k].reach > 0.5 * margin * r->config->dp)
      return true;
  }
  return !t->any;
}

/* ---- forces ---- */

/* Upper bound of the acceleration that a unit force at a point gives it along the force; 0 for a wall that is
 * no body or is held. */
static double give_of(const struct wcsph_run *r, size_t wall, const double arm[3]) {
  const struct rigid_body *b = is_body(r, wall) ? bodies_of(r, wall) : NULL;
  if (!b || bodies_is_held(r, b)) return 0.0;
  return 1.0 / b->mass + dot3(arm, arm) / bodies_least_inertia(r, b);
}

static void arm_of(const struct wcsph_run *r, const struct contact *t, size_t wall, const double x[3],
                   double arm[3]) {
  for (int a = 0; a < 3; a++) arm[a] = x[a] - (r->walls[wall].middle[a] + t->poses[wall].shift[a]);
}

static void velocity_of(const struct contact *t, size_t wall, const double arm[3], double v[3]) {
  cross3(t->poses[wall].spin, arm, v);
  for (int a = 0; a < 3; a++) v[a] += t->poses[wall].velocity[a];
}

static void apply(struct wcsph_run *r, size_t wall, const double arm[3], const double f[3], double sign) {
  struct rigid_body *b = is_body(r, wall) ? bodies_of(r, wall) : NULL;
  double torque[3];
  if (!b) return;
  cross3(arm, f, torque);
  for (int a = 0; a < 3; a++) b->force[a] += sign * f[a], b->torque[a] += sign * torque[a];
}

/* Per metre of depth, N/m, of one point: what bears is a square of side dp, in 2-D a strip. */
static double point_stiffness(const struct wcsph_run *r) {
  const struct wcsph_settings *c = r->config;
  const double c0 = (double)r->law.c0, modulus = isnan(c->contact.stiffness)
                                                     ? 10.0 * c->material.density * c0 * c0
                                                     : c->contact.stiffness;
  return c->dimensions == 3 ? modulus * c->dp : modulus;
}

/* The reduced mass of two bodies. */
static double common_mass(const struct wcsph_run *r, size_t of, size_t on) {
  const struct rigid_body *a = is_body(r, of) ? bodies_of(r, of) : NULL,
                          *b = is_body(r, on) ? bodies_of(r, on) : NULL;
  const double one = a && !bodies_is_held(r, a) ? 1.0 / a->mass : 0.0,
               other = b && !bodies_is_held(r, b) ? 1.0 / b->mass : 0.0;
  return one + other > 0.0 ? 1.0 / (one + other) : 0.0;
}

/* The stiffness, N/m, and damping, N s/m, of a point, for the bound of the time step. */
static void limit(struct wcsph_run *r, size_t of, size_t on, double give, double stiffness, double damper) {
  for (int k = 0; k < 2; k++) {
    const size_t wall = k ? on : of;
    if (!is_body(r, wall)) continue;
    struct rigid_body *b = bodies_of(r, wall);
    b->frequency2 += stiffness * give, b->rate += damper * give;
  }
}

/* The acceleration along `up` of a point `arm` from a wall's centre, by a unit force there. */
static double yield_of(const struct wcsph_run *r, size_t wall, const double arm[3], const double up[3]) {
  const struct rigid_body *b = is_body(r, wall) ? bodies_of(r, wall) : NULL;
  double torque[3], along[3], about[3], swing[3];
  if (!b || bodies_is_held(r, b)) return 0.0;
  cross3(arm, up, torque);
  bodies_respond(r, b, up, torque, along, about);
  cross3(about, arm, swing);
  return dot3(along, up) + dot3(swing, up);
}

/* The mass that two walls have against each other in the middle of where they touch, by depth: a body that is
 * hit on its rim gives way sooner than one hit on its centre. `most` where nothing touches yet. */
static double mass_there(const struct wcsph_run *r, const struct contact *t, size_t of, size_t on,
                         size_t count, double most) {
  double place[3] = {0}, up[3] = {0}, sum = 0.0, arm[3], other[3];
  for (size_t k = 0; k < count; k++) {
    const struct touch *touch = &t->touches[k];
    const double w = fmax(touch->depth, 0.0);
    sum += w;
    for (int a = 0; a < 3; a++) place[a] += w * touch->place[a], up[a] += w * touch->up[a];
  }
  const double length = sqrt(dot3(up, up));
  if (!(length > 0.0)) return most;
  for (int a = 0; a < 3; a++) place[a] /= sum, up[a] /= length;
  arm_of(r, t, of, place, arm);
  into(r, t->poses, on, place, other);
  turn3(t->poses[on].turn, other, other);
  const double yield = yield_of(r, of, arm, up) + yield_of(r, on, other, up);
  return yield > 0.0 ? 1.0 / yield : most;
}

/* A point that touches: pushed apart, and held back where it slides. */
static void push(struct wcsph_run *r, struct contact *t, size_t of, size_t on, const struct touch *touch,
                 const struct law *law, double stiffness, double critical, double damper) {
  double arm[3], other[3], v[3], w[3], force[3], slide[3];
  arm_of(r, t, of, touch->place, arm);
  into(r, t->poses, on, touch->place, other);
  turn3(t->poses[on].turn, other, other);
  velocity_of(t, of, arm, v);
  velocity_of(t, on, other, w);
  for (int a = 0; a < 3; a++) v[a] -= w[a];
  const double apart = dot3(v, touch->up), give = give_of(r, of, arm) + give_of(r, on, other);
  if (!(touch->depth > 0.0)) {
    if (apart < 0.0) limit(r, of, on, give, stiffness, damper);
    return;
  }
  const double normal = fmax(stiffness * touch->depth - damper * apart, 0.0);
  for (int a = 0; a < 3; a++) slide[a] = v[a] - apart * touch->up[a];
  const double speed = sqrt(dot3(slide, slide)), sticking = critical * speed,
               most = fmin(sticking, law->friction * normal), per = speed > 0.0 ? most / speed : 0.0;
  for (int a = 0; a < 3; a++) force[a] = normal * touch->up[a] - per * slide[a];
  apply(r, of, arm, force, 1.0);
  apply(r, on, other, force, -1.0);
  limit(r, of, on, give, stiffness, fmax(damper, sticking <= law->friction * normal ? critical : 0.0));
}

/* Particles of what is not along the lattice stand out by up to a spacing. What overlaps so at the start
 * would be thrown apart by springs that nothing had pressed: that far two may overlap ever after. */
static double overlap_of(const struct contact *t, size_t of, size_t on) {
  const size_t low = of < on ? of : on, high = of < on ? on : of;
  size_t first = 0, end = t->overlap_count;
  while (first < end) {
    const size_t middle = first + (end - first) / 2;
    const struct overlap *o = &t->overlaps[middle];
    if (o->low == low && o->high == high) return o->depth;
    if (o->low < low || (o->low == low && o->high < high))
      first = middle + 1;
    else
      end = middle;
  }
  return 0.0;
}

static int find_touch(const struct wcsph_run *r, struct contact *t, const struct near *n, double overlap,
                      size_t *count) {
  double x[3], y[3], height, up[3];
  place_of(r, t->poses, n->of, t->skins[n->of].place[n->point], x);
  into(r, t->poses, n->on, x, y);
  if (!wall_surface_height(&t->skins[n->on], y, reach * r->config->dp, &height, up)) return STATUS_OK;
  const double depth = r->config->dp - height - overlap;
  if (!(depth > -ahead * r->config->dp)) return STATUS_OK;
  if (*count == t->touch_capacity) {
    const size_t more = 2 * *count + 64;
    struct touch *touches = realloc(t->touches, more * sizeof *touches);
    CHECK(touches, STATUS_FAILED, "no memory for what touches");
    t->touches = touches, t->touch_capacity = more;
  }
  struct touch *touch = &t->touches[(*count)++];
  turn3(t->poses[n->on].turn, up, touch->up);
  memcpy(touch->place, x, sizeof x);
  touch->depth = depth;
  return STATUS_OK;
}

/* All points of a pair; those of `near` from `first` on. */
static int add_pair(struct wcsph_run *r, struct contact *t, size_t first, size_t end) {
  const size_t of = t->near[first].of, on = t->near[first].on;
  const double overlap = overlap_of(t, of, on);
  size_t count = 0;
  for (size_t k = first; k < end; k++) TRY(find_touch(r, t, &t->near[k], overlap, &count));
  if (!count) return STATUS_OK;
  const double stiffness = point_stiffness(r), mass = common_mass(r, of, on);
  size_t touching = 0;
  for (size_t k = 0; k < count; k++) touching += t->touches[k].depth > 0.0;
  const double shared = (double)(touching ? touching : count),
               critical = 2.0 * sqrt(stiffness * mass / shared);
  const struct law law = laws_find(&t->laws, &r->config->contact, of, on);
  const double damper =
      law.damping *
      (law.parts ? 2.0 * sqrt(stiffness * mass_there(r, t, of, on, count, mass) / shared) : critical);
  for (size_t k = 0; k < count; k++) push(r, t, of, on, &t->touches[k], &law, stiffness, critical, damper);
  return STATUS_OK;
}

/* Where the points of the next pair end. */
static size_t pair_end(const struct contact *t, size_t first) {
  size_t end = first;
  while (end < t->count && t->near[end].of == t->near[first].of && t->near[end].on == t->near[first].on)
    end++;
  return end;
}

int contact_add(struct wcsph_run *r) {
  struct contact *t = r->contact;
  if (!t) return STATUS_OK;
  find_poses(r, t->poses);
  if (is_stale(r, t)) TRY(list_all(r, t));
  for (size_t k = 0, end; k < t->count; k = end) {
    end = pair_end(t, k);
    TRY(add_pair(r, t, k, end));
  }
  return STATUS_OK;
}

/* ---- before the start ---- */

/* Those that overlap at the start by more than a thousandth of a spacing: what stands on the lattice does
 * not. From the case alone, so that a run that goes on has the same. */
static int find_overlaps(const struct wcsph_run *r, struct contact *t) {
  size_t pairs = 0;
  for (size_t k = 0; k < r->config->wall_count; k++) {
    if (is_body(r, k))
      pose_at_rest(&t->poses[k]);
    else
      motion_place(r, k, 0.0, &t->poses[k]);
  }
  TRY(list_all(r, t));
  for (size_t k = 0; k < t->count; k = pair_end(t, k)) pairs++;
  t->overlaps = calloc(pairs + 1, sizeof *t->overlaps);
  CHECK(t->overlaps, STATUS_FAILED, "no memory for what touches");
  for (size_t k = 0, end; k < t->count; k = end) {
    const uint16_t of = t->near[k].of, on = t->near[k].on;
    size_t count = 0;
    double most = 0.0;
    end = pair_end(t, k);
    for (size_t i = k; i < end; i++) TRY(find_touch(r, t, &t->near[i], 0.0, &count));
    for (size_t i = 0; i < count; i++) most = fmax(most, t->touches[i].depth);
    if (most > 1e-3 * r->config->dp)
      t->overlaps[t->overlap_count++] = (struct overlap){of < on ? of : on, of < on ? on : of, most};
  }
  t->any = false;
  return STATUS_OK;
}

int contact_prepare(struct wcsph_run *r, const struct particles *p) {
  const size_t count = r->config->wall_count;
  if (!r->config->contact.given || !r->body_count) return STATUS_OK;
  struct contact *t = r->contact = calloc(1, sizeof *t);
  CHECK(t, STATUS_FAILED, "no memory for what touches");
  TRY(laws_make(&t->laws, r->config));
  t->skins = calloc(count, sizeof *t->skins);
  t->poses = calloc(count, sizeof *t->poses);
  t->listed = calloc(count, sizeof *t->listed);
  double(*middle)[3] = calloc(count, sizeof *middle);
  int status = error_set(STATUS_FAILED, "no memory for what touches");
  if (t->skins && t->poses && t->listed && middle) {
    for (size_t k = 0; k < count; k++) memcpy(middle[k], r->walls[k].middle, sizeof middle[k]);
    status = skins_make(t->skins, (const double(*)[3])middle, r->config, p, (reach + margin) * r->config->dp);
  }
  free(middle);
  if (status == STATUS_OK) status = find_overlaps(r, t);
  return status;
}

void contact_end(struct wcsph_run *r) {
  struct contact *t = r->contact;
  if (!t) return;
  for (size_t k = 0; t->skins && k < r->config->wall_count; k++) wall_surface_free(&t->skins[k]);
  free(t->skins);
  free(t->poses);
  free(t->listed);
  free(t->near);
  free(t->touches);
  free(t->overlaps);
  laws_free(&t->laws);
  free(t);
  r->contact = NULL;
}
