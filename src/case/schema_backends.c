/* SPDX-License-Identifier: BSD-3-Clause */
/* Execution options of method wcsph's backends: lists, and the strategies of the papers' ladders. */
#include "case/schema.h"

#define WORDS(name) const char *const words_##name[]
static WORDS(strategy) = {[OFFLOAD_AUTO] = "auto",
                          [OFFLOAD_LIST] = "list",
                          [OFFLOAD_FINE_CELLS] = "fine_cells",
                          [OFFLOAD_CELLS] = "cells",
                          NULL};
static WORDS(stages) = {[OFFLOAD_ALL_STAGES] = "all", [OFFLOAD_FORCES_ONLY] = "forces", NULL};
static WORDS(records) = {[OFFLOAD_PACKED] = "packed", [OFFLOAD_APART] = "apart", NULL};
static WORDS(passes) = {[OFFLOAD_FUSED] = "fused", [OFFLOAD_SEPARATE] = "separate", NULL};
static WORDS(order) = {[OFFLOAD_BY_NEIGHBOUR] = "neighbour", [OFFLOAD_BY_PARTICLE] = "particle", NULL};
static WORDS(types) = {[OFFLOAD_SPLIT] = "split", [OFFLOAD_MIXED] = "mixed", NULL};
static WORDS(search) = {[OFFLOAD_SEARCH_PARTICLE] = "particle",
                        [OFFLOAD_SEARCH_WIDE] = "wide",
                        [OFFLOAD_SEARCH_CELL] = "cell",
                        NULL};
static WORDS(ranges) = {[OFFLOAD_RANGES_FOUND] = "found", [OFFLOAD_RANGES_STORED] = "stored", NULL};
static WORDS(cpu_strategy) = {[CPU_LIST] = "list", [CPU_CELLS] = "cells", NULL};
static WORDS(cpu_cells) = {
    [CPU_CELLS_NARROW] = "narrow", [CPU_CELLS_HALF] = "half", [CPU_CELLS_WHOLE] = "whole", NULL};
static WORDS(cpu_pairs) = {[CPU_PAIRS_ONCE] = "once", [CPU_PAIRS_TWICE] = "twice", NULL};
static WORDS(cpu_lanes) = {[CPU_LANES_VECTOR] = "vector", [CPU_LANES_SCALAR] = "scalar", NULL};
static WORDS(cpu_share) = {
    [CPU_SHARE_SLICES] = "slices", [CPU_SHARE_TIMED] = "timed", [CPU_SHARE_DYNAMIC] = "dynamic", NULL};

#define ENUM(list) .type = VALUE_WORD, .words = words_##list
#define AT(member) .offset = offsetof(struct amphi_case, member)
#define ROWS(name) static const struct schema_row rows_##name[]
#define TABLE(name)                                                                                          \
  const struct schema_table schema_##name = {#name, 0, sizeof rows_##name / sizeof *rows_##name, rows_##name}

/* clang-format off */
ROWS(neighbours) = {
  {.key = "skin", .type = VALUE_NUMBER, AT(neighbours.skin), .fallback = "0.03", .low = 0, .high = 1,
   .meaning = "How far beyond the support radius the neighbour list reaches, as a fraction of that radius: more "
              "means longer lists that last for more steps"},
  {.key = "path", .type = VALUE_NUMBER, AT(neighbours.path), .fallback = "0.2", .low = 0, .high = 1,
   .meaning = "How far the fastest particle goes while a list lasts, likewise: the list takes all to go straight on, "
              "and only what goes otherwise uses up the skin; 0: it takes them to stay"},
  {.key = "every", .type = VALUE_INTEGER, AT(list_every), .fallback = "0", .low = 0, .high = 1000000,
   .meaning = "Steps after which a list is made anew even where it would last, as GPUSPH does; it never lasts longer than "
              "it may. 0: only where it must be"},
};
TABLE(neighbours);

ROWS(cpu) = {
  {.key = "strategy", ENUM(cpu_strategy), AT(cpu.strategy), .fallback = "list",
   .meaning = "How the cpu backend finds neighbours: in a stored list, or in the cells in each pass"},
  {.key = "cells", ENUM(cpu_cells), AT(cpu.cells), .fallback = "narrow",
   .meaning = "Sides of its cells: half the support radius with its skin, and a quarter of it along x; half; the whole"},
  {.key = "pairs", ENUM(cpu_pairs), AT(cpu.pairs), .fallback = "once",
   .meaning = "Whether it computes a pair of fluid particles once for both or for each of them"},
  {.key = "lanes", ENUM(cpu_lanes), AT(cpu.lanes), .fallback = "vector",
   .meaning = "Whether it computes pairs a vector at a time or one by one"},
  {.key = "share", ENUM(cpu_share), AT(cpu.share), .fallback = "slices",
   .meaning = "What its threads get: slices of equal work; slices that took equal time in the last steps; or small "
              "slices, each for the next thread that is free. The latter two give other bits in every run, but for "
              "fixed sums"},
};
TABLE(cpu);

ROWS(offload) = {
  {.key = "strategy", ENUM(strategy), AT(offload.strategy), .fallback = "auto",
   .meaning = "How the offload backend finds neighbours: in a stored list, or by walking narrow or wide cells in each "
              "pass, which takes less memory; auto: the first that fits into the device's free memory"},
  {.key = "stages", ENUM(stages), AT(offload.stages), .fallback = "all",
   .meaning = "What the device does: every stage of a step; or forces alone, for which particles are sent to it and "
              "rates fetched from it in each pass (neighbours then come from the cells)"},
  {.key = "records", ENUM(records), AT(offload.records), .fallback = "packed",
   .meaning = "What the force pass reads of a particle: two records of 16 bytes, or four arrays one after the other"},
  {.key = "passes", ENUM(passes), AT(offload.passes), .fallback = "fused",
   .meaning = "One force pass for all pairs, or one each for fluid with fluid, fluid with walls and walls with fluid"},
  {.key = "team", .type = VALUE_INTEGER, AT(offload.team), .fallback = "256", .low = 32, .high = 256,
   .meaning = "Threads of a team in the force pass; a multiple of 32 on every GPU of today"},
  {.key = "order", ENUM(order), AT(offload.order), .fallback = "neighbour",
   .meaning = "What comes first in a list in memory: the first neighbours of all particles, or all neighbours of the "
              "first particle"},
  {.key = "types", ENUM(types), AT(offload.types), .fallback = "split",
   .meaning = "A particle's list with fluid in front and walls behind, or with all neighbours as they come"},
  {.key = "search", ENUM(search), AT(offload.search), .fallback = "particle",
   .meaning = "What searches for the neighbours of a list: a thread for a particle; the same among cells as wide as the "
              "reach; or a team of threads for such a cell, with the candidates in shared memory"},
  {.key = "ranges", ENUM(ranges), AT(offload.ranges), .fallback = "found",
   .meaning = "Where a pass without a list has the ranges of particles around a cell from: each particle finds those "
              "that its reach touches, or they are stored for every cell, 16 bytes a row around it"},
};
TABLE(offload);

const char *case_word_offload(enum offload_strategy value) {
  return words_strategy[value];
}
