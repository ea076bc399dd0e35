/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_LANE_LIST_H
#define LANE_LANE_LIST_H
/* Lanes that are put side by side into lists and taken from them. */
#include "lane/lane_base.h"
#if LANES > 1

/* 0, 1, 2, ... */
static inline int_t lane_count(void) {
  int_t n;
  for (int l = 0; l < LANES; l++) n[l] = l;
  return n;
}

/* entries[0..LANES), those from `count` on replaced by `other`, at out. */
static inline void lane_pad(const uint32_t *entries, uint32_t count, uint32_t other, uint32_t *out) {
  uint_t e, o = (uint_t){0} + other;
  int_t lane;
  for (int l = 0; l < LANES; l++) lane[l] = l;
  __builtin_memcpy(&e, entries, sizeof e);
  uint_t keep = (uint_t)(lane < (int32_t)count);
  e = (e & keep) | (o & ~keep);
  __builtin_memcpy(out, &e, sizeof e);
}

/* Whether lanes can be packed (lane_pack) at the cost of a few instructions. */
#if LANES == 16 || defined(__AVX512VL__)
enum { LANE_PACKS = 1 };
#else
enum { LANE_PACKS = 0 };
#endif

/* The lanes whose bit is set, side by side from lane 0 on; writes a whole vector at out. */
static inline void lane_pack(real_t v, unsigned bits, void *out) {
#if LANES == 16
  _mm512_storeu_ps(out, _mm512_maskz_compress_ps((__mmask16)bits, (__m512)v));
#elif defined(__AVX512VL__)
  _mm256_storeu_ps(out, _mm256_maskz_compress_ps((__mmask8)bits, (__m256)v));
#else
  (void)bits;
  __builtin_memcpy(out, &v, sizeof v);
#endif
}

#if LANES == 8 && defined(__AVX2__) && !defined(__AVX512VL__)
/* Those of four lanes whose bit is set, side by side; writes four words at out and returns how many count. */
static inline unsigned lane_compress_half(__m128i v, unsigned bits, uint32_t *out) {
  static const uint8_t of[16][4] = {{0},    {0},       {1},       {0, 1},      {2},    {0, 2},
                                    {1, 2}, {0, 1, 2}, {3},       {0, 3},      {1, 3}, {0, 1, 3},
                                    {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
  int lanes;
  __builtin_memcpy(&lanes, of[bits], sizeof lanes);
  const __m128i from = _mm_cvtepu8_epi32(_mm_cvtsi32_si128(lanes));
  _mm_storeu_ps((float *)out, _mm_permutevar_ps(_mm_castsi128_ps(v), from));
  return (unsigned)__builtin_popcount(bits);
}
#endif

/* The lanes whose bit is set, side by side from lane 0 on; writes up to LANES words at out. */
static inline void lane_compress_ints(int_t v, unsigned bits, uint32_t *out) {
#if LANES == 16
  _mm512_storeu_si512(out, _mm512_maskz_compress_epi32((__mmask16)bits, (__m512i)v));
#elif defined(__AVX512VL__)
  _mm256_storeu_si256((__m256i *)out, _mm256_maskz_compress_epi32((__mmask8)bits, (__m256i)v));
#elif LANES == 8 && defined(__AVX2__)
  const unsigned low = lane_compress_half(_mm256_castsi256_si128((__m256i)v), bits & 15, out);
  lane_compress_half(_mm256_extracti128_si256((__m256i)v, 1), bits >> 4, out + low);
#else
  for (unsigned n = 0; bits; bits &= bits - 1) out[n++] = (uint32_t)v[__builtin_ctz(bits)];
#endif
}

/* Append step x first, step x (first + 1), ... for the lanes whose bit is set; writes up to LANES words at
 * out and returns how many count. */
static inline unsigned lane_compress(uint32_t first, uint32_t step, unsigned bits, uint32_t *out) {
#if LANES == 16 || (LANES == 8 && defined(__AVX2__))
  lane_compress_ints((int_t)(((uint_t)lane_count() + first) * step), bits, out);
  return (unsigned)__builtin_popcount(bits);
#else
  unsigned n = 0;
  while (bits) {
    out[n++] = (first + (unsigned)__builtin_ctz(bits)) * step;
    bits &= bits - 1;
  }
  return n;
#endif
}

#endif
#endif
