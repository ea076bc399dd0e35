/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_EVOLUTION_H
#define WCSPH_EVOLUTION_H
/* A WCSPH run: the abstract sequence of steps, on any backend. It does no I/O of its own; the
 * command line asks for snapshots, gauges and checkpoints between steps. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "case/motion.h"
#include "geometry/particles.h"
#include "io/checkpoint.h"
#include "io/snapshot.h"
#include "method/horizon.h"
#include "wcsph/calls.h"
#include "wcsph/schedule.h"
#include "wcsph/settings.h"

enum wcsph_timer { TIMER_REBUILD, TIMER_WALLS, TIMER_FORCES, TIMER_ADVANCE, TIMER_GAUGES, TIMER_COUNT };
extern const char *const wcsph_timer_names[TIMER_COUNT + 1]; /* NULL at the end */

/* Where a wall that moves is. */
struct wall_listed {
  uint32_t shift[3]; /* quanta */
  double turn[3][3];
};
struct wall_place {
  uint32_t low[3], high[3],
      centre[3];    /* at the start, quanta: the box of its particles, what it turns about */
  double middle[3]; /* the same, m */
  double reach;     /* m, of its particles from there */
  struct pose pose;
  struct wall_listed now, listed; /* listed: when the neighbour list was built */
};

struct rigid_body;
struct contact;
struct bending;
struct joining;
struct cabling;
struct driving;
struct surfaces;
struct sensor;
struct openings;
struct wcsph_found;
struct paddles;
struct wcsph_watch;

/* When and where fluid first left, to within the steps between two checks; NaN: none has. */
struct wcsph_lost {
  double time, at[3]; /* s, m */
};

/* Where the fluid's heat comes from and goes, J above heat.reference; in 2-D J/m. */
struct wcsph_heat_budget {
  double begun;        /* what the fluid had at the start */
  double given, saved; /* what walls gave it so far; and then, as the integrator saved it */
  double gone;         /* what fluid had that left */
  double come;         /* what fluid had that came in */
};

struct wcsph_run {
  const struct wcsph_settings *config;
  struct wcsph_law law;
  struct wcsph_state state;
  struct schedule schedule;
  const struct wcsph_backend *backend;
  void *self; /* the backend's */

  double time; /* s */
  uint64_t step;
  uint64_t next_id;                   /* of the next particle to come: ids are not used twice */
  double dt;                          /* s, of the last step */
  double viscosity_factor;            /* that the law has by viscosity.file; 0: not yet */
  uint64_t begun;                     /* fluid particles at the start, with the rows of open boundaries */
  uint64_t begun_of[PHASES_MOST + 1]; /* of several phases, of each of them; 0: the material */
  uint64_t left;          /* fluid particles that left through open faces or beyond limits so far */
  uint64_t over;          /* of these, over the top of the domain */
  struct wcsph_lost lost; /* the first that left */
  struct wcsph_heat_budget heat;
  uint64_t particle_steps;     /* sum over steps of particles */
  uint64_t pair_interactions;  /* sum over force passes of pairs inside the support, both directions */
  uint64_t substeps;           /* viscous ones so far (wcsph/substeps.h) */
  double seconds[TIMER_COUNT]; /* wall time by stage */
  bool listed;                 /* the backend has a neighbour list */
  double listed_time;          /* s, when it was built */
  uint64_t listed_step;        /* before which step; of this process */
  double moved_time;           /* s, to which particles have moved: a stage may end within a step */
  struct wall_place *walls;    /* [walls of the case]; NULL where none moves */
  struct wall_pose *poses;     /* [walls of the case], likewise */
  struct rigid_body *bodies;   /* [body_count] */
  size_t body_count;
  double *body_numbers;            /* for checkpoints */
  int64_t (*body_sums)[LOAD_SUMS]; /* [body_count] what the fluid does to them */
  struct bending *bending;         /* walls that bend (walls/structures.h); NULL without */
  struct contact *contact;         /* likewise, of bodies that touch */
  struct joining *joining;         /* likewise, of joints */
  struct cabling *cabling;         /* likewise, of cables */
  struct driving *driving;         /* likewise, of bodies along time */
  struct surfaces *surfaces;       /* likewise, of walls that are shown */
  struct openings *openings;       /* likewise, of open boundaries */
  struct paddles *paddles;         /* likewise, of paddles that absorb */
  struct wcsph_watch *watch;       /* likewise, of what the entries of steps do (watch.h) */
  struct sensor *sensors;          /* [gauges of the case]; NULL where all follow at once */
  struct wcsph_state *window;      /* rows that are written (window.h); NULL where none were in this way */
  struct wcsph_state *brought;     /* likewise (results/kept.h): those of the thread that writes */
  struct wcsph_motion motion;      /* of the last stage; after STATUS_DIVERGED names the particle */
  float fastest2;                  /* m^2/s^2: of the fluid in all lists but the last, whose is in `motion` */
  char diverged[256];              /* after STATUS_DIVERGED: particle, position, time, reason */
};

/* Derived constants for `amphi check` and headers, without allocating particles. */
int wcsph_derive(struct wcsph_law *law, struct wcsph_state *geometry, const struct wcsph_settings *c,
                 const struct particles *p);

/* The law with another viscosity, `factor` times the case's; everything else of it as before. */
void wcsph_derive_viscosity(struct wcsph_law *law, const struct wcsph_state *geometry,
                            const struct wcsph_settings *c, double factor);

/* Mask of the buffers that a run of this case has. */
row_mask wcsph_buffers_needed(const struct wcsph_settings *c, const struct schedule *schedule);

/* Speed of sound of the case's material, m/s; 0 where there is nothing to derive it from. */
double wcsph_speed_of_sound(const struct wcsph_settings *c, const struct particles *p);

/* Estimate of the first time step, s; nu, m^2/s: law->nu, or 0 to leave out the viscous limit. */
double wcsph_step_estimate(const struct wcsph_law *law, const struct wcsph_settings *c, float nu);

/* Fill in the options of the execution that the case sets. */
void wcsph_run_options(struct execution_options *options, const struct wcsph_settings *c);

/* Set up from initial particles and open the backend. The settings must outlive the run; the particles'
 * arrays are dropped as soon as they are placed, for the backend needs the memory. */
int wcsph_run_open(struct wcsph_run *r, const struct wcsph_settings *c, struct particles *p,
                   const struct wcsph_backend *backend, const struct execution_options *options);

/* Same, from a checkpoint, whose buffers are dropped as well. */
int wcsph_run_resume(struct wcsph_run *r, const struct wcsph_settings *c, struct particles *p,
                     struct checkpoint *from, const struct wcsph_backend *backend,
                     const struct execution_options *options);

/* Fluid that is added and removed between two steps. Newcomers begin as the fluid of a case does, with ids
 * that no particle had before, in the order given. */
struct wcsph_newcomer {
  double place[3];            /* m */
  float velocity[3];          /* m/s */
  float d;                    /* rho/rho0 - 1 */
  uint16_t body;              /* index into the case's fluids */
  struct vec4 phase, damping; /* of several phases: its rows */
  struct vec4 heat, eddies;   /* likewise where it has such */
};
struct wcsph_change {
  const uint64_t *gone; /* ids, in ascending order */
  const struct wcsph_newcomer *come;
  uint32_t gone_count, come_count;
  uint32_t marked; /* that the backend has marked as gone beside them */
};

/* Rows to reserve when there is no room for `count`: some spare, so that buffers seldom grow. */
uint32_t wcsph_rows_reserved(uint32_t count);

/* Make a change, the same on every backend, and rebuild the list. STATUS_USAGE with nothing changed if
 * newcomers are too many or outside the domain; also if an id in `gone` is absent, with which the run is
 * over. */
int wcsph_run_change(struct wcsph_run *r, const struct wcsph_change *c);

/* Rebuild the neighbour list for the particles as they are. */
int wcsph_run_rebuild(struct wcsph_run *r);

/* The same where fluid is marked as gone, whose heat is then counted. */
int wcsph_run_drop(struct wcsph_run *r);

/* Rebuild it if two particles may have approached by more than it allows for, before neighbours are read
 * between steps; no particle is dropped. */
int wcsph_run_relist(struct wcsph_run *r);

/* Rebuild it if it is stale or fluid has left. */
int wcsph_run_list(struct wcsph_run *r);

/* Say which particle broke which limit, by r->motion: STATUS_DIVERGED, also in `diverged`. */
int wcsph_run_diverge(struct wcsph_run *r);

/* A stage of the integrator, s->stage, that ends at s->time. STATUS_DIVERGED: see diverged. */
int wcsph_run_stage(struct wcsph_run *r, struct step *s);

/* Run the schedule's entries before the first step, and find walls and viscosities for the first snapshot. */
int wcsph_run_begin(struct wcsph_run *r);

/* The two halves of a time step, for several runs that take it together: up to its rates and s->dt, the
 * longest that they allow; and, once all have the same s->dt, to `end`. */
int wcsph_run_step_begin(struct wcsph_run *r, struct step *s, struct step_control *control);
int wcsph_run_step_end(struct wcsph_run *r, struct step *s, const struct step_control *control, double end);

/* One time step; dt is never beyond `until` - time if until > 0. STATUS_DIVERGED: see diverged. */
int wcsph_run_step(struct wcsph_run *r, double until);

/* One step, or several where the backend can and nothing reads the state in between (method/method.h). */
int wcsph_run_steps(struct wcsph_run *r, const struct horizon *h);

/* The run as columns of a snapshot, in the case's order of ids: points (m), velocity, density, pressure, type
 * (0 fluid, 1 wall), body, id, viscosity (Pa s) where particles have one of their own, and what is found of
 * neighbours (wcsph/results/vorticity.h): the fields and particles that the case wants, or if `whole` all
 * particles with at least velocity, density and pressure. Valid until the next step, and not to be moved:
 * columns point into it. */
struct wcsph_view {
  const struct wcsph_run *run; /* whose rows are shown: `some`, where a window of them is looked at */
  struct wcsph_run some;
  uint64_t counts[ROW_KINDS]; /* of all that are shown so */
  unsigned fields;            /* bits by enum shown_field */
  size_t count;
  uint32_t *order; /* [count] which particle a row shows; NULL: windows, by ids */
  size_t column_count;
  struct wcsph_found *found; /* by rows of the state, or of a window; NULL where the case asks for nothing */
  struct column columns[14];
};
int wcsph_run_view(struct wcsph_run *r, struct wcsph_view *v, bool whole);
void wcsph_view_free(struct wcsph_view *v);

/* Position and kind of the particle with the lowest id among those that `wanted` accepts. */
typedef bool (*wcsph_wanted)(const struct wcsph_state *s, enum row_kind kind, const struct position *x,
                             uint64_t id, uint64_t with);
int wcsph_run_find(struct wcsph_run *r, wcsph_wanted wanted, uint64_t with, struct position *x,
                   enum row_kind *kind, bool *found);

/* Position and kind of the particle with an id. */
int wcsph_run_where(struct wcsph_run *r, uint64_t id, struct position *x, enum row_kind *kind);

/* Allocate the run's window of rows (ROWS_WINDOW). */
int wcsph_run_window(struct wcsph_run *r);

/* The run as a checkpoint; buffers point into the state, valid until the next step. Freed with
 * checkpoint_release. */
int wcsph_run_checkpoint(struct wcsph_run *r, struct checkpoint *out);

/* Energies, J (compressible is NaN where there are phases), momentum, kg m/s, and the centre of mass, m, by
 * compensated sums in double. */
struct wcsph_totals {
  double kinetic, potential, compressible, momentum[3], centre[3], mass;
};
int wcsph_run_totals(struct wcsph_run *r, struct wcsph_totals *t);

/* Fluid particles of each phase; 0: the material. */
int wcsph_run_count_phases(struct wcsph_run *r, uint64_t counts[PHASES_MOST + 1]);

/* Heat of the fluid, J above heat.reference; in 2-D J/m. */
int wcsph_run_heat(struct wcsph_run *r, double *heat);

/* Half the integral of the square of the vorticity over the fluid (wcsph/results/vorticity.h), m^3/s^2, in
 * 2-D m^2/s^2. */
int wcsph_run_enstrophy(struct wcsph_run *r, double *enstrophy);

void wcsph_run_close(struct wcsph_run *r);

#endif
