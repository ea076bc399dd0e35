/* SPDX-License-Identifier: BSD-3-Clause */
/* The neighbour list: one column per particle, fluid from the front, walls from the back. What does not fit
 * is counted, and the list built again with more rows: none is ever dropped. */
#include "offload/neighbours.h"
#include "offload/wcsph.h"
#include "offload/wcsph_seek.h"
#include "util/error.h"

/* The particles of [begin, end) that it may meet. The next candidate is fetched while one is looked at. */
static inline void seek(struct packing *c, const struct seeker *q, const struct position *pos, uint32_t begin,
                        uint32_t end) {
  if (begin >= end) return;
  struct position next = particle_place(pos, begin);
  for (uint32_t j = begin; j < end; j++) {
    const struct position p = next;
    next = particle_place(pos, j + 1 < end ? j + 1 : j);
    seeker_try(c, q, &p, j);
  }
}

/* The column of particle i, in values of their own: kernels keep those in constant memory. */
#pragma omp declare target
static OFFLOAD_CALL void fill_column(uint32_t i, const struct position *pos, const uint32_t *fluid_start,
                                     const uint32_t *wall_start, struct offload_pack *front,
                                     struct offload_pack *back, uint32_t *fluid_count, uint32_t *wall_count,
                                     struct offload_finding *found, bool wall, uint32_t stride, uint32_t rows,
                                     float support, float reach, float unit, float q0, float q1, float q2,
                                     uint32_t cells_x, uint32_t cells_y, uint32_t cells_z, int reach_x,
                                     int reach_y, int reach_z, bool wrap_x, bool wrap_y, bool wrap_z) {
  struct grid grid; /* what an initializer leaves out would be zeroed by a call (OFFLOAD_CALL) */
  grid.cells[0] = cells_x, grid.cells[1] = cells_y, grid.cells[2] = cells_z;
  grid.periodic[0] = wrap_x, grid.periodic[1] = wrap_y, grid.periodic[2] = wrap_z;
  grid.reach[0] = reach_x, grid.reach[1] = reach_y, grid.reach[2] = reach_z;
  const struct seeker q = {.at = particle_place(pos, i),
                           .self = i,
                           .rows = rows,
                           .quantum = {q0, q1, q2},
                           .meet2 = reach * reach,
                           .support2 = support * support,
                           .unit2 = unit * unit};
  struct packing fluid = {.next = front, .step = (ptrdiff_t)stride};
  struct packing walls = {.next = back, .step = -(ptrdiff_t)stride};
  struct offload_rows around;
  uint32_t begin, end;
  rows_around(&around, &grid, q.quantum, seeker_reach(&q.at, reach, unit), &q.at);
  while (rows_next(&around, &begin, &end)) {
    seek(&fluid, &q, pos, fluid_start[begin], fluid_start[end]);
    if (!wall) seek(&walls, &q, pos, wall_start[begin], wall_start[end]); /* walls meet fluid alone */
  }
  const uint32_t fluid_rows = pack_end(&fluid, rows), wall_rows = pack_end(&walls, rows);
  fluid_count[i] = fluid_rows;
  wall_count[i] = wall_rows;
  struct offload_finding *f = offload_finding_of(found, i);
  offload_raise_bits(wall ? &f->most_of_walls : &f->most, fluid_rows + wall_rows);
  if (!wall) {
    const uint64_t met_fluid = fluid.inside, met_walls = walls.inside;
#pragma omp atomic update
    f->met[0] += met_fluid;
#pragma omp atomic update
    f->met[1] += met_walls;
  }
}
#pragma omp end declare target

/* Fill as many rows as there are, and find how many it takes. */
static int fill_wcsph_list(struct offload *o, struct offload_finding *all) {
  struct offload_finding *found;
  TRY(offload_expect(o, FOUND_BY_OTHERS, &found));
  if (!offload_lists_as_ever(o)) {
    offload_otherwise.fill(o, found);
    return offload_collect(o, FOUND_BY_OTHERS, false, all);
  }
  const struct offload_view *v = &o->view;
  const struct position *pos = v->state.listed_pos;
  const uint32_t *fluid_start = v->grid.start[KIND_FLUID], *wall_start = v->grid.start[KIND_WALL];
  uint32_t *fluid_count = v->fluid_count, *wall_count = v->wall_count;
  const uint32_t n = v->state.count, wall_end = state_range(&v->state, KIND_FLUID).begin;
  const struct offload_columns *of_walls = &v->columns[KIND_WALL], *of_fluid = &v->columns[KIND_FLUID];
  struct offload_pack *wall_list = of_walls->list, *fluid_list = of_fluid->list;
  const uint32_t wall_stride = of_walls->stride, fluid_stride = of_fluid->stride;
  const uint32_t wall_rows = v->list ? of_walls->rows : 0, fluid_rows = v->list ? of_fluid->rows : 0;
  const float support = v->law.support, reach = support + v->state.skin, unit = state_path_unit(&v->state);
  const float q0 = v->law.quantum[0], q1 = v->law.quantum[1], q2 = v->law.quantum[2];
  const uint32_t cells_x = v->grid.cells[0], cells_y = v->grid.cells[1], cells_z = v->grid.cells[2];
  const int reach_x = v->grid.reach[0], reach_y = v->grid.reach[1], reach_z = v->grid.reach[2];
  const struct position *now = v->state.pos;
  const bool shared = v->state.shared;
  const bool wrap_x = v->grid.periodic[0], wrap_y = v->grid.periodic[1], wrap_z = v->grid.periodic[2];
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(now, pos, fluid_start, wall_start, wall_list, fluid_list, fluid_count,
                                wall_count, found))
  for (uint32_t i = 0; i < n; i++) {
    if (shared && now[i].mark == MARK_HALO) { /* what a pass would find for it is not used */
      fluid_count[i] = wall_count[i] = 0;
      continue;
    }
    const bool wall = i < wall_end;
    const uint32_t stride = wall ? wall_stride : fluid_stride, rows = wall ? wall_rows : fluid_rows;
    struct offload_pack *front = NULL, *back = NULL;
    if (rows) front = wall ? wall_list + i : fluid_list + (i - wall_end);
    if (rows) back = front + (size_t)(rows - 1) * stride;
    fill_column(i, pos, fluid_start, wall_start, front, back, fluid_count, wall_count, found, wall, stride,
                rows, support, reach, unit, q0, q1, q2, cells_x, cells_y, cells_z, reach_x, reach_y, reach_z,
                wrap_x, wrap_y, wrap_z);
  }
  return offload_collect(o, FOUND_BY_OTHERS, false, all);
}

int offload_list(struct offload *o) {
  struct offload_view *v = &o->view;
  struct offload_finding all;
  uint32_t needed[ROW_KINDS] = {0};
  if (v->list) TRY(offload_fit_list(o, needed));
  TRY(fill_wcsph_list(o, &all));
  needed[KIND_WALL] = all.most_of_walls, needed[KIND_FLUID] = all.most;
  if (v->list &&
      (needed[KIND_WALL] > v->columns[KIND_WALL].rows || needed[KIND_FLUID] > v->columns[KIND_FLUID].rows)) {
    TRY(offload_fit_list(o, needed));
    TRY(fill_wcsph_list(o, &all));
  }
  uint32_t fluid = state_count(&v->state, KIND_FLUID);
  o->counters.pairs = all.met[0] / 2 + all.met[1];
  o->counters.mean_neighbours = fluid ? (double)(all.met[0] + all.met[1]) / fluid : 0.0;
  o->counters.own = v->state.shared && offload_lists_as_ever(o);
  o->counters.rebuilds++;
  o->knows_movers = o->knows_turns = false;
  return STATUS_OK;
}

void offload_take_none(struct offload *o) {
  const uint32_t portions = o->view.state.capacity / OFFLOAD_PORTION + 1;
  uint32_t *count = o->taking.count;
  int device = o->device;
  OFFLOAD_LOOP(portions, is_device_ptr(count))
  for (uint32_t k = 0; k < portions; k++) count[k] = 0;
}

/* Rows of walls in the column of particle i, up to the last that has one that can move. Rows are filled up
 * with i, which cannot. */
#pragma omp declare target
static OFFLOAD_CALL void count_movers(const struct offload_view *v, uint32_t i) {
  const struct vec4 *velocity = v->state.wall_velocity;
  const uint32_t rows = v->wall_count[i];
  uint32_t count = 0;
  for (uint32_t r = 0; r < rows; r++) {
    const struct offload_pack *row =
        offload_back(v, KIND_FLUID, i) - (size_t)r * v->columns[KIND_FLUID].along;
    if (velocity[row->first].w != 0.0f) count = r + 1;
    for (int k = 0; k < 3; k++)
      if (velocity[pack_low(row->first, row->behind[k], i)].w != 0.0f ||
          velocity[pack_low(row->first, row->behind[k] >> 16, i)].w != 0.0f)
        count = r + 1;
  }
  v->mover_count[i] = count;
}
#pragma omp end declare target

void offload_find_movers(struct offload *o) {
  const struct offload_view *v = o->there;
  const struct range fluid = state_range(&o->view.state, KIND_FLUID);
  const uint32_t begin = fluid.begin, end = fluid.end;
  int device = o->device;
  OFFLOAD_LOOP(end - begin, is_device_ptr(v))
  for (uint32_t i = begin; i < end; i++) count_movers(v, i);
  o->knows_movers = true;
}
