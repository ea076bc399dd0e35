/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows that travel between parts (src/parts): found and packed on the device, so that few bytes and one copy
 * go to the host and back. */
#include <stdlib.h>
#include <string.h>

#include "offload/wcsph_halo.h"
#include "util/error.h"

/* ---- which ---- */

#pragma omp declare target
static OFFLOAD_CALL void select_row(const struct offload_view *v, const struct row_filter *f, uint32_t i,
                                    bool forgets, uint32_t *list, uint32_t *count) {
  uint32_t at, *mark = &v->state.pos[i].mark;
  if (forgets && *mark == MARK_HALO) {
    *mark = MARK_GONE;
    return;
  }
  if (!row_is_selected(&v->state, f, &v->state.pos[i])) return;
#pragma omp atomic capture
  at = (*count)++;
  list[at] = i;
}
#pragma omp end declare target

/* The list is in memory that the sort works with; the number of rows stands behind the filter. */
static int find_rows(struct offload *o, enum row_kind kind, const struct row_filter *filter, bool forgets,
                     uint32_t **rows, uint32_t *count) {
  struct {
    struct row_filter filter;
    uint32_t count;
  } here = {.filter = *filter};
  const struct range r = state_range(&o->view.state, kind);
  const uint32_t begin = r.begin, end = r.end;
  const struct offload_view *v = o->there;
  if (o->view.state.shedding != o->state->shedding) {
    o->view.state.shedding = o->state->shedding;
    TRY(offload_publish(o));
  }
  TRY(offload_reserve_points(o, sizeof here / sizeof *o->points + 1));
  TRY(offload_copy(o->device, o->points, &here, sizeof here, false));
  const struct row_filter *there = (const struct row_filter *)o->points;
  uint32_t *found = (uint32_t *)((char *)o->points + offsetof(__typeof__(here), count)), *list = o->order;
  int device = o->device;
  OFFLOAD_LOOP(end - begin, is_device_ptr(v, there, list, found))
  for (uint32_t i = begin; i < end; i++) select_row(v, there, i, forgets, list, found);
  TRY(offload_copy(o->device, &here, o->points, sizeof here, true));
  *count = here.count;
  *rows = malloc(((size_t)here.count + 1) * sizeof **rows);
  CHECK(*rows, STATUS_FAILED, "no memory for %u rows", here.count);
  return offload_copy(o->device, *rows, list, here.count * sizeof **rows, true);
}

int offload_select(void *self, enum row_kind kind, const struct row_filter *filter, uint32_t **rows,
                   uint32_t *count) {
  return find_rows(self, kind, filter, false, rows, count);
}

int offload_leavers(void *self, const struct row_filter *filter, uint32_t **rows, uint32_t *count) {
  return find_rows(self, KIND_FLUID, filter, true, rows, count);
}

/* ---- there and back ---- */

/* The rows' numbers and room for what is packed of them, kept for the next time. */
static int prepare_wcsph_rows(struct offload *o, row_mask mask, const uint32_t *rows, uint32_t count,
                              uint32_t **there, uint16_t **packed, size_t *record) {
  const size_t numbers = ((size_t)count * sizeof *rows + 63) / 64 * 64;
  *record = 0;
  for (row_mask left = mask; left; left &= left - 1) *record += wcsph_buffer_info[row_first(left)].row_bytes;
  const size_t bytes = numbers + (size_t)count * *record;
  TRY(offload_reserve_points(o, (bytes + sizeof *o->points - 1) / sizeof *o->points));
  *there = (uint32_t *)o->points;
  *packed = (uint16_t *)((char *)o->points + numbers);
  return offload_copy(o->device, *there, rows, count * sizeof *rows, false);
}

/* Records hold rows of 2, 8 and 16 bytes, one behind the other: they are copied 2 bytes at a time. */
static void take_buffer(int device, const uint16_t *from, uint32_t words, const uint32_t *rows,
                        uint32_t count, uint16_t *to, uint32_t stride) {
  OFFLOAD_LOOP(count, is_device_ptr(from, rows, to))
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t w = 0; w < words; w++) to[(size_t)i * stride + w] = from[(size_t)rows[i] * words + w];
}

int offload_take(void *self, row_mask mask, const uint32_t *rows, uint32_t count, void *to) {
  struct offload *o = self;
  uint32_t *there, at = 0;
  uint16_t *packed;
  size_t record;
  TRY(prepare_wcsph_rows(o, mask, rows, count, &there, &packed, &record));
  for (row_mask left = mask; left; left &= left - 1) {
    const int b = row_first(left);
    const uint32_t words = (uint32_t)wcsph_buffer_info[b].row_bytes / 2;
    take_buffer(o->device, state_buffer(&o->view.state, b), words, there, count, packed + at,
                (uint32_t)record / 2);
    at += words;
  }
  return offload_copy(o->device, to, packed, (size_t)count * record, true);
}

int offload_discard(void *self, const uint32_t *rows, uint32_t count) {
  struct offload *o = self;
  uint32_t *there;
  uint16_t *unused;
  size_t none;
  if (count == 0) return STATUS_OK;
  TRY(prepare_wcsph_rows(o, 0, rows, count, &there, &unused, &none));
  struct position *pos = o->view.state.pos;
  int device = o->device;
  OFFLOAD_LOOP(count, is_device_ptr(pos, there))
  for (uint32_t i = 0; i < count; i++) pos[there[i]].mark = MARK_GONE;
  return STATUS_OK;
}

/* ---- what is found of own rows ---- */

#pragma omp declare target
static OFFLOAD_CALL void most_rate_one(const struct offload_view *v, uint32_t i, struct offload_finding *f) {
  if (v->state.pos[i].mark == MARK_HALO) return;
  const struct vec4 *a = &v->state.rate[i];
  const float square = (a->x * a->x + a->y * a->y) + a->z * a->z;
  uint32_t bits;
  __builtin_memcpy(&bits, &square, sizeof bits);
  offload_raise_bits(&f->most_of_rows, bits);
}
#pragma omp end declare target

/* Rows of others have no neighbours in the list (wcsph_halo.c), and so gravity alone. */
bool offload_is_own(void *self, float acceleration) {
  const struct offload *o = self;
  const float *g = o->law->gravity, square = (g[0] * g[0] + g[1] * g[1]) + g[2] * g[2];
  return o->strategy == OFFLOAD_LIST && offload_lists_as_ever(o) && offload_passes_as_ever(o) &&
         acceleration * acceleration > 1.001f * square;
}

int offload_most_rate(void *self, float *most) {
  struct offload *o = self;
  const struct offload_view *v = o->there;
  const struct range fluid = state_range(&o->view.state, KIND_FLUID);
  const uint32_t begin = fluid.begin, end = fluid.end;
  struct offload_finding *found, all;
  TRY(offload_expect(o, FOUND_BY_FORCES, &found));
  size_t count;
  struct offload_finding *seen = offload_seen(o, found, &count);
  int device = o->device;
  OFFLOAD_LOOP(end - begin, is_device_ptr(v) map(always, from : seen [0:count]))
  for (uint32_t i = begin; i < end; i++) most_rate_one(v, i, offload_finding_of(seen, i));
  TRY(offload_collect(o, FOUND_BY_FORCES, false, &all));
  memcpy(most, &all.most_of_rows, sizeof *most);
  return STATUS_OK;
}
