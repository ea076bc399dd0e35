/* SPDX-License-Identifier: BSD-3-Clause */
/* Springs, dampers and stops of joints, along what is free. */
#include <math.h>

#include "lane/sine.h"
#include "wcsph/walls/joining.h"

/* The acceleration of a side along what is free, of a unit force or torque. */
static double give_of(const struct wcsph_run *r, const struct side *s, bool along) {
  if (!s->body) return 0.0;
  const double least = bodies_least_inertia(r, s->body);
  return along ? 1.0 / s->body->mass + dot3(s->arm, s->arm) / least : 1.0 / least;
}

/* A force or torque on side 0 along `way`, and back on side 1. */
static void push_sides(struct side s[2], const double way[3], bool along, double by) {
  for (int k = 0; k < 2; k++) {
    struct rigid_body *b = s[k].body;
    double force[3], torque[3];
    if (!b) continue;
    for (int a = 0; a < 3; a++) force[a] = (k ? -by : by) * way[a];
    cross3(s[k].arm, force, torque);
    for (int a = 0; a < 3; a++) {
      if (along) b->force[a] += force[a];
      b->torque[a] += along ? torque[a] : force[a];
    }
  }
}

/* What it adds to how stiff and damped bodies are; and the power of dampers, counted once. */
static void note_stiffness(const struct wcsph_run *r, struct side s[2], bool along, double stiffness,
                           double damping, double rate) {
  for (int k = 0; k < 2; k++) {
    if (!s[k].body) continue;
    const double give = give_of(r, &s[k], along);
    if (stiffness > 0.0) s[k].body->frequency2 += stiffness * give;
    s[k].body->rate += damping * give;
  }
  struct rigid_body *counted = s[0].body ? s[0].body : s[1].body;
  if (counted) counted->dissipated += damping * rate * rate;
}

static double rate_of(const struct side s[2], bool along) {
  double spin[3], drift[3];
  for (int a = 0; a < 3; a++) {
    spin[a] = s[0].pose.spin[a] - s[1].pose.spin[a];
    drift[a] = s[0].velocity[a] - s[1].velocity[a];
  }
  return dot3(along ? drift : spin, s[1].axis);
}

/* How far side 0 has gone along the axis of side 1, or turned about it, rad: half a turn to either side. */
static double coordinate_of(const struct wcsph_run *r, const struct side s[2], bool along) {
  double way[3];
  if (along) {
    joints_find_way(r, s, way);
    return -dot3(way, s[1].axis);
  }
  const double c = dot3(s[0].across[0], s[1].across[0]), n = dot3(s[0].across[0], s[1].across[1]);
  const double size = sqrt(c * c + n * n);
  return size > 0.0 ? 360.0 * RADIANS * turns_of(c / size, n / size) : 0.0;
}

/* Stiffness and damping of a joint now, and the largest that they get, of which time steps have to be short.
 */
static void find_law(const struct wcsph_run *r, const struct joint *j, double now[2], double most[2]) {
  const double fixed[2] = {j->stiffness, j->damping};
  changes_at(&j->changes, r->moved_time, fixed, now);
  changes_most(&j->changes, fixed, most);
}

static void add_damper(struct wcsph_run *r, struct side s[2], bool along, double damping) {
  const double rate = rate_of(s, along);
  if (!(damping > 0.0)) return;
  push_sides(s, s[1].axis, along, -damping * rate);
  note_stiffness(r, s, along, 0.0, damping, rate);
}

static void add_stiffness(struct wcsph_run *r, const struct place *p, struct side s[2], bool along, double at,
                          double stiffness) {
  const double unit = along ? 1.0 : RADIANS;
  if (!(stiffness > 0.0)) return;
  push_sides(s, s[1].axis, along, -stiffness * (at - unit * p->joint->rest));
  note_stiffness(r, s, along, stiffness, 0.0, 0.0);
}

/* Beyond a limit a spring and its critical damper push back, at the pace at which joints are mended. */
static void add_stops(struct wcsph_run *r, const struct place *p, struct side s[2], bool along, double at) {
  const double unit = along ? 1.0 : RADIANS, give = give_of(r, &s[0], along) + give_of(r, &s[1], along);
  const double b = joints_pace(r), rate = rate_of(s, along);
  if (!(give > 0.0)) return;
  for (int k = 0; k < 2; k++) {
    const double sign = k ? -1.0 : 1.0, depth = sign * (unit * p->joint->limits[k] - at);
    if (!(depth > 0.0)) continue;
    push_sides(s, s[1].axis, along, sign * fmax((b * b * depth - 2.0 * b * sign * rate) / give, 0.0));
    note_stiffness(r, s, along, b * b / give, 2.0 * b / give, 0.0);
  }
}

static void add_spring(struct wcsph_run *r, const struct joint *j, struct side s[2], const double law[2],
                       const double most[2]) {
  double way[3], first[3], drift[3];
  joints_find_way(r, s, way);
  for (int a = 0; a < 3; a++) {
    first[a] = j->to[a] - j->at[a];
    drift[a] = s[1].velocity[a] - s[0].velocity[a];
  }
  const double length = sqrt(dot3(way, way)), rest = isnan(j->length) ? sqrt(dot3(first, first)) : j->length;
  if (!(length > 0.0)) return;
  note_stiffness(r, s, true, most[0], most[1], 0.0);
  if (j->pulls && length <= rest) return;
  const double rate = dot3(way, drift) / length, tension = law[0] * (length - rest) + law[1] * rate;
  if (j->pulls && !(tension > 0.0)) return;
  for (int a = 0; a < 3; a++) way[a] /= length;
  push_sides(s, way, true, tension);
  struct rigid_body *counted = s[0].body ? s[0].body : s[1].body;
  if (counted) counted->dissipated += law[1] * rate * rate;
}

/* How side 0 has turned against side 1 since the start: an axis times an angle, rad. */
static void find_turn(const struct side s[2], double turn[3]) {
  double r[3][3] = {{0}}, twice[3];
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      for (int k = 0; k < 3; k++) r[a][b] += s[0].pose.turn[a][k] * s[1].pose.turn[b][k];
  for (int a = 0; a < 3; a++) twice[a] = r[(a + 2) % 3][(a + 1) % 3] - r[(a + 1) % 3][(a + 2) % 3];
  const double sine = 0.5 * sqrt(dot3(twice, twice)), cosine = 0.5 * (r[0][0] + r[1][1] + r[2][2] - 1.0);
  const double size = sqrt(sine * sine + cosine * cosine);
  const double angle = size > 0.0 ? 360.0 * RADIANS * turns_of(cosine / size, sine / size) : 0.0;
  for (int a = 0; a < 3; a++) turn[a] = sine > 0.0 ? 0.5 * twice[a] / sine * angle : 0.0;
}

/* A ball's torques, about any axis. */
static void add_torsion(struct wcsph_run *r, struct side s[2], const double law[2]) {
  double turn[3], torque[3], spin[3];
  find_turn(s, turn);
  for (int a = 0; a < 3; a++) {
    spin[a] = s[0].pose.spin[a] - s[1].pose.spin[a];
    torque[a] = -law[0] * turn[a] - law[1] * spin[a];
  }
  push_sides(s, torque, false, 1.0);
  note_stiffness(r, s, false, law[0], law[1], sqrt(dot3(spin, spin)));
}

void joint_push(struct wcsph_run *r, const struct place *p) {
  const struct joint *j = p->joint;
  const bool along = joint_slides(j), spring = j->kind == JOINT_SPRING, ball = j->kind == JOINT_BALL;
  const bool stops = (j->kind == JOINT_HINGE || j->kind == JOINT_SLIDER) && !isnan(j->limits[0]);
  struct side s[2];
  double law[2], most[2];
  if (j->kind == JOINT_GEAR) return;
  find_law(r, j, law, most);
  if (!spring && !(most[0] > 0.0) && !(most[1] > 0.0) && !stops) return;
  for (int k = 0; k < 2; k++) joints_find_side(r, p, k, true, &s[k]);
  if (spring) add_spring(r, j, s, law, most);
  if (ball) add_torsion(r, s, law);
  if (spring || ball) return;
  add_damper(r, s, along, law[1]);
  if (!(law[0] > 0.0) && !stops) return;
  const double at = coordinate_of(r, s, along);
  add_stiffness(r, p, s, along, at, law[0]);
  if (stops) add_stops(r, p, s, along, at);
}
