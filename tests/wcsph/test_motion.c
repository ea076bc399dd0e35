/* SPDX-License-Identifier: BSD-3-Clause */
/* Walls that move, on every backend. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "setup.h"
#include "wcsph/gauges/gauges.h"

static const char *const backends[] = {"reference", "cpu", "offload"};
enum { BACKENDS = sizeof backends / sizeof *backends };
static const struct execution_options options = {.threads = 2, .device = "host"};

/* Water between two walls, a channel that repeats along y, no gravity. The left wall is a piston. */
static const char channel[] = "method: wcsph\nscheme: classic\n"
                              "dimensions: 2\n"
                              "dp: 0.02\n"
                              "domain: {low: [0, 0], high: [1, 0.3], periodic: [y]}\n"
                              "material: {speed_of_sound: 10}\n"
                              "fluids:\n"
                              "  - {name: water, shapes: [{add: box, low: [0, 0], high: [1, 0.3]}]}\n"
                              "walls:\n"
                              "  - name: piston\n"
                              "    shapes: [{add: box, low: [-0.08, 0], high: [0, 0.3]}]\n"
                              "  - name: end\n"
                              "    shapes: [{add: box, low: [1, 0], high: [1.08, 0.3]}]\n"
                              "viscosity: {model: artificial, alpha: 0.05}\n"
                              "boundary: {model: dynamic}\n"
                              "end: 1\n";

static void open_channel(struct trial *t, const char *backend, char *const overrides[], size_t n) {
  const char *path = BINARY_DIR "/test_motion.yaml";
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_true(fputs(channel, f) >= 0 && fclose(f) == 0);
  trial_open_file(t, path, overrides, n, backend, &options);
}

static void step_until(struct trial *t, double time) {
  while (t->run.time < time)
    if (wcsph_run_step(&t->run, time) != STATUS_OK) fail_msg("%s", error_text());
  assert_int_equal(wcsph_fetch(t->run.backend, t->run.self, t->run.state.buffers), STATUS_OK);
}

/* From rest to rest, and from each to where `from`, `to` and the velocity say. */
static void walls_move_by_the_clock(void **state) {
  (void)state;
  char *overrides[] = {"walls.piston.motion={velocity: [-0.5, 0.25], from: 0.01, to: 0.03}"};
  static const double times[] = {0.005, 0.02, 0.05}, moved[] = {0, 0.01, 0.02};
  for (int b = 0; b < BACKENDS; b++) {
    struct trial t;
    struct particles sites;
    open_channel(&t, backends[b], overrides, 1);
    assert_int_equal(particles_fill(&sites, &t.config), STATUS_OK);
    const struct wcsph_state *s = &t.run.state;
    for (int k = 0; k < 3; k++) {
      step_until(&t, times[k]);
      for (uint32_t i = 0; i < s->ranges[KIND_WALL].end; i++) {
        const double *site = sites.position[s->id[i]], way = s->body[i] == 0 ? moved[k] : 0;
        const bool moves = s->body[i] == 0 && k == 1;
        double y = state_coordinate(s, s->pos[i].y, 1) - (site[1] + 0.25 * way);
        assert_true(fabs(state_coordinate(s, s->pos[i].x, 0) - (site[0] - 0.5 * way)) < 2 * s->quantum[0]);
        assert_true(fabs(y - 0.3 * round(y / 0.3)) < 2 * s->quantum[1]);
        assert_true(s->vel[i].x == (moves ? -0.5f : 0) && s->vel[i].y == (moves ? 0.25f : 0));
      }
    }
    particles_free(&sites);
    trial_close(&t);
  }
}

/* Joukowsky (1898): a piston that starts at U sends a wave of the speed of sound c ahead; behind it the fluid
 * moves at U under the pressure rho c U, to the first order in U / c. */
static void a_piston_sends_the_wave_of_joukowsky(void **state) {
  (void)state;
  char *overrides[] = {"walls.piston.motion={velocity: [0.1, 0], to: 1}"};
  for (int b = 0; b < BACKENDS; b++) {
    struct trial t;
    open_channel(&t, backends[b], overrides, 1);
    step_until(&t, 0.06);
    const struct wcsph_state *s = &t.run.state;
    double speed = 0, density = 0;
    int behind = 0;
    for (uint32_t i = s->ranges[KIND_FLUID].begin; i < s->count; i++) {
      double x = state_coordinate(s, s->pos[i].x, 0);
      assert_true(x > 0.1 * 0.06);
      if (x > 0.2 && x < 0.4) speed += s->vel[i].x, density += s->vel[i].w, behind++;
      if (x > 0.8) assert_true(fabs(s->vel[i].x) < 0.002 && fabs(s->vel[i].w) < 0.0002);
    }
    assert_int_equal(state_count(s, KIND_FLUID), 50 * 15);
    print_message("%s: behind the wave u = %g U, p = %g rho c U\n", backends[b], speed / behind / 0.1,
                  density / behind / 0.01);
    assert_true(fabs(speed / behind / 0.1 - 1) < 0.03);
    assert_true(fabs(density / behind / 0.01 - 1) < 0.03);
    trial_close(&t);
  }
}

/* Seen from a tank that moves at a constant velocity, all is as in one at rest: of water that runs into the
 * end of either, nothing may differ but roundings. */
static void a_tank_that_moves_is_like_one_at_rest(void **state) {
  (void)state;
  char *rest[] = {"fluids.water.velocity=[0.1, 0.05]"};
  char *moving[] = {"fluids.water.velocity=[0.35, 0.55]",
                    "walls.piston.motion={velocity: [0.25, 0.5], to: 1}",
                    "walls.end.motion={velocity: [0.25, 0.5], to: 1}", "domain.high=[2, 0.3]"};
  for (int b = 0; b < BACKENDS; b++) {
    struct trial a, m;
    open_channel(&a, backends[b], rest, 1);
    open_channel(&m, backends[b], moving, 4);
    step_until(&a, 0.03);
    step_until(&m, 0.03);
    const struct wcsph_state *s = &a.run.state, *q = &m.run.state;
    uint32_t *row = trial_rows(&m.run);
    double most = 0, slowed = 0;
    assert_int_equal(s->count, q->count);
    for (uint32_t i = s->ranges[KIND_FLUID].begin; i < s->count; i++) {
      const uint32_t j = row[s->id[i]];
      most = fmax(most, fabs((double)s->vel[i].x + 0.25 - (double)q->vel[j].x));
      most = fmax(most, fabs((double)s->vel[i].y + 0.5 - (double)q->vel[j].y));
      slowed = fmax(slowed, fabs((double)s->vel[i].x - 0.1));
    }
    print_message("%s: velocities have changed by up to %g m/s and differ by %g m/s\n", backends[b], slowed,
                  most);
    assert_true(slowed > 0.09 && most < 1e-4 * slowed);
    free(row);
    trial_close(&a);
    trial_close(&m);
  }
}

/* A shift may find a new list, for which walls that moved are sorted anew: the force on each is still its
 * own. The reference keeps particles where they are. */
static void forces_stay_with_their_wall(void **state) {
  (void)state;
  enum { STEPS = 200 };
  static double expected[STEPS][2][3];
  char *overrides[] = {"summation=fixed", "shifting={model: sun, every: 1}",
                       "walls.piston.motion={velocity: [0.05, 0.9], to: 1}"};
  for (int b = 0; b < BACKENDS; b++) {
    struct trial t;
    open_channel(&t, backends[b], overrides, 3);
    for (int k = 0; k < STEPS; k++) {
      assert_int_equal(wcsph_run_step(&t.run, 0.0), STATUS_OK);
      for (int wall = 0; wall < 2; wall++) {
        double force[3];
        assert_int_equal(gauges_wall_force(&t.run, wall, force), STATUS_OK);
        if (b == 0) memcpy(expected[k][wall], force, sizeof force);
        if (memcmp(expected[k][wall], force, sizeof force) != 0)
          fail_msg("%s, step %d, wall %d: %.9g N along x, %.9g on the reference", backends[b], k, wall,
                   force[0], expected[k][wall][0]);
      }
    }
    struct wcsph_counters counters;
    t.run.backend->count(t.run.self, &counters);
    print_message("%s: %d lists in %d steps\n", backends[b], (int)counters.rebuilds, STEPS);
    assert_true(counters.rebuilds > 5 && fabs(expected[STEPS - 1][0][0]) > 1.0);
    trial_close(&t);
  }
}

static void a_wall_beyond_the_speed_of_sound_is_refused(void **state) {
  (void)state;
  struct trial t;
  open_channel(&t, "reference", NULL, 0);
  t.config.walls[0].motions = calloc(1, sizeof *t.config.walls[0].motions);
  assert_non_null(t.config.walls[0].motions);
  t.config.walls[0].motion_count = 1;
  t.config.walls[0].motions[0] = (struct motion){.velocity = {8, 8, 0}, .to = 0.01};
  struct wcsph_law law;
  struct wcsph_state geometry;
  particles_free(&t.particles);
  assert_int_equal(particles_fill(&t.particles, &t.config), STATUS_OK);
  assert_int_equal(wcsph_derive(&law, &geometry, trial_settings(&t), &t.particles), STATUS_USAGE);
  assert_non_null(strstr(error_text(), "walls.piston.motion.velocity: 11.3137 m/s"));
  trial_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(walls_move_by_the_clock),
      cmocka_unit_test(a_piston_sends_the_wave_of_joukowsky),
      cmocka_unit_test(a_tank_that_moves_is_like_one_at_rest),
      cmocka_unit_test(forces_stay_with_their_wall),
      cmocka_unit_test(a_wall_beyond_the_speed_of_sound_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
