/* SPDX-License-Identifier: BSD-3-Clause */
/* The keys of method: transport. Offsets count from the case. */
#include "case/gauge_units.h"
#include "case/schema.h"

#define WORDS(name) static const char *const words_##name[]
WORDS(remesh) = {[REMESH_M4] = "m4",        [REMESH_M6] = "m6",          [REMESH_M8] = "m8",
                 [REMESH_L22] = "lambda22", [REMESH_L44] = "lambda44",   [REMESH_L64] = "lambda64",
                 [REMESH_L84] = "lambda84", [REMESH_L147] = "lambda147", NULL};
WORDS(flow) = {[FLOW_UNIFORM] = "uniform",
               [FLOW_ROTATION] = "rotation",
               [FLOW_SHEAR] = "shear",
               [FLOW_CELL] = "cell",
               [FLOW_VORTEX] = "vortex",
               [FLOW_DEFORMATION] = "deformation",
               [FLOW_EXPRESSION] = "expression",
               [FLOW_FILE] = "file",
               NULL};
WORDS(modulation) = {
    [MODULATION_NONE] = "none", [MODULATION_COSINE] = "cosine", [MODULATION_SINE] = "sine", NULL};
WORDS(scalar) = {[SCALAR_BALL] = "ball", [SCALAR_BUMP] = "bump",
                 [SCALAR_WAVE] = "wave", [SCALAR_EXPRESSION] = "expression",
                 [SCALAR_FILE] = "file", NULL};
WORDS(splitting) = {[SPLITTING_LIE] = "lie", [SPLITTING_STRANG] = "strang", NULL};
WORDS(precision) = {[PRECISION_SINGLE] = "single", [PRECISION_DOUBLE] = "double", NULL};
WORDS(transport_summation) = {[TRANSPORT_PLAIN] = "plain", [TRANSPORT_FIXED] = "fixed", NULL};
WORDS(transport_gauge) = {[TRANSPORT_SUM] = "sum",     [TRANSPORT_MIN] = "min",
                          [TRANSPORT_MAX] = "max",     [TRANSPORT_VOLUME] = "volume",
                          [TRANSPORT_L1] = "l1",       [TRANSPORT_L2] = "l2",
                          [TRANSPORT_SHAPE] = "shape", NULL};

const char *unit_transport_gauge(enum transport_gauge_kind kind, int dimensions) {
  static const char *const units[] = {"", "m", "m^2", "m^3"};
  const bool whole = kind == TRANSPORT_SUM || kind == TRANSPORT_VOLUME || kind == TRANSPORT_SHAPE;
  return whole ? units[dimensions] : NULL;
}

void schema_print_transport_gauges(FILE *out) {
  fprintf(out, "A gauge has one column:");
  for (int k = 0; words_transport_gauge[k]; k++) {
    const enum transport_gauge_kind kind = (enum transport_gauge_kind)k;
    fprintf(out, "%s `NAME", k ? "," : "");
    for (int d = 1; d <= 3 && unit_transport_gauge(kind, d); d++)
      fprintf(out, "%s%s%s", d == 1 ? " [" : ", ", unit_transport_gauge(kind, d), d == 3 ? "]" : "");
    fprintf(out, "` of %s", words_transport_gauge[k]);
  }
  fprintf(out, ", with the unit of as many dimensions as there are.\n\n");
}

/* clang-format off */
#define CONDITION(name, type, condition)                                                                     \
  static bool name(const void *item) { const struct type *i = item; return condition; }
CONDITION(is_uniform, amphi_case, i->transport.flow.kind == FLOW_UNIFORM)
CONDITION(is_named, amphi_case, i->transport.flow.kind != FLOW_UNIFORM && i->transport.flow.kind < FLOW_EXPRESSION)
CONDITION(has_u, amphi_case, i->transport.flow.kind == FLOW_EXPRESSION)
CONDITION(has_v, amphi_case, i->transport.flow.kind == FLOW_EXPRESSION && i->dimensions >= 2)
CONDITION(has_w, amphi_case, i->transport.flow.kind == FLOW_EXPRESSION && i->dimensions >= 3)
CONDITION(is_flow_file, amphi_case, i->transport.flow.kind == FLOW_FILE)
CONDITION(is_modulated, amphi_case, i->transport.flow.modulation != MODULATION_NONE)
CONDITION(is_ball, amphi_case, i->transport.scalar.kind == SCALAR_BALL)
CONDITION(is_round, amphi_case, i->transport.scalar.kind < SCALAR_WAVE)
CONDITION(is_expression, amphi_case, i->transport.scalar.kind == SCALAR_EXPRESSION)
CONDITION(is_file, amphi_case, i->transport.scalar.kind == SCALAR_FILE)
CONDITION(has_level, transport_gauge, i->kind == TRANSPORT_VOLUME || i->kind == TRANSPORT_SHAPE)

#define ROWS(name) static const struct schema_row rows_##name[]
#define COUNT(name) sizeof rows_##name / sizeof *rows_##name
#define WHERE(test, selector_key, words) .applies = test, .selector = selector_key, .where = words
#define ENUM(list) .type = VALUE_WORD, .words = words_##list
#define AT(member) .offset = offsetof(struct amphi_case, transport.member)

ROWS(flow) = {
  {.key = "kind", ENUM(flow), AT(flow.kind), .required = true,
   .meaning = "The velocity, on coordinates that go from 0 to 1 through the box (docs/transport.md has the formulas)"},
  {.key = "velocity", .type = VALUE_VECTOR, .unit = "m/s", AT(flow.velocity), .required = true,
   WHERE(is_uniform, "kind", "a uniform flow"), .meaning = "The velocity everywhere"},
  {.key = "speed", .type = VALUE_NUMBER, .unit = "1/s", AT(flow.speed), .fallback = "1", .positive = true,
   WHERE(is_named, "kind", "flows with a name"), .meaning = "Velocities are this many times those of the formulas, "
   "in lengths of the box a second"},
  {.key = "u", .type = VALUE_TEXT, .unit = "m/s", AT(flow.expression[0]), .required = true,
   WHERE(has_u, "kind", "an expression"), .meaning = "The velocity along x, in `x`, `y`, `z` (m) and `t` (s)"},
  {.key = "v", .type = VALUE_TEXT, .unit = "m/s", AT(flow.expression[1]), .required = true,
   WHERE(has_v, "kind", "an expression in 2-D and 3-D"), .meaning = "Along y"},
  {.key = "w", .type = VALUE_TEXT, .unit = "m/s", AT(flow.expression[2]), .required = true,
   WHERE(has_w, "kind", "an expression in 3-D"), .meaning = "Along z"},
  {.key = "file", .type = VALUE_TEXT, AT(flow.file), .required = true, .contents = CONTENTS_FILE, WHERE(is_flow_file, "kind", "a file"),
   .meaning = "HDF5 file, from the working folder on, with datasets `u`, `v`, `w` in m/s, [z][y][x] as the grid points, or "
              "[time][z][y][x] with a dataset `time` in s, linear in between"},
  {.key = "modulation", ENUM(modulation), AT(flow.modulation), .fallback = "none",
   .meaning = "Velocities times cos(pi t / period) or sin(2 pi t / period): after a period all is back where it began"},
  {.key = "period", .type = VALUE_NUMBER, .unit = "s", AT(flow.period), .required = true, .positive = true,
   WHERE(is_modulated, "modulation", "a modulation"), .meaning = "When a modulated flow has brought all back"},
};
static const struct schema_table table_flow = {"Flow", 0, COUNT(flow), rows_flow};

ROWS(scalar) = {
  {.key = "kind", ENUM(scalar), AT(scalar.kind), .required = true,
   .meaning = "What is transported: 1 in a ball and 0 outside; (1 - r^2/radius^2)^6 in a ball; or 1/2 + 1/2 times the "
              "product of sin(2 pi x) over the axes, x from 0 to 1 through the box; an expression; or what a file has"},
  {.key = "centre", .type = VALUE_VECTOR, .unit = "m", AT(scalar.centre), .required = true,
   WHERE(is_round, "kind", "a ball or a bump"), .meaning = "Centre"},
  {.key = "radius", .type = VALUE_NUMBER, .unit = "m", AT(scalar.radius), .required = true, .positive = true,
   WHERE(is_round, "kind", "a ball or a bump"), .meaning = "Radius"},
  {.key = "width", .type = VALUE_NUMBER, .unit = "m", AT(scalar.width), .low = 0, .high = SCHEMA_LIMIT,
   WHERE(is_ball, "kind", "a ball"), .meaning = "Width of a smooth edge, 1/2 at the radius; 0: sharp"},
  {.key = "value", .type = VALUE_TEXT, AT(scalar.expression), .required = true, WHERE(is_expression, "kind", "an expression"),
   .meaning = "The scalar in `x`, `y` and `z` (m)"},
  {.key = "file", .type = VALUE_TEXT, AT(scalar.file), .required = true, .contents = CONTENTS_FILE, WHERE(is_file, "kind", "a file"),
   .meaning = "HDF5 file, from the working folder on"},
  {.key = "dataset", .type = VALUE_TEXT, AT(scalar.dataset), .fallback = "scalar", WHERE(is_file, "kind", "a file"),
   .meaning = "Dataset in it, [z][y][x] as the grid points"},
};
static const struct schema_table table_scalar = {"Scalar", 0, COUNT(scalar), rows_scalar};

ROWS(transport) = {
  {.key = "low", .type = VALUE_VECTOR, .unit = "m", AT(low), .meaning = "Lowest corner of the periodic box"},
  {.key = "high", .type = VALUE_VECTOR, .unit = "m", AT(high), .required = true, .meaning = "Highest corner"},
  {.key = "points", .type = VALUE_INTEGER, AT(points), .required = true, .low = 16, .high = 65536,
   .meaning = "Grid points along x; they are as far apart along the other axes, in the middle of cells"},
  {.key = "flow", .type = VALUE_MAP, .required = true, .table = &table_flow, .meaning = "The velocity"},
  {.key = "scalar", .type = VALUE_MAP, .required = true, .table = &table_scalar, .meaning = "What is transported"},
  {.key = "kernel", ENUM(remesh), AT(kernel), .fallback = "m6", .meaning = "Remeshing kernel: M'4, M'6, M'8 or Lambda(p, r)"},
  {.key = "order", .type = VALUE_INTEGER, AT(order), .fallback = "2", .low = 2, .high = 4,
   .meaning = "Runge-Kutta method along a line: the midpoint rule (2) or the classical one (4)"},
  {.key = "splitting", ENUM(splitting), AT(splitting), .fallback = "strang",
   .meaning = "One axis after the other (first order in time), or half a step there and half a step back (second)"},
  {.key = "cfl", .type = VALUE_NUMBER, AT(cfl), .low = 0, .high = 1e6, .fallback_doc = "none; this or `step`",
   .meaning = "The largest displacement in a step, in cells; the step is then the longest of which a whole number makes `end`"},
  {.key = "step", .type = VALUE_NUMBER, .unit = "s", AT(step), .low = 0, .high = SCHEMA_LIMIT,
   .fallback_doc = "none; this or `cfl`", .meaning = "Time step"},
  {.key = "precision", ENUM(precision), AT(precision), .fallback = "single", .meaning = "Of values and of what is computed with them"},
  {.key = "summation", ENUM(transport_summation), AT(summation), .fallback = "fixed",
   .meaning = "Whole quanta, of which none is ever lost, or floating-point values"},
};
const struct schema_table schema_transport = {"Transport", 0, COUNT(transport), rows_transport};
#undef AT

#define AT(member) .offset = offsetof(struct transport_gauge, member)
ROWS(gauge) = {
  {.key = "name", .passive = true, .type = VALUE_NAME, AT(name), .required = true, .meaning = "Names the column of `gauges.csv`"},
  {.key = "type", ENUM(transport_gauge), AT(kind), .required = true,
   .meaning = "The integral of the scalar; its least and its largest value; the volume where it is above a level; the mean "
              "magnitude and the root mean square of its difference from the initial scalar; or the volume that is above a "
              "level in one of the two and not in the other"},
  {.key = "level", .type = VALUE_NUMBER, AT(level), .fallback = "0.5",
   WHERE(has_level, "type", "volume and shape"), .meaning = "Of the scalar"},
  {.key = "interval", .passive = true, .type = VALUE_NUMBER, .unit = "s", AT(interval), .required = true, .positive = true,
   .meaning = "Time between samples; the first is at the start"},
};
const struct schema_table schema_transport_gauge = {"Transport's gauge", sizeof(struct transport_gauge), COUNT(gauge), rows_gauge};
/* clang-format on */
