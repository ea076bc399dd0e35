/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_BOUNDS_H
#define CASE_BOUNDS_H
/* Bounds of any case. Indices of particles have 30 bits: entries of lists are four times an index, in 32 bits
 * (cpu/wcsph.h, CPU_ENTRY), and vectors hold signed numbers. Ids have 64 bits, for a run may create more
 * particles than it holds at a time; ids below 2^56 leave a backend a byte beside them. A position is 32 bits
 * an axis, and so are numbers of cells: support radii with skin along an axis, and cubes. */
#define CASE_PARTICLES_MOST ((1 << 30) - 1)
#define CASE_AXIS_LEAST     0x1p-18 /* m: the square of a quantum has a root (lane_bounded_sqrt) */
#define CASE_AXIS_MOST      (1 << 18)
#define CASE_CUBES_MOST     (1 << 27)

#endif
