/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_WALL_FUNCTION_H
#define WCSPH_MODELS_WALL_FUNCTION_H
/* Constants of the k-epsilon model (Launder & Spalding 1974, Comput. Methods Appl. Mech. Eng. 3, 269-289),
 * and wall functions for boundary layers thinner than a particle. */
#include "lane/elementary.h"
#include "wcsph/law.h"

#define K_EPSILON_MU    0.09f
#define K_EPSILON_ROOT  0.3f /* of that */
#define K_EPSILON_ONE   1.44f
#define K_EPSILON_TWO   1.92f
#define K_EPSILON_SIGMA 1.3f /* of epsilon; that of k is 1 */
#define KARMAN          0.41f
#define WALL_SMOOTH     9.0f /* E of u+ = ln(E y+) / kappa */
#define WALL_ROUGH      0.3f /* of the roughness in wall units, by 1 + which E is divided */

/* Eddy viscosity, m^2/s. */
static inline real_t eddy_viscosity(real_t k, real_t epsilon) {
  return (K_EPSILON_MU * (k * k)) / lane_max(epsilon, lane_set(1e-30f));
}

/* The friction velocity u*, m/s, where the fluid moves with u, m/s, along a wall at distance d, m:
 *   u = (u* / kappa) ln(E d u* / (nu + 0.3 ks u*)),
 * or in the viscous sublayer u = u*^2 d / nu, whichever gives more; ks is the equivalent sand roughness, m
 * (Cebeci & Bradshaw 1977, Momentum transfer in boundary layers). Each turn takes at least half of an error
 * away. */
static inline real_t wall_friction(const struct wcsph_law *law, real_t u, real_t d) {
  const real_t least = lane_set(1e-20f);
  const float nu = law->rheology.nu, rough = WALL_ROUGH * law->eddies.roughness;
  real_t star = lane_max(0.05f * u, least);
  for (int k = 0; k < 12; k++) {
    const real_t y = (WALL_SMOOTH * (d * star)) / (nu + rough * star);
    star = lane_max((KARMAN * u) / real_log(lane_max(y, lane_set(7.4f))), least);
  }
  return lane_max(star, lane_sqrt((nu * u) / d));
}

/* The distance from a plane wall, m, of the sums of weights and slopes of passes/eddies.h: over planes the
 * weights are powers of 1 - z^2/R^2 in 2-D and 3-D alike, and their quotient is a function of z alone, here
 * to 6e-3 R. By the last term rows of particles seem farther away than a wall without rows (to 0.03 dp,
 * h/dp 1.2 to 2). */
static inline real_t wall_distance(const struct wcsph_law *law, real_t weight, real_t slope) {
  const real_t x = (law->dimensions == 2 ? 1.0f / 7.0f : 1.0f / 6.0f) * (weight / slope);
  const real_t d = 1.0f - x * (5.02677f - x * (9.27364f - 7.31812f * x));
  const float dp = law->eddies.spacing;
  return lane_max(law->support * d - (0.22f * dp) * (dp / law->support), lane_set(0.1f * dp));
}

/* |grad gamma|, 1/m, of the sum of slopes: gamma is the part of the weights, of integral 1, not in the wall.
 */
static inline real_t wall_gradient(const struct wcsph_law *law, real_t slope) {
  const float r = law->support, v = law->volume;
  const float flat = (4.5f * 7.0f / 3.14159265f) * (v / (r * r)) / r;
  const float whole = (315.0f * 6.0f / (64.0f * 3.14159265f)) * (v / (r * r)) / (r * r);
  return (law->dimensions == 2 ? flat : whole) * slope;
}

#endif
