/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_LIST_H
#define WCSPH_PASSES_LIST_H
/* The passes of WCSPH, a row each, on a line of its own: X(NAME) (README.md here). cmake/passes.cmake
 * compiles the file wcsph_pass.c of each backend once a row, with NAME as PASS, or where the backend has one
 * the file wcsph_NAME.c in its place. Passes at points, which are no particles, have a list of their own,
 * AT(NAME), and the files wcsph_points.c. */
// clang-format off
#define PASSES(X) \
  X(forces) \
  X(walls) \
  X(moving) \
  X(displace) \
  X(shift) \
  X(even) \
  X(crowding) \
  X(gradient) \
  X(shear) \
  X(eddies) \
  X(viscous) \
  X(viscous_rate) \
  X(strain) \
  X(limited) \
  X(antuono) \
  X(density) \
  X(correction) \
  X(corrected) \
  X(beneath) \
  X(viscous_beneath) \
  X(bounded) \
  X(faced) \
  X(xsph) \
  X(damped) \
  X(pressed) \
  X(moving_pressed) \
  X(colour) \
  X(phases) \
  X(cohesion) \
  X(surface) \
  X(carry) \
  X(ghosts) \
  X(conduct) \
  X(conduct_phases) \
  X(phase_shift) \
  X(phase_carry) \
  X(phase_xsph)

/* Those that a backend may do in one loop with forces, if they come first of all behind them: JOINED(NAME). They
 * add to rates, by what the force pass measures of a pair, in the units of its sums (joined.h). */
#define JOINED_PASSES(JOINED) \
  JOINED(viscous) \
  JOINED(antuono) \
  JOINED(corrected) \
  JOINED(phases)

#define POINT_PASSES(AT) \
  AT(sample) \
  AT(sampled) \
  AT(fit) \
  AT(fitted) \
  AT(curved) \
  AT(mirrored) \
  AT(mirrored_phases) \
  AT(warmth)
// clang-format on

#define PASS_ID(name) PASS_##name,
enum pass_id { PASSES(PASS_ID) PASS_COUNT };
enum point_pass_id { POINT_PASSES(PASS_ID) POINT_PASS_COUNT };
#undef PASS_ID

/* Rows of earlier passes that one reads of a particle at most. */
enum { PASS_ROWS_MOST = 2 };

#endif
