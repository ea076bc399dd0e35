/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PHYSICS_WALL_H
#define PHYSICS_WALL_H
/* Dummy wall particles: pressure and velocity extrapolated from the fluid (Adami, Hu & Adams 2012,
 * eqs. 23 and 27), for walls at rest. Wall particle i, fluid neighbour j, r = x_i - x_j. */
#include "physics/eos.h"
#include "physics/kernel.h"
#include "physics/sum.h"

/* Sums over fluid neighbours. The limits on density and speed, which every stage checks, keep them far from
 * an overflow: a weight is at most 1. */
struct wall_sums {
  struct sum weight;   /* W */
  struct sum pressure; /* (P_j + rho_j g.r) W */
  struct sum u, v, w;  /* u_j W */
};

static inline void wall_add(const struct wcsph_law *law, struct wall_sums *s, real_t dx, real_t dy, real_t dz,
                            real_t u, real_t v, real_t w, real_t d) {
  enum summation mode = law->summation;
  const float *g = law->gravity;
  real_t r2 = (dx * dx + dy * dy) + dz * dz;
  real_t weight = kernel_w(law->kernel, lane_sqrt(r2) * law->inv_h);
  real_t lift = (law->rho0 * (1.0f + d)) * ((g[0] * dx + g[1] * dy) + g[2] * dz);
  sum_add(&s->weight, sum_term(weight, law->quanta_weight, mode), mode);
  sum_add(&s->pressure, sum_term((eos_pressure(law, d) + lift) * weight, law->quanta_pressure, mode), mode);
  sum_add(&s->u, sum_term(u * weight, law->quanta_velocity, mode), mode);
  sum_add(&s->v, sum_term(v * weight, law->quanta_velocity, mode), mode);
  sum_add(&s->w, sum_term(w * weight, law->quanta_velocity, mode), mode);
}

/* The wall particle's velocity (m/s) and d from finished sums. Away from fluid it is at rest at
 * the background pressure. A wall does not pull: free surfaces leave it at the background pressure. */
static inline void wall_extrapolate(const struct wcsph_law *law, real_t weight, real_t pressure, real_t u,
                                    real_t v, real_t w, real_t out[4]) {
  mask_t near = weight > 1e-6f;
  real_t inv = 1.0f / lane_select(near, weight, lane_set(1.0f));
  real_t p = lane_max(pressure * inv, lane_set(law->background));
  real_t zero = lane_set(0.0f);
  out[0] = lane_select(near, -(u * inv), zero); /* 2 u_wall - u~, u_wall = 0 */
  out[1] = lane_select(near, -(v * inv), zero);
  out[2] = lane_select(near, -(w * inv), zero);
  out[3] = lane_select(near, eos_density(law, p), zero);
}

#endif
