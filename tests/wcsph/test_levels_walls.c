/* SPDX-License-Identifier: BSD-3-Clause */
/* Walls, and bodies, where there are several spacings: in which they are, boxes near them, and thin ones. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "several.h"

static uint32_t rows_of(const struct wcsph_run *run, uint16_t wall) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < state_count(&run->state, KIND_WALL); i++) count += run->state.body[i] == wall;
  return count;
}

/* Each is in one level, with its spacing, and does there what it does in a run of one. */
static void walls_move_in_one_level(void **state) {
  (void)state;
  char *const none[] = {NULL}, *const uniform[] = {"resolution=[]", "dp=0.025", NULL};
  struct several s;
  double due[2] = {0}, columns[16], alone;
  int sampled;
  plan(&s, flume, uniform);
  assert_ptr_equal(method_of(&s.config), &method_wcsph);
  assert_int_equal(
      method_wcsph.open(&s.run, s.plan, NULL, &wcsph_backend_find("cpu")->about, &ways[1].options),
      STATUS_OK);
  for (struct wcsph_run *run = s.run; run->time < 0.1;) assert_int_equal(wcsph_run_step(run, 0), STATUS_OK);
  assert_int_equal(method_wcsph.sample(s.run, due, columns, &sampled), STATUS_OK);
  alone = columns[1];
  method_wcsph.close(s.run);
  method_wcsph.plan_free(s.plan);
  case_free(&s.config);
  const struct levels_run *r = start(&s, flume, none);
  assert_int_equal(rows_of(r->runs[0], 1), 4 * 20);
  assert_int_equal(rows_of(r->runs[1], 1), 0);
  assert_int_equal(rows_of(r->runs[0], 2), 0);
  assert_int_equal(rows_of(r->runs[1], 2), 12 * 10);
  while (r->runs[0]->time < 0.1) go(&s, 1);
  due[0] = due[1] = 0.0;
  assert_int_equal(method_levels.sample(s.run, due, columns, &sampled), STATUS_OK);
  print_message("the body rises by %.4f m, with one spacing by %.4f m; force on the paddle %.0f N/m\n",
                columns[1] - 0.575, alone - 0.575, columns[10]);
  assert_true(fabs(alone - 0.575) > 0.004 && fabs(columns[1] - alone) < 0.1 * fabs(alone - 0.575));
  assert_true(r->runs[0]->walls[1].pose.shift[0] > 0.029);
  mass_closes(r);
  end(&s);
}

/* What a wall's shapes add, and what is within 0.5 m of that, in the domain. */
static void a_box_is_near_a_wall(void **state) {
  (void)state;
  char *const near[] = {"resolution=[{name: middle, near: float, within: 0.5}]", NULL};
  char *const round[] = {"resolution=[{name: middle, near: paddle, within: 0.7}]",
                         "walls.paddle.shapes=[{add: sphere, centre: [1.2, 0.5], radius: 0.1}]",
                         "walls.paddle.motion={type: straight, velocity: [0.4, 0], to: 0.5}",
                         "damping_zones=[]",
                         "packing=lattice",
                         "walls.float.shapes=[{add: box, low: [0, 0], high: [0.1, 0.1]}]",
                         NULL};
  static char *const tight[] = {"resolution=[{name: middle, near: float, within: 0.1}]"};
  struct resolved levels[LEVELS_MOST];
  struct several s;
  assert_int_equal(case_read_text(&s.config, "levels.yaml", flume, strlen(flume), tight, 1), STATUS_USAGE);
  assert_non_null(strstr(error_text(), "resolution.middle.within: the box is 0.5 m long along x"));
  case_free(&s.config);
  plan(&s, flume, near);
  resolution_resolve(&s.config, levels);
  assert_true(fabs(levels[1].low[0] - 1.2) < 1e-9);
  for (int a = 0; a < 2; a++) assert_true(isinf(levels[1].high[a]) && (a == 0 || isinf(levels[1].low[a])));
  method_levels.plan_free(s.plan);
  case_free(&s.config);
  plan(&s, flume, round); /* which moves by 0.2 m */
  resolution_resolve(&s.config, levels);
  assert_true(fabs(levels[1].low[0] - 0.4) < 1e-9 && fabs(levels[1].high[0] - 2.2) < 1e-9);
  method_levels.plan_free(s.plan);
  case_free(&s.config);
}

/* A wall that comes to a face stops the run; one that stands there is refused. */
static void walls_stay_away_from_faces(void **state) {
  (void)state;
  const struct horizon all = {INFINITY, UINT64_MAX};
  char *const swims[] = {"walls.float.body.velocity=[-3, 0]", "resolution.middle.low=[1.3, 0]", NULL};
  static char *const stands[] = {"resolution.middle.low=[1.4, 0]"},
                     *const comes[] = {"walls.paddle.motion.velocity=[1.5, 0]"};
  struct several s;
  int status = STATUS_OK;
  plan(&s, flume, swims);
  begin(&s, NULL, 1);
  for (int k = 0; k < 400 && status == STATUS_OK; k++) status = method_levels.step(s.run, &all);
  assert_int_equal(status, STATUS_DIVERGED);
  assert_non_null(strstr(error_text(), "wall 'float', in level 1, has come to the rings"));
  end(&s);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(case_read_text(&s.config, "levels.yaml", flume, strlen(flume), k ? comes : stands, 1),
                     STATUS_OK);
    assert_int_equal(method_levels.plan(&s.plan, &s.config, false), STATUS_USAGE);
    assert_non_null(strstr(error_text(), k ? "walls.paddle: it moves, and comes" : "walls.float: it moves"));
    method_levels.plan_free(s.plan);
    case_free(&s.config);
  }
}

/* A wall as thick as the finer spacing and a body of as few particles are in the finer level alone; where the
 * box does not hold them they are refused. */
static void thin_shapes_are_judged_where_they_are(void **state) {
  (void)state;
  static const struct {
    char *shapes, *says;
  } all[] = {
      {"[{name: tank, shapes: [{add: box, low: [0, 0], high: [2, 1.2], fill: shell-outside, open: "
       "[+y]}]}, {name: plate, shapes: [{add: box, low: [1.5, 0.48], high: [1.7, 0.505]}]}, {name: stick, "
       "body: {density: 600}, shapes: [{add: box, low: [1.26, 0.48], high: [1.32, 0.505]}]}]",
       NULL},
      {"[{name: plate, shapes: [{add: box, low: [0.2, 0.475], high: [1.7, 0.5]}]}]",
       "expected dp at most that, it is 0.05 m"},
      {"[{name: plate, shapes: [{add: box, low: [0.9, 0.475], high: [1.7, 0.5]}]}]",
       "expected dp at most that, it is 0.05 m"},
      {"[{name: plate, shapes: [{add: box, low: [1.5, 0.475], high: [1.7, 0.49]}]}]",
       "it is 0.025 m in the finer box there"}};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    char walls[600];
    struct several s = {0};
    snprintf(walls, sizeof walls, "walls=%s", all[k].shapes);
    int status = case_read_text(&s.config, "levels.yaml", still, strlen(still), (char *const[]){walls}, 1);
    if (status == STATUS_OK) status = method_levels.plan(&s.plan, &s.config, false);
    if (all[k].says) {
      assert_int_equal(status, STATUS_USAGE);
      if (!strstr(error_text(), all[k].says)) fail_msg("%s", error_text());
    } else {
      if (status != STATUS_OK) fail_msg("%s", error_text());
      begin(&s, NULL, 1);
      const struct levels_run *r = s.run;
      for (uint16_t wall = 1; wall < 3; wall++) {
        assert_int_equal(rows_of(r->runs[0], wall), 0);
        assert_int_equal(rows_of(r->runs[1], wall), wall == 1 ? 8 : 3);
      }
      go(&s, 8);
      method_levels.close(s.run);
    }
    method_levels.plan_free(s.plan);
    case_free(&s.config);
  }
}

/* By all that falls or moves, in whichever level. */
static void sound_is_that_of_all(void **state) {
  (void)state;
  char *const fast[] = {"walls.float.body.velocity=[0, 6]", NULL};
  struct several s;
  plan(&s, flume, fast);
  begin(&s, NULL, 0);
  const struct levels_run *r = s.run;
  for (int k = 0; k < 2; k++) assert_true(fabs((double)r->runs[k]->law.c0 - 60.0) < 1e-3);
  end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(walls_move_in_one_level), cmocka_unit_test(walls_stay_away_from_faces),
      cmocka_unit_test(a_box_is_near_a_wall),    cmocka_unit_test(thin_shapes_are_judged_where_they_are),
      cmocka_unit_test(sound_is_that_of_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
