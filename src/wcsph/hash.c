/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/hash.h"

#include <endian.h>
#include <string.h>
#include <xxhash.h>

#include "util/error.h"
#include "wcsph/walls/cables.h"
#include "wcsph/walls/structures.h"

uint64_t wcsph_state_hash(const struct wcsph_state *s) {
  return rows_hash(&wcsph_rows, s, s->count);
}

int wcsph_run_hash(struct wcsph_run *r, uint64_t *hash) {
  uint64_t time, sum, whole[5];
  if (r->backend->elsewhere) {
    TRY(r->backend->elsewhere->hash(r->self, &sum));
  } else {
    TRY(wcsph_fetch(r->backend, r->self, r->state.buffers & rows_mask(&wcsph_rows, ROW_HASHED)));
    sum = wcsph_state_hash(&r->state);
  }
  memcpy(&time, &r->time, sizeof time);
  whole[0] = htole64(sum);
  whole[1] = htole64(r->state.count);
  whole[2] = htole64(r->step);
  whole[3] = htole64(time);
  whole[4] = htole64(structures_hash(r) + cables_hash(r));
  *hash = XXH3_64bits(whole, r->bending || r->cabling ? sizeof whole : 4 * sizeof *whole);
  return STATUS_OK;
}
