/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of a slice: of every cluster, those in reach that come behind it in memory, so that each pair
 * stands once. Boxes may be narrower than two reaches: rows of cells that wrap are looked at once. */
#include "cpu/lanes.h"
#include "cpu/packing.h"
#include "cpu/pairwise.h"

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

/* Whether two are so near along an axis that a particle half an axis from one is far from the other. */
static bool are_near(uint32_t a, uint32_t b) {
  const uint32_t apart = a - b, near = UINT32_C(1) << 28;
  return apart < near || -apart < near;
}

/* The next cluster: particles of cells of a row with at most one between them, where that may be. */
static uint32_t next_cluster(const struct cpu_pairwise *run, uint32_t first, uint32_t end, uint32_t home[3],
                             uint32_t *last_x) {
  const struct position *p = &run->state->listed_pos[first];
  uint32_t next[3], size = 1;
  search_cell_of(&run->grid, p, home);
  *last_x = home[0];
  for (; run->in_clusters && size < CPU_CLUSTER && first + size < end; size++) {
    const struct position *q = &p[size];
    if (!are_near(p->x, q->x) || !are_near(p->y, q->y) || !are_near(p->z, q->z)) break;
    search_cell_of(&run->grid, q, next);
    if (next[2] != home[2] || next[1] != home[1] || next[0] > home[0] + 2) break;
    *last_x = next[0];
  }
  return size;
}

static int list_cluster(const struct cpu_pairwise *run, struct cpu_slice *slice, struct search *q,
                        const struct surroundings *s, uint32_t first, uint32_t size) {
  size_t most = CPU_CLUSTER + 3 * LANES;
  for (int r = 0; r < s->count; r++) most += s->rows[r].end - s->rows[r].begin;
  most += most / CPU_VECTORS * 3;
  TRY(search_reserve(slice, 3 * most)); /* what is found lies behind the list until it is arranged */
  uint32_t *behind = slice->entries + slice->entry_count + most;
  struct found found = {behind, behind + most, 0};
  search_aim(q, &run->state->listed_pos[first], size);
  q->inside = 0;
  packing_find_own(q, first, size, slice->touched[1], &found);
  for (int r = 0; r < s->count; r++) {
    struct row row = s->rows[r];
    if (row.begin < first + size) row.begin = first + size;
    if (row.begin < row.end) packing_find(q, &row, 1, slice->touched[1], &found);
  }
  slice->inside[1] += q->inside;
  for (uint32_t k = 0; k < found.count; k += CPU_VECTORS * LANES) {
    CHECK(slice->entry_count <= UINT32_MAX, STATUS_FAILED, "too many neighbours for one thread's list");
    TRY(search_reserve_cluster(slice));
    struct cpu_cluster cluster = {.first = first,
                                  .size = (uint8_t)size,
                                  .own = (uint8_t)(k == 0 ? size : 0),
                                  .begin = (uint32_t)slice->entry_count};
    cluster.fluid = packing_arrange(slice, &found, k, slice->entries + slice->entry_count, cluster.reach[0]);
    slice->entry_count += (size_t)cluster.fluid * LANES;
    slice->clusters[slice->cluster_count++] = cluster;
  }
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
  slice->inside[1] = slice->checked = slice->lanes = 0;
  slice->touched[1][0] = slice->begin, slice->touched[1][1] = slice->end;
  for (uint32_t first = slice->begin; first < slice->end; first += size) {
    size = next_cluster(run, first, slice->end, home, &last_x);
    survey(&run->grid, home, last_x, &near);
    TRY(list_cluster(run, slice, &q, &near, first, size));
  }
  return STATUS_OK;
}
