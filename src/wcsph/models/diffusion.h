/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_DIFFUSION_H
#define WCSPH_MODELS_DIFFUSION_H
/* All density diffusions (wcsph/models/diffusion_*.h) behind one switch on a value that is constant in a
 * compiled variant. */
#include "wcsph/models/diffusion_adaptive.h"
#include "wcsph/models/diffusion_brezzi.h"
#include "wcsph/models/diffusion_ferrari.h"
#include "wcsph/models/diffusion_fourtakas.h"
#include "wcsph/models/diffusion_molteni.h"

static inline real_t diffusion_none(const struct wcsph_law *law, const struct pair_gap *gap,
                                    const struct pair_side *i, const struct pair_side *j, real_t f) {
  (void)law, (void)gap, (void)i, (void)j, (void)f;
  return lane_set(0.0f);
}

/* What i loses and j gets of rho/rho0, law->unit_rate; f is F as the sum takes it. Opposite for j and i to
 * the last bit. Each may use that gap->inv has dissipation = 4 delta c0 in it. */
static inline real_t diffusion_flow(const struct wcsph_law *law, const struct pair_gap *gap,
                                    const struct pair_side *i, const struct pair_side *j, real_t f) {
  switch (law->diffusion) {
#define X(constant, word, takes, what, paper, formula)                                                       \
  case constant:                                                                                             \
    return diffusion_##formula(law, gap, i, j, f);
    DIFFUSIONS(X)
#undef X
  }
  return lane_set(0.0f);
}

#endif
