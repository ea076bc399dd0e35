/* SPDX-License-Identifier: BSD-3-Clause */
/* Several spacings where level 0 has periods and open boundaries, and where the axes move. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "several.h"
#include "wcsph/openings/openings.h"

/* A stream past a post, as wide as its period. */
static const char stream[] =
    "method: wcsph\ndimensions: 2\ndp: 0.1\n"
    "domain: {low: [-0.9, -1.8], high: [4.9, 1.8], periodic: [y]}\n"
    "material: {density: 1}\n"
    "fluids: [{name: water, velocity: [1, 0], shapes: [{add: box, low: [0, -1.8], high: [4, 1.8]}, {cut: "
    "box, "
    "low: [1.8, -0.2], high: [2.2, 0.2]}]}]\n"
    "walls: [{name: post, shapes: [{add: box, low: [1.8, -0.2], high: [2.2, 0.2]}]}]\n"
    "open_boundaries: [{name: inlet, low: [0, -1.8], high: [0, 1.8], normal: [1, 0], velocity: {model: "
    "uniform, speed: 1}}, {name: outlet, low: [4, -1.8], high: [4, 1.8], normal: [-1, 0], pressure: {model: "
    "given, value: 0}}]\n"
    "viscosity: {model: laminar, nu: 0.01}\n"
    "resolution: [{name: near, low: [1.2, -0.8], high: [2.8, 0.8]}]\n"
    "summation: fixed\nend: 1\n";

static void a_stream_has_one_hash(void **state) {
  (void)state;
  char *const round[] = {"walls.post.shapes=[{add: sphere, centre: [2, 0], radius: 0.2}]",
                         "fluids.water.shapes=[{add: box, low: [0, -1.8], high: [4, 1.8]}]", NULL};
  has_one_hash(stream, (char *const[]){NULL}, 20, 6);
  has_one_hash(stream, round, 20, 6); /* whose particles follow its surface */
}

/* What came in and went out through open boundaries is in the balance, also of a run that is resumed. */
static void what_comes_in_is_counted(void **state) {
  (void)state;
  char *const none[] = {NULL};
  struct several s, again;
  const struct levels_run *r = start(&s, stream, none);
  while (r->runs[0]->time < 0.3) go(&s, 1);
  resume(&again, &s, stream, none, 2);
  while (r->runs[0]->time < 0.4) go(&s, 1), go(&again, 1);
  const struct opening_log in = openings_logged(r->runs[0], 0), out = openings_logged(r->runs[0], 1);
  print_message("%llu came in, %llu went out\n", (unsigned long long)in.in, (unsigned long long)out.out);
  assert_true(in.in > 60 && out.out > 60 && r->left[0] == 0 && r->left[1] == 0);
  mass_closes(r);
  assert_true(hash_now(&s) == hash_now(&again));
  end(&s), end(&again);
}

/* A stream that nothing stands in goes on, through the box and over the period's ends. */
static void an_even_stream_stays_even(void **state) {
  (void)state;
  char *const even[] = {"walls=[]",
                        "fluids=[{name: water, velocity: [1, 0.5], shapes: [{add: box, low: [0, -1.8], high: "
                        "[4, 1.8]}]}]",
                        "open_boundaries=[]", "domain={low: [0, -1.8], high: [4, 1.8], periodic: [x, y]}",
                        NULL};
  char *const across[] = {
      even[0], even[1], even[2], even[3], "resolution=[{name: strip, low: [1.2, -1.8], high: [2.8, 1.8]}]",
      NULL};
  char *const *all[] = {(char *const[]){even[0], even[1], even[2], even[3], NULL}, across};
  for (int k = 0; k < 2; k++) {
    struct several s;
    double most = 0.0;
    const struct levels_run *r = start(&s, stream, all[k]);
    while (r->runs[0]->time < 0.25) go(&s, 1);
    for (int level = 0; level < r->count; level++)
      for (uint32_t i = state_range(&r->runs[level]->state, KIND_FLUID).begin;
           i < r->runs[level]->state.count; i++) {
        const struct vec4 *v = &r->runs[level]->state.vel[i];
        most = fmax(most, hypot((double)v->x - 1.0, (double)v->y - 0.5));
      }
    print_message("velocities off by up to %.4f m/s\n", most);
    assert_true(most < 0.05);
    mass_closes(r);
    end(&s);
  }
  has_one_hash(stream, across, 20, 6);
}

static void axes_move_for_all_levels(void **state) {
  (void)state;
  char *const turns[] = {"frame={motion: [{type: swing, through: [1, 0], angle: 5, period: 2}]}",
                         "fluids.water.velocity=[6, 0]", NULL};
  has_one_hash(still, turns, 22, 6);
}

static void what_is_too_near_is_refused(void **state) {
  (void)state;
  static char *const all[][2] = {
      {"resolution.near.low=[1, -0.8]", "open_boundaries.inlet: it is less than 1.05 m from the box"},
      {"resolution.near.high=[3.1, 0.8]", "open_boundaries.outlet: it is less than 1.05 m"},
      {"resolution.near.high=[2.8, 1.2]", "an end of the period along y"},
      {"resolution.near.high=[2.8, 1.8]", "an end of the period along y"}};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    struct amphi_case c;
    if (case_read_text(&c, "levels.yaml", stream, strlen(stream), &all[k][0], 1) == STATUS_OK)
      fail_msg("%s: not refused", all[k][0]);
    if (!strstr(error_text(), all[k][1])) fail_msg("%s: %s", all[k][0], error_text());
    case_free(&c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stream_has_one_hash),       cmocka_unit_test(what_comes_in_is_counted),
      cmocka_unit_test(an_even_stream_stays_even),   cmocka_unit_test(axes_move_for_all_levels),
      cmocka_unit_test(what_is_too_near_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
