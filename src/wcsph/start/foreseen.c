/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/start/foreseen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "case/motion.h"
#include "geometry/opening_face.h"
#include "util/error.h"
#include "wcsph/openings/opening_values.h"
#include "wcsph/start/initial.h"
#include "wcsph/walls/timed.h"

/* Of the run that are looked at, and where a formula is asked at each of so many squares. */
enum { MOMENTS = 2000, MOMENTS_FORMULA = 500, SQUARES = 64 };

/* A narrow place counts that makes the flow faster by more. */
static const double narrowed = 1.25;

struct fastest {
  double speed; /* m/s */
  char *by;     /* or NULL */
};

static void consider_speed(struct fastest *f, double speed, const char *what, const char *of) {
  if (!(speed > f->speed)) return;
  f->speed = speed;
  if (f->by) snprintf(f->by, FORESEEN_TEXT, "%s%s", what, of);
}

static double length3(const double v[3]) {
  return sqrt(dot3(v, v));
}

/* Extent along the body force, m: of the fluid, and of bodies that may fall. */
static double height_of(const struct wcsph_settings *c, const struct particles *p, bool bodies) {
  double low = INFINITY, high = -INFINITY;
  if (length3(c->gravity) == 0.0 || p->fluid_count == 0) return 0.0;
  for (size_t i = 0; i < c->wall_count + c->fluid_count; i++) {
    const struct body_extent *e = &p->extents[i];
    if (i < c->wall_count && (!bodies || !c->walls[i].freedom.given)) continue;
    low = fmin(low, e->along[0]), high = fmax(high, e->along[1]);
  }
  return high - low + c->dp;
}

/* The strongest of a table's accelerations until then, m/s^2: between two rows it goes from one to the other.
 */
static double strongest(const struct track *t, double until) {
  double most = 0.0;
  for (size_t i = 0; i < t->count && (i == 0 || t->time[i - 1] < until); i++)
    most = fmax(most, length3(t->value[i]));
  return most;
}

/* The greatest magnitude of a value along time, or of its rate. */
static double most_of(const struct along_time *of, double from, double until, bool rate) {
  struct timed value;
  double most = 0.0, now[3];
  if (timed_open(&value, of) != STATUS_OK) return 0.0;
  for (int k = 0; k <= MOMENTS && until > from; k++) {
    timed_at(&value, from + (until - from) * k / MOMENTS, true, now);
    if (fabs(now[rate]) > most) most = fabs(now[rate]);
  }
  timed_close(&value);
  return most;
}

/* From a place to the furthest corner of a body, m, as an arm of turns in degrees. */
static double arm_of(const struct body_extent *e, const double place[3], int dimensions) {
  double square = 0.0;
  for (int a = 0; a < dimensions; a++) {
    const double arm = fmax(fabs(e->low[a] - place[a]), fabs(e->high[a] - place[a]));
    square += arm * arm;
  }
  return sqrt(square) * M_PI / 180.0;
}

/* The greatest speed of a body at the start, and of what drives it, m/s. */
static double driven_speed(const struct wcsph_settings *c, const struct body_extent *e,
                           const struct freedom *f) {
  double square = 0.0, middle[3];
  for (int a = 0; a < 3; a++) middle[a] = 0.5 * (e->low[a] + e->high[a]);
  const double arm = arm_of(e, middle, c->dimensions);
  for (size_t i = 0; i < f->drive_count; i++) {
    const struct drive *d = &f->drives[i];
    if (d->is == DRIVE_FORCE) continue;
    const double most =
        most_of(&d->value, d->from, d->to > 0.0 ? fmin(d->to, c->end) : c->end, d->is == DRIVE_POSITION) *
        (d->way >= DRIVE_RX ? arm : 1.0);
    square += most * most;
  }
  return fmax(sqrt(square), length3(f->velocity) + length3(f->turning) * arm);
}

/* The greatest speed of a joint's motor, m/s. */
static double motor_speed(const struct wcsph_settings *c, const struct particles *p, const struct joint *j) {
  if (!j->motor.formula && !j->motor.file) return 0.0;
  const double arm = j->kind == JOINT_HINGE ? arm_of(&p->extents[j->of], j->at, c->dimensions) : 1.0;
  return most_of(&j->motor, 0.0, c->end, false) * arm;
}

/* The strongest acceleration of the axes, and of one fluid, m/s^2. */
static double pushed(const struct wcsph_settings *c) {
  double axes = strongest(&c->frame.track, c->end), one = 0.0, middle[3];
  for (int a = 0; a < 3; a++) middle[a] = 0.5 * (c->domain.low[a] + c->domain.high[a]);
  for (int k = 0; k <= MOMENTS && c->frame.motion_count; k++) {
    struct pose p;
    motion_pose_of(c->frame.motions, c->frame.motion_count, c->dimensions, middle, c->end * k / MOMENTS, &p);
    axes = fmax(axes, length3(p.acceleration));
  }
  for (size_t k = 0; k < c->fluid_count; k++) {
    const struct forcing *f = &c->fluids[k].forcing;
    one = fmax(one, strongest(&f->track, f->to > 0.0 ? fmin(f->to, c->end) : c->end));
  }
  return axes + one;
}

double foreseen_axes(const struct wcsph_settings *c) {
  const double origin[3] = {0};
  double most = 0.0, last[3] = {0};
  for (int k = 0; k <= MOMENTS && c->frame.motion_count; k++) {
    struct pose p;
    motion_pose_of(c->frame.motions, c->frame.motion_count, c->dimensions, origin, c->end * k / MOMENTS, &p);
    double way = 0.0;
    for (int a = 0; a < 3; a++) way += (p.shift[a] - last[a]) * (p.shift[a] - last[a]), last[a] = p.shift[a];
    most = fmax(most, length3(p.velocity));
    if (k > 0) most = fmax(most, sqrt(way) * MOMENTS / c->end);
  }
  return most;
}

double foreseen_wall(const struct wcsph_settings *c, const struct body_extent *e, size_t wall) {
  double most = 0.0, centre[3];
  for (int a = 0; a < 3; a++) centre[a] = 0.5 * (e->low[a] + e->high[a]);
  for (int k = 0; k <= MOMENTS; k++) {
    struct pose p;
    motion_pose(&c->scene, wall, centre, c->end * k / MOMENTS, &p);
    for (int corner = 0; corner < 8; corner++) {
      double arm[3], turned[3], along[3];
      for (int a = 0; a < 3; a++) arm[a] = (corner >> a & 1 ? e->high[a] : e->low[a]) - centre[a];
      turn3((const double(*)[3])p.turn, arm, turned);
      cross3(p.spin, turned, along);
      for (int a = 0; a < 3; a++) along[a] += p.velocity[a];
      most = fmax(most, length3(along));
    }
  }
  return most;
}

double foreseen_wall_least(const struct wcsph_settings *c, const struct body_extent *e, size_t wall) {
  double most = 0.0, centre[3], reach = 0.0;
  for (int a = 0; a < 3; a++) {
    centre[a] = 0.5 * (e->low[a] + e->high[a]);
    reach = fmax(reach, 0.5 * (e->high[a] - e->low[a]));
  }
  for (int k = 0; k <= MOMENTS; k++) {
    struct pose p;
    motion_pose(&c->scene, wall, centre, c->end * k / MOMENTS, &p);
    most = fmax(most, length3(p.velocity) + length3(p.spin) * reach);
  }
  return most;
}

/* How fast a wall gets faster over its greatest speed, of a run that its ramp outlasts that behind the ramp,
 * 1/s; what starts at once does not count. */
static double hurry_of(const struct wcsph_settings *c, size_t wall) {
  const double centre[3] = {0};
  double until = c->end;
  for (size_t m = 0; m < c->walls[wall].motion_count; m++)
    until = fmax(until, c->walls[wall].motions[m].from + c->walls[wall].motions[m].ramp);
  const double interval = until / MOMENTS;
  struct pose now, next;
  double fastest = 0.0, change = 0.0;
  motion_pose(&c->scene, wall, centre, 0.0, &now);
  for (int k = 1; k <= MOMENTS; k++, now = next) {
    double by[3];
    motion_pose(&c->scene, wall, centre, k * interval, &next);
    for (int a = 0; a < 3; a++) by[a] = next.velocity[a] - now.velocity[a];
    fastest = fmax(fastest, length3(next.velocity));
    if (length3(by) < 0.5 * fmax(length3(next.velocity), length3(now.velocity)))
      change = fmax(change, length3(by));
  }
  return fastest > 0.0 ? change / interval / fastest : 0.0;
}

/* The same of what comes through an open boundary. */
static double hurry_through(const struct opening *o, double end) {
  const double interval = fmax(end, o->velocity.ramp) / MOMENTS;
  struct opening_now now, next;
  double fastest = 0.0, change = 0.0;
  opening_values_at(o, 0.0, &now);
  for (int k = 1; k <= MOMENTS; k++, now = next) {
    opening_values_at(o, k * interval, &next);
    const double by = fabs(next.factor - now.factor), most = fmax(fabs(next.factor), fabs(now.factor));
    fastest = fmax(fastest, most);
    if (by < 0.5 * most || k * interval <= o->velocity.ramp) change = fmax(change, by);
  }
  return fastest > 0.0 ? change / interval / fastest : 0.0;
}

/* The speed that the difference of given pressures makes, beside that of fluid at rest at the start, m/s. */
static double driven(const struct wcsph_settings *c) {
  double low = 0.0, high = 0.0;
  for (size_t i = 0; i < c->opening_count; i++)
    for (int k = 0; k <= MOMENTS && c->openings[i].pressure.model == OPENING_GIVEN; k++) {
      struct opening_now now;
      opening_values_at(&c->openings[i], c->end * k / MOMENTS, &now);
      low = fmin(low, now.pressure), high = fmax(high, now.pressure);
    }
  return sqrt(2.0 * (high - low) / c->material.density);
}

/* The greatest speed of a formula at squares of the face, m/s. */
static double formula_speed(const struct wcsph_settings *c, const struct opening *o) {
  struct opening_face f;
  struct opening_values v = {0};
  double most = 0.0;
  if (opening_face_make(&f, &c->scene, o) != STATUS_OK) return 0.0;
  const struct opening_fitting fit = opening_fit_shape(c, o, &f);
  const int sites = f.count[0] * f.count[1], stride = sites / SQUARES + 1;
  if (opening_values_open(&v, c, o, &f, &fit) == STATUS_OK)
    for (int k = 0; k <= MOMENTS_FORMULA; k++) {
      struct opening_now now;
      opening_values_at(o, c->end * k / MOMENTS_FORMULA, &now);
      for (int site = 0; site < sites; site += stride) {
        double place[3];
        opening_face_place(&f, &c->scene, site, 0.0, place);
        const double speed = fabs(opening_speed(&v, o, (uint32_t)site, place, &now));
        if (speed > most) most = speed;
      }
    }
  opening_values_close(&v);
  opening_face_free(&f);
  return most;
}

static double speed_through(const struct wcsph_settings *c, const struct opening *o) {
  return o->velocity.model == OPENING_FORMULA ? formula_speed(c, o) : opening_most_speed(o);
}

/* Water that is poured falls from there on as well: its speed at the lowest place of the fluid or, where
 * there is none yet, of the domain. What comes in beneath the water's top does not fall. */
static double poured_speed(const struct wcsph_settings *c, const struct particles *p,
                           const struct opening *o) {
  struct opening_face f;
  struct body_extent there = body_extent_none(), face = body_extent_none();
  double low[3], high[3];
  const double speed = speed_through(c, o), g = length3(c->gravity);
  if (!(speed > 0.0) || g == 0.0 || opening_face_make(&f, &c->scene, o) != STATUS_OK) return speed;
  opening_face_box(&f, &c->scene, low, high);
  opening_face_free(&f);
  body_extent_grow(&face, c->gravity, low), body_extent_grow(&face, c->gravity, high);
  for (size_t i = c->wall_count; i < c->wall_count + c->fluid_count; i++)
    there.along[0] = fmin(there.along[0], p->extents[i].along[0]),
    there.along[1] = fmax(there.along[1], p->extents[i].along[1]);
  if (p->fluid_count == 0)
    body_extent_grow(&there, c->gravity, c->domain.low), body_extent_grow(&there, c->gravity, c->domain.high);
  if (p->fluid_count && face.along[1] > there.along[0]) return speed;
  return sqrt(speed * speed + 2.0 * g * fmax(there.along[1] - face.along[0], 0.0));
}

double foreseen_length(const struct wcsph_settings *c, const struct particles *p) {
  double length = 0.0;
  for (size_t i = c->wall_count; i < c->wall_count + c->fluid_count; i++)
    for (int a = 0; a < c->dimensions; a++)
      length = fmax(length, p->extents[i].high[a] - p->extents[i].low[a]);
  return length;
}

double foreseen_sound(const struct wcsph_settings *c, const struct particles *p, char by[FORESEEN_TEXT]) {
  struct fastest f = {0.0, by};
  const double length = foreseen_length(c, p);
  if (by) by[0] = 0;
  if (c->scheme != SCHEME_STANDARD || c->free_surface != FREE_SURFACE_NONE) return 0.0;
  for (size_t i = 0; i < c->wall_count; i++)
    if (motion_moves(&c->scene, i) && !motion_turns(&c->scene, i))
      consider_speed(&f, 2.0 * length * hurry_of(c, i), c->walls[i].name, "");
  for (size_t i = 0; i < c->opening_count; i++)
    if (opening_most_speed(&c->openings[i]) > 0.0)
      consider_speed(&f, 4.0 * length * hurry_through(&c->openings[i], c->end), c->openings[i].name, "");
  return f.speed;
}

double foreseen_speed(const struct wcsph_settings *c, const struct particles *p, char by[FORESEEN_TEXT]) {
  const bool all = c->scheme == SCHEME_STANDARD;
  const double push = all ? pushed(c) : 0.0;
  struct fastest f = {0.0, by};
  if (by) by[0] = 0;
  consider_speed(&f, sqrt(2.0 * length3(c->gravity) * height_of(c, p, false)),
                 "a fall from the water's top to its bottom", "");
  if (all) {
    const double height = length3(c->gravity) > 0.0 ? height_of(c, p, true) : foreseen_length(c, p);
    consider_speed(&f, sqrt(2.0 * (length3(c->gravity) + push) * height),
                   c->frame.given ? "such a fall while the frame pushes most"
                   : push > 0.0   ? "such a fall while a forcing pushes most"
                                  : "a fall from the highest body or water to the lowest",
                   "");
    for (size_t i = 0; i < c->fluid_count; i++) {
      double speed;
      if (initial_fastest(c, &p->extents[c->wall_count + i], i, &speed) == STATUS_OK)
        consider_speed(&f, fmax(speed, p->extents[c->wall_count + i].speed), "the initial velocity of ",
                       c->fluids[i].name);
    }
    for (size_t i = 0; i < c->wall_count; i++) {
      if (motion_moves(&c->scene, i))
        consider_speed(&f, foreseen_wall(c, &p->extents[i], i), "the motion of ", c->walls[i].name);
      if (c->walls[i].freedom.given)
        consider_speed(&f, driven_speed(c, &p->extents[i], &c->walls[i].freedom), "the start or drive of ",
                       c->walls[i].name);
    }
    for (size_t i = 0; i < c->joint_count; i++)
      consider_speed(&f, motor_speed(c, p, &c->joints[i]), "the motor ", c->joints[i].name);
    for (size_t i = 0; i < c->opening_count; i++)
      consider_speed(&f, poured_speed(c, p, &c->openings[i]), "what comes through ", c->openings[i].name);
    consider_speed(&f, driven(c), "the pressures at open boundaries", "");
  }
  /* c0 bears flow that is a little faster in places, as beside any body */
  if (all && c->free_surface == FREE_SURFACE_NONE && p->passage.speed > narrowed * f.speed)
    consider_speed(&f, p->passage.speed, "the narrowest place on the way of what comes from ", p->passage.by);
  consider_speed(&f, c->material.expected_speed, "material.expected_speed", "");
  return f.speed;
}
