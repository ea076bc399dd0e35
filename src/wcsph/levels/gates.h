/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_GATES_H
#define WCSPH_LEVELS_GATES_H
/* The far side of a ring, where its particles come and go: squares of the level's spacing. What has flowed in
 * through a square, less what came as whole particles, is kept there: a particle comes once it is one. */
#include <stddef.h>
#include <stdint.h>

#include "case/resolution.h"
#include "case/scene.h"

struct square {
  double place[3];  /* m, its middle */
  double inward[3]; /* into the ring */
  double due;       /* particles that have flowed in and did not come yet; < 0: that have still to go */
};

/* Of one ring. */
struct gate {
  int of, from;           /* levels: whose ring it is, and which gives it velocity and density */
  double low[3], high[3]; /* m; infinite where it has no face */
  bool inner;             /* the ring is around it: fluid goes by getting inside */
  double dp;              /* m, of its squares */
  uint32_t first[6];      /* of each face's squares; faces as enum face */
  uint32_t across[6][3];  /* how many along each axis; 0: there is no such face */
  double from_place[3];   /* m, where squares begin along each axis */
  struct square *squares;
  uint32_t count;
  uint64_t came, went;
};

/* The gates of all levels, two a finer level: that of its own ring, and that of the ring in it. */
int gates_open(struct gate **gates, size_t *count, const struct resolved *levels, int level_count,
               const struct scene *c);
void gates_close(struct gate *gates, size_t count);

/* A particle that is beyond the gate has gone through it. */
void gate_note_gone(struct gate *g, const double place[3]);

#endif
