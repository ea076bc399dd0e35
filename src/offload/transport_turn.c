/* SPDX-License-Identifier: BSD-3-Clause */
/* A thread transposes a tile in its registers: 32 bytes of each row in, 32 bytes of each column out, which is
 * what a device's memory moves at a time. */
#include "offload/transport.h"

#define TURN(type, TILE)                                                                                     \
  typedef type turn_##type __attribute__((vector_size(16)));                                                 \
  OFFLOAD_PRAGMA(omp declare target)                                                                         \
  static OFFLOAD_CALL void turn_##type##_tile(const type *from, type *to, uint32_t rows, uint32_t columns,   \
                                              uint32_t r0, uint32_t c0, bool whole) {                        \
    enum { VECTOR = 16 / sizeof(type) };                                                                     \
    if (whole) {                                                                                             \
      turn_##type in[TILE][TILE / VECTOR];                                                                   \
      for (uint32_t r = 0; r < TILE; r++)                                                                    \
        for (uint32_t v = 0; v < TILE / VECTOR; v++)                                                         \
          in[r][v] = *(const turn_##type *)(from + (size_t)(r0 + r) * columns + c0 + v * VECTOR);            \
      for (uint32_t c = 0; c < TILE; c++)                                                                    \
        for (uint32_t v = 0; v < TILE / VECTOR; v++) {                                                       \
          turn_##type out;                                                                                   \
          for (uint32_t k = 0; k < VECTOR; k++) out[k] = in[v * VECTOR + k][c / VECTOR][c % VECTOR];         \
          *(turn_##type *)(to + (size_t)(c0 + c) * rows + r0 + v * VECTOR) = out;                            \
        }                                                                                                    \
    } else {                                                                                                 \
      for (uint32_t r = r0; r < r0 + TILE && r < rows; r++)                                                  \
        for (uint32_t c = c0; c < c0 + TILE && c < columns; c++)                                             \
          to[(size_t)c * rows + r] = from[(size_t)r * columns + c];                                          \
    }                                                                                                        \
  }                                                                                                          \
  OFFLOAD_PRAGMA(omp end declare target)                                                                     \
  static void turn_##type##s(int device, const type *from, type *to, uint32_t rows, uint32_t columns) {      \
    const uint32_t tiles = (columns + TILE - 1) / TILE, n = (rows + TILE - 1) / TILE * tiles;                \
    const bool whole = rows % TILE == 0 && columns % TILE == 0;                                              \
    OFFLOAD_LOOP(n, is_device_ptr(from, to))                                                                 \
    for (uint32_t t = 0; t < n; t++)                                                                         \
      turn_##type##_tile(from, to, rows, columns, t / tiles * TILE, t % tiles * TILE, whole);                \
  }
TURN(uint32_t, 8)
TURN(uint64_t, 4)

void offload_turn(int device, size_t each, const void *from, void *to, uint32_t rows, uint32_t columns) {
  if (each == 4)
    turn_uint32_ts(device, from, to, rows, columns);
  else
    turn_uint64_ts(device, from, to, rows, columns);
}
