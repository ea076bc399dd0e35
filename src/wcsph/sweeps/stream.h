/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_STREAM_H
#define WCSPH_SWEEPS_STREAM_H
/* A relaxation zone with sides: within a box, turned any way, velocities are drawn to that of a current, v +=
 * f (u - v), all components, with the f and the s of relax.h. The integrator's saved velocity is treated
 * alike, since Verlet's two histories take turns.
 *
 * quanta: the place in the middle of the sides where it is strongest. value:
 *   0 to 2   gradient of s, 1/m
 *   3 to 5   gradient of what is 0 in the middle and 1 and -1 at two sides, 1/m; 0: without these sides
 *   6 to 8   the same of the other two
 *   9        rate dt
 *   10       how much faster s grows behind the strongest place
 *   11       speed along the gradient of s, m/s */
#include "wcsph/sweeps/relax.h"

enum {
  stream_OVER = OVER_FLUID,
  stream_READS = BUFFER_POSITION,
  stream_WRITES = BUFFER_VELOCITY | BUFFER_SAVED_VELOCITY,
  stream_SUMS = 0,
};

SWEEP_INLINE void stream_act(const struct wcsph_law *law, const struct sweep_given *given,
                             struct sweep_row *row, real_t terms[]) {
  const float *value = given->value;
  const float way2 = (value[0] * value[0] + value[1] * value[1]) + value[2] * value[2];
  const real_t length = 1.0f / lane_sqrt(lane_set(way2));
  real_t along[3];
  (void)terms;
  for (int k = 0; k < 3; k++) along[k] = lane_set(0.0f);
  for (int a = 0; a < 3; a++) {
    const real_t x = sweep_apart(law, given, row, a);
    for (int k = 0; k < 3; k++) along[k] = along[k] + value[3 * k + a] * x;
  }
  real_t f = relax_share(along[0], value[10], value[9]);
  for (int k = 1; k < 3; k++) f = lane_select(lane_abs(along[k]) > 1.0f, lane_set(0.0f), f);
  for (int a = 0; a < 3; a++) {
    const real_t due = (value[a] * length) * value[11];
    row->vel[a] = (1.0f - f) * row->vel[a] + f * due;
    if (!law->keeps_rate) row->saved_vel[a] = (1.0f - f) * row->saved_vel[a] + f * due;
  }
}

#endif
