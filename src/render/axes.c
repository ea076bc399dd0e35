/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/axes.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { TICK = 4, SHORTEST = 40, APART = 56, NAME_ROW = 13, NAME_AWAY = 40 }; /* pixels */
static const float ink[3] = {0.13F, 0.13F, 0.13F};

/* An edge of the domain's box, in pixels of the finished picture: two of the canvas each. */
struct edge {
  float from[2], to[2]; /* where the axis is lowest, and highest */
};

static struct edge make_edge(const struct camera *camera, const double low[3], const double high[3], int axis,
                             int corner) {
  struct edge e;
  double point[3];
  float at[3];
  for (int end = 0; end < 2; end++) {
    for (int i = 0; i < 3; i++) point[i] = (i == axis ? end : corner >> i & 1) ? high[i] : low[i];
    camera_project(camera, point, at);
    for (int k = 0; k < 2; k++) (end ? e.to : e.from)[k] = at[k] / 2;
  }
  return e;
}

static float length_of(const struct edge *e) {
  return hypotf(e->to[0] - e->from[0], e->to[1] - e->from[1]);
}

static bool is_upright(const struct edge *e) {
  return fabsf(e->to[1] - e->from[1]) > 2 * fabsf(e->to[0] - e->from[0]);
}

/* The edge that carries an axis' numbers, of the four along it: the leftmost if they are upright, else the
 * lowest. */
static struct edge find_edge(const struct camera *camera, const double low[3], const double high[3],
                             int axis) {
  struct edge best = make_edge(camera, low, high, axis, 0);
  for (int corner = 1; corner < 8; corner++) {
    const struct edge e = make_edge(camera, low, high, axis, corner & ~(1 << axis));
    const float ahead = is_upright(&e) ? best.from[0] + best.to[0] - e.from[0] - e.to[0]
                                       : e.from[1] + e.to[1] - best.from[1] - best.to[1];
    if (ahead > 0.5F) best = e;
  }
  return best;
}

/* 1, 2 or 5 times a power of ten: the least that is not below `rough`. */
static double nice_above(double rough) {
  const double power = pow(10, floor(log10(rough) + 1e-9)), rest = rough / power;
  return (rest <= 1 + 1e-9 ? 1 : rest <= 2 + 1e-9 ? 2 : rest <= 5 + 1e-9 ? 5 : 10) * power;
}

static int width_of(const char *text) {
  return FONT_WIDTH * (int)strlen(text);
}

/* Draws a number with its tick, or with `away` > 0 a name that many pixels farther out: left of an upright
 * edge, below one that lies flat, right of a sloping one. */
static void put_label(struct canvas *canvas, const struct edge *e, float middle, const float at[2], int away,
                      const char *text) {
  int x = (int)at[0], y = (int)at[1];
  const bool climbs = fabsf(e->to[1] - e->from[1]) > 0.3F * fabsf(e->to[0] - e->from[0]);
  const bool right = e->from[0] + e->to[0] > 2 * middle;
  const int width = width_of(text), tick = away ? 0 : TICK;
  if (is_upright(e)) {
    canvas_fill(canvas, x - tick, y, tick, 1, ink);
    x -= TICK + 2 + width + away, y -= FONT_HEIGHT / 2;
  } else if (climbs) {
    canvas_fill(canvas, right ? x : x - tick, y, tick, 1, ink);
    x += right ? TICK + 3 + away : -TICK - 3 - width - away, y -= FONT_HEIGHT / 4;
  } else {
    canvas_fill(canvas, x, y, 1, tick, ink);
    x -= width / 2, y += TICK + 1 + (away ? NAME_ROW : 0);
  }
  if (x > canvas->width / 2 - width - 2) x = canvas->width / 2 - width - 2;
  canvas_text(canvas, x < 2 ? 2 : x, y, text);
}

static void draw_axis(struct canvas *canvas, const struct camera *camera, const double low[3],
                      const double high[3], int axis) {
  const struct edge e = find_edge(camera, low, high, axis);
  const double size = high[axis] - low[axis];
  if (!(size > 0) || length_of(&e) < SHORTEST) return;
  const double apart = is_upright(&e) ? 1.5 * FONT_HEIGHT : APART;
  const double step = nice_above(fmax(size * apart / (double)length_of(&e), size / 100));
  const float middle = (float)camera->x / 2;
  char text[32];
  float at[2];
  for (double n = ceil(low[axis] / step - 1e-9); n * step <= high[axis] + 1e-9 * step; n++) {
    const float share = (float)((n * step - low[axis]) / size);
    for (int k = 0; k < 2; k++) at[k] = e.from[k] + share * (e.to[k] - e.from[k]);
    snprintf(text, sizeof text, "%.5g", n == 0 ? 0.0 : n * step);
    put_label(canvas, &e, middle, at, 0, text);
  }
  snprintf(text, sizeof text, "%c [m]", "xyz"[axis]);
  if (is_upright(&e)) {
    const float *top = e.from[1] < e.to[1] ? e.from : e.to;
    const int x = (int)top[0] - width_of(text) / 2;
    canvas_text(canvas, x < 2 ? 2 : x, (int)top[1] - FONT_HEIGHT - 3, text);
  } else {
    for (int k = 0; k < 2; k++) at[k] = (e.from[k] + e.to[k]) / 2;
    put_label(canvas, &e, middle, at, NAME_AWAY, text);
  }
}

void axes_draw(struct canvas *canvas, const struct camera *camera, const double low[3],
               const double high[3]) {
  for (int axis = 0; axis < 3; axis++) draw_axis(canvas, camera, low, high, axis);
}

void axes_bar(struct canvas *canvas, const struct camera *camera, int x, int y, int room) {
  const double pixels = camera->scale / 2; /* a metre */
  char text[32];
  const int most = room - 8 - FONT_WIDTH * 8;
  if (most < 16 || !isfinite(pixels) || !(pixels > 0)) return;
  const double longest = (most < 110 ? most : 110) / pixels;
  double length = nice_above(longest);
  if (length > longest) length = nice_above(longest / 2.5);
  if (length > longest) length = nice_above(longest / 5);
  snprintf(text, sizeof text, "%.4g m", length);
  const int wide = (int)(length * pixels + 0.5);
  canvas_fill(canvas, x, y + 6, wide, 1, ink);
  canvas_fill(canvas, x, y + 2, 1, 9, ink);
  canvas_fill(canvas, x + wide - 1, y + 2, 1, 9, ink);
  canvas_text(canvas, x + wide + 6, y, text);
}
