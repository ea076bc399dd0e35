/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_FACET_H
#define WCSPH_MODELS_FACET_H
/* What a flat piece of a wall takes from the kernel of fluid in space, as models/segment.h in the plane
 * (after Ferrand et al. 2013; Mayrhofer, Ferrand, Kassiotis, Violeau & Morel 2015 have closed forms of
 * triangles): with P(q) the integral of the kernel beyond q, share = integral of d P / (4 pi r^3) over the
 * piece, of which the 1 of P is the solid angle that it is seen under (van Oosterom & Strackee 1983), and 1 -
 * P over r^3, 14 t^3 - 84 t^5 + 140 t^6 - 90 t^7 + 21 t^8 for Wendland's C2 kernel, t = q/2, is smooth: two
 * points of Gauss either way give gamma to 1e-5, the slope to 5e-4/h, of squares 0.6 h wide. */
#include "lane/elementary.h"
#include "wcsph/models/segment.h"

/* A call would hand over structs through memory, and on a GPU no lane may make one. */
#define FACET_INLINE static inline __attribute__((always_inline))

/* A trapezoid, at middle + e across + x (1 - taper e) along for x and e from -1 to 1; in h. A triangle tapers
 * by 1, a rectangle by 0. */
struct facet {
  real_t along[3], across[3], taper;
};

/* What a triangle adds to half a solid angle: cosine and sine of it, but for a factor. */
struct facet_turn {
  real_t x, y;
};

FACET_INLINE real_t facet_dot(const real_t a[3], const real_t b[3]) {
  return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

FACET_INLINE void facet_cross(const real_t a[3], const real_t b[3], real_t out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Its normal, of length 1, into the fluid; its area, of which a quarter is returned. */
FACET_INLINE real_t facet_normal(const struct facet *f, real_t normal[3]) {
  facet_cross(f->along, f->across, normal);
  const real_t size = lane_sqrt(facet_dot(normal, normal)), per = 1.0f / lane_max(size, lane_set(1e-30f));
  for (int a = 0; a < 3; a++) normal[a] = normal[a] * per;
  return size;
}

/* Half the angle of a triangle whose corners are at a, b, c, and |a|, |b|, |c| away. */
FACET_INLINE struct facet_turn facet_angle(const real_t a[3], const real_t b[3], const real_t c[3],
                                           real_t size_a, real_t size_b, real_t size_c) {
  real_t across[3];
  facet_cross(b, c, across);
  return (struct facet_turn){
      .x = ((size_a * size_b) * size_c + facet_dot(a, b) * size_c) +
           (facet_dot(a, c) * size_b + facet_dot(b, c) * size_a),
      .y = facet_dot(a, across),
  };
}

/* A corner as it is seen, and how far it is; x and e are -1 or 1. */
FACET_INLINE real_t facet_corner(const struct facet *f, const real_t middle[3], float x, float e,
                                 real_t out[3]) {
  const real_t width = x * (1.0f - e * f->taper);
  for (int a = 0; a < 3; a++) out[a] = (middle[a] + e * f->across[a]) + width * f->along[a];
  return lane_sqrt(facet_dot(out, out));
}

/* (1 - P) / r^3 of a point q away, and w(q). */
FACET_INLINE void facet_point(real_t q, real_t *rest, real_t *weight) {
  const real_t one = lane_set(1.0f), t = 0.5f * q, near = lane_min(t, one), far = lane_max(t, one),
               t2 = near * near;
  const real_t inside = 14.0f + t2 * (((21.0f * near - 90.0f) * near + 140.0f) * near - 84.0f);
  *rest = lane_select(t < 1.0f, inside, one / (far * (far * far)));
  *weight = kernel_w(KERNEL_WENDLAND, q);
}

/* Seen from (dx, dy, dz) off its middle, with the normal and the quarter of its area of facet_normal. Nothing
 * of one without area. */
FACET_INLINE struct segment_part facet_seen(const struct facet *f, const real_t normal[3], real_t quarter,
                                            real_t dx, real_t dy, real_t dz) {
  const real_t middle[3] = {-dx, -dy, -dz};
  const real_t d = -facet_dot(middle, normal);
  const float node = 0.577350269f;
  real_t a[3], b[3], c[3], e[3], rest = lane_set(0.0f), slope = rest, bend = rest;
  for (int k = 0; k < 4; k++) {
    const float y = k & 2 ? node : -node;
    const real_t width = 1.0f - y * f->taper, x = (k & 1 ? node : -node) * width;
    real_t more, weight, p[3];
    for (int n = 0; n < 3; n++) p[n] = (middle[n] + y * f->across[n]) + x * f->along[n];
    const real_t q = lane_sqrt(facet_dot(p, p));
    facet_point(q, &more, &weight);
    rest = rest + width * more;
    slope = slope + width * weight;
    bend = bend + width * segment_bend(3.0f, q);
  }
  const real_t size_a = facet_corner(f, middle, -1.0f, -1.0f, a),
               size_b = facet_corner(f, middle, 1.0f, -1.0f, b),
               size_c = facet_corner(f, middle, 1.0f, 1.0f, c),
               size_e = facet_corner(f, middle, -1.0f, 1.0f, e);
  const struct facet_turn one = facet_angle(a, b, c, size_a, size_b, size_c),
                          two = facet_angle(a, c, e, size_a, size_c, size_e);
  const real_t angle =
      real_angle(-(one.x * two.y + one.y * two.x), one.x * two.x - one.y * two.y); /* half of both */
  return (struct segment_part){
      .share = 0.159154943f * (angle - 0.0625f * ((d * quarter) * rest)),
      .slope = 0.417781726f * (quarter * slope),
      .bend = 0.417781726f * (quarter * bend),
      .away = d,
  };
}

#endif
