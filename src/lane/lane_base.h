/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_LANE_BASE_H
#define LANE_LANE_BASE_H
/* The lane type and what one of its vectors can do (lane.h). */
#include <math.h>
#include <stdint.h>
#include <string.h>

#ifndef LANES
#error "define LANES (1, 4, 8 or 16) before including lane/lane.h"
#endif

typedef float lane_vec4 __attribute__((vector_size(16), may_alias)); /* one 16-byte record, of any type */

#if LANES == 1

typedef float real_t;
typedef int32_t int_t;
typedef uint32_t uint_t;
typedef int mask_t;

static inline real_t lane_set(float x) {
  return x;
}
static inline real_t lane_sqrt(real_t x) {
#if defined(__clang__) && __has_builtin(__builtin_elementwise_sqrt)
  return __builtin_elementwise_sqrt(
      x); /* correctly rounded on a GPU too, where sqrtf becomes an approximation */
#else
  return __builtin_sqrtf(x);
#endif
}
static inline real_t lane_select(mask_t m, real_t a, real_t b) {
  return m ? a : b;
}
/* `flag` where it is true, else 0. */
static inline int_t lane_flag(mask_t m, int32_t flag) {
  return m ? flag : 0;
}
static inline real_t lane_max(real_t a, real_t b) {
  return a > b ? a : b;
}
static inline real_t lane_min(real_t a, real_t b) {
  return a < b ? a : b;
}
static inline real_t lane_from_int(int_t i) {
  return (float)i;
}
static inline int_t lane_to_int(real_t x) {
  return (int32_t)x;
}
static inline real_t lane_abs(real_t a) {
  return __builtin_fabsf(a);
}
/* The larger magnitude. */
static inline real_t lane_max_abs(real_t a, real_t b) {
#ifdef __NVPTX__
  return __builtin_fmaxf(lane_abs(a), lane_abs(b)); /* one instruction; of a NaN and a number the number */
#else
  return lane_max(lane_abs(a), lane_abs(b));
#endif
}
static inline unsigned lane_bits(mask_t m) {
  return m ? 1u : 0u;
}
#else

#if defined(__x86_64__) && LANES == 4
#include <emmintrin.h> /* SSE2 is all that it uses; immintrin.h takes longer to read than most units */
#elif defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

typedef float real_t __attribute__((vector_size(4 * LANES)));
typedef int32_t int_t __attribute__((vector_size(4 * LANES)));
typedef uint32_t uint_t __attribute__((vector_size(4 * LANES)));
typedef int_t mask_t;

static inline real_t lane_set(float x) {
  return x - (real_t){0};
}
static inline real_t lane_select(mask_t m, real_t a, real_t b) {
#if LANES == 8 && !defined(__AVX512VL__)
  return (real_t)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)m);
#else
  return (real_t)((m & (int_t)a) | (~m & (int_t)b));
#endif
}

/* `flag` where it is true, else 0. */
static inline int_t lane_flag(mask_t m, int32_t flag) {
  return m & flag;
}

/* a > b ? a : b and a < b ? a : b, as the processor's own instructions have it. */
static inline real_t lane_max(real_t a, real_t b) {
#if LANES == 16
  return (real_t)_mm512_max_ps((__m512)a, (__m512)b);
#elif LANES == 8
  return (real_t)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__x86_64__)
  return (real_t)_mm_max_ps((__m128)a, (__m128)b);
#else
  return lane_select(a > b, a, b);
#endif
}
static inline real_t lane_min(real_t a, real_t b) {
#if LANES == 16
  return (real_t)_mm512_min_ps((__m512)a, (__m512)b);
#elif LANES == 8
  return (real_t)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(__x86_64__)
  return (real_t)_mm_min_ps((__m128)a, (__m128)b);
#else
  return lane_select(a < b, a, b);
#endif
}

static inline real_t lane_from_int(int_t i) {
  return __builtin_convertvector(i, real_t);
}
static inline int_t lane_to_int(real_t x) {
  return __builtin_convertvector(x, int_t);
}
static inline real_t lane_bits_to_real(int_t i) {
  return (real_t)i;
}
static inline int_t lane_real_to_bits(real_t x) {
  return (int_t)x;
}

static inline real_t lane_abs(real_t a) {
  return (real_t)((int_t)a & 0x7fffffff);
}
/* The larger magnitude. */
static inline real_t lane_max_abs(real_t a, real_t b) {
#if LANES == 16
  return (real_t)_mm512_range_ps((__m512)a, (__m512)b, 0x0b);
#elif LANES == 8 && defined(__AVX512VL__)
  return (real_t)_mm256_range_ps((__m256)a, (__m256)b, 0x0b);
#else
  return lane_max(lane_abs(a), lane_abs(b));
#endif
}

/* The largest lane. */
static inline float lane_max_across(real_t x) {
  float m = x[0];
  for (int l = 1; l < LANES; l++) m = x[l] > m ? x[l] : m;
  return m;
}

/* Correctly rounded square root of every lane. */
static inline real_t lane_sqrt(real_t x) {
#if LANES == 16
  return (real_t)_mm512_sqrt_ps((__m512)x);
#elif LANES == 8
  return (real_t)_mm256_sqrt_ps((__m256)x);
#elif defined(__x86_64__)
  return (real_t)_mm_sqrt_ps((__m128)x);
#else
  return (real_t)vsqrtq_f32((float32x4_t)x);
#endif
}

/* Four lanes of 4 x 4 in place: rows to columns, within each 128-bit part. */
static inline void lane_transpose4(real_t *a, real_t *b, real_t *c, real_t *d) {
#if LANES == 16
  __m512 t0 = _mm512_unpacklo_ps((__m512)*a, (__m512)*b), t1 = _mm512_unpackhi_ps((__m512)*a, (__m512)*b);
  __m512 t2 = _mm512_unpacklo_ps((__m512)*c, (__m512)*d), t3 = _mm512_unpackhi_ps((__m512)*c, (__m512)*d);
  *a = (real_t)_mm512_shuffle_ps(t0, t2, 0x44);
  *b = (real_t)_mm512_shuffle_ps(t0, t2, 0xee);
  *c = (real_t)_mm512_shuffle_ps(t1, t3, 0x44);
  *d = (real_t)_mm512_shuffle_ps(t1, t3, 0xee);
#elif LANES == 8
  __m256 t0 = _mm256_unpacklo_ps((__m256)*a, (__m256)*b), t1 = _mm256_unpackhi_ps((__m256)*a, (__m256)*b);
  __m256 t2 = _mm256_unpacklo_ps((__m256)*c, (__m256)*d), t3 = _mm256_unpackhi_ps((__m256)*c, (__m256)*d);
  *a = (real_t)_mm256_shuffle_ps(t0, t2, 0x44);
  *b = (real_t)_mm256_shuffle_ps(t0, t2, 0xee);
  *c = (real_t)_mm256_shuffle_ps(t1, t3, 0x44);
  *d = (real_t)_mm256_shuffle_ps(t1, t3, 0xee);
#elif defined(__x86_64__)
  __m128 r0 = (__m128)*a, r1 = (__m128)*b, r2 = (__m128)*c, r3 = (__m128)*d;
  _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
  *a = (real_t)r0, *b = (real_t)r1, *c = (real_t)r2, *d = (real_t)r3;
#else
  real_t t0 = __builtin_shufflevector(*a, *b, 0, 4, 1, 5), t1 = __builtin_shufflevector(*a, *b, 2, 6, 3, 7);
  real_t t2 = __builtin_shufflevector(*c, *d, 0, 4, 1, 5), t3 = __builtin_shufflevector(*c, *d, 2, 6, 3, 7);
  *a = __builtin_shufflevector(t0, t2, 0, 1, 4, 5);
  *b = __builtin_shufflevector(t0, t2, 2, 3, 6, 7);
  *c = __builtin_shufflevector(t1, t3, 0, 1, 4, 5);
  *d = __builtin_shufflevector(t1, t3, 2, 3, 6, 7);
#endif
}

/* An array of rows of 16-byte records, addressed by entry[] x scale bytes from its base: a list of entries
 * serves arrays of several row sizes without arithmetic, since the processor multiplies by 4 or 8. */
static inline lane_vec4 *lane_record(const void *base, int scale, int part, uint32_t entry) {
  return (lane_vec4 *)((char *)(uintptr_t)base + (size_t)entry * (size_t)scale) + part;
}

/* The records at entry[0], entry[4], ... side by side in one vector. */
static inline real_t lane_join(const void *base, int scale, int part, const uint32_t entry[]) {
#if LANES == 16
  __m512 v = _mm512_castps128_ps512((__m128)*lane_record(base, scale, part, entry[0]));
  v = _mm512_insertf32x4(v, (__m128)*lane_record(base, scale, part, entry[4]), 1);
  v = _mm512_insertf32x4(v, (__m128)*lane_record(base, scale, part, entry[8]), 2);
  return (real_t)_mm512_insertf32x4(v, (__m128)*lane_record(base, scale, part, entry[12]), 3);
#elif LANES == 8
  __m256 v = _mm256_castps128_ps256((__m128)*lane_record(base, scale, part, entry[0]));
  return (real_t)_mm256_insertf128_ps(v, (__m128)*lane_record(base, scale, part, entry[4]), 1);
#else
  return (real_t)*lane_record(base, scale, part, entry[0]);
#endif
}

/* The reverse of lane_join. */
static inline void lane_part_out(real_t v, void *base, int scale, int part, const uint32_t entry[]) {
#if LANES == 16
  *lane_record(base, scale, part, entry[0]) = (lane_vec4)_mm512_castps512_ps128((__m512)v);
  *lane_record(base, scale, part, entry[4]) = (lane_vec4)_mm512_extractf32x4_ps((__m512)v, 1);
  *lane_record(base, scale, part, entry[8]) = (lane_vec4)_mm512_extractf32x4_ps((__m512)v, 2);
  *lane_record(base, scale, part, entry[12]) = (lane_vec4)_mm512_extractf32x4_ps((__m512)v, 3);
#elif LANES == 8
  *lane_record(base, scale, part, entry[0]) = (lane_vec4)_mm256_castps256_ps128((__m256)v);
  *lane_record(base, scale, part, entry[4]) = (lane_vec4)_mm256_extractf128_ps((__m256)v, 1);
#else
  *lane_record(base, scale, part, entry[0]) = (lane_vec4)v;
#endif
}

/* Both records of rows of 32 bytes: as lane_join with part 0 and 1. */
static inline void lane_join2(const void *base, int scale, const uint32_t entry[], real_t *first,
                              real_t *second) {
#if LANES == 8
  const __m256 a = *(const __m256 *)lane_record(base, scale, 0, entry[0]);
  const __m256 b = *(const __m256 *)lane_record(base, scale, 0, entry[4]);
  *first = (real_t)_mm256_permute2f128_ps(a, b, 0x20);
  *second = (real_t)_mm256_permute2f128_ps(a, b, 0x31);
#else
  *first = lane_join(base, scale, 0, entry);
  *second = lane_join(base, scale, 1, entry);
#endif
}

/* The reverse of lane_join2. */
static inline void lane_part_out2(real_t first, real_t second, void *base, int scale,
                                  const uint32_t entry[]) {
#if LANES == 8
  const __m256 a = (__m256)first, b = (__m256)second;
  *(__m256 *)lane_record(base, scale, 0, entry[0]) = _mm256_permute2f128_ps(a, b, 0x20);
  *(__m256 *)lane_record(base, scale, 0, entry[4]) = _mm256_permute2f128_ps(a, b, 0x31);
#else
  lane_part_out(first, base, scale, 0, entry);
  lane_part_out(second, base, scale, 1, entry);
#endif
}

/* Record `part` of the rows at entry[0..LANES), its four words as four vectors. */
static inline void lane_gather4(const void *base, int scale, int part, const uint32_t entry[], real_t *a,
                                real_t *b, real_t *c, real_t *d) {
  *a = lane_join(base, scale, part, entry);
  *b = lane_join(base, scale, part, entry + 1);
  *c = lane_join(base, scale, part, entry + 2);
  *d = lane_join(base, scale, part, entry + 3);
  lane_transpose4(a, b, c, d);
}

/* The same for LANES records in a row. */
static inline void lane_load4(const void *base, real_t *a, real_t *b, real_t *c, real_t *d) {
  uint32_t entry[LANES];
  for (uint32_t l = 0; l < LANES; l++) entry[l] = l;
  lane_gather4(base, 16, 0, entry, a, b, c, d);
}

/* Part `part` of a vector as one record. */
static inline lane_vec4 lane_part(real_t v, int part) {
#if LANES == 16
  switch (part) { /* the instruction wants a constant; callers unroll */
  case 0:
    return (lane_vec4)_mm512_castps512_ps128((__m512)v);
  case 1:
    return (lane_vec4)_mm512_extractf32x4_ps((__m512)v, 1);
  case 2:
    return (lane_vec4)_mm512_extractf32x4_ps((__m512)v, 2);
  default:
    return (lane_vec4)_mm512_extractf32x4_ps((__m512)v, 3);
  }
#elif LANES == 8
  return part == 0 ? (lane_vec4)_mm256_castps256_ps128((__m256)v)
                   : (lane_vec4)_mm256_extractf128_ps((__m256)v, 1);
#else
  (void)part;
  return (lane_vec4)v;
#endif
}

/* The reverse of lane_load4, to record `part` of LANES rows of `row` bytes. */
static inline void lane_store4(void *base, int row, int part, real_t a, real_t b, real_t c, real_t d) {
  uint32_t entry[LANES];
  for (uint32_t l = 0; l < LANES; l++) entry[l] = l;
  lane_transpose4(&a, &b, &c, &d);
  lane_part_out(a, base, row, part, entry);
  lane_part_out(b, base, row, part, entry + 1);
  lane_part_out(c, base, row, part, entry + 2);
  lane_part_out(d, base, row, part, entry + 3);
}

/* One bit a lane. */
static inline unsigned lane_bits(mask_t m) {
#if LANES == 16
  return _mm512_movepi32_mask((__m512i)m);
#elif LANES == 8
  return (unsigned)_mm256_movemask_ps((__m256)m);
#elif defined(__x86_64__)
  return (unsigned)_mm_movemask_ps((__m128)m);
#else
  const uint32x4_t weight = {1, 2, 4, 8};
  return vaddvq_u32(vandq_u32((uint32x4_t)m, weight));
#endif
}

#endif

/* Integer sums and differences that wrap, as positions on a periodic axis do. */
static inline int_t lane_add_wrap(int_t a, int_t b) {
  return (int_t)((uint_t)a + (uint_t)b);
}
static inline int_t lane_subtract_wrap(int_t a, int_t b) {
  return (int_t)((uint_t)a - (uint_t)b);
}

/* lane_sqrt(x) of x = 0 or 2^-101 to 2^127, and a / b where b, a and the quotient are 0 or 2^-100 to 2^100:
 * with the same bits, on GPUs faster. A quotient nearer to 0 may have another last bit, which no sum under
 * `fixed` sees; what b is must be known. */
#if defined(__NVPTX__) && defined(__clang__)
#include "lane/lane_nvptx.h"
#else
static inline real_t lane_bounded_sqrt(real_t x) {
  return lane_sqrt(x);
}
static inline real_t lane_bounded_quotient(real_t a, real_t b) {
  return a / b;
}
#endif

#endif
