/* SPDX-License-Identifier: BSD-3-Clause */
/* All device code as one translation unit: a whole program needs fewer registers than linked parts, since
 * division and square root are no calls then. */
#if !defined(__clang__) && !defined(OFFLOAD_HOST_ONLY)
#define LANE_GCC_GPU
#endif
// clang-format off
#include "offload/device.c"
#include "offload/found.c"
#if defined(__clang__) || defined(OFFLOAD_HOST_ONLY)
#include "offload/pairwise.c"
#include "offload/pairwise_cells.c"
#include "offload/pairwise_forces.c"
#include "offload/pairwise_list.c"
#include "offload/pairwise_sort.c"
#else
#include "offload/pairwise_refused.c"
#endif
#include "offload/scan.c"
#include "offload/swarm.c"
#include "offload/transport.c"
#include "offload/transport_pass.c"
#include "offload/transport_tile.c"
#include "offload/transport_turn.c"
#include "offload/wcsph_advance.c"
#include "offload/wcsph_forces.c"
#include "offload/wcsph_layouts.c"
#include "offload/wcsph_list.c"
#include "offload/wcsph_memory.c"
#include "offload/wcsph_sample.c"
#include "offload/wcsph_shift.c"
#include "offload/wcsph_partly.c"
#include "offload/wcsph_sort.c"
#include "offload/wcsph_strategies.c"
#include "offload/wcsph_walls.c"
#include "offload/wcsph.c"
// clang-format on
