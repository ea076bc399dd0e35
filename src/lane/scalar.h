/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LANE_SCALAR_H
#define LANE_SCALAR_H
/* A lane of one: for set-up, output, the reference backend and GPUs, one particle at a time. */
#define LANES 1
#include "lane/integrate.h"
#include "lane/lane.h"
#include "lane/random.h"
#include "lane/sum.h"

#endif
