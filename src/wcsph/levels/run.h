/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_RUN_H
#define WCSPH_LEVELS_RUN_H
/* The runs of all levels of resolution, one for each level, stepped together. */
#include "wcsph/evolution.h"
#include "wcsph/levels/gates.h"
#include "wcsph/levels/ring_fit.h"

struct levels_run {
  struct resolved resolved[LEVELS_MOST];
  double lost, least_fluid; /* limits of all levels */
  struct wcsph_run *runs[LEVELS_MOST];
  int count;
  struct gate *gates;
  size_t gate_count;
  struct gate *faces; /* of level k: faces[k - 1] */
  /* As of the last exchange at the gates, for each level: */
  uint64_t own[LEVELS_MOST];     /* fluid particles in no ring */
  int64_t left[LEVELS_MOST];     /* of these, through open faces of the domain so far */
  int64_t came;                  /* into level 0 through open boundaries, less those that went out */
  uint64_t newest[LEVELS_MOST];  /* the first id that was given out then */
  uint64_t *ringed[LEVELS_MOST]; /* fluid in rings, ascending: id, with the gate in the lowest RING_BITS */
  size_t ringed_count[LEVELS_MOST];
  double mass;         /* at the start: kg, in 2-D kg/m */
  double flowed;       /* s: time of the last exchange at the gates */
  double seconds;      /* wall time of exchanges */
  int *gauge_level;    /* for each gauge of the case: the level that reads it */
  size_t *gauge_width; /* and how many columns it has */
  size_t gauge_count;
  double *numbers;   /* for checkpoints */
  uint64_t *rings;   /* likewise: `ringed` of all levels */
  char (*names)[80]; /* likewise */
  char diverged[256];
};
enum { RING_BITS = 5 };

/* For each row of fluid and of dynamic walls OWN_ROW, or twice the number of its ring's gate, plus one if it
 * is beyond the gate. */
enum { OWN_ROW = UINT8_MAX };
int levels_find_whose(uint8_t **all, const struct levels_run *r, int level);
void levels_place(const struct wcsph_state *s, uint32_t i, double place[3]);

/* ---- the fluid that a level has at places; its list must not be stale ---- */

enum { SHARED_FROM = 4096 }; /* rows: fewer take one thread less time than threads take to meet */

/* Rows of a level in which another sets velocity and density, of walls density alone. */
struct ring {
  uint32_t *rows, count;
  double (*places)[3];
  uint32_t *squares; /* of the face that the ring is beside, the one that is nearest */
  struct opening_fit *fits;
};

int levels_fit(struct wcsph_run *from, const double (*places)[3], uint32_t count, struct ring_fit *fits);

/* The same at the middle of each square of a gate or face: fits[g->count]. */
int levels_fit_squares(struct wcsph_run *from, const struct gate *g, struct ring_fit *fits);

/* The same at the rows of the ring of a gate. */
int levels_fit_ring(const struct levels_run *r, size_t gate, struct ring *g);

/* Counts particles that crossed faces, and inserts and removes particles at gates. */
int levels_pass_gates(struct levels_run *r);

/* Before the first step, removes the particles that levels have beyond their rings. */
int levels_begin(struct levels_run *r);

/* Mass at the last exchange: of the levels' own particles and of those that left the domain, less what came
 * in through open boundaries; kg, in 2-D kg/m. */
double levels_mass(const struct levels_run *r);

/* The part of levels_mass that is not in the domain: what left, less what came in. */
double levels_gone(const struct levels_run *r);

/* Mass that has left one level and not yet entered another (`due` of faces). Together with levels_mass it is
 * the mass at the start. */
double levels_carried(const struct levels_run *r);

/* Before a step of level 0: gates every few steps, then velocity and density in rings. */
int levels_exchange(struct levels_run *r);

/* Between two steps of a level within one of the level around it, which is ahead: velocity and density in its
 * rings, and in those of all levels in it. */
int levels_meet(struct levels_run *r, int level);

/* A step of level 0, in which the others take theirs. */
int levels_step(struct levels_run *r);

#endif
