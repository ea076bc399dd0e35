/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_BODIES_H
#define WCSPH_WALLS_BODIES_H
/* Rigid bodies: walls moved by fluid, weight and springs. A stage of the integrator updates their momentum
 * and position as it does those of fluid, in double precision. Forces and torques of the fluid are sums of
 * whole quanta, so trajectories have the same bits on every backend. */
#include "wcsph/evolution.h"

/* Position and motion of a body. */
struct body_state {
  double shift[3]; /* m, displacement of the centre of mass since the start */
  double turn[4];  /* unit quaternion: cosine, then axis times sine, of half the angle */
  double velocity[3];
  double momentum[3]; /* angular, about the centre of mass, kg m^2/s */
};

/* The prescribed part of a body's motion (wcsph/walls/drives.h), by enum drive_way; rotations in rad. */
struct driven {
  unsigned ways, placed; /* bits: velocity is given, and place */
  double place[6], velocity[6], acceleration[6];
  double force[6]; /* N, N m: on top of the others */
};

struct rigid_body {
  size_t wall;
  double mass, inertia[3][3]; /* kg; kg m^2 about the centre of mass, as the body was at the start */
  struct body_state now, saved, listed;
  struct wall_load load;      /* of the fluid */
  double force[3], torque[3]; /* all together, from the last force pass */
  double frequency2, rate;    /* 1/s^2, 1/s: stiffness and damping over mass, of contacts and joints, then */
  double dissipated;          /* W, by dampers, then */
  struct driven driven;       /* at the run's moved time */
  bool joined;                /* a joint holds it */
  double outer_force[3], outer_torque[3]; /* then: all but those of joints */
};

/* Mass properties of a wall's body, as the case gives them or its particles [first, end) have them. */
struct body_measure {
  double mass, centre[3], inertia[3][3]; /* kg, m, kg m^2 about the centre; in 2-D of a metre along z */
  size_t first, end;
};
void bodies_measure(const struct wcsph_settings *c, const struct particles *p, size_t wall,
                    struct body_measure *m);

/* Finds mass, centre and inertia of all bodies. STATUS_USAGE if those of a body make no sense. */
int bodies_prepare(struct wcsph_run *r, const struct particles *p);

/* The pose of a wall that is a body: now, and when the list was built. */
void bodies_pose(const struct wcsph_run *r, size_t wall, struct pose *p);
void bodies_listed(const struct wcsph_run *r, size_t wall, struct pose *p);
void bodies_note_listed(struct wcsph_run *r);

/* A wall's body; there must be one. */
struct rigid_body *bodies_of(const struct wcsph_run *r, size_t wall);

/* Whether the case holds the body in place at the run's time. */
bool bodies_is_held(const struct wcsph_run *r, const struct rigid_body *b);

/* The pose now, with the velocities that stiff dampers act on, those at the start of the next stage. Where
 * the integrator leaps from the state of a step ago over the present one, these are the velocities of that
 * earlier state: with the present ones the leap would grow from step to step. */
void bodies_start(const struct wcsph_run *r, size_t wall, struct pose *p);

/* The angular velocity of a state; below, removes forces and torques along locked degrees of freedom. */
void bodies_spin(const struct wcsph_run *r, const struct rigid_body *b, const struct body_state *s,
                 double spin[3]);
void bodies_obey_locks(const struct wcsph_run *r, struct rigid_body *b);

/* The smallest moment of inertia, kg m^2, which bounds the effect of a torque. */
double bodies_least_inertia(const struct wcsph_run *r, const struct rigid_body *b);

/* Linear and angular accelerations of the free degrees of freedom: by a given force and torque about the
 * centre, and by all forces on the body, with the gyroscopic term. */
void bodies_respond(const struct wcsph_run *r, const struct rigid_body *b, const double force[3],
                    const double torque[3], double along[3], double about[3]);
void bodies_accelerations(const struct wcsph_run *r, const struct rigid_body *b, double along[3],
                          double about[3]);

/* Whether the case has any. */
bool bodies_any(const struct wcsph_settings *c);

/* After a force pass: forces and torques, the largest acceleration of a point of a body, and the longest step
 * at which springs and dampers are stable. */
int bodies_find_forces(struct wcsph_run *r, struct step *s);

/* One stage. */
int bodies_advance(struct wcsph_run *r, struct step *s);

/* Adds the bodies to a checkpoint, as buffers of the run: their states now and before, and when the list was
 * built; and reads them from one. */
enum { BODY_LISTED = 13, BODY_NUMBERS = 2 * BODY_LISTED };
int bodies_save(struct wcsph_run *r, struct checkpoint *to);
int bodies_take(struct wcsph_run *r, const struct checkpoint *from);

/* The columns of a body gauge (wcsph/gauges/gauges.c): position of the centre, rotation, velocities, and
 * force and torque of the fluid in the last force pass. */
void bodies_read(const struct wcsph_run *r, size_t wall, double *columns);

void bodies_end(struct wcsph_run *r);

#endif
