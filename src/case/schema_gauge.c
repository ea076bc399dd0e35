/* SPDX-License-Identifier: BSD-3-Clause */
/* The keys of gauges. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "case/schema.h"

static const char *const words_gauge[] = {
#define X(kind, word, stand, needs, flat, deep, exported, meaning) word,
    GAUGES(X)
#undef X
        NULL};

/* clang-format off */
/* Where a key means something, by the gauge's kind. */
#define CONDITION(name, condition)                                                                           \
  static bool name##_kind(int kind) { return condition; }                                                    \
  static bool name(const void *item) { return name##_kind((int)((const struct gauge *)item)->kind); }
CONDITION(is_sensor, gauge_needs(kind, GAUGE_SENSOR))
CONDITION(is_placed, gauge_needs(kind, GAUGE_ABOUT) || !(gauge_is_whole(kind) || gauge_rows[kind].stand == GAUGE_OF_ALL || gauge_is_of_cable(kind)))
CONDITION(is_spread, gauge_is_spread(kind))
CONDITION(is_face, gauge_rows[kind].stand == GAUGE_ACROSS)
CONDITION(is_line, gauge_is_line(kind))
CONDITION(is_of_cable, gauge_is_of_cable(kind))
CONDITION(is_on_wall, gauge_is_whole(kind) || gauge_can_stand_on(kind))
CONDITION(is_carried, gauge_can_stand_on(kind))

#define ENUM(list) .type = VALUE_WORD, .words = words_##list
#define WHERE(test, selector_key, words) .applies = test, .selector = selector_key, .where = words
#define OF(test) WHERE(test, "type", "a gauge of"), .selects = test##_kind, .selected = words_gauge
#define AT(member) .offset = offsetof(struct gauge, member)
static const struct schema_row rows_gauge[] = {
  {.key = "name", .passive = true, .type = VALUE_NAME, AT(name), .required = true,
   .meaning = "Column in `gauges.csv`, not used by another gauge"},
  {.key = "type", ENUM(gauge), AT(kind), .required = true,
   .meaning = "What it measures: the table below. `height`, `level`, `elevation` and `run-up` need gravity along an axis"},
  {.key = "at", .type = VALUE_PLACE, .unit = "m", AT(at), .required = true,
   WHERE(is_placed, "type", "a gauge of a place, line or face"),
   .meaning = "Where, inside the domain. For `height` and `level` only the coordinates across gravity; a torque is about this place"},
  {.key = "to", .type = VALUE_VECTOR, .unit = "m", AT(to), .required = true, WHERE(is_line, "type", "a gauge of a line or face"),
   .meaning = "Where the line ends that begins at `at`, inside the domain; of a flow in 2-D water counts that goes to its right"},
  {.key = "side", .type = VALUE_VECTOR, .unit = "m", AT(side), OF(is_face),
   .fallback_doc = "of 3-D required",
   .meaning = "In 3-D the way from `at` to another corner of the face, which it spans with that to `to`; water counts that goes where "
              "a right hand's thumb points when its fingers turn from `to` to this side"},
  {.key = "places", .type = VALUE_INTEGER, AT(places), .fallback = "21", .low = 2, .high = 1000,
   OF(is_spread), .meaning = "Places along the line, at equal distances, ends among them; each has columns"},
  {.key = "on", .type = VALUE_WALL, AT(wall), OF(is_on_wall),
   .fallback_doc = "required of a gauge of a wall or body; else none",
   .meaning = "Name of the wall on which the force acts, or which is the body; or of one that has a flat face at `at`: the gauge then stands "
              "where that is built, which is a whole number of `dp` from `domain.low`. It goes with a wall that moves"},
  {.key = "moves_with", .type = VALUE_WALL, AT(carrier), OF(is_carried), .fallback_doc = "none",
   .meaning = "Name of a wall that moves, or of a body, with which a gauge goes that is on no flat face of it. `at` is where it begins; "
              "columns `NAME.at.x [m]` and on say where it is"},
  {.key = "of", .type = VALUE_TEXT, AT(of), .required = true, OF(is_of_cable), .meaning = "Name of the cable"},
  {.key = "interval", .passive = true, .type = VALUE_NUMBER, .unit = "s", AT(interval), .required = true, .positive = true,
   .meaning = "Time between samples"},
  {.key = "size", .type = VALUE_NUMBER, .unit = "m", AT(size), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   OF(is_sensor),
   .meaning = "Diameter of the sensor, over whose face pressure is a mean, of which what no water touches has none; it needs `on`. 0: a point"},
  {.key = "frequency", .type = VALUE_NUMBER, .unit = "Hz", AT(frequency), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   OF(is_sensor),
   .meaning = "Natural frequency of the sensor and what amplifies it, damped by 0.71: at most 1/(4 interval). 0: it follows at once"},
  {.key = "average", .type = VALUE_NUMBER, .unit = "s", AT(average), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   OF(is_sensor),
   .meaning = "Time before each sample over which the reading is a mean, at most `interval`: all steps that end in it are read, and "
              "between two of them pressure goes straight. The first sample is of its moment alone. 0: so is each"},
};
#undef AT
/* clang-format on */

static void print_columns(FILE *out, const char *columns) {
  for (; *columns; columns += strspn(columns, ",")) {
    const int length = (int)strcspn(columns, ",");
    fprintf(out, "`NAME%.*s`%s", length, columns, columns[length] ? ", " : "");
    columns += length;
  }
}

void schema_print_gauges(FILE *out) {
  fprintf(out, "| type | what it measures | columns in 2-D | columns in 3-D |\n|---|---|---|---|\n");
  for (int k = 0; k < GAUGE_KINDS; k++) {
    const struct gauge_row *row = &gauge_rows[k];
    fprintf(out, "| `%s` | %c%s. | ", row->word, toupper(row->meaning[0]), row->meaning + 1);
    print_columns(out, row->columns[0]);
    fprintf(out, " | ");
    if (strcmp(row->columns[0], row->columns[1]) == 0)
      fprintf(out, "the same");
    else
      print_columns(out, row->columns[1]);
    fprintf(out, " |\n");
  }
  fprintf(out,
          "\nIn the place of `#` stands the number of a place along the line, from 1 on. What is of a metre "
          "across the plane in 2-D has the unit that says so. A cell is empty where a gauge is not due, or "
          "has no value.\n\n");
}

const struct schema_table schema_gauge = {"Gauges: items of `gauges`", sizeof(struct gauge),
                                          sizeof rows_gauge / sizeof *rows_gauge, rows_gauge};
