/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IMPORT_MOVEMENT_H
#define IMPORT_MOVEMENT_H
/* A movement of <motion>, read: what moves a wall from one time to another. Its places and axes are the
 * document's, its turns right-handed. */
#include "import/context.h"
#include "import/series.h"

enum movement_kind {
  MOVEMENT_NONE,
  MOVEMENT_STRAIGHT,
  MOVEMENT_TURN,
  MOVEMENT_CIRCLE,
  MOVEMENT_WAVE,
  MOVEMENT_SWING,
  MOVEMENT_CIRCLE_SWING,
  MOVEMENT_FILE,
  MOVEMENT_TURN_FILE,
  MOVEMENT_PATH /* a way and three angles */
};

struct movement {
  struct xml_node *element;
  enum movement_kind kind;
  int object;    /* 0: the innermost one that holds the wall */
  double from;   /* s */
  double to;     /* s */
  double length; /* s of its own that pass, for a jump in a shorter time */
  double velocity[3], acceleration[3];
  double rate, rise;                           /* degrees/s, degrees/s^2 */
  double through[3], axis[3], end[3];          /* two points of the axis, and its direction */
  double ref[3];                               /* of a circle: a point that goes round */
  double frequency[3], amplitude[3], phase[3]; /* a swing has the first, degrees */
  double factor;                               /* of the document's angles: to degrees */
  double centre[3];
  char axes[4];
  bool intrinsic, moves_centre;
  struct series track; /* of what is asked for by movement_track */
};

/* `n` over `length` s, behind `before` of the same chain (or NULL), of which it goes on with the speed or
 * phase unless it has its own. What is not known here is refused. */
int movement_read(struct import *m, struct xml_node *n, double length, const struct movement *before,
                  struct movement *out);

/* The numbers of its file, if it has one: places, or an angle, or both; as the peer has them, the first row
 * is where it begins. */
int movement_track(struct import *m, struct movement *v);

/* Columns of a file of places: the time and each axis of the case; -1: none. */
int movement_columns(struct import *m, struct movement *v, struct xml_node *file, int columns[4], int *count);

bool movement_turns(const struct movement *v);
bool movement_shifts(const struct movement *v); /* along directions that nothing turns */

/* pose.c: all movements of a wall at once, as files of angles and of places. */
int pose_keys(struct import *m, struct movement *items, size_t count, const struct group *g);

#endif
