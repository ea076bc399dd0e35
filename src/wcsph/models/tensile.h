/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_TENSILE_H
#define WCSPH_MODELS_TENSILE_H
/* All corrections of pressure in tension (tensile_*.h) behind one switch on a value that is constant in a
 * compiled variant. */
#include "wcsph/models/tensile_monaghan.h"

static inline real_t tensile_none(const struct wcsph_law *law, const struct pair_gap *gap,
                                  const struct pair_side *i, const struct pair_side *j) {
  (void)law, (void)gap, (void)i, (void)j;
  return lane_set(0.0f);
}

/* What is added to the momentum terms of i and j, in their unit. The same for j and i to the last bit. */
static inline real_t tensile_act(const struct wcsph_law *law, const struct pair_gap *gap,
                                 const struct pair_side *i, const struct pair_side *j) {
  switch (law->tensile) {
#define X(constant, word, takes, what, paper, formula)                                                       \
  case constant:                                                                                             \
    return tensile_##formula(law, gap, i, j);
    TENSILES(X)
#undef X
  }
  return lane_set(0.0f);
}

#endif
