/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_TRANSPORT_H
#define OFFLOAD_TRANSPORT_H
/* The offload backend of transport. Fixed values in single precision are walked by tiles (transport_tile.c),
 * all others by lines: a device thread walks one, and neighbours in memory are walked side by side, so their
 * accesses are to neighbouring addresses. In the grid's own order that holds for every axis but x, so x (and
 * y, so as not to turn twice) is walked in a second order, [y][x][z], into which the scalar is turned; the
 * velocity along an axis stays in the order that its axis is walked in. */
#include "offload/loop.h"
#include "transport/backend.h"

struct offload_transport {
  struct transport_state *state;
  int device;      /* OpenMP's number */
  void *scalar[2]; /* values before and after a pass, on the device */
  int now;         /* which of them is current */
  bool tiles;      /* it is walked by tiles */
  bool turned;     /* it is in the second order */
  void *velocity[3];
  uint64_t *fault; /* on the device: least of pass << 40 | line << 8 | axis << 4 | fault; none: all ones */
  uint64_t passes; /* since the last settle */
  size_t bytes;
};

/* What one pass of the lines needs, by value. */
struct offload_lines {
  int32_t n, stride, count;
  int32_t slow, other; /* turned: points along the slowest axis of the grid and along the third; else 0 */
  int order;
  double speed[3];
};

/* Where a pass notes its faults: the least of `pass`, which holds the pass and the axis, with a line and a
 * fault. In the second order line l is at l / slow along the third axis and at l % slow along the slowest
 * one. */
struct lines_fault {
  uint64_t *least, pass;
  uint32_t slow, other;
};
static inline struct lines_fault lines_fault_of(const struct offload_transport *o, int axis,
                                                const struct offload_lines *lines) {
  return (struct lines_fault){o->fault, o->passes << 40 | (uint64_t)axis << 4, (uint32_t)lines->slow,
                              (uint32_t)lines->other};
}
/* GCC 12 wants no structs in loops on a GPU. */
static inline void lines_note(uint64_t *least, uint64_t pass, uint32_t slow, uint32_t other, uint32_t l,
                              enum transport_fault what) {
  const uint32_t line = slow == 0 ? l : l % slow * other + l / slow;
  uint64_t fault = pass | (uint64_t)line << 8 | (uint64_t)what;
#pragma omp atomic compare
  if (*least > fault) {
    *least = fault;
  }
}

/* transport_tile.c: whether tiles can be walked, and a pass by them. */
bool offload_tiles(const struct transport_state *state);
void offload_walk_tiles(struct offload_transport *o, int axis, const struct offload_lines *lines);

/* transport_pass.c: from scalar[now] to the other one, one line per thread. */
void offload_walk(struct offload_transport *o, int axis, const struct offload_lines *lines);

/* For a benchmark: displacements alone, into scalar[!now]. */
void offload_move(struct offload_transport *o, int axis, const struct offload_lines *lines);

/* transport_turn.c: the transpose of a matrix [rows][columns] of 4 or 8-byte elements. */
void offload_turn(int device, size_t each, const void *from, void *to, uint32_t rows, uint32_t columns);

extern const struct transport_backend transport_offload;

#endif
