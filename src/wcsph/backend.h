/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_BACKEND_H
#define WCSPH_BACKEND_H
/* The contract between evolution and execution: all that a backend must do for WCSPH. Evolution
 * decides what happens in which order; a backend owns loops and data movement. No member holds a
 * formula: those are in models/ and passes/. */
#include <stdbool.h>
#include <stddef.h>

#include "code/code.h"
#include "method/backend.h"
#include "particles/found.h"
#include "wcsph/law.h"
#include "wcsph/openings/opening.h"
#include "wcsph/passes/list.h"
#include "wcsph/state.h"
#include "wcsph/sweeps/list.h"
#include "wcsph/walls/pose.h"
#include "wcsph/window.h"

/* What one force pass found, for the next time step. */
struct wcsph_limits {
  float max_acceleration; /* m/s^2, fluid */
  float max_mu;           /* m/s: largest |h u.r / (r^2 + eta^2)| over pairs with fluid */
  float max_viscosity;    /* m^2/s: largest of two particles, where each has its own */
  float load;             /* fixed: largest share of what a contribution or a sum may be; 1: it overflowed */
  uint64_t overflow_id;   /* the lowest id whose sums did; the reference alone says it, others 0 */
};

/* What else determines a time step (wcsph/models/timestep.h), and which stage the integrator takes. */
struct step_control {
  double h, c0;         /* m, m/s */
  double courant;       /* of the shorter of what sound and acceleration allow */
  double longest;       /* s: what else does */
  uint64_t euler_every; /* Verlet: steps between plain Euler steps; 0: Adams-Bashforth */
};

/* One stage of a time integrator, as data, so that a new integrator is a new table of stages:
 *   v' = v_from + dv rate;   x' = x_from + dx v_along + dxa acceleration
 * and rho as v, or by the ratio (2 - e) / (2 + e), e = -dv rate / rho (symplectic corrector). Each of
 * v_from, x_from, v_along is the current value or the saved one. With keeps_rate the saved row holds the
 * rates of the step before in place of a velocity: the stage acts with rate + lag (that of before). */
struct wcsph_stage {
  bool v_from_saved, x_from_saved, along_saved;
  bool save_velocity; /* keep what velocity and density were before this stage as the saved ones */
  bool save_position; /* likewise positions */
  bool density_ratio;
  bool keeps_rate; /* the saved row is the rate, before the stage that of the step before */
  float lag;       /* weight of the rates of the step before over that of this step's */
  float dv;        /* s */
  float dx;        /* s */
  float dxa;       /* s^2 */
  float since;     /* where it ends: since the middle of the list's life, in lives (wcsph/models/path.h) */
  const struct wall_pose *poses; /* [pose_count], the case's walls: to which they move; NULL: none does */
  size_t pose_count;
  const struct opening_table *faces; /* open boundaries, imposed on their fluid first; NULL: there are none */
};

/* How far fluid has been, since the list was built, from where the list expected it. */
struct wcsph_spread {
  float distance2; /* m^2: the farthest, squared */
  float back[3];   /* m: the farthest towards -x, -y, -z; never negative */
  float forth[3];  /* m: the farthest towards +x, +y, +z */
};

static inline void wcsph_spread_merge(struct wcsph_spread *s, const struct wcsph_spread *other) {
  if (other->distance2 > s->distance2) s->distance2 = other->distance2;
  for (int a = 0; a < 3; a++) {
    if (other->back[a] > s->back[a]) s->back[a] = other->back[a];
    if (other->forth[a] > s->forth[a]) s->forth[a] = other->forth[a];
  }
}

/* The square of the largest distance, m^2, by which two particles can have approached each other: twice the
 * largest displacement, or, if smaller (all move alike), the diagonal of the box of all displacements, with
 * the walls' zero ones. */
static inline float wcsph_spread_approach2(const struct wcsph_spread *s) {
  float box2 = 0.0f;
  for (int a = 0; a < 3; a++) box2 += (s->back[a] + s->forth[a]) * (s->back[a] + s->forth[a]);
  return 4.0f * s->distance2 < box2 ? 4.0f * s->distance2 : box2;
}

/* What an advance found. Spread and speed are running maxima since the list was built: an advance updates the
 * ones that it is given. */
enum wcsph_left { LEFT_NONE, LEFT_LATELY, LEFT_FAR };
enum wcsph_fault { FAULT_NONE, FAULT_SPEED, FAULT_DENSITY, FAULT_OUTSIDE, FAULT_OVERFLOW };
struct wcsph_motion {
  struct wcsph_spread spread;
  float max_speed2;       /* m^2/s^2: fluid's, since the list was built */
  uint32_t left;          /* enum wcsph_left: the fluid that is farthest outside through an open face */
  enum wcsph_fault fault; /* a particle broke a limit: the run has diverged */
  uint64_t fault_id;      /* the lowest id that did */
};

/* Consecutive steps of one stage, forces and advance alone, which a backend takes without the host. The last
 * one is that after which the list is stale, fluid has left, or `until` is reached; or the one in which a
 * particle breaks a limit, or a sum overflows. */
enum wcsph_ahead_end { AHEAD_WENT_ON, AHEAD_ENDED, AHEAD_OVERFLOW };
struct wcsph_ahead {
  struct step_control control;
  double listed_time;         /* s, of the list */
  float life, skin;           /* the state's */
  double until;               /* s */
  uint32_t most;              /* steps */
  uint32_t taken;             /* they go on from here: */
  uint64_t step;              /* the number of the next */
  double time, dt;            /* s: now, and how long the last was */
  struct wcsph_motion motion; /* as after advance; with a fault: of a step that is not counted, dt long */
  enum wcsph_ahead_end end;   /* AHEAD_OVERFLOW: sums did (struct wcsph_limits), at the next step */
  double forces_share;        /* of the time that all took */
};

/* An acceleration that is linear in position and velocity: the fictitious one in axes that move. */
struct wcsph_body_force {
  uint32_t from[3];  /* quanta */
  float constant[3]; /* m/s^2 */
  float place[9];    /* 1/s^2, by rows: times the way from there */
  float velocity[9]; /* 1/s */
};

/* Work done so far, for summary and bench. */
struct wcsph_counters {
  uint64_t pairs;   /* particle pairs in the list now (each once) */
  uint64_t checked; /* pairs whose distance a force pass finds: all of the list; 0: not counted */
  uint64_t lanes;   /* of vectors that it computes, full or not; 0: not counted */
  uint64_t rebuilds;
  bool own;               /* pairs and neighbours are of rows that are not marked MARK_HALO alone */
  double mean_neighbours; /* inside the support, a fluid particle, at the last build */
  uint64_t moved; /* bytes that a force pass moves if it fetches and stores everything once; 0: not counted */
  uint64_t touched; /* likewise in caches: a neighbour's record and its sum for every entry; 0: not counted */
  uint64_t listed;  /* bytes of the list; 0: there is none, or not counted */
  size_t bytes;     /* memory the backend allocated, beside the state's buffers */
  bool foresees;    /* lists are made for paths (wcsph/models/path.h), if the state says how long they live */
};

/* The kinds of work that a backend does on all particles; `run` gets an entry of one kind. Members of the
 * entry that the kind does not name are not read. The list must not be stale, except for a rebuild. */
enum wcsph_work {
  /* Sort particles into cells, drop fluid that is marked as gone, or outside if the state is `shedding`
   * (state->count shrinks), set listed_pos, and build the neighbour search. With keep_order it builds from
   * listed_pos as it is, without sorting or dropping: a resumed run gets the list that it had. */
  WORK_REBUILD,
  WORK_FORCES, /* fill `rate` of every particle (walls too: the reaction, without gravity); limits */
  WORK_PASS,   /* another pass over all particles, into the buffers that its header (passes/) names; found */
  WORK_SWEEP,  /* work on single particles, as a header of sweeps/ says; given, swept */
  WORK_LAW,    /* constants of the law have changed, no choices; law: all of it */
  WORK_BODY_FORCE, /* add an acceleration to the fluid's in `rate`; force */
  WORK_MOVE_WALLS, /* walls that move to their poses, with their velocities, as a stage does; poses */
  WORK_WALL_LOADS, /* what the fluid does to bodies, from `rate`, added to loads; poses: those of the last
                      move */
  WORK_STRUCTURES, /* structures bend through a step, with loads from `rate`, and their rows go along: spread
                      and faults are noted; bending, poses at the end, motion */
  WORK_COLLECT_FACES, /* what is in the layers of open boundaries (openings/opening.h); faces */

  /* Optional kinds: `takes` has a bit for each that the backend does. */
  WORK_LOOK_AT_FACES, /* update the squares of open boundaries from what the case gives and, with `sample`,
                       * from the fluid in front of them; a host without it uses `points`; faces, fastest2 */
  WORK_SHOW_FACES,    /* copies sites and samples to the host, after LOOK_AT_FACES; faces */
  WORK_STEPS,         /* whole steps, as many as it can now; ahead */
  WORK_PEAK,          /* measure peak, after a force pass, whose list and buffers it uses */
  WORK_KEEP,          /* no entry: `transfer` keeps rows (TRANSFER_KEEP) */
  WORK_JOINED /* the force pass and a JOINED one, pass, which comes next, in one loop; limits, found */
};

struct wcsph_entry {
  enum wcsph_work work;
  enum pass_id pass;
  enum sweep_id sweep;
  bool keep_order;
  struct wcsph_limits *limits;
  struct pass_found *found;
  const struct sweep_given *given;
  struct sweep_found *swept;
  const struct wcsph_law *law;
  const struct wcsph_body_force *force;
  const struct wall_pose *poses; /* [pose_count]: walls of the case (walls/pose.h) */
  size_t pose_count;
  int64_t (*loads)[LOAD_SUMS]; /* [bodies] whole quanta */
  const struct structure_step *bending;
  struct wcsph_motion *motion;
  const struct opening_table *faces;
  bool sample;
  float *fastest2; /* m^2/s^2: the largest square of the faces' speeds */
  struct wcsph_ahead *ahead;
  double *peak; /* 1/s: pair interactions, both directions, that the code of the force pass reaches where
                 * neither memory nor empty lanes limit it */
};

/* Rows of fluid are added and removed between steps. */
enum wcsph_rows_kind {
  /* Append `count` rows, which the host has written after the last row of `from`: the state, whose capacity
   * may have grown, or, where parts hold its rows, a state of newcomers alone. They belong to the state when
   * this returns, and to the neighbour search after a rebuild. */
  ROWS_APPEND,
  ROWS_REMOVE, /* mark the fluid with these `ids`, which ascend, for the next rebuild to drop; *found of them
                */
  ROWS_REPLACE /* the host has put other rows, perhaps more or fewer, into the buffers that follow a
                * particle; of walls too if `walls`, which are sorted anew. A rebuild follows. */
};
struct wcsph_rows_change {
  enum wcsph_rows_kind kind;
  const struct wcsph_state *from;
  const uint64_t *ids;
  uint32_t count, *found;
  bool walls;
};

/* Rows of the buffers in `mask`, between the host and the backend; with positions those of structures, too.
 */
enum wcsph_direction {
  TRANSFER_FETCH, /* make the host's copy current */
  TRANSFER_SEND,  /* the host has changed them */

  /* For output by another thread while steps go on: the rows as they are now are staged beside the state
   * until TRANSFER_BRING copies those that `to` has buffers for into the first rows of `to`, or without `to`
   * releases them: once, from any thread. A second TRANSFER_KEEP blocks until then. Without room, or if the
   * backend never stages, *kept is false and nothing has happened: fetch. */
  TRANSFER_KEEP,
  TRANSFER_BRING
};
struct wcsph_transfer {
  enum wcsph_direction direction;
  row_mask mask;
  bool *kept;
  struct wcsph_state *to;
};

/* For a backend with more rows than a host can hold: the parts of a run together (src/parts). */
struct wcsph_settings;
struct checkpoint;
struct wcsph_found;
struct wcsph_elsewhere {
  /* In place of a first `send`: place the rows of the case where they belong; the host has none of them.
   * poses: of its walls, or NULL; max_speed2: the square of the largest speed, m^2/s^2. */
  int (*place)(void *self, const struct wcsph_settings *c, const struct wall_pose *poses, float *max_speed2);

  /* Likewise from a checkpoint whose rows are in its file (checkpoint_read_head), as many walls first as the
   * state has. STATUS_USAGE, and nothing has happened, where a part cannot read that file. */
  int (*resume)(void *self, const struct checkpoint *from);

  int (*hash)(void *self, uint64_t *sum); /* the sum of the rows' hashes (rows_hash) */

  /* For output. `show` makes rows of the buffers in `mask` readable until the next step, and counts them by
   * kind: those in `choice`, by ascending ids, or without it all, walls first, in the backend's order.
   * `window` copies the window-th ROWS_WINDOW of them, or as many as are left, to the first rows of `to`,
   * which has room. */
  int (*show)(void *self, row_mask mask, const struct row_choice *choice, uint64_t counts[ROW_KINDS]);
  int (*window)(void *self, row_mask mask, size_t window, struct wcsph_state *to);

  /* After `show` with a choice: each part finds what its rows need of neighbours (wcsph/results/vorticity.h);
   * then a window of that. The list must not be stale. */
  int (*look_around)(void *self);
  int (*window_around)(void *self, size_t window, struct wcsph_found *to);

  /* Turn over a bit of the buffer's row of the particle, for a fault that is planted (wcsph/watch.h). */
  int (*turn)(void *self, int buffer, uint64_t id, unsigned bit);
};

struct wcsph_backend {
  struct backend about; /* its name, and in which ways it can execute */
  unsigned takes;       /* bits by enum wcsph_work, of those that a backend may lack */

  /* The state and law live as long as the backend; it works on their buffers. */
  int (*open)(void **self, struct wcsph_state *state, const struct wcsph_law *law,
              const struct execution_options *options);
  void (*close)(void *self);

  int (*run)(void *self, const struct wcsph_entry *entry);

  /* A pass at points instead of particles, given in quanta: `out` gets as many rows a point as the pass
   * writes. For a pass whose POINTS are OF_WALLS, points is NULL: it runs at the points opposite to walls,
   * whose rows of `vel` it writes (wcsph/walls/mirror.h). */
  int (*points)(void *self, enum point_pass_id pass, uint32_t count, const struct position *points,
                struct vec4 *out);

  int (*advance)(void *self, const struct wcsph_stage *stage, struct wcsph_motion *motion);
  int (*rows)(void *self, const struct wcsph_rows_change *change);
  int (*transfer)(void *self, const struct wcsph_transfer *transfer);
  void (*count)(void *self, struct wcsph_counters *out);

  /* Line for headers and `info`: instruction set, threads, device. */
  void (*describe)(void *self, char *text, size_t size);

  /* Estimate, before anything is allocated, of the bytes beside the state's buffers, which take `state`. */
  size_t (*estimate)(size_t state, uint32_t wall_count, uint32_t fluid_count, double neighbours, int threads);

  /* Whether and where there is specialised code for the force pass of a law; NULL: the backend has none.
   * `open` uses what is found. STATUS_USAGE for an instruction set that is not available. */
  int (*code)(struct code *code, const struct wcsph_law *law, const struct execution_options *options);

  const struct wcsph_elsewhere *elsewhere; /* NULL: the host has a buffer for each row */
};

#endif
