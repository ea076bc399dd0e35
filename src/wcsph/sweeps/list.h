/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_LIST_H
#define WCSPH_SWEEPS_LIST_H
/* The sweeps of WCSPH, a row each, on a line of its own: X(NAME) (README.md here). cmake/passes.cmake
 * compiles the file wcsph_sweep.c of each backend once a row, with NAME as SWEEP. */
#include <stdint.h>

// clang-format off
#define SWEEPS(X) \
  X(wall_force) \
  X(shear_viscosity) \
  X(phase_viscosity) \
  X(phase_heat) \
  X(phase_buoyancy) \
  X(phase_thinning) \
  X(phase_damp) \
  X(mirror_press) \
  X(damp) \
  X(press) \
  X(summed) \
  X(carried) \
  X(absorb) \
  X(absorb_round) \
  X(relax) \
  X(stream) \
  X(substep_begin) \
  X(substep) \
  X(substep_end) \
  X(warm) \
  X(buoyancy) \
  X(suction) \
  X(forcing) \
  X(warm_viscosity) \
  X(friction) \
  X(k_epsilon) \
  X(wall_heat) \
  X(hold) \
  X(swell) \
  X(spray)
// clang-format on

#define SWEEP_ID(name) SWEEP_##name,
enum sweep_id { SWEEPS(SWEEP_ID) SWEEP_COUNT };
#undef SWEEP_ID

/* What a sweep is given beside the law; the header of each says what the numbers are. */
enum { SWEEP_VALUES = 13 };
struct sweep_given {
  int body;           /* only particles of this body; -1: of all */
  uint32_t quanta[3]; /* of positions */
  float value[SWEEP_VALUES];
};

/* What it found: its sums, in whole quanta. */
enum { SWEEP_SUMS_MOST = 4 };
struct sweep_found {
  int64_t sums[SWEEP_SUMS_MOST];
};

#endif
