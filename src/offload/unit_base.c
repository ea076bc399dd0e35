/* SPDX-License-Identifier: BSD-3-Clause */
/* Device code of what every method needs, as one translation unit (README.md). */
// clang-format off
#include "offload/device.c"
#include "offload/found.c"
#include "offload/measure.c"
#include "offload/scan.c"
// clang-format on
