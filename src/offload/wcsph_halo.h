/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_WCSPH_HALO_H
#define OFFLOAD_WCSPH_HALO_H
/* What goes to other parts and comes from them, on the device. */
#include "offload/wcsph.h"
#include "wcsph/far.h"

/* Any row of 16 bytes, whatever it is. */
typedef struct __attribute__((may_alias)) {
  _Alignas(16) uint32_t x;
  uint32_t y, z, w;
} offload_row;

/* Rows on the device, in memory that grows. */
struct offload_numbers {
  uint32_t *rows, count, room;
};

/* What goes to other parts and comes from them (wcsph_halo.c), on the device. */
struct offload_halo {
  struct offload_numbers out[ROW_KINDS], in[ROW_KINDS];
  offload_row *staged; /* [staged_room] where the device cannot reach the host's memory */
  size_t staged_room;
  char *reached, *reached_there; /* the host's memory that it can reach, and where it does */
  size_t reached_bytes;
  struct row_source *sources, *known; /* [source_room] where rows come from, on the device; and on the host */
  size_t source_room;
  uint32_t *turns[2]; /* [turn_room] fluid_count, with rows of a pass's other turn skipped */
  size_t turn_room;
};

extern const struct wcsph_far wcsph_offload_far; /* wcsph_halo.c */

int offload_extend(void *self,
                   uint32_t count); /* wcsph.c: so many rows of fluid more, of whatever is there */
/* wcsph_rows.c */
int offload_leavers(void *self, const struct row_filter *filter, uint32_t **rows, uint32_t *count);
bool offload_is_own(void *self, float acceleration);

#endif
