/* SPDX-License-Identifier: BSD-3-Clause */
/* The neighbour list of a slice: fluid-fluid pairs once (with the cluster that comes first), fluid-wall pairs
 * with the fluid, and for dummy walls the fluid around each wall particle. The cells of a row are neighbours
 * in memory, so candidates are tested as rows, a vector at a time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/lanes.h"
#include "physics/lane.h"
#include "util/error.h"

/* Candidate particles [begin, end); at most two a row of cells, where a periodic axis wraps. */
struct row {
  uint32_t begin, end;
};
enum { ROWS_MAX = GRID_AROUND };

/* Cells of a cluster: [x, x + more] in one row. */
struct home {
  uint32_t cell[3];
  int more;
};

/* Append the particles of cells [low, high] of a row; the caller keeps them inside the grid. */
static int add_cells(const struct grid *g, const uint32_t *start, uint32_t low, uint32_t high, uint32_t y,
                     uint32_t z, struct row *rows) {
  uint32_t row = (z * g->cells[1] + y) * g->cells[0];
  *rows = (struct row){start[row + low], start[row + high + 1]};
  return rows->begin < rows->end;
}

/* Append the particles of cells x - before .. x + more + reach of a row, in two parts where it wraps. */
static int add_row(const struct grid *g, const uint32_t *start, const struct home *home, int before,
                   uint32_t y, uint32_t z, struct row *rows) {
  int64_t low = (int64_t)home->cell[0] - before, high = (int64_t)home->cell[0] + home->more + grid_reach[0];
  int64_t cells = g->cells[0], last = cells - 1;
  int n =
      add_cells(g, start, (uint32_t)(low > 0 ? low : 0), (uint32_t)(high < last ? high : last), y, z, rows);
  if (!g->periodic[0]) return n;
  if (low < 0) n += add_cells(g, start, (uint32_t)(low + cells), (uint32_t)last, y, z, rows + n);
  if (high > last) n += add_cells(g, start, 0, (uint32_t)(high - cells), y, z, rows + n);
  return n;
}

/* Rows of fluid that follow a cluster: each pair is met from one side only. The first row starts with the
 * cluster's own cell. */
static int rows_ahead(const struct grid *g, const struct home *home, struct row rows[ROWS_MAX]) {
  const uint32_t *cell = home->cell, *start = g->fluid_start;
  int n = add_row(g, start, home, 0, cell[1], cell[2], rows);
  uint32_t y, z;
  for (int dy = 1; dy <= grid_reach[1]; dy++)
    if (grid_step(g, 1, cell[1], dy, &y)) n += add_row(g, start, home, grid_reach[0], y, cell[2], rows + n);
  for (int dz = 1; dz <= grid_reach[2]; dz++)
    for (int dy = -grid_reach[1]; dy <= grid_reach[1]; dy++)
      if (grid_step(g, 2, cell[2], dz, &z) && grid_step(g, 1, cell[1], dy, &y))
        n += add_row(g, start, home, grid_reach[0], y, z, rows + n);
  return n;
}

static int rows_around(const struct grid *g, const uint32_t *start, const struct home *home,
                       struct row rows[ROWS_MAX]) {
  int n = 0;
  uint32_t y, z;
  for (int dz = -grid_reach[2]; dz <= grid_reach[2]; dz++)
    for (int dy = -grid_reach[1]; dy <= grid_reach[1]; dy++)
      if (grid_step(g, 2, home->cell[2], dz, &z) && grid_step(g, 1, home->cell[1], dy, &y))
        n += add_row(g, start, home, grid_reach[0], y, z, rows + n);
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

/* The one or two particles that look for neighbours. */
struct search {
  int size;
  int_t x[CPU_CLUSTER], y[CPU_CLUSTER], z[CPU_CLUSTER];
  real_t quantum[3];
  const uint32_t *axis[3]; /* cpu_listed_axis */
  float reach2, support2;  /* m^2 */
  uint64_t inside;
};

static int_t load(const uint32_t *from) {
  int_t v;
  memcpy(&v, from, sizeof v);
  return v;
}

static void aim(struct search *q, const struct position *p, uint32_t size) {
  q->size = (int)size;
  for (int c = 0; c < CPU_CLUSTER; c++) {
    const struct position *at = &p[c < q->size ? c : 0];
    q->x[c] = (int_t){0} + (int32_t)at->x;
    q->y[c] = (int_t){0} + (int32_t)at->y;
    q->z[c] = (int_t){0} + (int32_t)at->z;
  }
}

/* Append entries of the particles in [begin, end) that are in reach of one; touched widens to them. */
static uint32_t search_row(struct search *q, struct row row, uint32_t *out, uint32_t touched[2]) {
  uint32_t n = 0;
  for (uint32_t k = row.begin; k < row.end; k += LANES) {
    unsigned valid = row.end - k >= LANES ? (unsigned)((1ull << LANES) - 1) : (1u << (row.end - k)) - 1u,
             hit = 0;
    int_t x = load(q->axis[0] + k), y = load(q->axis[1] + k), z = load(q->axis[2] + k);
    for (int c = 0; c < q->size; c++) {
      real_t dx = lane_from_int(lane_subtract_wrap(q->x[c], x)) * q->quantum[0];
      real_t dy = lane_from_int(lane_subtract_wrap(q->y[c], y)) * q->quantum[1];
      real_t dz = lane_from_int(lane_subtract_wrap(q->z[c], z)) * q->quantum[2];
      real_t r2 = (dx * dx + dy * dy) + dz * dz;
      hit |= lane_bits(r2 < q->reach2) & valid;
      q->inside += (unsigned)__builtin_popcount(lane_bits(r2 < q->support2) & valid);
    }
    if (hit) n += lane_compress(k, CPU_ENTRY, hit, out + n);
  }
  if (n > 0) {
    uint32_t first = out[0] / CPU_ENTRY, last = out[n - 1] / CPU_ENTRY;
    if (first < touched[0]) touched[0] = first;
    if (last >= touched[1]) touched[1] = last + 1;
  }
  return n;
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

/* The next cluster: two particles of one cell, or of cells of a row with at most one between them. */
static struct home next_cluster(const struct cpu_run *run, uint32_t first, uint32_t end, uint32_t *size) {
  const struct position *pos = run->state->listed_pos;
  struct home home = {.more = 0};
  uint32_t next[3];
  *size = 1;
  cell_of(&run->grid, &pos[first], home.cell);
  if (first + 1 == end) return home;
  cell_of(&run->grid, &pos[first + 1], next);
  if (next[2] == home.cell[2] && next[1] == home.cell[1] && next[0] <= home.cell[0] + 2) {
    home.more = (int)(next[0] - home.cell[0]);
    *size = 2;
  }
  return home;
}

/* The rows around a home, kept while clusters share it. */
struct surroundings {
  struct home home;
  struct row fluid[ROWS_MAX], walls[ROWS_MAX];
  int fluid_rows, wall_rows;
  size_t candidates;
};

static void survey(const struct grid *g, const struct home *home, struct surroundings *s) {
  if (s->fluid_rows > 0 && memcmp(&s->home, home, sizeof *home) == 0) return;
  s->home = *home;
  s->fluid_rows = rows_ahead(g, home, s->fluid);
  s->wall_rows = rows_around(g, g->wall_start, home, s->walls);
  s->candidates = candidates(s->fluid, s->fluid_rows) + candidates(s->walls, s->wall_rows);
}

static int list_cluster(struct cpu_run *run, struct cpu_slice *slice, struct search *q,
                        struct surroundings *near, uint32_t first, uint32_t size) {
  const struct position *pos = run->state->listed_pos;
  TRY(reserve(slice, near->candidates));
  uint32_t *out = slice->entries + slice->entry_count, n = 0, w = 0;
  aim(q, &pos[first], size);
  q->inside = 0;
  near->fluid[0].begin =
      first + 1; /* the pairs with those behind it; the second meets itself, at no effect */
  for (int r = 0; r < near->fluid_rows; r++) n += search_row(q, near->fluid[r], out + n, slice->touched[1]);
  slice->inside[1] += q->inside - (size - 1);
  q->inside = 0;
  for (int r = 0; r < near->wall_rows; r++)
    w += search_row(q, near->walls[r], out + n + w, slice->touched[0]);
  slice->inside[0] += q->inside;
  CHECK(n <= UINT16_MAX && w <= UINT16_MAX && slice->entry_count <= UINT32_MAX, STATUS_FAILED,
        "particle %u has %u neighbours: more than a list can hold", pos[first].id, n + w);
  slice->clusters[slice->cluster_count++] =
      (struct cpu_cluster){first, size, (uint32_t)slice->entry_count, (uint16_t)n, (uint16_t)w};
  slice->entry_count += n + w;
  return STATUS_OK;
}

/* There are at most as many clusters as particles, and mostly half as many. */
static int reserve_cluster(struct cpu_slice *slice) {
  if (slice->cluster_count < slice->cluster_capacity) return STATUS_OK;
  size_t capacity =
      slice->cluster_capacity + slice->cluster_capacity / 8 + (slice->end - slice->begin) / 2 + 64;
  struct cpu_cluster *grown = realloc(slice->clusters, capacity * sizeof *grown);
  CHECK(grown, STATUS_FAILED, "no memory for %zu clusters", capacity);
  slice->clusters = grown;
  slice->cluster_capacity = capacity;
  return STATUS_OK;
}

static int list_fluid(struct cpu_run *run, struct cpu_slice *slice, struct search *q) {
  struct surroundings near = {.fluid_rows = 0};
  uint32_t size;
  for (uint32_t first = slice->begin; first < slice->end; first += size) {
    struct home home = next_cluster(run, first, slice->end, &size);
    survey(&run->grid, &home, &near);
    TRY(reserve_cluster(slice));
    TRY(list_cluster(run, slice, q, &near, first, size));
  }
  return STATUS_OK;
}

static int list_walls(struct cpu_run *run, struct cpu_slice *slice, struct search *q) {
  const struct position *pos = run->state->listed_pos;
  uint32_t unused[2] = {UINT32_MAX, 0};
  struct row rows[ROWS_MAX];
  struct home last = {.more = -1};
  int count = 0;
  for (uint32_t i = slice->wall_begin; i < slice->wall_end; i++) {
    struct home home = {.more = 0};
    cell_of(&run->grid, &pos[i], home.cell);
    if (memcmp(&home, &last, sizeof home) != 0)
      count = rows_around(&run->grid, run->grid.fluid_start, &home, rows);
    last = home;
    TRY(reserve(slice, candidates(rows, count)));
    CHECK(slice->entry_count <= UINT32_MAX, STATUS_FAILED, "too many neighbours for one thread's list");
    uint32_t n = 0;
    aim(q, &pos[i], 1);
    for (int r = 0; r < count; r++)
      n += search_row(q, rows[r], slice->entries + slice->entry_count + n, unused);
    run->listed[i] = (struct cpu_listed){(uint32_t)slice->entry_count, n};
    slice->entry_count += n;
  }
  return STATUS_OK;
}

int LANES_NAME(cpu_list)(struct cpu_run *run, struct cpu_slice *slice) {
  const struct wcsph_law *law = run->law;
  float reach = law->support + run->state->skin;
  struct search q = {.reach2 = reach * reach, .support2 = law->support * law->support};
  for (int a = 0; a < 3; a++) {
    q.quantum[a] = lane_set(law->quantum[a]);
    q.axis[a] = cpu_listed_axis(run, a);
  }
  slice->entry_count = slice->cluster_count = 0;
  slice->inside[0] = slice->inside[1] = 0;
  slice->touched[0][0] = UINT32_MAX, slice->touched[0][1] = 0;
  slice->touched[1][0] = slice->begin, slice->touched[1][1] = slice->end;
  TRY(list_fluid(run, slice, &q));
  return law->boundary == BOUNDARY_DUMMY ? list_walls(run, slice, &q) : STATUS_OK;
}
