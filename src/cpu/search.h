/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CPU_SEARCH_H
#define CPU_SEARCH_H
/* Looking for neighbours a vector of candidates at a time, and the lists they go to; for the files that are
 * compiled once an instruction set. */
#include <stdlib.h>
#include <string.h>

#include "cpu/wcsph.h"
#include "lane/lane.h"
#include "util/error.h"
#include "wcsph/models/path.h"

/* Candidate particles [begin, end); at most two a row of cells, where a periodic axis wraps. */
struct row {
  uint32_t begin, end;
};

/* Room for `more` further entries and a vector's overhang. */
static inline int search_reserve(struct cpu_slice *slice, size_t more) {
  size_t need = slice->entry_count + more + LANES;
  if (need <= slice->entry_capacity) return STATUS_OK;
  size_t capacity = need + need / 4 + 4096;
  uint32_t *grown = realloc(slice->entries, capacity * sizeof *grown);
  CHECK(grown, STATUS_FAILED, "no memory for a neighbour list of %zu entries", capacity);
  slice->entries = grown;
  slice->entry_capacity = capacity;
  return STATUS_OK;
}

/* One more cluster. There are at most as many as particles, and mostly a quarter or half. */
static inline int search_reserve_cluster(struct cpu_slice *slice) {
  if (slice->cluster_count < slice->cluster_capacity) return STATUS_OK;
  size_t capacity =
      slice->cluster_capacity + slice->cluster_capacity / 8 + (slice->end - slice->begin) / 4 + 64;
  struct cpu_cluster *grown = realloc(slice->clusters, capacity * sizeof *grown);
  CHECK(grown, STATUS_FAILED, "no memory for %zu clusters", capacity);
  slice->clusters = grown;
  slice->cluster_capacity = capacity;
  return STATUS_OK;
}

/* The particles that look for neighbours. */
struct search {
  int size;
  int_t x[CPU_CLUSTER], y[CPU_CLUSTER], z[CPU_CLUSTER], path[CPU_CLUSTER];
  real_t quantum[3];
  const uint32_t *axis[4]; /* cpu_listed_axis */
  float reach2, support2;  /* m^2 */
  float unit2;             /* m^2: of paths; 0: there are none */
  uint64_t inside;
};

static inline int_t search_load(const uint32_t *from) {
  int_t v;
  memcpy(&v, from, sizeof v);
  return v;
}

static inline void search_aim(struct search *q, const struct position *p, uint32_t size) {
  q->size = (int)size;
  for (int c = 0; c < CPU_CLUSTER; c++) {
    const struct position *at = &p[c < q->size ? c : 0];
    q->x[c] = (int_t){0} + (int32_t)at->x;
    q->y[c] = (int_t){0} + (int32_t)at->y;
    q->z[c] = (int_t){0} + (int32_t)at->z;
    q->path[c] = (int_t){0} + (int32_t)at->path;
  }
}

/* The square of the path of two particles relative to each other, m^2. */
static inline real_t search_path2(int_t one, int_t other, float unit2) {
  int_t sum = {0};
  for (int a = 0; a < 3; a++) {
    const int_t along = path_along(one, a) - path_along(other, a);
    sum += along * along;
  }
  return lane_from_int(sum) * unit2;
}

/* Append entries of the particles in [begin, end) that are in reach of one, and unless NULL, to `groups` of
 * which: bit c for the c-th. touched widens to them. */
static inline uint32_t search_row(struct search *q, struct row row, uint32_t *out, uint32_t *groups,
                                  uint32_t touched[2]) {
  uint32_t n = 0;
  for (uint32_t k = row.begin; k < row.end; k += LANES) {
    unsigned valid = row.end - k >= LANES ? (unsigned)((1ull << LANES) - 1) : (1u << (row.end - k)) - 1u,
             hit = 0;
    int_t of = {0};
    int_t x = search_load(q->axis[0] + k), y = search_load(q->axis[1] + k), z = search_load(q->axis[2] + k);
    for (int c = 0; c < q->size; c++) {
      real_t dx = lane_from_int(lane_subtract_wrap(q->x[c], x)) * q->quantum[0];
      real_t dy = lane_from_int(lane_subtract_wrap(q->y[c], y)) * q->quantum[1];
      real_t dz = lane_from_int(lane_subtract_wrap(q->z[c], z)) * q->quantum[2];
      real_t r2 = (dx * dx + dy * dy) + dz * dz;
      mask_t meets = r2 < q->reach2;
      if (q->unit2 > 0.0f)
        meets = path_meets(r2, search_path2(q->path[c], search_load(q->axis[3] + k), q->unit2), q->reach2);
      of |= lane_flag(meets, 1 << c);
      q->inside += (unsigned)__builtin_popcount(lane_bits(r2 < q->support2) & valid);
    }
    hit = lane_bits(of > 0) & valid;
    if (!hit) continue;
    if (groups) lane_compress_ints(of, hit, groups + n);
    n += lane_compress(k, CPU_ENTRY, hit, out + n);
  }
  if (n > 0) {
    uint32_t first = out[0] / CPU_ENTRY, last = out[n - 1] / CPU_ENTRY;
    if (first < touched[0]) touched[0] = first;
    if (last >= touched[1]) touched[1] = last + 1;
  }
  return n;
}

static inline void search_cell_of(const struct grid *g, const struct position *p, uint32_t cell[3]) {
  cell[0] = position_cell(p->x, g->cells[0]);
  cell[1] = position_cell(p->y, g->cells[1]);
  cell[2] = position_cell(p->z, g->cells[2]);
}

#endif
