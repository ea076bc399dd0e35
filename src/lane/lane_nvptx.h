/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_LANE_NVPTX_H
#define LANE_LANE_NVPTX_H
/* lane_bounded_sqrt and lane_bounded_quotient (lane_base.h) for NVIDIA's GPUs: what their assembler makes of
 * sqrt.rn and div.rn, but for the calls that take care of everything else. For the sake of those calls a loop
 * would keep nothing in uniform registers: a fifth of a force pass. offload/bounded of the tests tries all
 * numbers; offload/device_code allows these two texts alone. */

static inline float lane_bounded_sqrt(float x) {
  float root;
  __asm__("{ // root\n\t"
          ".reg .f32 y, h, s, r;\n\t"
          "max.f32 y, %1, 0f0D000000;\n\t" /* 2^-101: of 0 */
          "rsqrt.approx.ftz.f32 y, y;\n\t"
          "mul.rn.f32 s, %1, y;\n\t"
          "mul.rn.f32 h, y, 0f3F000000;\n\t"
          "neg.f32 r, s;\n\t"
          "fma.rn.f32 r, r, s, %1;\n\t"
          "fma.rn.f32 %0, r, h, s;\n\t"
          "}"
          : "=f"(root)
          : "f"(x));
  return root;
}

static inline float lane_bounded_quotient(float a, float b) {
  float quotient;
  __asm__("{ // quotient\n\t"
          ".reg .f32 y, n, q, r;\n\t"
          "rcp.approx.ftz.f32 y, %2;\n\t"
          "neg.f32 n, %2;\n\t"
          "fma.rn.f32 r, n, y, 0f3F800000;\n\t"
          "fma.rn.f32 y, y, r, y;\n\t"
          "mul.rn.f32 q, %1, y;\n\t"
          "fma.rn.f32 r, n, q, %1;\n\t"
          "fma.rn.f32 %0, y, r, q;\n\t"
          "}"
          : "=f"(quotient)
          : "f"(a), "f"(b));
  return quotient;
}

#endif
