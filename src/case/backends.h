/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_BACKENDS_H
#define CASE_BACKENDS_H
/* Execution options of the backends of method wcsph; the keys are in schema_backends.c. */
enum offload_strategy { OFFLOAD_AUTO, OFFLOAD_LIST, OFFLOAD_FINE_CELLS, OFFLOAD_CELLS };
enum offload_stages { OFFLOAD_ALL_STAGES, OFFLOAD_FORCES_ONLY };
enum offload_records { OFFLOAD_PACKED, OFFLOAD_APART };
enum offload_passes { OFFLOAD_FUSED, OFFLOAD_SEPARATE };
enum offload_order { OFFLOAD_BY_NEIGHBOUR, OFFLOAD_BY_PARTICLE };
enum offload_types { OFFLOAD_SPLIT, OFFLOAD_MIXED };
enum offload_search { OFFLOAD_SEARCH_PARTICLE, OFFLOAD_SEARCH_WIDE, OFFLOAD_SEARCH_CELL };
enum offload_ranges { OFFLOAD_RANGES_FOUND, OFFLOAD_RANGES_STORED };
enum cpu_strategy { CPU_LIST, CPU_CELLS };
enum cpu_cells { CPU_CELLS_NARROW, CPU_CELLS_HALF, CPU_CELLS_WHOLE };
enum cpu_pairs { CPU_PAIRS_ONCE, CPU_PAIRS_TWICE };
enum cpu_lane_use { CPU_LANES_VECTOR, CPU_LANES_SCALAR };
enum cpu_share { CPU_SHARE_SLICES, CPU_SHARE_TIMED, CPU_SHARE_DYNAMIC };

/* How the cpu backend executes WCSPH: all zero is what measured best (docs/ladders.md). */
struct cpu_options {
  enum cpu_strategy strategy; /* neighbours from a stored list, or from the cells in each pass */
  enum cpu_cells cells;       /* sides, in the reach of the list: 1/4, 1/2, 1/2; all 1/2; all 1 */
  enum cpu_pairs pairs;       /* fluid pairs computed once, for both; or for each */
  enum cpu_lane_use lanes;    /* vectors, or one pair at a time */
  enum cpu_share share; /* the threads': slices of equal work, of equal time, or the next to a free thread */
};

/* The same of the offload backend. */
struct offload_options {
  enum offload_strategy strategy; /* neighbours from a stored list, or from fine or wide cells in each pass */
  enum offload_stages stages;     /* every stage on the device, or forces alone */
  enum offload_records records;   /* what forces read of a particle: two 16-byte loads, or four arrays */
  enum offload_passes passes;     /* one for all pairs, or one for each pair of types */
  enum offload_order order;       /* of a list in memory: neighbour by neighbour, or particle by particle */
  enum offload_types types;   /* a list has its fluid in front and its walls behind, or all as they come */
  enum offload_search search; /* one thread per particle, among narrow or wide cells; or a team a wide cell */
  enum offload_ranges ranges; /* of particles around a cell: found in each pass, or stored */
  int team;                   /* threads of a team in the force pass */
};

/* As the case file says it. */
const char *case_word_offload(enum offload_strategy value);

/* The least length of a periodic axis, in support radii with skin, so that no pair is found twice. */
double cpu_period_least(const struct cpu_options *options);

#endif
