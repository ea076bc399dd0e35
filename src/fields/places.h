/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef FIELDS_PLACES_H
#define FIELDS_PLACES_H
/* Points at which fields of the fluid are sampled. */
#include <stddef.h>
#include <stdint.h>

struct places {
  size_t count;
  double (*at)[3]; /* m */
  int corners;     /* of a cell, as in io/polydata.h: 1, 2 or 4 */
  size_t cells;
  uint32_t *corner; /* [cells * corners] */
};

enum { PLACES_MOST = 1 << 28 };

/* "x,y,z:x,y,z" or, of that many points, "x,y,z:x,y,z:COUNT" (without: `spacing` m apart): a line with both
 * its ends. In 2-D places are x,y. STATUS_USAGE for what is none. The caller frees, also after a failure. */
int places_line(struct places *p, const char *text, int dimensions, double spacing);

/* "CORNER:CORNER:CORNER[:NxM]": the parallelogram with the sides from the first corner to the second, and
 * from the first to the third. */
int places_plane(struct places *p, const char *text, int dimensions, double spacing);

/* A file with a point a line, numbers between blanks or commas; lines that begin with # are comments. */
int places_file(struct places *p, const char *path, int dimensions);

void places_free(struct places *p);

#endif
