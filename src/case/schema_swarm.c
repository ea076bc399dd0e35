/* SPDX-License-Identifier: BSD-3-Clause */
/* The keys of method swarm. */
#include "case/schema.h"

#define WORDS(name) const char *const words_##name[]
WORDS(objective) = {[OBJECTIVE_SPHERE] = "sphere",       [OBJECTIVE_ROSENBROCK] = "rosenbrock",
                    [OBJECTIVE_RASTRIGIN] = "rastrigin", [OBJECTIVE_ACKLEY] = "ackley",
                    [OBJECTIVE_GRIEWANK] = "griewank",   [OBJECTIVE_EXPRESSION] = "expression",
                    [OBJECTIVE_USER] = "user",           NULL};
WORDS(total) = {[SWARM_SUM] = "sum", [SWARM_PRODUCT] = "product", NULL};
WORDS(form) = {[SWARM_SPSO2011] = "spso2011", [SWARM_CANONICAL] = "canonical", NULL};
WORDS(neighbourhood) = {[SWARM_RANDOM] = "random", [SWARM_RING] = "ring", [SWARM_GLOBAL] = "global", NULL};
WORDS(layout) = {[ARRANGE_TRANSPOSED] = "transposed",
                 [ARRANGE_CHUNK_2] = "chunk2",
                 [ARRANGE_CHUNK_4] = "chunk4",
                 [ARRANGE_CHUNK_8] = "chunk8",
                 [ARRANGE_CHUNK_16] = "chunk16",
                 [ARRANGE_SOA] = "soa",
                 [ARRANGE_SOA_PADDED] = "soa_padded",
                 [ARRANGE_AOS] = "aos",
                 [ARRANGE_AOS_SELECTIVE] = "aos_selective",
                 NULL};

/* clang-format off */
static bool is_user(const void *item) { return ((const struct amphi_case *)item)->swarm.function == OBJECTIVE_USER; }
static bool is_expression(const void *item) {
  return ((const struct amphi_case *)item)->swarm.function == OBJECTIVE_EXPRESSION;
}
static bool is_random(const void *item) {
  return ((const struct amphi_case *)item)->swarm.neighbourhood == SWARM_RANDOM;
}

#define WHERE(test, selector_key, words) .applies = test, .selector = selector_key, .where = words
#define ENUM(list) .type = VALUE_WORD, .words = words_##list
#define AT(member) .offset = offsetof(struct swarm_total, member)
static const struct schema_row rows_total[] = {
  {.key = "name", .type = VALUE_NAME, AT(name), .required = true, .meaning = "What `swarm.value` calls it"},
  {.key = "type", ENUM(total), AT(kind), .fallback = "sum", .meaning = "Sum or product over the coordinates"},
  {.key = "of", .type = VALUE_TEXT, AT(of), .required = true,
   .meaning = "Expression in a coordinate `x`, the coordinate after it `next`, its number `i` from 1, and `D`, how many "
              "there are; where it has `next`, the last coordinate is left out"},
};
static const struct schema_table schema_total = {"Swarm's total", sizeof(struct swarm_total),
                                                 sizeof rows_total / sizeof *rows_total, rows_total};
#undef AT

#define AT(member) .offset = offsetof(struct amphi_case, member)
static const struct schema_row rows_swarm[] = {
  {.key = "function", ENUM(objective), AT(swarm.function), .required = true,
   .meaning = "What to minimise: a standard function, an expression, or a function of the user in a shared object"},
  {.key = "value", .type = VALUE_TEXT, AT(swarm.value), .required = true,
   WHERE(is_expression, "function", "swarm.function expression"),
   .meaning = "The function, in coordinates `x1`, `x2` and so on, their number `D`, and totals"},
  {.key = "totals", .type = VALUE_LIST, AT(swarm.totals), .table = &schema_total,
   .count_offset = offsetof(struct amphi_case, swarm.total_count), WHERE(is_expression, "function", "swarm.function expression"),
   .meaning = "Sums and products over all coordinates, for `value`"},
  {.key = "library", .type = VALUE_TEXT, AT(swarm.library), .required = true, .contents = CONTENTS_LIBRARY,
   WHERE(is_user, "function", "swarm.function user"),
   .meaning = "Shared object, as `dlopen` finds it: with a `/` in it a file, from the working folder on"},
  {.key = "symbol", .type = VALUE_NAME, AT(swarm.symbol), .fallback = "objective",
   WHERE(is_user, "function", "swarm.function user"),
   .meaning = "Function in it, `double NAME(int n, const double *x)`, whose value depends on its arguments alone"},
  {.key = "bounds", .type = VALUE_PAIR, AT(swarm.bounds), .fallback_doc = "the standard's for the function",
   .meaning = "Least and greatest value of every coordinate"},
  {.key = "particles", .type = VALUE_INTEGER, AT(swarm.particles), .fallback = "40", .low = 1, .high = 1 << 28,
   .meaning = "Particles of the swarm"},
  {.key = "form", ENUM(form), AT(swarm.form), .fallback = "spso2011",
   .meaning = "How particles move: standard PSO 2011, or the canonical form"},
  {.key = "neighbourhood", ENUM(neighbourhood), AT(swarm.neighbourhood), .fallback = "random",
   .meaning = "Whose best places inform a particle: those of particles that chose it at random, drawn anew after every "
              "iteration without progress; of the two beside it; or of all"},
  {.key = "informants", .type = VALUE_INTEGER, AT(swarm.informants), .fallback = "3", .low = 1, .high = 64,
   WHERE(is_random, "neighbourhood", "swarm.neighbourhood random"), .meaning = "How many others each particle informs"},
  {.key = "inertia", .type = VALUE_NUMBER, AT(swarm.inertia), .fallback = "0.721347520444482", .low = 0, .high = 2,
   .meaning = "Share of its velocity that a particle keeps, w; 1/(2 ln 2) in the standard"},
  {.key = "attraction", .type = VALUE_NUMBER, AT(swarm.attraction), .fallback = "1.193147180559945", .low = 0, .high = 8,
   .meaning = "How far beyond the best places a particle is drawn, c; 1/2 + ln 2 in the standard"},
  {.key = "seed", .type = VALUE_INTEGER, AT(swarm.seed), .fallback = "1", .low = 0, .high = 2147483647,
   .meaning = "Of the random numbers: the same seed is the same run, on every machine"},
  {.key = "target", .type = VALUE_NUMBER, AT(swarm.target), .fallback = "-1.0e+15", .passive = true,
   .fallback_doc = "none", .meaning = "The run is finished once the best value is not above this"},
  {.key = "evaluations", .type = VALUE_NUMBER, AT(swarm.evaluations), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   .passive = true, .meaning = "The run ends with the iteration in which so many evaluations are reached; 0: never"},
  {.key = "history", .type = VALUE_INTEGER, AT(swarm.history), .fallback = "1", .low = 0, .high = 1000000000,
   .passive = true, .meaning = "Iterations between rows of `gauges.csv`: best value, evaluations, best place; 0: no table"},
  {.key = "layout", ENUM(layout), AT(swarm.layout), .fallback = "transposed", .passive = true,
   .meaning = "How particles lie in memory, which changes speed and nothing else: coordinate after coordinate, alone "
              "or in chunks; arrays of particles (`soa`), of particles filled up to 4 coordinates; or one array of "
              "records, written whole or only where they change"},
};
const struct schema_table schema_swarm = {"swarm", 0, sizeof rows_swarm / sizeof *rows_swarm, rows_swarm};

static const struct schema_row rows_output[] = {
  {.key = "interval", .type = VALUE_NUMBER, AT(output.interval), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   .meaning = "Iterations between snapshots; 0: only `times`, the first and the last"},
  {.key = "times", .type = VALUE_NUMBERS, AT(output.times), .low = 0, .high = SCHEMA_LIMIT,
   .count_offset = offsetof(struct amphi_case, output.time_count),
   .meaning = "Further snapshots, after so many iterations, in growing order"},
  {.key = "checkpoint", .type = VALUE_NUMBER, .unit = "s", AT(output.checkpoint), .fallback = "60", .low = 0,
   .high = SCHEMA_LIMIT, .meaning = "Wall-clock time between checkpoints; 0: only on a signal and at the end"},
};
const struct schema_table schema_swarm_output = {"output", 0, sizeof rows_output / sizeof *rows_output, rows_output};
