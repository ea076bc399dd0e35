/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_GAUGE_H
#define CASE_GAUGE_H
/* A measurement, as a case says it. */
#include <stdbool.h>
#include <stddef.h>

/* The kind of place that a gauge measures at. */
enum gauge_stand {
  GAUGE_AT_PLACE,     /* at a point, which `on` moves onto the face of a wall */
  GAUGE_UPRIGHT,      /* on the line along gravity through a point */
  GAUGE_UPRIGHTS,     /* on such lines through places along a line */
  GAUGE_ALONG,        /* along a line */
  GAUGE_ACROSS,       /* over a face */
  GAUGE_OF_WALL,      /* of a whole wall: it has no value before the first step */
  GAUGE_OF_BODY,      /* of a body, at any time */
  GAUGE_OF_STRUCTURE, /* of a wall that bends, likewise */
  GAUGE_OF_CABLE,     /* of a cable, at its masses */
  GAUGE_OF_ALL        /* of all fluid */
};

/* What a gauge takes or needs besides, bits. */
enum gauge_needs {
  GAUGE_SENSOR = 1,       /* takes `size`, `frequency` and `average` */
  GAUGE_ABOUT = 2,        /* of a wall: takes `at` all the same */
  GAUGE_GRAVITY = 4,      /* along a line: needs gravity along an axis */
  GAUGE_TEMPERATURES = 8, /* needs a case with heat */
  GAUGE_VELOCITIES = 16   /* reads velocities at its points */
};

/* The columns that `amphi export` writes of a gauge after the time: up to three, each a name of DualSPHysics
 * and its content. */
enum gauge_part {
  PART_NONE,
  PART_VALUE,   /* the gauge's one column */
  PART_VECTOR,  /* its columns along x, y and z */
  PART_LENGTH,  /* of that vector */
  PART_PLACE,   /* where it stands */
  PART_FOOT,    /* the same, across height */
  PART_SURFACE, /* its column as a place on its upright line */
  PART_BEGIN,   /* where that line begins */
  PART_END      /* and ends */
};
enum { GAUGE_PARTS = 3 };
struct gauge_export {
  const char *file; /* NULL: it is not exported */
  struct {
    const char *name;
    enum gauge_part part;
  } parts[GAUGE_PARTS];
};
// clang-format off
#define EXPORTED(file, ...) {file, {__VA_ARGS__}}
#define NOT_EXPORTED        {0}
// clang-format on

/* The gauges of method wcsph, a row each: X(kind, word, where it stands, what it needs besides, columns in
 * 2-D, columns in 3-D, what is exported, what it measures). Columns follow the gauge's name, with their
 * units, a comma between them; '#' is the number of a place along a line, of which each has those columns:
 * such a gauge takes `places`. A kind is read by read_KIND of wcsph/gauges/. */
// clang-format off
#define GAUGES(X)                                                                                            \
  X(pressure, "pressure", GAUGE_AT_PLACE, GAUGE_SENSOR,                                                      \
    " [Pa]", " [Pa]",                                                                                        \
    EXPORTED("GaugesPress", {"press", PART_VALUE}, {"pos", PART_PLACE}),                                     \
    "the fluid's pressure, carried by its weight from where the fluid is to the place")                      \
  X(velocity, "velocity", GAUGE_AT_PLACE, GAUGE_VELOCITIES,                                                  \
    ".x [m/s],.y [m/s]", ".x [m/s],.y [m/s],.z [m/s]",                                                       \
    EXPORTED("GaugesVel", {"vel", PART_VECTOR}, {"pos", PART_PLACE}),                                        \
    "the fluid's velocity; 0 where there is none")                                                           \
  X(height, "height", GAUGE_UPRIGHT, 0,                                                                      \
    " [m]", " [m]",                                                                                          \
    EXPORTED("GaugesDepth", {"depth", PART_VALUE}, {"pos", PART_FOOT}),                                      \
    "the depth of water: the length of the line along gravity through the place that is in water")           \
  X(level, "level", GAUGE_UPRIGHT, 0,                                                                        \
    " [m]", " [m]",                                                                                          \
    EXPORTED("GaugesSWL", {"swl", PART_SURFACE}, {"pos0", PART_BEGIN}, {"pos2", PART_END}),                  \
    "the coordinate along gravity of the free surface on that line, of several the highest; empty where "    \
    "there is no water")                                                                                     \
  X(force, "force", GAUGE_OF_WALL, 0,                                                                        \
    ".x [N/m],.y [N/m]", ".x [N],.y [N],.z [N]",                                                             \
    EXPORTED("GaugesForce", {"force", PART_LENGTH}, {"force", PART_VECTOR}),                                 \
    "the force of the fluid on a wall; no row before the first step")                                        \
  X(body, "body", GAUGE_OF_BODY, 0,                                                                          \
    ".x [m],.y [m],.angle [degrees],.vx [m/s],.vy [m/s],.spin [degrees/s],.fx [N/m],.fy [N/m],.torque [N],"  \
    ".damped [W/m]",                                                                                         \
    ".x [m],.y [m],.z [m],.qw,.qx,.qy,.qz,.vx [m/s],.vy [m/s],.vz [m/s],.wx [degrees/s],.wy [degrees/s],"    \
    ".wz [degrees/s],.fx [N],.fy [N],.fz [N],.tx [N m],.ty [N m],.tz [N m],.damped [W]",                     \
    NOT_EXPORTED,                                                                                            \
    "place, turn, velocities, the fluid's force and torque, and the power that dampers take; forces are "    \
    "empty before the first step")                                                                           \
  X(torque, "torque", GAUGE_OF_WALL, GAUGE_ABOUT,                                                            \
    " [N]", ".x [N m],.y [N m],.z [N m]",                                                                    \
    NOT_EXPORTED,                                                                                            \
    "the torque of the fluid on a wall about `at`; in 2-D about z, a metre; no row before the first step")   \
  X(elevation, "elevation", GAUGE_UPRIGHTS, GAUGE_GRAVITY,                                                   \
    ".# [m]", ".# [m]",                                                                                      \
    NOT_EXPORTED,                                                                                            \
    "heights, as `height` has them, along a line")                                                           \
  X(profile, "profile", GAUGE_ALONG, GAUGE_VELOCITIES,                                                       \
    ".#.x [m/s],.#.y [m/s]", ".#.x [m/s],.#.y [m/s],.#.z [m/s]",                                             \
    NOT_EXPORTED,                                                                                            \
    "velocities along a line")                                                                               \
  X(flow, "flow", GAUGE_ACROSS, GAUGE_VELOCITIES,                                                            \
    " [m^2/s]", " [m^3/s]",                                                                                  \
    NOT_EXPORTED,                                                                                            \
    "the volume a second through a face")                                                                    \
  X(runup, "run-up", GAUGE_ALONG, GAUGE_GRAVITY,                                                             \
    " [m]", " [m]",                                                                                          \
    NOT_EXPORTED,                                                                                            \
    "how high water reaches along a line from `at` on, without a gap")                                       \
  X(totals, "totals", GAUGE_OF_ALL, 0,                                                                       \
    ".kinetic [J/m],.potential [J/m],.compressible [J/m],.px [kg/s],.py [kg/s],.x [m],.y [m],"               \
    ".enstrophy [m^2/s^2]",                                                                                  \
    ".kinetic [J],.potential [J],.compressible [J],.px [kg m/s],.py [kg m/s],.pz [kg m/s],.x [m],.y [m],"    \
    ".z [m],.enstrophy [m^3/s^2]",                                                                           \
    NOT_EXPORTED,                                                                                            \
    "of all fluid the kinetic, potential and compressible energy, the momentum, the centre of mass and the " \
    "enstrophy")                                                                                             \
  X(temperature, "temperature", GAUGE_AT_PLACE, GAUGE_TEMPERATURES,                                          \
    " [K]", " [K]",                                                                                          \
    NOT_EXPORTED,                                                                                            \
    "the fluid's temperature; empty where there is none")                                                    \
  X(heat, "heat", GAUGE_OF_WALL, GAUGE_TEMPERATURES,                                                         \
    " [W/m]", " [W]",                                                                                        \
    NOT_EXPORTED,                                                                                            \
    "what a wall of given temperature or flux gives the fluid; no row before the first step")              \
  X(displacement, "displacement", GAUGE_OF_STRUCTURE, GAUGE_ABOUT,                                           \
    ".x [m],.y [m]", ".x [m],.y [m],.z [m]",                                                                 \
    NOT_EXPORTED,                                                                                            \
    "how far the point of a structure that began at `at` has come")                                          \
  X(strain_energy, "strain_energy", GAUGE_OF_STRUCTURE, 0,                                                   \
    ".strain [J/m],.kinetic [J/m]", ".strain [J],.kinetic [J]",                                              \
    NOT_EXPORTED,                                                                                            \
    "the energy that bends a structure, and that of its motion")                                             \
  X(tension, "tension", GAUGE_OF_CABLE, 0,                                                                   \
    ".from [N/m],.to [N/m],.most [N/m]", ".from [N],.to [N],.most [N]",                                      \
    NOT_EXPORTED,                                                                                            \
    "the forces of a cable on what is at its beginning and at its end, and its largest tension")             \
  X(cable, "cable", GAUGE_OF_CABLE, 0,                                                                       \
    ".#.x [m],.#.y [m],.#.tension [N/m]", ".#.x [m],.#.y [m],.#.z [m],.#.tension [N]",                       \
    NOT_EXPORTED,                                                                                            \
    "places along a cable, at equal lengths without tension, and the tensions there")
// clang-format on

enum gauge_kind {
#define X(kind, word, stand, needs, flat, deep, exported, meaning) GAUGE_##kind,
  GAUGES(X)
#undef X
      GAUGE_KINDS
};

struct gauge_row {
  const char *word;
  enum gauge_stand stand;
  unsigned needs;         /* enum gauge_needs */
  const char *columns[2]; /* in 2-D, in 3-D */
  struct gauge_export exported;
  const char *meaning;
};
extern const struct gauge_row gauge_rows[GAUGE_KINDS];

/* Whether it is of a whole wall, or body. */
static inline bool gauge_is_whole(enum gauge_kind kind) {
  const enum gauge_stand stand = gauge_rows[kind].stand;
  return stand == GAUGE_OF_WALL || stand == GAUGE_OF_BODY || stand == GAUGE_OF_STRUCTURE;
}

static inline bool gauge_needs(enum gauge_kind kind, enum gauge_needs what) {
  return gauge_rows[kind].needs & what;
}

static inline bool gauge_is_of_cable(enum gauge_kind kind) {
  return gauge_rows[kind].stand == GAUGE_OF_CABLE;
}

/* Whether it has columns of each of its places. */
bool gauge_is_spread(enum gauge_kind kind);

/* Whether `at` has only the coordinates across gravity. */
static inline bool gauge_is_upright(enum gauge_kind kind) {
  return gauge_rows[kind].stand == GAUGE_UPRIGHT;
}

/* Whether `on` may put it onto the face of a wall, and it may go with one. */
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
  int carrier;      /* index of the wall that it goes with and does not stand on, or -1 */
  bool moves;       /* one of the two moves */
  char *of;         /* tension, cable: the name of the cable */
  int cable;        /* which that is */
};

/* The wall that it stands on or goes with, or -1. */
static inline int gauge_wall(const struct gauge *g) {
  return g->wall >= 0 ? g->wall : g->carrier;
}

/* How many columns it has, those of its place among them if it moves, and the k-th one's name and unit behind
 * the gauge's own, as ".x [m/s]". */
enum { GAUGE_COLUMN = 48 };
int gauge_columns(const struct gauge *g, int dimensions);
void gauge_column(const struct gauge *g, int dimensions, int k, char text[GAUGE_COLUMN]);

#endif
