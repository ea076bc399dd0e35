/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef FIELDS_CLOUD_H
#define FIELDS_CLOUD_H
/* The fluid particles of a snapshot, sorted by cubic cells. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/frame.h"

struct cloud {
  double edge;     /* m, of a cell; a corner of one is at the origin */
  size_t count;    /* particles */
  double (*at)[3]; /* m */
  double *scale;   /* a particle's spacing over dp: 1 where all have one */
  size_t *row;     /* in the frame */
  size_t cells;    /* with particles */
  uint64_t *key;   /* [cells] ascending, by z, then y, then x */
  size_t *first;   /* [cells + 1] of the particles, which stand by row in their cell */
};

/* `dp`, `edge`: m. STATUS_USAGE, naming `path`, for what are no particles or too far away. The caller frees,
 * also after a failure. */
int cloud_make(struct cloud *c, const struct frame *frame, const char *path, double dp, double edge);
void cloud_free(struct cloud *c);

enum { CLOUD_CELLS_MOST = 1 << 20 }; /* from the origin, along an axis */

/* The cell at (x, y, z) of its integer coordinates, and back. */
uint64_t cloud_key(const int64_t cell[3]);
void cloud_cell(uint64_t key, int64_t cell[3]);

/* The place of a key in an ascending list; `count` if it is not there. */
size_t cloud_find(const uint64_t *keys, size_t count, uint64_t key);

#endif
