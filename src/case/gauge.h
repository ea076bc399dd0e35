/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_GAUGE_H
#define CASE_GAUGE_H
/* A measurement, as a case says it. */
#include <stdbool.h>
#include <stddef.h>

/* Where a gauge stands. */
enum gauge_stand {
  GAUGE_AT_PLACE, /* at a point, which `on` moves onto the face of a wall */
  GAUGE_UPRIGHT,  /* on the line along gravity through a point */
  GAUGE_UPRIGHTS, /* on such lines through places along a line */
  GAUGE_ALONG,    /* along a line */
  GAUGE_ACROSS,   /* over a face */
  GAUGE_OF_WALL,  /* of a whole wall, or body */
  GAUGE_OF_ALL    /* of all fluid */
};

/* The gauges of method wcsph, a row each: X(KIND, word, where it stands, columns in 2-D, columns in 3-D, what
 * it measures). Columns follow the gauge's name, with their units, a comma between them; '#' is the number of
 * a place along a line, of which each has those columns. */
// clang-format off
#define GAUGES(X)                                                                                            \
  X(PRESSURE, "pressure", GAUGE_AT_PLACE, " [Pa]", " [Pa]",                                                  \
    "the fluid's pressure, carried by its weight from where the fluid is to the place")                      \
  X(VELOCITY, "velocity", GAUGE_AT_PLACE, ".x [m/s],.y [m/s]", ".x [m/s],.y [m/s],.z [m/s]",                 \
    "the fluid's velocity; 0 where there is none")                                                           \
  X(HEIGHT, "height", GAUGE_UPRIGHT, " [m]", " [m]",                                                         \
    "the depth of water: the length of the line along gravity through the place that is in water")           \
  X(LEVEL, "level", GAUGE_UPRIGHT, " [m]", " [m]",                                                           \
    "the coordinate along gravity of the free surface on that line, of several the highest; empty where "    \
    "there is no water")                                                                                     \
  X(FORCE, "force", GAUGE_OF_WALL, ".x [N/m],.y [N/m]", ".x [N],.y [N],.z [N]",                              \
    "the force of the fluid on a wall; no row before the first step")                                        \
  X(BODY, "body", GAUGE_OF_WALL,                                                                             \
    ".x [m],.y [m],.angle [degrees],.vx [m/s],.vy [m/s],.spin [degrees/s],.fx [N/m],.fy [N/m],.torque [N],"  \
    ".damped [W/m]",                                                                                         \
    ".x [m],.y [m],.z [m],.qw,.qx,.qy,.qz,.vx [m/s],.vy [m/s],.vz [m/s],.wx [degrees/s],.wy [degrees/s],"    \
    ".wz [degrees/s],.fx [N],.fy [N],.fz [N],.tx [N m],.ty [N m],.tz [N m],.damped [W]",                     \
    "place, turn, velocities, the fluid's force and torque, and the power that dampers take; forces are "    \
    "empty before the first step")                                                                           \
  X(TORQUE, "torque", GAUGE_OF_WALL, " [N]", ".x [N m],.y [N m],.z [N m]",                                   \
    "the torque of the fluid on a wall about `at`; in 2-D about z, a metre; no row before the first step")   \
  X(ELEVATION, "elevation", GAUGE_UPRIGHTS, ".# [m]", ".# [m]", "heights, as `height` has them, along a line") \
  X(PROFILE, "profile", GAUGE_ALONG, ".#.x [m/s],.#.y [m/s]", ".#.x [m/s],.#.y [m/s],.#.z [m/s]",            \
    "velocities along a line")                                                                               \
  X(FLOW, "flow", GAUGE_ACROSS, " [m^2/s]", " [m^3/s]", "the volume a second through a face")                \
  X(RUNUP, "run-up", GAUGE_ALONG, " [m]", " [m]",                                                            \
    "how high water reaches along a line from `at` on, without a gap")                                       \
  X(TOTALS, "totals", GAUGE_OF_ALL,                                                                          \
    ".kinetic [J/m],.potential [J/m],.compressible [J/m],.px [kg/s],.py [kg/s],.x [m],.y [m],"               \
    ".enstrophy [m^2/s^2]",                                                                                  \
    ".kinetic [J],.potential [J],.compressible [J],.px [kg m/s],.py [kg m/s],.pz [kg m/s],.x [m],.y [m],"    \
    ".z [m],.enstrophy [m^3/s^2]",                                                                           \
    "of all fluid the kinetic, potential and compressible energy, the momentum, the centre of mass and the " \
    "enstrophy")                                                                                             \
  X(TEMPERATURE, "temperature", GAUGE_AT_PLACE, " [K]", " [K]",                                              \
    "the fluid's temperature; empty where there is none")                                                    \
  X(HEAT, "heat", GAUGE_OF_WALL, " [W/m]", " [W]",                                                           \
    "what a wall of given temperature or flux gives the fluid; no row before the first step")
// clang-format on

enum gauge_kind {
#define X(KIND, word, stand, flat, deep, meaning) GAUGE_##KIND,
  GAUGES(X)
#undef X
      GAUGE_KINDS
};

struct gauge_row {
  const char *word;
  enum gauge_stand stand;
  const char *columns[2]; /* in 2-D, in 3-D */
  const char *meaning;
};
extern const struct gauge_row gauge_rows[GAUGE_KINDS];

/* Whether it is of a whole wall, or body. */
static inline bool gauge_is_whole(enum gauge_kind kind) {
  return gauge_rows[kind].stand == GAUGE_OF_WALL;
}

/* Whether `at` has only the coordinates across gravity. */
static inline bool gauge_is_upright(enum gauge_kind kind) {
  return gauge_rows[kind].stand == GAUGE_UPRIGHT;
}

/* Whether `on` may put it onto the face of a wall. */
static inline bool gauge_can_stand_on(enum gauge_kind kind) {
  return gauge_rows[kind].stand == GAUGE_AT_PLACE;
}

/* Whether it goes from `at` to `to`. */
static inline bool gauge_is_line(enum gauge_kind kind) {
  const enum gauge_stand stand = gauge_rows[kind].stand;
  return stand == GAUGE_UPRIGHTS || stand == GAUGE_ALONG || stand == GAUGE_ACROSS;
}

struct gauge {
  char *name;
  size_t line; /* in the case file, or 0 */
  enum gauge_kind kind;
  double at[3];     /* m; an upright gauge uses the coordinates across gravity; what a torque is about */
  double to[3];     /* m; elevation, profile, run-up: end of the line; flow: next corner of the face */
  double side[3];   /* m; flow in 3-D: the way from `at` to the corner on the other side */
  int places;       /* elevation, profile: along the line */
  double interval;  /* s */
  double size;      /* m; pressure: diameter of the sensor; 0: a point */
  double frequency; /* Hz; pressure: its natural frequency; 0: it follows at once */
  double average;   /* s; pressure: the time before a sample that it is a mean over; 0: of no time */
  int wall;         /* force, torque, body: index of the wall; else of the one it stands on, or -1 */
};

/* How many columns it has, and the k-th one's name and unit behind the gauge's own, as ".x [m/s]". */
enum { GAUGE_COLUMN = 48 };
int gauge_columns(const struct gauge *g, int dimensions);
void gauge_column(const struct gauge *g, int dimensions, int k, char text[GAUGE_COLUMN]);

#endif
