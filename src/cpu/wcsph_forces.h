/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CPU_WCSPH_FORCES_H
#define CPU_WCSPH_FORCES_H
/* The force pass over the stored list, for any law and for combinations that have specialised code. */
#define PASS forces
#include "cpu/pass.h"
#undef PASS

#endif
