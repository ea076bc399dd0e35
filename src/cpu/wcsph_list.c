/* SPDX-License-Identifier: BSD-3-Clause */
/* The neighbour list of a slice: fluid-fluid pairs once (with the cluster that comes first), fluid-wall pairs
 * with the fluid, and for dummy walls the fluid around each wall particle. The cells of a row are neighbours
 * in memory, so candidates are tested as rows, a vector at a time. */
#include "cpu/lanes.h"
#include "cpu/search.h"

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
  int64_t low = (int64_t)home->cell[0] - before, high = (int64_t)home->cell[0] + home->more + g->reach[0];
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
  for (int dy = 1; dy <= g->reach[1]; dy++)
    if (grid_step(g, 1, cell[1], dy, &y)) n += add_row(g, start, home, g->reach[0], y, cell[2], rows + n);
  for (int dz = 1; dz <= g->reach[2]; dz++)
    for (int dy = -g->reach[1]; dy <= g->reach[1]; dy++)
      if (grid_step(g, 2, cell[2], dz, &z) && grid_step(g, 1, cell[1], dy, &y))
        n += add_row(g, start, home, g->reach[0], y, z, rows + n);
  return n;
}

static int rows_around(const struct grid *g, const uint32_t *start, const struct home *home,
                       struct row rows[ROWS_MAX]) {
  int n = 0;
  uint32_t y, z;
  for (int dz = -g->reach[2]; dz <= g->reach[2]; dz++)
    for (int dy = -g->reach[1]; dy <= g->reach[1]; dy++)
      if (grid_step(g, 2, home->cell[2], dz, &z) && grid_step(g, 1, home->cell[1], dy, &y))
        n += add_row(g, start, home, g->reach[0], y, z, rows + n);
  return n;
}

static size_t candidates(const struct row *rows, int count) {
  size_t n = 0;
  for (int r = 0; r < count; r++) n += rows[r].end - rows[r].begin;
  return n;
}

/* The next cluster: two particles of one cell, or of cells of a row at most half the reach apart. */
static struct home next_cluster(const struct cpu_run *run, uint32_t first, uint32_t end, uint32_t *size) {
  const struct position *pos = run->state->listed_pos;
  struct home home = {.more = 0};
  uint32_t next[3];
  *size = 1;
  search_cell_of(&run->grid, &pos[first], home.cell);
  if (first + 1 == end) return home;
  search_cell_of(&run->grid, &pos[first + 1], next);
  if (next[2] == home.cell[2] && next[1] == home.cell[1] &&
      next[0] <= home.cell[0] + (uint32_t)run->grid.reach[0] / 2) {
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

static void survey(const struct cpu_run *run, const struct home *home, struct surroundings *s) {
  const struct grid *g = &run->grid;
  if (s->fluid_rows > 0 && memcmp(&s->home, home, sizeof *home) == 0) return;
  s->home = *home;
  s->fluid_rows = run->options.pairs == CPU_PAIRS_TWICE ? rows_around(g, g->fluid_start, home, s->fluid)
                                                        : rows_ahead(g, home, s->fluid);
  s->wall_rows = rows_around(g, g->wall_start, home, s->walls);
  s->candidates = candidates(s->fluid, s->fluid_rows) + candidates(s->walls, s->wall_rows);
}

static int list_cluster(struct cpu_run *run, struct cpu_slice *slice, struct search *q,
                        struct surroundings *near, uint32_t first, uint32_t size) {
  const struct position *pos = run->state->listed_pos;
  TRY(search_reserve(slice, near->candidates));
  uint32_t *out = slice->entries + slice->entry_count, n = 0, w = 0;
  search_aim(q, &pos[first], size);
  q->inside = 0;
  bool once = run->options.pairs == CPU_PAIRS_ONCE;
  /* The pairs with those behind it; the second meets itself, at no effect. For each, both meet themselves. */
  if (once) near->fluid[0].begin = first + 1;
  for (int r = 0; r < near->fluid_rows; r++) n += search_row(q, near->fluid[r], out + n, slice->touched[1]);
  slice->inside[1] += q->inside - (once ? size - 1 : size);
  q->inside = 0;
  for (int r = 0; r < near->wall_rows; r++)
    w += search_row(q, near->walls[r], out + n + w, slice->touched[0]);
  slice->inside[0] += q->inside;
  CHECK(n <= UINT16_MAX && w <= UINT16_MAX && slice->entry_count <= UINT32_MAX, STATUS_FAILED,
        "particle %u has %u neighbours: more than a list can hold", pos[first].id, n + w);
  slice->clusters[slice->cluster_count++] =
      (struct cpu_cluster){first, size, (uint32_t)slice->entry_count, (uint16_t)n, (uint16_t)w};
  slice->entry_count += n + w;
  slice->checked += (n + w) * size;
  slice->lanes += ((n + LANES - 1) / LANES + (w + LANES - 1) / LANES) * LANES * size;
  return STATUS_OK;
}

static struct search searcher(const struct cpu_run *run) {
  const struct wcsph_law *law = run->law;
  float reach = law->support + run->state->skin;
  struct search q = {.reach2 = reach * reach, .support2 = law->support * law->support};
  for (int a = 0; a < 3; a++) {
    q.quantum[a] = lane_set(law->quantum[a]);
    q.axis[a] = cpu_listed_axis(run, a);
  }
  return q;
}

/* Append the neighbours of fluid [begin, end) to the slice's list. */
int LANES_NAME(cpu_list)(struct cpu_run *run, struct cpu_slice *slice, uint32_t begin, uint32_t end) {
  struct search q = searcher(run);
  struct surroundings near = {.fluid_rows = 0};
  uint32_t size;
  for (uint32_t first = begin; first < end; first += size) {
    struct home home = next_cluster(run, first, end, &size);
    survey(run, &home, &near);
    TRY(search_reserve_cluster(slice));
    TRY(list_cluster(run, slice, &q, &near, first, size));
  }
  return STATUS_OK;
}

/* Append the fluid around the slice's walls, for dummy walls. */
int LANES_NAME(cpu_list_walls)(struct cpu_run *run, struct cpu_slice *slice) {
  struct search q = searcher(run);
  const struct position *pos = run->state->listed_pos;
  uint32_t unused[2] = {UINT32_MAX, 0};
  struct row rows[ROWS_MAX];
  struct home last = {.more = -1};
  int count = 0;
  for (uint32_t i = slice->wall_begin; i < slice->wall_end; i++) {
    struct home home = {.more = 0};
    search_cell_of(&run->grid, &pos[i], home.cell);
    if (memcmp(&home, &last, sizeof home) != 0)
      count = rows_around(&run->grid, run->grid.fluid_start, &home, rows);
    last = home;
    TRY(search_reserve(slice, candidates(rows, count)));
    CHECK(slice->entry_count <= UINT32_MAX, STATUS_FAILED, "too many neighbours for one thread's list");
    uint32_t n = 0;
    search_aim(&q, &pos[i], 1);
    for (int r = 0; r < count; r++)
      n += search_row(&q, rows[r], slice->entries + slice->entry_count + n, unused);
    run->listed[i] = (struct cpu_listed){(uint32_t)slice->entry_count, n};
    slice->entry_count += n;
  }
  return STATUS_OK;
}
