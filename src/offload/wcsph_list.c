/* SPDX-License-Identifier: BSD-3-Clause */
/* The neighbour list: a column a particle, fluid from the front, walls from the back. What does not fit is
 * counted, and the list built again with more rows: none is ever dropped. */
#include "offload/neighbours.h"
#include "offload/wcsph.h"
#include "physics/scalar.h"
#include "util/error.h"

/* One particle's column while it is searched. */
struct column {
  uint32_t *list; /* its first row */
  uint32_t stride, rows, self;
  struct position at;
  float quantum[3], reach2, support2;
  uint32_t fluid, walls, inside;
};

static inline void search(struct column *c, const struct offload_view *v, const uint32_t *start, bool fluid) {
  const struct position *pos = v->state.listed_pos;
  struct offload_rows rows;
  uint32_t begin, end;
  rows_around(&rows, &v->grid, &v->law, v->law.support + v->state.skin, start, &c->at);
  while (rows_next(&rows, &begin, &end)) {
    for (uint32_t j = begin; j < end; j++) {
      const struct position p = pos[j];
      float dx = lane_from_int((int32_t)(c->at.x - p.x)) * c->quantum[0];
      float dy = lane_from_int((int32_t)(c->at.y - p.y)) * c->quantum[1];
      float dz = lane_from_int((int32_t)(c->at.z - p.z)) * c->quantum[2];
      float r2 = (dx * dx + dy * dy) + dz * dz;
      if (!(r2 < c->reach2) || j == c->self) continue;
      c->inside += r2 < c->support2;
      uint32_t row = fluid ? c->fluid++ : c->rows - 1 - c->walls++;
      if (c->fluid + c->walls <= c->rows) c->list[(size_t)row * c->stride] = j;
    }
  }
}

/* Fill as many rows as there are, and find how many it takes. */
static int fill(struct offload *o, struct offload_finding *all) {
  const struct offload_view *v = o->there;
  struct offload_finding *found;
  uint32_t n = o->view.state.count;
  int device = o->device;
  TRY(offload_expect(o, FOUND_BY_OTHERS, &found));
  OFFLOAD_LOOP(n, is_device_ptr(v, found))
  for (uint32_t i = 0; i < n; i++) {
    float support = v->law.support, reach = support + v->state.skin;
    struct column c = {.list = v->list + i, .stride = v->stride, .rows = v->rows, .self = i};
    c.at = v->state.listed_pos[i];
    c.reach2 = reach * reach, c.support2 = support * support;
    for (int a = 0; a < 3; a++) c.quantum[a] = v->law.quantum[a];
    search(&c, v, v->grid.fluid_start, true);
    struct offload_finding *f = offload_finding_of(found, i);
    if (i >= v->state.wall_count) {
      uint64_t fluid = c.inside;
      search(&c, v, v->grid.wall_start, false);
      uint64_t walls = c.inside - fluid;
#pragma omp atomic update
      f->met[0] += fluid;
#pragma omp atomic update
      f->met[1] += walls;
    }
    v->fluid_count[i] = c.fluid;
    v->wall_count[i] = c.walls;
    offload_raise_bits(&f->rows, c.fluid + c.walls);
  }
  return offload_collect(o, FOUND_BY_OTHERS, false, all);
}

int offload_list(struct offload *o) {
  struct offload_view *v = &o->view;
  struct offload_finding all;
  TRY(fill(o, &all));
  if (v->list && all.rows > v->rows) {
    offload_release(o, v->list, (size_t)v->rows * v->stride * sizeof *v->list);
    v->rows = all.rows + all.rows / 16 + 2;
    v->list = offload_allocate(o, (size_t)v->rows * v->stride * sizeof *v->list);
    CHECK(
        v->list, STATUS_FAILED,
        "no memory on the device for a list of %u neighbours a particle; offload.strategy: cells needs none",
        v->rows);
    TRY(offload_publish(o));
    TRY(fill(o, &all));
  }
  uint32_t fluid = v->state.count - v->state.wall_count;
  o->counters.pairs = all.met[0] / 2 + all.met[1];
  o->counters.mean_neighbours = fluid ? (double)(all.met[0] + all.met[1]) / fluid : 0.0;
  o->counters.rebuilds++;
  return STATUS_OK;
}
