/* SPDX-License-Identifier: BSD-3-Clause */
/* The neighbour list of pairwise: one column per particle. What does not fit is counted, and the list built
 * again with more rows: none is ever dropped. Without a list the same search counts pairs. */
#include "offload/neighbours.h"
#include "offload/pairwise.h"
#include "util/error.h"

/* Fill as many rows as there are, and find how many it takes and which neighbours are inside the cutoff. */
static int fill_columns(struct offload_pairwise *o, struct offload_finding *all) {
  struct offload_finding *found;
  TRY(offload_found_expect(o->device, o->found, o->forgotten, FOUND_BY_OTHERS, &found));
  const struct pairwise_view *v = &o->view;
  const struct position *pos = v->state.listed_pos;
  const uint32_t *start = v->grid.start[0];
  struct offload_quad *list = v->list;
  uint32_t *row_count = v->row_count;
  const uint32_t n = v->state.count, stride = v->stride, rows = list ? v->rows : 0;
  const float reach = v->state.reach, cutoff2 = (float)v->law.cutoff2;
  const float q0 = v->law.quantum[0], q1 = v->law.quantum[1], q2 = v->law.quantum[2];
  const uint32_t cells_x = v->grid.cells[0], cells_y = v->grid.cells[1], cells_z = v->grid.cells[2];
  const int reach_x = v->grid.reach[0], reach_y = v->grid.reach[1], reach_z = v->grid.reach[2];
  const bool wrap_x = v->grid.periodic[0], wrap_y = v->grid.periodic[1], wrap_z = v->grid.periodic[2];
  int device = o->device;
  OFFLOAD_LOOP(n, is_device_ptr(pos, start, list, row_count, found))
  for (uint32_t i = 0; i < n; i++) {
    const struct grid grid = {.cells = {cells_x, cells_y, cells_z},
                              .periodic = {wrap_x, wrap_y, wrap_z},
                              .reach = {reach_x, reach_y, reach_z}};
    const float quantum[3] = {q0, q1, q2}, reach2 = reach * reach;
    const struct position at = pos[i];
    struct column column = {.next = rows ? list + i : NULL, .step = (ptrdiff_t)stride};
    struct offload_rows around;
    uint32_t begin, end;
    rows_around(&around, &grid, quantum, reach, &at);
    while (rows_next(&around, &begin, &end))
      column_search(&column, pos, start[begin], start[end], &at, i, quantum, reach2, cutoff2, rows);
    const uint64_t inside = column.inside;
    const uint32_t needed = column_end(&column, i, rows);
    if (row_count) row_count[i] = needed;
    struct offload_finding *f = offload_finding_of(found, i);
    offload_raise_bits(&f->most, needed);
#pragma omp atomic update
    f->met[0] += inside;
  }
  return offload_found_collect(o->device, o->found, NULL, o->forgotten, FOUND_BY_OTHERS, false, all);
}

int pairwise_list(struct offload_pairwise *o) {
  struct pairwise_view *v = &o->view;
  struct offload_finding all;
  TRY(fill_columns(o, &all));
  if (v->list && all.most > v->rows) {
    pairwise_release(o, v->list, (size_t)v->rows * v->stride * sizeof *v->list);
    v->rows = all.most + all.most / 16 + 1;
    v->list = pairwise_allocate(o, (size_t)v->rows * v->stride * sizeof *v->list);
    CHECK(v->list, STATUS_FAILED,
          "no memory on the device for a list of %u neighbours a particle; offload.strategy: par-part-noloop "
          "needs none",
          4 * v->rows);
    TRY(pairwise_publish(o));
    TRY(fill_columns(o, &all));
  }
  o->counters.inside = all.met[0];
  o->counters.candidates = 4 * (uint64_t)all.most * v->state.count;
  return STATUS_OK;
}
