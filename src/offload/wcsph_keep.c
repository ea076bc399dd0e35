/* SPDX-License-Identifier: BSD-3-Clause */
/* Output staged on the device: rows are copied there, which is fast, and another thread copies them to the
 * host while this one's kernels run. */
#include <pthread.h>
#include <stdlib.h>

#include "offload/device.h"
#include "offload/wcsph.h"
#include "util/error.h"

/* So much is brought at a time: what a step copies waits no longer than a piece takes. Through memory that is
 * registered, to which a copy leaves the driver free for other threads. */
enum { PIECE_BYTES = 1 << 22, PIECE_PAGE = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t brought = PTHREAD_COND_INITIALIZER;

static void wait_for_bring(struct offload_kept *k) {
  pthread_mutex_lock(&lock);
  while (k->waits) pthread_cond_wait(&brought, &lock);
  pthread_mutex_unlock(&lock);
}

static void set_waits(struct offload_kept *k, bool waits) {
  pthread_mutex_lock(&lock);
  k->waits = waits;
  pthread_cond_broadcast(&brought);
  pthread_mutex_unlock(&lock);
}

bool offload_drop_kept(struct offload *o) {
  struct offload_kept *k = &o->kept;
  if (!k->rows && !k->piece) return false;
  wait_for_bring(k);
  if (k->piece) device_forget(o->device, k->piece);
  free(k->piece);
  offload_release(o, k->rows, k->room);
  *k = (struct offload_kept){.is_off = true};
  return true;
}

/* As much must stay free as they take, for a list that grows. */
static bool has_room(struct offload *o, row_mask mask) {
  struct offload_kept *k = &o->kept;
  size_t bytes = 0;
  for (row_mask left = mask; left; left &= left - 1)
    bytes += offload_buffer_bytes(row_first(left), o->state->capacity);
  if (bytes <= k->room) return true;
  offload_release(o, k->rows, k->room);
  k->rows = NULL;
  k->room = 0;
  const size_t available = device_free_memory(o->device);
  if (available > 0 && bytes > available / 2) return false;
  k->rows = omp_target_alloc(bytes, o->device);
  k->room = k->rows ? bytes : 0;
  o->bytes += k->room;
  if (!k->piece && (k->piece = aligned_alloc(PIECE_PAGE, PIECE_BYTES)))
    device_reach(o->device, k->piece, PIECE_BYTES);
  return k->rows && k->piece;
}

int offload_keep(void *self, row_mask mask, bool *kept) {
  struct offload *o = self;
  struct offload_kept *k = &o->kept;
  *kept = false;
  if (k->is_off) return STATUS_OK;
  wait_for_bring(k);
  if (!has_room(o, mask)) {
    offload_drop_kept(o);
    k->is_off = true;
    return STATUS_OK;
  }
  k->mask = mask;
  k->count = o->state->count;
  size_t at = 0;
  for (row_mask left = mask; left; left &= left - 1) {
    const int b = row_first(left);
    const size_t bytes = k->count * wcsph_buffer_info[b].row_bytes;
    CHECK(!omp_target_memcpy(k->rows, state_buffer(&o->view.state, b), bytes, at, 0, o->device, o->device),
          STATUS_FAILED, "a copy of %zu bytes on the device failed", bytes);
    at += offload_buffer_bytes(b, k->count);
  }
  set_waits(k, *kept = true);
  return STATUS_OK;
}

static int bring_piece(const struct offload *o, char *to, size_t at, size_t bytes) {
  TRY(offload_copy(o->device, o->kept.piece, o->kept.rows + at, bytes, true));
  memcpy(to, o->kept.piece, bytes);
  return STATUS_OK;
}

static int bring_rows(const struct offload *o, struct wcsph_state *to) {
  size_t at = 0;
  for (row_mask left = o->kept.mask; left; left &= left - 1) {
    const int b = row_first(left);
    const size_t bytes = o->kept.count * wcsph_buffer_info[b].row_bytes;
    char *rows = state_buffer(to, b);
    for (size_t done = 0; rows && done < bytes; done += PIECE_BYTES)
      TRY(bring_piece(o, rows + done, at + done, bytes - done < PIECE_BYTES ? bytes - done : PIECE_BYTES));
    at += offload_buffer_bytes(b, o->kept.count);
  }
  return STATUS_OK;
}

int offload_bring(void *self, struct wcsph_state *to) {
  struct offload *o = self;
  const int status = to ? bring_rows(o, to) : STATUS_OK;
  set_waits(&o->kept, false);
  return status;
}
