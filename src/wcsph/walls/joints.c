/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/joints.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "wcsph/walls/joining.h"

static bool has_motor(const struct joint *j) {
  return (j->kind == JOINT_HINGE || j->kind == JOINT_SLIDER) && (j->motor.formula || j->motor.file);
}

static int rows_of(const struct joint *j, int dimensions) {
  const int motor = has_motor(j);
  if (j->kind == JOINT_SPRING) return 0;
  if (j->kind == JOINT_GEAR) return 1;
  if (j->kind == JOINT_BALL) return dimensions;
  if (j->kind == JOINT_TRACK) return dimensions - 1;
  if (j->kind == JOINT_SWIVEL) return 2;
  return (dimensions == 3 ? 5 : 2) + motor;
}

/* ---- before the start ---- */

static void find_across(struct place *p, int dimensions) {
  const double *n = p->joint->axis;
  const double length = sqrt(dot3(n, n));
  double other[3] = {0};
  for (int a = 0; a < 3; a++) p->axis[a] = length > 0.0 ? n[a] / length : a == 2;
  int least = 0;
  for (int a = 1; a < 3; a++)
    if (fabs(p->axis[a]) < fabs(p->axis[least])) least = a;
  other[dimensions == 2 ? 2 : least] = 1.0; /* in 2-D a slider's way is in the plane: across it is one more */
  if (dimensions == 2 && p->axis[2] != 0.0) other[2] = 0.0, other[0] = 1.0;
  cross3(other, p->axis, p->across[0]);
  const double size = sqrt(dot3(p->across[0], p->across[0]));
  for (int a = 0; a < 3; a++) p->across[0][a] /= size;
  cross3(p->axis, p->across[0], p->across[1]);
}

static uint32_t row_of(const struct wcsph_run *r, int wall) {
  return r->poses[wall].body - 1;
}

static uint32_t root_of(uint32_t *parent, uint32_t k) {
  while (parent[k] != k) k = parent[k] = parent[parent[k]];
  return k;
}

/* Bodies that joints hold together, and how many rows that makes. */
static void find_groups(const struct wcsph_run *r, struct joining *j, uint32_t *parent) {
  for (uint32_t k = 0; k < r->body_count; k++) parent[k] = k;
  for (size_t k = 0; k < j->count; k++) {
    const struct joint *t = &r->config->joints[k];
    if (t->with >= 0 && t->kind != JOINT_SPRING)
      parent[root_of(parent, row_of(r, t->of))] = root_of(parent, row_of(r, t->with));
  }
  size_t n = 0;
  for (uint32_t g = 0; g < r->body_count; g++) {
    if (root_of(parent, g) != g) continue;
    uint32_t first = 0;
    for (size_t k = 0; k < j->count; k++) {
      const struct joint *t = &r->config->joints[k];
      if (root_of(parent, row_of(r, t->of)) != g) continue;
      j->places[n++] = (struct place){
          .joint = t, .group = j->groups, .first = first, .rows = rows_of(t, r->config->dimensions)};
      first += (uint32_t)j->places[n - 1].rows;
    }
    if (first > j->most) j->most = first;
    j->groups += first > 0;
  }
}

int joints_prepare(struct wcsph_run *r) {
  const struct wcsph_settings *c = r->config;
  if (!c->joint_count) return STATUS_OK;
  struct joining *j = r->joining = calloc(1, sizeof *j);
  uint32_t *parent = calloc(r->body_count, sizeof *parent);
  CHECK(j, STATUS_FAILED, "no memory for %zu joints", c->joint_count);
  j->count = c->joint_count;
  j->places = calloc(j->count, sizeof *j->places);
  if (parent && j->places) {
    find_groups(r, j, parent);
    j->rows = calloc((size_t)j->most + 1, sizeof *j->rows);
    j->paths = calloc(r->body_count, sizeof *j->paths);
    j->ends = calloc((size_t)j->most + 1, sizeof *j->ends);
    j->matrix = calloc((size_t)j->most * (j->most + 1) + 1, sizeof *j->matrix);
  }
  const bool good = parent && j->places && j->rows && j->ends && j->paths && j->matrix;
  free(parent);
  CHECK(good, STATUS_FAILED, "no memory for %zu joints", c->joint_count);
  for (size_t k = 0; k < j->count; k++) {
    struct place *p = &j->places[k];
    find_across(p, c->dimensions);
    p->driven = has_motor(p->joint);
    bodies_of(r, (size_t)p->joint->of)->joined = true;
    if (p->joint->with >= 0) bodies_of(r, (size_t)p->joint->with)->joined = true;
    if (p->driven) TRY(timed_open(&p->motor, &p->joint->motor));
    for (int s = 0; s < 2; s++) {
      const int wall = s ? p->joint->with : p->joint->of;
      const double *at = s && p->joint->kind == JOINT_SPRING ? p->joint->to : p->joint->at;
      for (int a = 0; a < c->dimensions; a++)
        p->arm[s][a] = at[a] - (wall >= 0 ? r->walls[wall].middle[a] : 0.0);
    }
  }
  return STATUS_OK;
}

bool joints_at_fault(const struct wcsph_run *r, char key[FORMULA_KEY]) {
  for (size_t k = 0; r->joining && k < r->joining->count; k++) {
    const struct place *p = &r->joining->places[k];
    if (!p->driven || !timed_failed(&p->motor)) continue;
    snprintf(key, FORMULA_KEY, "joints.%s.%s", p->joint->name, p->joint->motor.formula ? "speed" : "file");
    return true;
  }
  return false;
}

void joints_end(struct wcsph_run *r) {
  struct joining *j = r->joining;
  if (!j) return;
  for (size_t k = 0; j->places && k < j->count; k++)
    if (j->places[k].driven) timed_close(&j->places[k].motor);
  free(j->places);
  free(j->ends);
  free(j->paths);
  free(j->rows);
  free(j->matrix);
  free(j);
  r->joining = NULL;
}

/* ---- where it is ---- */

void joints_find_side(const struct wcsph_run *r, const struct place *p, int which, bool started,
                      struct side *s) {
  const int wall = which ? p->joint->with : p->joint->of;
  const double nowhere[3] = {0};
  pose_at_rest(&s->pose);
  s->body = NULL;
  if (wall >= 0) {
    s->body = bodies_of(r, (size_t)wall);
    (started ? bodies_start : bodies_pose)(r, (size_t)wall, &s->pose);
    if (bodies_is_held(r, s->body)) s->body = NULL;
  }
  const double *middle = wall >= 0 ? r->walls[wall].middle : nowhere;
  turn3(s->pose.turn, p->arm[which], s->arm);
  cross3(s->pose.spin, s->arm, s->velocity);
  cross3(s->pose.spin, s->velocity, s->inwards);
  for (int a = 0; a < 3; a++) {
    s->at[a] = middle[a] + s->pose.shift[a] + s->arm[a];
    s->velocity[a] += s->pose.velocity[a];
  }
  turn3(s->pose.turn, p->axis, s->axis);
  for (int k = 0; k < 2; k++) turn3(s->pose.turn, p->across[k], s->across[k]);
}

/* Along a periodic axis the shorter way. */
void joints_find_way(const struct wcsph_run *r, const struct side s[2], double way[3]) {
  const struct wcsph_settings *c = r->config;
  for (int a = 0; a < 3; a++) {
    way[a] = s[1].at[a] - s[0].at[a];
    if (a >= c->dimensions || !c->domain.periodic[a]) continue;
    const double period = c->domain.high[a] - c->domain.low[a];
    way[a] -= period * rint(way[a] / period);
  }
}

double joints_gap(const struct wcsph_run *r, size_t joint) {
  const struct place *p = r->joining->places;
  struct side s[2];
  double way[3];
  while (p->joint != &r->config->joints[joint]) p++;
  for (int k = 0; k < 2; k++) joints_find_side(r, p, k, false, &s[k]);
  joints_find_way(r, s, way);
  if (p->joint->kind >= JOINT_SWIVEL) return 0.0; /* its sides may be anywhere */
  if (joint_slides(p->joint)) {
    const double along = dot3(way, s[1].axis);
    for (int a = 0; a < 3; a++) way[a] -= along * s[1].axis[a];
  }
  return sqrt(dot3(way, way));
}

/* ---- rows ---- */

/* A row whose way, as fast as it opens and as far as it is open, is pulled back: a = -2 b v - b^2 x, within
 * ten of the longest steps. */
static void pull_back(const struct wcsph_run *r, struct row *row, double rest, double speed, double open) {
  const double b = joints_pace(r);
  row->value = -rest - 2.0 * b * speed - b * b * open;
}

/* The points of both sides stay together along a direction that does not turn. */
static void point_row(const struct wcsph_run *r, const struct side s[2], const double way[3],
                      const double e[3], struct row *row) {
  double rest = 0.0, speed = 0.0;
  for (int k = 0; k < 2; k++) {
    const double sign = k ? 1.0 : -1.0;
    double arm[3];
    cross3(s[k].arm, e, arm);
    for (int a = 0; a < 3; a++) row->along[k][a] = sign * e[a], row->about[k][a] = sign * arm[a];
    rest += sign * dot3(s[k].inwards, e), speed += sign * dot3(s[k].velocity, e);
  }
  pull_back(r, row, rest, speed, dot3(way, e));
}

/* The same across a direction of side 1, with which it turns: of what slides. */
static void slide_row(const struct wcsph_run *r, const struct side s[2], const double way[3],
                      const double e[3], struct row *row) {
  double lever[3], turned[3], more[3], drift[3], speed;
  point_row(r, s, way, e, row);
  for (int a = 0; a < 3; a++) drift[a] = s[1].velocity[a] - s[0].velocity[a];
  cross3(s[1].pose.spin, e, turned);
  cross3(s[1].pose.spin, turned, more);
  cross3(e, way, lever);
  for (int a = 0; a < 3; a++) row->about[1][a] += lever[a];
  speed = dot3(drift, e) + dot3(way, turned);
  const double rest =
      (dot3(s[1].inwards, e) - dot3(s[0].inwards, e)) + 2.0 * dot3(drift, turned) + dot3(way, more);
  pull_back(r, row, rest, speed, dot3(way, e));
}

/* By how much side 1 is turned against side 0 about e, while that is little. */
static double turned_about(const struct side s[2], const double e[3]) {
  double sum[3] = {0}, one[3];
  for (int k = 0; k < 3; k++) {
    cross3(k < 2 ? s[0].across[k] : s[0].axis, k < 2 ? s[1].across[k] : s[1].axis, one);
    for (int a = 0; a < 3; a++) sum[a] += 0.5 * one[a];
  }
  return dot3(sum, e);
}

/* Both sides turn alike about a direction of side 1. */
static void turn_row(const struct wcsph_run *r, const struct side s[2], const double e[3], struct row *row) {
  double speed = 0.0, turned[3], drift[3];
  for (int k = 0; k < 2; k++) {
    const double sign = k ? 1.0 : -1.0;
    for (int a = 0; a < 3; a++) row->along[k][a] = 0.0, row->about[k][a] = sign * e[a];
    speed += sign * dot3(s[k].pose.spin, e);
  }
  cross3(s[1].pose.spin, e, turned);
  for (int a = 0; a < 3; a++) drift[a] = s[1].pose.spin[a] - s[0].pose.spin[a];
  pull_back(r, row, dot3(drift, turned), speed, turned_about(s, e));
}

/* A motor: along what is free, side 0 against side 1 has a speed; how far it has come does not matter. */
static void motor_row(const struct wcsph_run *r, const struct place *p, const struct side s[2],
                      const double way[3], struct row *row) {
  const bool along = joint_slides(p->joint);
  const double unit = along ? 1.0 : RADIANS, b = joints_pace(r), *axis = s[1].axis;
  double speed[3];
  timed_at(&p->motor, r->moved_time, false, speed);
  if (along)
    slide_row(r, s, way, axis, row);
  else
    turn_row(r, s, axis, row);
  row->value += b * b * (along ? dot3(way, axis) : turned_about(s, axis));
  row->value -= unit * (2.0 * b * speed[0] + speed[1]);
}

/* Side 0 turns in proportion to side 1, each about the axis that it carries. */
static void gear_row(const struct wcsph_run *r, const struct place *p, const struct side s[2],
                     struct row *row) {
  const double ratio = p->joint->ratio;
  for (int a = 0; a < 3; a++) {
    row->along[0][a] = row->along[1][a] = 0.0;
    row->about[0][a] = s[0].axis[a], row->about[1][a] = -ratio * s[1].axis[a];
  }
  pull_back(r, row, 0.0, dot3(s[0].pose.spin, s[0].axis) - ratio * dot3(s[1].pose.spin, s[1].axis), 0.0);
}

static void find_rows(const struct wcsph_run *r, const struct place *p, struct row *rows) {
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const int dimensions = r->config->dimensions;
  struct side s[2];
  double way[3];
  int n = 0;
  for (int k = 0; k < 2; k++) joints_find_side(r, p, k, true, &s[k]);
  joints_find_way(r, s, way);
  if (p->joint->kind == JOINT_SWIVEL) {
    for (int k = 0; k < 2; k++) turn_row(r, s, s[1].across[k], &rows[n++]);
  } else if (joint_slides(p->joint)) {
    for (int k = 0; k < dimensions - 1; k++) slide_row(r, s, way, s[1].across[k], &rows[n++]);
  }
  if (p->joint->kind == JOINT_SLIDER) {
    turn_row(r, s, s[1].across[1], &rows[n++]); /* in 2-D that of z */
    if (dimensions == 3) {
      turn_row(r, s, s[1].across[0], &rows[n++]);
      turn_row(r, s, s[1].axis, &rows[n++]);
    }
  } else if (p->joint->kind == JOINT_BALL || p->joint->kind == JOINT_HINGE) {
    for (int a = 0; a < dimensions; a++) point_row(r, s, way, axes[a], &rows[n++]);
    for (int k = 0; k < 2 && p->joint->kind == JOINT_HINGE && dimensions == 3; k++)
      turn_row(r, s, s[1].across[k], &rows[n++]);
  }
  if (p->joint->kind == JOINT_GEAR) gear_row(r, p, s, &rows[n++]);
  if (p->driven) motor_row(r, p, s, way, &rows[n++]);
  for (int k = 0; k < n; k++)
    for (int side = 0; side < 2; side++) rows[k].body[side] = s[side].body;
}

/* ---- forces ---- */

void joints_begin(struct wcsph_run *r) {
  for (size_t k = 0; r->joining && k < r->body_count; k++) {
    struct rigid_body *b = &r->bodies[k];
    memcpy(b->outer_force, b->force, sizeof b->force);
    memcpy(b->outer_torque, b->torque, sizeof b->torque);
  }
}

void joints_damp(struct wcsph_run *r) {
  for (size_t k = 0; r->joining && k < r->joining->count; k++) joint_push(r, &r->joining->places[k]);
}

/* What a unit of row `k` does to the accelerations of a body. */
static void respond(const struct wcsph_run *r, const struct row *row, int side, double along[3],
                    double about[3]) {
  bodies_respond(r, row->body[side], row->along[side], row->about[side], along, about);
}

/* The group's matrix J M^-1 J' and its right side. */
static void fill_matrix(const struct wcsph_run *r, struct joining *j, size_t n) {
  for (size_t k = 0; k < n; k++) {
    double *line = j->matrix + k * (n + 1);
    const struct row *row = &j->rows[k];
    double along[2][3], about[2][3];
    line[n] = row->value;
    for (int s = 0; s < 2; s++) {
      if (!row->body[s]) continue;
      double free_along[3], free_about[3];
      respond(r, row, s, along[s], about[s]);
      bodies_accelerations(r, row->body[s], free_along, free_about);
      line[n] -= dot3(row->along[s], free_along) + dot3(row->about[s], free_about);
    }
    for (size_t i = 0; i < n; i++) {
      const struct row *other = &j->rows[i];
      line[i] = 0.0;
      for (int s = 0; s < 2; s++)
        for (int o = 0; o < 2; o++)
          if (row->body[s] && row->body[s] == other->body[o])
            line[i] += dot3(other->along[o], along[s]) + dot3(other->about[o], about[s]);
    }
  }
}

/* By elimination along the diagonal, which is positive; a row that says what others say already, or that no
 * body can obey, gets no force. */
static void eliminate(double *m, size_t *ends, size_t n) {
  double most = 0.0;
  for (size_t k = 0; k < n; k++)
    for (ends[k] = n; ends[k] > k + 1 && m[k * (n + 1) + ends[k] - 1] == 0.0;) ends[k]--;
  for (size_t k = 0; k < n; k++) most = fmax(most, m[k * (n + 1) + k]);
  for (size_t k = 0; k < n; k++) {
    double *pivot = m + k * (n + 1);
    if (!(pivot[k] > 1e-10 * most)) {
      for (size_t i = 0; i <= n; i++) pivot[i] = 0.0;
      for (size_t i = k + 1; i < n; i++) m[i * (n + 1) + k] = 0.0;
      continue;
    }
    for (size_t i = k + 1; i < n; i++) {
      double *line = m + i * (n + 1);
      const double f = line[k] / pivot[k];
      if (f == 0.0) continue;
      for (size_t c = k; c < ends[k]; c++) line[c] -= f * pivot[c];
      line[n] -= f * pivot[n];
      if (ends[i] < ends[k]) ends[i] = ends[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    double *line = m + k * (n + 1), sum = line[n];
    for (size_t i = k + 1; i < ends[k]; i++) sum -= line[i] * m[i * (n + 1) + n];
    line[n] = line[k] > 0.0 ? sum / line[k] : 0.0;
  }
}

static void hold_group(struct wcsph_run *r, struct joining *j, size_t first, size_t end) {
  size_t n = 0;
  for (size_t k = first; k < end; k++) {
    find_rows(r, &j->places[k], j->rows + n);
    n += (size_t)j->places[k].rows;
  }
  fill_matrix(r, j, n);
  eliminate(j->matrix, j->ends, n);
  for (size_t k = 0; k < n; k++)
    for (int s = 0; s < 2; s++) {
      struct rigid_body *b = j->rows[k].body[s];
      const double by = j->matrix[k * (n + 1) + n];
      for (int a = 0; a < 3 && b; a++)
        b->force[a] += by * j->rows[k].along[s][a], b->torque[a] += by * j->rows[k].about[s][a];
    }
}

int joints_hold(struct wcsph_run *r) {
  struct joining *j = r->joining;
  for (size_t k = 0, end; j && k < j->count; k = end) {
    for (end = k; end < j->count && j->places[end].group == j->places[k].group;) end++;
    hold_group(r, j, k, end);
  }
  return STATUS_OK;
}
