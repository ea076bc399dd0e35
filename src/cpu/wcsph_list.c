/* SPDX-License-Identifier: BSD-3-Clause */
/* The neighbour list of a slice: fluid-fluid pairs once (with the cluster that comes first), fluid-wall pairs
 * with the fluid. The cells of a row are neighbours
 * in memory, so candidates are tested as rows, a vector at a time. Neighbours that are near the same
 * particles of a cluster then go into the same vectors. */
#include "cpu/around.h"
#include "cpu/lanes.h"
#include "cpu/packing.h"

/* Rows of fluid that follow a cluster: each pair is met from one side only. The first row starts with the
 * cluster's own cell. */
static int rows_ahead(const struct grid *g, const struct home *home, struct row rows[ROWS_MAX]) {
  const uint32_t *cell = home->cell, *start = g->start[KIND_FLUID];
  const int outer = grid_outer(g), middle = grid_middle(g);
  uint32_t at[3] = {cell[0], cell[1], cell[2]};
  int n = add_row(g, start, home, 0, g->reach[0], at, rows);
  for (int dm = 1; dm <= g->reach[middle]; dm++)
    if (grid_step(g, middle, cell[middle], dm, &at[middle]))
      n += add_row(g, start, home, g->reach[0], g->reach[0], at, rows + n);
  for (int d = 1; d <= g->reach[outer]; d++)
    for (int dm = -g->reach[middle]; dm <= g->reach[middle]; dm++)
      if (grid_step(g, outer, cell[outer], d, &at[outer]) &&
          grid_step(g, middle, cell[middle], dm, &at[middle]))
        n += add_row(g, start, home, g->reach[0], g->reach[0], at, rows + n);
  return n;
}

/* Rows of fluid that precede it; the first ends where the cluster begins. */
static int rows_behind(const struct grid *g, const struct home *home, struct row rows[ROWS_MAX]) {
  const uint32_t *cell = home->cell, *start = g->start[KIND_FLUID];
  const int outer = grid_outer(g), middle = grid_middle(g);
  uint32_t at[3] = {cell[0], cell[1], cell[2]};
  int n = add_row(g, start, home, g->reach[0], -home->more, at, rows);
  for (int dm = -g->reach[middle]; dm < 0; dm++)
    if (grid_step(g, middle, cell[middle], dm, &at[middle]))
      n += add_row(g, start, home, g->reach[0], g->reach[0], at, rows + n);
  for (int d = -g->reach[outer]; d < 0; d++)
    for (int dm = -g->reach[middle]; dm <= g->reach[middle]; dm++)
      if (grid_step(g, outer, cell[outer], d, &at[outer]) &&
          grid_step(g, middle, cell[middle], dm, &at[middle]))
        n += add_row(g, start, home, g->reach[0], g->reach[0], at, rows + n);
  return n;
}

static size_t candidates(const struct row *rows, int count) {
  size_t n = 0;
  for (int r = 0; r < count; r++) n += rows[r].end - rows[r].begin;
  return n;
}

/* In one part of several: whether a row is of another. */
static bool is_other(const struct cpu_run *run, uint32_t i) {
  return run->others && run->state->pos[i].mark == MARK_HALO;
}

/* The next cluster: particles of cells of a row at most half the reach apart, of one part. */
static struct home next_cluster(const struct cpu_run *run, uint32_t first, uint32_t end, uint32_t *size) {
  const struct position *pos = run->state->listed_pos;
  struct home home = {.more = 0};
  uint32_t next[3];
  search_cell_of(&run->grid, &pos[first], home.cell);
  for (*size = 1; *size < CPU_CLUSTER && first + *size < end; ++*size) {
    search_cell_of(&run->grid, &pos[first + *size], next);
    if (next[2] != home.cell[2] || next[1] != home.cell[1] ||
        next[0] > home.cell[0] + (uint32_t)run->grid.reach[0] / 2 ||
        is_other(run, first) != is_other(run, first + *size))
      break;
    home.more = (int)(next[0] - home.cell[0]);
  }
  return home;
}

/* The rows around a home, kept while clusters share it. */
struct surroundings {
  struct home home;
  struct row fluid[ROWS_MAX], walls[ROWS_MAX];
  struct row others[ROWS_MAX]; /* behind the cluster, those with rows of other parts; the first: its own */
  int fluid_rows, wall_rows, other_rows;
  size_t candidates;
};

/* A pair of an own row and another part's is the own one's, also where it is behind: so that clusters of
 * others have no fluid in the list, and its vectors are full. */
static void survey_others(const struct cpu_run *run, const struct home *home, struct surroundings *s) {
  const uint32_t *before = run->others;
  const int count = rows_behind(&run->grid, home, s->others);
  s->other_rows = 1;
  for (int r = 1; r < count; r++)
    if (before[s->others[r].end] > before[s->others[r].begin]) s->others[s->other_rows++] = s->others[r];
  s->candidates += candidates(s->others, s->other_rows);
}

static void survey(const struct cpu_run *run, const struct home *home, struct surroundings *s) {
  const struct grid *g = &run->grid;
  if (s->fluid_rows > 0 && memcmp(&s->home, home, sizeof *home) == 0) return;
  s->home = *home;
  s->fluid_rows = run->options.pairs == CPU_PAIRS_TWICE ? rows_around(g, g->start[KIND_FLUID], home, s->fluid)
                                                        : rows_ahead(g, home, s->fluid);
  s->wall_rows = rows_around(g, g->start[KIND_WALL], home, s->walls);
  s->candidates = candidates(s->fluid, s->fluid_rows) + candidates(s->walls, s->wall_rows);
  s->other_rows = 0;
  if (run->others && run->options.pairs == CPU_PAIRS_ONCE) survey_others(run, home, s);
}

/* Of what was found from `from` on the others' rows stay, or this part's own ones. */
static void keep_rows(const struct cpu_run *run, bool others, uint32_t from, struct found *found) {
  uint32_t count = from;
  for (uint32_t k = from; k < found->count; k++) {
    if (is_other(run, found->entries[k] / CPU_ENTRY) != others) continue;
    found->entries[count] = found->entries[k];
    found->groups[count++] = found->groups[k];
  }
  found->count = count;
}

static void find_fluid(const struct cpu_run *run, struct cpu_slice *slice, struct search *q,
                       struct surroundings *near, uint32_t first, uint32_t size, struct found *fluid) {
  const bool once = run->options.pairs == CPU_PAIRS_ONCE;
  if (once) {
    packing_find_own(q, first, size, slice->touched[1], fluid);
    near->fluid[0].begin = first + size;
  }
  packing_find(q, near->fluid, near->fluid_rows, slice->touched[1], fluid);
  slice->inside[1] += q->inside - (once ? 0 : size);
  if (near->other_rows == 0) return;
  const uint32_t ahead = fluid->count;
  near->others[0].end = first;
  packing_find(q, near->others, near->other_rows, slice->touched[1], fluid);
  keep_rows(run, true, ahead, fluid);
}

/* Room for so many candidates, put into vectors. */
static size_t room_for(size_t most) {
  return most + most / CPU_VECTORS * 3 + CPU_CLUSTER + 3 * LANES;
}

/* Clusters like one, which has neighbours of its own if they are among the first found, for all that was. */
static int arrange(struct cpu_slice *slice, const struct cpu_cluster *like, const struct found *fluid,
                   const struct found *walls) {
  for (uint32_t k = 0; k < fluid->count || k < walls->count; k += CPU_VECTORS * LANES) {
    CHECK(slice->entry_count <= UINT32_MAX, STATUS_FAILED, "too many neighbours for one thread's list");
    TRY(search_reserve_cluster(slice));
    struct cpu_cluster cluster = *like;
    cluster.own = k == 0 ? like->own : 0;
    cluster.begin = (uint32_t)slice->entry_count;
    uint32_t *out = slice->entries + slice->entry_count;
    cluster.fluid = packing_arrange(slice, fluid, k, out, cluster.reach[0]);
    cluster.walls = packing_arrange(slice, walls, k, out + cluster.fluid * LANES, cluster.reach[1]);
    slice->entry_count += (size_t)(cluster.fluid + cluster.walls) * LANES;
    slice->clusters[slice->cluster_count++] = cluster;
  }
  return STATUS_OK;
}

/* The walls that have a segment or a facet once more, alone. */
static int list_facets(const struct cpu_run *run, struct cpu_slice *facets, const struct cpu_cluster *like,
                       struct found *walls) {
  const struct vec4 *piece = run->state->segment;
  const struct found none = {walls->entries, walls->groups, 0};
  uint32_t count = 0;
  for (uint32_t k = 0; k < walls->count; k++) {
    const struct vec4 *of = &piece[walls->entries[k] / CPU_ENTRY];
    if (of->x == 0.0f && of->y == 0.0f && of->z == 0.0f) continue;
    walls->entries[count] = walls->entries[k];
    walls->groups[count++] = walls->groups[k];
  }
  walls->count = count;
  TRY(search_reserve(facets, room_for(count)));
  return arrange(facets, like, &none, walls);
}

static int list_cluster(struct cpu_run *run, struct cpu_slice *slice, struct search *q,
                        struct surroundings *near, uint32_t first, uint32_t size) {
  const struct position *pos = run->state->listed_pos;
  const size_t most = room_for(near->candidates);
  const bool once = run->options.pairs == CPU_PAIRS_ONCE;
  TRY(search_reserve(slice, 3 * most)); /* what is found lies behind the list until it is arranged */
  uint32_t *behind = slice->entries + slice->entry_count + most;
  struct found fluid = {behind, behind + most, 0}, walls;
  const bool own = !is_other(run, first);
  search_aim(q, &pos[first], size);
  q->inside = 0;
  if (own) find_fluid(run, slice, q, near, first, size, &fluid);
  q->inside = 0;
  walls = (struct found){fluid.entries + fluid.count, fluid.groups + fluid.count, 0};
  packing_find(q, near->walls, near->wall_rows, slice->touched[0], &walls);
  if (own) slice->inside[0] += q->inside;
  for (uint32_t k = 0; k < walls.count; k++) cpu_make_wet(run, walls.entries[k] / CPU_ENTRY);
  if (!own) keep_rows(run, false, 0, &walls); /* a pair of others is found there */
  const struct cpu_cluster like = {
      .first = first, .size = (uint8_t)size, .own = (uint8_t)(once && own ? size : 0)};
  TRY(arrange(slice, &like, &fluid, &walls));
  return run->facets ? list_facets(run, &run->facets[slice - run->slices], &like, &walls) : STATUS_OK;
}

static struct search searcher(const struct cpu_run *run) {
  const struct wcsph_law *law = run->law;
  float reach = law->support + run->state->skin;
  struct search q = {.reach2 = reach * reach, .support2 = law->support * law->support};
  q.unit2 = state_path_unit(run->state) * state_path_unit(run->state);
  for (int a = 0; a < 3; a++) q.quantum[a] = lane_set(law->quantum[a]);
  for (int a = 0; a < 4; a++) q.axis[a] = cpu_listed_axis(run, a);
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
    TRY(list_cluster(run, slice, &q, &near, first, size));
  }
  return STATUS_OK;
}

/* The fluid that comes near the point opposite to wall i; a point is taken to stay where it is. */
static int list_point(struct cpu_run *run, struct cpu_slice *slice, struct search *q, uint32_t i) {
  struct position point = run->state->mirror[i];
  struct home home = {.more = 0};
  struct row rows[ROWS_MAX];
  uint32_t touched[2] = {0};
  point.path = 0;
  search_cell_of(&run->grid, &point, home.cell);
  const int count = rows_around(&run->grid, run->grid.start[KIND_FLUID], &home, rows);
  TRY(search_reserve(slice, candidates(rows, count)));
  search_aim(q, &point, 1);
  for (int r = 0; r < count; r++)
    slice->entry_count += search_row(q, rows[r], slice->entries + slice->entry_count, NULL, touched);
  CHECK(slice->entry_count <= UINT32_MAX, STATUS_FAILED, "too many neighbours for a block of walls");
  return STATUS_OK;
}

/* The lists of a block of walls, and a vector of entries beyond; rows of other parts need none. */
int LANES_NAME(cpu_list_points)(struct cpu_run *run, struct cpu_slice *slice) {
  const struct wcsph_state *s = run->state;
  struct search q = searcher(run);
  slice->entry_count = 0;
  for (uint32_t i = slice->begin; i < slice->end; i++) {
    const struct position *x = &s->mirror[i];
    if (x->mark && !is_other(run, i)) TRY(list_point(run, slice, &q, i));
    run->points[i] = (struct cpu_point){x->x, x->y, x->z, (uint32_t)slice->entry_count};
  }
  TRY(search_reserve(slice, 0));
  memset(slice->entries + slice->entry_count, 0, LANES * sizeof *slice->entries);
  return STATUS_OK;
}
