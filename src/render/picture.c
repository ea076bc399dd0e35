/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fields/free_surface.h"
#include "render/axes.h"
#include "render/colours.h"
#include "util/error.h"
#include "util/sort.h"

enum { MARGIN = 10, FOOT = 44, BAR_HEIGHT = 12 }; /* pixels */
enum { WIDE = 3 };                                /* times as wide as high: a picture of its own shape */
enum { SAMPLES = 5 };                             /* snapshots that a range is taken of */

int picture_values(const struct frame *frame, const char *path, const char *field, double **values) {
  const struct field *f = frame_field(frame, field);
  CHECK(f, STATUS_USAGE, "%s: no field '%s' in it", path, field);
  *values = malloc((frame->count + 1) * sizeof **values);
  CHECK(*values, STATUS_FAILED, "%s: out of memory", path);
  for (size_t i = 0; i < frame->count; i++) {
    double sum = 0;
    for (int k = 0; k < f->components; k++) {
      const double value = (double)field_value(f, i * (size_t)f->components + (size_t)k);
      sum += f->components > 1 ? value * value : value;
    }
    (*values)[i] = f->components > 1 ? sqrt(sum) : sum;
  }
  return STATUS_OK;
}

bool picture_is_fluid(const struct frame *frame, size_t row) {
  const struct field *type = frame_field(frame, "type");
  return !type || field_value(type, row) == 0;
}

/* The range of a snapshot's fluid but for the outermost 0.5 %, added to the one so far. */
static int widen_colours(struct picture *p, const struct frame_file *f) {
  const struct frame *frame = &f->frames[0];
  double *values;
  size_t count = 0;
  TRY(picture_values(frame, f->path, p->field, &values));
  for (size_t i = 0; i < frame->count; i++)
    if (picture_is_fluid(frame, i) && isfinite(values[i])) values[count++] = values[i];
  sort_doubles(values, count);
  if (count > 0) {
    p->from = fmin(p->from, values[count / 200]);
    p->to = fmax(p->to, values[count - 1 - count / 200]);
  }
  free(values);
  return STATUS_OK;
}

int picture_find_range(struct picture *p, char *const paths[], size_t count) {
  p->from = INFINITY, p->to = -INFINITY;
  for (size_t k = 0; k < SAMPLES; k++) {
    struct frame_file f;
    TRY(frame_file_read(&f, paths[k * (count - 1) / (SAMPLES - 1)]));
    int status = widen_colours(p, &f);
    frame_file_free(&f);
    TRY(status);
  }
  if (!(p->from < p->to)) p->to = p->from + 1;
  if (!isfinite(p->from)) p->from = 0, p->to = 1;
  return STATUS_OK;
}

static bool is_inside(const struct picture *p, const double point[3]) {
  for (int i = 0; i < p->dimensions; i++)
    if (point[i] < p->low[i] - 1e-9 || point[i] > p->high[i] + 1e-9) return false;
  return true;
}

static void value_colour(const struct picture *p, double value, float colour[3]) {
  colour_at(p->map, (value - p->from) / (p->to - p->from), colour);
}

/* Fluid, unless its surface is drawn, and of the walls those that stand inside the domain; in 2-D all. */
static size_t make_balls(const struct picture *p, const struct camera *camera, const struct frame *frame,
                         const double *values, struct ball *balls) {
  static const float wall[3] = {0.62F, 0.62F, 0.62F};
  const struct field *spacing = p->spacing > 0 ? frame_field(frame, "spacing") : NULL;
  size_t count = 0;
  for (size_t i = 0; i < frame->count; i++) {
    const bool fluid = picture_is_fluid(frame, i);
    if (fluid ? p->surface > 0 : p->dimensions == 3 && !is_inside(p, frame->points[i])) continue;
    struct ball *b = &balls[count++];
    float at[3];
    camera_project(camera, frame->points[i], at);
    const double radius = spacing ? p->radius * frame_spacing(spacing, i, 0) / p->spacing : p->radius;
    *b = (struct ball){.x = at[0], .y = at[1], .z = at[2], .radius = (float)(radius * camera->scale)};
    if (fluid)
      value_colour(p, values[i], b->colour);
    else
      memcpy(b->colour, wall, sizeof wall);
  }
  return count;
}

/* What the colour of a vertex says. */
static double value_of_vertex(const struct field *f, size_t i) {
  float sum = 0;
  for (int k = 0; k < f->components; k++) {
    const float value = ((const float *)f->data)[i * (size_t)f->components + (size_t)k];
    sum += f->components > 1 ? value * value : value;
  }
  return f->components > 1 ? sqrt((double)sum) : (double)sum;
}

static void make_corner(const struct picture *p, const struct camera *camera, const struct isosurface *s,
                        size_t i, double value, struct corner *corner) {
  float normal[3] = {0, 0, 0};
  camera_project(camera, s->at[i], corner->at);
  value_colour(p, value, corner->colour);
  for (int a = 0; a < 3; a++)
    for (int k = 0; k < 3; k++) normal[a] += (float)camera->axes[a][k] * s->normal[i][k];
  for (int k = 0; k < 3; k++) corner->colour[k] *= canvas_shade(normal);
}

/* field NULL: the value is the surface's level. */
static int draw_triangles(const struct picture *p, const struct camera *camera, const struct isosurface *s,
                          const struct field *field, const char *path, struct canvas *canvas) {
  struct corner *corners = malloc((s->vertices + 1) * sizeof *corners);
  CHECK(corners, STATUS_FAILED, "%s: out of memory", path);
  for (size_t i = 0; i < s->vertices; i++)
    make_corner(p, camera, s, i, field ? value_of_vertex(field, i) : s->level, &corners[i]);
  canvas_triangles(canvas, corners, (const uint32_t(*)[3])s->corner, s->triangles);
  free(corners);
  return STATUS_OK;
}

static int draw_surface(const struct picture *p, const struct camera *camera,
                        const struct frame_file *snapshot, struct canvas *canvas) {
  struct free_surface s;
  int status = free_surface_make(&s, &snapshot->frames[0], snapshot->path, p->surface, 0.5, p->field);
  if (!status) status = draw_triangles(p, camera, &s.shape, &s.fields[0], snapshot->path, canvas);
  free_surface_free(&s);
  return status;
}

/* ---- fields on grids ---- */

static int draw_level(const struct picture *p, const struct camera *camera, const struct gridded *g,
                      const char *path, struct canvas *canvas) {
  struct isosurface s;
  int status = gridded_surface(&s, g, p->level);
  if (!status) status = draw_triangles(p, camera, &s, NULL, path, canvas);
  isosurface_free(&s);
  return status;
}

/* A square a point, behind edges and axes. */
static void make_square(const struct picture *p, const struct camera *camera, const struct gridded *g,
                        size_t place, struct corner corner[4]) {
  const double half = 0.5 * g->shape.spacing;
  double at[3];
  gridded_place(&g->shape, place, at);
  for (int k = 0; k < 4; k++) {
    const double where[3] = {at[0] + (k == 1 || k == 2 ? half : -half), at[1] + (k > 1 ? half : -half),
                             at[2]};
    camera_project(camera, where, corner[k].at);
    corner[k].at[2] -= 1;
    value_colour(p, (double)g->value[place], corner[k].colour);
  }
}

static int draw_plane(const struct picture *p, const struct camera *camera, const struct gridded *g,
                      const char *path, struct canvas *canvas) {
  const size_t count = (size_t)g->shape.n[0] * (size_t)g->shape.n[1];
  struct corner(*corners)[4] = malloc(count * sizeof *corners);
  uint32_t(*triangles)[3] = malloc(2 * count * sizeof *triangles);
  if (corners && triangles) {
    for (uint32_t i = 0; i < count; i++) {
      make_square(p, camera, g, i, corners[i]);
      for (uint32_t half = 0; half < 2; half++)
        for (uint32_t k = 0; k < 3; k++) triangles[2 * i + half][k] = 4 * i + (k + 2 * half) % 4;
    }
    canvas_triangles(canvas, corners[0], (const uint32_t(*)[3])triangles, 2 * count);
  }
  const bool made = corners && triangles;
  free(corners);
  free(triangles);
  CHECK(made, STATUS_FAILED, "%s: out of memory", path);
  return STATUS_OK;
}

static int draw_grid(const struct picture *p, const struct camera *camera, const struct frame_file *snapshot,
                     struct canvas *canvas) {
  struct gridded g;
  int status = gridded_take(&g, &p->grid, &snapshot->frames[0], snapshot->path, p->field);
  if (!status && p->dimensions == 3) status = draw_level(p, camera, &g, snapshot->path, canvas);
  if (!status && p->dimensions == 2) status = draw_plane(p, camera, &g, snapshot->path, canvas);
  gridded_free(&g);
  return status;
}

static void draw_edges(const struct picture *p, const struct camera *camera, struct canvas *canvas) {
  for (int corner = 0; corner < 8; corner++)
    for (int axis = 0; axis < 3; axis++) {
      double from[3], to[3];
      float a[3], b[3];
      if (corner >> axis & 1 || p->low[axis] == p->high[axis]) continue;
      for (int i = 0; i < 3; i++) from[i] = to[i] = corner >> i & 1 ? p->high[i] : p->low[i];
      to[axis] = p->high[axis];
      camera_project(camera, from, a);
      camera_project(camera, to, b);
      canvas_line(canvas, a, b, 0.55F);
    }
}

/* The field with its unit if that takes at most `room` characters, or else its name. */
static void name_field(const struct picture *p, const struct field *field, int room, char *text,
                       size_t size) {
  const char *unit = field_unit(p->field), *bar = field->components > 1 ? "|" : "";
  const int length = *unit ? snprintf(text, size, "%s%.40s%s [%s]", bar, p->field, bar, unit) : room + 1;
  if (length > room) snprintf(text, size, "%.40s", p->field);
}

static void draw_foot(const struct picture *p, const struct camera *camera, const struct field *field,
                      double time, struct canvas *canvas) {
  const int y = p->height - FOOT + 6, length = p->width / 3, x = p->width - MARGIN - length;
  char text[64], low[32], high[32];
  for (int i = 0; i < length; i++) {
    float colour[3];
    colour_at(p->map, (double)i / (length - 1), colour);
    canvas_fill(canvas, x + i, y, 1, BAR_HEIGHT, colour);
  }
  snprintf(low, sizeof low, "%.3g", p->from);
  snprintf(high, sizeof high, "%.3g", p->to);
  canvas_text(canvas, x, y + BAR_HEIGHT + 2, low);
  canvas_text(canvas, x + length - FONT_WIDTH * (int)strlen(high), y + BAR_HEIGHT + 2, high);
  name_field(p, field, length / FONT_WIDTH - 2 - (int)(strlen(low) + strlen(high)), text, sizeof text);
  canvas_text(canvas, x + (length - FONT_WIDTH * (int)strlen(text)) / 2, y + BAR_HEIGHT + 2, text);
  snprintf(text, sizeof text, p->timeless ? "step %.0f" : "t = %.3f s", time);
  canvas_text(canvas, MARGIN, y, text);
  const int behind = MARGIN + FONT_WIDTH * ((int)strlen(text) + 2);
  if (!p->plain) axes_bar(canvas, camera, behind, y, x - behind - MARGIN);
}

static bool has_axes(const struct picture *p) {
  return !p->plain && p->width >= AXES_WIDTH && p->height >= AXES_HEIGHT;
}

/* The domain, with its walls where axes stand beyond them. */
static void find_seen(const struct picture *p, double low[3], double high[3]) {
  for (int i = 0; i < 3; i++) {
    const double rim = has_axes(p) && i < p->dimensions ? p->rim : 0;
    low[i] = p->low[i] - rim, high[i] = p->high[i] + rim;
  }
}

/* What is seen goes into what the foot and the axes leave. */
static void fit_camera(const struct picture *p, struct camera *camera) {
  const bool axes = has_axes(p);
  const int left = axes ? AXES_LEFT : MARGIN, right = axes ? AXES_RIGHT : MARGIN;
  const int above = axes ? AXES_ABOVE : MARGIN, below = axes ? AXES_BELOW : MARGIN;
  double low[3], high[3];
  find_seen(p, low, high);
  camera_fit(camera, low, high, 2 * left, 2 * above, 2 * (p->width - left - right),
             2 * (p->height - FOOT - above - below));
}

void picture_fit_size(struct picture *p, int width, int height) {
  double low[3], high[3], seen[2];
  p->width = width, p->height = height;
  find_seen(p, low, high);
  camera_extent(&p->camera, low, high, seen);
  if (!(seen[0] > WIDE * seen[1])) return;
  p->width = width + width / 2;
  const double inside = (p->width - AXES_LEFT - AXES_RIGHT) * seen[1] / seen[0];
  p->height = 2 * (int)ceil((inside + AXES_ABOVE + AXES_BELOW + FOOT) / 2);
  if (p->height < AXES_HEIGHT) p->height = AXES_HEIGHT;
  if (p->height > height) p->height = height;
}

static int draw_particles(const struct picture *p, const struct camera *camera,
                          const struct frame_file *snapshot, struct canvas *canvas) {
  const struct frame *frame = &snapshot->frames[0];
  CHECK(frame->points, STATUS_USAGE, "%s: no particles, but a field on a grid, in it", snapshot->path);
  double *values;
  TRY(picture_values(frame, snapshot->path, p->field, &values));
  struct ball *balls = malloc((frame->count + 1) * sizeof *balls);
  if (!balls) free(values);
  CHECK(balls, STATUS_FAILED, "%s: out of memory", snapshot->path);
  canvas_balls(canvas, balls, make_balls(p, camera, frame, values, balls));
  free(balls);
  free(values);
  return p->surface > 0 ? draw_surface(p, camera, snapshot, canvas) : STATUS_OK;
}

int picture_draw(const struct picture *p, const struct frame_file *snapshot, struct canvas *canvas) {
  struct camera camera = p->camera;
  double low[3], high[3];
  fit_camera(p, &camera);
  canvas_clear(canvas);
  TRY(p->grid.n[0] ? draw_grid(p, &camera, snapshot, canvas) : draw_particles(p, &camera, snapshot, canvas));
  draw_edges(p, &camera, canvas);
  find_seen(p, low, high);
  if (has_axes(p)) axes_draw(canvas, &camera, low, high);
  draw_foot(p, &camera, frame_field(&snapshot->frames[0], p->field), snapshot->time, canvas);
  return STATUS_OK;
}
