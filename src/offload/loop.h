/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_LOOP_H
#define OFFLOAD_LOOP_H
/* Loops on the device, and what they find. */
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Threads of a team. */
#ifndef OFFLOAD_TEAM
#define OFFLOAD_TEAM 256
#endif

/* OFFLOAD_LOOP(n, clauses) for (uint32_t i = 0; i < n; i++) ...: one device thread an iteration. `device`
 * must be a variable in scope, and clauses name the device pointers. GCC maps threads to warps and simd to
 * their lanes; clang wants no simd. */
#ifdef __clang__
#define OFFLOAD_FOR teams distribute parallel for
#else
#define OFFLOAD_FOR teams distribute parallel for simd
#endif
#define OFFLOAD_PRAGMA_(...) _Pragma(#__VA_ARGS__)
#define OFFLOAD_PRAGMA(...)  OFFLOAD_PRAGMA_(__VA_ARGS__)
#define OFFLOAD_LOOP(n, ...)                                                                                 \
  OFFLOAD_PRAGMA(omp target OFFLOAD_FOR device(device) num_teams(offload_teams(device, n))                   \
                     thread_limit(OFFLOAD_LIMIT) __VA_ARGS__)

/* GCC 12 crashes on loops over a warp's lanes, or gets them wrong, whose bodies hold structs or arrays that
 * functions fill. Such a body is a function of its own, OFFLOAD_CALL. */
#ifdef __clang__
#define OFFLOAD_CALL inline __attribute__((always_inline))
#else
#define OFFLOAD_CALL __attribute__((noinline))
#endif

/* On the host a team is a set of threads, and one of as many as there are processors is enough: LLVM's
 * runtime starts as many as the limit allows. A program for a GPU says a constant, from which the GPU's
 * assembler knows how many registers a thread may have. */
static inline int offload_teams(int device, uint64_t n) {
  if (device == omp_get_initial_device() || n == 0) return 1;
  return (int)((n + OFFLOAD_TEAM - 1) / OFFLOAD_TEAM);
}
#ifdef OFFLOAD_HOST_ONLY
#define OFFLOAD_LIMIT omp_get_max_threads()
#else
#define OFFLOAD_LIMIT OFFLOAD_TEAM
#endif

/* An array that a team shares, without values at the start (AMD's GPUs can have none). GCC 12 knows no team's
 * memory: there it is the device's, for one team at a time. */
#ifdef __clang__
#define OFFLOAD_SHARED(type, name, size)                                                                     \
  static type name[size] __attribute__((loader_uninitialized));                                              \
  OFFLOAD_PRAGMA(omp allocate(name) allocator(omp_pteam_mem_alloc))
#else
#define OFFLOAD_SHARED(type, name, size) static type name[size];
#endif

/* What a loop found, for the host to read: maxima of non-negative floats as their bits, which order alike, a
 * count, and the least fault. There are many, so that threads do not queue for one address; the result does
 * not depend on who uses which. */
enum { OFFLOAD_FINDINGS = 256 };
struct offload_finding {
  uint32_t max_a2, max_mu, max_load, max_speed2;
  uint32_t spread[7];  /* struct wcsph_spread */
  uint32_t rows, left; /* rows that a list needs; particles that left */
  uint64_t met[2];     /* neighbours inside the support that fluid has: fluid, walls */
  uint64_t fault;      /* id << 8 | enum wcsph_fault; UINT64_MAX: none */
};

/* All but the spread, which only a new list makes new. */
static inline void offload_forget(struct offload_finding *f) {
  f->max_a2 = f->max_mu = f->max_load = f->max_speed2 = f->rows = f->left = 0;
  f->met[0] = f->met[1] = 0;
  f->fault = UINT64_MAX;
}

/* The one that iteration i uses: shared by those who run together. */
static inline struct offload_finding *offload_finding_of(struct offload_finding *found, uint32_t i) {
  return &found[i / 32 % OFFLOAD_FINDINGS];
}

/* Raise a maximum. Most threads see by a plain read that there is nothing to do; a value read late only costs
 * an atomic too many. */
static inline void offload_raise_bits(uint32_t *most, uint32_t bits) {
  if (bits <= *(volatile uint32_t *)most) return;
#pragma omp atomic compare
  if (*most < bits) {
    *most = bits;
  }
}
static inline void offload_raise(uint32_t *most, float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  offload_raise_bits(most, bits);
}

/* Exclusive prefix sum on the device (scan.c): x[0..n) in place, plus `first`; scratch holds
 * offload_scan_scratch(n) words. */
uint32_t offload_scan_scratch(uint32_t n);
void offload_scan(int device, uint32_t *x, uint32_t n, uint32_t first, uint32_t *scratch);

#endif
