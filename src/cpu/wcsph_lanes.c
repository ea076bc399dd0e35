/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of one instruction set. */
#include "cpu/lanes.h"

const struct cpu_lanes LANES_NAME(cpu_lanes) = {
    .list = LANES_NAME(cpu_list),
    .list_walls = LANES_NAME(cpu_list_walls),
    .prepare = LANES_NAME(cpu_prepare),
    .passes =
        {
            [CPU_FORCES] = {LANES_NAME(cpu_forces), LANES_NAME(cpu_finish_forces)},
            [CPU_SHIFT] = {LANES_NAME(cpu_shift), LANES_NAME(cpu_finish_shift)},
        },
    .extrapolate = LANES_NAME(cpu_extrapolate),
    .advance = LANES_NAME(cpu_advance),
};
