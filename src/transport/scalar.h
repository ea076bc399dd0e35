/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_SCALAR_H
#define TRANSPORT_SCALAR_H
/* The formulas for one particle at a time: for set-up, output, the reference backend and GPUs. */
#include "lane/scalar.h"
#include "transport/models/line.h"
#include "transport/models/remesh.h"

#endif
