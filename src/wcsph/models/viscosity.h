/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_VISCOSITY_H
#define WCSPH_MODELS_VISCOSITY_H
/* All viscosities (wcsph/models/viscosity_*.h) behind one switch on a value that is constant in a compiled
 * variant. */
#include "wcsph/models/viscosity_artificial.h"
#include "wcsph/models/viscosity_espanol.h"
#include "wcsph/models/viscosity_monaghan.h"
#include "wcsph/models/viscosity_morris.h"
#include "wcsph/models/viscosity_riemann.h"

static inline struct viscous viscosity_none(const struct wcsph_law *law, const struct pair_gap *gap,
                                            const struct pair_side *i, const struct pair_side *j, real_t ur,
                                            real_t f) {
  (void)law, (void)gap, (void)i, (void)j, (void)ur, (void)f;
  return (struct viscous){0};
}

/* What viscosity does to i; ur is u.r, f is F as the sum takes it. The same for j and i to the last
 * bit. */
static inline struct viscous viscosity_act(const struct wcsph_law *law, const struct pair_gap *gap,
                                           const struct pair_side *i, const struct pair_side *j, real_t ur,
                                           real_t f) {
  switch (law->viscosity) {
#define X(constant, word, takes, what, paper, formula, ...)                                                  \
  case constant:                                                                                             \
    return viscosity_##formula(law, gap, i, j, ur, f);
    VISCOSITIES(X)
#undef X
  }
  return (struct viscous){0};
}

#endif
