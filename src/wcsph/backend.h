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

/* What a time step is made of beside that (wcsph/models/timestep.h), and which stage it is then. */
struct wcsph_pace {
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

/* The square of the most by which two particles can have come nearer to each other, m^2: what the farthest
 * two move towards each other, or, less where all move alike, the diagonal of the box of all displacements
 * and of the walls' none. */
static inline float wcsph_spread_approach2(const struct wcsph_spread *s) {
  float box2 = 0.0f;
  for (int a = 0; a < 3; a++) box2 += (s->back[a] + s->forth[a]) * (s->back[a] + s->forth[a]);
  return 4.0f * s->distance2 < box2 ? 4.0f * s->distance2 : box2;
}

/* What an advance found. The spread goes on from the one it is given, so that a maximum need not be found
 * from nothing at every step; so does the speed. */
enum wcsph_left { LEFT_NONE, LEFT_LATELY, LEFT_FAR };
enum wcsph_fault { FAULT_NONE, FAULT_SPEED, FAULT_DENSITY, FAULT_OUTSIDE, FAULT_OVERFLOW };
struct wcsph_motion {
  struct wcsph_spread spread;
  float max_speed2;       /* m^2/s^2: fluid's, since the list was built */
  uint32_t left;          /* enum wcsph_left: the fluid that is farthest outside through an open face */
  enum wcsph_fault fault; /* a particle broke a limit: the run has diverged */
  uint64_t fault_id;      /* the lowest id that did */
};

/* Steps of one stage behind each other, each of them forces and advance alone, for a backend that takes
 * them by itself. They end with the one behind which the list is old, fluid has left, or it is `until`; or
 * where a particle breaks a limit, or a sum has overflowed. */
enum wcsph_ahead_end { AHEAD_WENT_ON, AHEAD_ENDED, AHEAD_OVERFLOW };
struct wcsph_ahead {
  struct wcsph_pace pace;
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

/* An acceleration that is linear in place and velocity: of axes that move. */
struct wcsph_push {
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
};

struct amphi_case;
struct checkpoint;
struct wcsph_found;
struct wcsph_backend {
  struct backend about;                    /* its name, and in which ways it can execute */
  const struct wcsph_backend *forces_only; /* the table for `stages: forces`; NULL: it has none */

  /* The state and law live as long as the backend; it works on their buffers. */
  int (*open)(void **self, struct wcsph_state *state, const struct wcsph_law *law,
              const struct execution_options *options);
  void (*close)(void *self);

  /* In place of a first `send`: the rows of the case are placed where they belong, and the host has none of
   * them; poses: of its walls, or NULL; the square of the largest speed, m^2/s^2. For parts (src/parts),
   * others have NULL. */
  int (*place)(void *self, const struct amphi_case *c, const struct wall_pose *poses, float *max_speed2);

  /* Likewise of a checkpoint whose rows are in its file (checkpoint_read_head), as many walls first as the
   * state has. STATUS_USAGE, and nothing has happened, where some part cannot read that file. */
  int (*resume)(void *self, const struct checkpoint *from);

  /* The sum of the rows' hashes (rows_hash). NULL: the host finds it of its buffers. */
  int (*hash)(void *self, uint64_t *sum);

  /* For what is written, where no host can hold all rows; NULL: `fetch`. Rows of the buffers in `mask` (and
   * those in `choice`, by ascending ids; or without it all, walls first, in an order of the backend's) can be
   * looked at until the next step; how many of each kind there are; and ROWS_WINDOW of them, or what is
   * left, from the window-th such on, to the first rows of `to`, which has room for them. */
  int (*show)(void *self, row_mask mask, const struct row_choice *choice, uint64_t counts[ROW_KINDS]);
  int (*window)(void *self, row_mask mask, size_t window, struct wcsph_state *to);

  /* For what another thread writes while steps go on. Rows of the buffers in `mask` as they are now are kept
   * beside the state, until `bring` has put them, or those of them that it is given buffers for, into the
   * first rows of a state of the host, or with NULL has let go of them: any thread may call it, once. Who
   * keeps others meanwhile waits. Without room *kept is false, and nothing happened; NULL: `fetch`. */
  int (*keep)(void *self, row_mask mask, bool *kept);
  int (*bring)(void *self, struct wcsph_state *to);

  /* Behind show with a choice: what is found of each row's neighbours (wcsph/results/vorticity.h), by whoever
   * has it, and of a window; the list must not be stale. NULL where the host finds it. */
  int (*look_around)(void *self);
  int (*window_around)(void *self, size_t window, struct wcsph_found *to);

  /* Take `count` rows of fluid that the host has written behind the last one of `from`: the state, which may
   * have more room than it had (state->capacity), or where parts have its rows, a state of newcomers alone.
   * They are part of the state when this returns, and of what finds neighbours after a rebuild. */
  int (*append)(void *self, const struct wcsph_state *from, uint32_t count);

  /* Mark the fluid with these ids, which ascend, for the next rebuild to drop; *found: how many there are. */
  int (*remove)(void *self, const uint64_t *ids, uint32_t count, uint32_t *found);

  /* Other rows stand in the host's buffers that follow a particle, more of them or fewer; walls too if
   * `walls`, which are sorted anew. A rebuild follows. */
  int (*replace)(void *self, bool walls);

  /* For parts; NULL where the host's buffers are the backend's, and `send` tells it of changes. Which rows
   * of a kind other parts may want, in memory that the caller frees; rows of the buffers in `mask`, row by
   * row, to `to`; rows that the next rebuild drops. */
  int (*select)(void *self, enum row_kind kind, const struct row_filter *filter, uint32_t **rows,
                uint32_t *count);
  int (*take)(void *self, row_mask mask, const uint32_t *rows, uint32_t count, void *to);
  int (*discard)(void *self, const uint32_t *rows, uint32_t count);

  /* The largest square of `rate` of fluid that is not marked MARK_HALO, m^2/s^4; NULL where a pass finds that
   * of no other rows. */
  int (*most_rate)(void *self, float *most);

  /* Sort particles into cells, drop fluid that is marked as gone, or outside if the state is `shedding`
   * (state->count shrinks), set listed_pos, and build what finds neighbours. With keep_order it builds from
   * listed_pos as it is, without sorting or dropping: a resumed run gets the list it had. */
  int (*rebuild)(void *self, bool keep_order);

  /* Whether lists are made for paths (wcsph/models/path.h) of particles, if the state says how long lists
   * live. NULL: never, and the state's life is 0. */
  bool (*foresees)(void *self);

  /* The next of forces and pass calls come(of) before it reads any row marked MARK_HALO, and computes as much
   * as it can without before. For parts; NULL: such rows are there before it is called. */
  void (*beside)(void *self, int (*come)(void *of), void *of);

  /* Fill `rate` of every particle (walls too: the reaction, without gravity). */
  int (*forces)(void *self, struct wcsph_limits *limits);

  /* Steps by itself, as many as it can; none, where it cannot now. The list must not be stale. NULL: never.
   */
  int (*ahead)(void *self, struct wcsph_ahead *a);

  /* Another pass over all particles, into the buffers that its header (passes/) names. The list must not be
   * stale. */
  int (*pass)(void *self, enum pass_id pass, struct pass_found *found);

  /* A pass at points that are no particles, given in quanta: `out` gets as many rows for each as the pass
   * writes. Of a pass whose POINTS are OF_WALLS, points NULL: those opposite to walls, whose rows of `vel`
   * it writes (wcsph/walls/mirror.h). */
  int (*pass_at)(void *self, enum point_pass_id pass, uint32_t count, const struct position *points,
                 struct vec4 *out);

  int (*advance)(void *self, const struct wcsph_stage *stage, struct wcsph_motion *motion);

  /* Work on single particles, as a header of sweeps/ says. */
  int (*sweep)(void *self, enum sweep_id sweep, const struct sweep_given *given, struct sweep_found *found);

  /* Put the particles of walls that move where the poses have them, with their velocities
   * (wcsph/walls/pose.h), as a stage does. [walls of the case] */
  int (*move_walls)(void *self, const struct wall_pose *poses, size_t count);

  /* Add it to the fluid's accelerations in `rate`. */
  int (*push)(void *self, const struct wcsph_push *push);

  /* What is in the layers of open boundaries (wcsph/openings/opening.h). */
  int (*collect_faces)(void *self, const struct opening_table *table);

  /* The squares of open boundaries anew, of what is given and, if they are to `sample`, of the fluid before
   * them now; the largest square of their speeds, m^2/s^2. Then show_faces brings sites and what was seen.
   * NULL: the host finds them, by `pass_at`. */
  int (*look_at_faces)(void *self, const struct opening_table *table, bool sample, float *fastest2);
  int (*show_faces)(void *self, const struct opening_table *table);

  /* What the fluid does to bodies, from `rate`: whole quanta (wcsph/walls/pose.h), added to sums[]. The poses
   * are those to which walls moved last. [walls of the case], [bodies] */
  int (*wall_loads)(void *self, const struct wall_pose *poses, size_t count, int64_t (*sums)[LOAD_SUMS]);

  /* Make the host's copy of the buffers in `mask` current / tell the backend the host changed them. */
  int (*fetch)(void *self, row_mask mask);
  int (*send)(void *self, row_mask mask);

  void (*count)(void *self, struct wcsph_counters *out);

  /* Pair interactions a second, both directions, that the force pass's own code does where memory and empty
   * lanes do not hold it up; after a force pass, whose list and buffers it uses. NULL: no way to know. */
  int (*peak)(void *self, double *interactions);

  /* Whether the force pass of a law's combination of models has code of its own, and where; NULL: it never
   * has. `open` uses what is found. STATUS_USAGE for an instruction set that is not there. */
  int (*code)(struct code *code, const struct wcsph_law *law, const struct execution_options *options);

  /* Line for headers and `info`: instruction set, threads, device. */
  void (*describe)(void *self, char *text, size_t size);

  /* Expected bytes beside the state's buffers, which take `state`, before anything is allocated. */
  size_t (*estimate)(size_t state, uint32_t wall_count, uint32_t fluid_count, double neighbours, int threads);
};

#endif
