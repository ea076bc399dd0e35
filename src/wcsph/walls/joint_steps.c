/* SPDX-License-Identifier: BSD-3-Clause */
/* A step of bodies on joints: Runge and Kutta's of the fourth order, with what fluid, lines and contact do
 * held, so that a mechanism keeps its energy. */
#include <math.h>
#include <string.h>

#include "wcsph/walls/drives.h"
#include "wcsph/walls/joining.h"

bool joints_step_takes(const struct wcsph_stage *stage) {
  return !(stage->save_position && stage->save_velocity); /* a predictor */
}

/* How a body's state changes: as the members of the state, of which the turn is not kept at length 1. */
static void find_rates(struct wcsph_run *r, struct rigid_body *b, struct joint_path *p) {
  double spin[3];
  const double *q = p->turn;
  bodies_obey_locks(r, b);
  bodies_spin(r, b, &b->now, spin);
  for (int a = 0; a < 3; a++) {
    p->rate.shift[a] = b->now.velocity[a];
    p->rate.velocity[a] = b->force[a] / b->mass;
    p->rate.momentum[a] = b->torque[a];
  }
  p->rate.turn[0] = -0.5 * (spin[0] * q[1] + (spin[1] * q[2] + spin[2] * q[3]));
  p->rate.turn[1] = 0.5 * (spin[0] * q[0] + (spin[1] * q[3] - spin[2] * q[2]));
  p->rate.turn[2] = 0.5 * (spin[1] * q[0] + (spin[2] * q[1] - spin[0] * q[3]));
  p->rate.turn[3] = 0.5 * (spin[2] * q[0] + (spin[0] * q[2] - spin[1] * q[1]));
}

/* The state from which it began, and so much of a rate. */
static void go(const struct wcsph_run *r, struct rigid_body *b, struct joint_path *p,
               const struct body_state *rate, double by) {
  for (int a = 0; a < 3; a++) {
    b->now.shift[a] = p->from.shift[a] + by * rate->shift[a];
    b->now.velocity[a] = p->from.velocity[a] + by * rate->velocity[a];
    b->now.momentum[a] = p->from.momentum[a] + by * rate->momentum[a];
  }
  for (int k = 0; k < 4; k++) p->turn[k] = p->from.turn[k] + by * rate->turn[k];
  const double *q = p->turn, length = sqrt((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]));
  for (int k = 0; k < 4; k++) b->now.turn[k] = q[k] / length;
  drives_find(r, b);
  drives_obey(r, b, &b->now);
}

static void add_rate(struct joint_path *p, double weight) {
  for (int a = 0; a < 3; a++) {
    p->sum.shift[a] += weight * p->rate.shift[a];
    p->sum.velocity[a] += weight * p->rate.velocity[a];
    p->sum.momentum[a] += weight * p->rate.momentum[a];
  }
  for (int k = 0; k < 4; k++) p->sum.turn[k] += weight * p->rate.turn[k];
}

/* All forces at a moment of the step. */
static int find_moment(struct wcsph_run *r, struct joining *j) {
  for (size_t k = 0; k < r->body_count; k++) {
    struct rigid_body *b = &r->bodies[k];
    if (!b->joined) continue;
    memcpy(b->force, b->outer_force, sizeof b->force);
    memcpy(b->torque, b->outer_torque, sizeof b->torque);
  }
  for (size_t k = 0; k < j->count; k++) joint_push(r, &j->places[k]);
  return joints_hold(r);
}

int joints_step(struct wcsph_run *r, const struct wcsph_stage *stage) {
  static const double at[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
  struct joining *j = r->joining;
  const double h = (double)stage->dx, end = r->moved_time;
  if (!j || !joints_step_takes(stage)) return STATUS_OK;
  r->moved_time = end - h;
  for (size_t k = 0; k < r->body_count; k++) {
    const struct rigid_body *b = &r->bodies[k];
    struct joint_path *p = &j->paths[k];
    *p = (struct joint_path){.goes = b->joined && !bodies_is_held(r, b)};
    p->from = stage->x_from_saved ? b->saved : b->now;
    p->frequency2 = b->frequency2, p->damping = b->rate, p->dissipated = b->dissipated;
  }
  for (int n = 0; n < 4; n++) {
    r->moved_time = end - h + at[n] * h;
    for (size_t k = 0; k < r->body_count; k++)
      if (j->paths[k].goes) go(r, &r->bodies[k], &j->paths[k], &j->paths[k].rate, at[n] * h);
    TRY(find_moment(r, j));
    for (size_t k = 0; k < r->body_count; k++) {
      if (!j->paths[k].goes) continue;
      find_rates(r, &r->bodies[k], &j->paths[k]);
      add_rate(&j->paths[k], weight[n]);
    }
  }
  r->moved_time = end;
  for (size_t k = 0; k < r->body_count; k++) {
    struct rigid_body *b = &r->bodies[k];
    const struct joint_path *p = &j->paths[k];
    b->frequency2 = p->frequency2, b->rate = p->damping, b->dissipated = p->dissipated;
    if (p->goes) go(r, b, &j->paths[k], &p->sum, h / 6.0);
  }
  return STATUS_OK;
}
