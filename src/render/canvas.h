/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RENDER_CANVAS_H
#define RENDER_CANVAS_H
/* A picture with depth: of what is drawn at a pixel, the nearest stays. Drawn twice as wide and high as it
 * will be, against jagged edges. */
#include <stddef.h>
#include <stdint.h>

struct canvas {
  int width, height; /* pixels, even */
  float *depth;      /* [height][width], towards the eye; -infinity where nothing is */
  float (*colour)[3];
};

/* A ball in pixels: from the left, from the top, towards the eye. */
struct ball {
  float x, y, z, radius;
  float colour[3]; /* red, green, blue, 0 to 1 */
};

/* White, for a picture of width x height. STATUS_FAILED without memory. */
int canvas_open(struct canvas *c, int width, int height);
void canvas_close(struct canvas *c);
void canvas_clear(struct canvas *c);

/* Shaded, by all threads; the same pixels for any number of them. */
void canvas_balls(struct canvas *c, const struct ball *balls, size_t count);

/* A corner of a triangle, likewise, with its colour as it is lit. */
struct corner {
  float at[3];
  float colour[3];
};

/* How much of its colour a surface shows whose unit normal is (right, up, towards the eye): lit from the
 * upper left. */
float canvas_shade(const float normal[3]);

/* Triangles, `count` times three corners by their numbers; likewise by all threads. */
void canvas_triangles(struct canvas *c, const struct corner *corners, const uint32_t (*triangles)[3],
                      size_t count);

/* A line with depth, in grey. */
void canvas_line(struct canvas *c, const float from[3], const float to[3], float grey);

/* In front of everything; places and sizes in pixels of the finished picture. */
void canvas_fill(struct canvas *c, int x, int y, int width, int height, const float colour[3]);
void canvas_text(struct canvas *c, int x, int y, const char *text);

enum { FONT_WIDTH = 8, FONT_HEIGHT = 16 };

/* Two by two pixels to one: [height/2][width/2][3]. */
void canvas_finish(const struct canvas *c, uint8_t *pixels);

#endif
