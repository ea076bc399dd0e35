/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_POSE_H
#define WCSPH_WALLS_POSE_H
/* Particles of walls that move, and what the fluid does to them, one at a time. Where a particle began is a
 * whole number of quanta from the centre of its wall, and where it is follows from that and from the wall's
 * pose, so no error adds up; in double from + - * alone, so every backend has the same bits. */
#include "wcsph/state.h"
#include "wcsph/walls/structure.h"

/* Where a wall is, and how fast. */
struct wall_pose {
  bool moves;                   /* else its particles are left alone */
  bool turns;                   /* else the matrices are 0 */
  bool bends;                   /* a structure, of which the pose is that of what is clamped */
  uint32_t before;              /* of a structure: ids less numbers of its particles */
  uint32_t body;                /* its number among bodies, from 1 on; 0: it is none */
  uint32_t centre[3], shift[3]; /* quanta: the centre at the start, and how far it has come; they wrap */
  double turn[9];               /* rotation less 1, by rows, quanta a quantum from the centre at the start */
  double velocity[3], spin[9];  /* m/s; and a quantum */
  double acceleration[3], swirl[9]; /* m/s^2; and a quantum */
  double reach;                     /* 1/m: of a power of two beyond the farthest particle; for torques */
};

/* Force, N, and torque about the centre, N m, of the fluid on a wall. */
struct wall_load {
  double force[3], torque[3];
};
enum { LOAD_SUMS = 6 };

static inline double pose_row(const double m[9], int row, const double v[3]) {
  return (m[3 * row] * v[0] + m[3 * row + 1] * v[1]) + m[3 * row + 2] * v[2];
}

/* A wall particle that began at `site`: its place, velocity (m/s) and acceleration (m/s^2). */
static inline void pose_particle(const struct wall_pose *w, const struct position *site, struct position *x,
                                 float velocity[3], float acceleration[3]) {
  const double shift = 0x1.8p52; /* leaves no room for a fraction, so that it is rounded, ties to even */
  uint32_t by[3] = {w->shift[0], w->shift[1], w->shift[2]};
  for (int a = 0; a < 3; a++) {
    velocity[a] = (float)w->velocity[a];
    acceleration[a] = (float)w->acceleration[a];
  }
  if (w->turns) {
    const double arm[3] = {(double)(int32_t)(site->x - w->centre[0]),
                           (double)(int32_t)(site->y - w->centre[1]),
                           (double)(int32_t)(site->z - w->centre[2])};
    for (int a = 0; a < 3; a++) {
      by[a] += (uint32_t)(int64_t)((pose_row(w->turn, a, arm) + shift) - shift);
      velocity[a] = (float)(w->velocity[a] + pose_row(w->spin, a, arm));
      acceleration[a] = (float)(w->acceleration[a] + pose_row(w->swirl, a, arm));
    }
  }
  x->x = site->x + by[0], x->y = site->y + by[1], x->z = site->z + by[2];
}

/* The point opposite to it (passes/mirrored.h), which moves along. */
static inline void pose_mirror(const struct wall_pose *w, const struct position *site, struct position *x) {
  float velocity[3], acceleration[3];
  pose_particle(w, site, x, velocity, acceleration);
}

/* Where a vector of a wall's surface, up to 4 long, that began as `site` now points: x, y, z of a row. It is
 * in units of POSE_UNIT, of quanta of the axis that has the smallest. */
#define POSE_UNIT 0x1p29
static inline double pose_least(const double quantum[3]) {
  const double xy = quantum[1] < quantum[0] ? quantum[1] : quantum[0];
  return quantum[2] < xy ? quantum[2] : xy;
}
static inline void pose_turn(const struct wall_pose *w, const double quantum[3], const struct position *site,
                             struct vec4 *row) {
  const double arm[3] = {(double)(int32_t)site->x, (double)(int32_t)site->y, (double)(int32_t)site->z};
  const double least = pose_least(quantum) * POSE_UNIT;
  row->x = (float)((arm[0] + pose_row(w->turn, 0, arm)) * (quantum[0] / least));
  row->y = (float)((arm[1] + pose_row(w->turn, 1, arm)) * (quantum[1] / least));
  row->z = (float)((arm[2] + pose_row(w->turn, 2, arm)) * (quantum[2] / least));
}

/* The same of a particle of a structure. */
static inline void pose_bent(const struct structures *b, const struct structure_row *now,
                             const struct position *site, struct position *x, float velocity[3],
                             float acceleration[3]) {
  const double shift = 0x1.8p52;
  uint32_t by[3];
  for (int a = 0; a < 3; a++) {
    by[a] = (uint32_t)(int64_t)((now->u[a] * b->per_quantum[a] + shift) - shift);
    velocity[a] = (float)now->v[a];
    acceleration[a] = (float)now->a[a];
  }
  x->x = site->x + by[0], x->y = site->y + by[1], x->z = site->z + by[2];
}

/* Row i of a state, if it is of a wall that moves. Dummy walls have rows of their own for it: what `vel` has
 * of them is the fluid's; those are not sorted, so walls at rest have theirs filled too. False: it is not
 * elsewhere. */
static inline bool pose_move_row(const struct wcsph_state *s, const struct wall_pose *poses, uint32_t i) {
  const struct wall_pose *w = &poses[s->body[i]];
  const bool bends = w->bends, moves = w->moves || bends;
  float v[3] = {0}, a[3] = {0};
  if (!moves && !s->wall_velocity) return false;
  if (bends)
    pose_bent(s->bent, &s->bent->rows[s->id[i] - w->before], &s->sites[s->id[i]], &s->pos[i], v, a);
  else if (moves)
    pose_particle(w, &s->sites[s->id[i]], &s->pos[i], v, a);
  if (w->moves && s->mirror) pose_mirror(w, &s->sites[s->site_count / 2 + s->id[i]], &s->mirror[i]);
  if (w->moves && s->segment) {
    const uint32_t walls = s->site_count / (s->segment_more ? 3 : 2), id = (uint32_t)s->id[i];
    pose_turn(w, s->quantum, &s->sites[walls + id], &s->segment[i]);
    if (s->segment_more) pose_turn(w, s->quantum, &s->sites[2 * walls + id], &s->segment_more[i]);
  }
  if (s->wall_velocity) {
    s->wall_velocity[i].x = v[0], s->wall_velocity[i].y = v[1], s->wall_velocity[i].z = v[2];
    s->wall_velocity[i].w = moves ? 1.0f : 0.0f;
    s->wall_acceleration[i].x = a[0], s->wall_acceleration[i].y = a[1], s->wall_acceleration[i].z = a[2];
  } else {
    s->vel[i].x = v[0], s->vel[i].y = v[1], s->vel[i].z = v[2];
  }
  return moves;
}

/* ---- structures: before their sub-steps and behind them ---- */

/* Loads of row i, of a structure, from the rates of the last force pass, with which it drifts half a
 * sub-step; clamped particles go straight to where the pose has them at the end. */
static inline void pose_begin_bending(const struct wcsph_state *s, const struct wall_pose *w,
                                      const struct structure_step *t, uint32_t i) {
  const struct structures *b = s->bent;
  const uint32_t k = (uint32_t)s->id[i] - w->before;
  const struct structure_law *law = &b->laws[b->of[k] & ~STRUCTURE_CLAMPED];
  const double rate[3] = {(double)s->rate[i].x, (double)s->rate[i].y, (double)s->rate[i].z};
  struct structure_row r = structure_row_of(&b->rows[k]);
  double target[3] = {0};
  if (w->moves) {
    const struct position *site = &s->sites[s->id[i]];
    const double arm[3] = {(double)(int32_t)(site->x - w->centre[0]),
                           (double)(int32_t)(site->y - w->centre[1]),
                           (double)(int32_t)(site->z - w->centre[2])};
    for (int a = 0; a < 3; a++)
      target[a] =
          b->quantum[a] * ((double)(int32_t)w->shift[a] + (w->turns ? pose_row(w->turn, a, arm) : 0.0));
  }
  for (int a = 0; a < b->dimensions; a++) {
    r.a[a] = r.v[a];
    if (b->of[k] & STRUCTURE_CLAMPED) r.v[a] = (target[a] - r.u[a]) / t->duration;
    b->load[3 * (size_t)k + (size_t)a] = law->per_rate * rate[a] + law->gravity[a];
    r.u[a] += 0.5 * t->dt * r.v[a];
  }
  structure_row_put(&structure_from(b, t, 0)[k], &r);
}

/* What ends a run: row i, of a structure, is too fast, or outside of where particles may be. */
enum pose_bent_fault { BENT_WELL, BENT_FAST, BENT_OUTSIDE };
static inline enum pose_bent_fault pose_judge_bending(const struct wcsph_state *s, const struct wall_pose *w,
                                                      double max_speed, uint32_t i) {
  const struct structures *b = s->bent;
  const struct structure_row *r = &b->rows[(uint32_t)s->id[i] - w->before];
  const struct position *site = &s->sites[s->id[i]];
  const double x[3] = {(double)site->x, (double)site->y, (double)site->z};
  const double speed2 = (r->v[0] * r->v[0] + r->v[1] * r->v[1]) + r->v[2] * r->v[2];
  bool in = true;
  if (!(speed2 <= max_speed * max_speed)) return BENT_FAST;
  for (int a = 0; a < b->dimensions; a++) {
    const double at = x[a] + r->u[a] * b->per_quantum[a];
    in = in && at >= b->low[a] && at <= b->high[a];
  }
  return in ? BENT_WELL : BENT_OUTSIDE;
}

/* Whole quanta of what a wall's particles take from the fluid, m/s^2: 2^-14 of those of a sum leave room for
 * 10^9 particles. Torques have as many in the wall's reach. */
static inline float pose_force_quanta(const struct wcsph_law *law) {
  return 0x1p-14f * law->quanta_reaction;
}
static inline int64_t pose_quanta(double term, double scale) {
  const double shift = 0x1.8p52;
  return (int64_t)((term * scale + shift) - shift);
}

/* Whether row i takes no force from the fluid. */
static inline bool pose_is_dry(const struct wcsph_state *s, uint32_t i) {
  return s->rate[i].x == 0.0f && s->rate[i].y == 0.0f && s->rate[i].z == 0.0f;
}

/* What a force, m/s^2, adds to sums of forces and torques, its arm in m: in `scale` quanta, of torques in
 * `per`.
 */
static inline void pose_weigh(const double f[3], const double r[3], double scale, double per,
                              int64_t add[LOAD_SUMS]) {
  for (int a = 0; a < 3; a++) add[a] = pose_quanta(f[a], scale);
  add[3] = pose_quanta(r[1] * f[2] - r[2] * f[1], per);
  add[4] = pose_quanta(r[2] * f[0] - r[0] * f[2], per);
  add[5] = pose_quanta(r[0] * f[1] - r[1] * f[0], per);
}

/* What row i adds to the sums of its body: force, torque. */
static inline void pose_weigh_row(const struct wcsph_state *s, const struct wall_pose *w, double scale,
                                  const float quantum[3], uint32_t i, int64_t add[LOAD_SUMS]) {
  const double f[3] = {(double)s->rate[i].x, (double)s->rate[i].y, (double)s->rate[i].z};
  const uint32_t *c = w->centre, *by = w->shift;
  const double r[3] = {(double)(int32_t)(s->pos[i].x - c[0] - by[0]) * (double)quantum[0],
                       (double)(int32_t)(s->pos[i].y - c[1] - by[1]) * (double)quantum[1],
                       (double)(int32_t)(s->pos[i].z - c[2] - by[2]) * (double)quantum[2]};
  pose_weigh(f, r, scale, scale * w->reach, add);
}

static inline void pose_load(const struct wcsph_law *law, const struct wall_pose *w,
                             const int64_t sums[LOAD_SUMS], struct wall_load *load) {
  const double quantum = (double)law->mass / (double)pose_force_quanta(law);
  for (int a = 0; a < 3; a++) {
    load->force[a] = quantum * (double)sums[a];
    load->torque[a] = w->reach > 0.0 ? quantum / w->reach * (double)sums[3 + a] : 0.0;
  }
}

#endif
