/* SPDX-License-Identifier: BSD-3-Clause */
/* The neighbour list: a column a particle, fluid from the front, walls from the back. What does not fit is
 * counted, and the list built again with more rows: none is ever dropped. */
#include "offload/neighbours.h"
#include "offload/wcsph.h"
#include "physics/scalar.h"
#include "util/error.h"

/* One particle's column while it is searched. */
struct column {
  struct offload_quad *next;  /* the row to write */
  ptrdiff_t step;             /* to the one after it */
  uint32_t room;              /* rows */
  struct offload_quad latest; /* neighbours, the last one behind */
  uint32_t count;
};

static inline void put(struct column *c, uint32_t j) {
  c->latest = (struct offload_quad){{c->latest.j[1], c->latest.j[2], c->latest.j[3], j}};
  c->count++;
  if (c->count % 4 > 0) return;
  if (c->count / 4 <= c->room) *c->next = c->latest;
  c->next += c->step;
}

/* How many rows it takes. */
static inline uint32_t put_end(struct column *c, uint32_t self) {
  while (c->count % 4 > 0) put(c, self);
  return c->count / 4;
}

/* Neighbours of one type; returns how many of them are inside the support. */
static inline uint32_t search(struct column *c, const struct offload_view *v, const uint32_t *start,
                              const struct position *at, uint32_t self) {
  const struct position *pos = v->state.listed_pos;
  const float support = v->law.support, reach = support + v->state.skin;
  const float q0 = v->law.quantum[0], q1 = v->law.quantum[1], q2 = v->law.quantum[2];
  struct offload_rows rows;
  uint32_t begin, end, inside = 0;
  rows_around(&rows, &v->grid, &v->law, reach, start, at);
  while (rows_next(&rows, &begin, &end)) {
    for (uint32_t j = begin; j < end; j++) {
      const struct position p = pos[j];
      float dx = lane_from_int((int32_t)(at->x - p.x)) * q0;
      float dy = lane_from_int((int32_t)(at->y - p.y)) * q1;
      float dz = lane_from_int((int32_t)(at->z - p.z)) * q2;
      float r2 = (dx * dx + dy * dy) + dz * dz;
      if (!(r2 < reach * reach) || j == self) continue;
      inside += r2 < support * support;
      put(c, j);
    }
  }
  return inside;
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
    const struct position at = v->state.listed_pos[i];
    const ptrdiff_t stride = v->stride;
    const uint32_t rows = v->list ? v->rows : 0;
    struct offload_finding *f = offload_finding_of(found, i);
    struct column fluid = {.next = v->list + i, .step = stride, .room = rows};
    uint64_t met_fluid = search(&fluid, v, v->grid.fluid_start, &at, i);
    uint32_t used = put_end(&fluid, i), more = 0;
    if (i >= v->state.wall_count) {
      struct column walls = {.next = v->list + (ptrdiff_t)(rows - 1) * stride + i,
                             .step = -stride,
                             .room = used < rows ? rows - used : 0};
      uint64_t met_walls = search(&walls, v, v->grid.wall_start, &at, i);
      more = put_end(&walls, i);
#pragma omp atomic update
      f->met[0] += met_fluid;
#pragma omp atomic update
      f->met[1] += met_walls;
    }
    v->fluid_count[i] = used;
    v->wall_count[i] = more;
    offload_raise_bits(&f->rows, used + more);
  }
  return offload_collect(o, FOUND_BY_OTHERS, false, all);
}

int offload_list(struct offload *o) {
  struct offload_view *v = &o->view;
  struct offload_finding all;
  TRY(fill(o, &all));
  if (v->list && all.rows > v->rows) {
    offload_release(o, v->list, (size_t)v->rows * v->stride * sizeof *v->list);
    v->rows = all.rows + all.rows / 16 + 1;
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
