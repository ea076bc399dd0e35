/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SCALAR_H
#define WCSPH_SCALAR_H
/* The formulas for one particle at a time: for set-up, output, the reference backend and GPUs. */
#include "lane/scalar.h"
#include "wcsph/models/advance.h"
#include "wcsph/models/eos.h"
#include "wcsph/models/kernel.h"
#include "wcsph/models/pair.h"
#include "wcsph/models/path.h"
#include "wcsph/models/timestep.h"

#endif
