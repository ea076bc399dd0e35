/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RENDER_AXES_H
#define RENDER_AXES_H
/* Lengths in a picture: ticks with numbers along edges of what is seen, and a bar as long as it says. */
#include "render/camera.h"
#include "render/canvas.h"

/* Pixels around what is seen that the numbers take; pictures smaller than the last two have no axes. */
enum {
  AXES_LEFT = 62,
  AXES_RIGHT = 46,
  AXES_ABOVE = 24,
  AXES_BELOW = 38,
  AXES_WIDTH = 320,
  AXES_HEIGHT = 200
};

/* Along each axis of the box low to high, m, that is long enough to be read. */
void axes_draw(struct canvas *canvas, const struct camera *camera, const double low[3], const double high[3]);

/* A bar of 1, 2 or 5 times a power of ten m with its length, from x at the left, in at most `room` pixels;
 * none where that is too little. */
void axes_bar(struct canvas *canvas, const struct camera *camera, int x, int y, int room);

#endif
