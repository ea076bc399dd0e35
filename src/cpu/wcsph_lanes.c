/* SPDX-License-Identifier: BSD-3-Clause */
/* The table of one instruction set. */
#include "cpu/lanes.h"

#define DECLARE(name) extern const struct cpu_pass_code LANES_NAME(cpu_pass_##name);
PASSES(DECLARE)
#define DECLARE_POINTS(name) extern cpu_point_pass *const LANES_NAME(cpu_points_##name);
POINT_PASSES(DECLARE_POINTS)
#define DECLARE_SWEEP(name) extern cpu_sweep_range *const LANES_NAME(cpu_sweep_##name);
SWEEPS(DECLARE_SWEEP)

#define DECLARE_JOINED(name) extern const struct cpu_pass_code LANES_NAME(cpu_joined_##name);
JOINED_PASSES(DECLARE_JOINED)

#define ROW(name)        [PASS_##name] = &LANES_NAME(cpu_pass_##name),
#define JOINED_ROW(name) [PASS_##name] = &LANES_NAME(cpu_joined_##name),
#define SWEEP_ROW(name)  [SWEEP_##name] = &LANES_NAME(cpu_sweep_##name),
#define POINTS_ROW(name) [PASS_##name] = &LANES_NAME(cpu_points_##name),
const struct cpu_lanes LANES_NAME(cpu_lanes) = {
    .list = LANES_NAME(cpu_list),
    .list_points = LANES_NAME(cpu_list_points),
    .prepare = LANES_NAME(cpu_prepare),
    .passes = {PASSES(ROW)},
    .joined = {JOINED_PASSES(JOINED_ROW)},
    .points = {POINT_PASSES(POINTS_ROW)},
    .sweeps = {SWEEPS(SWEEP_ROW)},
    .advance = LANES_NAME(cpu_advance),
};
