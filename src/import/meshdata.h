/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IMPORT_MESHDATA_H
#define IMPORT_MESHDATA_H
/* Numbers on a mesh along time, as <meshdata> names a file of them. */
#include "import/context.h"

enum { MESHDATA_PLACES = 100000 }; /* at most; a row of the file that is made is one line of text */

struct meshdata {
  int count[3], components;   /* places along each way of the mesh; numbers a place, 1 or 3 */
  double first[3], way[3][3]; /* m: the first place, and from one place to the next */
  size_t times, room;         /* rows, and for how many there is memory */
  double *time;               /* s */
  double *value;              /* [times][third way][second][first][components] */
};

/* The file that `n`, a <meshdata>, names, moved in place and time and repeated until the run's end as it
 * says; of a binary one the quantity `wanted`. The caller frees, also after a failure. */
int meshdata_read(struct import *m, struct xml_node *n, const char *wanted, struct meshdata *mesh);

/* A binary file as it is (meshdata_binary.c). */
int meshdata_binary(struct import *m, struct xml_node *n, const char *wanted, struct meshdata *mesh);

/* A row more, for numbers that the caller writes. STATUS_USAGE, without a place, for too many. */
int meshdata_row(struct meshdata *mesh, double time, double **row);

void meshdata_free(struct meshdata *mesh);

/* Component k at a place and the time of a row, on straight lines between places. */
double meshdata_at(const struct meshdata *mesh, size_t row, const double place[3], int k);

/* What <meshdata> of velocities makes of their numbers: a sign, a factor and a sum for each component. */
struct meshdata_change {
  bool magnitude, reverse;
  double factor[3], more[3];
};
int meshdata_change(struct import *m, struct xml_node *n, struct meshdata_change *c);
double meshdata_changed(const struct meshdata *mesh, const struct meshdata_change *c, size_t row,
                        const double place[3], int k);

/* The row before or at the time 0, and the share of the next one then. */
double meshdata_begin(const struct meshdata *mesh, size_t *row);

/* The axis that each way with more than one place lies along, -1 for one place; a fault of `n` if it is
 * none. */
int meshdata_axes(struct import *m, struct xml_node *n, const struct meshdata *mesh, int axis[3]);

#endif
