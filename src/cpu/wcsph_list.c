/* SPDX-License-Identifier: BSD-3-Clause */
/* The neighbour list of a slice: fluid-fluid pairs once (with the particle whose cell comes first),
 * fluid-wall pairs with the fluid particle, and for dummy walls the fluid around each wall particle. The
 * cells of a row are neighbours in memory, so candidates are tested as rows, a vector at a time. */
#include <stdio.h>
#include <stdlib.h>

#include "cpu/lanes.h"
#include "physics/lane.h"
#include "util/error.h"

/* Candidate particles [begin, end); at most two a row of cells, where a periodic axis wraps. */
struct row {
  uint32_t begin, end;
};
enum { ROWS_MAX = GRID_AROUND };

/* Append the particles of cells x0 - before .. x0 + reach of a row of cells. */
static int add_row(const struct grid *g, const uint32_t *start, uint32_t x0, int before, uint32_t y, uint32_t z,
                   struct row *rows) {
  int n = 0;
  for (int dx = -before; dx <= g->reach; dx++) {
    uint32_t x;
    if (!grid_step(g, 0, x0, dx, &x)) continue;
    uint32_t cell = grid_index(g, (const uint32_t[3]){x, y, z});
    if (start[cell] == start[cell + 1]) continue;
    if (n > 0 && rows[n - 1].end == start[cell])
      rows[n - 1].end = start[cell + 1];
    else
      rows[n++] = (struct row){start[cell], start[cell + 1]};
  }
  return n;
}

/* Rows of fluid that follow a cell: each pair of cells is met from one side only. The first row starts
 * with the cell itself, if it holds anyone. */
static int rows_ahead(const struct grid *g, const uint32_t home[3], struct row rows[ROWS_MAX]) {
  int n = add_row(g, g->fluid_start, home[0], 0, home[1], home[2], rows);
  uint32_t y, z;
  for (int dy = 1; dy <= g->reach; dy++)
    if (grid_step(g, 1, home[1], dy, &y)) n += add_row(g, g->fluid_start, home[0], g->reach, y, home[2], rows + n);
  for (int dz = 1; dz <= g->reach; dz++)
    for (int dy = -g->reach; dy <= g->reach; dy++)
      if (grid_step(g, 2, home[2], dz, &z) && grid_step(g, 1, home[1], dy, &y))
        n += add_row(g, g->fluid_start, home[0], g->reach, y, z, rows + n);
  return n;
}

static int rows_around(const struct grid *g, const uint32_t *start, const uint32_t home[3],
                       struct row rows[ROWS_MAX]) {
  int n = 0;
  uint32_t y, z;
  for (int dz = -g->reach; dz <= g->reach; dz++)
    for (int dy = -g->reach; dy <= g->reach; dy++)
      if (grid_step(g, 2, home[2], dz, &z) && grid_step(g, 1, home[1], dy, &y))
        n += add_row(g, start, home[0], g->reach, y, z, rows + n);
  return n;
}

/* Room for `more` further entries and a vector's overhang. */
static int reserve(struct cpu_slice *slice, size_t more) {
  size_t need = slice->entry_count + more + LANES;
  if (need <= slice->entry_capacity) return STATUS_OK;
  size_t capacity = need + need / 4 + 4096;
  uint32_t *grown = realloc(slice->entries, capacity * sizeof *grown);
  CHECK(grown, STATUS_FAILED, "no memory for a neighbour list of %zu entries", capacity);
  slice->entries = grown;
  slice->entry_capacity = capacity;
  return STATUS_OK;
}

struct search {
  int_t x, y, z;
  real_t quantum[3];
  float reach2, support2; /* m^2 */
  uint64_t inside;
};

/* Append entries of the particles in [begin, end) that are in reach; touched widens to them. */
static uint32_t search_row(struct search *q, const struct position *pos, struct row row, uint32_t *out,
                           uint32_t touched[2]) {
  uint32_t n = 0;
  for (uint32_t k = row.begin; k < row.end; k += LANES) {
    real_t x, y, z, id;
    lane_load4(pos + k, &x, &y, &z, &id);
    real_t dx = lane_from_int(lane_subtract_wrap(q->x, (int_t)x)) * q->quantum[0];
    real_t dy = lane_from_int(lane_subtract_wrap(q->y, (int_t)y)) * q->quantum[1];
    real_t dz = lane_from_int(lane_subtract_wrap(q->z, (int_t)z)) * q->quantum[2];
    real_t r2 = (dx * dx + dy * dy) + dz * dz;
    unsigned valid = row.end - k >= LANES ? (unsigned)((1ull << LANES) - 1) : (1u << (row.end - k)) - 1u;
    unsigned hit = lane_bits(r2 < q->reach2) & valid;
    q->inside += (unsigned)__builtin_popcount(lane_bits(r2 < q->support2) & valid);
    if (!hit) continue;
    n += lane_compress(k, CPU_ENTRY, hit, out + n);
  }
  if (n > 0) {
    uint32_t first = out[0] / CPU_ENTRY, last = out[n - 1] / CPU_ENTRY;
    if (first < touched[0]) touched[0] = first;
    if (last >= touched[1]) touched[1] = last + 1;
  }
  return n;
}

static void aim(struct search *q, const struct position *p) {
  q->x = (int_t){0} + (int32_t)p->x;
  q->y = (int_t){0} + (int32_t)p->y;
  q->z = (int_t){0} + (int32_t)p->z;
}

static void cell_of(const struct grid *g, const struct position *p, uint32_t cell[3]) {
  cell[0] = state_cell(p->x, g->cells[0]);
  cell[1] = state_cell(p->y, g->cells[1]);
  cell[2] = state_cell(p->z, g->cells[2]);
}

static size_t candidates(const struct row *rows, int count) {
  size_t n = 0;
  for (int r = 0; r < count; r++) n += rows[r].end - rows[r].begin;
  return n;
}

/* Particles from `begin` on that share a cell, up to `end`. */
static uint32_t same_cell(const struct grid *g, const struct position *pos, uint32_t begin, uint32_t end) {
  uint32_t cell = grid_cell(g, &pos[begin]), i = begin + 1;
  while (i < end && grid_cell(g, &pos[i]) == cell) i++;
  return i;
}

static int list_fluid_cell(struct cpu_run *run, struct cpu_slice *slice, struct search *q, uint32_t begin,
                           uint32_t end) {
  const struct position *pos = run->state->listed_pos;
  struct row fluid[ROWS_MAX], walls[ROWS_MAX];
  uint32_t home[3];
  cell_of(&run->grid, &pos[begin], home);
  int fluid_rows = rows_ahead(&run->grid, home, fluid);
  int wall_rows = rows_around(&run->grid, run->grid.wall_start, home, walls);
  TRY(reserve(slice, (end - begin) * (candidates(fluid, fluid_rows) + candidates(walls, wall_rows))));
  for (uint32_t i = begin; i < end; i++) {
    uint32_t *out = slice->entries + slice->entry_count, n = 0, w = 0;
    aim(q, &pos[i]);
    uint64_t before = q->inside;
    fluid[0].begin = i + 1; /* in its own cell a particle owns the pairs with those behind it */
    for (int r = 0; r < fluid_rows; r++) n += search_row(q, pos, fluid[r], out + n, slice->touched[1]);
    slice->inside += 2 * (q->inside - before);
    before = q->inside;
    for (int r = 0; r < wall_rows; r++) w += search_row(q, pos, walls[r], out + n + w, slice->touched[0]);
    slice->inside += q->inside - before;
    CHECK(n <= UINT16_MAX && w <= UINT16_MAX && slice->entry_count <= UINT32_MAX, STATUS_FAILED,
          "particle %u has %u neighbours: more than a list can hold", pos[i].id, n + w);
    run->listed[i] = (struct cpu_listed){(uint32_t)slice->entry_count, (uint16_t)n, (uint16_t)w};
    slice->entry_count += n + w;
  }
  return STATUS_OK;
}

static int list_walls(struct cpu_run *run, struct cpu_slice *slice, struct search *q) {
  const struct position *pos = run->state->listed_pos;
  uint32_t unused[2] = {UINT32_MAX, 0};
  for (uint32_t begin = slice->wall_begin; begin < slice->wall_end;) {
    uint32_t end = same_cell(&run->grid, pos, begin, slice->wall_end), home[3];
    struct row rows[ROWS_MAX];
    cell_of(&run->grid, &pos[begin], home);
    int count = rows_around(&run->grid, run->grid.fluid_start, home, rows);
    TRY(reserve(slice, (end - begin) * candidates(rows, count)));
    for (uint32_t i = begin; i < end; i++) {
      uint32_t n = 0;
      aim(q, &pos[i]);
      for (int r = 0; r < count; r++)
        n += search_row(q, pos, rows[r], slice->entries + slice->entry_count + n, unused);
      CHECK(n <= UINT16_MAX && slice->entry_count <= UINT32_MAX, STATUS_FAILED,
            "wall particle %u has %u neighbours: more than a list can hold", pos[i].id, n);
      run->listed[i] = (struct cpu_listed){(uint32_t)slice->entry_count, (uint16_t)n, 0};
      slice->entry_count += n;
    }
    begin = end;
  }
  return STATUS_OK;
}

int LANES_NAME(cpu_list)(struct cpu_run *run, struct cpu_slice *slice) {
  const struct wcsph_law *law = run->law;
  float reach = law->support + run->state->skin;
  struct search q = {.reach2 = reach * reach, .support2 = law->support * law->support};
  for (int a = 0; a < 3; a++) q.quantum[a] = lane_set(law->quantum[a]);
  slice->entry_count = 0;
  slice->inside = 0;
  slice->touched[0][0] = UINT32_MAX, slice->touched[0][1] = 0;
  slice->touched[1][0] = slice->begin, slice->touched[1][1] = slice->end;
  for (uint32_t begin = slice->begin; begin < slice->end;) {
    uint32_t end = same_cell(&run->grid, run->state->listed_pos, begin, slice->end);
    TRY(list_fluid_cell(run, slice, &q, begin, end));
    begin = end;
  }
  return law->boundary == BOUNDARY_DUMMY ? list_walls(run, slice, &q) : STATUS_OK;
}
