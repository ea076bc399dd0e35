/* SPDX-License-Identifier: BSD-3-Clause */
/* Device code of WCSPH for every combination of models, as one translation unit (README.md). */
// clang-format off
#include "offload/wcsph_advance.c"
#include "offload/wcsph_ahead.c"
#include "offload/wcsph_forces.c"
#include "offload/wcsph_list.c"
#include "offload/wcsph_memory.c"
#include "offload/wcsph_sort.c"
#include "offload/wcsph_variants.c"
#include "offload/wcsph_move.c"
#include "offload/wcsph_structures.c"
#include "offload/wcsph_open_faces.c"
#include "offload/wcsph_rows.c"
#include "offload/wcsph_keep.c"
#include "offload/wcsph_halo.c"
#include "offload/wcsph.c"
// clang-format on
