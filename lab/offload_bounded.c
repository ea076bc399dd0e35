/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a device's bounded roots and quotients (lane/lane_base.h) are those of its own sqrt and division,
 * which round once. */
#include "lab/bounded.h"
#include "lane/scalar.h"
#include "offload/loop.h"

/* Any 32 bits, by k (the finalizer of Stafford's mix 13). */
static inline uint32_t bounded_any(uint64_t k) {
  k = (k ^ k >> 30) * 0xbf58476d1ce4e5b9u;
  k = (k ^ k >> 27) * 0x94d049bb133111ebu;
  return (uint32_t)(k ^ k >> 31);
}

/* A float of these 23 bits of a mantissa, between 2^-most and 2^(most + 1), of either sign. */
static inline float bounded_one(uint32_t mantissa, uint32_t any, uint32_t most) {
  const uint32_t exponent = 127 - most + any % (2 * most + 1);
  return lane_bits_to_real((int32_t)((any & 0x80000000u) | exponent << 23 | (mantissa & 0x7fffff)));
}

uint64_t bounded_roots_apart(int device, uint32_t every) {
  const uint32_t low = 0x0d000000u, high = 0x7f800000u; /* 2^-101, infinity */
  const uint32_t n = (high - low - 1) / every + 2;      /* and 0 */
  uint64_t apart = 0;
  OFFLOAD_LOOP(n, map(tofrom : apart))
  for (uint32_t k = 0; k < n; k++) {
    const float x = k == n - 1 ? 0.0f : lane_bits_to_real((int32_t)(low + k * every));
    if (lane_real_to_bits(lane_bounded_sqrt(x)) == lane_real_to_bits(lane_sqrt(x))) continue;
#pragma omp atomic update
    apart++;
  }
  return apart;
}

uint64_t bounded_quotients_apart(int device, uint32_t every, uint32_t each, uint32_t most) {
  const uint32_t n = (1u << 23) / every;
  uint64_t apart = 0;
  OFFLOAD_LOOP(n, map(tofrom : apart))
  for (uint32_t k = 0; k < n; k++) {
    uint32_t others = 0;
    for (uint32_t m = 0; m < each; m++) {
      const uint32_t any = bounded_any((uint64_t)k * each + m), more = bounded_any(~((uint64_t)k * each + m));
      const float b = bounded_one(k * every, any, most);
      /* Mantissas near b's, small ones, any; and 0. */
      const uint32_t mantissa = m % 4 == 0 ? k * every + m / 4 - 8 : m % 4 == 1 ? m / 4 : more >> 9;
      const float a = m == 0 ? 0.0f : bounded_one(mantissa, more, most);
      others += lane_real_to_bits(lane_bounded_quotient(a, b)) != lane_real_to_bits(a / b);
    }
    if (others == 0) continue;
#pragma omp atomic update
    apart += others;
  }
  return apart;
}
