/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_SEGMENT_H
#define WCSPH_MODELS_SEGMENT_H
/* The share of a fluid particle's kernel behind a straight piece of wall, in 2-D (Ferrand et al. 2013).
 * gamma, the part of the kernel within the fluid, is 1 - sum of `share` over the pieces, and its gradient is
 * the sum of `slope` times their normals. This is for Wendland's C2 kernel. Its integral beyond q is P(q) =
 * 14 u^5 (1 - 3/2 u + 4/7 u^2), u = 1 - q/2. By the divergence theorem the integral over the area behind the
 * wall becomes share = integral of d P / (2 pi r^2) along the piece, d being the distance from its line.
 * Split P into 1, which gives the angle that the piece subtends, and P - 1, which over r^2 is smooth: three
 * Gauss points give gamma to 3e-5 and the slope to 1e-3/h. (Leroy et al. 2014 have a closed form, with
 * logarithms.) */
#include "lane/elementary.h"
#include "wcsph/models/kernel.h"

struct segment_part {
  real_t share; /* 1 */
  real_t slope; /* 1/h */
  real_t bend;  /* 1/h^3; like slope, for the Laplacian of the kernel */
  real_t away;  /* distance from the line, on the fluid's side > 0; h */
};

/* The Laplacian of w, Wendland's C2 kernel, in so many dimensions; lengths in h. */
static inline real_t segment_bend(float dimensions, real_t q) {
  const real_t t = lane_max(1.0f - 0.5f * q, lane_set(0.0f));
  return (t * t) * (7.5f * q - (5.0f * dimensions) * t);
}

/* The share of a piece seen from (dx, dy) relative to its middle; n is its normal, into the fluid; lengths in
 * h. A piece of length 0 has none. */
static inline struct segment_part segment_seen(real_t dx, real_t dy, real_t nx, real_t ny, real_t length) {
  const real_t d = dx * nx + dy * ny, s = dy * nx - dx * ny, half = 0.5f * length;
  /* The outer Gauss points first, so that mirror images have the same bits. */
  const float node[3] = {-0.774596669f, 0.774596669f, 0.0f},
              weight[3] = {5.0f / 18.0f, 5.0f / 18.0f, 8.0f / 18.0f};
  const real_t one = lane_set(1.0f);
  real_t rest = lane_set(0.0f), slope = rest, bend = rest;
  for (int k = 0; k < 3; k++) {
    const real_t along = s - node[k] * half, q = lane_sqrt(d * d + along * along), t = 0.5f * q;
    const real_t near = lane_min(t, one), far = lane_max(t, one), t2 = near * near;
    /* (1 - P) / t^2 */
    const real_t inside = 7.0f + t2 * (((8.0f * near - 35.0f) * near + 56.0f) * near - 35.0f);
    rest = rest + weight[k] * lane_select(t < 1.0f, inside, one / (far * far));
    slope = slope + weight[k] * kernel_w(KERNEL_WENDLAND, q);
    bend = bend + weight[k] * segment_bend(2.0f, q);
  }
  const real_t angle = real_angle(d * length, (d * d + s * s) - half * half);
  return (struct segment_part){.share = 0.159154943f * (angle - 0.25f * (d * length) * rest),
                               .slope = 0.557042301f * (length * slope),
                               .bend = 0.557042301f * (length * bend),
                               .away = d};
}

#endif
