/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether gaps between walls are told where they are narrower than the kernel reaches: between two walls, a
 * body and a wall, in one wall, that lie every way; and not where fluid cannot come, at notches and wedges.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/case.h"
#include "check/read.h"
#include "geometry/particles.h"
#include "util/error.h"

/* What is said of these walls, in a box of 40 spacings of 1 m in which water stands along the far ends of all
 * axes; the kernel reaches 4 spacings. */
static void look(char note[4096], int dimensions, const char *walls) {
  char text[4096];
  struct amphi_case c;
  struct particles p;
  const bool flat = dimensions == 2;
  snprintf(text, sizeof text,
           "method: wcsph\nscheme: classic\ndimensions: %d\ndp: 1\nsmoothing_ratio: 2\ndomain: {low: [0, "
           "0%s], high: [40, 40%s], open: [-x, +x]}\ngravity: [0, %s-9.81]\nend: 0\nfluids:\n  - {name: "
           "water, shapes: [{add: box, low: [0, 38%s], high: [40, 40%s]}]}\nwalls:\n%s",
           dimensions, flat ? "" : ", 0", flat ? "" : ", 40", flat ? "" : "0, ", flat ? "" : ", 0",
           flat ? "" : ", 40", walls);
  if (case_read_text(&c, "t", text, strlen(text), NULL, 0) != STATUS_OK) fail_msg("%s", error_text());
  if (particles_fill(&p, &c) != STATUS_OK) fail_msg("%s", error_text());
  snprintf(note, 4096, "%s", p.narrow ? p.narrow : "");
  particles_free(&p);
  case_free(&c);
}

/* A block from `low` to `high` across an axis, and from 5 to 30 along the others. */
static void block(char out[512], const char *name, int dimensions, int axis, int low, int high,
                  const char *more) {
  int from[3] = {5, 5, 5}, to[3] = {30, 30, 30};
  from[axis] = low, to[axis] = high;
  if (dimensions == 2)
    snprintf(out, 512, "  - {name: %s, shapes: [{add: box, low: [%d, %d], high: [%d, %d]}]%s}\n", name,
             from[0], from[1], to[0], to[1], more);
  else
    snprintf(out, 512, "  - {name: %s, shapes: [{add: box, low: [%d, %d, %d], high: [%d, %d, %d]}]%s}\n",
             name, from[0], from[1], from[2], to[0], to[1], to[2], more);
}

static void gaps_of_each_width(void **state) {
  (void)state;
  char note[4096], walls[2048], a[512], b[512], expected[128];
  for (int dimensions = 2; dimensions <= 3; dimensions++)
    for (int axis = 0; axis < dimensions; axis++)
      for (int n = 0; n <= 5; n++)
        for (int body = 0; body < 2; body++) {
          block(a, "one", dimensions, axis, 5, 15, "");
          block(b, "other", dimensions, axis, 15 + n, 25 + n, body ? ", body: {density: 500}" : "");
          snprintf(walls, sizeof walls, "%s%s", a, b);
          look(note, dimensions, walls);
          snprintf(expected, sizeof expected, "walls.one: a gap of %d dp along %c before walls.other, at (",
                   n, "xyz"[axis]);
          if ((n > 0 && n < 4) != (strncmp(note, expected, strlen(expected)) == 0))
            fail_msg("%d-D, axis %d, a gap of %d: '%s'", dimensions, axis, n, note);
          if ((n == 0 || n >= 4) && *note)
            fail_msg("%d-D, axis %d, a gap of %d: '%s'", dimensions, axis, n, note);
          if (!*note) continue;
          double at[3];
          assert_int_equal(sscanf(note + strlen(expected), "%lf, %lf, %lf", &at[0], &at[1], &at[2]), 3);
          assert_true(at[axis] > 15 && at[axis] < 15 + n);
        }
}

static void slanted_and_round_ones(void **state) {
  (void)state;
  char note[4096];
  look(note, 2,
       "  - {name: a, shapes: [{add: polygon, vertices: [[5, 5], [30, 22], [30, 5]]}]}\n"
       "  - {name: b, shapes: [{add: polygon, vertices: [[5, 8], [30, 25], [5, 25]]}]}\n");
  assert_non_null(strstr(note, "walls.a: a gap of "));
  look(note, 3,
       "  - {name: pipe, shapes: [{add: box, low: [5, 5, 5], high: [30, 30, 30]}, {cut: box, low: [5, 15, "
       "15], "
       "high: [30, 17, 17]}]}\n");
  assert_non_null(strstr(note, "walls.pipe: a gap of 2 dp along "));
  assert_non_null(strstr(note, " before itself, at ("));
}

static void nothing_else_is_told(void **state) {
  (void)state;
  static const struct {
    int dimensions;
    const char *walls;
  } none[] = {
      /* a hollow that is shut */
      {2, "  - {name: a, shapes: [{add: box, low: [5, 5], high: [30, 20]}, {cut: box, low: [10, 10], high: "
          "[25, 12]}]}\n"},
      /* a notch, a valley and its like in space, an opening in a plate, a slope of steps */
      {2, "  - {name: a, shapes: [{add: box, low: [5, 5], high: [30, 20]}, {cut: box, low: [10, 19], high: "
          "[11, 20]}]}\n"},
      {2, "  - {name: a, shapes: [{add: box, low: [5, 5], high: [35, 20]}, {cut: polygon, vertices: [[10, "
          "20], [20, 10], [30, 20]]}]}\n"},
      {3, "  - {name: a, shapes: [{add: plane, point: [20, 20, 10], normal: [1, 0, 1]}, {add: plane, point: "
          "[20, 20, 10], normal: [-1, 0, 1]}]}\n"},
      {2, "  - {name: a, shapes: [{add: box, low: [5, 10], high: [30, 12]}, {cut: box, low: [10, 10], high: "
          "[12, 12]}]}\n"},
      {3, "  - {name: a, shapes: [{add: plane, point: [20, 20, 5], normal: [0.1, 0.2, 1]}]}\n"},
      {3, "  - {name: a, shapes: [{add: sphere, centre: [20, 20, 20], radius: 14.3, fill: shell-outside, "
          "layers: 4}]}\n"},
  };
  for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
    char note[4096];
    look(note, none[k].dimensions, none[k].walls);
    if (*note) fail_msg("walls %zu: '%s'", k, note);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gaps_of_each_width),
      cmocka_unit_test(slanted_and_round_ones),
      cmocka_unit_test(nothing_else_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
