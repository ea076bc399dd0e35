/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_WCSPH_FORCES_H
#define OFFLOAD_WCSPH_FORCES_H
/* The force pass on the device, for any law and for combinations that have specialised code. */
#define PASS forces
#include "offload/pass.h"
#undef PASS

#endif
