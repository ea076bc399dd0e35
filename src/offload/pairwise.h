/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_PAIRWISE_H
#define OFFLOAD_PAIRWISE_H
/* The offload backend of pairwise. Particles live on the device, sorted by cell. Partners are found in a
 * stored list, or anew in each pass among the cells around, in the ways of paper 001. */
#include "offload/column.h"
#include "offload/loop.h"
#include "pairwise/backend.h"

/* Particles that a team's shared memory holds: for what is loaded run by run, pencil by pencil, or at once.
 */
enum { PAIRWISE_RUN = 512, PAIRWISE_PENCIL = 1024, PAIRWISE_ALL = 2048, PAIRWISE_ROWS = 128 };

/* All that kernels see. There is one on the host and a copy of it on the device; pointers are the device's in
 * both. */
struct pairwise_view {
  struct pairwise_law law;
  struct pairwise_state state;
  struct grid grid; /* start[0]: cells of particles */
  struct offload_quad
      *list; /* [rows][stride], a particle's neighbours in a column; NULL: looked for in the cells */
  uint32_t stride, rows;
  uint32_t *row_count; /* [count] rows of its column */
  int box[3];          /* cells along each axis that a team has for its own: all-in-sm and pencils */
  int boxes[3];
};

struct offload_pairwise {
  struct pairwise_state *state; /* the host's */
  const struct pairwise_law *law;
  int device;  /* OpenMP's number */
  int threads; /* of a team on the host, where barriers between threads cost more than their work */
  enum pairwise_strategy strategy;
  bool chosen; /* auto: the trial is over */
  char reason[160];
  struct pairwise_view view;
  struct pairwise_view *there;   /* the device's copy */
  struct offload_finding *found; /* as struct offload's */
  bool forgotten[2];
  uint32_t *key, *order, *fill, *scratch; /* for sorting */
  void *spare;                            /* [count] rows of 32 bytes that buffers are permuted into */
  uint32_t fullest;                       /* particles in the fullest cell */
  int processors;                         /* of the device, which want a team each */
  int crew;                               /* threads of a team, x-pencil-wide alone */
  bool counted;                           /* the pairs inside */
  size_t bytes;
  struct pairwise_counters counters;
};

/* pairwise.c: device memory, NULL without it; the device's view made equal to the host's. */
void *pairwise_allocate(struct offload_pairwise *o, size_t bytes);
void pairwise_release(struct offload_pairwise *o, void *data, size_t bytes);
int pairwise_publish(struct offload_pairwise *o);

int pairwise_sort(struct offload_pairwise *o, bool keep_order);             /* pairwise_sort.c */
int pairwise_list(struct offload_pairwise *o);                              /* pairwise_list.c */
int pairwise_forces(void *self, bool kick, struct pairwise_limits *limits); /* pairwise_forces.c */
int pairwise_advance_all(void *self, struct pairwise_motion *motion);       /* pairwise_forces.c */

/* pairwise_fit.c: the boxes of a team by the fullest cell, or STATUS_USAGE with why the strategy cannot run.
 */
int pairwise_cells_fit(struct offload_pairwise *o);

/* pairwise_cells.c: one pass. */
void pairwise_cells_forces(struct offload_pairwise *o, bool kick, struct offload_finding *found,
                           struct offload_finding *next);

extern const struct pairwise_backend pairwise_offload;

#endif
