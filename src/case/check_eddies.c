/* SPDX-License-Identifier: BSD-3-Clause */
/* Which models can be combined with turbulence.model k_epsilon. */
#include <stdio.h>

#include "case/motion.h"
#include "case/read.h"

static void check_still(struct reader *r) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  if (c->frame.given)
    check_fault(r, "turbulence.model",
                "k_epsilon's wall functions know walls at rest, and the case has a frame that "
                "moves; expected none or smagorinsky");
  for (size_t k = 0; k < c->wall_count; k++) {
    if (!motion_moves(&c->scene, k) && !c->walls[k].freedom.given) continue;
    snprintf(key, sizeof key, "walls.%s", c->walls[k].name);
    check_fault(
        r, key,
        "moves, and the wall functions of turbulence.model k_epsilon know walls at rest; expected one at "
        "rest, or turbulence.model smagorinsky");
  }
}

void check_eddies(struct reader *r) {
  const struct amphi_case *c = r->c;
  if (c->turbulence.model != TURBULENCE_K_EPSILON) return;
  if (c->viscosity.nu == 0.0)
    check_fault(r, "viscosity.nu",
                "0 m^2/s; expected more than 0 for turbulence.model k_epsilon, whose wall functions "
                "know the sublayer by it");
  if (c->rheology.model != RHEOLOGY_NEWTON)
    check_fault(r, "rheology.model", "%s has no turbulence of turbulence.model k_epsilon; expected newton",
                words_rheology[c->rheology.model]);
  if (c->viscosity.substeps > 1)
    check_fault(r, "viscosity.substeps",
                "turbulence.model k_epsilon takes the shear rate once a step; expected 1");
  if (models_boundary[c->boundary.model].takes & TAKES_REPULSION)
    check_fault(
        r, "turbulence.model",
        "k_epsilon's wall functions want walls that resist, and boundary.model %s walls do not; expected "
        "none or smagorinsky, or boundary.model dummy",
        words_boundary[c->boundary.model]);
  check_still(r);
}
