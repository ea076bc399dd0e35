/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether bodies begin as their joints let them. */
#include <math.h>

#include "util/error.h"
#include "wcsph/walls/joints.h"

#define AGREEMENT 1e-3 /* of the fastest motion: what users round away, and joints bring back */

/* A side at the start; space is at rest. */
struct side {
  double arm[3], velocity[3], spin[3],
      point[3]; /* from the centre; of the centre; rad/s; of the joint, m/s */
};

/* A body's centre, as it will be found, m. */
static void find_centre(const struct wcsph_settings *c, const struct particles *p, int wall,
                        double centre[3]) {
  const struct freedom *f = &c->walls[wall].freedom;
  size_t count = 0;
  for (int a = 0; a < 3; a++) centre[a] = 0.0;
  for (size_t i = 0; i < p->wall_count; i++) {
    if (p->body[i] != wall) continue;
    for (int a = 0; a < 3; a++) centre[a] += p->position[i][a];
    count++;
  }
  for (int a = 0; a < c->dimensions; a++)
    centre[a] = isnan(f->centre[0]) ? centre[a] / (double)count : f->centre[a];
}

static void find_side(const struct wcsph_settings *c, const struct particles *p, const struct joint *j,
                      int wall, bool held, struct side *s) {
  double centre[3] = {0};
  *s = (struct side){.velocity = {0}};
  if (wall < 0) return;
  const struct freedom *f = &c->walls[wall].freedom;
  find_centre(c, p, wall, centre);
  for (int a = 0; a < 3; a++) {
    s->arm[a] = a < c->dimensions ? j->at[a] - centre[a] : 0.0;
    if (!held && !(f->locked & 1u << a)) s->velocity[a] = f->velocity[a];
    if (!held && !(f->locked & 8u << a)) s->spin[a] = f->turning[a] * RADIANS;
  }
  cross3(s->spin, s->arm, s->point);
  for (int a = 0; a < 3; a++) s->point[a] += s->velocity[a];
}

/* The part of v that the joint's axis does not leave free, or all of it. */
static double held_part(const struct joint *j, const double v[3], bool axis_free) {
  const double length2 = dot3(j->axis, j->axis), along = length2 > 0.0 ? dot3(v, j->axis) / length2 : 0.0;
  double part[3];
  for (int a = 0; a < 3; a++) part[a] = v[a] - (axis_free ? along * j->axis[a] : 0.0);
  return sqrt(dot3(part, part));
}

static int check_one(const struct wcsph_settings *c, const struct particles *p, const struct joint *j) {
  /* What is held at first is at rest then, and free of this joint's other side alone if both go at once. */
  const bool together = j->with < 0 || c->walls[j->of].freedom.from == c->walls[j->with].freedom.from;
  struct side s[2];
  double drift[3], turn[3], fastest = 0.0, spin = 0.0;
  for (int k = 0; k < 2; k++) {
    const int wall = k ? j->with : j->of;
    find_side(c, p, j, wall, !together && c->walls[wall].freedom.from > 0.0, &s[k]);
    const double swing = sqrt(dot3(s[k].spin, s[k].spin));
    fastest += sqrt(dot3(s[k].velocity, s[k].velocity)) + swing * sqrt(dot3(s[k].arm, s[k].arm));
    spin += swing;
  }
  for (int a = 0; a < 3; a++) drift[a] = s[0].point[a] - s[1].point[a], turn[a] = s[0].spin[a] - s[1].spin[a];
  const bool slides = j->kind == JOINT_SLIDER || j->kind == JOINT_TRACK;
  const double apart = j->kind >= JOINT_SWIVEL ? 0.0 : held_part(j, drift, slides);
  const double turning = j->kind == JOINT_SLIDER                        ? held_part(j, turn, false)
                         : j->kind == JOINT_SWIVEL                      ? held_part(j, turn, true)
                         : j->kind == JOINT_HINGE && c->dimensions == 3 ? held_part(j, turn, true)
                                                                        : 0.0;
  const char *other = j->with < 0 ? "a place in space" : c->walls[j->with].name;
  CHECK(!(apart > AGREEMENT * fastest), STATUS_USAGE,
        "%s: joints.%s: at the start '%s' and %s move apart there at %.4g m/s; expected velocity and "
        "angular_velocity that agree, such as velocity: [%.6g, %.6g, %.6g] of '%s'",
        c->path, j->name, c->walls[j->of].name, other, apart, s[0].velocity[0] - drift[0],
        s[0].velocity[1] - drift[1], s[0].velocity[2] - drift[2], c->walls[j->of].name);
  CHECK(!(turning > AGREEMENT * spin), STATUS_USAGE,
        "%s: joints.%s: at the start '%s' and %s turn relative to each other at %.4g degrees/s about an axis "
        "that the joint holds; expected angular_velocity that agrees",
        c->path, j->name, c->walls[j->of].name, other, turning / RADIANS);
  return STATUS_OK;
}

int joints_check(const struct wcsph_settings *c, const struct particles *p) {
  for (size_t k = 0; p->position && k < c->joint_count; k++) TRY(check_one(c, p, &c->joints[k]));
  return STATUS_OK;
}
