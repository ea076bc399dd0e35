/* SPDX-License-Identifier: BSD-3-Clause */
/* What part 0 writes of all parts' rows: a window of them at a time, so that no part holds all. Windows are
 * of ids in their order, or of rows as they stand, part by part. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "parts/part.h"
#include "util/error.h"
#include "wcsph/results/vorticity.h"
#include "wcsph/window.h"

void part_show_end(struct part *p) {
  free(p->shown.order);
  free(p->shown.at);
  free(p->shown.found);
  p->shown = (struct part_shown){0};
}

/* Own rows that are chosen, by id, or all, by kind. */
static int list_own(struct part *p, const struct row_choice *choice, uint64_t counts[ROW_KINDS]) {
  const struct wcsph_state *s = &p->here;
  struct part_shown *w = &p->shown;
  w->order = choice ? rows_by_id(s->id, s->count) : malloc(((size_t)s->count + 1) * sizeof *w->order);
  CHECK(w->order, STATUS_FAILED, "no memory to write %u particles", s->count);
  for (uint32_t k = 0; k < s->count; k++) {
    const uint32_t i = choice ? w->order[k] : k;
    if (s->pos[i].mark == MARK_HALO || (choice && !row_is_chosen(s, choice, i))) continue;
    w->order[w->count++] = i;
    counts[state_kind(s, i)]++;
  }
  return STATUS_OK;
}

/* How many own rows have ids below one. */
static uint32_t rows_below(const struct part *p, uint64_t id) {
  const struct part_shown *w = &p->shown;
  uint32_t low = 0, high = w->count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (p->here.id[w->order[middle]] < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Where windows begin among own rows: at the ids below which there are as many rows of all parts. All are
 * looked for at once, by halves. */
static int cut_by_id(struct part *p) {
  struct part_shown *w = &p->shown;
  const size_t n = w->windows;
  uint64_t *low = calloc(3 * n + 1, sizeof *low), *high = low + n, *below = high + n;
  const int64_t mine = w->count > 0 ? (int64_t)p->here.id[w->order[w->count - 1]] + 1 : 0;
  int64_t most;
  bool open = n > 1;
  const int status =
      part_agree(p, low ? STATUS_OK : error_set(STATUS_FAILED, "no memory to write particles"), NULL, 0);
  if (status != STATUS_OK) free(low);
  TRY(status);
  MPI_Allreduce(&mine, &most, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
  for (size_t k = 1; k < n; k++) high[k] = (uint64_t)most;
  while (open) {
    for (size_t k = 1; k < n; k++) below[k] = rows_below(p, low[k] + (high[k] - low[k]) / 2);
    MPI_Allreduce(MPI_IN_PLACE, below, (int)n, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    open = false;
    for (size_t k = 1; k < n; k++) {
      const uint64_t middle = low[k] + (high[k] - low[k]) / 2;
      if (low[k] == high[k]) continue;
      if (below[k] < k * ROWS_WINDOW)
        low[k] = middle + 1;
      else
        high[k] = middle;
      open = open || low[k] < high[k];
    }
  }
  for (size_t k = 1; k < n; k++) w->at[k] = rows_below(p, low[k]);
  w->at[n] = w->count;
  free(low);
  return STATUS_OK;
}

/* The same where rows stand part by part, first all walls: own ones of a kind from the first-th of all on. */
static void cut_by_part(struct part *p, enum row_kind kind, uint64_t first, uint32_t begin) {
  struct part_shown *w = &p->shown;
  uint32_t *at = w->at + (size_t)kind * (w->windows + 1);
  const uint32_t own = p->owned[p->number][kind];
  for (size_t k = 0; k <= w->windows; k++) {
    const uint64_t row = (uint64_t)k * ROWS_WINDOW;
    at[k] = begin + (row < first ? 0 : row - first < own ? (uint32_t)(row - first) : own);
  }
}

static void cut_kinds(struct part *p) {
  uint64_t walls = 0, before[ROW_KINDS] = {0};
  for (int k = 0; k < p->parts; k++) {
    walls += p->owned[k][KIND_WALL];
    for (int kind = 0; kind < ROW_KINDS && k < p->number; kind++) before[kind] += p->owned[k][kind];
  }
  cut_by_part(p, KIND_WALL, before[KIND_WALL], 0);
  cut_by_part(p, KIND_FLUID, walls + before[KIND_FLUID], p->owned[p->number][KIND_WALL]);
}

int part_show(struct part *p, row_mask mask, const struct row_choice *choice, uint64_t counts[ROW_KINDS]) {
  struct part_shown *w = &p->shown;
  part_show_end(p);
  mask = (mask & p->here.buffers) | BUFFER_POSITION | BUFFER_ID;
  memset(counts, 0, ROW_KINDS * sizeof *counts);
  int status = wcsph_fetch(p->backend, p->self, mask);
  if (status == STATUS_OK) status = list_own(p, choice, counts);
  TRY(part_agree(p, status, NULL, 0));
  MPI_Allreduce(MPI_IN_PLACE, counts, ROW_KINDS, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  w->windows = (size_t)((counts[KIND_WALL] + counts[KIND_FLUID] + ROWS_WINDOW - 1) / ROWS_WINDOW);
  w->by_id = choice;
  w->at = calloc(ROW_KINDS * (w->windows + 1), sizeof *w->at);
  status = w->at ? STATUS_OK : error_set(STATUS_FAILED, "no memory to write particles");
  TRY(part_agree(p, status, NULL, 0));
  if (w->by_id) return cut_by_id(p);
  cut_kinds(p);
  return STATUS_OK;
}

/* What is sent of a row: buffers, and what was found of it. */
struct parcel {
  row_mask mask;
  bool found;
};

static size_t parcel_bytes(const struct parcel *what) {
  return rows_record_bytes(&wcsph_rows, what->mask) + (what->found ? sizeof(struct wcsph_found) : 0);
}

/* Own rows of a window, of each round. */
static void pack_window(const struct part *p, const struct parcel *what, size_t window, int rounds,
                        char *to) {
  const struct part_shown *w = &p->shown;
  for (int r = 0; r < rounds; r++) {
    const uint32_t *at = w->at + (size_t)r * (w->windows + 1) + window;
    for (uint32_t k = at[0]; k < at[1]; k++) {
      to = rows_record(&wcsph_rows, &p->here, what->mask, w->order[k], to);
      if (!what->found) continue;
      memcpy(to, &w->found[w->order[k]], sizeof *w->found);
      to += sizeof *w->found;
    }
  }
}

/* What came, to the first rows of a state. */
static int unpack_window(const struct part *p, row_mask mask, uint32_t count, struct wcsph_state *to) {
  const size_t record = rows_record_bytes(&wcsph_rows, mask);
  const char *from = p->receive.data;
  for (uint32_t k = 0; k < count; k++) rows_unrecord(&wcsph_rows, to, mask, k, from + k * record);
  if (!p->shown.by_id) return STATUS_OK;
  uint32_t *order = rows_by_id(to->id, count);
  CHECK(order, STATUS_FAILED, "no memory to write %u particles", count);
  for (uint32_t k = 0; k < count; k++) rows_unrecord(&wcsph_rows, to, mask, k, from + order[k] * record);
  free(order);
  return STATUS_OK;
}

/* Likewise what was found, behind each one's id. */
static int unpack_found(const struct part *p, uint32_t count, struct wcsph_found *to) {
  const size_t record = sizeof(uint64_t) + sizeof *to;
  const char *from = p->receive.data;
  uint64_t *ids = malloc(((size_t)count + 1) * sizeof *ids);
  for (uint32_t k = 0; ids && k < count; k++) memcpy(&ids[k], from + k * record, sizeof *ids);
  uint32_t *order = ids ? rows_by_id(ids, count) : NULL;
  for (uint32_t k = 0; order && k < count; k++)
    memcpy(&to[k], from + order[k] * record + sizeof *ids, sizeof *to);
  const bool complete = order;
  free(order);
  free(ids);
  CHECK(complete, STATUS_FAILED, "no memory to write %u particles", count);
  return STATUS_OK;
}

/* The messages of a window: all to part 0, by rounds; *came: how many rows it has then. */
static int trade_window(struct part *p, const struct parcel *what, size_t window, uint32_t *came) {
  const struct part_shown *w = &p->shown;
  const int rounds = w->by_id ? 1 : ROW_KINDS;
  const size_t record = parcel_bytes(what), messages = (size_t)(rounds * p->parts);
  uint32_t mine[ROW_KINDS] = {0}, *counts = calloc(ROW_KINDS * (size_t)p->parts, sizeof *counts);
  size_t *to_at = calloc(2 * (messages + 1), sizeof *to_at), *from_at = to_at + messages + 1, own = 0;
  for (int r = 0; r < rounds; r++) {
    const uint32_t *at = w->at + (size_t)r * (w->windows + 1) + window;
    own += mine[r] = at[1] - at[0];
  }
  int status = counts && to_at ? part_reserve(&p->send, record * own)
                               : error_set(STATUS_FAILED, "no memory to write particles");
  status = part_agree(p, status, NULL, 0);
  if (status == STATUS_OK) {
    MPI_Gather(mine, ROW_KINDS, MPI_UINT32_T, counts, ROW_KINDS, MPI_UINT32_T, 0, MPI_COMM_WORLD);
    for (size_t n = 0; n < messages; n++) {
      const size_t k = n % (size_t)p->parts, r = n / (size_t)p->parts;
      to_at[n + 1] = to_at[n] + (k == 0 ? record * mine[r] : 0);
      from_at[n + 1] = from_at[n] + record * counts[k * ROW_KINDS + r]; /* of others than part 0: none */
    }
    status = part_agree(p, part_reserve(&p->receive, from_at[messages]), NULL, 0);
  }
  if (status == STATUS_OK) {
    pack_window(p, what, window, rounds, p->send.data);
    part_trade(p, rounds, p->send.data, to_at, p->receive.data, from_at);
    *came = (uint32_t)(from_at[messages] / record);
  }
  free(counts);
  free(to_at);
  return status;
}

int part_show_window(struct part *p, row_mask mask, size_t window, struct wcsph_state *to) {
  const struct parcel what = {(mask & p->here.buffers) | (p->shown.by_id ? BUFFER_ID : 0), false};
  uint32_t came = 0;
  if (!what.mask) return STATUS_OK;
  TRY(trade_window(p, &what, window, &came));
  return part_agree(p, p->whole ? unpack_window(p, what.mask, came, to) : STATUS_OK, NULL, 0);
}

int part_look_around(struct part *p) {
  const struct wcsph_state *s = &p->here;
  int status = wcsph_fetch(p->backend, p->self, BUFFER_POSITION | BUFFER_VELOCITY | BUFFER_ID);
  uint32_t *order = status == STATUS_OK ? rows_by_id(s->id, s->count) : NULL;
  free(p->shown.found);
  p->shown.found = NULL;
  if (status == STATUS_OK)
    status = order ? vorticity_find(s, &p->law, order, &p->shown.found)
                   : error_set(STATUS_FAILED, "no memory for the vorticity of %u particles", s->count);
  free(order);
  return part_agree(p, status, NULL, 0);
}

int part_window_around(struct part *p, size_t window, struct wcsph_found *to) {
  const struct parcel what = {BUFFER_ID, true};
  uint32_t came = 0;
  TRY(trade_window(p, &what, window, &came));
  return part_agree(p, p->whole ? unpack_found(p, came, to) : STATUS_OK, NULL, 0);
}
