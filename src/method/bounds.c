/* SPDX-License-Identifier: BSD-3-Clause */
#include "method/bounds.h"

const char *const bound_names[BOUNDS + 1] = {"arithmetic", "cache", "memory", "waiting"};

enum bound bound_of(const double shares[BOUNDS]) {
  enum bound by = BOUNDS;
  double most = 0.5;
  for (int k = 0; k < BOUNDS; k++)
    if (shares[k] >= most) by = (enum bound)k, most = shares[k]; /* NaN is not */
  return by;
}
