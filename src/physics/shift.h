/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PHYSICS_SHIFT_H
#define PHYSICS_SHIFT_H
/* Particle shifting (Lind et al. 2012; in the form of Sun et al. 2017, eqs. 5 and 6): a particle moves by
 *   -D sum (1 + R (W/W(dp))^4) V grad W,   D = strength 4 h max|v| dt,   R = 0.2,
 * down the gradient of the concentration of particles, beside its flow. The sum is bounded, and so is D, so
 * that a shift is at most 0.1 h. */
#include "physics/kernel.h"
#include "physics/lane.h"
#include "physics/sum.h"
#include "wcsph/law.h"

struct shift_sums {
  struct sum x, y, z; /* 1/m */
  struct sum filled;  /* sum of -V r.grad W: the number of dimensions inside fluid, less at a free surface */
};

/* Neighbour j, fluid or wall; r = x_i - x_j. */
static inline void shift_add(const struct wcsph_law *law, struct shift_sums *s, real_t dx, real_t dy,
                             real_t dz) {
  real_t r2 = (dx * dx + dy * dy) + dz * dz;
  real_t q = lane_sqrt(r2) * law->inv_h;
  real_t vf = law->vf_factor * kernel_f(law->kernel, q);
  real_t near = kernel_w(law->kernel, q) * law->inv_w_spacing;
  near = near * near;
  real_t weight = vf * (1.0f + 0.2f * (near * near));
  enum summation mode = law->summation;
  sum_add(&s->x, sum_term(weight * dx, law->quanta_gradient, mode), mode);
  sum_add(&s->y, sum_term(weight * dy, law->quanta_gradient, mode), mode);
  sum_add(&s->z, sum_term(weight * dz, law->quanta_gradient, mode), mode);
  sum_add(&s->filled, sum_term(-(vf * r2), law->quanta_weight, mode), mode);
}

/* The bounded gradient, 1/m; none where a free surface cuts the support, where it would point outwards. */
static inline void shift_gradient(const struct wcsph_law *law, const struct shift_sums *s, real_t out[3]) {
  enum summation mode = law->summation;
  real_t x = sum_value(&s->x, law->quanta_gradient, mode), y = sum_value(&s->y, law->quanta_gradient, mode),
         z = sum_value(&s->z, law->quanta_gradient, mode);
  real_t longest = lane_set(0.2f * law->inv_h), length = lane_sqrt((x * x + y * y) + z * z);
  real_t scale = longest / lane_max(length, longest);
  mask_t inside = sum_value(&s->filled, law->quanta_weight, mode) > 0.9f * (float)law->dimensions;
  scale = lane_select(inside, scale, lane_set(0.0f));
  out[0] = scale * x, out[1] = scale * y, out[2] = scale * z;
}

/* D, m^2. */
static inline double shift_reach(const struct wcsph_law *law, double strength, double max_speed, double dt) {
  double h = law->h, reach = strength * 4.0 * h * max_speed * dt, most = 0.5 * h * h;
  return reach < most ? reach : most;
}

#endif
