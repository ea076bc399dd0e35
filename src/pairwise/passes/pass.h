/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_PASSES_PASS_H
#define PAIRWISE_PASSES_PASS_H
/* The types of passes of pairwise. */
#include "pairwise/models/pair.h"
#include "particles/pass.h"

/* What is read of a particle beside its position: nothing. */
struct pairwise_side {
  char none;
};

#define PASS_LAW          struct pairwise_law
#define PASS_SIDE         struct pairwise_side
#define PASS_GAP          struct pairwise_gap
#define PASS_FLAT(law)    ((void)(law), false)
#define PASS_QUANTUM(law) ((law)->quantum)

/* The header of PASS. */
// clang-format off
#define PASS_HEADER PASS_TEXT(pairwise/passes/PASS.h)
// clang-format on

#endif
