/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_MODELS_PAIR_H
#define PAIRWISE_MODELS_PAIR_H
/* The laws of `method: pairwise`: what two particles do to each other, as a function of r^2. Lennard-Jones
 *   U = 4 (1/s^12 - 1/s^6),  s^2 = r^2 + softening^2   (paper 001, section 7.1),
 * cut at the cutoff as it is, shifted by its value there, or by its value and its slope (linear force shift),
 * U(s) - U(c) - (s - c) U'(c); and the two test kernels of paper 001, figure 8: U = (cutoff^2 - r^2) / 2,
 * whose force is the difference of the positions, and Lennard-Jones with 150 operations more. Particles in
 * one place have no force on each other.
 *
 * Each formula is compiled for lanes and, for reference values, for doubles. */
#include "lane/lane.h"
#include "lane/sum.h"
#include "pairwise/law.h"

enum { PAIRWISE_BURDEN = 75 }; /* multiplications and additions that change nothing */

static inline double pairwise_root_double(double x) {
  return __builtin_sqrt(x);
}
static inline double pairwise_select_double(int m, double a, double b) {
  return m ? a : b;
}
#define pairwise_root_lane   lane_sqrt
#define pairwise_select_lane lane_select

#define PAIRWISE_LAWS(kind, real, number)                                                                    \
  /* 1/s^2 */                                                                                                \
  static inline real pairwise_inverse_##kind(const struct pairwise_law *law, real r2) {                      \
    return (number)1 / (r2 + (number)law->softening2);                                                       \
  }                                                                                                          \
  /* The force on i over the separation x_i - x_j, N/m; zero beyond the cutoff. */                           \
  static inline real pairwise_force_##kind(const struct pairwise_law *law, real r2) {                        \
    const real zero = (number)0 * r2;                                                                        \
    real force = zero + (number)1;                                                                           \
    if (law->potential != POTENTIAL_LOW) {                                                                   \
      const real i2 = pairwise_inverse_##kind(law, r2), i6 = i2 * i2 * i2;                                   \
      force = ((number)24 * i2) * (i6 * ((number)2 * i6 - (number)1));                                       \
      if (law->truncation == TRUNCATION_FORCE_SHIFTED)                                                       \
        force = force + (number)law->slope * pairwise_root_##kind(i2);                                       \
      if (law->potential == POTENTIAL_HIGH) {                                                                \
        real burden = i2;                                                                                    \
        for (int k = 0; k < PAIRWISE_BURDEN; k++) burden = burden * (number)0.5 + i2;                        \
        force = force + burden * (number)0x1p-60;                                                            \
      }                                                                                                      \
    }                                                                                                        \
    return pairwise_select_##kind((r2 < (number)law->cutoff2) & (r2 > (number)0), force, zero);              \
  }                                                                                                          \
  /* The potential energy of the pair, J. */                                                                 \
  static inline real pairwise_energy_##kind(const struct pairwise_law *law, real r2) {                       \
    const real zero = (number)0 * r2;                                                                        \
    real energy = (number)0.5 * ((number)law->cutoff2 - r2);                                                 \
    if (law->potential != POTENTIAL_LOW) {                                                                   \
      const real i2 = pairwise_inverse_##kind(law, r2), i6 = i2 * i2 * i2;                                   \
      energy = (number)4 * (i6 * (i6 - (number)1)) - (number)law->shift;                                     \
      if (law->truncation == TRUNCATION_FORCE_SHIFTED)                                                       \
        energy = energy - (pairwise_root_##kind(r2 + (number)law->softening2) - (number)law->end) *          \
                              (number)law->slope;                                                            \
    }                                                                                                        \
    return pairwise_select_##kind((r2 < (number)law->cutoff2) & (r2 > (number)0), energy, zero);             \
  }
PAIRWISE_LAWS(lane, real_t, float)
PAIRWISE_LAWS(double, double, double)

/* What lies between i and j: x_i - x_j, m, and the force on i over it, N/m; j gets the opposite. */
struct pairwise_gap {
  real_t dx, dy, dz, force;
};
static inline struct pairwise_gap pairwise_measure(const struct pairwise_law *law, real_t dx, real_t dy,
                                                   real_t dz) {
  return (struct pairwise_gap){dx, dy, dz, pairwise_force_lane(law, (dx * dx + dy * dy) + dz * dz)};
}

#endif
