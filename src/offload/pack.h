/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_PACK_H
#define OFFLOAD_PACK_H
/* The neighbour list of WCSPH on the device: one column per particle, seven neighbours in 16 bytes.
 * Neighbours of a row of cells follow each other in memory, so that all but the first are said by how far
 * they are behind it, in 16 bits. */
#include <stddef.h>
#include <stdint.h>

#include "lane/scalar.h"

enum { PACK_ENTRIES = 7 };

/* What a thread writes and reads of its column at once. Two offsets a word, the earlier one in its low half;
 * 0 is the particle itself, on which no law has an effect: a neighbour too far from the first begins a pack
 * of its own, and what is left of the pack before, as of a column's last, is filled up with it. */
struct offload_pack {
  _Alignas(16) uint32_t first;
  uint32_t behind[3];
};

/* The particle that an offset in the low half of a word means. */
static inline uint32_t pack_low(uint32_t first, uint32_t word, uint32_t self) {
  const uint32_t offset = word & 0xffff;
  return offset ? first + offset : self;
}

/* The next one's, into the low half of the first word; three words shift as one. */
static inline void pack_shift(uint32_t behind[3], uint32_t next) {
  behind[0] = behind[0] >> 16 | behind[1] << 16;
  behind[1] = behind[1] >> 16 | behind[2] << 16;
  behind[2] = behind[2] >> 16 | next << 16;
}

/* One type's part of a particle's column while it is searched. */
struct packing {
  struct offload_pack *next; /* the one to write */
  ptrdiff_t step;            /* to the one after it */
  uint32_t first, behind[3]; /* of the one that is filled, the latest offset behind */
  uint32_t filled;           /* entries in it; 0: none is begun */
  uint32_t count;            /* packs before it */
  uint32_t inside;           /* how many neighbours are inside the support */
};

/* The pack as it is; what does not fit into `rows` is counted. */
static inline void pack_close(struct packing *p, uint32_t rows) {
  for (; p->filled < PACK_ENTRIES; p->filled++) pack_shift(p->behind, 0);
  p->filled = 0;
  if (p->count++ >= rows) return;
  p->next->first = p->first;
  p->next->behind[0] = p->behind[0], p->next->behind[1] = p->behind[1], p->next->behind[2] = p->behind[2];
  p->next += p->step;
}

static inline void pack_put(struct packing *p, uint32_t j, uint32_t rows) {
  const uint32_t offset = j - p->first;
  if (p->filled > 0 && offset - 1 >= 0xffff) pack_close(p, rows);
  if (p->filled == 0)
    p->first = j;
  else
    pack_shift(p->behind, offset);
  if (++p->filled == PACK_ENTRIES) pack_close(p, rows);
}

/* How many packs it takes. */
static inline uint32_t pack_end(struct packing *p, uint32_t rows) {
  if (p->filled > 0) pack_close(p, rows);
  return p->count;
}

#endif
