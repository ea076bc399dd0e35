/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_MOTION_H
#define CASE_MOTION_H
/* Position, velocity and acceleration of a wall with a prescribed motion: functions of the time
 * alone, in double from + - * / and the root, so that they have the same bits everywhere. */
#include <stdbool.h>

#include "case/scene.h"

struct amphi_case;

#define RADIANS (3.14159265358979323846 / 180.0) /* of a degree */

/* A rigid pose: x = centre + shift + turn (x0 - centre), where x0 is a point's initial position. */
struct pose {
  bool turns;             /* else turn is 1, and spin and swirl are 0 */
  double turn[3][3];      /* rotation since the start */
  double shift[3];        /* of the centre, m */
  double velocity[3];     /* of the centre, m/s */
  double spin[3];         /* rad/s */
  double acceleration[3]; /* of the centre, m/s^2 */
  double swirl[3];        /* rad/s^2 */
  double whirl[3];        /* rad/s: of the axes from which all else is seen, for its acceleration */
};
void pose_at_rest(struct pose *p);

static inline double dot3(const double a[3], const double b[3]) {
  return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}
void cross3(const double a[3], const double b[3], double out[3]);
void turn3(const double turn[3][3], const double v[3], double out[3]);
void multiply3(const double a[3][3], const double b[3][3], double out[3][3]);

/* Whether the case moves the wall, by itself or with another one. */
bool motion_moves(const struct scene *c, size_t wall);

/* The pose of a wall whose centre begins at `centre`, m. */
void motion_pose(const struct scene *c, size_t wall, const double centre[3], double time, struct pose *p);

/* The same of what several motions move, which follow each other. */
void motion_pose_of(const struct motion *motions, size_t count, int dimensions, const double centre[3],
                    double time, struct pose *p);

/* Whether the case says that it turns. */
bool motion_is_turn(const struct motion *m);

/* Of a paddle that absorbs: its way at a time, m, but for what absorbing adds; and the surface over still
 * water that its waves alone should have at waves.before, `place` m from where it stood, m. */
double motion_paddle_way(const struct motion *m, double time);
double motion_paddle_surface(const struct motion *m, double time, double place);

/* Whether the wall, or one that carries it, rotates. */
bool motion_turns(const struct scene *c, size_t wall);

/* Extend the box of a wall's initial position, m, by all places that it moves to. */
void motion_reach(const struct scene *c, size_t wall, double low[3], double high[3]);

/* Read the files, and check what depends on several keys. */
struct reader;
void check_motions(struct reader *r);
struct expression;
bool check_finite(struct reader *r, const char *key, struct expression *e, double *time); /* during the run */
void check_mechanisms(struct reader *r); /* joints, contact, and bodies along time */
void check_zones(struct reader *r);
void check_waves(struct reader *r, const char *key, struct motion *m); /* the key: of the paddle's waves */
void motion_free(struct amphi_case *c);

#endif
