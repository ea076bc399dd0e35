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

static void put_canvas(struct canvas *c, int x, int y, float depth, float shade, const float colour[3]) {
  const size_t at = (size_t)y * (size_t)c->width + (size_t)x;
  if (!(depth > c->depth[at])) return;
  c->depth[at] = depth;
  for (int k = 0; k < 3; k++) c->colour[at][k] = shade * colour[k];
}

float canvas_shade(const float normal[3]) {
  static const float light[3] = {-0.448F, 0.648F, 0.618F};
  return 0.5F + 0.5F * fmaxf(normal[0] * light[0] + normal[1] * light[1] + normal[2] * light[2], 0);
}

/* Rows [first, end) of a ball. */
static void draw_ball(struct canvas *c, const struct ball *b, int first, int end) {
  const float r = fmaxf(b->radius, 0.75F);
  if (!(fabsf(b->x) < 1e6F && fabsf(b->y) < 1e6F)) return;
  const int y0 = (int)floorf(b->y - r), y1 = (int)ceilf(b->y + r);
  const int x0 = (int)floorf(b->x - r), x1 = (int)ceilf(b->x + r);
  for (int y = y0 < first ? first : y0; y < (y1 < end ? y1 : end); y++) {
    for (int x = x0 < 0 ? 0 : x0; x < (x1 < c->width ? x1 : c->width); x++) {
      const float dx = ((float)x + 0.5F - b->x) / r, dy = (b->y - (float)y - 0.5F) / r;
      const float left = 1 - dx * dx - dy * dy;
      if (left <= 0) continue;
      const float normal[3] = {dx, dy, sqrtf(left)};
      put_canvas(c, x, y, b->z + r * normal[2], canvas_shade(normal), b->colour);
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

/* Twice the area of the triangle a, b and (x, y), signed. */
static float area(const float a[3], const float b[3], float x, float y) {
  return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

/* Rows [first, end) of a triangle: pixels whose middle it covers. */
static void draw_triangle(struct canvas *c, const struct corner *const k[3], int first, int end) {
  const float *p = k[0]->at, *q = k[1]->at, *r = k[2]->at, whole = area(p, q, r[0], r[1]);
  const float left = fminf(fminf(p[0], q[0]), r[0]), right = fmaxf(fmaxf(p[0], q[0]), r[0]);
  const float top = fminf(fminf(p[1], q[1]), r[1]), bottom = fmaxf(fmaxf(p[1], q[1]), r[1]);
  if (whole == 0 || !(left > -1e6F && right < 1e6F && top > -1e6F && bottom < 1e6F)) return;
  const int x0 = (int)fmaxf(floorf(left), 0), x1 = (int)fminf(ceilf(right), (float)c->width);
  const int y0 = (int)fmaxf(floorf(top), (float)first), y1 = (int)fminf(ceilf(bottom), (float)end);
  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++) {
      const float u = (float)x + 0.5F, v = (float)y + 0.5F;
      const float share[3] = {area(q, r, u, v) / whole, area(r, p, u, v) / whole, area(p, q, u, v) / whole};
      float depth = 0, colour[3] = {0, 0, 0};
      if (share[0] < 0 || share[1] < 0 || share[2] < 0) continue;
      for (int n = 0; n < 3; n++) {
        depth += share[n] * k[n]->at[2];
        for (int i = 0; i < 3; i++) colour[i] += share[n] * k[n]->colour[i];
      }
      put_canvas(c, x, y, depth, 1, colour);
    }
}

void canvas_triangles(struct canvas *c, const struct corner *corners, const uint32_t (*triangles)[3],
                      size_t count) {
  const int bands = (c->height + BAND - 1) / BAND;
#pragma omp parallel for schedule(dynamic)
  for (int band = 0; band < bands; band++) {
    const int first = band * BAND, end = first + BAND < c->height ? first + BAND : c->height;
    for (size_t i = 0; i < count; i++) {
      const struct corner *const k[3] = {&corners[triangles[i][0]], &corners[triangles[i][1]],
                                         &corners[triangles[i][2]]};
      if (fmaxf(fmaxf(k[0]->at[1], k[1]->at[1]), k[2]->at[1]) < (float)first ||
          fminf(fminf(k[0]->at[1], k[1]->at[1]), k[2]->at[1]) > (float)end)
        continue;
      draw_triangle(c, k, first, end);
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
      put_canvas(c, u, v, from[2] + s * (to[2] - from[2]), 1, colour);
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
