/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CPU_WCSPH_H
#define CPU_WCSPH_H
/* The cpu backend of WCSPH. Particles are sorted by cell; a stored list holds every pair once, with its
 * fluid owner; the force pass walks it a vector of neighbours at a time and gives both sides their
 * share. Each thread owns a slice of the fluid and an accumulator of its own, merged afterwards. */
#include "cpu/isa.h"
#include "particles/found.h"
#include "particles/grid.h"
#include "wcsph/backend.h"

/* What the force pass reads of a particle: two 16-byte records side by side, half a cache line. */
struct cpu_record {
  uint32_t x, y, z; /* quanta */
  float term;       /* eos_momentum_term, m^2/s^2 */
  struct vec4 vel;
};

/* An entry of the list is four times a particle's number, so that times 8 or 4 it is the byte offset of a row
 * of 32 bytes or of a record of 16. */
enum { CPU_ENTRY = 4 };

/* Rows of a boundary cluster (wcsph_parts.c): a multiple of every vector width. */
enum { CPU_SHORE = 16 };

/* Distance in rows between the fillers of two slices, which must not share a cache line. */
enum { CPU_FILLER_ROWS = 16 };

/* A few consecutive fluid particles with one list of neighbours for all of them, so that what is read and
 * written of a neighbour serves them all. From entry `begin` of the slice there are `fluid` and then `walls`
 * vectors of neighbours, each group filled up to whole vectors with the filler. */
enum { CPU_CLUSTER = 4, CPU_VECTORS = 64 };
struct cpu_cluster {
  uint32_t first, begin;
  uint16_t fluid, walls; /* vectors, at most CPU_VECTORS */
  uint8_t size;
  uint8_t own;  /* the first so many neighbours are the cluster itself: these pairs are computed once */
  bool stirred; /* some neighbour is a wall that can move (cpu_find_stirred) */
  bool takes;   /* for it or a neighbour such a pass has sums to make (cpu_find_takers) */
  uint64_t reach[2][CPU_CLUSTER]; /* [fluid, walls] bits: vectors in which a particle may have a neighbour */
};

/* Particles that one thread works on at a time, and their list; aligned to cache lines. */
struct cpu_slice {
  _Alignas(64) uint32_t begin, end; /* fluid it owns */
  struct cpu_cluster *clusters;
  size_t cluster_count, cluster_capacity;
  size_t inner;      /* this many clusters, the first, have no rows of other parts */
  uint32_t *entries; /* neighbours of clusters */
  size_t entry_count, entry_capacity;
  uint32_t filler;         /* row of a particle far from all others, which fills up vectors */
  uint32_t touched[2][2];  /* [walls, fluid] range of particles its pairs reach */
  struct vec4 *sums;       /* accumulators: its own, or of the thread that works on it now */
  size_t sums_bytes;       /* of its own */
  uint64_t inside[2];      /* pairs nearer than the support at the build: with walls, of fluid */
  uint64_t checked, lanes; /* as struct wcsph_counters */
  float most, load;        /* of pairs: struct pass_found */
  double seconds;          /* of its force passes since the build */
  uint64_t work;           /* as cpu_cut_slices estimated it */
  int status;
  char error[256];   /* text of a failure in a thread */
  float others_most; /* as `most`, of a pass that is joined to another */
};

/* The point opposite to a wall particle, quanta, when the list was made, and the end of its entries, the
 * fluid near it; they begin where those of the previous wall particle end. */
struct cpu_point {
  uint32_t x, y, z, end;
};

/* Allocates accumulators as zero pages, which take memory only once they are touched. cpu_slices_free frees
 * those of slices. */
int cpu_sums_allocate(struct vec4 **sums, size_t *bytes, size_t rows, enum summation mode);
void cpu_slices_free(struct cpu_slice *slices, int count);

/* Record a failure in a slice, for the thread that reports it. */
void cpu_note_status(struct cpu_slice *slice, int status);
int cpu_first_failure(const struct cpu_slice *slices, int count);

/* The begin of part t of n particles, at a multiple of the vector width, so that no vector is shared by
 * threads. */
static inline uint32_t cpu_share(uint32_t n, int t, int threads) {
  uint32_t at = (uint32_t)((uint64_t)n * (uint64_t)t / (uint64_t)threads);
  return t == threads ? n : at / 16 * 16;
}

/* A thread's own, on cache lines of its own. */
struct cpu_thread {
  _Alignas(64) struct vec4 *sums; /* accumulators: rates, and behind each its compensation, or rates
                                     as 64-bit numbers (fixed); only touched rows are ever written, so only
                                     they take memory */
  size_t sums_bytes;
  uint32_t touched[2][2]; /* those of its slices together, in this pass */
  float most, load;       /* of rows: struct pass_found */
  struct wcsph_motion motion;
  struct sweep_found found;
};

/* Slices per thread, if threads take them as they become free. */
enum { CPU_DYNAMIC_SLICES = 16 };

/* Without a stored list, neighbours are found and used for this many fluid particles at a time. */
enum { CPU_PORTION = 64 };

struct cpu_run;

/* The pairs of a slice. */
typedef void cpu_slice_pass(struct cpu_run *run, struct cpu_slice *slice);

/* What executes a pass (passes/) for any law: its pairs, and the rows that they come to. */
struct cpu_pass_code {
  cpu_slice_pass *slice;
  void (*finish)(struct cpu_run *run, struct cpu_thread *thread, uint32_t begin, uint32_t end);
  int records;         /* of four sums a particle */
  int writes;          /* buffer, */
  bool of[ROW_KINDS];  /* and whose rows of it */
  int rows, rows_from; /* how many rows of earlier passes it reads, and the buffer of the first */
  bool of_motion;      /* those are rows of walls alone */
  bool of_stirred;     /* it is for clusters that are stirred, */
  /* Whether a fluid particle needs no sums, by the rows it reads of it; NULL: all do (SPARES_FLUID,
   * wcsph/passes/README.md). */
  bool (*spares)(const struct wcsph_law *law, const float rows[]);
  bool of_facets; /* of walls it needs only those with a segment or facet */
};

/* A pass at points [begin, end). */
typedef void cpu_point_pass(const struct cpu_run *run, uint32_t begin, uint32_t end,
                            const struct position *points, struct vec4 *out);

/* Runs a sweep over the particles in [begin, end) that it applies to. */
typedef void cpu_sweep_range(struct cpu_run *run, uint32_t begin, uint32_t end,
                             const struct sweep_given *given, struct sweep_found *found);

/* The code that is compiled once for each instruction set: work on one slice or range. */
struct cpu_lanes {
  int (*list)(struct cpu_run *run, struct cpu_slice *slice, uint32_t begin, uint32_t end); /* wcsph_list.c */
  int (*list_points)(struct cpu_run *run, struct cpu_slice *slice);                        /* likewise */
  void (*prepare)(struct cpu_run *run, uint32_t begin, uint32_t end); /* wcsph_forces.c */
  const struct cpu_pass_code *passes[PASS_COUNT];
  cpu_point_pass *const *points[POINT_PASS_COUNT];
  cpu_sweep_range *const *sweeps[SWEEP_COUNT];
  void (*advance)(struct cpu_run *run, const struct wcsph_stage *stage, uint32_t begin, uint32_t end,
                  struct wcsph_motion *motion);   /* wcsph_advance.c */
  const struct cpu_pass_code *joined[PASS_COUNT]; /* with forces in one loop; NULL: not JOINED */
};

struct cpu_run {
  struct wcsph_state *state;
  const struct wcsph_law *law;
  const struct isa *isa;
  struct cpu_lanes lanes;
  struct cpu_pass_code passes[PASS_COUNT];
  struct cpu_options options;
  int threads, slice_count;
  struct grid grid;
  bool walls_sorted;
  struct cpu_slice *slices;  /* [slice_count], in the order of particles */
  struct cpu_slice *facets;  /* likewise: of semi-analytical walls those with a segment or facet; or NULL */
  struct cpu_thread *team;   /* [threads] */
  struct cpu_point *points;  /* [walls] if walls have opposite points and there is a list; else NULL */
  struct cpu_slice *mirrors; /* [mirror_count] lists for blocks of these walls: fluid near their points */
  int mirror_count;
  uint8_t *wet;       /* [walls / CPU_WET] whether fluid may be near any of CPU_WET walls */
  uint8_t *stirred;   /* [capacity / CPU_WET] whether any of these rows is stirred; NULL: no wall moves */
  bool knows_stirred; /* of this list */
  uint8_t *takers; /* [capacity / CPU_WET] whether a pass has sums to make for any of CPU_WET rows; or NULL */
  const struct cpu_pass_code *takers_of; /* that pass, as long as list and rows last; or NULL */
  uint32_t room;                         /* particles that there is memory for: `capacity` below */
  size_t sum_rows;                       /* of an accumulator, */
  int sum_records;                       /* of four sums each */
  struct cpu_record *records;            /* [capacity, and CPU_FILLER_ROWS a slice] */
  bool records_are_old[ROW_KINDS];       /* the state's rows have changed since */
  struct vec4
      *rows[PASS_ROWS_MOST]; /* likewise: what earlier passes left for this one; as far as any reads some */
  uint32_t *key, *from;      /* [capacity] sort: cell of a particle, and which comes here */
  uint32_t *others; /* one of several parts: how many of its rows before each are others'; else NULL */
  uint32_t *boundary_clusters; /* likewise, [boundary_cluster_count]: k where some of rows CPU_SHORE k .. are
                                  others' */
  uint32_t boundary_cluster_count;
  int (*come)(void *of); /* likewise: what the next pass calls before it reads those; or NULL */
  void *of;
  void *spare; /* [capacity] 16-byte rows that buffers are permuted into; while the list is
                  built, listed positions as four arrays (cpu_listed_axis) */
  struct wcsph_counters counters;
  const struct cpu_pass_code *joined[PASS_COUNT]; /* as of lanes; NULL: each has a loop of its own */
};

/* The listed positions' coordinates along one axis, contiguous, with room for a vector beyond the end; axis 3
 * holds the paths (wcsph/models/path.h). */
static inline uint32_t *cpu_listed_axis(const struct cpu_run *run, int axis) {
  return (uint32_t *)run->spare + (size_t)axis * (run->room + 16);
}

/* Records of sums per particle: the rates, with their compensation or as 64-bit numbers. */
static inline int cpu_sum_records(enum summation mode) {
  return mode == SUM_PLAIN ? 1 : 2;
}

/* Notes that fluid is listed next to wall i; several threads may do so at once. */
enum { CPU_WET = 16 };
static inline void cpu_make_wet(const struct cpu_run *run, uint32_t i) {
  uint8_t *wet = &run->wet[i / CPU_WET];
  if (!__atomic_load_n(wet, __ATOMIC_RELAXED)) __atomic_store_n(wet, 1, __ATOMIC_RELAXED);
}
static inline bool cpu_is_wet(const struct cpu_run *run, uint32_t i) {
  return run->wet[i / CPU_WET];
}

/* Whether a wall's opposite point is where it was when its list was made. */
static inline bool cpu_point_stays(const struct cpu_run *run, const struct position *point, uint32_t i) {
  const struct cpu_point *was = &run->points[i];
  return was->x == point->x && was->y == point->y && was->z == point->z;
}

/* Groups of walls that are wet or dry together. */
static inline uint32_t cpu_wet_groups(const struct cpu_run *run) {
  return state_count(run->state, KIND_WALL) / CPU_WET + 1;
}

/* Entries of a vector. */
static inline uint32_t cpu_lanes_of_list(const struct cpu_run *run) {
  return run->options.lanes == CPU_LANES_SCALAR ? 1 : (uint32_t)run->isa->lanes;
}

/* The list of a slice that a pass goes over. */
static inline struct cpu_slice *cpu_list_for(const struct cpu_run *run, const struct cpu_pass_code *code,
                                             struct cpu_slice *slice) {
  return code->of_facets && run->facets ? &run->facets[slice - run->slices] : slice;
}

/* Whether some of a vector's rows are stirred. */
static inline bool cpu_is_stirred(const struct cpu_run *run, uint32_t i, uint32_t count) {
  return run->stirred[i / CPU_WET] || run->stirred[(i + count - 1) / CPU_WET];
}

/* wcsph_memory.c: allocates all arrays; makes room for as many rows as the state has; frees the arrays with a
 * row per particle. */
int cpu_allocate(struct cpu_run *run);
int cpu_reserve(struct cpu_run *run);
void cpu_rows_free(struct cpu_run *run);

/* wcsph_sort.c: sort by cell and cut slices of equal work; not vectorised. */
int cpu_sort(struct cpu_run *run, bool keep_order);
void cpu_cut_slices(struct cpu_run *run);

/* The state's rows have changed. */
static inline void cpu_age_records(struct cpu_run *run, bool walls, bool fluid) {
  run->records_are_old[KIND_WALL] |= walls;
  run->records_are_old[KIND_FLUID] |= fluid;
}

/* wcsph_structures.c: a member of the backend's table. */
int cpu_structures(struct cpu_run *run, const struct wcsph_entry *e);

/* wcsph_move.c: which clusters have walls that can move beside them, which a correction; and members of the
 * backend's table. */
void cpu_find_stirred(struct cpu_run *run);
void cpu_find_takers(struct cpu_run *run, const struct cpu_pass_code *code);
int cpu_move_walls(void *self, const struct wall_pose *poses, size_t count);
int cpu_body_force(void *self, const struct wcsph_body_force *force);
int cpu_collect_faces(void *self, const struct opening_table *table);
void cpu_impose_faces(struct cpu_run *run, const struct wcsph_stage *stage);
int cpu_wall_loads(void *self, const struct wall_pose *poses, size_t count, int64_t (*sums)[LOAD_SUMS]);

/* wcsph_mirrors.c: the lists of walls' points, the one that wall i's is in, or NULL if there are none; and a
 * member of the table. */
int cpu_mirrors_allocate(struct cpu_run *run);
void cpu_mirrors_free(struct cpu_run *run);
int cpu_mirrors_list(struct cpu_run *run);
const struct cpu_slice *cpu_mirrors_of(const struct cpu_run *run, uint32_t i);
int cpu_points(void *self, enum point_pass_id pass, uint32_t count, const struct position *points,
               struct vec4 *out);

/* wcsph_parts.c: clusters that have no rows of other parts first; where those rows are; what a pass reads of
 * particles [begin, end), where it gathers it from; the same of rows of other parts, and of a few beside
 * them, that have just come, by all threads; and a member of the table. */
int cpu_part_clusters(const struct cpu_run *run, struct cpu_slice *slice);
int cpu_find_boundary_clusters(struct cpu_run *run);
void cpu_prepare(struct cpu_run *run, const struct cpu_pass_code *code, uint32_t begin, uint32_t end);
void cpu_prepare_boundary_clusters(struct cpu_run *run, const struct cpu_pass_code *code);
void cpu_beside(void *self, int (*come)(void *of), void *of);

/* wcsph_variants.c: the backend's `code`; the function is a cpu_slice_pass. */
int cpu_find_code(struct code *code, const struct wcsph_law *law, const struct execution_options *options);

/* wcsph_count.c: the backend's `count`, and what it counts of the list, or of the last pass where none is
 * stored. */
void cpu_count_pairs(struct cpu_run *run);
void cpu_count(void *self, struct wcsph_counters *out);

/* wcsph_peak.c: the backend's `peak`. */
int cpu_peak(void *self, double *interactions);

extern const struct wcsph_backend wcsph_cpu;
extern const struct wcsph_far wcsph_cpu_far;

#endif
