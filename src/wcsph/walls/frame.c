/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/frame.h"

#include <math.h>
#include <string.h>

#include "util/error.h"

/* The point that has the acceleration: of a motion it may be any. */
static double about_of(const struct wcsph_settings *c, int axis) {
  return c->frame.motion_count ? 0.5 * (c->domain.low[axis] + c->domain.high[axis]) : c->frame.about[axis];
}

/* A vector of the axes that rest along those of the case, as they have turned. */
static void turn_back(const struct pose *p, const double v[3], double out[3]) {
  double back[3][3];
  for (int k = 0; k < 3; k++)
    for (int l = 0; l < 3; l++) back[k][l] = p->turn[l][k];
  turn3(back, v, out);
}

/* Of a tank that moves, along the case's axes. Gravity, which stays where it is in space, turns the other way
 * in them: what it is less than at the start is a part of the acceleration. */
static void find_moved(const struct wcsph_settings *c, double time, double a[3], double omega[3],
                       double alpha[3]) {
  struct pose p;
  double felt[3];
  const double about[3] = {about_of(c, 0), about_of(c, 1), about_of(c, 2)};
  motion_pose_of(c->frame.motions, c->frame.motion_count, c->dimensions, about, time, &p);
  turn_back(&p, p.spin, omega);
  turn_back(&p, p.swirl, alpha);
  for (int k = 0; k < 3; k++) felt[k] = a[k] = p.acceleration[k];
  if (!p.turns) return;
  for (int k = 0; k < 3; k++) felt[k] -= c->gravity[k];
  turn_back(&p, felt, a);
  for (int k = 0; k < 3; k++) a[k] += c->gravity[k];
}

/* Acceleration, angular velocity and its rate at a time. */
static void find_frame(const struct wcsph_settings *c, double time, double a[3], double omega[3],
                       double alpha[3]) {
  if (c->frame.motion_count) {
    find_moved(c, time, a, omega, alpha);
    return;
  }
  const struct track *t = &c->frame.track;
  const int d = c->dimensions, turning = d == 2 ? 1 : 3;
  double v[TRACK_COLUMNS], rate[TRACK_COLUMNS];
  track_linear(t, time, d + turning, v);
  track_slopes(t, time, d + turning, rate);
  for (int k = 0; k < 3; k++) {
    const int from = d == 3 ? 3 + k : 2;
    const bool turns = d == 3 || k == 2;
    a[k] = k < d ? v[k] : 0.0;
    omega[k] = turns ? v[from] * RADIANS : 0.0;
    alpha[k] = turns ? rate[from] * RADIANS : 0.0;
  }
}

static void crossed(const double v[3], double out[3][3]) {
  const double m[3][3] = {{0, -v[2], v[1]}, {v[2], 0, -v[0]}, {-v[1], v[0], 0}};
  memcpy(out, m, sizeof m);
}

int frame_force(struct wcsph_run *r, struct step *s) {
  const struct wcsph_settings *c = r->config;
  double a[3], omega[3], alpha[3], spin[3][3], place[3][3], twice[3][3], middle[3], arm[3], at[3],
      half2 = 0.0;
  find_frame(c, r->moved_time, a, omega, alpha);
  crossed(omega, spin);
  crossed(alpha, place);
  multiply3(spin, spin, twice);
  struct wcsph_body_force force;
  for (int k = 0; k < 3; k++) {
    force.from[k] = UINT32_MAX / 2;
    middle[k] = state_coordinate(&r->state, force.from[k], k);
    arm[k] = middle[k] - about_of(c, k);
    if (k < c->dimensions)
      half2 += 0.25 * (c->domain.high[k] - c->domain.low[k]) * (c->domain.high[k] - c->domain.low[k]);
    for (int l = 0; l < 3; l++) {
      place[k][l] += twice[k][l];
      force.place[3 * k + l] = (float)-place[k][l];
      force.velocity[3 * k + l] = (float)(-2.0 * spin[k][l]);
    }
  }
  turn3(place, arm, at);
  for (int k = 0; k < 3; k++) force.constant[k] = (float)(-a[k] - at[k]);
  const double speed = sqrt((double)r->motion.max_speed2);
  const double most = sqrt(dot3(a, a)) + 2.0 * sqrt(dot3(omega, omega)) * speed +
                      (sqrt(dot3(alpha, alpha)) + dot3(omega, omega)) * (sqrt(dot3(arm, arm)) + sqrt(half2));
  s->limits.max_acceleration += (float)most;
  return wcsph_body_force(r->backend, r->self, &force);
}

void frame_carry(const struct wcsph_run *r, const double middle[3], double time, struct pose *p) {
  double a[3], omega[3], alpha[3], arm[3], on[3], in[3], along[3];
  find_frame(r->config, time, a, omega, alpha);
  for (int k = 0; k < 3; k++) arm[k] = middle[k] + p->shift[k] - about_of(r->config, k);
  cross3(alpha, arm, on);
  cross3(omega, arm, in);
  cross3(omega, in, in);
  cross3(omega, p->velocity, along);
  for (int k = 0; k < 3; k++) {
    p->acceleration[k] += a[k] + on[k] + in[k] + 2.0 * along[k];
    p->swirl[k] += alpha[k];
    p->whirl[k] = omega[k];
  }
  p->turns = true;
}

void frame_push(const struct wcsph_run *r, double time, double a[3]) {
  double omega[3], alpha[3];
  find_frame(r->config, time, a, omega, alpha);
}
