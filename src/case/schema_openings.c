/* SPDX-License-Identifier: BSD-3-Clause */
/* The keys of open boundaries. */
#include "case/schema.h"

#define WORDS(name) static const char *const words_##name[]
WORDS(shape) = {[OPENING_BOX] = "box",
                [OPENING_CIRCLE] = "circle",
                [OPENING_POLYGON] = "polygon",
                [OPENING_PLANE] = "plane",
                NULL};
WORDS(velocity) = {[OPENING_FREE] = "free",           [OPENING_UNIFORM] = "uniform",
                   [OPENING_PARABOLIC] = "parabolic", [OPENING_POWER] = "power",
                   [OPENING_TABLE] = "table",         [OPENING_PROFILES] = "profiles",
                   [OPENING_FORMULA] = "formula",     NULL};
WORDS(pressure) = {[OPENING_EXTRAPOLATED] = "extrapolated",
                   [OPENING_ZERO_GRADIENT] = "zero-gradient",
                   [OPENING_GIVEN] = "given",
                   [OPENING_HYDROSTATIC] = "hydrostatic",
                   NULL};
WORDS(absorb) = {[ABSORB_NONE] = "none", [ABSORB_LEVEL] = "level", NULL};
WORDS(surface) = {[SURFACE_FULL] = "full", [SURFACE_GIVEN] = "given", [SURFACE_FREE] = "free", NULL};

/* clang-format off */
#define CONDITION(name, condition)                                                                           \
  static bool name(const void *item) { const struct opening *i = item; return condition; }
CONDITION(is_box, i->shape == OPENING_BOX)
CONDITION(is_circle, i->shape == OPENING_CIRCLE)
CONDITION(is_polygon, i->shape == OPENING_POLYGON)
CONDITION(has_point, i->shape != OPENING_BOX)
CONDITION(has_speed, i->velocity.model == OPENING_UNIFORM || i->velocity.model == OPENING_PARABOLIC ||
                     i->velocity.model == OPENING_POWER)
CONDITION(is_power, i->velocity.model == OPENING_POWER)
CONDITION(is_table, i->velocity.model == OPENING_TABLE)
CONDITION(is_profiles, i->velocity.model == OPENING_PROFILES)
CONDITION(is_formula, i->velocity.model == OPENING_FORMULA)
CONDITION(is_made, i->velocity.model != OPENING_FREE)
CONDITION(is_given, i->pressure.model >= OPENING_GIVEN)
CONDITION(has_level, i->surface.model == SURFACE_GIVEN)
CONDITION(absorbs, i->absorb.model == ABSORB_LEVEL)

#define ROWS(name) static const struct schema_row rows_##name[]
#define TABLE(name, heading, item_size)                                                                      \
  static const struct schema_table table_##name = {                                                          \
      heading, item_size, sizeof rows_##name / sizeof *rows_##name, rows_##name}
#define WHERE(test, selector_key, words) .applies = test, .selector = selector_key, .where = words
#define ENUM(list) .type = VALUE_WORD, .words = words_##list
#define AT(member) .offset = offsetof(struct opening, member)

ROWS(velocity) = {
  {.key = "model", ENUM(velocity), AT(velocity.model), .fallback = "free",
   .meaning = "As the fluid before the face has it; the same everywhere; a parabola between the edges of a box or circle; a "
              "power of the height above the lowest edge; a table over the height, or over height or place and time; a formula. All along the normal"},
  {.key = "speed", .type = VALUE_NUMBER, .unit = "m/s", AT(velocity.speed), .required = true,
   WHERE(has_speed, "model", "velocity.model uniform, parabolic or power"),
   .meaning = "Inwards, the largest of a profile; < 0: outwards"},
  {.key = "exponent", .type = VALUE_NUMBER, AT(velocity.exponent), .fallback = "0.142857142857", .low = 0.01, .high = 10,
   WHERE(is_power, "model", "velocity.model power"), .meaning = "Of the height over that of the highest edge"},
  {.key = "table", .type = VALUE_TEXT, AT(velocity.table.file), .required = true, .contents = CONTENTS_FILE,
   WHERE(is_table, "model", "velocity.model table"),
   .meaning = "Text with one row per height: m along the axis of gravity, which grow, and m/s; straight lines between. Found "
              "beside the case file"},
  {.key = "profiles", .type = VALUE_TEXT, AT(velocity.profiles.file), .required = true, .contents = CONTENTS_FILE,
   WHERE(is_profiles, "model", "velocity.model profiles"),
   .meaning = "Text of rows: first any number and heights, m along the axis of gravity, which grow; then s and m/s at these "
              "heights; straight lines between. Or of a mesh: first rows of x, y or z and places along it; then s and m/s at all of them, x fastest. Found beside the case file"},
  {.key = "formula", .type = VALUE_TEXT, AT(velocity.formula), .required = true, WHERE(is_formula, "model", "velocity.model formula"),
   .meaning = "In m/s, of x, y, z (3-D) and t"},
  {.key = "factor", .type = VALUE_TEXT, AT(velocity.factor.file), .optional = true, .contents = CONTENTS_FILE,
   WHERE(is_made, "model", "every velocity.model but free"),
   .meaning = "Text with one row per time: s, and what the velocity is multiplied with. Found beside the case file"},
  {.key = "ramp", .type = VALUE_NUMBER, .unit = "s", AT(velocity.ramp), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   WHERE(is_made, "model", "every velocity.model but free"), .meaning = "Time in which it grows from 0 at the start"},
};
TABLE(velocity, "velocity", 0);

ROWS(pressure) = {
  {.key = "model", ENUM(pressure), AT(pressure.model), .fallback = "extrapolated",
   .meaning = "As the fluid before the face has it, with its slope along the normal or with that of the weight alone; a number; the weight of the water up to `surface.level`"},
  {.key = "value", .type = VALUE_NUMBER, .unit = "Pa", AT(pressure.value), .fallback = "0", .low = -SCHEMA_LIMIT, .high = SCHEMA_LIMIT,
   WHERE(is_given, "model", "pressure.model given or hydrostatic"), .meaning = "Pressure; of hydrostatic that at `surface.level`, which other water or oil above it may have"},
  {.key = "file", .type = VALUE_TEXT, AT(pressure.series.file), .optional = true, .contents = CONTENTS_FILE,
   WHERE(is_given, "model", "pressure.model given or hydrostatic"),
   .meaning = "Text with one row per time: s, and Pa, on top of `value`. Found beside the case file"},
};
TABLE(pressure, "pressure", 0);

ROWS(surface) = {
  {.key = "model", ENUM(surface), AT(surface.model), .fallback = "full",
   .meaning = "Where the face is wet, so that particles come: all of it; up to a level; as high as the fluid before it"},
  {.key = "level", .type = VALUE_NUMBER, .unit = "m", AT(surface.level), .required = true, .low = -SCHEMA_LIMIT, .high = SCHEMA_LIMIT,
   WHERE(has_level, "model", "surface.model given"),
   .meaning = "Of the water, along the axis of gravity, of the last axis without"},
  {.key = "file", .type = VALUE_TEXT, AT(surface.series.file), .optional = true, .contents = CONTENTS_FILE,
   WHERE(has_level, "model", "surface.model given"),
   .meaning = "Text with one row per time: s, and m, on top of `level`. Found beside the case file"},
};
TABLE(surface, "surface", 0);

ROWS(absorb) = {
  {.key = "model", ENUM(absorb), AT(absorb.model), .fallback = "none",
   .meaning = "Nothing; or waves that come to the face: sqrt(g / `depth`) times what the surface before it misses comes in besides, as in shallow water"},
  {.key = "depth", .type = VALUE_NUMBER, .unit = "m", AT(absorb.depth), .required = true, .positive = true,
   WHERE(absorbs, "model", "absorb.model level"), .meaning = "Of still water"},
  {.key = "level", .type = VALUE_NUMBER, .unit = "m", AT(absorb.level), .required = true, .low = -SCHEMA_LIMIT, .high = SCHEMA_LIMIT,
   WHERE(absorbs, "model", "absorb.model level"), .meaning = "Of the surface as it is to be there, along the axis of gravity"},
  {.key = "file", .type = VALUE_TEXT, AT(absorb.series.file), .optional = true, .contents = CONTENTS_FILE,
   WHERE(absorbs, "model", "absorb.model level"),
   .meaning = "Text with one row per time: s, and m, on top of `level`. Found beside the case file"},
  {.key = "before", .type = VALUE_NUMBER, .unit = "m", AT(absorb.before), .required = true, .positive = true,
   WHERE(absorbs, "model", "absorb.model level"), .meaning = "How far before the middle of the face the surface is read"},
  {.key = "from", .type = VALUE_NUMBER, .unit = "s", AT(absorb.from), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   WHERE(absorbs, "model", "absorb.model level"), .meaning = "Time before which it absorbs nothing"},
};
TABLE(absorb, "absorb", 0);

ROWS(opening) = {
  {.key = "name", .type = VALUE_NAME, AT(name), .required = true, .meaning = "Name of the boundary, not used by another"},
  {.key = "shape", ENUM(shape), AT(shape), .fallback = "box",
   .meaning = "What the face is: a flat box; a circle (in 2-D a line); a polygon, in 3-D only; the whole plane as far as "
              "the domain goes"},
  {.key = "low", .type = VALUE_VECTOR, .unit = "m", AT(low), .required = true, WHERE(is_box, "shape", "a box"),
   .meaning = "Lowest corner"},
  {.key = "high", .type = VALUE_VECTOR, .unit = "m", AT(high), .required = true, WHERE(is_box, "shape", "a box"),
   .meaning = "Highest corner; along the normal it is that of `low`"},
  {.key = "point", .type = VALUE_VECTOR, .unit = "m", AT(point), .required = true, WHERE(has_point, "shape", "a circle, polygon or plane"),
   .meaning = "A point of the face; of a circle its centre"},
  {.key = "normal", .type = VALUE_VECTOR, AT(normal), .required = true,
   .meaning = "Into the fluid, of any length; of a box or plane along an axis. The layers are on the other side"},
  {.key = "radius", .type = VALUE_NUMBER, .unit = "m", AT(radius), .required = true, .positive = true,
   WHERE(is_circle, "shape", "a circle"), .meaning = "Radius"},
  {.key = "up", .type = VALUE_VECTOR, AT(up), .required = true, WHERE(is_polygon, "shape", "a polygon"),
   .meaning = "The way of the second coordinate of `vertices`; the first is along up x normal"},
  {.key = "vertices", .type = VALUE_VERTICES, .unit = "m", AT(vertices), .required = true, .low = 3,
   .count_offset = offsetof(struct opening, vertex_count), WHERE(is_polygon, "shape", "a polygon"),
   .meaning = "Corners in order, from `point`; the last one joins the first"},
  {.key = "layers", .type = VALUE_INTEGER, AT(layers), .fallback = "0", .low = 0, .high = 100,
   .fallback_doc = "as many as the kernel reaches, and two, or one where the domain has no room for two", .meaning = "Of particles behind the face"},
  {.key = "phase", .type = VALUE_PHASE, AT(phase), .fallback_doc = "the fluid of `material`",
   .meaning = "Which of `phases` comes in; what goes out may be of any"},
  {.key = "temperature", .type = VALUE_NUMBER, .unit = "K", AT(temperature), .optional = true, .low = -1e6, .high = 1e6,
   .fallback_doc = "`heat.reference`", .meaning = "Of what comes in, where the case has `heat`"},
  {.key = "velocity", .type = VALUE_MAP, .table = &table_velocity, .meaning = "Velocity through the face"},
  {.key = "pressure", .type = VALUE_MAP, .table = &table_pressure, .meaning = "Pressure at the face"},
  {.key = "surface", .type = VALUE_MAP, .table = &table_surface, .meaning = "How high the water stands"},
  {.key = "absorb", .type = VALUE_MAP, .table = &table_absorb, .meaning = "Waves that it takes up"},
};
const struct schema_table schema_opening = {
    "Open boundaries: items of `open_boundaries`", sizeof(struct opening), sizeof rows_opening / sizeof *rows_opening, rows_opening};
/* clang-format on */
