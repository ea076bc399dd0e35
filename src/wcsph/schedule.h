/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SCHEDULE_H
#define WCSPH_SCHEDULE_H
/* What a step is made of: a list of entries that the start makes once of a case's models (start/schedule.c)
 * and evolution goes through. An entry is a kernel, which a backend runs, or an act of the run itself; it
 * says what it reads and writes. Which buffers a run has, and whether a backend may take whole steps by
 * itself, follow from the list. */
#include "wcsph/backend.h"

struct wcsph_run;

/* When an entry is due. A step goes through them in this order; where the integrator has two stages, from
 * BEFORE_WALLS to AFTER_STAGE twice. */
enum moment {
  AT_START,      /* once, behind the first list of a run that is not resumed */
  BEFORE_STEP,   /* the state is that of the step before */
  BEFORE_WALLS,  /* densities */
  AT_WALLS,      /* walls take pressure and velocity from the fluid */
  BEFORE_FORCES, /* what the force pass and those behind it read */
  AT_FORCES,     /* the force pass */
  AFTER_FORCES,  /* what adds to rates */
  BEHIND_RATES,  /* what the run does with rates: axes, bodies, open boundaries */
  BEFORE_STAGE,  /* what changes rates by how long the stage is */
  IN_STAGE,      /* where walls and open boundaries are at the stage's end: filled into it */
  AFTER_STAGE,   /* what goes along with the stage */
  AFTER_STEP,    /* time and number of the step are those of its end */
  MOMENTS
};

/* The step under way, for acts. */
struct step {
  struct wcsph_limits limits; /* of the last force pass */
  float viscosity;            /* m^2/s: of the modes that it damps most; from BEFORE_STAGE on */
  double longest;             /* s: the longest step that acts behind the rates allow */
  double dt;                  /* s: the step's, from BEFORE_STAGE on */
  double stage_dt;            /* s: that the stage takes velocities on by */
  double time;                /* s: at the end of the stage */
  bool again;                 /* the second stage, which begins where the first did */
  struct wcsph_stage *stage;  /* from IN_STAGE on */
};

struct scheduled {
  enum moment when;
  uint32_t every; /* steps: due where the run's step is a multiple of it */
  row_mask reads, writes;

  int (*act)(struct wcsph_run *r, struct step *s); /* or NULL: a kernel, which is */
  struct wcsph_entry kernel;                       /* without what it finds; */
  struct sweep_given given;                        /* of a sweep */
  bool is_timed;                                   /* of a sweep: value[0] is the time that it acts for, s */
  bool of_points;                                  /* at points opposite to walls: */
  enum point_pass_id points;
  bool finds_viscosity; /* the largest of pairs is of a viscosity, m^2/s, that limits the step */
};

enum { SCHEDULE_MOST = 128 }; /* a phase has up to three */
struct schedule {
  struct scheduled entries[SCHEDULE_MOST];
  uint32_t begin[MOMENTS + 1]; /* of each moment's */
  uint32_t count;
  row_mask buffers;     /* that some entry reads or writes */
  bool is_bare;         /* steps are one stage, of forces and advance alone: WORK_STEPS may take them */
  bool finds_viscosity; /* some entry does */
  bool joins;           /* WORK_JOINED may take the first entry behind the force pass along with it */
};

/* The buffers that a pass, a pass at points or a sweep reads or writes, by its header. */
row_mask pass_reads(enum pass_id pass);
row_mask pass_writes(enum pass_id pass);
row_mask sweep_reads(enum sweep_id sweep);
row_mask sweep_writes(enum sweep_id sweep);

/* Append an entry to those of its moment; the caller may set more members of it. */
struct scheduled *schedule_forces(struct schedule *s);
struct scheduled *schedule_pass(struct schedule *s, enum moment when, enum pass_id pass);
struct scheduled *schedule_points(struct schedule *s, enum moment when, enum point_pass_id pass);
struct scheduled *schedule_sweep(struct schedule *s, enum moment when, enum sweep_id sweep);
struct scheduled *schedule_act(struct schedule *s, enum moment when,
                               int (*act)(struct wcsph_run *r, struct step *s), row_mask writes);

/* Call when all entries are added: sorts them by moment and derives the other members. */
void schedule_end(struct schedule *s, bool has_one_stage, enum summation summation);

/* Run all entries of a moment that are due, timed as a part of the step. */
int schedule_go(struct wcsph_run *r, enum moment when, struct step *s);

/* Run the kernels of the moments `from` to `to` on another backend, which is at the same step. */
int schedule_judge(const struct wcsph_run *r, const struct wcsph_backend *backend, void *self,
                   enum moment from, enum moment to, struct step *s);

#endif
