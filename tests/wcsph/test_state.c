/* SPDX-License-Identifier: BSD-3-Clause */
/* Where fluid is with respect to the domain, and so whether it has left or has diverged. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "wcsph/state.h"

/* A tank from 1000 to 2000 quanta along each axis without a roof, and 50 quanta of support around it. */
static const struct wcsph_state tank = {
    .fluid_low = {950, 950, 950}, .fluid_high = {2050, 2050, 2050}, .past = {50, 50, 50}, .open = 1u << 5};

static enum whereabouts locate(uint32_t x, uint32_t y, uint32_t z) {
  const struct position p = {.x = x, .y = y, .z = z};
  return state_locate(&tank, &p);
}

static void fluid_is_inside_up_to_a_support_radius_past_a_face(void **state) {
  (void)state;
  assert_int_equal(locate(1500, 1500, 1500), INSIDE);
  assert_int_equal(locate(950, 2050, 950), INSIDE);
  assert_int_equal(locate(1500, 1500, 2050), INSIDE);
}

static void fluid_leaves_through_an_open_face(void **state) {
  (void)state;
  assert_int_equal(locate(1500, 1500, 2051), OUT_THROUGH_OPEN_FACE);
}

static void fluid_over_the_rim_has_left(void **state) {
  (void)state;
  assert_int_equal(locate(949, 1500, 2001), OUT_THROUGH_OPEN_FACE);
  assert_int_equal(locate(1500, 2051, 2030), OUT_THROUGH_OPEN_FACE);
  assert_int_equal(locate(2051, 949, 2100), OUT_THROUGH_OPEN_FACE);
}

static void fluid_through_a_wall_has_not(void **state) {
  (void)state;
  assert_int_equal(locate(949, 1500, 2000), OUT_ELSEWHERE);
  assert_int_equal(locate(1500, 2051, 1500), OUT_ELSEWHERE);
  assert_int_equal(locate(1500, 1500, 949), OUT_ELSEWHERE);
}

static void half_a_support_radius_farther_out_is_far(void **state) {
  (void)state;
  assert_false(state_is_far(&tank, &(struct position){.x = 925, .y = 1500, .z = 2075}));
  assert_true(state_is_far(&tank, &(struct position){.x = 924, .y = 1500, .z = 1500}));
  assert_true(state_is_far(&tank, &(struct position){.x = 1500, .y = 1500, .z = 2076}));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fluid_is_inside_up_to_a_support_radius_past_a_face),
      cmocka_unit_test(fluid_leaves_through_an_open_face),
      cmocka_unit_test(fluid_over_the_rim_has_left),
      cmocka_unit_test(fluid_through_a_wall_has_not),
      cmocka_unit_test(half_a_support_radius_farther_out_is_far),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
