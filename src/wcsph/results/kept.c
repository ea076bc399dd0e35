/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/results/kept.h"

#include <stdlib.h>
#include <string.h>

#include "io/writer.h"
#include "util/error.h"
#include "util/words.h"
#include "wcsph/hash.h"

struct kept {
  struct wcsph_run run; /* as it was; its rows once they are brought */
  struct wcsph_run
      *now;   /* as it goes on: the writer asks its backend for the rows, and has `brought` alone */
  bool waits; /* to be brought */
  struct snapshot_moment moment;
  char path[];
};

/* Of a run whose rows are brought. */
static int rows_are_here(void *self, const struct wcsph_transfer *transfer) {
  (void)self, (void)transfer;
  return STATUS_OK;
}
static const struct wcsph_backend here = {.transfer = rows_are_here};

/* All that a checkpoint has: a snapshot needs no other rows. */
static row_mask kept_mask(const struct wcsph_run *r) {
  return r->state.buffers & rows_mask(&wcsph_rows, ROW_SAVED);
}

/* ---- by the run ---- */

/* NULL: there is no way. */
static int keep_rows(struct wcsph_run *r, const char *path, const struct snapshot_moment *moment,
                     struct kept **kept) {
  const size_t length = strlen(path) + 1;
  *kept = NULL;
  if (!writer_is_on() || !wcsph_takes(r->backend, WORK_KEEP)) return STATUS_OK;
  if (r->bending || r->config->region.given) return STATUS_OK; /* its rows are not staged */
  TRY(writer_room());
  struct kept *k = malloc(sizeof *k + length);
  CHECK(k, STATUS_FAILED, "no memory to write particles");
  *k = (struct kept){.run = *r, .now = r, .moment = *moment};
  memcpy(k->path, path, length);
  k->run.backend = &here;
  const int status = wcsph_keep(r->backend, r->self, kept_mask(r), &k->waits);
  if (k->waits)
    *kept = k;
  else
    free(k);
  return status;
}

static void let_go(void *kept) {
  struct kept *k = kept;
  if (k->waits) wcsph_bring(k->now->backend, k->now->self, NULL);
  free(k);
}

/* ---- by the writer ---- */

/* Room for what is brought, kept for the next time. */
static int reserve_kept(struct wcsph_run *now, uint32_t capacity, row_mask mask) {
  struct wcsph_state *b = now->brought;
  if (b && b->capacity >= capacity) return STATUS_OK;
  if (b) state_free(b);
  if (!b) b = now->brought = calloc(1, sizeof *b);
  CHECK(b, STATUS_FAILED, "no memory to write particles");
  const int status = state_allocate(b, capacity, mask);
  if (status != STATUS_OK) b->capacity = 0;
  return status;
}

static int bring_rows(struct kept *k) {
  struct wcsph_run *now = k->now;
  TRY(reserve_kept(now, k->run.state.capacity, kept_mask(&k->run)));
  k->waits = false;
  TRY(wcsph_bring(now->backend, now->self, now->brought));
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++)
    state_set_buffer(&k->run.state, b, state_buffer(now->brought, b));
  return STATUS_OK;
}

static int begin_kept(void *kept, uint64_t *state_hash) {
  TRY(bring_rows(kept));
  return wcsph_run_hash(&((struct kept *)kept)->run, state_hash);
}

static int write_snapshot(void *kept) {
  struct kept *k = kept;
  struct wcsph_view view;
  uint64_t hash;
  char text[HASH_TEXT];
  TRY(begin_kept(k, &hash));
  hash_text(text, hash);
  k->moment.state_hash = text;
  TRY(wcsph_run_view(&k->run, &view, k->moment.whole));
  const int status = snapshot_write(k->path, &k->moment, view.count, view.columns, view.column_count);
  wcsph_view_free(&view);
  return status;
}

static int rows_of(void *kept, const struct field *buffer, size_t first, size_t count, const void **data) {
  const struct kept *k = kept;
  const int b = rows_named(&wcsph_rows, buffer->name);
  (void)count; /* all are there */
  *data = (const char *)state_buffer(&k->run.state, b) + first * wcsph_buffer_info[b].row_bytes;
  return STATUS_OK;
}

/* ---- what is left ---- */

int kept_leave_snapshot(struct wcsph_run *r, const char *path, const struct snapshot_moment *moment,
                        bool *left) {
  struct kept *k;
  TRY(keep_rows(r, path, moment, &k));
  *left = k != NULL;
  return k ? writer_do((struct writer_work){write_snapshot, let_go, k, true}) : STATUS_OK;
}

int kept_leave_rows(struct wcsph_run *r, struct checkpoint *out) {
  struct kept *k;
  TRY(keep_rows(r, "", &(struct snapshot_moment){0}, &k));
  if (!k) return STATUS_OK;
  out->rows_of = rows_of;
  out->from = k;
  out->begin = begin_kept;
  out->end = let_go;
  return STATUS_OK;
}

void kept_end(struct wcsph_run *r) {
  if (r->brought) state_free(r->brought);
  free(r->brought);
  r->brought = NULL;
}
