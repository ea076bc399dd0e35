/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_SEGMENT_H
#define WCSPH_MODELS_SEGMENT_H
/* What a straight piece of a wall takes from the kernel of fluid in the plane (Ferrand et al. 2013): gamma,
 * the part of the kernel that is in the fluid, is 1 - sum of `share`, and its gradient the sum of `slope`
 * times the normals. For Wendland's C2 kernel. With the integral of the kernel beyond q, P(q) = 14 u^5 (1 -
 * 3/2 u + 4/7 u^2), u = 1 - q/2, the divergence theorem turns the area behind the wall into share = integral
 * of d P / (2 pi r^2) along the piece, d the distance from its line; of which the 1 of P is the angle that it
 * is seen under (Leroy et al. 2014 have the rest in closed form, with logarithms), and 1 - P over r^2 is
 * smooth: three points of Gauss give gamma to 3e-5, the slope to 1e-3/h. */
#include "lane/elementary.h"
#include "wcsph/models/kernel.h"

struct segment_part {
  real_t share; /* 1 */
  real_t slope; /* 1/h */
  real_t bend;  /* 1/h^3; as slope, of the kernel's Laplacian */
  real_t away;  /* distance from the line, on the fluid's side > 0; h */
};

/* The Laplacian of w of Wendland's C2 kernel in so many dimensions, in h. */
static inline real_t segment_bend(float dimensions, real_t q) {
  const real_t t = lane_max(1.0f - 0.5f * q, lane_set(0.0f));
  return (t * t) * (7.5f * q - (5.0f * dimensions) * t);
}

/* Seen from (dx, dy) off its middle; n its normal, into the fluid; in h. Nothing of one that is 0 long. */
static inline struct segment_part segment_seen(real_t dx, real_t dy, real_t nx, real_t ny, real_t length) {
  const real_t d = dx * nx + dy * ny, s = dy * nx - dx * ny, half = 0.5f * length;
  /* Both ends first, so that mirror images have the same bits. */
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
