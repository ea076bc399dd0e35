/* SPDX-License-Identifier: BSD-3-Clause */
/* The surface of lattices of particles of known shape: closed, turned outwards, where the shape ends, and
 * with the particles' volume. */
#include <math.h>
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fields/free_surface.h"
#include "util/error.h"

static const double dp = 0.1;

/* How far a point is outside a shape, m; negative inside. */
typedef double outside(const double at[3]);

static double outside_sphere(const double at[3]) {
  return sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]) - 0.95;
}

static double outside_box(const double at[3]) {
  return fmax(fmax(fabs(at[0] - 0.3) - 1.2, fabs(at[1] + 0.2) - 0.8), fabs(at[2]) - 0.6);
}

/* Two balls that do not touch. */
static double outside_two(const double at[3]) {
  const double left[3] = {at[0] + 2, at[1], at[2]}, right[3] = {at[0] - 2, at[1], at[2]};
  return fmin(outside_sphere(left), outside_sphere(right));
}

static double random_number(uint64_t *state) {
  *state = *state * 6364136223846793005U + 1442695040888963407U;
  return (double)(*state >> 40) / (double)(1 << 24) - 0.5;
}

/* Sites in the middle of cubes of the lattice, moved a bit; and a wall particle, which does not count. */
static struct frame make_frame(outside *shape, double jitter) {
  enum { ROOM = 40, MOST = (2 * ROOM) * (2 * ROOM) * (2 * ROOM) };
  struct frame frame = {.points = malloc(MOST * sizeof *frame.points)};
  uint64_t state = 1;
  uint8_t *type;
  assert_non_null(frame.points);
  for (int z = -ROOM; z < ROOM; z++)
    for (int y = -ROOM; y < ROOM; y++)
      for (int x = -ROOM; x < ROOM; x++) {
        double at[3] = {(x + 0.5) * dp, (y + 0.5) * dp, (z + 0.5) * dp};
        if (shape(at) >= 0) continue;
        for (int a = 0; a < 3; a++) at[a] += jitter * dp * random_number(&state);
        memcpy(frame.points[frame.count++], at, sizeof at);
      }
  const double wall[3] = {3, 3, 3};
  memcpy(frame.points[frame.count++], wall, sizeof wall);
  type = calloc(frame.count, 1);
  float *height = malloc(frame.count * sizeof *height);
  frame.fields = calloc(2, sizeof *frame.fields);
  assert_true(type && height && frame.fields);
  type[frame.count - 1] = 1;
  for (size_t i = 0; i < frame.count; i++) height[i] = (float)frame.points[i][2];
  frame.fields[0] = (struct field){"type", FIELD_U8, 1, type};
  frame.fields[1] = (struct field){"height", FIELD_F32, 1, height};
  frame.field_count = 2;
  return frame;
}

static void free_frame(struct frame *frame) {
  for (size_t i = 0; i < frame->field_count; i++) free((void *)frame->fields[i].data);
  free(frame->fields);
  free(frame->points);
}

static int by_value(const void *x, const void *y) {
  const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
  return (a > b) - (a < b);
}

/* Each edge stands once in either direction. */
static void check_closed(const struct isosurface *s) {
  const size_t count = 3 * s->triangles;
  uint64_t *there = malloc(count * sizeof *there), *back = malloc(count * sizeof *back);
  assert_true(there && back && count > 0);
  for (size_t i = 0; i < count; i++) {
    const uint64_t a = s->corner[i / 3][i % 3], b = s->corner[i / 3][(i + 1) % 3];
    assert_true(a < s->vertices && b < s->vertices && a != b);
    there[i] = a << 32 | b, back[i] = b << 32 | a;
  }
  qsort(there, count, sizeof *there, by_value);
  qsort(back, count, sizeof *back, by_value);
  assert_memory_equal(there, back, count * sizeof *there);
  for (size_t i = 1; i < count; i++) assert_true(there[i] != there[i - 1]);
  free(there);
  free(back);
}

/* Vertices, edges and faces of closed surfaces: 2 for each. */
static long euler(const struct isosurface *s) {
  return (long)s->vertices - (long)(3 * s->triangles / 2) + (long)s->triangles;
}

static double volume_of(const struct isosurface *s) {
  double sum = 0;
  for (size_t i = 0; i < s->triangles; i++) {
    const double *a = s->at[s->corner[i][0]], *b = s->at[s->corner[i][1]], *c = s->at[s->corner[i][2]];
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

static void check_shape(outside *shape, double jitter, double most, int pieces) {
  struct frame frame = make_frame(shape, jitter);
  struct free_surface s;
  assert_int_equal(free_surface_make(&s, &frame, "a lattice", dp, 0.5, "height"), STATUS_OK);
  check_closed(&s.shape);
  assert_int_equal(euler(&s.shape), 2 * pieces);
  const double volume = (double)(frame.count - 1) * dp * dp * dp;
  assert_true(fabs(volume_of(&s.shape) / volume - 1) < 1e-3);
  assert_true(fabs(s.particles / volume - 1) < 1e-12 && fabs(s.shape.volume / volume - 1) < 1e-3);
  for (size_t i = 0; i < s.shape.vertices; i++) {
    const double *at = s.shape.at[i];
    const float *n = s.shape.normal[i];
    double before[3], behind[3];
    for (int a = 0; a < 3; a++) before[a] = at[a] - dp * (double)n[a], behind[a] = at[a] + dp * (double)n[a];
    assert_true(fabs(shape(at)) < most * dp && shape(before) < shape(behind));
    assert_true(fabs((double)((const float *)s.fields[0].data)[i] - at[2]) < 1.2 * dp);
  }
  free_surface_free(&s);
  free_frame(&frame);
}

static void test_sphere(void **state) {
  (void)state;
  check_shape(outside_sphere, 0, 0.5, 1);
  check_shape(outside_sphere, 0.3, 0.6, 1);
}

/* Corners and edges are round. */
static void test_box(void **state) {
  (void)state;
  check_shape(outside_box, 0, 1.1, 1);
}

static void test_two(void **state) {
  (void)state;
  check_shape(outside_two, 0.3, 0.6, 2);
}

/* A particle that is alone is a drop of its volume. */
static double outside_cube(const double at[3]) {
  return fmax(fmax(fabs(at[0] - 0.05), fabs(at[1] - 0.05)), fabs(at[2] - 0.05)) - 0.04;
}
static void test_drop(void **state) {
  (void)state;
  check_shape(outside_cube, 0, 0.5, 1);
}

static void test_threads(void **state) {
  struct frame frame = make_frame(outside_sphere, 0.3);
  struct free_surface one, three;
  (void)state;
  omp_set_num_threads(1);
  assert_int_equal(free_surface_make(&one, &frame, "", dp, 0.5, "height"), STATUS_OK);
  omp_set_num_threads(3);
  assert_int_equal(free_surface_make(&three, &frame, "", dp, 0.5, "height"), STATUS_OK);
  assert_true(one.shape.triangles == three.shape.triangles && one.shape.vertices == three.shape.vertices);
  assert_memory_equal(one.shape.at, three.shape.at, one.shape.vertices * sizeof *one.shape.at);
  assert_memory_equal(one.shape.corner, three.shape.corner, one.shape.triangles * sizeof *one.shape.corner);
  assert_memory_equal(one.fields[0].data, three.fields[0].data, one.shape.vertices * sizeof(float));
  free_surface_free(&one);
  free_surface_free(&three);
  free_frame(&frame);
}

static void test_faults(void **state) {
  struct frame frame = make_frame(outside_cube, 0);
  struct free_surface s;
  (void)state;
  assert_int_equal(free_surface_make(&s, &frame, "a file", dp, 0.5, "none"), STATUS_USAGE);
  assert_string_equal(error_text(), "a file: no field 'none' in it");
  free_surface_free(&s);
  assert_int_equal(free_surface_make(&s, &frame, "a file", dp, 0.5, "type"), STATUS_USAGE);
  free_surface_free(&s);
  frame.points[0][1] = NAN;
  assert_int_equal(free_surface_make(&s, &frame, "a file", dp, 0.5, "height"), STATUS_USAGE);
  free_surface_free(&s);
  free_frame(&frame);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sphere), cmocka_unit_test(test_box),     cmocka_unit_test(test_two),
      cmocka_unit_test(test_drop),   cmocka_unit_test(test_threads), cmocka_unit_test(test_faults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
