/* SPDX-License-Identifier: BSD-3-Clause */
/* Device code of transport as one translation unit (README.md). */
// clang-format off
#include "offload/transport.c"
#include "offload/transport_pass.c"
#include "offload/transport_tile.c"
#include "offload/transport_turn.c"
// clang-format on
