/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CPU_LANES_H
#define CPU_LANES_H
/* For the files that are compiled once an instruction set: names carry its suffix. */
#include "cpu/wcsph.h"

#define LANES_JOIN_(a, b) a##_##b
#define LANES_JOIN(a, b)  LANES_JOIN_(a, b)
#define LANES_NAME(name)  LANES_JOIN(name, ISA)

int LANES_NAME(cpu_list)(struct cpu_run *run, struct cpu_slice *slice, uint32_t begin, uint32_t end);
int LANES_NAME(cpu_list_points)(struct cpu_run *run, struct cpu_slice *slice);
void LANES_NAME(cpu_prepare)(struct cpu_run *run, uint32_t begin, uint32_t end);
void LANES_NAME(cpu_advance)(struct cpu_run *run, const struct wcsph_stage *stage, uint32_t begin,
                             uint32_t end, struct wcsph_motion *motion);
extern const struct cpu_lanes LANES_NAME(cpu_lanes);

#endif
