/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_FAR_H
#define WCSPH_FAR_H
/* What parts of a run (src/parts) have a backend do beside its own table. Where its rows are elsewhere than
 * in the host's buffers, a GPU finds, packs and takes in what travels by itself. */
#include "wcsph/backend.h"

enum { FAR_HANDLE = 64 }; /* bytes by which other processes find a device's memory */

/* A box of places: along each axis those less than `wide` from `low`, quanta; UINT32_MAX: all. */
struct row_box {
  uint32_t low[3], wide[3];
};

/* Where rows [begin, end) of those that come are: halo_words(mask) times 16 bytes a row. */
struct row_source {
  const void *data;
  bool is_there; /* an address of the device */
  uint32_t begin, end;
};

/* Words of 16 bytes that a row of these buffers travels in; id and body share one. */
static inline uint32_t halo_words(row_mask mask) {
  const row_mask narrow = BUFFER_ID | BUFFER_BODY;
  return (uint32_t)__builtin_popcountll(mask & ~narrow) + ((mask & narrow) != 0);
}

/* Members are NULL where the host's buffers are the backend's, all but `beside`, which is NULL where rows of
 * others are there before it is called. Rows of kinds travel one kind behind the other, each in the order of
 * its list. */
struct wcsph_far {
  /* The next of forces and pass calls come(of) before it reads any row marked MARK_HALO, and computes as much
   * as it can without before. */
  void (*beside)(void *self, int (*come)(void *of), void *of);

  /* Which rows of a kind other parts may want, in memory that the caller frees; rows of the buffers in
   * `mask`, row by row, to `to`; rows that the next rebuild drops. */
  int (*select)(void *self, enum row_kind kind, const struct row_filter *filter, uint32_t **rows,
                uint32_t *count);
  int (*take)(void *self, row_mask mask, const uint32_t *rows, uint32_t count, void *to);
  int (*discard)(void *self, const uint32_t *rows, uint32_t count);

  /* The largest square of `rate` of fluid that is not marked MARK_HALO, m^2/s^4; NULL where a pass finds that
   * of no other rows. */
  int (*most_rate)(void *self, float *most);

  /* As select, of fluid, but rows marked MARK_HALO are none of them, and are marked as gone. */
  int (*leavers)(void *self, const struct row_filter *filter, uint32_t **rows, uint32_t *count);

  /* Whether the largest acceleration of fluid that forces found, m/s^2, is not that of a row marked
   * MARK_HALO; false: it is not known. */
  bool (*is_own)(void *self, float acceleration);

  /* The lists of a kind: rows that go, and that come and are marked MARK_HALO. */
  int (*list)(void *self, enum row_kind kind, const uint32_t *out, uint32_t out_count, const uint32_t *in,
              uint32_t in_count);

  /* The same for fluid without the host's knowing the rows: those inside each box go, counts[] of them; so
   * many come behind the last row, which unpack fills; then, when a list has been made, all are found where
   * the sort has put them, those that came from `first` on. */
  int (*border)(void *self, const struct row_box *boxes, int count, uint32_t *counts);
  int (*extend)(void *self, uint32_t count);
  int (*settle)(void *self, uint32_t first, uint32_t count);

  /* Rows that go, of these buffers and kinds (bit: kind), to `to`, the host's memory, or `there`, the
   * device's, or both: the other is NULL; and those that come from elsewhere. behind: they are the rows from
   * `first` on, not those of a list. */
  int (*pack)(void *self, row_mask mask, unsigned kinds, void *to, void *there);
  int (*unpack)(void *self, row_mask mask, unsigned kinds, const struct row_source *from, int count);
  int (*unpack_behind)(void *self, row_mask mask, uint32_t first, const struct row_source *from, int count);

  /* Memory that rows are packed into and come from: the device may reach it by itself from now on. NULL:
   * no longer. */
  void (*reach)(void *self, void *memory, size_t bytes);

  /* The device's own memory for the same, so that devices of a host take rows from each other: as
   * device_share and its like have it. */
  void *(*share)(void *self, size_t bytes, char handle[FAR_HANDLE]);
  void (*unshare)(void *self, void *there);
  void *(*join)(void *self, const char handle[FAR_HANDLE]);
  void (*leave)(void *self, void *there);

  /* What all that takes is given back, before the backend is closed. */
  void (*close)(void *self);
};

#endif
