/* SPDX-License-Identifier: BSD-3-Clause */
#include "fields/cloud.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"

enum { AXIS_BITS = 21 };

uint64_t cloud_key(const int64_t cell[3]) {
  uint64_t key = 0;
  for (int a = 2; a >= 0; a--) key = key << AXIS_BITS | (uint64_t)(cell[a] + CLOUD_CELLS_MOST);
  return key;
}

void cloud_cell(uint64_t key, int64_t cell[3]) {
  for (int a = 0; a < 3; a++)
    cell[a] = (int64_t)(key >> (a * AXIS_BITS) & ((1 << AXIS_BITS) - 1)) - CLOUD_CELLS_MOST;
}

size_t cloud_find(const uint64_t *keys, size_t count, uint64_t key) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (keys[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && keys[low] == key ? low : count;
}

struct place {
  uint64_t key;
  size_t row;
};

static int by_place(const void *x, const void *y) {
  const struct place *a = x, *b = y;
  return a->key != b->key ? (a->key > b->key) - (a->key < b->key) : (a->row > b->row) - (a->row < b->row);
}

static bool find_key(const double at[3], double edge, uint64_t *key) {
  int64_t cell[3];
  for (int a = 0; a < 3; a++) {
    const double index = floor(at[a] / edge);
    if (!(fabs(index) < CLOUD_CELLS_MOST - 2)) return false;
    cell[a] = (int64_t)index;
  }
  *key = cloud_key(cell);
  return true;
}

static int find_places(const struct frame *frame, const char *path, double edge, struct place *places,
                       size_t *count) {
  const struct field *type = frame_field(frame, "type");
  *count = 0;
  for (size_t i = 0; i < frame->count; i++) {
    if (type && field_value(type, i) != 0) continue;
    struct place *p = &places[*count];
    const double *at = frame->points[i];
    CHECK(find_key(at, edge, &p->key), STATUS_USAGE, "%s: a particle at (%g, %g, %g)", path, at[0], at[1],
          at[2]);
    p->row = i;
    ++*count;
  }
  return STATUS_OK;
}

static int fill_cloud(struct cloud *c, const struct frame *frame, const char *path,
                      const struct place *places, double dp) {
  const struct field *spacing = frame_field(frame, "spacing");
  c->at = malloc((c->count + 1) * sizeof *c->at);
  c->scale = malloc((c->count + 1) * sizeof *c->scale);
  c->row = malloc((c->count + 1) * sizeof *c->row);
  c->key = malloc((c->count + 1) * sizeof *c->key);
  c->first = malloc((c->count + 1) * sizeof *c->first);
  CHECK(c->at && c->scale && c->row && c->key && c->first, STATUS_FAILED, "%s: out of memory", path);
  for (size_t i = 0; i < c->count; i++) {
    if (c->cells == 0 || c->key[c->cells - 1] != places[i].key) {
      c->key[c->cells] = places[i].key;
      c->first[c->cells++] = i;
    }
    c->row[i] = places[i].row;
    c->scale[i] = frame_spacing(spacing, places[i].row, dp) / dp;
    memcpy(c->at[i], frame->points[places[i].row], sizeof *c->at);
  }
  c->first[c->cells] = c->count;
  return STATUS_OK;
}

int cloud_make(struct cloud *c, const struct frame *frame, const char *path, double dp, double edge) {
  *c = (struct cloud){.edge = edge};
  CHECK(frame->points, STATUS_USAGE, "%s: no particles, but a field on a grid, in it", path);
  struct place *places = malloc((frame->count + 1) * sizeof *places);
  CHECK(places, STATUS_FAILED, "%s: out of memory", path);
  int status = find_places(frame, path, edge, places, &c->count);
  if (!status) qsort(places, c->count, sizeof *places, by_place);
  if (!status) status = fill_cloud(c, frame, path, places, dp);
  free(places);
  return status;
}

void cloud_free(struct cloud *c) {
  free(c->at);
  free(c->scale);
  free(c->row);
  free(c->key);
  free(c->first);
}
