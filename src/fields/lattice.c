/* SPDX-License-Identifier: BSD-3-Clause */
#include "fields/lattice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lane/scalar.h"
#include "util/error.h"
#include "wcsph/models/kernel.h"

static int by_value(const void *x, const void *y) {
  const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
  return (a > b) - (a < b);
}

enum { AROUND = 27 };

/* The cell and those that touch it, ascending. */
static void find_around(uint64_t key, uint64_t around[AROUND]) {
  int64_t cell[3];
  cloud_cell(key, cell);
  for (int k = 0; k < AROUND; k++) {
    const int64_t other[3] = {cell[0] + k % 3 - 1, cell[1] + k / 3 % 3 - 1, cell[2] + k / 9 - 1};
    around[k] = cloud_key(other);
  }
}

/* All blocks that a particle can reach. */
static int find_blocks(struct lattice *l, const struct cloud *c) {
  l->key = malloc((AROUND * c->cells + 1) * sizeof *l->key);
  CHECK(l->key, STATUS_FAILED, "out of memory");
  for (size_t i = 0; i < c->cells; i++) find_around(c->key[i], l->key + AROUND * i);
  qsort(l->key, AROUND * c->cells, sizeof *l->key, by_value);
  for (size_t i = 0; i < AROUND * c->cells; i++)
    if (l->count == 0 || l->key[l->count - 1] != l->key[i]) l->key[l->count++] = l->key[i];
  l->blocks = malloc((l->count + 1) * sizeof *l->blocks);
  CHECK(l->blocks, STATUS_FAILED, "no memory for the surface: %zu blocks", l->count);
  return STATUS_OK;
}

/* Wendland's C2 kernel of the radius, times the volume; the factor is one for particles of any scale. */
struct weight {
  double spacing, radius;
  float factor, inv_h;
};

/* The nodes of a block along an axis that a coordinate reaches. */
static void find_reach(const struct weight *w, double at, int64_t origin, int *first, int *last) {
  const double low = ceil((at - w->radius) / w->spacing) - (double)origin;
  const double high = floor((at + w->radius) / w->spacing) - (double)origin;
  *first = (int)fmax(low, 0);
  *last = (int)fmin(high, BLOCK_NODES - 1);
}

/* Distances come from the numbers of nodes in the whole grid: blocks that share a node agree. */
static void add_particle(struct block *b, const struct weight *w, const int64_t origin[3],
                         const double at[3]) {
  int first[3], last[3];
  for (int a = 0; a < 3; a++) {
    find_reach(w, at[a], origin[a], &first[a], &last[a]);
    if (first[a] > last[a]) return;
  }
  for (int z = first[2]; z <= last[2]; z++) {
    const double dz = (double)(origin[2] + z) * w->spacing - at[2];
    for (int y = first[1]; y <= last[1]; y++) {
      const double dy = (double)(origin[1] + y) * w->spacing - at[1], rest = dz * dz + dy * dy;
      for (int x = first[0]; x <= last[0]; x++) {
        const double dx = (double)(origin[0] + x) * w->spacing - at[0];
        const float q = (float)sqrt(dx * dx + rest) * w->inv_h;
        b->value[z][y][x] += w->factor * kernel_w(KERNEL_WENDLAND, q);
      }
    }
  }
}

static void fill_block(struct block *b, uint64_t key, const struct cloud *c, const struct weight *w) {
  uint64_t around[AROUND];
  int64_t origin[3];
  memset(b->value, 0, sizeof b->value);
  b->key = key, b->least = INFINITY, b->most = 0;
  cloud_cell(key, origin);
  for (int a = 0; a < 3; a++) origin[a] *= BLOCK_CELLS;
  find_around(key, around);
  for (int k = 0; k < AROUND; k++) {
    const size_t cell = cloud_find(c->key, c->cells, around[k]);
    if (cell == c->cells) continue;
    for (size_t i = c->first[cell]; i < c->first[cell + 1]; i++) {
      const double scale = c->scale[i];
      const struct weight its = {w->spacing, scale * w->radius, w->factor, w->inv_h / (float)scale};
      add_particle(b, &its, origin, c->at[i]);
    }
  }
  const float *value = &b->value[0][0][0];
  for (int i = 0; i < BLOCK_NODES * BLOCK_NODES * BLOCK_NODES; i++)
    b->least = fminf(b->least, value[i]), b->most = fmaxf(b->most, value[i]);
}

int lattice_make(struct lattice *l, const struct cloud *cloud, double spacing, double radius, double volume) {
  *l = (struct lattice){.spacing = spacing};
  const struct kernel_row *kernel = &kernel_rows[KERNEL_WENDLAND];
  const double h = radius / kernel->radius;
  const struct weight w = {spacing, radius, (float)(volume * kernel->norm_3d / (h * h * h)), (float)(1 / h)};
  TRY(find_blocks(l, cloud));
#pragma omp parallel for schedule(dynamic, 16)
  for (size_t i = 0; i < l->count; i++) fill_block(&l->blocks[i], l->key[i], cloud, &w);
  return STATUS_OK;
}

void lattice_free(struct lattice *l) {
  free(l->key);
  free(l->blocks);
}
