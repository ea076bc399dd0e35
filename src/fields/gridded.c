/* SPDX-License-Identifier: BSD-3-Clause */
#include "fields/gridded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

static size_t size_of(const struct gridded_shape *s) {
  return (size_t)s->n[0] * (size_t)s->n[1] * (size_t)s->n[2];
}

int gridded_take(struct gridded *g, const struct gridded_shape *shape, const struct frame *frame,
                 const char *path, const char *field) {
  *g = (struct gridded){.shape = *shape};
  const struct field *f = frame_field(frame, field);
  CHECK(f, STATUS_USAGE, "%s: no field '%s' in it", path, field);
  CHECK(f->components == 1 && frame->count == size_of(shape), STATUS_USAGE,
        "%s: '%s' is not one number at each of %zu points", path, field, size_of(shape));
  g->value = malloc((frame->count + 1) * sizeof *g->value);
  CHECK(g->value, STATUS_FAILED, "%s: out of memory", path);
  for (size_t i = 0; i < frame->count; i++) g->value[i] = NAN;
  for (size_t row = 0; row < frame->count; row++) {
    const uint64_t place = frame->ids ? frame->ids[row] : row;
    CHECK(place < frame->count, STATUS_USAGE, "%s: point %llu of %zu", path, (unsigned long long)place,
          frame->count);
    g->value[place] = (float)field_value(f, row);
  }
  return STATUS_OK;
}

void gridded_free(struct gridded *g) {
  free(g->value);
  g->value = NULL;
}

void gridded_place(const struct gridded_shape *s, size_t place, double at[3]) {
  for (int a = 0; a < 3; a++) {
    const size_t n = (size_t)s->n[a];
    at[a] = a < s->dimensions ? s->low[a] + ((double)(place % n) + 0.5) * s->spacing : 0.0;
    place /= n;
  }
}

float gridded_read(const struct gridded *g, const double at[3]) {
  const struct gridded_shape *s = &g->shape;
  size_t low[3], high[3];
  double share[3], sum = 0.0;
  for (int a = 0; a < 3; a++) {
    const double n = s->n[a], x = a < s->dimensions ? (at[a] - s->low[a]) / s->spacing - 0.5 : 0.0;
    const double inside = x - n * floor(x / n), below = fmin(floor(inside), n - 1.0);
    low[a] = (size_t)below;
    high[a] = (low[a] + 1) % (size_t)s->n[a];
    share[a] = inside - below;
  }
  for (int k = 0; k < 8; k++) {
    size_t place = 0;
    double weight = 1.0;
    for (int a = 2; a >= 0; a--) {
      place = place * (size_t)s->n[a] + (k >> a & 1 ? high[a] : low[a]);
      weight *= k >> a & 1 ? share[a] : 1.0 - share[a];
    }
    if (weight > 0.0) sum += weight * (double)g->value[place];
  }
  return (float)sum;
}

/* ---- surfaces ---- */

/* Node i of the lattice is point i; those beyond the box have nothing. */
static float node_of(const struct gridded *g, const int64_t at[3]) {
  const struct gridded_shape *s = &g->shape;
  for (int a = 0; a < 3; a++)
    if (at[a] < 0 || at[a] >= s->n[a]) return 0.0f;
  return g->value[((size_t)at[2] * (size_t)s->n[1] + (size_t)at[1]) * (size_t)s->n[0] + (size_t)at[0]];
}

static void fill_grid_block(struct block *b, const struct gridded *g) {
  int64_t origin[3];
  cloud_cell(b->key, origin);
  b->least = INFINITY, b->most = -INFINITY;
  for (int z = 0; z < BLOCK_NODES; z++)
    for (int y = 0; y < BLOCK_NODES; y++)
      for (int x = 0; x < BLOCK_NODES; x++) {
        const int64_t at[3] = {origin[0] * BLOCK_CELLS + x, origin[1] * BLOCK_CELLS + y,
                               origin[2] * BLOCK_CELLS + z};
        const float value = node_of(g, at);
        b->value[z][y][x] = value;
        b->least = fminf(b->least, value), b->most = fmaxf(b->most, value);
      }
}

/* Blocks from one before the first point to one behind the last, ascending: by z, then y, then x. */
static int make_blocks(struct lattice *l, const struct gridded *g) {
  int64_t last[3];
  size_t count = 1, k = 0;
  for (int a = 0; a < 3; a++) {
    last[a] = (g->shape.n[a] - 1) / BLOCK_CELLS;
    count *= (size_t)last[a] + 2;
  }
  *l = (struct lattice){.spacing = g->shape.spacing, .count = count};
  l->key = malloc(count * sizeof *l->key);
  l->blocks = malloc(count * sizeof *l->blocks);
  CHECK(l->key && l->blocks, STATUS_FAILED, "no memory for the surface: %zu blocks", count);
  for (int64_t z = -1; z <= last[2]; z++)
    for (int64_t y = -1; y <= last[1]; y++)
      for (int64_t x = -1; x <= last[0]; x++, k++) {
        const int64_t cell[3] = {x, y, z};
        l->blocks[k].key = l->key[k] = cloud_key(cell);
      }
#pragma omp parallel for schedule(dynamic, 16)
  for (size_t i = 0; i < count; i++) fill_grid_block(&l->blocks[i], g);
  return STATUS_OK;
}

int gridded_surface(struct isosurface *s, const struct gridded *g, double level) {
  struct lattice l = {0};
  *s = (struct isosurface){.level = level};
  CHECK(level > 0.0, STATUS_USAGE, "a level of %g; expected one above 0, which is what is beyond the box",
        level);
  int status = make_blocks(&l, g);
  if (status == STATUS_OK) status = isosurface_make(s, &l, level);
  for (size_t i = 0; i < s->vertices && status == STATUS_OK; i++)
    for (int a = 0; a < 3; a++) s->at[i][a] += g->shape.low[a] + 0.5 * g->shape.spacing;
  lattice_free(&l);
  return status;
}
