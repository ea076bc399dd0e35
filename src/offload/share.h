/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_SHARE_H
#define OFFLOAD_SHARE_H
/* Threads that share a particle. A small run has fewer particles than a GPU has room for threads, and each
 * would walk its whole column alone: four threads beside each other take every fourth pack of a column, and
 * the first of them adds up what they have summed. */
#include "lane/scalar.h"
#include "offload/device.h"
#include "offload/loop.h"

/* Threads that a multiprocessor has room for, and a device; 0 where those of a particle could not tell each
 * other their sums. */
enum { OFFLOAD_SHARE_ROOM = 2048 };
static inline uint32_t offload_share_room(int device) {
#if defined(__clang__) && defined(OFFLOAD_KNOWS_BOUNDS)
  if (device != omp_get_initial_device())
    return OFFLOAD_SHARE_ROOM * (uint32_t)device_look(device).processors;
#endif
  (void)device;
  return 0;
}

/* How many share one of n, as a power of two. In the plane columns are short, and sharing gains nothing
 * (measured on an NVIDIA H200: docs/speed.md). */
static inline int offload_share_bits(uint32_t room, uint32_t n, int dimensions) {
  enum { FOUR = 2 };
  return dimensions == 3 && (uint64_t)n << FOUR <= room ? FOUR : 0;
}

/* `word` as that thread of a particle has it whose number differs by `bit`. */
static inline uint32_t share_word(uint32_t word, uint32_t bit, int bits) {
#if defined(__NVPTX__)
  const uint32_t lane = (uint32_t)__nvvm_read_ptx_sreg_tid_x() & 31, count = 1u << bits;
  const uint32_t group = ((1u << count) - 1) << (lane & ~(count - 1));
  return (uint32_t)__nvvm_shfl_sync_bfly_i32(group, (int)word, (int)bit, 31);
#else
  (void)bit, (void)bits;
  return word;
#endif
}

static inline float share_float(float value, uint32_t bit, int bits) {
  uint32_t word;
  __builtin_memcpy(&word, &value, sizeof word);
  word = share_word(word, bit, bits);
  __builtin_memcpy(&value, &word, sizeof word);
  return value;
}

/* The sum of all threads that share a particle, for the first of them. */
static inline void share_sum(struct sum *s, int bits, enum summation mode) {
  for (uint32_t bit = 1u << bits >> 1; bit > 0; bit >>= 1) {
    uint32_t words[2] = {0, 0};
    struct sum other;
    __builtin_memcpy(words, s, sizeof other);
    for (int k = 0; k < 2; k++) words[k] = share_word(words[k], bit, bits);
    __builtin_memcpy(&other, words, sizeof other);
    sum_merge(s, &other, mode);
  }
}

#endif
