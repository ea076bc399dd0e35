/* SPDX-License-Identifier: BSD-3-Clause */
/* What goes with which walls, and what does not. */
#include "case/read.h"

void check_walls(struct reader *r) {
  const struct amphi_case *c = r->c;
  if ((models_boundary[c->boundary.model].takes & TAKES_REPULSION) && c->correction != CORRECTION_NONE)
    check_fault(r, "gradient_correction",
                "%s takes walls for fluid, and boundary.model %s walls have no pressure; expected none",
                words_correction[c->correction], words_boundary[c->boundary.model]);
  if (c->boundary.model == BOUNDARY_MDBC && c->boundary.slip_length > 0.0)
    check_fault(
        r, "boundary.slip_length",
        "of mdbc walls each particle would want another share of the fluid's velocity; expected 0, or "
        "boundary.model dummy");
}
