/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether walls have as many layers as their model needs: plates that lie every way, slopes, balls, bodies.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "case/case.h"
#include "check/read.h"
#include "geometry/particles.h"
#include "util/error.h"

/* What is said of a wall of this shape in a box of 40 spacings of 1 m; the kernel reaches 2 h = 4 spacings.
 * The domain is open, and water is a drop in a corner. */
static void look(char note[4096], int dimensions, const char *model, const char *shape, const char *more) {
  char text[2048];
  struct amphi_case c;
  struct particles p;
  const bool flat = dimensions == 2;
  snprintf(text, sizeof text,
           "method: wcsph\nscheme: classic\ndimensions: %d\ndp: 1\nsmoothing_ratio: 2\ndomain: {low: [0, "
           "0%s], high: [40, "
           "40%s], open: "
           "[-x, +x]}\ngravity: [0, %s-9.81]\nend: 0\nboundary: {model: %s}\nfluids:\n  - {name: water, "
           "shapes: [{add: "
           "box, low: [0, 0%s], high: [2, 2%s]}]}\nwalls:\n  - {name: plate, shapes: [%s]%s}\n",
           dimensions, flat ? "" : ", 0", flat ? "" : ", 40", flat ? "" : "0, ", model, flat ? "" : ", 0",
           flat ? "" : ", 2", shape, more);
  if (case_read_text(&c, "t", text, strlen(text), NULL, 0) != STATUS_OK) fail_msg("%s", error_text());
  if (particles_fill(&p, &c) != STATUS_OK) fail_msg("%s", error_text());
  snprintf(note, 4096, "%s", p.thin ? p.thin : "");
  particles_free(&p);
  case_free(&c);
}

static int layers_of(const char *note) {
  int layers = 0;
  sscanf(note, "walls.plate: %d layer", &layers);
  return layers;
}

/* A plate from 20 to 20 + n across an axis: n layers, of which each model wants its own number. */
static void plates_of_each_thickness(void **state) {
  (void)state;
  static const struct {
    const char *model;
    int needed[2]; /* in 2-D, in space */
  } models[] = {{"dynamic", {1, 2}}, {"dummy", {3, 3}}, {"mdbc", {3, 3}}, {"lennard_jones", {1, 1}}};
  char note[4096], shape[256];
  for (size_t m = 0; m < sizeof models / sizeof *models; m++)
    for (int dimensions = 2; dimensions <= 3; dimensions++)
      for (int axis = 0; axis < dimensions; axis++)
        for (int n = 1; n <= 5; n++) {
          int low[3] = {5, 5, 5}, high[3] = {35, 35, 35};
          low[axis] = 20, high[axis] = 20 + n;
          if (dimensions == 2)
            snprintf(shape, sizeof shape, "{add: box, low: [%d, %d], high: [%d, %d]}", low[0], low[1],
                     high[0], high[1]);
          else
            snprintf(shape, sizeof shape, "{add: box, low: [%d, %d, %d], high: [%d, %d, %d]}", low[0], low[1],
                     low[2], high[0], high[1], high[2]);
          look(note, dimensions, models[m].model, shape, "");
          const int expected = n < models[m].needed[dimensions - 2] ? n : 0;
          if (layers_of(note) != expected)
            fail_msg("%s, %d-D, axis %d, %d layers: '%s'", models[m].model, dimensions, axis, n, note);
        }
}

/* What is at an edge or the rim of a ball is as thick as what it belongs to. */
static void rims_are_not_thin(void **state) {
  (void)state;
  char note[4096];
  static const char *const solid[] = {
      "{add: sphere, centre: [20, 20, 20], radius: 9.3}", "{add: box, low: [5, 5, 5], high: [35, 35, 35]}",
      "{add: box, low: [5, 5, 5], high: [35, 35, 35], fill: shell-outside, layers: 3}"};
  for (size_t k = 0; k < sizeof solid / sizeof *solid; k++) {
    look(note, 3, "mdbc", solid[k], "");
    assert_string_equal(note, "");
  }
  look(note, 3, "mdbc", "{add: box, low: [5, 5, 5], high: [35, 35, 35], fill: shell-outside, layers: 2}", "");
  assert_int_equal(layers_of(note), 2);
}

/* A plate that slopes, 1.5 thick across, one way and the other. */
static void slopes_are_seen(void **state) {
  (void)state;
  char note[4096];
  look(note, 2, "dummy", "{add: polygon, vertices: [[5, 10], [35, 22], [35, 23.5], [5, 11.5]]}", "");
  assert_in_range(layers_of(note), 1, 2);
  look(note, 2, "dummy", "{add: polygon, vertices: [[10, 35], [22, 5], [23.5, 5], [11.5, 35]]}", "");
  assert_in_range(layers_of(note), 1, 2);
}

/* Bodies want twice the kernel's reach, whatever stands beside them. */
static void bodies(void **state) {
  (void)state;
  char note[4096];
  look(note, 2, "dynamic", "{add: box, low: [10, 20], high: [30, 27]}", ", body: {density: 500}");
  assert_int_equal(layers_of(note), 7);
  assert_non_null(strstr(note, "a body should have 8"));
  look(note, 2, "dynamic", "{add: box, low: [10, 20], high: [30, 28]}", ", body: {density: 500}");
  assert_string_equal(note, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(plates_of_each_thickness),
                                     cmocka_unit_test(rims_are_not_thin), cmocka_unit_test(slopes_are_seen),
                                     cmocka_unit_test(bodies)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
