/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PARTS_CUT_H
#define PARTS_CUT_H
/* The domain cut into boxes, one a part, by recursive bisection along faces of the cell grid, or quarters of
 * its cells (Berger and Bokhari 1987): each cut is where the work on both sides is as the parts there are and
 * how fast they are, along the axis where the least is beside it, of which both sides then have copies. */
#include <stdbool.h>
#include <stdint.h>

#include "wcsph/far.h"

enum { CUT_PARTS_MOST = 1024 };

struct cut_node {
  int first, count; /* its parts; one: a leaf */
  int child[2];     /* nodes */
  int axis;
  uint32_t at; /* the second child's first cell */
  uint32_t low[3], high[3];
};

struct cut {
  int parts;
  uint32_t cells[3]; /* in which faces are counted */
  uint32_t reach[3]; /* quanta: how far beyond its box a part needs rows; UINT32_MAX: the whole axis */
  uint32_t more[CUT_PARTS_MOST][2][3]; /* and how much farther below and above it (cut_extend) */
  uint32_t most[3];                    /* the largest of those */
  int node_count;
  struct cut_node nodes[2 * CUT_PARTS_MOST];
  const struct cut_node *leaves[CUT_PARTS_MOST];
};

/* Rows, and the weight of each in the cut. */
struct cut_rows {
  const struct position *places;
  uint32_t count, weight;
};

enum { CUT_FLUID_WEIGHT = 4, CUT_WALL_WEIGHT = 1 }; /* about what a row takes of a step */

/* Replaces each word by its sum over all parts. */
typedef void cut_sum(uint64_t *words, size_t count);

/* Cut for the rows of all parts together; speed[part]: its relative speed. Every part calls it, and gets
 * the same cut. sum NULL: these are all rows. STATUS_USAGE if there are more
 * parts than cells to cut between. */
int cut_make(struct cut *c, const struct wcsph_state *geometry, float support, int parts,
             const struct cut_rows rows[ROW_KINDS], const double *speed, cut_sum *sum);

/* Parts also need rows around some places outside of their boxes. more[]: of one part, 0 at first;
 * cut_look_at raises it to reach a place, with a margin, quanta; cut_extend takes that of all parts. */
void cut_look_at(const struct cut *c, int part, const struct position *p, const uint32_t margin[3],
                 uint32_t more[2][3]);
void cut_extend(struct cut *c, const uint32_t (*more)[2][3]);

/* The part that owns a place. */
int cut_owner(const struct cut *c, const struct position *p);

/* Whether a part needs what is at a place, which is its own or another's. */
bool cut_near(const struct cut *c, int part, const struct position *p);

/* The places that a part needs, and whether some of them are in another one's box; and the places of that
 * box, [low, high), as a row_filter has them. */
void cut_box(const struct cut *c, int part, struct row_box *box);
bool cut_meets(const struct cut *c, int part, const struct row_box *box);
void cut_own(const struct cut *c, int part, uint32_t low[3], uint32_t high[3]);

/* The places [low, high) that are so far inside a part's box that no other part needs them. */
void cut_inside(const struct cut *c, int part, uint32_t low[3], uint32_t high[3]);

#endif
