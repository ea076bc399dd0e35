/* SPDX-License-Identifier: BSD-3-Clause */
/* Paper 003, table 2 and figure 9: how many of a GPU's places for threads are taken, by registers and by
 * threads of a team, and the team that takes the most. */
#include <math.h>

#include "lab/sheet.h"
#include "util/error.h"
#include "util/log.h"

/* Of a multiprocessor, by compute capability: CUDA's occupancy calculator. Registers are given out in units,
 * to a team as a whole before 2.0 and to a warp since. */
struct capability {
  const char *name;
  int team, teams, warps, registers, unit, most; /* most: registers that a thread can have */
  bool by_team;
};
static const struct capability capabilities[] = {
    {"1.1", 512, 8, 24, 8192, 256, 124, true},     {"1.3", 512, 8, 32, 16384, 512, 124, true},
    {"2.0", 1024, 8, 48, 32768, 64, 63, false},    {"8.0", 1024, 32, 64, 65536, 256, 255, false},
    {"9.0", 1024, 32, 64, 65536, 256, 255, false}, {0}};

enum { WARP = 32 };

static int up(int x, int unit) {
  return (x + unit - 1) / unit * unit;
}

/* The share of warps that are there at a time. */
static double occupancy(const struct capability *c, int registers, int team) {
  const int warps = up(team, WARP) / WARP;
  int teams = c->warps / warps;
  if (teams > c->teams) teams = c->teams;
  /* Before 2.0 a team's warps are counted in pairs. */
  const int fit = c->by_team ? c->registers / up(up(warps, 2) * WARP * registers, c->unit)
                             : c->registers / up(WARP * registers, c->unit) / warps;
  if (teams > fit) teams = fit;
  return (double)(teams * warps) / c->warps;
}

static const struct sheet_column columns[] = {
    {"capability", "compute capability", NULL, 0},   {"registers", "registers", "%.0f", 0},
    {"of_256", "team of 256", "%.0f %%", 100},       {"best", "best", "%.0f %%", 100},
    {"best_team", "with a team of", "%.0f", 0},      {"published_of_256", "published", "%.0f %%", 100},
    {"published_best", "published", "%.0f %%", 100}, {0}};

static int put_occupancy(const struct ladder_request *q, const struct capability *c, int registers) {
  int best = WARP;
  for (int team = WARP; team <= c->team; team += WARP)
    if (occupancy(c, registers, team) > occupancy(c, registers, best)) best = team;
  json_t *row =
      json_pack("{s:s, s:i, s:f, s:f, s:i}", "capability", c->name, "registers", registers, "of_256",
                occupancy(c, registers, 256), "best", occupancy(c, registers, best), "best_team", best);
  if (row && c == &capabilities[1] && registers == 35) { /* section 4.2 */
    json_object_set_new(row, "published_of_256", json_real(0.25));
    json_object_set_new(row, "published_best", json_real(0.44));
  }
  return sheet_add(q, columns, row);
}

int occupancy_climb(const struct ladder_request *q) {
  if (q->prints)
    log_say("Paper 003, figure 9: by the rule of CUDA's occupancy calculator; `offload.team` sets a team's "
            "threads");
  sheet_head(q, columns);
  for (const struct capability *c = capabilities; c->name; c++)
    for (int registers = 15; registers <= (c->most < 65 ? c->most : 65); registers += 5)
      TRY(put_occupancy(q, c, registers));
  return STATUS_OK;
}
