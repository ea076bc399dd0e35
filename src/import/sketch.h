/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IMPORT_SKETCH_H
#define IMPORT_SKETCH_H
/* The nodes of a lattice, each void or of a group, fluid or wall with a number: what drawing writes into.
 * Later drawing takes nodes from earlier. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct group {
  bool bound;
  int mk;
  size_t nodes; /* once it is drawn: see sketch_count */
  bool pieces;  /* it is several walls of the case */
};

/* A particle that is on no node. */
struct loose {
  double x[3];
  uint16_t group;
};

struct sketch {
  double low[3], dp; /* place of node 0, m */
  int count[3];
  int dimensions; /* 2: y is one node */
  uint16_t *node; /* of each the number of its group, from 1; 0: void */
  struct group *groups;
  size_t group_count;
  struct loose *loose;
  size_t loose_count;
  double work; /* what was drawn and looked at so far */
};

/* Nodes nearer to a particle on no node than so many dp are its own: with it a cylinder of the examples takes
 * as many of the fluid as the pre-processor left in it. */
#define SKETCH_NEAR  0.75
#define SKETCH_TAKEN UINT16_MAX /* the group of such a node */

#define SKETCH_NODES_MOST 1e9
#define SKETCH_WORK_MOST  2e10

/* Nodes from low to high, through `low`, or through `reference` if it is not NULL. STATUS_USAGE, without a
 * place, for too many. */
int sketch_open(struct sketch *l, const double low[3], const double high[3], const double *reference,
                double dp);
void sketch_free(struct sketch *l);

/* So many nodes more on each side, void; in 2-D not along y. */
int sketch_widen(struct sketch *l, int by);

/* The number of a group; STATUS_USAGE beyond 65 000 of them. */
int sketch_group(struct sketch *l, bool bound, int mk, uint16_t *group);

/* The node nearest to a place; false outside. */
bool sketch_nearest(const struct sketch *l, const double x[3], int at[3]);
size_t sketch_nodes(const struct sketch *l);
size_t sketch_index(const struct sketch *l, const int at[3]);
void sketch_place(const struct sketch *l, const int at[3], double x[3]);

/* A particle of `group` at x, on no node; nodes too near to it are taken. */
int sketch_add_loose(struct sketch *l, const double x[3], uint16_t group);

/* Of particles on no node later ones take the places of earlier ones: of another group nearer than dp/2, of
 * their own than dp/4, as where the ends of a cylinder and its layers are one plane. Once, when all is drawn.
 */
int sketch_thin_loose(struct sketch *l);

/* Nodes and loose particles of all groups; fluid drawn too near to a loose wall goes. */
void sketch_count(struct sketch *l);

/* Add to the work; STATUS_USAGE when it is too much. */
int sketch_spend(struct sketch *l, double work);

/* A box of nodes, both ends in it. */
struct span {
  int low[3], high[3];
};
/* Nodes within a box of places, or all if low is NULL. */
void sketch_span(const struct sketch *l, const double *low, const double *high, struct span *s);

/* What a node has to be: void, of a fluid or wall, of this mk (-1: any); with `border` none of these. */
struct target {
  bool empty, fluid, bound, border;
  int mk_fluid, mk_bound;
};
bool sketch_is(const struct sketch *l, size_t index, const struct target *t);

/* Give `group` to all nodes that can be reached from `seed` over targets within the span and, if `within` is
 * not NULL, over nodes that have something there. */
int sketch_fill(struct sketch *l, const double seed[3], const struct span *s, const struct target *t,
                const uint16_t *within, uint16_t group);

/* Give it to all targets in the span. */
int sketch_redraw(struct sketch *l, const struct span *s, const struct target *t, uint16_t group);

/* Give it to targets that stand beside a border in one of these directions (bits: -x +x -y +y -z +z), `times`
 * times over. */
int sketch_redraw_near(struct sketch *l, const struct span *s, const struct target *t,
                       const struct target *border, unsigned directions, int times, uint16_t group);

#endif
