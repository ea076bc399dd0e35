/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_SCALAR_H
#define PAIRWISE_SCALAR_H
/* The formulas for one particle at a time: for set-up, output, the reference backend and GPUs. */
#include "lane/scalar.h"
#include "pairwise/models/motion.h"
#include "pairwise/models/pair.h"

#endif
