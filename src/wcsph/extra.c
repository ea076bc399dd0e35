/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/extra.h"

#include "wcsph/state.h"

static bool of_antuono(const struct amphi_case *c) {
  return c->diffusion.model == DIFFUSION_ANTUONO && c->diffusion.delta > 0.0;
}

const struct extra wcsph_extras[] = {
    {PASS_gradient, BEFORE_FORCES, BUFFER_GRADIENT, of_antuono},
    {PASS_antuono, AFTER_FORCES, 0, of_antuono},
    {.pass = PASS_COUNT},
};
