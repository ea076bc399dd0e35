/* SPDX-License-Identifier: BSD-3-Clause */
/* The force pass for one combination of models: compiled once for each row of wcsph/variants.list and each
 * instruction set (cmake/variants.cmake), with the row's choices as constants. */
#include "cpu/wcsph_forces.h"

#include "cpu/lanes.h"
#include "wcsph/variant.h"

FLATTEN void LANES_NAME(LANES_JOIN(cpu_forces, VARIANT))(struct cpu_run *run, struct cpu_slice *slice) {
  struct wcsph_law law = *run->law;
  const bool once = run->options.pairs == CPU_PAIRS_ONCE;
  VARIANT_CHOOSE(law);
  if ((VARIANT_DIFFUSION == DIFFUSION_FOURTAKAS || VARIANT_DIFFUSION == DIFFUSION_ADAPTIVE) && once &&
      law.upright) { /* the usual case, in specialised code */
    law.upright = true;
    forces_of_slice(run, slice, &law, true);
  } else {
    law.upright = false;
    forces_of_slice(run, slice, &law, once);
  }
}
