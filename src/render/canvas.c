/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/font.h"
#include "util/error.h"

int canvas_open(struct canvas *c, int width, int height) {
  const size_t pixels = 4 * (size_t)width * (size_t)height;
  *c = (struct canvas){.width = 2 * width, .height = 2 * height};
  c->depth = malloc(pixels * sizeof *c->depth);
  c->colour = malloc(pixels * sizeof *c->colour);
  CHECK(c->depth && c->colour, STATUS_FAILED, "no memory for a picture of %d x %d", width, height);
  return STATUS_OK;
}

void canvas_close(struct canvas *c) {
  free(c->depth);
  free(c->colour);
}

void canvas_clear(struct canvas *c) {
  for (size_t i = 0; i < (size_t)c->width * (size_t)c->height; i++) {
    c->depth[i] = -INFINITY;
    for (int k = 0; k < 3; k++) c->colour[i][k] = 1;
  }
}

static void put(struct canvas *c, int x, int y, float depth, float shade, const float colour[3]) {
  const size_t at = (size_t)y * (size_t)c->width + (size_t)x;
  if (!(depth > c->depth[at])) return;
  c->depth[at] = depth;
  for (int k = 0; k < 3; k++) c->colour[at][k] = shade * colour[k];
}

/* Rows [first, end) of a ball, lit from the upper left. */
static void draw_ball(struct canvas *c, const struct ball *b, int first, int end) {
  static const float light[3] = {-0.448F, 0.648F, 0.618F};
  const float r = fmaxf(b->radius, 0.75F);
  if (!(fabsf(b->x) < 1e6F && fabsf(b->y) < 1e6F)) return;
  const int y0 = (int)floorf(b->y - r), y1 = (int)ceilf(b->y + r);
  const int x0 = (int)floorf(b->x - r), x1 = (int)ceilf(b->x + r);
  for (int y = y0 < first ? first : y0; y < (y1 < end ? y1 : end); y++) {
    for (int x = x0 < 0 ? 0 : x0; x < (x1 < c->width ? x1 : c->width); x++) {
      const float dx = ((float)x + 0.5F - b->x) / r, dy = (b->y - (float)y - 0.5F) / r;
      const float left = 1 - dx * dx - dy * dy;
      if (left <= 0) continue;
      const float bulge = sqrtf(left), lit = dx * light[0] + dy * light[1] + bulge * light[2];
      put(c, x, y, b->z + r * bulge, 0.5F + 0.5F * fmaxf(lit, 0), b->colour);
    }
  }
}

enum { BAND = 32 }; /* rows that one thread draws, in the order of the balls */

void canvas_balls(struct canvas *c, const struct ball *balls, size_t count) {
  const int bands = (c->height + BAND - 1) / BAND;
#pragma omp parallel for schedule(dynamic)
  for (int band = 0; band < bands; band++) {
    const int first = band * BAND, end = first + BAND < c->height ? first + BAND : c->height;
    for (size_t i = 0; i < count; i++) {
      const float r = fmaxf(balls[i].radius, 0.75F) + 1;
      if (balls[i].y + r < (float)first || balls[i].y - r > (float)end) continue;
      draw_ball(c, &balls[i], first, end);
    }
  }
}

void canvas_line(struct canvas *c, const float from[3], const float to[3], float grey) {
  const float colour[3] = {grey, grey, grey};
  const float length = fmaxf(fabsf(to[0] - from[0]), fabsf(to[1] - from[1]));
  if (!(length < 1e6F)) return;
  const int steps = (int)length + 1;
  for (int i = 0; i <= steps; i++) {
    const float s = (float)i / (float)steps;
    const int x = (int)floorf(from[0] + s * (to[0] - from[0])),
              y = (int)floorf(from[1] + s * (to[1] - from[1]));
    for (int k = 0; k < 4; k++) {
      const int u = x + k % 2, v = y + k / 2;
      if (u < 0 || u >= c->width || v < 0 || v >= c->height) continue;
      put(c, u, v, from[2] + s * (to[2] - from[2]), 1, colour);
    }
  }
}

void canvas_fill(struct canvas *c, int x, int y, int width, int height, const float colour[3]) {
  for (int v = 2 * y; v < 2 * (y + height); v++)
    for (int u = 2 * x; u < 2 * (x + width); u++)
      if (u >= 0 && u < c->width && v >= 0 && v < c->height)
        memcpy(c->colour[(size_t)v * (size_t)c->width + (size_t)u], colour, 3 * sizeof *colour);
}

void canvas_text(struct canvas *c, int x, int y, const char *text) {
  static const float ink[3] = {0.13F, 0.13F, 0.13F};
  for (; *text; text++, x += FONT_WIDTH) {
    const int glyph = (unsigned char)*text - FONT_FIRST;
    if (glyph < 0 || glyph >= FONT_COUNT) continue;
    for (int v = 0; v < FONT_HEIGHT; v++)
      for (int u = 0; u < FONT_WIDTH; u++)
        if (font[glyph][v] >> (7 - u) & 1) canvas_fill(c, x + u, y + v, 1, 1, ink);
  }
}

void canvas_finish(const struct canvas *c, uint8_t *pixels) {
  for (int y = 0; y < c->height / 2; y++)
    for (int x = 0; x < c->width / 2; x++)
      for (int k = 0; k < 3; k++) {
        float sum = 0;
        for (int q = 0; q < 4; q++)
          sum += c->colour[(size_t)(2 * y + q / 2) * (size_t)c->width + (size_t)(2 * x + q % 2)][k];
        *pixels++ = (uint8_t)(fminf(fmaxf(sum / 4, 0), 1) * 255 + 0.5F);
      }
}
