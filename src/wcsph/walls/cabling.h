/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_CABLING_H
#define WCSPH_WALLS_CABLING_H
/* What a run has of cables (wcsph/walls/cables.h). */
#include "wcsph/walls/cable_chain.h"
#include "wcsph/walls/cables.h"

struct cabling {
  struct cable_chain chain;
  double time;     /* s, to which they have moved */
  double *numbers; /* for checkpoints */
};

#endif
