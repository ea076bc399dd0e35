/* SPDX-License-Identifier: BSD-3-Clause */
/* Particles of pairwise sorted by cell on the device, stably, so that the order repeats. */
#include "offload/pairwise.h"
#include "util/error.h"

static void pairwise_count_cells(struct offload_pairwise *o) {
  const struct pairwise_view *v = o->there;
  const uint32_t n = o->view.state.count, cells = o->view.grid.total + 1;
  uint32_t *key = o->key, *start = o->view.grid.start[0];
  int device = o->device;
  OFFLOAD_LOOP(cells, is_device_ptr(start))
  for (uint32_t c = 0; c < cells; c++) start[c] = 0;
  OFFLOAD_LOOP(n, is_device_ptr(v, key, start))
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t cell = grid_cell(&v->grid, &v->state.listed_pos[i]);
    key[i] = cell;
#pragma omp atomic update
    start[cell]++;
  }
}

/* The most particles of a cell, as findings' rows; before the counts become begins. */
static int pairwise_find_fullest(struct offload_pairwise *o) {
  struct offload_finding *found, all;
  const uint32_t cells = o->view.grid.total, *start = o->view.grid.start[0];
  int device = o->device;
  TRY(offload_found_expect(o->device, o->found, o->forgotten, FOUND_BY_OTHERS, &found));
  OFFLOAD_LOOP(cells, is_device_ptr(start, found))
  for (uint32_t c = 0; c < cells; c++) {
    struct offload_finding *f = offload_finding_of(found, c);
    offload_raise_bits(&f->most, start[c]);
  }
  TRY(offload_found_collect(o->device, o->found, NULL, o->forgotten, FOUND_BY_OTHERS, false, &all));
  o->fullest = all.most;
  return STATUS_OK;
}

/* Rows of 32 bytes are exchanged for the spare; narrower ones go there and come back. */
#define BACK(type)                                                                                           \
  {                                                                                                          \
    type *old = pairwise_state_buffer(s, b), *sorted = o->spare;                                             \
    OFFLOAD_LOOP(n, is_device_ptr(old, sorted, order))                                                       \
    for (uint32_t i = 0; i < n; i++) sorted[i] = old[order[i]];                                              \
    OFFLOAD_LOOP(n, is_device_ptr(old, sorted))                                                              \
    for (uint32_t i = 0; i < n; i++) old[i] = sorted[i];                                                     \
  }

static int pairwise_permute(struct offload_pairwise *o) {
  struct pairwise_state *s = &o->view.state;
  const uint32_t *order = o->order, n = s->count;
  int device = o->device;
  for (int b = 0; b < PAIRWISE_BUFFER_COUNT; b++) {
    const size_t bytes = pairwise_buffer_info[b].row_bytes;
    if (!pairwise_state_buffer(s, b) || !(pairwise_buffer_info[b].uses & ROW_SORTED)) continue;
    if (bytes == sizeof(struct wide4)) {
      const struct wide4 *old = pairwise_state_buffer(s, b);
      struct wide4 *sorted = o->spare;
      OFFLOAD_LOOP(n, is_device_ptr(old, sorted, order))
      for (uint32_t i = 0; i < n; i++) sorted[i] = old[order[i]];
      o->spare = pairwise_state_buffer(s, b);
      pairwise_state_set_buffer(s, b, sorted);
    } else if (bytes == sizeof(struct vec4)) {
      BACK(struct vec4)
    } else {
      BACK(uint64_t)
    }
  }
  return pairwise_publish(o);
}
#undef BACK

int pairwise_sort(struct offload_pairwise *o, bool keep_order) {
  struct pairwise_state *s = &o->view.state;
  const uint32_t cells = o->view.grid.total + 1;
  if (!keep_order)
    CHECK(omp_target_memcpy(s->listed_pos, s->pos, s->count * sizeof *s->pos, 0, 0, o->device, o->device) ==
              0,
          STATUS_FAILED, "the device refused a copy");
  o->forgotten[FOUND_BY_OTHERS] = false; /* the distance begins anew */
  pairwise_count_cells(o);
  TRY(pairwise_find_fullest(o));
  offload_scan(o->device, o->view.grid.start[0], cells, 0, o->scratch);
  offload_place(o->device, o->key, 0, s->count, o->view.grid.start[0], cells - 1, o->fill, o->order);
  return pairwise_permute(o);
}
