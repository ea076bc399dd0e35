/* SPDX-License-Identifier: BSD-3-Clause */
/* The keys of gauges. */
#include "case/schema.h"

static const char *const words_gauge[] = {
    [GAUGE_PRESSURE] = "pressure",   [GAUGE_VELOCITY] = "velocity",
    [GAUGE_HEIGHT] = "height",       [GAUGE_FORCE] = "force",
    [GAUGE_BODY] = "body",           [GAUGE_TORQUE] = "torque",
    [GAUGE_ELEVATION] = "elevation", [GAUGE_PROFILE] = "profile",
    [GAUGE_FLOW] = "flow",           [GAUGE_RUNUP] = "run-up",
    [GAUGE_TOTALS] = "totals",       [GAUGE_TEMPERATURE] = "temperature",
    [GAUGE_HEAT] = "heat",           NULL};

/* clang-format off */
#define CONDITION(name, condition)                                                                           \
  static bool name(const void *item) { const struct gauge *i = item; return condition; }
CONDITION(is_sensor, i->kind == GAUGE_PRESSURE)
CONDITION(is_placed, i->kind == GAUGE_TORQUE || !(gauge_is_whole(i->kind) || i->kind == GAUGE_TOTALS))
CONDITION(is_spread, i->kind == GAUGE_ELEVATION || i->kind == GAUGE_PROFILE)
CONDITION(is_flow, i->kind == GAUGE_FLOW)
CONDITION(is_line, is_spread(i) || is_flow(i) || i->kind == GAUGE_RUNUP)
CONDITION(is_on_wall, i->kind != GAUGE_HEIGHT && !is_line(i) && i->kind != GAUGE_TOTALS)

#define ENUM(list) .type = VALUE_WORD, .words = words_##list
#define WHERE(test, selector_key, words) .applies = test, .selector = selector_key, .where = words
#define AT(member) .offset = offsetof(struct gauge, member)
static const struct schema_row rows_gauge[] = {
  {.key = "name", .passive = true, .type = VALUE_NAME, AT(name), .required = true,
   .meaning = "Column in `gauges.csv`, not used by another gauge"},
  {.key = "type", ENUM(gauge), AT(kind), .required = true,
   .meaning = "What it measures. `height` needs gravity along an axis; `body` has place, turn, velocities, the fluid's "
              "force and torque, and the power that dampers take. `elevation` is heights along a line, `profile` velocities along "
              "one, `flow` the volume a second through a face, `run-up` how high water reaches along a line from `at` on, `totals` the "
              "kinetic, potential and compressible energy of all fluid, its momentum, its centre of mass and its enstrophy, `heat` what a wall of given temperature gives the fluid, W"},
  {.key = "at", .type = VALUE_PLACE, .unit = "m", AT(at), .required = true,
   WHERE(is_placed, "type", "a gauge of a place, line or face"),
   .meaning = "Where, inside the domain. For `height` only the coordinates across gravity; a torque is about this place"},
  {.key = "to", .type = VALUE_VECTOR, .unit = "m", AT(to), .required = true, WHERE(is_line, "type", "a gauge of a line or face"),
   .meaning = "Where the line ends that begins at `at`, inside the domain; of a flow in 2-D water counts that goes to its right"},
  {.key = "side", .type = VALUE_VECTOR, .unit = "m", AT(side), WHERE(is_flow, "type", "a gauge of flow"),
   .fallback_doc = "of 3-D required",
   .meaning = "In 3-D the way from `at` to another corner of the face, which it spans with that to `to`; water counts that goes where "
              "a right hand's thumb points when its fingers turn from `to` to this side"},
  {.key = "places", .type = VALUE_INTEGER, AT(places), .fallback = "21", .low = 2, .high = 1000,
   WHERE(is_spread, "type", "a gauge of elevation or profile"), .meaning = "Places along the line, at equal distances, ends among them; each has columns"},
  {.key = "on", .type = VALUE_WALL, AT(wall), WHERE(is_on_wall, "type", "a gauge of force, torque, body, heat, pressure, velocity or temperature"),
   .fallback_doc = "of a force, torque, body or heat gauge required; else none",
   .meaning = "Name of the wall on which the force acts, or which is the body; or of one that has a flat face at `at`: the gauge then stands "
              "where that is built, which is a whole number of `dp` from `domain.low`"},
  {.key = "interval", .passive = true, .type = VALUE_NUMBER, .unit = "s", AT(interval), .required = true, .positive = true,
   .meaning = "Time between samples"},
  {.key = "size", .type = VALUE_NUMBER, .unit = "m", AT(size), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   WHERE(is_sensor, "type", "a gauge of pressure"),
   .meaning = "Diameter of the sensor, over which pressure is a mean; it needs `on`. 0: a point"},
  {.key = "frequency", .type = VALUE_NUMBER, .unit = "Hz", AT(frequency), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   WHERE(is_sensor, "type", "a gauge of pressure"),
   .meaning = "Natural frequency of the sensor and what amplifies it, damped by 0.71: at most 1/(4 interval). 0: it follows at once"},
};
#undef AT
/* clang-format on */
const struct schema_table schema_gauge = {"Gauges: items of `gauges`", sizeof(struct gauge),
                                          sizeof rows_gauge / sizeof *rows_gauge, rows_gauge};
