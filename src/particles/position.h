/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTICLES_POSITION_H
#define PARTICLES_POSITION_H
/* Positions are integers. An axis of extent L is 2^32 quanta of L / 2^32 long, so a position needs one
 * 32-bit word, its cell is the product (x * cells) >> 32, its place inside the cell the remainder, and the
 * difference of two positions, int32_t(xi - xj), is exact everywhere: as precise far from the origin as near
 * it, antisymmetric to the last bit, right across a periodic face (the words wrap as space does), and
 * untouched by a change of cell. Axes that are not periodic are padded, so nothing ever meets across the
 * wrap. See docs/theory/positions.md. */
#include <stdint.h>

/* Rows are 16 bytes on a 16-byte boundary: one load. The fourth word is for the use of what keeps the row. */
struct position {
  _Alignas(16) uint32_t x; /* quanta */
  uint32_t y, z;           /* quanta */
  union {
    uint32_t mark; /* of a particle: enum position_mark */
    uint32_t
        path;   /* of where a list expects it: the way it goes while the list lives (wcsph/models/path.h) */
    float term; /* of what passes read: eos_momentum_term */
  };
};

/* What is to become of a particle, or whose it is. */
enum position_mark {
  MARK_NONE,
  MARK_GONE, /* dropped when particles are next sorted */
  MARK_HALO  /* another part's (src/parts), which tells where it goes */
};

struct vec4 {
  _Alignas(16) float x;
  float y, z, w;
};
_Static_assert(sizeof(struct position) == 16 && sizeof(struct vec4) == 16, "a row is 16 bytes");

/* Cell coordinate along an axis of so many cells; exact for every backend. */
static inline uint32_t position_cell(uint32_t quanta, uint32_t cells) {
  return (uint32_t)(((uint64_t)quanta * cells) >> 32);
}

#endif
