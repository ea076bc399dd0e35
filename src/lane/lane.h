/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_LANE_H
#define LANE_LANE_H
/* Portable SIMD, over which every formula is written: LANES particles at a time. LANES is 1 (a plain
 * float: reference, offload), 4 (SSE2, NEON), 8 (AVX2, AVX-512VL) or 16 (AVX-512), and set by the build. GNU
 * vectors give + - * / and comparisons in C; the few things they cannot say are functions here,
 * and only this file and the other lane_*.h have intrinsics. */
#include "lane/lane_base.h"
#include "lane/lane_list.h"
#include "lane/lane_single.h"
#include "lane/lane_wide.h"

#endif
