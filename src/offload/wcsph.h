/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_WCSPH_H
#define OFFLOAD_WCSPH_H
/* The offload backend of WCSPH. Particles live on the device, sorted by cell, each kind apart. Each finds its
 * neighbours in a list of its own (pack.h), neighbour-major, fluid from the front and walls from the back of
 * one column; or, where memory is short, by walking the cells around it. */
#include "offload/loop.h"
#include "offload/pack.h"
#include "particles/grid.h"
#include "wcsph/backend.h"
#include "wcsph/scalar.h"

/* What passes read of a particle: two 16-byte loads from two arrays, which serve a warp with half the sectors
 * that records of 32 bytes take. */
struct offload_record {
  struct position pos; /* with the term */
  struct vec4 vel;
};
struct offload_record_rows {
  const struct position *pos;
  const struct vec4 *vel;
};

/* The same in four arrays, for `records: apart`: quanta and velocities three a particle. */
struct offload_apart {
  uint32_t *x;
  float *v, *d, *term;
};

/* For `ranges: stored`: the particles of a piece of a row of cells, by kind. */
struct offload_range {
  uint32_t begin[GRID_KINDS], end[GRID_KINDS];
};

/* The kinds of pairs: the particle that sums, and its neighbour. */
enum meeting { FLUID_MEETS_FLUID, FLUID_MEETS_WALL, WALL_MEETS_FLUID };

/* Open boundaries: squares, and what they are made of. */
struct offload_open {
  const struct opening_zone *zones; /* [count] */
  const struct opening_given *given;
  const uint32_t *point_of;
  struct opening_site *sites;
  struct opening_fit *seen;
  uint32_t count;
};

/* The part of the list that a kind has, [rows][stride] or [stride][rows]: walls meet fluid alone, and need
 * not have as many rows. */
struct offload_columns {
  struct offload_pack *list;
  uint32_t begin; /* the particle of the first column */
  uint32_t stride, rows;
  uint32_t across, along; /* from a particle's column to the next one's; from a row of it to the next */
};

/* All that kernels see. There is one on the host and a copy of it on the device; pointers are the
 * device's in both. */
struct offload_view {
  struct wcsph_law law, exact; /* exact: with fixed sums, for points */
  struct wcsph_state state;
  struct grid grid;          /* fluid that left is in a cell of its own behind the last */
  struct position *records;  /* [capacity] positions for struct offload_record */
  struct offload_pack *list; /* columns of walls and, behind them, of fluid; NULL: neighbours are found in the
                              * cells */
  struct offload_columns columns[ROW_KINDS];
  struct offload_apart apart;
  struct offload_range *ranges; /* [cells][ranges_a_cell]; NULL: each particle finds them */
  uint32_t ranges_a_cell;
  struct forces_sums *sums; /* [capacity], `passes: separate` only */
  struct wall_pose *poses;  /* [poses] to which walls moved last; NULL without bodies */
  uint64_t *loads;          /* [bodies][load_slots][LOAD_SUMS] that they have taken so far, quanta */
  uint32_t load_slots;      /* so many, for threads not to queue for one */
  double load_quanta;       /* a unit */
  uint32_t *fluid_count, *wall_count; /* [capacity] rows of its column by type */
  uint32_t *mover_count; /* [capacity] of those of walls, as far as some can move; NULL: none can */
  struct offload_open open;
};

/* A point of a pass at points, and what is around it. */
struct offload_point {
  struct position at;
  int64_t quanta[PASS_SUMS_MOST];
};

/* Rows of 16 bytes that buffers are permuted into, so many at a time. A list's memory has room for them,
 * since no list outlives a sort; without one memory is short. */
enum { OFFLOAD_SPARES = 4, OFFLOAD_SPARES_OWN = 1 };

/* In a count of a column: its particle is not for this turn of a pass. */
#define OFFLOAD_SKIPPED 0x80000000u

struct offload;

/* A pass over the list (wcsph_variant.c). Makes new besides what others are to find next; NULL: nothing. Of
 * forces' own code, without `found`: the steps of o->ahead, if it has them. */
typedef void offload_list_pass(struct offload *o, struct offload_finding *found,
                               struct offload_finding *next);

/* Rows staged for another thread to copy to the host (wcsph_keep.c). */
struct offload_kept {
  char *rows; /* [room] on the device, a buffer behind the other */
  size_t room;
  char *piece; /* through which they come */
  row_mask mask;
  uint32_t count;
  bool waits;  /* to be brought; under a lock */
  bool is_off; /* memory is short */
};

/* The fluid that a pass sums for, where its header spares others (SPARES_FLUID, wcsph/passes/README.md), so
 * that threads beside each other all have something to do. Fluid is taken in portions: count[p] says how many
 * of portion p's rows there are, and row[] which, from the portion's first on. */
enum { OFFLOAD_PORTION = 4096 };
struct offload_taking {
  uint16_t *row;   /* [capacity], on the device */
  uint32_t *count; /* [capacity / OFFLOAD_PORTION + 1] likewise */
  int pass;        /* that they are of; PASS_COUNT: of none */
};

struct offload_ahead;

struct offload {
  struct wcsph_state *state; /* the host's */
  const struct wcsph_law *law;
  int device;    /* OpenMP's number */
  uint32_t room; /* of offload_share_room */
  enum offload_strategy strategy;
  struct offload_options options;
  void *host;      /* `stages: forces`: the cpu backend, which does the rest */
  char reason[96]; /* why this strategy */
  offload_list_pass
      *own; /* the force pass of this combination of models; of its own, or for any with these sums */
  struct offload_view view;
  struct offload_view *there;    /* the device's copy */
  struct offload_finding *found; /* [2][OFFLOAD_FINDINGS] on the device: of forces, of everything else; behind
                                  * them the view's loads */
  struct offload_finding *seen;  /* the same on the host, where map clauses find them: what comes back with a
                                  * loop costs one wait less than a copy of its own */
  size_t found_room;             /* findings that both have room for */
  bool has_seen;                 /* the last loop's are there */
  bool forgotten[2];             /* those are as before any loop */
  struct wall_pose *poses;       /* the view's, on the host, likewise */
  size_t pose_count;
  uint64_t *loads_before; /* [bodies][LOAD_SUMS] the view's loads in all slots together, when last read */
  bool has_weighed;       /* since then the rates of walls that are there now have been added to them */
  /* [capacity] For passes over the list: the view's fluid_count, or with OFFLOAD_SKIPPED in it. */
  const uint32_t *counts;
  /* One of several parts: brings rows of others for the next pass; NULL: they are there. */
  int (*come)(void *of);
  void *of;
  bool walls_sorted, records_are_stale, knows_movers, knows_turns;
  void *sorting, *ordering;     /* memory for it, where it is not in the list */
  uint32_t *key, *order, *fill; /* [capacity], [capacity], [cells + 2] for sorting */
  uint32_t *scratch;            /* for prefix sums */
  struct offload_point *points; /* [point_room] */
  size_t point_room;
  struct offload_kept kept;
  struct offload_steps { /* wcsph_ahead.c */
    struct offload_ahead *there;
    struct wcsph_ahead *it, *it_there;
    uint32_t teams; /* that run at a time; 0: not known yet */
    bool tries;     /* whether so many teams meet */
    bool is_off;
  } ahead;
  struct offload_faces {
    char *here, *there;           /* the view's open, one behind the other, and room for what is found */
    struct offload_point *points; /* where fluid is looked at */
    uint32_t *fastest2, *fastest2_here;
    uint64_t version, seen_version; /* of what is there */
  } faces;
  struct vec4 *spare[OFFLOAD_SPARES]; /* [capacity] that buffers are permuted into */
  int spares;
  struct structures bent; /* as the device has it */
  size_t list_room;       /* bytes */
  size_t bytes;           /* allocated on the device */
  struct wcsph_counters counters;
  struct offload_taking taking;
};

/* wcsph_memory.c: zeroed device memory, NULL without it; the strategy that fits into what is free, and all
 * that it takes. */
/* Of so many rows of a buffer, whole blocks of 64. */
size_t offload_buffer_bytes(int buffer, uint32_t capacity);
void *offload_allocate(struct offload *o, size_t bytes);
void offload_release(struct offload *o, void *data, size_t bytes);
/* The same with a copy on the host, where map clauses find it; on the host's own device they are one. */
void *offload_allocate_twin(struct offload *o, size_t bytes, void **here);
void offload_release_twin(struct offload *o, void *data, void *here, size_t bytes);
int offload_choose_strategy(struct offload *o, enum offload_strategy wanted);
int offload_allocate_all(struct offload *o);

/* Puts the law into the view; publish makes kernels see it. */
void offload_take_law(struct offload *o);
void offload_release_all(struct offload *o);
int offload_reserve(struct offload *o); /* as much room as the host's state has; what is in buffers stays */
int offload_reserve_points(struct offload *o, size_t count); /* kept for the next time */
/* Columns for the walls and the fluid that there are now, and with as many rows as these need at least. */
int offload_fit_list(struct offload *o, const uint32_t needed[ROW_KINDS]);

/* wcsph.c: the device's view made equal to the host's. */
int offload_publish(struct offload *o);

/* Findings for a loop to write, and, when it ran, the maxima and the least fault of them all. A transfer
 * costs as much as a small loop: forces and advance, which take turns, each make the other's findings new
 * (forgot_other). */
int offload_expect(struct offload *o, enum offload_finder finder, struct offload_finding **found);
int offload_collect(struct offload *o, enum offload_finder finder, bool forgot_other,
                    struct offload_finding *all);

int offload_sort(struct offload *o, bool keep_order); /* wcsph_sort.c */
int offload_remove(void *self, const uint64_t *ids, uint32_t count, uint32_t *found);
int offload_list(struct offload *o);         /* wcsph_list.c */
void offload_take_none(struct offload *o);   /* counts of taking become zero */
void offload_find_movers(struct offload *o); /* the view's mover_count, of this list */

/* What the strategies of papers 002 and 003 do otherwise (lab/); a build without the lab has neither. The
 * list's search, the ranges of cells after a sort, and the force pass: false where the case asks for none of
 * them, and nothing was done. */
struct offload_otherwise {
  void (*ranges)(struct offload *o);
  void (*fill)(struct offload *o, struct offload_finding *found);
  bool (*forces)(struct offload *o, struct offload_finding *found, struct offload_finding *next);
};
extern const struct offload_otherwise offload_otherwise;
extern const struct wcsph_backend wcsph_offload_forces; /* `stages: forces` */

/* wcsph_variants.c: the backend's `code`; the function is an offload_list_pass. */
int offload_find_code(struct code *code, const struct wcsph_law *law,
                      const struct execution_options *options);

/* Threads of a team in the force pass. */
static inline int offload_team(const struct offload *o) {
#ifdef OFFLOAD_HOST_ONLY
  (void)o;
  return omp_get_max_threads();
#elif defined(__clang__)
  return o->device == omp_get_initial_device() ? omp_get_max_threads() : o->options.team;
#else /* GCC counts warps */
  return o->device == omp_get_initial_device() ? omp_get_max_threads() : o->options.team / 32;
#endif
}

/* Whether the list is as it measured best. */
static inline bool offload_lists_as_ever(const struct offload *o) {
  const struct offload_options *p = &o->options;
  return o->strategy != OFFLOAD_LIST || (p->order == OFFLOAD_BY_NEIGHBOUR && p->types == OFFLOAD_SPLIT &&
                                         p->search == OFFLOAD_SEARCH_PARTICLE);
}

/* Likewise the force pass. */
static inline bool offload_passes_as_ever(const struct offload *o) {
  const struct offload_options *p = &o->options;
  return p->records == OFFLOAD_PACKED && p->passes == OFFLOAD_FUSED && p->team == OFFLOAD_TEAM &&
         p->ranges == OFFLOAD_RANGES_FOUND &&
         (o->strategy != OFFLOAD_LIST || (p->order == OFFLOAD_BY_NEIGHBOUR && p->types == OFFLOAD_SPLIT));
}

/* Findings, or NULL, as a loop's clause map(always, from : seen[0 : *count]) takes them: when the loop has
 * run they are on the host. */
static inline struct offload_finding *offload_seen(struct offload *o, const struct offload_finding *found,
                                                   size_t *count) {
  const bool of_forces = found == o->found + (size_t)FOUND_BY_FORCES * OFFLOAD_FINDINGS;
  o->has_seen = found != NULL;
  *count = !found ? 0 : of_forces ? o->found_room - OFFLOAD_FINDINGS : OFFLOAD_FINDINGS;
  return found ? o->seen + (found - o->found) : NULL;
}

/* wcsph_halo.c: a pass over the list, of those particles first that meet none of other parts, while rows of
 * these come; and where no pass can tell, these rows. */
int offload_in_turns(struct offload *o, offload_list_pass *pass, struct offload_finding *found,
                     struct offload_finding *next);
int offload_come(struct offload *o);
void offload_beside(void *self, int (*come)(void *of), void *of);

void offload_pack_records(struct offload *o); /* wcsph_forces.c: after a sort or a change by the host */

int offload_forces(void *self, struct wcsph_limits *limits);
/* wcsph_rows.c: members of the table. */
int offload_select(void *self, enum row_kind kind, const struct row_filter *filter, uint32_t **rows,
                   uint32_t *count);
int offload_discard(void *self, const uint32_t *rows, uint32_t count);
int offload_take(void *self, row_mask mask, const uint32_t *rows, uint32_t count, void *to);
int offload_most_rate(void *self, float *most);

/* wcsph_keep.c: members of the table; and the memory that they take given back, for there is no other. False
 * where they have none. */
int offload_keep(void *self, row_mask mask, bool *kept);
int offload_bring(void *self, struct wcsph_state *to);
bool offload_drop_kept(struct offload *o);

/* wcsph_ahead.c: whether specialised code may take several steps; a member of the table. */
bool offload_may_go_ahead(const struct offload *o);
int offload_go_ahead(void *self, struct wcsph_ahead *a);
void offload_release_ahead(struct offload *o);

int offload_advance(void *self, const struct wcsph_stage *stage, struct wcsph_motion *motion);
int offload_move_walls(void *self, const struct wall_pose *poses, size_t count);
int offload_body_force(void *self, const struct wcsph_body_force *force);
/* wcsph_open_faces.c: members of the table; and the table on the device, which an advance imposes. */
int offload_collect_faces(void *self, const struct opening_table *table);
int offload_look_at_faces(void *self, const struct opening_table *table, bool sample, float *fastest2);
int offload_show_faces(void *self, const struct opening_table *table);
int offload_give_faces(struct offload *o, const struct opening_table *table);
void offload_sums_fit(struct offload *o, struct offload_point *points, uint32_t count); /* wcsph_points.c */
void offload_sums_fitted(struct offload *o, struct offload_point *points, uint32_t count);
/* wcsph_structures.c: a member of the table; the state's structures on the device, and their rows. */
int offload_structures(struct offload *o, const struct wcsph_entry *e);
int offload_put_structures(struct offload *o);
void offload_release_structures(struct offload *o);
int offload_move_structures(struct offload *o, bool to_host);
int offload_wall_loads(void *self, const struct wall_pose *poses, size_t count, int64_t (*sums)[LOAD_SUMS]);

/* Row j, by members: GCC would copy it whole through memcpy, which no lane may call (OFFLOAD_CALL). */
static inline struct offload_record offload_record_at(struct offload_record_rows rows, uint32_t j) {
#ifdef __clang__
  return (struct offload_record){rows.pos[j], rows.vel[j]};
#else
  const struct position *p = &rows.pos[j];
  const struct vec4 *v = &rows.vel[j];
  return (struct offload_record){{p->x, p->y, p->z, {.term = p->term}}, {v->x, v->y, v->z, v->w}};
#endif
}

static inline struct offload_record_rows offload_record_rows(const struct offload_view *v) {
  return (struct offload_record_rows){.pos = v->records, .vel = v->state.vel};
}

/* The first row of particle i's column, and the last one. */
static inline struct offload_pack *offload_front(const struct offload_view *v, enum row_kind kind,
                                                 uint32_t i) {
  const struct offload_columns *c = &v->columns[kind];
  return c->list + (size_t)(i - c->begin) * c->across;
}
static inline struct offload_pack *offload_back(const struct offload_view *v, enum row_kind kind,
                                                uint32_t i) {
  const struct offload_columns *c = &v->columns[kind];
  return offload_front(v, kind, i) + (ptrdiff_t)(c->rows - 1) * (ptrdiff_t)c->along;
}

/* A particle's position as passes read it. */
static inline struct position offload_pack_record(const struct wcsph_law *law, struct position pos, float d) {
  pos.term = eos_momentum_term(law, d);
  return pos;
}

/* Whether two may be nearer than the support, which a law then decides. */
static inline bool offload_near(const struct wcsph_law *law, const struct position *i,
                                const struct position *j) {
  const float dx = lane_from_int((int32_t)(i->x - j->x)) * law->quantum[0];
  const float dy = lane_from_int((int32_t)(i->y - j->y)) * law->quantum[1];
  const float dz = lane_from_int((int32_t)(i->z - j->z)) * law->quantum[2];
  return (dx * dx + dy * dy) + dz * dz < law->support2;
}

extern const struct wcsph_backend wcsph_offload;

#endif
