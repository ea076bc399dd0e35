/* SPDX-License-Identifier: BSD-3-Clause */
#include "lab/lab.h"

#include "pairwise/method.h"
#include "swarm/method.h"
#include "transport/method.h"
#include "wcsph/method.h"

#define RUNGS                                                                                                \
  { "rung", "speedup_over_first", NULL, "published" }
#define SIZES                                                                                                \
  { "particles", "speedup_over_first", "rung", "published_speedup" }
#define SCHEMES(name, title)                                                                                 \
  {                                                                                                          \
    name, NULL, "", title, &method_wcsph, schemes_climb, {                                                   \
      "scheme", "noise", "flow", NULL                                                                        \
    }                                                                                                        \
  }

// clang-format off
const struct ladder lab_ladders[] = {
    {"000-arithmetic", "000", "5.1 to 5.3", "Polynomials, sums, scaled norms", &method_wcsph, arithmetic_climb,
     {"way", "over_plain", NULL, "published_over_plain"}},
    {"000-axes", "000", "4.5.3", "The order of axes in a cell's number", &method_wcsph, axes_climb,
     {"order", "over_best", NULL, "published"}},
    {"000-density", "000", "5.5", "What of a density is stored, and energy", &method_wcsph, density_climb,
     {"stored", "term_error_4", NULL, "published"}},
    {"000-energy", "000", "5.4", "What positions are stored as, and energy", &method_wcsph, energy_climb,
     {"positions", "over_whole", NULL, "published_over"}},
    {"000-explosion", "000", "fig. 5", "Floats far from the origin, water at rest", &method_wcsph, explosion_climb,
     {"positions", "over_whole", NULL, NULL}},
    {"000-frequency", "000", "4.3.2", "What a list costs by how often it is made", &method_wcsph, frequency_climb,
     {"made", "list_share", NULL, "published_share"}},
    {"000-list", "000", "4.3.2", "A list, or neighbours just in time", &method_wcsph, wcsph_climb, RUNGS},
    {"000-order", "000", "4.1, 4.4, 4.5.3", "Orders of cells and types in memory", &method_wcsph, order_climb,
     {"order", "over_best", NULL, "published_over"}},
    {"000-sums", "000", "5.2", "Sums and their errors", &method_wcsph, wcsph_climb, RUNGS},
    {"000-swarm", "000", "tables 1, 2", "Layouts of a swarm in memory", &method_swarm, swarm_climb,
     {"layout", "milliseconds", "table", "published"}},
    {"001-pairwise", "001", "table 1, fig. 6", "Finding partners: ways of paper 001", &method_pairwise, pairwise_climb,
     {"interactions_a_particle", "seconds_a_pass", "strategy", "published_a100"}},
    {"001-laws", "001", "fig. 8", "Few and many operations a pair", &method_pairwise, pairwise_climb,
     {"cells_an_axis", "seconds_a_pass", "line", NULL}},
    {"001-clusters", "001", "section 3", "Crowded and empty cells", &method_pairwise, pairwise_climb,
     {"cells_an_axis", "seconds_a_pass", "line", NULL}},
    {"002-basin", "002", "figs 13, 15", "A basin with a reef, old and new code", &method_wcsph, basin_climb,
     {"particles", "over_general", "version", "published_over"}},
    {"002-commands", "002", "figs 4-6, 9-11", "Time of each command", &method_wcsph, commands_climb,
     {"line", "seconds", NULL, "published_seconds"}},
    {"002-options", "002", "section 3", "Each option on and off", &method_wcsph, options_climb,
     {"option", "ratio", NULL, "published"}},
    {"002-list", "002", "4, 6.1", "Layouts of a list on a GPU", &method_wcsph, wcsph_climb, RUNGS},
    {"002-search-sizes", "002", "6.1, fig. 12", "Lists by particles and by cells, by their number", &method_wcsph, wcsph_climb, SIZES},
    {"003-table4", "003", "table 4", "Whole runs: CPU against GPU", &method_wcsph, table4_climb,
     {"version", "speedup_over_one", NULL, "published_over_one"}},
    {"003-races", "003", "figs 19, 21", "CPU against GPU by particles", &method_wcsph, races_climb,
     {"particles", "speedup_over_one", "version", "published_over_one"}},
    {"003-transfers", "003", "fig. 18", "Forces alone on the device, and transfers", &method_wcsph, transfers_climb,
     {"version", "transfer_share", NULL, "published_share"}},
    {"003-occupancy", "003", "table 2, fig. 9", "Teams by occupancy", &method_wcsph, occupancy_climb,
     {"registers", "best", "capability", "published_best"}},
    {"003-memory", "003", "figs 12, 20", "Memory by particles", &method_wcsph, memory_climb,
     {"particles", "gigabytes", "version", "published_gigabytes"}},
    {"003-cpu", "003", "figs 13-15 (one N)", "Strategies on a CPU", &method_wcsph, wcsph_climb, RUNGS},
    {"003-cpu-sizes", "003", "figs 13-15", "The same by particles", &method_wcsph, wcsph_climb, SIZES},
    {"003-hyperthreading", "003", "5", "A second thread on every core", &method_wcsph, cores_climb,
     {"version", "speedup_over_one", NULL, "published_over_one"}},
    {"003-gpu", "003", "figs 16, 17 (one N)", "Strategies on a GPU", &method_wcsph, wcsph_climb, RUNGS},
    {"003-gpu-sizes", "003", "figs 16, 17", "The same by particles", &method_wcsph, wcsph_climb, SIZES},
    {"004-transport", "004", "4.1", "Lines as they lie and turned", &method_transport, transport_climb,
     {"pass", "milliseconds", "lines", "published"}},
    {"004-profile", "004", "fig. 3", "Initialisation, host and kernels by size", &method_transport, transport_climb,
     {"points", "kernels", NULL, "published_seconds"}},
    {"wcsph-threads", NULL, "", "From one thread to all", &method_wcsph, wcsph_climb, RUNGS},
    {"wcsph-particles", NULL, "", "A particle's step by their number", &method_wcsph, wcsph_climb,
     {"particles", "particle_steps_per_second", NULL, NULL}},
    SCHEMES("schemes", "Schemes on flows whose answer is known"),
    SCHEMES("schemes-rest", "the same, water at rest"),
    SCHEMES("schemes-vortices", "the same, vortices"),
    SCHEMES("schemes-wave", "the same, a standing wave"),
    SCHEMES("schemes-dam", "the same, a dam break"),
    SCHEMES("schemes-patch", "the same, a square that turns"),
    SCHEMES("schemes-drop", "the same, a drop"),
    SCHEMES("schemes-gresho", "the same, Gresho's vortex"),
    SCHEMES("schemes-jet", "the same, a plane jet on a wall"),
    SCHEMES("schemes-spheric02", "the same, a dam break in 3-D"),
    {0},
};
// clang-format on
