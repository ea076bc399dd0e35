/* SPDX-License-Identifier: BSD-3-Clause */
/* Device code of papers' strategies, as one translation unit (offload/README.md). */
// clang-format off
#include "lab/offload_bounded.c"
#include "lab/offload_layouts.c"
#include "lab/offload_strategies.c"
#include "lab/offload_partly.c"
// clang-format on
