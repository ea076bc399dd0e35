/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PHYSICS_SCALAR_H
#define PHYSICS_SCALAR_H
/* The formulas for one particle at a time: for set-up, output and the reference backend. */
#define LANES 1
#include "physics/advance.h"
#include "physics/eos.h"
#include "physics/integrate.h"
#include "physics/kernel.h"
#include "physics/line.h"
#include "physics/pair.h"
#include "physics/pairwise.h"
#include "physics/pairwise_motion.h"
#include "physics/path.h"
#include "physics/random.h"
#include "physics/remesh.h"
#include "physics/sum.h"
#include "physics/timestep.h"

#endif
