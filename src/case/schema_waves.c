/* SPDX-License-Identifier: BSD-3-Clause */
/* The keys of waves, and of zones where they are made or die away. */
#include "case/schema.h"

#define WORDS(name) static const char *const words_##name[]
WORDS(waves) = {[WAVES_REGULAR] = "regular",
                [WAVES_IRREGULAR] = "irregular",
                [WAVES_FOCUSED] = "focused",
                [WAVES_SOLITARY] = "solitary",
                NULL};
WORDS(spectrum) = {[SPECTRUM_JONSWAP] = "jonswap", [SPECTRUM_PIERSON_MOSKOWITZ] = "pierson-moskowitz", NULL};
WORDS(solitary) = {
    [SOLITARY_RAYLEIGH] = "rayleigh", [SOLITARY_BOUSSINESQ] = "boussinesq", [SOLITARY_KDV] = "kdv", NULL};

/* clang-format off */
#define CONDITION(name, condition)                                                                           \
  static bool name(const void *item) { const struct waves *i = item; return condition; }
CONDITION(is_regular, i->kind == WAVES_REGULAR)
CONDITION(has_phase, i->kind == WAVES_REGULAR || i->kind == WAVES_FOCUSED)
CONDITION(is_irregular, i->kind == WAVES_IRREGULAR)
CONDITION(is_focused, i->kind == WAVES_FOCUSED)
CONDITION(is_solitary, i->kind == WAVES_SOLITARY)
CONDITION(has_period, i->kind != WAVES_SOLITARY)
CONDITION(has_spectrum, i->kind == WAVES_IRREGULAR || i->kind == WAVES_FOCUSED)
CONDITION(has_peakedness, has_spectrum(item) && i->spectrum == SPECTRUM_JONSWAP)

#define AT(member) .offset = offsetof(struct waves, member)
#define ENUM(list) .type = VALUE_WORD, .words = words_##list
#define WHERE(test, selector_key, words) .applies = test, .selector = selector_key, .where = words
static const struct schema_row rows_waves[] = {
  {.key = "type", ENUM(waves), AT(kind), .fallback = "regular",
   .meaning = "Waves of one period; of a spectrum, with random phases; of a spectrum, with crests that meet at a place; one crest alone"},
  {.key = "depth", .type = VALUE_NUMBER, .unit = "m", AT(depth), .required = true, .positive = true,
   .meaning = "Depth of the still water in front of the paddle, over a flat bed"},
  {.key = "height", .type = VALUE_NUMBER, .unit = "m", AT(height), .required = true, .positive = true,
   .meaning = "Height from trough to crest; of irregular waves the significant height, four times the surface's standard deviation; "
              "of focused and solitary ones that of the crest over still water"},
  {.key = "period", .type = VALUE_NUMBER, .unit = "s", AT(period), .required = true, .positive = true,
   WHERE(has_period, "type", "waves of any type but solitary"), .meaning = "Period; of a spectrum that of its peak"},
  {.key = "order", .type = VALUE_INTEGER, AT(order), .fallback = "1", .low = 1, .high = 2,
   WHERE(is_regular, "type", "waves of type regular"),
   .meaning = "1: the paddle's displacement is a sine; 2: a second one is added, so that no free wave of second order is made (Madsen 1971)"},
  {.key = "phase", .type = VALUE_NUMBER, .unit = "degrees", AT(phase), .fallback = "0",
   WHERE(has_phase, "type", "waves of type regular or focused"),
   .meaning = "Phase of the sine at the motion's `from`; of focused waves that with which all meet, 180 for a trough"},
  {.key = "spectrum", ENUM(spectrum), AT(spectrum), .fallback = "jonswap",
   WHERE(has_spectrum, "type", "waves of type irregular or focused"), .meaning = "How energy is spread over frequencies"},
  {.key = "peakedness", .type = VALUE_NUMBER, AT(peakedness), .fallback = "3.3", .low = 1, .high = 10,
   WHERE(has_peakedness, "spectrum", "the spectrum jonswap"), .meaning = "Peak enhancement factor gamma; 1 is the spectrum of Pierson and Moskowitz"},
  {.key = "components", .type = VALUE_INTEGER, AT(components), .fallback = "100", .low = 8, .high = 10000,
   WHERE(has_spectrum, "type", "waves of type irregular or focused"),
   .meaning = "Number of sines, one in each of so many bands of frequency from half to three times the peak's"},
  {.key = "seed", .type = VALUE_INTEGER, AT(seed), .required = true, .low = 0, .high = 2147483647,
   WHERE(is_irregular, "type", "waves of type irregular"),
   .meaning = "Seed of frequencies and phases: the same seed gives the same waves on every machine"},
  {.key = "distance", .type = VALUE_NUMBER, .unit = "m", AT(distance), .required = true, .low = 0, .high = SCHEMA_LIMIT,
   WHERE(is_focused, "type", "waves of type focused"), .meaning = "Distance from the paddle to where the crests meet"},
  {.key = "time", .type = VALUE_NUMBER, .unit = "s", AT(time), .required = true, .low = 0, .high = SCHEMA_LIMIT,
   WHERE(is_focused, "type", "waves of type focused"), .meaning = "Time at which they meet, from the motion's `from` on"},
  {.key = "solution", ENUM(solitary), AT(solution), .fallback = "rayleigh", WHERE(is_solitary, "type", "waves of type solitary"),
   .meaning = "Theory of the wave's shape; Rayleigh's changes least as it travels"},
  {.key = "absorb", .type = VALUE_BOOLEAN, AT(absorb), .fallback = "false", WHERE(has_period, "type", "waves of any type but solitary"),
   .meaning = "Whether the piston also absorbs waves that come back: it measures the surface in front of itself, and corrects its motion by what differs from its own waves"},
};
#undef AT

#define AT(member) .offset = offsetof(struct damping_zone, member)
static const struct schema_row rows_damping_zone[] = {
  {.key = "name", .type = VALUE_NAME, AT(name), .required = true, .meaning = "Name of the zone, not used by another"},
  {.key = "from", .type = VALUE_VECTOR, .unit = "m", AT(from), .required = true,
   .meaning = "A point of the plane where it begins, across the way to `to`; of a round zone a point as far from the axis as it begins"},
  {.key = "to", .type = VALUE_VECTOR, .unit = "m", AT(to), .required = true,
   .meaning = "A point of the plane, or as far from the axis, from which on it has its full strength, which grows with the square of the way between"},
  {.key = "beyond", .type = VALUE_NUMBER, .unit = "m", AT(beyond), .optional = true, .low = 0, .high = SCHEMA_LIMIT,
   .fallback_doc = "without end", .meaning = "How far behind `to` it ends"},
  {.key = "through", .type = VALUE_VECTOR, .unit = "m", AT(through), .optional = true, .fallback_doc = "none: a plane zone",
   .meaning = "Makes the zone round: a point of its axis"},
  {.key = "axis", .type = VALUE_VECTOR, AT(axis), .optional = true, .fallback_doc = "none: about the point",
   .meaning = "Direction of the axis of a round zone"},
  {.key = "strength", .type = VALUE_NUMBER, .unit = "1/s", AT(strength), .fallback = "10", .low = 0, .high = 1e6,
   .meaning = "Rate at which velocity decays where the zone is strongest"},
  {.key = "low", .type = VALUE_VECTOR, .unit = "m", AT(low), .optional = true, .fallback_doc = "without bound",
   .meaning = "Lowest corner of a box that a plane zone stays in"},
  {.key = "high", .type = VALUE_VECTOR, .unit = "m", AT(high), .optional = true, .fallback_doc = "without bound",
   .meaning = "Its highest corner"},
  {.key = "axes", .type = VALUE_AXES, AT(axes), .fallback_doc = "all", .meaning = "Components of the velocity that it acts on"},
};
#undef AT

#define AT(member) .offset = offsetof(struct relaxation_zone, member)
static const struct schema_row rows_relaxation_zone[] = {
  {.key = "name", .type = VALUE_NAME, AT(name), .required = true, .meaning = "Name of the zone, not used by another"},
  {.key = "from", .type = VALUE_VECTOR, .unit = "m", AT(from), .required = true,
   .meaning = "A point on the bed, in the plane across the way to `to` where it is strongest"},
  {.key = "to", .type = VALUE_VECTOR, .unit = "m", AT(to), .required = true,
   .meaning = "Where it ends, at the same height; its waves run this way"},
  {.key = "behind", .type = VALUE_NUMBER, .unit = "m", AT(behind), .optional = true, .positive = true,
   .fallback_doc = "as far as `to`", .meaning = "How far the zone reaches on the other side of `from`"},
  {.key = "side", .type = VALUE_VECTOR, .unit = "m", AT(side), .optional = true, .fallback_doc = "without sides",
   .meaning = "A point of a side of a zone with a `current`, straight across its way from `from`; the side opposite is as far away. The way may then go up or down, and all components of the velocity become the current's"},
  {.key = "top", .type = VALUE_VECTOR, .unit = "m", AT(top), .optional = true, .fallback_doc = "without bottom and top",
   .meaning = "The same of the other two sides"},
  {.key = "strength", .type = VALUE_NUMBER, .unit = "1/s", AT(strength), .optional = true, .low = 0, .high = 1e6,
   .fallback_doc = "100 with waves or a current; else 2 pi over the longest period of the case's waves, or 10 where none has one",
   .meaning = "Rate at which velocity approaches the zone's own where that is strongest; a zone at rest that is much faster than waves oscillate reflects them like a wall"},
  {.key = "ramp", .type = VALUE_NUMBER, .unit = "s", AT(ramp), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   .meaning = "Time over which its waves or its current grow to their full size"},
  {.key = "starts", .type = VALUE_NUMBER, .unit = "s", AT(starts), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   .meaning = "When the zone begins, and with it its waves and its ramp; before that the water is free"},
  {.key = "ends", .type = VALUE_NUMBER, .unit = "s", AT(ends), .optional = true, .low = 0, .high = SCHEMA_LIMIT,
   .fallback_doc = "the end of the run", .meaning = "From when on the water is free again"},
  {.key = "waves", .type = VALUE_MAP, AT(waves), .optional = true, .table = &schema_waves,
   .flag_offset = offsetof(struct relaxation_zone, given) , .fallback_doc = "none: still water, or a current",
   .meaning = "Waves whose velocities the water gets, as if a paddle at `from` had made them"},
  {.key = "current", .type = VALUE_NUMBER, .unit = "m/s", AT(current), .fallback = "0", .low = -SCHEMA_LIMIT, .high = SCHEMA_LIMIT,
   .meaning = "Velocity towards `to` that all the water gets, where there are no `waves`"},
  {.key = "file", .type = VALUE_TEXT, AT(file), .optional = true, .contents = CONTENTS_FILE,
   .meaning = "Text with a row for each time: seconds, and the factor of `current`, interpolated linearly. Found beside the case file"},
  {.key = "velocities", .type = VALUE_TEXT, AT(velocities), .optional = true, .contents = CONTENTS_FILE,
   .meaning = "Text of velocities on a mesh: first a row for each of its axes, x, y or z and the places along it; then a row for each time, seconds and for all places, x fastest, "
              "the velocity towards `to`, m/s, or that and the upward velocity. Without upward velocities the water keeps its own. Interpolated linearly. Found beside the case file"},
};
/* clang-format on */
const struct schema_table schema_waves = {"waves", 0, sizeof rows_waves / sizeof *rows_waves, rows_waves};
const struct schema_table schema_damping_zone = {
    "Damping zones: items of `damping_zones`", sizeof(struct damping_zone),
    sizeof rows_damping_zone / sizeof *rows_damping_zone, rows_damping_zone};
const struct schema_table schema_relaxation_zone = {
    "Relaxation zones: items of `relaxation_zones`", sizeof(struct relaxation_zone),
    sizeof rows_relaxation_zone / sizeof *rows_relaxation_zone, rows_relaxation_zone};
