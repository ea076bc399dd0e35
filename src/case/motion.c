/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/motion.h"

#include <math.h>
#include <string.h>

#include "lane/sine.h"
#include "util/expression.h"

void cross3(const double a[3], const double b[3], double out[3]) {
  const double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
  out[0] = x, out[1] = y, out[2] = z;
}

void turn3(const double turn[3][3], const double v[3], double out[3]) {
  const double x = dot3(turn[0], v), y = dot3(turn[1], v), z = dot3(turn[2], v);
  out[0] = x, out[1] = y, out[2] = z;
}

void multiply3(const double a[3][3], const double b[3][3], double out[3][3]) {
  double product[3][3];
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) product[i][k] = (a[i][0] * b[0][k] + a[i][1] * b[1][k]) + a[i][2] * b[2][k];
  memcpy(out, product, sizeof product);
}

void pose_at_rest(struct pose *p) {
  *p = (struct pose){0};
  for (int a = 0; a < 3; a++) p->turn[a][a] = 1.0;
}

/* What moves: a rotation about an axis through a point in space, or along a way. Angles in radians, but
 * `turns` of whole ones. */
struct step {
  bool rotates;
  double axis[3], through[3];
  double turns, rate, rise;       /* the angle, its first and second derivative */
  double way[3], speed[3], up[3]; /* displacement, its derivatives */
};

/* Rodrigues' rotation. */
static void rotation(const double n[3], double turns, double out[3][3]) {
  const double s = sine_of_turns(turns), c = cosine_of_turns(turns);
  const double cross[3][3] = {{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}};
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) out[a][b] = (a == b ? c : 0.0) + ((1.0 - c) * n[a] * n[b] + s * cross[a][b]);
}

/* A pose that another rigid motion carries: y = q + way + turn (x - q), with the first and second derivatives
 * of the turn and of the way. */
struct carrier {
  bool turns;
  double turn[3][3], spin[3], swirl[3];
  double about[3], way[3], speed[3], up[3];
};

static void carry(struct pose *p, const double centre[3], const struct carrier *by) {
  if (by->turns) {
    double arm[3], v[3], w[3], whirl[3], a[3], on[3], in[3], change[3];
    for (int k = 0; k < 3; k++) arm[k] = centre[k] + p->shift[k] - by->about[k];
    turn3(by->turn, arm, arm);
    turn3(by->turn, p->velocity, v);
    turn3(by->turn, p->acceleration, a);
    turn3(by->turn, p->spin, w);
    turn3(by->turn, p->swirl, whirl);
    cross3(by->swirl, arm, on);
    cross3(by->spin, arm, in);
    for (int k = 0; k < 3; k++) change[k] = in[k] + 2.0 * v[k];
    cross3(by->spin, change, change);
    for (int k = 0; k < 3; k++) {
      p->shift[k] = by->about[k] + arm[k] - centre[k];
      p->velocity[k] = v[k] + in[k];
      p->acceleration[k] = a[k] + on[k] + change[k];
    }
    cross3(by->spin, w, change);
    for (int k = 0; k < 3; k++) {
      p->spin[k] = by->spin[k] + w[k];
      p->swirl[k] = by->swirl[k] + whirl[k] + change[k];
    }
    multiply3(by->turn, p->turn, p->turn);
    p->turns = true;
  }
  for (int k = 0; k < 3; k++) {
    p->shift[k] += by->way[k];
    p->velocity[k] += by->speed[k];
    p->acceleration[k] += by->up[k];
  }
}

/* How long it has moved: with a ramp its own time begins and ends slowly, by 3 u^2 - 2 u^3, u from 0 to 1
 * over the ramp. `speed` and `rise` are its derivatives. */
static double own_time(const struct motion *m, double time, double *speed, double *rise) {
  const double last = m->to > 0.0 ? m->to : INFINITY, now = fmin(fmax(time, m->from), last);
  const bool moves = time >= m->from && time < last;
  const double moving = now - m->from, ramp = m->ramp;
  *speed = moves ? 1.0 : 0.0, *rise = 0.0;
  if (!(ramp > 0.0)) return moving;
  const double left = last - now, u = fmin(moving, ramp) / ramp, w = fmin(left, ramp) / ramp;
  const double lost = ramp * ((u - (u * u * u - 0.5 * u * u * u * u)));
  double own = moving - lost;
  if (moves && u < 1.0) *speed = u * u * (3.0 - 2.0 * u), *rise = 6.0 * u * (1.0 - u) / ramp;
  if (w < 1.0) {
    own -= ramp * (0.5 - (w - (w * w * w - 0.5 * w * w * w * w)));
    if (moves) *speed *= w * w * (3.0 - 2.0 * w), *rise = -6.0 * w * (1.0 - w) / ramp;
  }
  return own;
}

/* What grows from rest to its own size over the ramp, by 3 u^2 - 2 u^3. */
static void grow_ramp(const struct motion *m, double t, bool moves, const double own[3], double out[3]) {
  double f = 1.0, df = 0.0, ddf = 0.0;
  if (m->ramp > 0.0 && t < m->ramp) {
    const double u = t / m->ramp;
    f = u * u * (3.0 - 2.0 * u);
    df = 6.0 * u * (1.0 - u) / m->ramp;
    ddf = (6.0 - 12.0 * u) / (m->ramp * m->ramp);
  }
  out[0] = f * own[0];
  out[1] = moves ? df * own[0] + f * own[1] : 0.0;
  out[2] = moves ? ddf * own[0] + 2.0 * df * own[1] + f * own[2] : 0.0;
}

/* How long it has moved, if it moves at all now. */
static double moved_for(const struct motion *m, double time, bool *moves) {
  const double last = m->to > 0.0 ? m->to : INFINITY;
  *moves = time >= m->from && time < last;
  return fmin(fmax(time, m->from), last) - m->from;
}

/* A wave: sin(2 pi t / period + phase), which grows over the ramp; behind the end it stays. */
static void follow_wave(const struct motion *m, double time, double out[3]) {
  bool moves;
  const double t = moved_for(m, time, &moves);
  const double turns = t / m->period + m->phase / 360.0, omega = 2.0 * 180.0 * RADIANS / m->period;
  const double rest = sine_of_turns(m->phase / 360.0);
  const double s = sine_of_turns(turns), c = cosine_of_turns(turns);
  grow_ramp(m, t, moves, (const double[3]){s - rest, omega * c, -omega * omega * s}, out);
}

/* A paddle's way at the surface, likewise. Without a ramp it begins where it is; with one its mean is there.
 */
static void paddle(const struct motion *m, double time, double out[3]) {
  bool moves;
  const double t = moved_for(m, time, &moves);
  double own[3], rest[3];
  waves_paddle(&m->waves, t, own);
  if (!(m->ramp > 0.0)) {
    waves_paddle(&m->waves, 0.0, rest);
    own[0] -= rest[0];
  }
  grow_ramp(m, t, moves, own, out);
}

double motion_paddle_way(const struct motion *m, double time) {
  double way[3];
  paddle(m, time, way);
  return way[0];
}

double motion_paddle_surface(const struct motion *m, double time, double place) {
  bool moves;
  const double t = moved_for(m, time, &moves);
  double grown[3];
  grow_ramp(m, t, moves, (const double[3]){waves_surface(&m->waves, t, place), 0.0, 0.0}, grown);
  return moves ? grown[0] : 0.0;
}

static double formula_at(const struct motion *m, double time) {
  *m->now = time;
  return expression_value(m->expression);
}

/* A formula, less what it begins with, likewise. */
static void compute(const struct motion *m, double time, double out[3]) {
  const double by = 1e-4; /* s: differences of the second order, as of bodies along time */
  bool moves;
  const double t = moved_for(m, time, &moves), at = m->from + t;
  const double before = formula_at(m, at - by), now = formula_at(m, at), behind = formula_at(m, at + by);
  const double own[3] = {now - formula_at(m, m->from), (behind - before) / (2.0 * by),
                         ((behind - now) - (now - before)) / (by * by)};
  grow_ramp(m, t, moves, own, out);
}

/* Rows of a file, `columns` numbers, less what they begin with. */
static void follow_file(const struct motion *m, double time, int columns, double v[3], double d[3],
                        double dd[3]) {
  const struct track *t = &m->track;
  const double last = m->to > 0.0 ? m->to : INFINITY;
  const double at = t->time[0] + (fmin(fmax(time, m->from), last) - m->from);
  const bool summed = m->moves == TRACK_VELOCITY || m->moves == TRACK_TURNING;
  (summed ? track_sum : track_smooth)(t, at, columns, v, d, dd);
  for (int k = 0; k < columns; k++) {
    if (!summed) v[k] -= t->value[0][k];
    if (!(time >= m->from && time < last)) d[k] = dd[k] = 0.0;
  }
}

/* 1, t or t^2/2 times two rates, along the wall's own time. */
static void run_constant(double first, double second, double t, double speed, double rise, double out[3]) {
  const double rate = first + second * t;
  out[0] = first * t + 0.5 * second * t * t;
  out[1] = rate * speed;
  out[2] = second * speed * speed + rate * rise;
}

static void unit(const double v[3], double out[3]) {
  const double length = sqrt(dot3(v, v));
  for (int a = 0; a < 3; a++) out[a] = v[a] / length;
}

/* An angle in degrees with its derivatives. */
static void set_angle(struct carrier *by, const struct motion *m, const double angle[3]) {
  double n[3];
  unit(m->axis, n);
  by->turns = true;
  rotation(n, angle[0] / 360.0, by->turn);
  for (int a = 0; a < 3; a++) {
    by->about[a] = m->through[a];
    by->spin[a] = angle[1] * RADIANS * n[a];
    by->swirl[a] = angle[2] * RADIANS * n[a];
  }
}

/* What goes around in a circle, and does not turn itself. */
static void set_circle(struct carrier *by, const struct motion *m, const double angle[3]) {
  struct carrier turning = {0};
  double arm[3], in[3], on[3];
  set_angle(&turning, m, angle);
  turn3(turning.turn, m->arm, arm);
  cross3(turning.spin, arm, by->speed);
  cross3(turning.spin, by->speed, in);
  cross3(turning.swirl, arm, on);
  for (int a = 0; a < 3; a++) {
    by->way[a] = arm[a] - m->arm[a];
    by->up[a] = in[a] + on[a];
  }
}

/* The angle, in degrees, of a flap that is `way` away at the surface, arctan(way/arm), the arm from its axis.
 */
static void flap_angle(double arm, const double way[3], double angle[3]) {
  const double far2 = arm * arm + way[0] * way[0], far = sqrt(far2);
  const double rate = arm * way[1] / far2;
  angle[0] = 360.0 * turns_of(arm / far, way[0] / far);
  angle[1] = rate / RADIANS;
  angle[2] = (arm * way[2] - 2.0 * way[0] * way[1] * rate) / far2 / RADIANS;
}

/* A way along a direction, with its derivatives. */
static void set_way(struct carrier *by, const double direction[3], const double way[3]) {
  double n[3];
  unit(direction, n);
  for (int a = 0; a < 3; a++)
    by->way[a] = way[0] * n[a], by->speed[a] = way[1] * n[a], by->up[a] = way[2] * n[a];
}

static void set_paddle(struct carrier *by, const struct motion *m, double time) {
  double way[3], angle[3];
  paddle(m, time, way);
  if (m->paddle == PADDLE_FLAP) {
    flap_angle(m->waves.depth - m->hinge, way, angle);
    set_angle(by, m, angle);
    return;
  }
  set_way(by, m->direction, way);
}

/* One item of a wall's motion at a time. */
static void find_carrier(struct carrier *by, const struct motion *m, int dimensions, double time) {
  double speed, rise, now[3];
  const double t = own_time(m, time, &speed, &rise);
  *by = (struct carrier){0};
  switch (m->kind) {
  case MOTION_STRAIGHT:
    for (int a = 0; a < 3; a++) {
      run_constant(m->velocity[a], m->acceleration[a], t, speed, rise, now);
      by->way[a] = now[0], by->speed[a] = now[1], by->up[a] = now[2];
    }
    return;
  case MOTION_WAVE:
    follow_wave(m, time, now);
    for (int a = 0; a < 3; a++)
      by->way[a] = m->amplitude[a] * now[0], by->speed[a] = m->amplitude[a] * now[1],
      by->up[a] = m->amplitude[a] * now[2];
    return;
  case MOTION_SWING:
    follow_wave(m, time, now);
    for (int k = 0; k < 3; k++) now[k] = now[k] * m->angle;
    set_angle(by, m, now);
    return;
  case MOTION_ROTATION:
  case MOTION_CIRCLE:
    run_constant(m->turn_rate, m->turn_rise, t, speed, rise, now);
    (m->kind == MOTION_CIRCLE ? set_circle : set_angle)(by, m, now);
    return;
  case MOTION_PADDLE:
    set_paddle(by, m, time);
    return;
  case MOTION_FORMULA:
    compute(m, time, now);
    if (m->moves == TRACK_ANGLE)
      set_angle(by, m, now);
    else
      set_way(by, m->direction, now);
    return;
  case MOTION_FILE:
    if (m->moves == TRACK_POSITION || m->moves == TRACK_VELOCITY) {
      follow_file(m, time, dimensions, by->way, by->speed, by->up);
    } else {
      double angle[3], rate[3], turning[3];
      follow_file(m, time, 1, angle, rate, turning);
      set_angle(by, m, (const double[3]){angle[0], rate[0], turning[0]});
    }
  }
}

bool motion_moves(const struct scene *c, size_t wall) {
  const struct body *b = &c->walls[wall];
  return b->motion_count > 0 || (b->carrier >= 0 && motion_moves(c, (size_t)b->carrier));
}

static void carry_by(const struct motion *motions, size_t count, int dimensions, const double centre[3],
                     double time, struct pose *p) {
  struct carrier by;
  for (size_t k = 0; k < count; k++) {
    find_carrier(&by, &motions[k], dimensions, time);
    carry(p, centre, &by);
  }
}

void motion_pose_of(const struct motion *motions, size_t count, int dimensions, const double centre[3],
                    double time, struct pose *p) {
  pose_at_rest(p);
  carry_by(motions, count, dimensions, centre, time, p);
}

void motion_pose(const struct scene *c, size_t wall, const double centre[3], double time, struct pose *p) {
  const struct body *b = &c->walls[wall];
  pose_at_rest(p);
  for (; b; b = b->carrier >= 0 ? &c->walls[b->carrier] : NULL)
    carry_by(b->motions, b->motion_count, c->dimensions, centre, time, p);
}

/* A box that turns by any angle about an axis. */
static void reach_around(const struct motion *m, double low[3], double high[3]) {
  double n[3], least = INFINITY, most = -INFINITY, radius2 = 0.0;
  unit(m->axis, n);
  for (int corner = 0; corner < 8; corner++) {
    double arm[3];
    for (int a = 0; a < 3; a++) arm[a] = (corner >> a & 1 ? high[a] : low[a]) - m->through[a];
    const double along = dot3(arm, n);
    least = fmin(least, along), most = fmax(most, along);
    radius2 = fmax(radius2, dot3(arm, arm) - along * along);
  }
  for (int a = 0; a < 3; a++) {
    const double across = sqrt(fmax(radius2, 0.0) * fmax(1.0 - n[a] * n[a], 0.0));
    low[a] = m->through[a] + fmin(n[a] * least, n[a] * most) - across;
    high[a] = m->through[a] + fmax(n[a] * least, n[a] * most) + across;
  }
}

/* The least and greatest displacement along an axis. */
static void way_along(const struct motion *m, int a, double *least, double *most) {
  *least = *most = 0.0;
  if (m->kind == MOTION_STRAIGHT) {
    const double moving = m->to - m->from, v = m->velocity[a], b = m->acceleration[a];
    const double end = v * moving + 0.5 * b * moving * moving, turning = b != 0.0 ? -v / b : -1.0;
    *least = fmin(0.0, end), *most = fmax(0.0, end);
    if (turning > 0.0 && turning < moving) {
      *least = fmin(*least, 0.5 * v * turning), *most = fmax(*most, 0.5 * v * turning);
    }
  } else if (m->kind == MOTION_WAVE) {
    *most = 2.0 * fabs(m->amplitude[a]), *least = -*most;
  } else if (m->kind == MOTION_PADDLE) {
    *most = (m->waves.absorb ? 2.0 : 1.0) * waves_reach(&m->waves), *least = -*most;
  } else if (m->kind == MOTION_CIRCLE) {
    *most = 2.0 * sqrt(dot3(m->arm, m->arm)), *least = -*most;
  } else if (m->kind == MOTION_FORMULA) {
    double n[3];
    unit(m->direction, n);
    *least = fmin(0.0, fmin(n[a] * m->range[0], n[a] * m->range[1]));
    *most = fmax(0.0, fmax(n[a] * m->range[0], n[a] * m->range[1]));
  } else if (m->track.count > 0) {
    const bool summed = m->moves == TRACK_VELOCITY;
    track_range(&m->track, a, summed, least, most);
    if (!summed) *least -= m->track.value[0][a], *most -= m->track.value[0][a];
    *least = fmin(*least, 0.0), *most = fmax(*most, 0.0);
  }
}

bool motion_is_turn(const struct motion *m) {
  const bool timed = m->kind == MOTION_FILE || m->kind == MOTION_FORMULA;
  return m->kind == MOTION_ROTATION || m->kind == MOTION_SWING ||
         (m->kind == MOTION_PADDLE && m->paddle == PADDLE_FLAP) ||
         (timed && (m->moves == TRACK_ANGLE || m->moves == TRACK_TURNING));
}

bool motion_turns(const struct scene *c, size_t wall) {
  for (const struct body *b = &c->walls[wall]; b; b = b->carrier >= 0 ? &c->walls[b->carrier] : NULL)
    for (size_t k = 0; k < b->motion_count; k++)
      if (motion_is_turn(&b->motions[k])) return true;
  return false;
}

void motion_reach(const struct scene *c, size_t wall, double low[3], double high[3]) {
  const struct body *b = &c->walls[wall];
  for (; b; b = b->carrier >= 0 ? &c->walls[b->carrier] : NULL)
    for (size_t k = 0; k < b->motion_count; k++) {
      const struct motion *m = &b->motions[k];
      if (motion_is_turn(m)) {
        reach_around(m, low, high);
        continue;
      }
      for (int a = 0; a < c->dimensions; a++) {
        double least, most;
        way_along(m, a, &least, &most);
        low[a] += least, high[a] += most;
      }
    }
}

void changes_at(const struct changes *c, double time, const double fixed[2], double v[2]) {
  v[0] = fixed[0], v[1] = fixed[1];
  if (c->file) track_linear(&c->track, time, 2, v);
}

void changes_most(const struct changes *c, const double fixed[2], double v[2]) {
  for (int k = 0; k < 2; k++) v[k] = c->file ? c->most[k] : fixed[k];
}
