/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_GATES_H
#define WCSPH_LEVELS_GATES_H
/* Gates and faces, both divided into squares.
 *
 * A gate is the far side of a ring, through which particles enter and leave the ring. Its squares have the
 * level's spacing. A square adds up the volume that has flowed in through it, in particles; when that reaches
 * one, a particle is inserted, when it reaches minus one, the nearest is removed.
 *
 * A face is the boundary of a level's box, which two levels share. Its squares have the coarser spacing.
 * It counts what one level has lost there by crossing and the other has not gained yet. */
#include <stddef.h>
#include <stdint.h>

#include "case/resolution.h"
#include "case/scene.h"

struct square {
  double place[3];  /* m, its middle */
  double inward[3]; /* into the ring */
  double due;       /* of a gate: particles still to be inserted, < 0 removed */
  double drift;     /* of a face: m/s inwards, by which pressures of the two levels even out */
  uint32_t shared;  /* of a gate: the square of the face that is nearest */
};

/* Of one ring. */
struct gate {
  int of, from;           /* levels: the one that has the ring, the one that gives velocity and density */
  double low[3], high[3]; /* m; infinite where it has no face */
  bool inner;             /* the ring is around the gate, in a finer level's box: fluid leaves inwards */
  double dp;              /* m, of its squares */
  uint32_t first[6];      /* of each face's squares; faces as enum face */
  uint32_t across[6][3];  /* how many along each axis; 0: there is no such face */
  double from_place[3];   /* m, where squares begin along each axis */
  struct square *squares;
  uint32_t count;
  uint64_t came, went; /* particles inserted and removed */
  int64_t carried;     /* of a face: lost by one level and not gained by the other, particles of the finer */
};

/* The gates of all levels. A finer level k has two, 2 (k - 1) and the next: of the ring around its box, and
 * of the ring that the level around has inside the box. */
int gates_open(struct gate **gates, size_t *count, const struct resolved *levels, int level_count,
               const struct scene *c);
void gates_close(struct gate *gates, size_t count);

/* The faces of all boxes, [level_count - 1]. Sets `shared` of the gates' squares. */
int faces_open(struct gate **faces, struct gate *gates, const struct resolved *levels, int level_count,
               const struct scene *c);

/* The square nearest to a place; g->count where there is none. */
uint32_t gate_square(const struct gate *g, const double place[3]);

/* A particle beyond the gate is removed: its square owes one less. */
void gate_note_gone(struct gate *g, const double place[3]);

#endif
