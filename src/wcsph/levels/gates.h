/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_GATES_H
#define WCSPH_LEVELS_GATES_H
/* The far side of a ring, where its particles come and go: squares of the level's spacing. What has flowed in
 * through a square, less what came as whole particles, is kept there: a particle comes once it is one.
 *
 * The face of a box has squares likewise, of the spacing around it, which both levels share: what one level
 * lost there and the other has not gained yet. */
#include <stddef.h>
#include <stdint.h>

#include "case/resolution.h"
#include "case/scene.h"

struct square {
  double place[3];  /* m, its middle */
  double inward[3]; /* into the ring */
  double due;       /* particles that have flowed in and did not come yet; < 0: that have still to go */
  double ordered;   /* of these, what was added for the face's sake and has not reached it */
  uint32_t shared;  /* of a gate: its square of the face */
  double part;      /* of a gate: one over how many of its squares have that */
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
  uint64_t came, went; /* particles */
};

/* The gates of all levels, two a finer level: that of its own ring, and that of the ring in it. */
int gates_open(struct gate **gates, size_t *count, const struct resolved *levels, int level_count,
               const struct scene *c);
void gates_close(struct gate *gates, size_t count);

/* The faces of all boxes, [level_count - 1]. `due` of their squares counts particles of the finer level, as
 * whole numbers; gates get to know the squares that they serve. */
int faces_open(struct gate **faces, struct gate *gates, const struct resolved *levels, int level_count,
               const struct scene *c);

/* The square nearest to a place; g->count where there is none. */
uint32_t gate_square(const struct gate *g, const double place[3]);

/* What squares of a face are owed where no fluid is goes to the nearest that is wet, if there is any. */
void face_gather(struct gate *face, const bool *wet);

/* A particle that is beyond the gate has gone through it. */
void gate_note_gone(struct gate *g, const double place[3]);

#endif
