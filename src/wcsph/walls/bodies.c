/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/bodies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lane/sine.h"
#include "util/error.h"
#include "wcsph/walls/cables.h"
#include "wcsph/walls/contact.h"
#include "wcsph/walls/drives.h"
#include "wcsph/walls/forced.h"
#include "wcsph/walls/frame.h"
#include "wcsph/walls/joints.h"
#include "wcsph/walls/lines.h"

static const struct freedom *freedom_of(const struct wcsph_run *r, const struct rigid_body *b) {
  return &r->config->walls[b->wall].freedom;
}

struct rigid_body *bodies_of(const struct wcsph_run *r, size_t wall) {
  return &r->bodies[r->poses[wall].body - 1];
}

/* ---- before the start ---- */

/* A body's particles: they stand together. */
struct range_of {
  size_t begin, end;
};

/* The mean of a body's particles, m. */
static void mean_place(const struct particles *p, struct range_of of, double mean[3]) {
  for (int a = 0; a < 3; a++) mean[a] = 0.0;
  for (size_t i = of.begin; i < of.end; i++)
    for (int a = 0; a < 3; a++) mean[a] += p->position[i][a];
  for (int a = 0; a < 3; a++) mean[a] /= (double)(of.end - of.begin);
}

/* Of cubes (in 2-D squares) with the body's mass together, one a particle. */
static void inertia_of_particles(const struct particles *p, struct range_of of, const double middle[3],
                                 double mass, double dp, double inertia[3][3]) {
  const size_t count = of.end - of.begin;
  const double each = mass / (double)count, own = each * dp * dp / 6.0;
  for (size_t i = of.begin; i < of.end; i++) {
    double d[3];
    for (int a = 0; a < 3; a++) d[a] = p->position[i][a] - middle[a];
    const double d2 = dot3(d, d);
    for (int k = 0; k < 3; k++)
      for (int l = 0; l < 3; l++) inertia[k][l] += each * ((k == l ? d2 : 0.0) - d[k] * d[l]);
  }
  for (int k = 0; k < 3; k++) inertia[k][k] += own * (double)count;
}

static double mass_of(const struct wcsph_settings *c, const struct freedom *f, struct range_of of) {
  const double cell = c->dimensions == 3 ? c->dp * c->dp * c->dp : c->dp * c->dp;
  return isnan(f->mass) ? f->density * (cell * (double)(of.end - of.begin)) : f->mass;
}

/* The middle that the case gives, else that of the particles. */
static void centre_of(const struct wcsph_settings *c, const struct freedom *f, const struct particles *p,
                      struct range_of of, double centre[3]) {
  mean_place(p, of, centre);
  for (int a = 0; a < c->dimensions; a++)
    if (!isnan(f->centre[0])) centre[a] = f->centre[a];
}

static void take_inertia(const struct freedom *f, double inertia[3][3]) {
  for (int a = 0; a < 3; a++) {
    const int next = (a + 1) % 3, last = (a + 2) % 3;
    inertia[a][a] = f->inertia[a];
    inertia[next][last] = inertia[last][next] = f->products[a];
  }
}

void bodies_measure(const struct wcsph_settings *c, const struct particles *p, size_t wall,
                    struct body_measure *m) {
  const struct freedom *f = &c->walls[wall].freedom;
  struct range_of of = {0};
  while (of.begin < p->wall_count && p->body[of.begin] != wall) of.begin++;
  for (of.end = of.begin; of.end < p->wall_count && p->body[of.end] == wall;) of.end++;
  *m = (struct body_measure){.mass = mass_of(c, f, of), .first = of.begin, .end = of.end};
  centre_of(c, f, p, of, m->centre);
  if (isnan(f->inertia[2]))
    inertia_of_particles(p, of, m->centre, m->mass, c->dp, m->inertia);
  else
    take_inertia(f, m->inertia);
}

/* Of six numbers the three about axes, where the body turns along time. */
static const double *turning_of(const struct rigid_body *b, const double six[6]) {
  return b->driven.ways & 56u ? six + 3 : NULL;
}

/* The inertia in space of a body as it has turned. */
static void turned_inertia(const struct rigid_body *b, const double turn[3][3], double out[3][3]) {
  double back[3][3];
  for (int k = 0; k < 3; k++)
    for (int l = 0; l < 3; l++) back[k][l] = turn[l][k];
  multiply3(turn, b->inertia, out);
  multiply3(out, back, out);
}

static void turn_of(const double q[4], double out[3][3]) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const double m[3][3] = {{1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)},
                          {2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)},
                          {2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)}};
  memcpy(out, m, sizeof m);
}

/* Ways in which a body does not move, bits of words_lock. */
static unsigned locks_of(const struct wcsph_run *r, const struct rigid_body *b) {
  return freedom_of(r, b)->locked | b->driven.ways | (r->config->dimensions == 2 ? 4u | 8u | 16u : 0u);
}

/* I w = l about those axes that the body may turn about, by elimination; `given` (NULL: 0) about the others.
 */
static void solve(const double inertia[3][3], unsigned locks, const double l[3], const double *given,
                  double w[3]) {
  double m[3][4];
  int axes[3], n = 0;
  for (int a = 0; a < 3; a++) {
    w[a] = given && locks & 8u << a ? given[a] : 0.0;
    if (!(locks & 8u << a)) axes[n++] = a;
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) m[i][k] = inertia[axes[i]][axes[k]];
    m[i][n] = given ? l[axes[i]] - dot3(inertia[axes[i]], w) : l[axes[i]];
  }
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      const double f = m[i][k] / m[k][k];
      for (int c = k; c <= n; c++) m[i][c] -= f * m[k][c];
    }
  for (int i = n - 1; i >= 0; i--) {
    double sum = m[i][n];
    for (int k = i + 1; k < n; k++) sum -= m[i][k] * w[axes[k]];
    w[axes[i]] = sum / m[i][i];
  }
}

void bodies_spin(const struct wcsph_run *r, const struct rigid_body *b, const struct body_state *s,
                 double spin[3]) {
  double turn[3][3], inertia[3][3];
  turn_of(s->turn, turn);
  turned_inertia(b, turn, inertia);
  solve(inertia, locks_of(r, b), s->momentum, turning_of(b, b->driven.velocity), spin);
}

static void begin_state(const struct wcsph_run *r, struct rigid_body *b) {
  const struct freedom *f = freedom_of(r, b);
  const unsigned locks = locks_of(r, b);
  double spin[3];
  b->now = (struct body_state){.turn = {1.0}};
  for (int a = 0; a < 3; a++) {
    b->now.velocity[a] = locks & 1u << a ? 0.0 : f->velocity[a];
    spin[a] = locks & 8u << a ? 0.0 : f->turning[a] * RADIANS;
  }
  turn3(b->inertia, spin, b->now.momentum);
  for (int a = 0; a < 3; a++)
    if (locks & 8u << a) b->now.momentum[a] = 0.0;
  b->saved = b->listed = b->now;
}

static void prepare_bodies(struct wcsph_run *r, struct rigid_body *b, const struct particles *p,
                           struct range_of of) {
  const struct freedom *f = freedom_of(r, b);
  struct wall_place *w = &r->walls[b->wall];
  double mean[3];
  centre_of(r->config, f, p, of, mean);
  b->mass = mass_of(r->config, f, of);
  const struct position at = state_position(&r->state, mean);
  const uint32_t centre[3] = {at.x, at.y, at.z};
  for (int a = 0; a < 3; a++) {
    w->centre[a] = centre[a];
    w->middle[a] = state_coordinate(&r->state, centre[a], a);
  }
  if (isnan(f->inertia[2]))
    inertia_of_particles(p, of, w->middle, b->mass, r->config->dp, b->inertia);
  else
    take_inertia(f, b->inertia);
  begin_state(r, b);
}

bool bodies_any(const struct wcsph_settings *c) {
  for (size_t k = 0; k < c->wall_count; k++)
    if (c->walls[k].freedom.given) return true;
  return false;
}

int bodies_prepare(struct wcsph_run *r, const struct particles *p) {
  const struct wcsph_settings *c = r->config;
  for (size_t k = 0; k < c->wall_count; k++) r->body_count += c->walls[k].freedom.given;
  if (!r->body_count) return STATUS_OK;
  r->bodies = calloc(r->body_count, sizeof *r->bodies);
  r->body_numbers = calloc(r->body_count, (BODY_NUMBERS + BODY_LISTED) * sizeof *r->body_numbers);
  r->body_sums = calloc(r->body_count, sizeof *r->body_sums);
  CHECK(r->bodies && r->body_numbers && r->body_sums, STATUS_FAILED, "no memory for %zu bodies",
        r->body_count);
  r->state.bodies = (uint32_t)r->body_count;
  struct range_of of = {0};
  size_t n = 0;
  for (size_t k = 0; k < c->wall_count; k++) {
    for (of.begin = of.end; of.end < p->wall_count && p->body[of.end] == k;) of.end++;
    if (!c->walls[k].freedom.given) continue;
    r->bodies[n].wall = k;
    prepare_bodies(r, &r->bodies[n++], p, of);
    r->poses[k].body = (uint32_t)n;
  }
  TRY(drives_prepare(r));
  for (size_t k = 0; k < r->body_count; k++) drives_begin(r, &r->bodies[k]);
  return STATUS_OK;
}

/* ---- places ---- */

static bool is_held(const struct wcsph_run *r, const struct rigid_body *b, double time) {
  return time < freedom_of(r, b)->from;
}

bool bodies_is_held(const struct wcsph_run *r, const struct rigid_body *b) {
  return is_held(r, b, r->moved_time);
}

static void pose_of(const struct wcsph_run *r, const struct rigid_body *b, const struct body_state *s,
                    struct pose *p) {
  *p = (struct pose){.turns = true};
  memcpy(p->shift, s->shift, sizeof p->shift);
  turn_of(s->turn, p->turn);
  if (is_held(r, b, r->moved_time)) return;
  memcpy(p->velocity, s->velocity, sizeof p->velocity);
  bodies_spin(r, b, s, p->spin);
}

void bodies_pose(const struct wcsph_run *r, size_t wall, struct pose *p) {
  const struct rigid_body *b = bodies_of(r, wall);
  pose_of(r, b, &b->now, p);
}

void bodies_start(const struct wcsph_run *r, size_t wall, struct pose *p) {
  const struct rigid_body *b = bodies_of(r, wall);
  const bool leaps = !b->joined && r->config->integrator.scheme == INTEGRATOR_VERLET &&
                     r->step % (uint64_t)r->config->integrator.euler_every != 0 &&
                     !is_held(r, b, r->time - r->dt);
  struct body_state s = b->now;
  if (leaps) {
    memcpy(s.velocity, b->saved.velocity, sizeof s.velocity);
    memcpy(s.momentum, b->saved.momentum, sizeof s.momentum);
  }
  pose_of(r, b, &s, p);
}

void bodies_listed(const struct wcsph_run *r, size_t wall, struct pose *p) {
  const struct rigid_body *b = bodies_of(r, wall);
  pose_of(r, b, &b->listed, p);
}

void bodies_note_listed(struct wcsph_run *r) {
  for (size_t k = 0; k < r->body_count; k++) r->bodies[k].listed = r->bodies[k].now;
}

/* ---- forces ---- */

static void add_forces(struct wcsph_run *r, struct rigid_body *b) {
  const struct freedom *f = freedom_of(r, b);
  const int dimensions = r->config->dimensions;
  double more[TRACK_COLUMNS] = {0};
  if (f->track.count > 0) track_linear(&f->track, r->moved_time, dimensions == 2 ? 3 : 6, more);
  for (int a = 0; a < 3; a++) {
    b->force[a] = b->load.force[a] + b->mass * r->config->gravity[a] + f->force[a];
    b->torque[a] = b->load.torque[a] + f->torque[a];
    if (a < dimensions) b->force[a] += more[a];
    if (dimensions == 3) b->torque[a] += more[3 + a];
  }
  if (dimensions == 2) b->torque[2] += more[2];
  if (r->config->frame.given) {
    double push[3];
    frame_push(r, r->moved_time, push);
    for (int a = 0; a < dimensions; a++) b->force[a] -= b->mass * push[a];
  }
  drives_push(r, b);
  forced_push(r, b);
  b->frequency2 = b->rate = b->dissipated = 0.0;
  lines_pull(r, b);
  cables_pull(r, b);
}

/* What acts along a way in which it does not move is borne by what locks it. */
void bodies_obey_locks(const struct wcsph_run *r, struct rigid_body *b) {
  const unsigned locks = locks_of(r, b);
  for (int a = 0; a < 3; a++) {
    if (locks & 1u << a) b->force[a] = b->driven.ways & 1u << a ? b->mass * b->driven.acceleration[a] : 0.0;
    if (locks & 8u << a) b->torque[a] = 0.0;
  }
}

/* How fast the body turns faster, about the axes that it may turn about. */
static void find_swirl(const struct wcsph_run *r, const struct rigid_body *b, const struct body_state *s,
                       const double spin[3], double swirl[3]) {
  double turn[3][3], inertia[3][3], l[3], gyro[3], rest[3];
  turn_of(s->turn, turn);
  turned_inertia(b, turn, inertia);
  turn3(inertia, spin, l);
  cross3(spin, l, gyro);
  for (int a = 0; a < 3; a++) rest[a] = b->torque[a] - gyro[a];
  solve(inertia, locks_of(r, b), rest, turning_of(b, b->driven.acceleration), swirl);
}

void bodies_respond(const struct wcsph_run *r, const struct rigid_body *b, const double force[3],
                    const double torque[3], double along[3], double about[3]) {
  const unsigned locks = locks_of(r, b);
  double turn[3][3], inertia[3][3];
  turn_of(b->now.turn, turn);
  turned_inertia(b, turn, inertia);
  solve(inertia, locks, torque, NULL, about);
  for (int a = 0; a < 3; a++) along[a] = locks & 1u << a ? 0.0 : force[a] / b->mass;
}

void bodies_accelerations(const struct wcsph_run *r, const struct rigid_body *b, double along[3],
                          double about[3]) {
  const unsigned locks = locks_of(r, b);
  double spin[3];
  bodies_spin(r, b, &b->now, spin);
  find_swirl(r, b, &b->now, spin, about);
  for (int a = 0; a < 3; a++)
    along[a] = b->driven.ways & 1u << a ? b->driven.acceleration[a]
               : locks & 1u << a        ? 0.0
                                        : b->force[a] / b->mass;
}

/* The largest acceleration of a point of a body that is free. */
static double largest_acceleration(const struct wcsph_run *r, const struct rigid_body *b) {
  double spin[3], swirl[3];
  bodies_spin(r, b, &b->now, spin);
  find_swirl(r, b, &b->now, spin, swirl);
  return sqrt(dot3(b->force, b->force)) / b->mass +
         (sqrt(dot3(swirl, swirl)) + dot3(spin, spin)) * r->walls[b->wall].reach;
}

/* The longest stable step of springs and dampers, s; infinity without any. */
static double stable_step(const struct wcsph_run *r);

int bodies_find_forces(struct wcsph_run *r, struct step *s) {
  struct wcsph_limits *limits = &s->limits;
  memset(r->body_sums, 0, r->body_count * sizeof *r->body_sums);
  TRY(wcsph_wall_loads(r->backend, r->self, r->poses, r->config->wall_count, r->body_sums));
  for (size_t k = 0; k < r->body_count; k++) {
    struct rigid_body *b = &r->bodies[k];
    pose_load(&r->law, &r->poses[b->wall], r->body_sums[k], &b->load);
    add_forces(r, b);
  }
  TRY(contact_add(r));
  joints_begin(r);
  joints_damp(r);
  TRY(joints_hold(r));
  for (size_t k = 0; k < r->body_count; k++) {
    struct rigid_body *b = &r->bodies[k];
    bodies_obey_locks(r, b);
    if (bodies_is_held(r, b)) continue;
    limits->max_acceleration = fmaxf(limits->max_acceleration, (float)largest_acceleration(r, b));
  }
  s->longest = fmin(s->longest, stable_step(r));
  return STATUS_OK;
}

double bodies_least_inertia(const struct wcsph_run *r, const struct rigid_body *b) {
  double least = b->inertia[2][2];
  for (int a = 0; a < 2 && r->config->dimensions == 3; a++) least = fmin(least, b->inertia[a][a]);
  return least;
}

/* A spring's mode is stable to a Courant number of its own; a damper's as laminar viscosity is under Verlet
 * (docs/theory/time-integration.md). */
static double stable_step(const struct wcsph_run *r) {
  const bool verlet = r->config->integrator.scheme == INTEGRATOR_VERLET;
  const double damped = verlet ? 3.0 / (r->config->integrator.euler_every + 2) : 0.5;
  double longest = INFINITY;
  for (size_t k = 0; k < r->body_count; k++) {
    const struct rigid_body *b = &r->bodies[k];
    double frequency2 = 0.0, rate = 0.0;
    lines_stiffness(r, b, &frequency2, &rate);
    if (frequency2 > 0.0) longest = fmin(longest, 0.2 / sqrt(frequency2));
    if (rate > 0.0) longest = fmin(longest, damped / rate);
    if (b->frequency2 > 0.0) longest = fmin(longest, 0.2 / sqrt(b->frequency2));
    if (b->rate > 0.0) longest = fmin(longest, 0.5 / b->rate);
  }
  return longest;
}

/* ---- a stage ---- */

/* The rotation by a vector (Cayley's: to the third power of the angle), before that which there was. */
static void turn_by(const double angle[3], const double from[4], double to[4]) {
  const double x = 0.5 * angle[0], y = 0.5 * angle[1], z = 0.5 * angle[2];
  const double q[4] = {(from[0] - x * from[1]) - (y * from[2] + z * from[3]),
                       (from[1] + x * from[0]) + (y * from[3] - z * from[2]),
                       (from[2] + y * from[0]) + (z * from[1] - x * from[3]),
                       (from[3] + z * from[0]) + (x * from[2] - y * from[1])};
  const double length = sqrt((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]));
  for (int k = 0; k < 4; k++) to[k] = q[k] / length;
}

static void advance_bodies(struct wcsph_run *r, struct rigid_body *b, const struct wcsph_stage *stage) {
  const struct body_state now = b->now, saved = b->saved;
  double pull[3],
      twist[3]; /* m/s^2, N m; those of the step before stand where other stages save velocities */
  const bool joined = b->joined && joints_step_takes(stage);
  for (int a = 0; a < 3; a++) {
    pull[a] = (joined ? b->outer_force : b->force)[a] / b->mass;
    twist[a] = (joined ? b->outer_torque : b->torque)[a];
  }
  if (stage->keeps_rate) {
    memcpy(b->saved.velocity, pull, sizeof pull);
    memcpy(b->saved.momentum, twist, sizeof twist);
  }
  if (stage->save_velocity) {
    memcpy(b->saved.velocity, now.velocity, sizeof now.velocity);
    memcpy(b->saved.momentum, now.momentum, sizeof now.momentum);
  }
  if (stage->save_position) {
    memcpy(b->saved.shift, now.shift, sizeof now.shift);
    memcpy(b->saved.turn, now.turn, sizeof now.turn);
  }
  if (is_held(r, b, r->time)) return;
  /* Of a body that was held a step ago there is no velocity to leap from. */
  const bool leaps = stage->keeps_rate || (stage->v_from_saved && !stage->x_from_saved);
  const bool fresh = leaps && is_held(r, b, r->time - r->dt);
  const struct body_state *v = stage->v_from_saved && !fresh ? &saved : &now;
  const struct body_state *x = stage->x_from_saved ? &saved : &now;
  struct body_state along = stage->x_from_saved ? saved : now;
  if (stage->along_saved != stage->x_from_saved) {
    memcpy(along.velocity, stage->along_saved ? saved.velocity : now.velocity, sizeof along.velocity);
    memcpy(along.momentum, stage->along_saved ? saved.momentum : now.momentum, sizeof along.momentum);
  }
  const double dx = (double)stage->dx, half = 0.5 * dx * dx;
  double dv = (double)stage->dv * (fresh ? 0.5 : 1.0), dxa = (double)stage->dxa;
  if (stage->keeps_rate && fresh) dv = dx, dxa = half;
  for (int a = 0; a < 3 && stage->keeps_rate && !fresh; a++) {
    pull[a] += (double)stage->lag * saved.velocity[a];
    twist[a] += (double)stage->lag * saved.momentum[a];
  }
  for (int a = 0; a < 3 && joined && stage->keeps_rate; a++) {
    b->outer_force[a] = b->mass * (dv / dx) * pull[a];
    b->outer_torque[a] = (dv / dx) * twist[a];
  }
  if (joined) return; /* joints_step moves it */
  double spin[3], swirl[3], angle[3];
  bodies_spin(r, b, &along, spin);
  find_swirl(r, b, &along, spin, swirl);
  for (int a = 0; a < 3; a++) { /* what is driven turns as in the middle of such a stage already */
    if (stage->x_from_saved && b->driven.ways & 8u << a) swirl[a] = 0.0;
    b->now.velocity[a] = v->velocity[a] + dv * pull[a];
    b->now.momentum[a] = v->momentum[a] + dv * twist[a];
    b->now.shift[a] = x->shift[a] + (dx * along.velocity[a] + dxa * pull[a]);
    angle[a] = dx * spin[a] + (stage->keeps_rate ? half : dxa) * swirl[a];
  }
  turn_by(angle, x->turn, b->now.turn);
  if (!freedom_of(r, b)->drive_count) return;
  drives_find(r, b);
  drives_obey(r, b, &b->now);
}

int bodies_advance(struct wcsph_run *r, struct step *s) {
  if (s->stage->dv == 0.0f) return STATUS_OK; /* a shift of fluid, which takes no time */
  for (size_t k = 0; k < r->body_count; k++) advance_bodies(r, &r->bodies[k], s->stage);
  return joints_step(r, s->stage);
}

/* ---- gauges ---- */

void bodies_read(const struct wcsph_run *r, size_t wall, double *columns) {
  const struct rigid_body *b = bodies_of(r, wall);
  const int dimensions = r->config->dimensions;
  struct pose p;
  pose_of(r, b, &b->now, &p);
  for (int a = 0; a < dimensions; a++) *columns++ = r->walls[wall].middle[a] + p.shift[a];
  if (dimensions == 2)
    *columns++ = 720.0 * turns_of(b->now.turn[0], b->now.turn[3]);
  else
    for (int k = 0; k < 4; k++) *columns++ = b->now.turn[k];
  for (int a = 0; a < dimensions; a++) *columns++ = p.velocity[a];
  for (int a = dimensions == 2 ? 2 : 0; a < 3; a++) *columns++ = p.spin[a] / RADIANS;
  for (int a = 0; a < dimensions; a++) *columns++ = b->load.force[a];
  for (int a = dimensions == 2 ? 2 : 0; a < 3; a++) *columns++ = b->load.torque[a];
  *columns++ = b->dissipated;
}

void bodies_end(struct wcsph_run *r) {
  free(r->bodies);
  free(r->body_numbers);
  free(r->body_sums);
  drives_end(r);
  r->body_sums = NULL, r->bodies = NULL, r->body_numbers = NULL, r->body_count = 0;
}
