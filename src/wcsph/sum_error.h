/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SUM_ERROR_H
#define WCSPH_SUM_ERROR_H
/* How far the sums of a run are from exact ones, at the state where it stands. */
#include "wcsph/evolution.h"

struct sum_error {
  bool counted;
  double rms, largest; /* of the accelerations by pairs, over their rms */
};

/* The rates that the run's backend finds against those that the reference finds for the same particles with
 * `fixed` sums, which are exact to half a quantum a pair. */
int sum_error_find(struct sum_error *error, struct wcsph_run *r);

#endif
