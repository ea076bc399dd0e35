/* SPDX-License-Identifier: BSD-3-Clause */
/* Faces that are no whole number of squares: what the squares of an open boundary let through is the flow
 * that the case asks for, wherever its edges are, whichever way it and gravity point. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "case/case.h"
#include "check/read.h"
#include "util/error.h"
#include "wcsph/openings/opening_values.h"
#include "wcsph/start/settings.h"

static const double dp = 0.04, speed = 0.5;
static char folder[] = "/tmp/amphi-flow-XXXXXX";

static double draw(double low, double high) {
  return low + (high - low) * rand() / RAND_MAX;
}

static void read_case(struct amphi_case *c, int dimensions, int up, double g, const char *opening) {
  char path[64], gravity[64];
  const double pull[3] = {up == 0 ? g : 0, up == 1 ? g : 0, up == 2 ? g : 0};
  snprintf(path, sizeof path, "%s/case.yaml", folder);
  snprintf(gravity, sizeof gravity, dimensions == 2 ? "[%g, %g]" : "[%g, %g, %g]", pull[0], pull[1], pull[2]);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fprintf(
      f,
      "method: wcsph\nscheme: classic\ndimensions: %d\ndp: %g\ngravity: %s\nmaterial: {speed_of_sound: 20}\n"
      "domain: {low: %s, high: %s}\nend: 1\n"
      "fluids:\n  - {name: f, shapes: [{add: box, low: %s, high: %s}]}\n"
      "open_boundaries:\n  - {name: in, %s}\n",
      dimensions, dp, gravity, dimensions == 2 ? "[-1, -1]" : "[-1, -1, -1]",
      dimensions == 2 ? "[1, 1]" : "[1, 1, 1]", dimensions == 2 ? "[-0.9, -0.9]" : "[-0.9, -0.9, -0.9]",
      dimensions == 2 ? "[-0.8, -0.8]" : "[-0.8, -0.8, -0.8]", opening);
  fclose(f);
  if (case_read(c, path, NULL, 0) != STATUS_OK) fail_msg("%s: %s", opening, error_text());
}

/* Of the squares, m^2/s or m^3/s. */
static double flow_of(const struct amphi_case *config) {
  struct wcsph_settings settings, *c = &settings;
  wcsph_settings_take(c, config);
  const struct opening *o = &c->openings[0];
  struct opening_face f;
  struct opening_values v = {0};
  struct opening_now now;
  double flow = 0;
  assert_int_equal(opening_face_make(&f, &c->scene, o), STATUS_OK);
  const struct opening_fitting fitting = opening_fit_shape(c, o, &f);
  assert_int_equal(opening_values_open(&v, c, o, &f, &fitting), STATUS_OK);
  opening_values_at(o, 0, &now);
  const int up = opening_upright(&c->scene);
  const double sign = c->gravity[up] > 0 ? -1 : 1;
  now.factor *= opening_wet_scale(&v, c, o, &f, sign * now.level);
  for (int s = 0; s < f.count[0] * f.count[1]; s++) {
    double place[3];
    opening_face_place(&f, &c->scene, s, 0, place);
    const bool wet = o->surface.model != SURFACE_GIVEN || sign * place[up] <= sign * now.level;
    if (f.open[s] && wet) flow += opening_speed(&v, o, (uint32_t)s, place, &now);
  }
  opening_values_close(&v);
  opening_face_free(&f);
  return flow * pow(dp, c->dimensions - 1);
}

static void check_flow(int dimensions, int up, double g, const char *opening, double expected) {
  struct amphi_case c;
  read_case(&c, dimensions, up, g, opening);
  const double flow = flow_of(&c);
  if (!(fabs(flow - expected) < 1e-5 * expected))
    fail_msg("%d-D, gravity %g along %d, %s: %.9g, not %.9g", dimensions, g, up, opening, flow, expected);
  case_free(&c);
}

/* A box across `axis`, as text; its lower and upper corner. */
static void draw_box(char text[200], int dimensions, int axis, double low[3], double high[3]) {
  const int way = rand() & 1 ? 1 : -1;
  for (int a = 0; a < 3; a++) low[a] = draw(-0.5, 0), high[a] = a == axis ? low[a] : low[a] + draw(0.1, 0.6);
  if (dimensions == 2)
    snprintf(text, 200, "low: [%.9g, %.9g], high: [%.9g, %.9g], normal: [%d, %d]", low[0], low[1], high[0],
             high[1], axis == 0 ? way : 0, axis == 1 ? way : 0);
  else
    snprintf(text, 200, "low: [%.9g, %.9g, %.9g], high: [%.9g, %.9g, %.9g], normal: [%d, %d, %d]", low[0],
             low[1], low[2], high[0], high[1], high[2], axis == 0 ? way : 0, axis == 1 ? way : 0,
             axis == 2 ? way : 0);
}

static double area_of(int dimensions, int axis, const double low[3], const double high[3]) {
  double area = 1;
  for (int a = 0; a < dimensions; a++) area *= a == axis ? 1 : high[a] - low[a];
  return area;
}

static void boxes_let_their_flow_through(void **state) {
  (void)state;
  for (int k = 0; k < 120; k++) {
    const int dimensions = 2 + k % 2, axis = k / 2 % dimensions, up = rand() % dimensions;
    char box[200], text[400];
    double low[3], high[3];
    draw_box(box, dimensions, axis, low, high);
    snprintf(text, sizeof text, "%s, velocity: {model: uniform, speed: %g}", box, speed);
    check_flow(dimensions, up, rand() & 1 ? 9.81 : -9.81, text, speed * area_of(dimensions, axis, low, high));
  }
}

/* Up to a level anywhere between the lowest square and beyond the top. */
static void water_up_to_a_level_lets_its_flow_through(void **state) {
  (void)state;
  for (int k = 0; k < 120; k++) {
    const int dimensions = 2 + k % 2, axis = k / 2 % dimensions,
              up = (axis + 1 + (rand() % (dimensions - 1))) % dimensions;
    const double g = rand() & 1 ? 9.81 : -9.81;
    char box[200], text[400];
    double low[3], high[3];
    draw_box(box, dimensions, axis, low, high);
    const double reach = fmin(draw(1.6 * dp, 0.7), high[up] - low[up] + 0.2),
                 level = g > 0 ? high[up] - reach : low[up] + reach, depth = fmin(reach, high[up] - low[up]);
    snprintf(text, sizeof text,
             "%s, velocity: {model: uniform, speed: %g}, surface: {model: given, level: %.9g}", box, speed,
             level);
    check_flow(dimensions, up, g, text,
               speed * area_of(dimensions, axis, low, high) * depth / (high[up] - low[up]));
  }
}

static void circles_and_polygons_let_their_flow_through(void **state) {
  (void)state;
  for (int k = 0; k < 40; k++) {
    const double r = draw(0.1, 0.3), x = draw(-0.2, 0.2), y = draw(-0.2, 0.2);
    char text[400];
    snprintf(
        text, sizeof text,
        "shape: circle, point: [%.9g, %.9g, 0.1], normal: [1, %.9g, 0.3], radius: %.9g, velocity: {model: "
        "uniform, speed: %g}",
        x, y, k & 1 ? 0.4 : 0, r, speed);
    check_flow(3, 2, -9.81, text, speed * M_PI * r * r);
    snprintf(text, sizeof text,
             "shape: polygon, point: [%.9g, %.9g, 0.1], normal: [1, 0, 0], up: [0, 0, 1], vertices: [[0, 0], "
             "[%.9g, "
             "0], [%.9g, 0.3]], velocity: {model: uniform, speed: %g}",
             x, y, r + 0.1, r, speed);
    check_flow(3, 2, -9.81, text, speed * 0.5 * (r + 0.1) * 0.3);
  }
}

/* A table's straight lines over the heights of the face. */
static void tables_let_their_flow_through(void **state) {
  (void)state;
  char path[64];
  snprintf(path, sizeof path, "%s/table.txt", folder);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs("-1 0.1\n1 0.9\n", f); /* 0.5 + 0.4 y */
  fclose(f);
  for (int k = 0; k < 20; k++) {
    const double low = draw(-0.5, 0), high = low + draw(0.1, 0.6);
    char text[400];
    snprintf(text, sizeof text,
             "low: [0, %.9g], high: [0, %.9g], normal: [1, 0], velocity: {model: table, table: %s}", low,
             high, path);
    check_flow(2, 1, -9.81, text, (0.5 + 0.2 * (low + high)) * (high - low));
  }
  unlink(path);
}

/* Values at places: squares have the parabola of the case's edges, so their flow is right to second order. */
static void parabolas_and_formulas_are_as_they_are(void **state) {
  (void)state;
  for (int k = 0; k < 40; k++) {
    const double low = draw(-0.5, 0), high = low + draw(0.5, 0.9), width = high - low;
    const double exact = 2.0 / 3.0 * speed * width, n = width / dp;
    struct amphi_case c;
    char text[400], formula[120];
    snprintf(formula, sizeof formula, "2*(y-(%.9g))*((%.9g)-y)/%.9g", low, high, width * width);
    int used =
        snprintf(text, sizeof text, "low: [0, %.9g], high: [0, %.9g], normal: [1, 0], velocity: ", low, high);
    if (k & 1)
      snprintf(text + used, sizeof text - (size_t)used, "{model: formula, formula: \"%s\"}", formula);
    else
      snprintf(text + used, sizeof text - (size_t)used, "{model: parabolic, speed: 0.5}");
    read_case(&c, 2, 1, -9.81, text);
    const double off = flow_of(&c) / exact - 1;
    if (fabs(off) > 1.5 / (n * n)) fail_msg("%s: off by %g, %g squares", text, off, n);
    case_free(&c);
  }
}

static int make_folder(void **state) {
  (void)state;
  srand(11);
  return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
  (void)state;
  char path[64];
  snprintf(path, sizeof path, "%s/case.yaml", folder);
  unlink(path);
  return rmdir(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(boxes_let_their_flow_through),
                                     cmocka_unit_test(water_up_to_a_level_lets_its_flow_through),
                                     cmocka_unit_test(circles_and_polygons_let_their_flow_through),
                                     cmocka_unit_test(tables_let_their_flow_through),
                                     cmocka_unit_test(parabolas_and_formulas_are_as_they_are)};
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
