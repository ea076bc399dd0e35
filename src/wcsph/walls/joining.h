/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_JOINING_H
#define WCSPH_WALLS_JOINING_H
/* What a run has of joints (wcsph/walls/joints.h). */
#include "wcsph/walls/bodies.h"
#include "wcsph/walls/joints.h"
#include "wcsph/walls/timed.h"

/* A joint and where it is; side 0 is `of`, side 1 `with`, or space. */
struct place {
  const struct joint *joint;
  double arm[2][3];    /* from the centre of each side, at the start; in space from the origin, m */
  double across[2][3]; /* unit vectors across the axis, at the start */
  double axis[3];
  struct timed motor;    /* of its speed */
  bool driven;           /* it has a motor */
  uint32_t group, first; /* of its rows in the group */
  int rows;
};

/* How a side is and moves. */
struct side {
  struct rigid_body *body;
  struct pose pose;
  double arm[3], at[3], velocity[3], inwards[3]; /* of the joint; inwards: w x (w x arm) */
  double axis[3], across[2][3];
};

/* A body within a step. */
struct joint_path {
  bool goes; /* it has a joint, and is not held */
  struct body_state from, rate, sum;
  double turn[4];                         /* of any length */
  double frequency2, damping, dissipated; /* of the force pass */
};

/* One row of the constraints: what the accelerations of the two sides add up to is `value`. */
struct row {
  struct rigid_body *body[2];      /* NULL: space */
  double along[2][3], about[2][3]; /* per acceleration, per angular acceleration */
  double value;
};

struct joining {
  struct place *places; /* by group, in the order of the case */
  size_t count;
  uint32_t groups, most;    /* rows of a group */
  struct row *rows;         /* [most] */
  double *matrix;           /* [most * (most + 1)], the right side last in each row */
  size_t *ends;             /* [most], behind the last column of a row that is not 0 */
  struct joint_path *paths; /* [bodies] */
};

/* A side now, or with the velocities that dampers see; and the way from side 0 to side 1, m. */
void joints_find_side(const struct wcsph_run *r, const struct place *p, int which, bool started,
                      struct side *s);
void joints_find_way(const struct wcsph_run *r, const struct side s[2], double way[3]);

/* Whether its point goes along its axis. */
static inline bool joint_slides(const struct joint *j) {
  return j->kind == JOINT_SLIDER || j->kind == JOINT_TRACK;
}

/* The pace at which what has drifted comes back, 1/s: within ten of the longest steps. */
static inline double joints_pace(const struct wcsph_run *r) {
  return 0.1 * (double)r->law.c0 / ((double)r->law.h * r->config->integrator.cfl);
}

/* Add springs, dampers and stops of a joint to the forces of its bodies. */
void joint_push(struct wcsph_run *r, const struct place *p);

#endif
