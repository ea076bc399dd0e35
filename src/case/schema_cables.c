/* SPDX-License-Identifier: BSD-3-Clause */
/* The keys of cables and of knots. */
#include "case/schema.h"

/* clang-format off */
#define NUMBER .type = VALUE_NUMBER
#define NOT_NEGATIVE .low = 0, .high = SCHEMA_LIMIT
#define AT(member) .offset = offsetof(struct cable_bed, member)
static const struct schema_row rows_cable_bed[] = {
  {.key = "height", NUMBER, .unit = "m", AT(height), .required = true,
   .meaning = "Of a flat bed, counted against gravity: the coordinate along an axis that gravity runs down"},
  {.key = "stiffness", NUMBER, .unit = "Pa/m", AT(stiffness), .fallback = "3e6", .positive = true,
   .meaning = "Pressure over depth, on the diameter of the cable"},
  {.key = "damping", NUMBER, .unit = "Pa s/m", AT(damping), .fallback = "3e5", NOT_NEGATIVE,
   .meaning = "Pressure over the rate at which it goes deeper"},
  {.key = "friction", NUMBER, AT(friction), .fallback = "0", .low = 0, .high = 10, .meaning = "Coulomb's coefficient"},
};
static const struct schema_table schema_cable_bed = {"bed", 0, sizeof rows_cable_bed / sizeof *rows_cable_bed, rows_cable_bed};
#undef AT

#define AT(member) .offset = offsetof(struct cable, member)
static const struct schema_row rows_cable[] = {
  {.key = "name", .type = VALUE_NAME, AT(name), .required = true, .meaning = "Name of the cable, not used by another"},
  {.key = "from", .type = VALUE_VECTOR, .unit = "m", AT(place[0]), .optional = true, .fallback_doc = "that of the knot",
   .meaning = "Where it begins at the start: with `from_on` a point of that, else an anchor, which stays"},
  {.key = "from_on", .type = VALUE_TEXT, AT(on[0]), .optional = true, .fallback_doc = "none: an anchor",
   .meaning = "Name of a wall with a body or a motion, or of a knot, which the beginning goes with"},
  {.key = "to", .type = VALUE_VECTOR, .unit = "m", AT(place[1]), .optional = true, .fallback_doc = "that of the knot",
   .meaning = "Where it ends, likewise"},
  {.key = "to_on", .type = VALUE_TEXT, AT(on[1]), .optional = true, .fallback_doc = "none: an anchor",
   .meaning = "What the end goes with, likewise"},
  {.key = "length", NUMBER, .unit = "m", AT(length), .required = true, .positive = true, .meaning = "Without tension"},
  {.key = "segments", .type = VALUE_INTEGER, AT(segments), .fallback = "20", .low = 1, .high = 1000,
   .meaning = "Straight pieces, with the masses between them"},
  {.key = "mass", NUMBER, .unit = "kg/m", AT(mass), .required = true, .positive = true, .meaning = "Over its length, without water"},
  {.key = "diameter", NUMBER, .unit = "m", AT(diameter), .required = true, .positive = true,
   .meaning = "Of a cylinder of its volume, by which it floats and is dragged"},
  {.key = "stiffness", NUMBER, .unit = "N", AT(stiffness), .required = true, .positive = true,
   .meaning = "Tension over strain, Young's modulus times the cross section. It bears no pressure"},
  {.key = "damping", NUMBER, AT(damping), .fallback = "0.8", .low = 0, .high = 100,
   .meaning = "Of changes of length, over the critical damping of a segment"},
  {.key = "drag", .type = VALUE_PAIR, AT(drag), .fallback = "[1.6, 0.05]",
   .meaning = "Coefficients of drag across, on the diameter, and along, on the circumference"},
  {.key = "added_mass", .type = VALUE_PAIR, AT(added_mass), .fallback = "[1, 0]",
   .meaning = "Coefficients of added mass across and along, over the mass of water of its volume"},
  {.key = "water", NUMBER, .unit = "kg/m^3", AT(water), .optional = true, NOT_NEGATIVE, .fallback_doc = "material.density",
   .meaning = "Density of what is around all of it, which is at rest; 0: it is dry"},
  {.key = "bed", .type = VALUE_MAP, AT(bed), .table = &schema_cable_bed, .optional = true,
   .flag_offset = offsetof(struct cable, bed.given), .meaning = "A flat bed that it can lie on"},
  {.key = "breaks_at", NUMBER, .unit = "N", AT(breaks_at), .optional = true, .positive = true, .fallback_doc = "never",
   .meaning = "Tension at which it parts, where that is exceeded first"},
};
const struct schema_table schema_cable = {"Cables: items of `cables`", sizeof(struct cable), sizeof rows_cable / sizeof *rows_cable, rows_cable};
#undef AT

#define AT(member) .offset = offsetof(struct knot, member)
static const struct schema_row rows_knot[] = {
  {.key = "name", .type = VALUE_NAME, AT(name), .required = true, .meaning = "Name of the knot, not used by another or by a wall"},
  {.key = "at", .type = VALUE_VECTOR, .unit = "m", AT(at), .required = true,
   .meaning = "Where it is before it finds the place that its cables and its weight give it at the start"},
  {.key = "mass", NUMBER, .unit = "kg", AT(mass), .fallback = "0", NOT_NEGATIVE, .meaning = "Beside that of its cables"},
  {.key = "volume", NUMBER, .unit = "m^3", AT(volume), .fallback = "0", NOT_NEGATIVE, .meaning = "By which it floats"},
  {.key = "drag", NUMBER, .unit = "m^2", AT(drag), .fallback = "0", NOT_NEGATIVE, .meaning = "Coefficient of drag times area"},
  {.key = "added_mass", NUMBER, AT(added_mass), .fallback = "0", .low = 0, .high = 100,
   .meaning = "Coefficient of added mass, over the mass of water of its volume"},
};
const struct schema_table schema_knot = {"Knots: items of `knots`", sizeof(struct knot), sizeof rows_knot / sizeof *rows_knot, rows_knot};
#undef AT
/* clang-format on */
