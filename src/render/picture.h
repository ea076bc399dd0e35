/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RENDER_PICTURE_H
#define RENDER_PICTURE_H
/* A snapshot as a picture. */
#include <stdbool.h>
#include <stdint.h>

#include "fields/gridded.h"
#include "io/frame.h"
#include "render/camera.h"
#include "render/canvas.h"

struct picture {
  int width, height; /* pixels, even */
  int dimensions;
  double low[3], high[3]; /* m: the domain, whose edges are drawn */
  double rim;             /* m around the domain where walls stand; axes are beyond */
  double radius;          /* m, of a particle */
  double spacing;         /* m, of those of that radius: the others' are by their spacings; 0: all have one */
  double surface;         /* in 3-D: dp, m, and the fluid is drawn as its surface; 0: as particles */
  struct gridded_shape
      grid;             /* points of a field, which is drawn instead of particles: in 2-D, or its surface */
  double level;         /* in 3-D: of that surface */
  bool timeless;        /* times are numbers of steps */
  const char *field;    /* what the colour says; of a vector its magnitude */
  int map;              /* of colour_maps */
  double from, to;      /* values of the first and the last colour */
  bool plain;           /* without axes and bar of lengths */
  struct camera camera; /* aimed; picture_draw fits it */
};

/* The values of the field, a row each; STATUS_USAGE if the snapshot has no such field. The caller frees. */
int picture_values(const struct frame *frame, const char *path, const char *field, double **values);

/* Whether a row is fluid; walls are drawn in grey, where they stand inside the domain. */
bool picture_is_fluid(const struct frame *frame, size_t row);

/* Set from and to by what some of the `count` > 0 snapshots have. */
int picture_find_range(struct picture *p, char *const paths[], size_t count);

/* The size of a picture for which none was chosen: width x height, but one and a half times as wide and only
 * as high as it takes where what is seen is wide, such as a flume. The camera is aimed. */
void picture_fit_size(struct picture *p, int width, int height);

/* The particles of a snapshot; `path` is for messages. */
int picture_draw(const struct picture *p, const struct frame_file *snapshot, struct canvas *canvas);

#endif
