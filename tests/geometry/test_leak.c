/* SPDX-License-Identifier: BSD-3-Clause */
/* Tanks with and without holes: whether water gets out, where, and through what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "case/case.h"
#include "check/read.h"
#include "geometry/particles.h"
#include "util/error.h"

/* A tank 2 m wide in a domain of 4 m, its walls 0.3 m thick, with a metre of water at its left, half a metre
 * wide. */
#define TANK                                                                                                 \
  "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.05\ndomain: {low: [0, 0], high: [4, 2]}\ngravity: "  \
  "[0, -9.81]\nend: "                                                                                        \
  "0\n"                                                                                                      \
  "fluids:\n  - {name: water, shapes: [{add: box, low: [1, 0.3], high: [1.5, 1.3]}]}\n"                      \
  "walls:\n  - name: tank\n    shapes:\n      - {add: box, low: [0.7, 0], high: [3.3, 1.5]}\n"               \
  "      - {cut: box, low: [1, 0.3], high: [3, 2]}\n"

static struct leak look(const char *text) {
  struct amphi_case c;
  struct particles p;
  if (case_read_text(&c, "t", text, strlen(text), NULL, 0) != STATUS_OK) fail_msg("%s", error_text());
  if (particles_fill(&p, &c) != STATUS_OK) fail_msg("%s", error_text());
  const struct leak leak = p.leak;
  particles_free(&p);
  case_free(&c);
  return leak;
}

static void expect_gap(const char *text, int face, int width, double x, double y, double z) {
  const struct leak leak = look(text);
  assert_true(leak.any);
  assert_int_equal(leak.face, face);
  assert_int_equal(leak.width, width);
  if (width == LEAK_OPEN) return;
  const double gap[3] = {x, y, z};
  for (int a = 0; a < 3; a++)
    if (leak.gap[a] < gap[a] - 0.2 || leak.gap[a] > gap[a] + 0.2)
      fail_msg("gap at (%g, %g, %g)", leak.gap[0], leak.gap[1], leak.gap[2]);
}

static void tight(void **state) {
  (void)state;
  assert_false(look(TANK).any);
  assert_int_equal(look(TANK).runs_out, 0);
  /* The water comes to rest 0.25 m deep: a hole higher up lets nothing out. */
  assert_false(look(TANK "      - {cut: box, low: [3, 0.9], high: [3.3, 1]}\n").any);
}

static void holes(void **state) {
  (void)state;
  expect_gap(TANK "      - {cut: box, low: [3, 0.3], high: [3.3, 0.35]}\n", FACE_Y_LOW, 1, 3.15, 0.325, 0);
  expect_gap(TANK "      - {cut: box, low: [3, 0.4], high: [3.3, 0.5]}\n", FACE_Y_LOW, 2, 3.15, 0.45, 0);
  expect_gap(TANK "      - {cut: box, low: [2, 0], high: [2.15, 0.3]}\n", FACE_Y_LOW, 3, 2.05, 0.15, 0);
  /* A hole behind which there is another wall, at the face of the domain */
  assert_false(look(TANK "      - {cut: box, low: [3, 0.3], high: [3.3, 0.35]}\n"
                         "      - {add: box, low: [0, 0], high: [4, 2], fill: shell-outside}\n")
                   .any);
}

static void open_places(void **state) {
  (void)state;
#define PLATE(x)                                                                                             \
  "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.05\ndomain: {low: [0, 0], high: [4, 2]" x            \
  "}\ngravity: [0, -9.81]\nend: 0\n"                                                                         \
  "fluids:\n  - {name: water, shapes: [{add: box, low: [1, 1], high: [1.5, 1.3]}]}\n"                        \
  "walls:\n  - {name: plate, shapes: [{add: box, low: [0.5, 0], high: [3.5, 0.2]}]}\n"
  expect_gap(PLATE(""), FACE_Y_LOW, LEAK_OPEN, 0, 0, 0);
  assert_false(look(PLATE(", open: [-y]")).any);
  assert_int_equal(look(PLATE(", open: [-y]")).runs_out, 1 << 2);
  assert_int_equal(look(PLATE(", open: [-x, +x, +y]")).runs_out, 0); /* it falls beside the plate */
  assert_true(look(PLATE(", open: [-x, +x, +y]")).any);
}

/* A drop above a tank falls into it, though nothing is beside it. */
static void drop(void **state) {
  (void)state;
  assert_false(
      look("method: wcsph\nscheme: classic\ndimensions: 3\ndp: 0.1\ndomain: {low: [-1, -1, 0], high: [2, 2, "
           "3]}\ngravity: [0, 0, "
           "-9.81]\nend: 0\n"
           "fluids:\n  - {name: drop, shapes: [{add: sphere, centre: [0.5, 0.5, 2], radius: 0.3}]}\n"
           "walls:\n  - {name: tank, shapes: [{add: box, low: [0, 0, 0.4], high: [1, 1, 1], fill: "
           "shell-outside, "
           "open: [+z]}]}\n")
          .any);
}

static void hole_in_space(void **state) {
  (void)state;
  expect_gap("method: wcsph\nscheme: classic\ndimensions: 3\ndp: 0.1\ndomain: {low: [-1, -1, 0], high: [2, "
             "2, 2]}\ngravity: "
             "[0, 0, -9.81]\n"
             "end: 0\n"
             "fluids:\n  - {name: water, shapes: [{add: box, low: [0, 0, 0.4], high: [1, 1, 1]}]}\n"
             "walls:\n  - name: tank\n    shapes:\n"
             "      - {add: box, low: [0, 0, 0.4], high: [1, 1, 1], fill: shell-outside, open: [+z]}\n"
             "      - {cut: box, low: [1, 0.4, 0.6], high: [2, 0.6, 0.7]}\n",
             FACE_Z_LOW, 1, 1.2, 0.5, 0.65);
}

/* What gets behind an open boundary has left; beside it there may be a gap. */
static void openings(void **state) {
  (void)state;
#define MOUTH  "      - {cut: box, low: [3, 0.3], high: [3.3, 0.9]}\n"
#define OUTLET "open_boundaries:\n  - {name: out, low: [3, 0.3], high: [3, 0.9], normal: [-1, 0]}\n"
#define HALF   "open_boundaries:\n  - {name: out, low: [3, 0.3], high: [3, 0.6], normal: [-1, 0]}\n"
  assert_true(look(TANK MOUTH).any);
  assert_false(look(TANK MOUTH OUTLET).any);
  assert_false(look(TANK MOUTH HALF).any); /* the water comes to rest below its edge */
  expect_gap(TANK MOUTH "      - {cut: box, low: [2, 0], high: [2.15, 0.3]}\n" OUTLET, FACE_Y_LOW, 3, 2.05,
             0.15, 0);
  /* At a slant */
  assert_false(look(TANK MOUTH
                    "open_boundaries:\n  - {name: out, shape: circle, point: [3.02, 0.6], radius: 0.4, "
                    "normal: [-0.98, 0.199]}\n")
                   .any);
}

/* A flume between a paddle that goes back by 0.4 m and an end. The floor ends under the paddle, or goes on
 * behind it; what the paddle does forwards never opens anything. */
#define FLUME(dims, more, floor, way)                                                                        \
  "method: wcsph\nscheme: classic\ndimensions: " dims "\ndp: 0.05\nend: 1\n" more                            \
  "  - {name: paddle, motion: {velocity: [" way "], to: 1}, shapes: [{add: box, " floor "}]}\n"
#define FLAT                                                                                                 \
  "domain: {low: [-1, -0.5], high: [3, 1]}\ngravity: [0, -9.81]\n"                                           \
  "fluids:\n  - {name: water, shapes: [{add: box, low: [0, 0], high: [2, 0.5]}]}\nwalls:\n"                  \
  "  - {name: end, shapes: [{add: box, low: [2, -0.2], high: [2.2, 1]}]}\n"
#define DEEP                                                                                                 \
  "domain: {low: [-1, 0, -0.5], high: [3, 0.8, 1], periodic: [y]}\ngravity: [0, 0, -9.81]\n"                 \
  "fluids:\n  - {name: water, shapes: [{add: box, low: [0, 0, 0], high: [2, 0.8, 0.5]}]}\nwalls:\n"          \
  "  - {name: end, shapes: [{add: box, low: [2, 0, -0.2], high: [2.2, 0.8, 1]}]}\n"
#define FLOOR(from) "  - {name: floor, shapes: [{add: box, low: [" from ", -0.2], high: [2.2, 0]}]}\n"
#define DEEP_FLOOR(from)                                                                                     \
  "  - {name: floor, shapes: [{add: box, low: [" from ", 0, -0.2], high: [2.2, 0.8, 0]}]}\n"

static void floors_that_end_at_a_paddle(void **state) {
  (void)state;
  const char *const ends[] = {
      FLUME("2", FLAT FLOOR("-0.2"), "low: [-0.2, 0], high: [0, 1]", "-0.4, 0"),
      FLUME("3", DEEP DEEP_FLOOR("-0.2"), "low: [-0.2, 0, 0], high: [0, 0.8, 1]", "-0.4, 0, 0")};
  const char *const whole[] = {
      FLUME("2", FLAT FLOOR("-0.6"), "low: [-0.2, 0], high: [0, 1]", "-0.4, 0"),
      FLUME("2", FLAT FLOOR("-0.2"), "low: [-0.2, 0], high: [0, 1]", "0.4, 0"),
      FLUME("3", DEEP DEEP_FLOOR("-0.6"), "low: [-0.2, 0, 0], high: [0, 0.8, 1]", "-0.4, 0, 0")};
  for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
    const struct leak leak = look(ends[k]);
    assert_true(leak.any);
    assert_true(leak.time > 0.0 && leak.time <= 1.0);
    if (!(leak.begun[0] > -0.45 && leak.begun[0] < -0.2 && fabs(leak.begun[k ? 2 : 1] + 0.025) < 1e-6))
      fail_msg("it begins at (%g, %g, %g)", leak.begun[0], leak.begun[1], leak.begun[2]);
  }
  /* What absorbs may go back by 0.17 m, twice its stroke. */
  for (int k = 0; k < 2; k++) {
    const char *const from[] = {"-0.05", "-0.4"};
    char text[2048];
    snprintf(text, sizeof text,
             "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.05\nend: 1\n" FLAT
             "  - {name: floor, shapes: [{add: box, low: [%s, -0.2], high: [2.2, 0]}]}\n"
             "  - {name: paddle, motion: {type: paddle, direction: [1, 0], waves: {depth: 0.5, height: 0.1, "
             "period: "
             "1.4, absorb: true}}, shapes: [{add: box, low: [-0.1, 0], high: [0, 1]}]}\n",
             from[k]);
    const struct leak leak = look(text);
    assert_int_equal(leak.any, k == 0);
    if (k == 0) assert_true(isnan(leak.time));
  }
  for (size_t k = 0; k < sizeof whole / sizeof *whole; k++) assert_false(look(whole[k]).any);
}

/* Water under a beach, a plate from the floor to the end: its sites are counted, with or without walls at its
 * sides; a beach that is filled, or ends short of the end, cuts nothing off. */
static struct sealed look_sealed(const char *text) {
  struct amphi_case c;
  struct particles p;
  if (case_read_text(&c, "t", text, strlen(text), NULL, 0) != STATUS_OK) fail_msg("%s", error_text());
  if (particles_fill(&p, &c) != STATUS_OK) fail_msg("%s", error_text());
  const struct sealed sealed = p.sealed;
  particles_free(&p);
  case_free(&c);
  return sealed;
}

#define BEACH(y, end)                                                                                        \
  "  - {name: beach, shapes: [{add: box, low: [1, " y "0.2], high: [" end "0.3]}, {add: box, low: [1, " y    \
  "0], high: [1.1, " y "0.3]}]}\n"

static void water_under_a_beach(void **state) {
  (void)state;
  struct sealed s =
      look_sealed("method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.05\nend: 0\n" FLAT FLOOR("-0.2")
                      BEACH("", "2, "));
  assert_int_equal(s.sites, 18 * 4); /* 1.1 to 2 m, 0 to 0.2 m */
  assert_int_equal(s.parts, 2);
  assert_true(s.at[0] > 1.1 && s.at[0] < 2 && s.at[1] > 0 && s.at[1] < 0.2);
  s = look_sealed("method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.05\nend: 0\n" FLAT FLOOR("-0.2")
                      BEACH("", "1.95, "));
  assert_int_equal(s.sites, 0);
  s = look_sealed("method: wcsph\nscheme: classic\ndimensions: 3\ndp: 0.05\nend: 0\n" DEEP DEEP_FLOOR(
      "-0.2") "  - {name: beach, shapes: [{add: box, low: [1, 0, 0.2], high: [2, 0.8, 0.3]}, {add: box, low: "
              "[1, 0, "
              "0], high: [1.1, 0.8, 0.3]}]}\n");
  assert_int_equal(s.sites, 18 * 4 * 16);
  assert_true(s.at[0] > 1.1 && s.at[0] < 2 && s.at[2] > 0 && s.at[2] < 0.2);
  /* Half as wide as the flume, which is periodic: water gets round it. */
  s = look_sealed("method: wcsph\nscheme: classic\ndimensions: 3\ndp: 0.05\nend: 0\n" DEEP DEEP_FLOOR(
      "-0.2") "  - {name: beach, shapes: [{add: box, low: [1, 0, 0.2], high: [2, 0.4, 0.3]}, {add: box, "
              "low: [1, 0, "
              "0], high: [1.1, 0.4, 0.3]}]}\n");
  assert_int_equal(s.sites, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(floors_that_end_at_a_paddle),
                                     cmocka_unit_test(water_under_a_beach),
                                     cmocka_unit_test(tight),
                                     cmocka_unit_test(openings),
                                     cmocka_unit_test(holes),
                                     cmocka_unit_test(open_places),
                                     cmocka_unit_test(drop),
                                     cmocka_unit_test(hole_in_space)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
