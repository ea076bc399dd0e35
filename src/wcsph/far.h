/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_FAR_H
#define WCSPH_FAR_H
/* What parts of a run (src/parts) need of a backend beside its own table. A GPU, whose rows are not in the
 * host's buffers, itself selects, packs and unpacks the rows that are exchanged. */
#include "wcsph/backend.h"

enum { FAR_HANDLE = 64 }; /* bytes by which other processes find a device's memory */

/* A box of positions: along each axis those less than `wide` above `low`, quanta; UINT32_MAX: all. */
struct row_box {
  uint32_t low[3], wide[3];
};

/* Where rows [begin, end) of those received are: halo_words(mask) times 16 bytes a row. */
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

/* Members are NULL where the backend works on the host's buffers, except `beside`, which is NULL where rows
 * of other parts have arrived before the pass is called. Rows are exchanged kind by kind, each kind in the
 * order of its list. */
struct wcsph_far {
  /* The next force or other pass calls come(of) before it reads a row marked MARK_HALO, and before that
   * computes as much as it can. */
  void (*beside)(void *self, int (*come)(void *of), void *of);

  /* select: the rows of a kind that other parts may want, in memory that the caller frees. take: copies rows
   * of the buffers in `mask`, row by row, to `to`. discard: marks rows for the next rebuild to drop. */
  int (*select)(void *self, enum row_kind kind, const struct row_filter *filter, uint32_t **rows,
                uint32_t *count);
  int (*take)(void *self, row_mask mask, const uint32_t *rows, uint32_t count, void *to);
  int (*discard)(void *self, const uint32_t *rows, uint32_t count);

  /* The largest square of `rate` of fluid that is not marked MARK_HALO, m^2/s^4; NULL where passes leave rows
   * so marked out of their maxima. */
  int (*most_rate)(void *self, float *most);

  /* As select, of fluid; rows marked MARK_HALO are not selected but marked as gone. */
  int (*leavers)(void *self, const struct row_filter *filter, uint32_t **rows, uint32_t *count);

  /* Whether the largest acceleration of fluid that the force pass found, m/s^2, belongs to a row that is not
   * marked MARK_HALO; false: unknown. */
  bool (*is_own)(void *self, float acceleration);

  /* Set the lists of a kind: rows to send, and rows to receive, which are marked MARK_HALO. */
  int (*list)(void *self, enum row_kind kind, const uint32_t *out, uint32_t out_count, const uint32_t *in,
              uint32_t in_count);

  /* The same for fluid, whose rows the host does not know. border: rows inside each box are sent, counts[] of
   * them. extend: `count` rows follow the last one, for unpack to fill. settle: after a rebuild, finds all of
   * them where the sort has put them, those received from `first` on. */
  int (*border)(void *self, const struct row_box *boxes, int count, uint32_t *counts);
  int (*extend)(void *self, uint32_t count);
  int (*settle)(void *self, uint32_t first, uint32_t count);

  /* Pack rows to send, of these buffers and kinds (bit: kind), to `to` in the host's memory, to `there` in
   * the device's, or to both (NULL: not there); unpack rows received. behind: into the rows from `first` on,
   * not those of a list. */
  int (*pack)(void *self, row_mask mask, unsigned kinds, void *to, void *there);
  int (*unpack)(void *self, row_mask mask, unsigned kinds, const struct row_source *from, int count);
  int (*unpack_behind)(void *self, row_mask mask, uint32_t first, const struct row_source *from, int count);

  /* Memory that rows are packed into and unpacked from: the device may access it directly from now on. NULL:
   * no more. */
  void (*reach)(void *self, void *memory, size_t bytes);

  /* Device memory for the same, so that devices of a host exchange rows directly: as device_share and its
   * counterparts. */
  void *(*share)(void *self, size_t bytes, char handle[FAR_HANDLE]);
  void (*unshare)(void *self, void *there);
  void *(*join)(void *self, const char handle[FAR_HANDLE]);
  void (*leave)(void *self, void *there);

  /* Release all of the above, before the backend is closed. */
  void (*close)(void *self);
};

#endif
