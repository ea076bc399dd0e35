/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_LANE_WIDE_H
#define LANE_LANE_WIDE_H
/* wide_t: a 64-bit whole number a lane, for sums of quanta. Eight lanes of them fill one vector of AVX-512;
 * elsewhere two vectors hold the first and the second half of the lanes. */
#include "lane/lane_base.h"

#if LANES == 1

typedef int64_t wide_t;

/* The nearest whole number, ties to even; |x| < 2^51, whatever the lanes. */
static inline wide_t lane_round(real_t x) {
#ifdef LANE_GCC_GPU /* one text for the host and a GPU, for which GCC has an instruction for this alone */
  return (int64_t)__builtin_nearbyintf(x);
#elif defined(__x86_64__) && !defined(__NVPTX__) && !defined(__AMDGCN__)
  return __builtin_llrintf(x); /* one instruction, where rintf would be a call */
#else
  return (int64_t)__builtin_rintf(x); /* exact, so the same everywhere; GPUs have no llrintf */
#endif
}
static inline wide_t lane_wide_add(wide_t a, wide_t b) {
  return (int64_t)((uint64_t)a + (uint64_t)b);
}
static inline wide_t lane_wide_subtract(wide_t a, wide_t b) {
  return (int64_t)((uint64_t)a - (uint64_t)b);
}
static inline wide_t lane_wide_gather(wide_t s, wide_t v) {
  return lane_wide_add(s, v);
}
static inline wide_t lane_wide_gather_round(wide_t s, real_t x) {
  return lane_wide_gather(s, lane_round(x));
}
static inline real_t lane_from_wide(wide_t v) {
  return (float)v;
}

#else

#if LANES == 8 && defined(__AVX512VL__)
#define LANE_PARTS 1
#else
#define LANE_PARTS 2
#endif
#define LANE_WIDE (LANES / LANE_PARTS) /* lanes of a part */

typedef int64_t long_t __attribute__((vector_size(8 * LANE_WIDE), may_alias));
typedef int64_t lane_long2 __attribute__((vector_size(16), may_alias));
typedef struct {
  long_t part[LANE_PARTS];
} wide_t;

/* The nearest whole number of every lane, ties to even; |x| < 2^51. Where no instruction does that, adding
 * 3/2 2^52 to a double leaves the number, rounded, in its lowest bits. */
static inline wide_t lane_round(real_t x) {
#if LANES == 16
  return (wide_t){{(long_t)_mm512_cvtps_epi64(_mm512_castps512_ps256((__m512)x)),
                   (long_t)_mm512_cvtps_epi64(_mm512_extractf32x8_ps((__m512)x, 1))}};
#elif LANE_WIDE == 8
  return (wide_t){{(long_t)_mm512_cvtps_epi64((__m256)x)}};
#elif LANES == 8
  const __m256d shift = _mm256_set1_pd(0x1.8p52);
  __m256d low = _mm256_cvtps_pd(_mm256_castps256_ps128((__m256)x)) + shift;
  __m256d high = _mm256_cvtps_pd(_mm256_extractf128_ps((__m256)x, 1)) + shift;
  return (wide_t){{(long_t)low - (long_t)shift, (long_t)high - (long_t)shift}};
#elif defined(__x86_64__)
  const __m128d shift = _mm_set1_pd(0x1.8p52);
  __m128d low = _mm_cvtps_pd((__m128)x) + shift;
  __m128d high = _mm_cvtps_pd(_mm_movehl_ps((__m128)x, (__m128)x)) + shift;
  return (wide_t){{(long_t)low - (long_t)shift, (long_t)high - (long_t)shift}};
#else
  return (wide_t){{(long_t)vcvtnq_s64_f64(vcvt_f64_f32(vget_low_f32((float32x4_t)x))),
                   (long_t)vcvtnq_s64_f64(vcvt_high_f64_f32((float32x4_t)x))}};
#endif
}
static inline wide_t lane_wide_add(wide_t a, wide_t b) {
  for (int k = 0; k < LANE_PARTS; k++) a.part[k] += b.part[k];
  return a;
}
static inline wide_t lane_wide_subtract(wide_t a, wide_t b) {
  for (int k = 0; k < LANE_PARTS; k++) a.part[k] -= b.part[k];
  return a;
}
/* Add v to s, where only the total over the lanes counts: one part holds it. */
static inline wide_t lane_wide_gather(wide_t s, wide_t v) {
  for (int k = 1; k < LANE_PARTS; k++) v.part[0] += v.part[k];
  s.part[0] += v.part[0];
  return s;
}
/* The same of lane_round(x). What that takes off each half is taken off both at once; it wraps. */
static inline wide_t lane_wide_gather_round(wide_t s, real_t x) {
#if LANES == 8 && LANE_WIDE == 4
  typedef uint64_t words __attribute__((vector_size(32), may_alias));
  const __m256d shift = _mm256_set1_pd(0x1.8p52);
  const words low = (words)(_mm256_cvtps_pd(_mm256_castps256_ps128((__m256)x)) + shift);
  const words high = (words)(_mm256_cvtps_pd(_mm256_extractf128_ps((__m256)x, 1)) + shift);
  s.part[0] = (long_t)(((words)s.part[0] + low) + (high - ((words)shift + (words)shift)));
  return s;
#else
  return lane_wide_gather(s, lane_round(x));
#endif
}
/* The nearest floats. */
static inline real_t lane_from_wide(wide_t v) {
#if LANES == 16
  const __m512 low = _mm512_castps256_ps512(_mm512_cvtepi64_ps((__m512i)v.part[0]));
  return (real_t)_mm512_insertf32x8(low, _mm512_cvtepi64_ps((__m512i)v.part[1]), 1);
#elif LANE_WIDE == 8
  return (real_t)_mm512_cvtepi64_ps((__m512i)v.part[0]);
#else
  real_t x;
  for (int l = 0; l < LANES; l++) x[l] = (float)v.part[l / LANE_WIDE][l % LANE_WIDE];
  return x;
#endif
}

/* The sum over the lanes. It wraps: sums that got there had terms too large, and those were noticed. */
static inline int64_t lane_wide_total(wide_t v) {
  long_t all = v.part[0];
  for (int k = 1; k < LANE_PARTS; k++) all += v.part[k];
#if LANE_WIDE == 8
  return _mm512_reduce_add_epi64((__m512i)all);
#elif LANE_WIDE == 4
  const lane_long2 s = (lane_long2)_mm256_castsi256_si128((__m256i)all) +
                       (lane_long2)_mm256_extracti128_si256((__m256i)all, 1);
#else
  const lane_long2 s = all;
#endif
#if LANE_WIDE < 8
  return (int64_t)((uint64_t)s[0] + (uint64_t)s[1]);
#endif
}

#if LANE_WIDE > 2
static inline void lane_transpose4_part(long_t *a, long_t *b, long_t *c, long_t *d) {
#if LANE_WIDE == 8
  const __m512i even = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
  const __m512i odd = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  __m512i ab0 = _mm512_unpacklo_epi64((__m512i)*a, (__m512i)*b);
  __m512i ab1 = _mm512_unpackhi_epi64((__m512i)*a, (__m512i)*b);
  __m512i cd0 = _mm512_unpacklo_epi64((__m512i)*c, (__m512i)*d);
  __m512i cd1 = _mm512_unpackhi_epi64((__m512i)*c, (__m512i)*d);
  *a = (long_t)_mm512_permutex2var_epi64(ab0, even, cd0);
  *b = (long_t)_mm512_permutex2var_epi64(ab1, even, cd1);
  *c = (long_t)_mm512_permutex2var_epi64(ab0, odd, cd0);
  *d = (long_t)_mm512_permutex2var_epi64(ab1, odd, cd1);
#else
  __m256i ab0 = _mm256_unpacklo_epi64((__m256i)*a, (__m256i)*b);
  __m256i ab1 = _mm256_unpackhi_epi64((__m256i)*a, (__m256i)*b);
  __m256i cd0 = _mm256_unpacklo_epi64((__m256i)*c, (__m256i)*d);
  __m256i cd1 = _mm256_unpackhi_epi64((__m256i)*c, (__m256i)*d);
  *a = (long_t)_mm256_permute2x128_si256(ab0, cd0, 0x20);
  *b = (long_t)_mm256_permute2x128_si256(ab1, cd1, 0x20);
  *c = (long_t)_mm256_permute2x128_si256(ab0, cd0, 0x31);
  *d = (long_t)_mm256_permute2x128_si256(ab1, cd1, 0x31);
#endif
}
#endif

/* Lanes of four to rows of four: *a becomes the rows of lanes 0, 4, 8, ... side by side, *b of 1, 5, ... */
static inline void lane_transpose4_wide(wide_t *a, wide_t *b, wide_t *c, wide_t *d) {
#if LANE_WIDE > 2
  for (int k = 0; k < LANE_PARTS; k++)
    lane_transpose4_part(&a->part[k], &b->part[k], &c->part[k], &d->part[k]);
#else
  const long_t *p = a->part, *q = b->part, *r = c->part, *s = d->part;
  const wide_t row0 = {{{p[0][0], q[0][0]}, {r[0][0], s[0][0]}}};
  const wide_t row1 = {{{p[0][1], q[0][1]}, {r[0][1], s[0][1]}}};
  const wide_t row2 = {{{p[1][0], q[1][0]}, {r[1][0], s[1][0]}}};
  const wide_t row3 = {{{p[1][1], q[1][1]}, {r[1][1], s[1][1]}}};
  *a = row0, *b = row1, *c = row2, *d = row3;
#endif
}

/* Rows of four 64-bit numbers at entry[0], entry[4], ..., as lane_round makes them of what lane_join joins.
 */
static inline wide_t lane_join_wide(const void *base, int scale, const uint32_t entry[]) {
  wide_t v;
  for (int k = 0; k < LANE_PARTS; k++) {
#if LANE_WIDE == 8
    const __m256i first = *(const __m256i *)lane_record(base, scale, 0, entry[8 * k]);
    const __m256i second = *(const __m256i *)lane_record(base, scale, 0, entry[8 * k + 4]);
    v.part[k] = (long_t)_mm512_inserti64x4(_mm512_castsi256_si512(first), second, 1);
#elif LANE_WIDE == 4
    v.part[k] = *(const long_t *)lane_record(base, scale, 0, entry[4 * k]);
#else
    v.part[k] = (long_t)*lane_record(base, scale, k, entry[0]);
#endif
  }
  return v;
}

/* The reverse of lane_join_wide. */
static inline void lane_part_out_wide(wide_t v, void *base, int scale, const uint32_t entry[]) {
  for (int k = 0; k < LANE_PARTS; k++) {
#if LANE_WIDE == 8
    const __m512i both = (__m512i)v.part[k];
    *(__m256i *)lane_record(base, scale, 0, entry[8 * k]) = _mm512_castsi512_si256(both);
    *(__m256i *)lane_record(base, scale, 0, entry[8 * k + 4]) = _mm512_extracti64x4_epi64(both, 1);
#elif LANE_WIDE == 4
    *(long_t *)lane_record(base, scale, 0, entry[4 * k]) = v.part[k];
#else
    *lane_record(base, scale, k, entry[0]) = (lane_vec4)v.part[k];
#endif
  }
}

#endif

#endif
