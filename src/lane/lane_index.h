/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_LANE_INDEX_H
#define LANE_LANE_INDEX_H
/* Lanes as whole numbers of 32 bits that count or point somewhere; the rest of lane.h's intrinsics. */
#include "lane/lane.h"

/* The nearest whole number, ties to even; |x| < 2^31. */
static inline int_t lane_nearest(real_t x) {
#if defined(__NVPTX__) && defined(__clang__)
  return __nvvm_f2i_rn(x); /* one instruction, where a conversion to 64 bits takes the time of four */
#elif LANES == 1
  return (int32_t)lane_round(x);
#elif LANES == 16
  return (int_t)_mm512_cvtps_epi32((__m512)x);
#elif LANES == 8
  return (int_t)_mm256_cvtps_epi32((__m256)x);
#elif defined(__x86_64__)
  return (int_t)_mm_cvtps_epi32((__m128)x);
#else
  return (int_t)vcvtnq_s32_f32((float32x4_t)x);
#endif
}

/* The whole number at or below x; |x| < 2^31. */
static inline int_t lane_floor(real_t x) {
#if defined(__NVPTX__) && defined(__clang__)
  return __nvvm_f2i_rm(x);
#else
  const int_t whole = lane_to_int(x);
#if LANES == 1
  return whole - (x < lane_from_int(whole));
#else
  return whole + (x < lane_from_int(whole)); /* a lane where it holds is -1 */
#endif
#endif
}

/* from[i] */
static inline real_t lane_gather(const float *from, int_t i) {
#if LANES == 1
  return from[i];
#elif LANES == 16
  return (real_t)_mm512_i32gather_ps((__m512i)i, from, 4);
#elif LANES == 8
  return (real_t)_mm256_i32gather_ps(from, (__m256i)i, 4);
#else
  return (real_t){from[i[0]], from[i[1]], from[i[2]], from[i[3]]};
#endif
}

#endif
