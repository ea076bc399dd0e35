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
  rows_around(&rows, &v->grid, start, &c->at);
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

/* Fill as many rows as there are; into `met` the neighbours inside the support that fluid has, of fluid and
 * of walls. Returns the most rows that a particle needs. */
static uint32_t fill(struct offload *o, uint64_t met[2]) {
  const struct offload_view *v = o->there;
  uint32_t n = o->view.state.count, needed = 0;
  uint64_t met_fluid = 0, met_walls = 0;
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(v) map(tofrom : needed, met_fluid, met_walls) reduction(max : needed)
                      reduction(+ : met_fluid, met_walls))
  for (uint32_t i = 0; i < n; i++) {
    float support = v->law.support, reach = support + v->state.skin;
    struct column c = {.list = v->list + i, .stride = v->stride, .rows = v->rows, .self = i};
    c.at = v->state.listed_pos[i];
    c.reach2 = reach * reach, c.support2 = support * support;
    for (int a = 0; a < 3; a++) c.quantum[a] = v->law.quantum[a];
    search(&c, v, v->grid.fluid_start, true);
    uint32_t with_fluid = c.inside;
    if (i >= v->state.wall_count) {
      search(&c, v, v->grid.wall_start, false);
      met_fluid += with_fluid;
      met_walls += c.inside - with_fluid;
    }
    v->fluid_count[i] = c.fluid;
    v->wall_count[i] = c.walls;
    if (c.fluid + c.walls > needed) needed = c.fluid + c.walls;
  }
  met[0] = met_fluid;
  met[1] = met_walls;
  return needed;
}

int offload_list(struct offload *o) {
  struct offload_view *v = &o->view;
  uint64_t met[2];
  uint32_t needed = fill(o, met);
  if (v->list && needed > v->rows) {
    offload_release(o, v->list, (size_t)v->rows * v->stride * sizeof *v->list);
    v->rows = needed + needed / 16 + 2;
    v->list = offload_allocate(o, (size_t)v->rows * v->stride * sizeof *v->list);
    CHECK(
        v->list, STATUS_FAILED,
        "no memory on the device for a list of %u neighbours a particle; offload.strategy: cells needs none",
        v->rows);
    TRY(offload_publish(o));
    fill(o, met);
  }
  uint32_t fluid = v->state.count - v->state.wall_count;
  o->counters.pairs = met[0] / 2 + met[1];
  o->counters.mean_neighbours = fluid ? (double)(met[0] + met[1]) / fluid : 0.0;
  o->counters.rebuilds++;
  return STATUS_OK;
}
