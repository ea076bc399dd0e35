/* SPDX-License-Identifier: BSD-3-Clause */
/* Device code of WCSPH's strategies of papers, as one translation unit (README.md). */
// clang-format off
#include "offload/wcsph_layouts.c"
#include "offload/wcsph_strategies.c"
// clang-format on
