/* SPDX-License-Identifier: BSD-3-Clause */
/* Device code of swarms as one translation unit (README.md). */
// clang-format off
#include "offload/swarm.c"
// clang-format on
