/* SPDX-License-Identifier: BSD-3-Clause */
/* Device code of pairwise as one translation unit (README.md). */
// clang-format off
#if defined(__clang__) || defined(OFFLOAD_HOST_ONLY)
#include "offload/pairwise.c"
#include "offload/pairwise_cells.c"
#include "offload/pairwise_fit.c"
#include "offload/pairwise_forces.c"
#include "offload/pairwise_list.c"
#include "offload/pairwise_sort.c"
#else
#include "offload/pairwise_refused.c"
#endif
// clang-format on
