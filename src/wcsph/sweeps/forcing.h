/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_FORCING_H
#define WCSPH_SWEEPS_FORCING_H
/* An acceleration of one fluid (wcsph/fluids/forcing.h), into its `rate`:
 *   A + alpha x r + omega x (omega x r) + 2 omega x v.
 *
 * quanta: from where r counts; value: 0 to 2 A, m/s^2, 3 to 5 alpha, 1/s^2, 6 to 8 omega, 1/s. */
#include "wcsph/sweeps/sweep.h"

enum {
  forcing_OVER = OVER_FLUID,
  forcing_READS = BUFFER_POSITION | BUFFER_VELOCITY,
  forcing_WRITES = BUFFER_RATE,
  forcing_SUMS = 0,
};

SWEEP_INLINE void forcing_act(const struct wcsph_law *law, const struct sweep_given *given,
                              struct sweep_row *row, real_t terms[]) {
  const float *linear = given->value, *alpha = given->value + 3, *omega = given->value + 6;
  real_t r[3], about[3];
  (void)terms;
  for (int a = 0; a < 3; a++) r[a] = sweep_apart(law, given, row, a);
  for (int a = 0; a < 3; a++) { /* omega x r + 2 v */
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    about[a] = (omega[b] * r[c] - omega[c] * r[b]) + 2.0f * row->vel[a];
  }
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    const real_t turned = (alpha[b] * r[c] - alpha[c] * r[b]) + (omega[b] * about[c] - omega[c] * about[b]);
    row->rate[a] = row->rate[a] + (linear[a] + turned);
  }
}

#endif
