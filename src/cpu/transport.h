/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CPU_TRANSPORT_H
#define CPU_TRANSPORT_H
/* The cpu backend of transport. A thread takes some lines at a time, side by side in memory, turns them so
 * that each is contiguous, moves and remeshes one after another a vector of particles at a time, and turns
 * them back. */
#include "cpu/isa.h"
#include "transport/backend.h"

/* Elements that may be read or written behind a line: vectors reach over its end. */
enum { CPU_OVERHANG = 16 };

/* The code that is compiled once an instruction set, transport_lanes.c. */
struct cpu_transport_lanes {
  /* Displacements of the n particles of a line, in the precision of the values, from its velocities; with one
   * more behind them, the first one's. Returns whether particles come too near. */
  bool (*move)(enum transport_values values, int order, const double speed[3], const void *velocity,
               int32_t n, void *move);
  /* Particles to grid points of the line, `points` being another array than `particles`. Returns whether a
   * value overflows. */
  bool (*remesh)(enum transport_values values, enum remesh_kernel kernel, const void *move,
                 const void *particles, int32_t n, void *points);
};

#define X(name, lanes) extern const struct cpu_transport_lanes cpu_transport_lanes_##name;
CPU_ISAS(X)
#undef X

extern const struct transport_backend transport_cpu;

#endif
