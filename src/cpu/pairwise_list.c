/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of a slice: of every cluster, those in reach that come behind it in memory, so that each pair
 * stands once. Boxes may be narrower than two reaches: rows of cells that wrap are looked at once. */
#include "cpu/lanes.h"
#include "cpu/pairwise.h"
#include "cpu/search.h"

int LANES_NAME(cpu_pairwise_list)(const struct cpu_pairwise *run, struct cpu_slice *slice);

/* Two a row of cells, where it wraps. */
enum { ROWS_MAX = GRID_AROUND };

/* The rows of cells around a cluster, kept while clusters share it. */
struct surroundings {
  uint32_t home[3], last_x; /* cells of the cluster, [home[0], last_x] */
  struct row rows[ROWS_MAX];
  int count;
};

static int add_part(const struct grid *g, int64_t low, int64_t high, uint32_t row, struct row *out) {
  *out = (struct row){g->start[0][row + low], g->start[0][row + high + 1]};
  return out->begin < out->end;
}

/* Cells x - reach .. last_x + reach of row y, z: in two parts where they wrap, all of them where they would
 * overlap. */
static int add_row(const struct grid *g, const struct surroundings *s, uint32_t y, uint32_t z,
                   struct row *out) {
  const int64_t cells = g->cells[0], last = cells - 1;
  const int64_t low = (int64_t)s->home[0] - g->reach[0], high = (int64_t)s->last_x + g->reach[0];
  const uint32_t row = (z * g->cells[1] + y) * g->cells[0];
  if (high - low >= last) return add_part(g, 0, last, row, out);
  int n = add_part(g, low > 0 ? low : 0, high < last ? high : last, row, out);
  if (!g->periodic[0]) return n;
  if (low < 0) n += add_part(g, low + cells, last, row, out + n);
  if (high > last) n += add_part(g, 0, high - cells, row, out + n);
  return n;
}

static void survey(const struct grid *g, const uint32_t home[3], uint32_t last_x, struct surroundings *s) {
  if (s->count > 0 && s->last_x == last_x && memcmp(s->home, home, sizeof s->home) == 0) return;
  memcpy(s->home, home, sizeof s->home);
  s->last_x = last_x;
  s->count = 0;
  uint32_t y, z;
  for (int dz = -g->reach[2]; dz <= g->reach[2]; dz++)
    for (int dy = -g->reach[1]; dy <= g->reach[1]; dy++)
      if (grid_step(g, 2, home[2], dz, &z) && grid_step(g, 1, home[1], dy, &y))
        s->count += add_row(g, s, y, z, s->rows + s->count);
}

/* Whether two are so near along an axis that whoever is half an axis from one is far from the other. */
static bool are_near(uint32_t a, uint32_t b) {
  const uint32_t apart = a - b, near = UINT32_C(1) << 28;
  return apart < near || -apart < near;
}

/* The next cluster: two particles of cells of a row with at most one between them, where that may be. */
static uint32_t next_cluster(const struct cpu_pairwise *run, uint32_t first, uint32_t end, uint32_t home[3],
                             uint32_t *last_x) {
  const struct position *p = &run->state->listed_pos[first];
  uint32_t next[3];
  search_cell_of(&run->grid, p, home);
  *last_x = home[0];
  if (!run->in_pairs || first + 1 == end) return 1;
  if (!are_near(p[0].x, p[1].x) || !are_near(p[0].y, p[1].y) || !are_near(p[0].z, p[1].z)) return 1;
  search_cell_of(&run->grid, &p[1], next);
  if (next[2] != home[2] || next[1] != home[1] || next[0] > home[0] + 2) return 1;
  *last_x = next[0];
  return 2;
}

static int list_cluster(const struct cpu_pairwise *run, struct cpu_slice *slice, struct search *q,
                        const struct surroundings *s, uint32_t first, uint32_t size) {
  const struct position *pos = run->state->listed_pos;
  size_t candidates = 0;
  uint32_t n = 0;
  for (int r = 0; r < s->count; r++) candidates += s->rows[r].end - s->rows[r].begin;
  TRY(search_reserve(slice, candidates));
  search_aim(q, &pos[first], size);
  q->inside = 0;
  for (int r = 0; r < s->count; r++) {
    struct row row = s->rows[r];
    if (row.begin <= first) row.begin = first + 1; /* the second of the cluster meets itself, at no effect */
    if (row.begin < row.end)
      n += search_row(q, row, slice->entries + slice->entry_count + n, NULL, slice->touched[1]);
  }
  slice->inside[1] += q->inside - (size - 1);
  CHECK(n <= UINT16_MAX && slice->entry_count <= UINT32_MAX, STATUS_FAILED,
        "particle %llu has %u neighbours: more than a list can hold",
        (unsigned long long)run->state->id[first], n);
  slice->clusters[slice->cluster_count++] = (struct cpu_cluster){
      .first = first, .begin = (uint32_t)slice->entry_count, .size = (uint16_t)size, .fluid = (uint16_t)n};
  slice->entry_count += n;
  return STATUS_OK;
}

int LANES_NAME(cpu_pairwise_list)(const struct cpu_pairwise *run, struct cpu_slice *slice) {
  const float reach = run->state->reach;
  struct search q = {.reach2 = reach * reach, .support2 = (float)run->law->cutoff2};
  struct surroundings near = {.count = 0};
  uint32_t home[3], last_x, size;
  for (int a = 0; a < 3; a++) {
    q.quantum[a] = lane_set(run->law->quantum[a]);
    q.axis[a] = run->axis[a];
  }
  slice->entry_count = slice->cluster_count = 0;
  slice->inside[1] = 0;
  slice->touched[1][0] = slice->begin, slice->touched[1][1] = slice->end;
  for (uint32_t first = slice->begin; first < slice->end; first += size) {
    size = next_cluster(run, first, slice->end, home, &last_x);
    survey(&run->grid, home, last_x, &near);
    TRY(search_reserve_cluster(slice));
    TRY(list_cluster(run, slice, &q, &near, first, size));
  }
  return STATUS_OK;
}
