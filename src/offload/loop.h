/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_LOOP_H
#define OFFLOAD_LOOP_H
/* Loops on the device, and their findings: maxima, counts and faults for the host. */
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* OFFLOAD_LOOP(n, clauses) for (uint32_t i = 0; i < n; i++) ...: one device thread an iteration. `device`
 * must be a variable in scope, and clauses name the device pointers.
 *
 * For clang a GPU's thread is a thread. For GCC a warp is, and `simd` shares its iterations out to the lanes.
 * GCC 12 keeps per-warp state: the stack, and whether lanes have diverged. On GPUs since Volta the first
 * lane to finish its iterations resets this state while other lanes still iterate, and atomic updates then
 * wait forever for lanes that have gone. The reduction, of nothing, makes all lanes wait for each other
 * first.
 *
 * OFFLOAD_CALL is for a body with structs or arrays: in a loop over lanes those are one for the whole warp,
 * in a function each lane has its own. The function must call none that is not inlined. */
#ifdef __clang__
#define OFFLOAD_FOR  teams distribute parallel for
#define OFFLOAD_CALL inline __attribute__((always_inline))
#else
#define OFFLOAD_FOR  teams distribute parallel for simd reduction(| : offload_together)
#define OFFLOAD_CALL __attribute__((noinline, noclone, flatten, hot)) /* hot: copies without memcpy */
#pragma omp declare target
static __attribute__((unused)) uint32_t offload_together;
#pragma omp end declare target
#endif
/* Of a kernel's outer parts. Not of what they call: of a function into which much was taken in before it was
 * simplified, clang 19's OpenMPOptCGSCCPass drops code that is needed (a fourth neighbour of four, on an
 * NVIDIA H200); offload/device_code of the tests counts neighbours. */
#define OFFLOAD_INLINE       static inline __attribute__((always_inline))
#define OFFLOAD_PRAGMA_(...) _Pragma(#__VA_ARGS__)
#define OFFLOAD_PRAGMA(...)  OFFLOAD_PRAGMA_(__VA_ARGS__)
#define OFFLOAD_LOOP(n, ...)                                                                                 \
  OFFLOAD_PRAGMA(omp target OFFLOAD_FOR device(device) num_teams(offload_teams(device, n))                   \
                     thread_limit(OFFLOAD_LIMIT) __VA_ARGS__)

/* The same where a thread is to have no more than 64 registers: NVIDIA's assembler is told that teams may
 * have 1024 threads. They have `team`, a variable in scope. */
#ifdef OFFLOAD_KNOWS_BOUNDS
#define OFFLOAD_LEAN_LOOP(n, ...)                                                                            \
  OFFLOAD_PRAGMA(omp target OFFLOAD_FOR device(device) num_teams(offload_teams(device, n))                   \
                     thread_limit(team) ompx_attribute(__attribute__((launch_bounds(1024)))) __VA_ARGS__)
#else
#define OFFLOAD_LEAN_LOOP(n, ...) OFFLOAD_LOOP(n, __VA_ARGS__)
#endif

/* A clause of teams whose number of threads is a variable: NVIDIA's assembler is told that it may be 1024. */
#ifdef OFFLOAD_KNOWS_BOUNDS
#define OFFLOAD_BOUNDS ompx_attribute(__attribute__((launch_bounds(1024))))
#else
#define OFFLOAD_BOUNDS
#endif

/* Unroll a loop of few iterations, so that its arrays are in registers; and keep a loop rolled. */
#ifdef __clang__
#define OFFLOAD_UNROLLED _Pragma("unroll")
#define OFFLOAD_ROLLED   _Pragma("clang loop unroll(disable)")
#else
#define OFFLOAD_UNROLLED
#define OFFLOAD_ROLLED _Pragma("GCC unroll 1")
#endif

/* Threads of a team on a GPU. */
#ifndef OFFLOAD_TEAM
#define OFFLOAD_TEAM 256
#endif

/* On the host a team is a set of threads, and one of as many as there are processors is enough: LLVM's
 * runtime starts as many as the limit allows. A program for a GPU says a constant, from which the GPU's
 * assembler knows how many registers a thread may have; GCC counts warps. */
#if defined(OFFLOAD_HOST_ONLY)
#define OFFLOAD_LIMIT_OF(team) omp_get_max_threads()
#elif defined(__clang__)
#define OFFLOAD_LIMIT_OF(team) (team)
#else
#define OFFLOAD_LIMIT_OF(team) ((team) / 32)
#endif
#define OFFLOAD_LIMIT OFFLOAD_LIMIT_OF(OFFLOAD_TEAM)
static inline int offload_teams(int device, uint64_t n) {
  uint64_t each = OFFLOAD_TEAM;
  if (device == omp_get_initial_device() || n == 0) return 1;
#ifndef __clang__
  /* GCC's teams run one after another where the GPU is full, and each waits for its last lane: where there
   * are many, four iterations a lane take 70 % of the time (measured on a machine with an NVIDIA H200). */
  if (n >= 1 << 19) each *= 4;
#endif
  return (int)((n + each - 1) / each);
}

/* The same in teams of fewer threads than OFFLOAD_TEAM. */
static inline int offload_teams_of(int device, uint64_t n, int team) {
  if (device == omp_get_initial_device() || n == 0) return 1;
  return (int)((n + (uint64_t)team - 1) / (uint64_t)team);
}

/* An array that a team shares, without values at the start (AMD's GPUs can have none). GCC 12 knows no team's
 * memory: there it is the device's, for one team at a time, and OFFLOAD_TEAM_MEMORY says if many can have it.
 */
#if defined(__clang__) || defined(OFFLOAD_HOST_ONLY)
#define OFFLOAD_TEAM_MEMORY
#endif
#ifdef __clang__
#define OFFLOAD_SHARED(type, name, size)                                                                     \
  static type name[size] __attribute__((loader_uninitialized));                                              \
  OFFLOAD_PRAGMA(omp allocate(name) allocator(omp_pteam_mem_alloc))
#else
#define OFFLOAD_SHARED(type, name, size) static type name[size];
#endif

/* What a loop found, for the host to read: maxima of non-negative floats as their bits, which order alike, a
 * count, and the least fault. There are many, so that threads do not queue for one address; the result does
 * not depend on which thread uses which. */
enum { OFFLOAD_FINDINGS = 64 };
struct offload_finding {
  _Alignas(16) uint32_t spread[7];            /* struct wcsph_spread */
  uint32_t max_speed2;                        /* behind it: offload_raise_motion reads both at once */
  uint32_t most_of_rows, most_of_pairs, load; /* struct pass_found */
  uint32_t most, left;    /* of rows that a list needs, or of enum wcsph_left; particles dropped */
  uint32_t most_of_walls; /* of rows that a list needs for those */
  uint64_t met[2];        /* neighbours inside the support that fluid has: fluid, walls */
  uint64_t fault;         /* id << 8 | enum wcsph_fault; UINT64_MAX: none */
};

/* All but the spread and the speed, which only a new list makes new. */
static inline void offload_forget(struct offload_finding *f) {
  f->most_of_rows = f->most_of_pairs = f->load = f->most = f->left = f->most_of_walls = 0;
  f->met[0] = f->met[1] = 0;
  f->fault = UINT64_MAX;
}

/* The one that iteration i uses: shared by those that run together. */
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

typedef uint32_t offload_words __attribute__((vector_size(16), may_alias));

/* The spread and the speed of a finding: eight maxima, all read before the first is raised. */
static inline void offload_raise_motion(struct offload_finding *f, const float values[8]) {
  const offload_words *words = (const offload_words *)f->spread;
  const offload_words low = words[0], high = words[1];
  const uint32_t most[8] = {low[0], low[1], low[2], low[3], high[0], high[1], high[2], high[3]};
  for (int k = 0; k < 8; k++) {
    uint32_t bits;
    __builtin_memcpy(&bits, &values[k], sizeof bits);
    if (bits <= most[k]) continue;
    uint32_t *at = k < 7 ? &f->spread[k] : &f->max_speed2;
#pragma omp atomic compare
    if (*at < bits) {
      *at = bits;
    }
  }
}

/* A copy between the host and the device (found.c). */
int offload_copy(int device, void *to, const void *from, size_t bytes, bool to_host);

/* Findings for a loop to write, and, when it ran, the maxima and the least fault of them all. `there` are two
 * times OFFLOAD_FINDINGS on the device: forces and all else take turns, and each may make the other's new.
 * here: those of `finder` on the host already; NULL: they are copied. */
enum offload_finder { FOUND_BY_OTHERS, FOUND_BY_FORCES };
int offload_found_expect(int device, struct offload_finding *there, bool forgotten[2],
                         enum offload_finder finder, struct offload_finding **found);
int offload_found_collect(int device, const struct offload_finding *there, const struct offload_finding *here,
                          bool forgotten[2], enum offload_finder finder, bool forgot_other,
                          struct offload_finding *all);

/* order[begin, end) of particles by their cells, key[], whose `cells` begins are in start[], and one more; in
 * a cell as before (wcsph_sort.c). Those with key `cells` are dropped: they come last, in any order, since
 * parts drop a whole halo at once. fill: room for `cells` + 1 words. */
void offload_place(int device, const uint32_t *key, uint32_t begin, uint32_t end, const uint32_t *start,
                   uint32_t cells, uint32_t *fill, uint32_t *order);

/* OFFLOAD_TEAMS(teams, private, clauses) { ... }: all threads of so many teams run the block; on the host
 * those of one, `threads` of them, a variable in scope as `device` is. The block sees copies of the variables
 * that `private` lists, and calls what may hold barriers. */
#ifdef OFFLOAD_HOST_ONLY
#define OFFLOAD_CREW num_threads(threads)
#else
#define OFFLOAD_CREW
#endif
#define OFFLOAD_TEAMS(teams, private, ...) OFFLOAD_TEAMS_OF(OFFLOAD_TEAM, teams, private, __VA_ARGS__)
/* The same with so many threads in a team on a GPU, a constant. */
#define OFFLOAD_TEAMS_OF(team, teams, private, ...)                                                          \
  OFFLOAD_PRAGMA(omp target teams device(device)                                                             \
                     num_teams(device == omp_get_initial_device() ? 1 : (int)(teams))                        \
                         thread_limit(OFFLOAD_LIMIT_OF(team)) __VA_ARGS__)                                   \
  OFFLOAD_PRAGMA(omp parallel OFFLOAD_CREW private)

/* Exclusive prefix sum on the device (scan.c): x[0..n) in place, plus `first`; scratch holds
 * offload_scan_scratch(n) words. */
uint32_t offload_scan_scratch(uint32_t n);
void offload_scan(int device, uint32_t *x, uint32_t n, uint32_t first, uint32_t *scratch);

#endif
