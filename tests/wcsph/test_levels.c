/* SPDX-License-Identifier: BSD-3-Clause */
/* Several spacings in one run: one hash in all ways and over resumes, water that stays at rest, counts that
 * close, what is refused, and that a case without finer boxes is run as before. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "several.h"

/* A front that comes into a finer box after some steps. */
static const char dam[] = "method: wcsph\ndimensions: 2\ndp: 0.04\n"
                          "domain: {low: [0, 0], high: [1.6, 1.2], open: [+y]}\n"
                          "gravity: [0, -9.81]\n"
                          "fluids: [{name: water, velocity: [1.5, 0], shapes: [{add: box, low: [0, 0], high: "
                          "[0.4, 0.6]}]}]\n" WALLS("tank", "[0, 0]", "[1.6, 1.2]", "+y") //
    "resolution: [{name: front, low: [0.48, 0], high: [1.2, 0.6]}]\n"
    "summation: fixed\nend: 1\n";

static const char deep[] =
    "method: wcsph\ndimensions: 3\ndp: 0.1\n"
    "domain: {low: [0, 0, 0], high: [1.5, 0.3, 0.6], open: [+z]}\n"
    "gravity: [0, 0, -9.81]\n"
    "fluids: [{name: water, velocity: [1.5, 0, 0], shapes: [{add: box, low: [0, 0, 0], high: [0.6, 0.3, "
    "0.5]}]}]\n" WALLS("tank", "[0, 0, 0]", "[1.5, 0.3, 0.6]", "+z") //
    "resolution: [{name: front, low: [0.5, 0, 0], high: [1.5, 0.3, 0.6]}]\n"
    "summation: fixed\nend: 1\n";

static void one_hash_in_all_ways(void **state) {
  (void)state;
  char *const standard[] = {NULL}, *const classic[] = {"scheme=classic", "integrator.scheme=symplectic",
                                                       NULL};
  char *const flows[] = {"fluids.water.velocity=[6, 0]", NULL};
  has_one_hash(dam, standard, 75, 30);
  has_one_hash(dam, classic, 61, 40);
  has_one_hash(deep, standard, 41, 20);
  has_one_hash(flume, flows, 29, 12);
}

static void and_with_a_box_in_a_box(void **state) {
  (void)state;
  char *const nested[] = {
      "resolution=[{name: a, low: [0.6, 0], high: [2, 1.2]}, {name: b, low: [1.3, 0], high: [2, 1.2]}]",
      "fluids.water.velocity=[2, 0]", NULL};
  struct several s;
  uint64_t first = 0;
  for (int way = 0; way < WAYS; way++) {
    if (way == LEFT_OUT) continue;
    plan(&s, still, nested);
    begin(&s, NULL, way);
    const struct levels_run *r = s.run;
    assert_int_equal(r->count, 3);
    assert_int_equal(r->resolved[2].around, 1);
    assert_true(r->resolved[2].dp == 0.0125);
    go(&s, 64);
    assert_true(all_came(r) > 0);
    if (way == 0) first = hash_now(&s);
    assert_true(hash_now(&s) == first);
    end(&s);
  }
}

/* Of the fluid of all levels, which none sees alone. */
static void a_run_ends_with_little_fluid(void **state) {
  (void)state;
  char *const runs_out[] = {"domain.open=[+x, +y]",
                            "walls.tank.shapes.0.open=[+x, +y]",
                            "fluids.water.velocity=[6, 0]",
                            "limits={lost: 1, least_fluid: 0.9}",
                            "resolution.front.high=[1.6, 1.2]",
                            NULL};
  struct run_account at = {0};
  struct several s;
  const struct levels_run *r = start(&s, dam, runs_out);
  while (!at.finished && r->runs[0]->time < 1.0) {
    assert_true(levels_gone(r) < 0.105 * r->mass);
    go(&s, 4);
    method_levels.account(s.run, &at);
  }
  assert_true(at.finished && levels_gone(r) > 0.095 * r->mass);
  end(&s);
}

/* Errors of pressure over rho g H, root mean square of each level away from the surface, and the largest
 * speed there over sqrt(g H). */
static void water_stays_at_rest(void **state) {
  (void)state;
  char *const none[] = {NULL};
  struct several s;
  const struct levels_run *r = start(&s, still, none);
  go(&s, 600);
  for (int k = 0; k < r->count; k++) {
    const struct wcsph_run *run = r->runs[k];
    const struct wcsph_state *w = &run->state;
    double square = 0.0, fastest = 0.0;
    uint32_t count = 0;
    for (uint32_t i = state_range(w, KIND_FLUID).begin; i < w->count; i++) {
      const double x[3] = {state_coordinate(w, w->pos[i].x, 0), state_coordinate(w, w->pos[i].y, 1), 0.0};
      int finer;
      if (region_whose(&run->config->region, x, &finer) != LEVELS_OWN || x[1] > 0.8) continue;
      const double due = 9810.0 * (1.0 - x[1]), is = (double)eos_pressure(&run->law, w->vel[i].w);
      square += (is - due) * (is - due) / (9810.0 * 9810.0);
      fastest = fmax(fastest, hypot((double)w->vel[i].x, (double)w->vel[i].y) / sqrt(9.81));
      count++;
    }
    print_message("level %d: pressure off by %.4f, speeds to %.4f\n", k, sqrt(square / count), fastest);
    assert_true(count > 150 && sqrt(square / count) < 0.003 && fastest < 0.01);
  }
  mass_closes(r);
  assert_true(fabs(levels_carried(r) / r->mass) < 0.003);
  end(&s);
}

/* Water that stands half a coarse spacing higher on the fine side of a face runs to the other side: after
 * half a period of the tank's first mode the levels have changed places. Fluid that bears a difference by how
 * it is packed beside a ring keeps most of this one; rings that drift too far in a step make it grow. */
static void levels_even_out(void **state) {
  (void)state;
  char *const step[] = {"dp=0.04",
                        "domain.high=[2, 0.8]",
                        "walls.tank.shapes.0.high=[2, 0.8]",
                        "fluids=[{name: water, shapes: [{add: box, low: [0, 0], high: [1, 0.48]}, {add: box, "
                        "low: [1, 0], high: [2, 0.5]}]}]",
                        "resolution=[{name: right, low: [1, 0], high: [2, 0.8]}]",
                        NULL};
  struct several s;
  const struct levels_run *r = start(&s, still, step);
  const double half_period = 2.0 / sqrt(9.81 * 0.49), at_first = (double)r->own[1];
  while (r->runs[0]->time < 1.15 * half_period) go(&s, 10); /* of the slower water of the coarse level */
  const double ran = (at_first - (double)r->own[1]) / (0.04 * at_first);
  print_message("%.3f of the difference ran over\n", ran);
  assert_true(ran > 0.6 && ran < 1.0);
  mass_closes(r);
  end(&s);
}

/* A square of water flies through a finer box: nothing there may push it, and it loses or gains at most half
 * a column. */
static void a_stream_is_not_disturbed(void **state) {
  (void)state;
  char *const flies[] = {
      "gravity=[0, 0]",
      "material.speed_of_sound=20",
      "fluids=[{name: water, velocity: [2, 0], shapes: [{add: box, low: [0.1, 0.2], high: [0.5, 0.6]}]}]",
      "walls=[]",
      "resolution=[{name: front, low: [0.56, 0], high: [1.16, 1.2]}]",
      NULL};
  struct several s;
  const struct levels_run *r = start(&s, dam, flies);
  /* A column of level 0 that crosses a face at once is a tenth of the water. */
  double most = 0.0, least_mass = INFINITY;
  uint64_t in_box = 0;
  while (r->runs[0]->time < 0.54) {
    go(&s, 10);
    in_box = r->own[1] > in_box ? r->own[1] : in_box;
    mass_closes(r);
    least_mass = fmin(least_mass, levels_mass(r) / r->mass);
    for (int k = 0; k < r->count; k++)
      for (uint32_t i = state_range(&r->runs[k]->state, KIND_FLUID).begin; i < r->runs[k]->state.count; i++) {
        const struct vec4 *v = &r->runs[k]->state.vel[i];
        most = fmax(most, hypot((double)v->x - 2.0, (double)v->y));
      }
  }
  print_message(
      "velocities off by up to %.4f m/s, mass at least %.4f, at its end %.4f, at most %llu in the box\n",
      most, least_mass, levels_mass(r) / r->mass, (unsigned long long)in_box);
  assert_true(in_box > 200);
  assert_true(most < 0.06);
  assert_true(least_mass > 0.85 && fabs(levels_mass(r) / r->mass - 1.0) < 0.05);
  end(&s);
}

/* What a ring gets is what the field has there: a mean over the coarse kernel would be a tenth less. */
static void rings_keep_a_vortex(void **state) {
  (void)state;
  char *const turns[] = {"gravity=[0, 0]",
                         "free_surface=none",
                         "material.speed_of_sound=20",
                         "fluids=[{name: water, initial: {vx: sin(5*x)*cos(5*y), vy: -cos(5*x)*sin(5*y)}, "
                         "shapes: [{add: box, low: [0, 0], high: [2, 1.2]}]}]",
                         "walls.tank.shapes.0.open=[]",
                         "domain.open=[]",
                         NULL};
  struct several s;
  plan(&s, still, turns);
  begin(&s, NULL, 1);
  struct levels_run *r = s.run;
  assert_int_equal(levels_exchange(r), STATUS_OK);
  for (int k = 0; k < r->count; k++) {
    const struct wcsph_run *run = r->runs[k];
    const struct wcsph_state *w = &run->state;
    double most = 0.0;
    int count = 0;
    for (uint32_t i = state_range(w, KIND_FLUID).begin; i < w->count; i++) {
      double x[3];
      int finer;
      levels_place(w, i, x);
      if (region_whose(&run->config->region, x, &finer) == LEVELS_OWN || fabs(x[1] - 0.6) > 0.35) continue;
      const double u = sin(5.0 * x[0]) * cos(5.0 * x[1]), v = -cos(5.0 * x[0]) * sin(5.0 * x[1]);
      most = fmax(most, hypot((double)w->vel[i].x - u, (double)w->vel[i].y - v));
      count++;
    }
    print_message("level %d: %d in rings, off by up to %.4f\n", k, count, most);
    assert_true(count > 50 && most < 0.02);
  }
  end(&s);
}

/* A level takes two steps while the one around it takes one, and all are then at one time; but not where that
 * allows little more than one of them, nor in more than three levels. */
static void levels_take_their_own_steps(void **state) {
  (void)state;
  char *const nested[] = {
      "resolution=[{name: a, low: [0.6, 0], high: [2, 1.2]}, {name: b, low: [1.3, 0], high: [2, 1.2]}]",
      NULL};
  struct several s;
  const struct levels_run *r = start(&s, still, nested);
  go(&s, 12);
  for (int k = 1; k < r->count; k++) {
    const double steps = (double)r->runs[k]->step / (double)r->runs[k - 1]->step;
    assert_true(steps >= 2.0 && steps < 2.3); /* a third one where the limit has become shorter in between */
    assert_true(r->runs[k]->time == r->runs[0]->time);
  }
  end(&s);
  struct resolved levels[LEVELS_MOST] = {{.around = -1}};
  double own[LEVELS_MOST], paces[LEVELS_MOST];
  for (int k = 1; k < 6; k++) levels[k].around = k - 1;
  for (int k = 0; k < 6; k++) own[k] = ldexp(1.0, 5 - k);
  levels_paces(levels, 6, 0, own, paces);
  assert_true(paces[5] == 1.0 && paces[3] == 4.0 && paces[2] == 8.0 && paces[1] == 8.0 && paces[0] == 8.0);
  own[4] = 1.4;
  levels_paces(levels, 6, 3, own, paces);
  assert_true(paces[4] == 1.0 && paces[3] == 2.0);
  own[4] = 1.7;
  levels_paces(levels, 6, 3, own, paces);
  assert_true(paces[4] == 1.7 && levels_steps_of(paces[4], paces[5]) == 2.0);
}

static void without_boxes_nothing_changes(void **state) {
  (void)state;
  struct amphi_case c;
  char *const none[] = {"resolution=[]", NULL};
  assert_int_equal(case_read_text(&c, "levels.yaml", still, strlen(still), none, 1), STATUS_OK);
  assert_ptr_equal(method_of(&c), &method_wcsph);
  case_free(&c);
}

static void what_does_not_go_is_refused(void **state) {
  (void)state;
  static const struct {
    char *override, *says;
  } all[] = {
      {"damping_zones=[{name: d, from: [0, 0], to: [1, 0]}]", "damping_zones.d: it damps in the box"},
      {"damping_zones=[{name: d, from: [0.5, 0], to: [0, 0]}]", "less than 0.175 m from it"},
      {"boundary={model: mdbc}", "boundary.model"},
      {"settle=5", "settle"},
      {"viscosity={model: laminar, nu: 0.001, substeps: 4}", "substeps"},
      {"resolution.middle.low=[1.9, 0]", "expected at least"},
      {"resolution.middle.high=[3, 1.2]", "no part of the domain"},
      {"resolution.middle.ratio=3", "ratio"},
      {"resolution=[{name: a, near: tank}]", "resolution.a.near: expected 'within'"},
      {"resolution=[{name: a, near: tank, within: 1, low: [0, 0]}]", "neither 'low' nor 'high'"},
      {"resolution=[{name: a, near: tower, within: 1}]", "tower"},
      {"resolution=[{name: a, low: [0.6, 0]}]", "expected 'low' and 'high'"},
      {"resolution=[{name: a, low: [0.6, 0], high: [2, 1.2]}, {name: b, low: [0.8, 0], high: [2, 1.2]}]",
       "comes nearer"}};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    struct amphi_case c;
    if (case_read_text(&c, "levels.yaml", still, strlen(still), &all[k].override, 1) == STATUS_OK)
      fail_msg("%s: not refused", all[k].override);
    if (!strstr(error_text(), all[k].says)) fail_msg("%s: %s", all[k].override, error_text());
    case_free(&c);
  }
}

/* A gauge that is in part in a box, or of all fluid. */
static void gauges_stand_in_one_level(void **state) {
  (void)state;
  static char *const bad[] = {
      "gauges=[{name: G, type: totals, interval: 0.1}]",
      "gauges=[{name: G, type: profile, at: [0.2, 0.3], to: [1, 0.3], places: 5, interval: 0.1}]"};
  char *const good[] = {"gauges=[{name: B, type: height, at: [1], interval: 0.1}, {name: V, type: velocity, "
                        "at: [1, 0.3], interval: 0.1}, {name: A, type: pressure, at: [0.3, 0.3], interval: "
                        "0.1}, {name: C, type: pressure, at: [1, 0.5], interval: 0.2}]",
                        NULL};
  struct several s;
  size_t dues;
  for (int k = 0; k < 2; k++) {
    assert_int_equal(case_read_text(&s.config, "levels.yaml", still, strlen(still), &bad[k], 1), STATUS_OK);
    assert_int_equal(method_levels.plan(&s.plan, &s.config, false), STATUS_USAGE);
    assert_non_null(strstr(error_text(), "gauges.G"));
    method_levels.plan_free(s.plan);
    case_free(&s.config);
  }
  plan(&s, still, good);
  char **names = method_levels.gauges(s.plan, &dues);
  assert_int_equal(dues, 4);
  int columns_of = 0;
  while (names[columns_of]) columns_of++;
  assert_int_equal(columns_of, 5);
  assert_string_equal(names[0], "B [m]"); /* as the case has them, though A stands in level 0 */
  assert_string_equal(names[3], "A [Pa]");
  assert_string_equal(names[4], "C [Pa]");
  for (int k = 0; names[k]; k++) free(names[k]);
  free(names);
  begin(&s, NULL, 0);
  double due[4] = {0}, columns[5];
  int sampled;
  assert_int_equal(method_levels.sample(s.run, due, columns, &sampled), STATUS_OK);
  assert_true(sampled && fabs(columns[3] - 9810.0 * 0.7) < 70.0 && fabs(columns[0] - 1.0) < 0.02);
  assert_true(fabs(columns[4] - 9810.0 * 0.5) < 70.0);
  assert_true(due[0] == 0.1 && due[2] == 0.1 && due[3] == 0.2);
  end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_hash_in_all_ways),          cmocka_unit_test(and_with_a_box_in_a_box),
      cmocka_unit_test(water_stays_at_rest),           cmocka_unit_test(a_stream_is_not_disturbed),
      cmocka_unit_test(without_boxes_nothing_changes), cmocka_unit_test(what_does_not_go_is_refused),
      cmocka_unit_test(gauges_stand_in_one_level),     cmocka_unit_test(a_run_ends_with_little_fluid),
      cmocka_unit_test(rings_keep_a_vortex),           cmocka_unit_test(levels_even_out),
      cmocka_unit_test(levels_take_their_own_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
