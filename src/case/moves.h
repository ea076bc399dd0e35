/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_MOVES_H
#define CASE_MOVES_H
/* What a case says of walls that move, a part of case.h. */
#include <stdbool.h>

#include "case/track.h"
#include "case/waves.h"

struct expression;
enum motion_kind {
  MOTION_STRAIGHT,
  MOTION_WAVE,
  MOTION_ROTATION,
  MOTION_SWING,
  MOTION_CIRCLE,
  MOTION_FILE,
  MOTION_FORMULA,
  MOTION_PADDLE
};
enum track_kind { TRACK_POSITION, TRACK_VELOCITY, TRACK_ANGLE, TRACK_TURNING };

/* What a wall does between two times (case/motion.h). Angles are in degrees. */
struct motion {
  enum motion_kind kind;
  double velocity[3], acceleration[3]; /* straight: m/s, m/s^2 */
  double amplitude[3];                 /* wave: m */
  double angle;                        /* swing: amplitude */
  double period, phase;                /* wave, swing: s, degrees */
  double axis[3], through[3];          /* rotation, swing, circle and angles along time: m */
  double turn_rate, turn_rise;         /* rotation, circle: degrees/s, degrees/s^2 */
  double arm[3];                       /* circle: from its middle to where the wall begins, m */
  char *file;
  enum track_kind moves; /* what the file's rows, or the formula, are */
  struct track track;
  char *formula;
  struct expression *expression; /* of it, which reads *now, s; NULL before case_read has checked it */
  double *now;
  double range[2]; /* that it keeps to during the run */
  enum paddle_kind paddle;
  double direction[3]; /* paddle: the way that its waves run; formula: that it goes; of any length */
  double hinge;        /* flap: height of its axis above the bed, m */
  struct waves waves;
  double from, to, ramp; /* s; to 0: for ever */
};

/* An acceleration of one fluid along time, beside gravity. */
struct forcing {
  bool given;
  char *file, *spin_file;
  struct track track; /* m/s^2 */
  struct track spin;  /* degrees/s^2 and degrees/s: about z, or about three axes */
  double about[3];    /* m */
  double from, to;    /* s; to 0: for ever */
};

/* Stiffness and damping along time, from a file. */
struct changes {
  char *file;
  struct track track;
  double most[2]; /* of all rows */
};

/* What they are at a time, and the most that they get: of the file, or without one as `fixed` has it. */
void changes_at(const struct changes *c, double time, const double fixed[2], double v[2]);
void changes_most(const struct changes *c, const double fixed[2], double v[2]);

/* Between a point of a body and one in space. */
struct spring {
  double on[3], to[3];       /* m, at the start */
  double stiffness, damping; /* N/m, N s/m */
  struct changes changes;
  double length;   /* m, without force; NaN: as at the start */
  double friction; /* N, against what makes it longer or shorter */
  bool pulls;      /* a line, which is slack where it is shorter */
};

/* A heavy line from a point of a body to an anchor, in the shape that it hangs in (wcsph/mooring.h). */
struct mooring {
  double on[3], to[3]; /* m, at the start; the anchor */
  double length;       /* m, unstretched */
  double weight;       /* N/m, in water */
  double stiffness;    /* N: tension over strain */
  bool bed;            /* it can lie on a bed at the height of the anchor */
};

/* A function of the time: one of the two. */
struct along_time {
  char *formula; /* of t, s */
  char *file;
  struct track track;
};

enum joint_kind {
  JOINT_HINGE,
  JOINT_SLIDER,
  JOINT_BALL,
  JOINT_TRACK,
  JOINT_SWIVEL,
  JOINT_GEAR,
  JOINT_SPRING
};

/* What holds a body to another one, or to a place in space (wcsph/walls/joints.h). */
struct joint {
  char *name;
  enum joint_kind kind;
  int of, with;     /* walls; with -1: space */
  double at[3];     /* m, at the start */
  double axis[3];   /* of all but a ball, at the start, of any length */
  double damping;   /* N m s, or N s/m of a slider, against the way that is free */
  double stiffness; /* N m (a radian), or N/m, likewise */
  struct changes changes;
  double rest;             /* degrees, or m: where stiffness has no force */
  double limits[2];        /* degrees, or m; NaN: none */
  struct along_time motor; /* degrees/s, or m/s */
  double ratio;            /* gear: turns of `of` over those of `with` */
  double to[3];            /* spring: its other end, m, at the start */
  double length;           /* spring: m, without force; NaN: as at the start */
  bool pulls;              /* spring: slack where it is shorter */
};

/* What two walls do to each other, where it is not what all do. */
struct touching_pair {
  int of, with; /* walls */
  double friction, damping, restitution;
};

/* What two materials do to each other: names that walls give theirs. */
struct touching_materials {
  char *of, *with;
  double friction, damping, restitution;
};

/* What bodies do to each other and to walls where they touch (wcsph/walls/contact.h). */
struct touching {
  bool given;
  double friction;    /* Coulomb's coefficient */
  double damping;     /* over the critical one */
  double restitution; /* instead of damping; NaN: by damping */
  double stiffness;   /* Pa over an overlap of dp; NaN: by the water's */
  struct touching_pair *pairs;
  size_t pair_count;
  struct touching_materials *materials;
  size_t material_count;
};

/* What a body does along one way, whatever the water does, or a force along it. */
enum drive_way { DRIVE_X, DRIVE_Y, DRIVE_Z, DRIVE_RX, DRIVE_RY, DRIVE_RZ }; /* bits of words_lock */
enum drive_kind { DRIVE_POSITION, DRIVE_VELOCITY, DRIVE_FORCE };
struct drive {
  enum drive_way way;
  enum drive_kind is;
  struct along_time value; /* m, m/s, N; of turning degrees, degrees/s, N m */
  double from, to;         /* s: when it acts, the end left out; to 0: for ever */
};

/* Of a wall that moves as fluid, weight and what else pulls at it make it. NaN: from its particles. Turning
 * things have three components, of which 2-D has the last. */
struct freedom {
  bool given;
  double mass, density;           /* kg (kg/m in 2-D), kg/m^3: one of them */
  double centre[3], inertia[3];   /* m, kg m^2, about axes along the case's */
  double products[3];             /* of the tensor's elements yz, xz, xy, kg m^2 */
  double velocity[3], turning[3]; /* at the start, m/s, degrees/s */
  double force[3], torque[3];     /* from outside, N, N m */
  char *file;                     /* the same along time, on top */
  struct track track;
  unsigned locked; /* bits of words_lock */
  double from;     /* s: held until then */
  struct spring *springs;
  size_t spring_count;
  struct mooring *moorings;
  size_t mooring_count;
  struct drive *drives;
  size_t drive_count;
};

/* Of a wall that bends (wcsph/walls/structures.h). */
enum solid_model { SOLID_SAINT_VENANT_KIRCHHOFF, SOLID_NEO_HOOKEAN };
struct shape;
struct flexible {
  bool given;
  enum solid_model model;
  double young, poisson, density; /* Pa, -, kg/m^3 */
  double damping;                 /* 1/s */
  double viscosity;               /* over density, sound and dp */
  double zero_energy;
  double velocity[3], turning[3]; /* at the start, m/s, degrees/s about the middle */
  struct shape *clamped;          /* what is in them goes with the wall's motion, or stays */
  size_t clamped_count;
};

#endif
