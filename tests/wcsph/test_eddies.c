/* SPDX-License-Identifier: BSD-3-Clause */
/* k-epsilon: turbulence that nothing makes decays as it does in a box without end; walls take the stress that
 * the law of the wall has; distance from walls; one hash on every backend and over a resume. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "lane/scalar.h"
#include "one_hash.h"
#include "wcsph/models/wall_function.h"

#define STAR   0.04 /* u*, m/s, of the case: root of gravity times half the channel */
#define NU     2e-5
#define HEIGHT 2.0

/* k = k0 (1 + 0.92 t/T)^(-1/0.92), T = k0/epsilon0. */
static void turbulence_decays(void **state) {
  (void)state;
  char *overrides[] = {"fluids.fluid.velocity=[0, 0]", "fluids.fluid.jitter=0", "shifting.model=none",
                       "turbulence={model: k_epsilon, energy: 0.01, dissipation: 0.05}", NULL};
  struct trial t;
  trial_open(&t, "taylor-green", overrides, "cpu", &(struct execution_options){.threads = 1});
  while (t.run.time < 1.0)
    if (wcsph_run_step(&t.run, 1.0) != STATUS_OK) fail_msg("%s", error_text());
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, BUFFER_EDDIES), STATUS_OK);
  const double wanted = 0.01 * pow(1.0 + 0.92 * 5.0, -1.0 / 0.92);
  const double wanted_e = 0.05 * pow(1.0 + 0.92 * 5.0, -1.92 / 0.92);
  for (uint32_t i = 0; i < t.run.state.count; i++) {
    const struct vec4 *row = &t.run.state.eddies[i];
    if (fabs((double)row->x / wanted - 1.0) > 5e-3 || fabs((double)row->z / wanted_e - 1.0) > 1e-2)
      fail_msg("k is %g (%g) m^2/s^2, epsilon %g (%g) m^2/s^3", (double)row->x, wanted, (double)row->z,
               wanted_e);
  }
  trial_close(&t);
}

/* What comes in has it at the face, and loses it downstream: t = x / (1 m/s), T = 1 s. */
static void turbulence_decays_downstream(void **state) {
  (void)state;
  char *hashed[] = {"summation=fixed", "integrator={scheme: symplectic}", "fluids.water.velocity=[3, 0]",
                    NULL};
  struct trial t;
  double count = 0.0;
  one_hash_of(SOURCE_DIR "/tests/wcsph/openings/decay.yaml", hashed);
  trial_open_file(&t, SOURCE_DIR "/tests/wcsph/openings/decay.yaml", NULL, 0, "cpu",
                  &(struct execution_options){.threads = 1});
  while (t.run.time < 5.0)
    if (wcsph_run_step(&t.run, 5.0) != STATUS_OK) fail_msg("%s", error_text());
  const struct wcsph_state *s = &t.run.state;
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, BUFFER_POSITION | BUFFER_EDDIES), STATUS_OK);
  for (uint32_t i = 0; i < s->count; i++) {
    const double x = state_coordinate(s, s->pos[i].x, 0), wanted = 0.01 * pow(1.0 + 0.92 * x, -1.0 / 0.92);
    if (!(x > 0.0 && x < 2.8)) continue;
    if (fabs((double)s->eddies[i].x / wanted - 1.0) > 0.03)
      fail_msg("k is %g (%g) m^2/s^2 at x = %g m", (double)s->eddies[i].x, wanted, x);
    count += 1.0;
  }
  assert_true(count > 300.0);
  trial_close(&t);
}

/* u+ of smooth and rough walls and of the sublayer, undone. */
static void friction_undoes_the_law_of_the_wall(void **state) {
  (void)state;
  struct wcsph_law law = {.rheology = {.nu = 1e-6f}};
  for (int rough = 0; rough < 2; rough++) {
    law.eddies.roughness = rough ? 1e-3f : 0.0f;
    for (double star = 1e-3; star < 1.0; star *= 3.0) {
      const double d = 0.02, y = 9.0 * d * star / (1e-6 + 0.3 * (double)law.eddies.roughness * star);
      const double found = (double)wall_friction(&law, (float)(star / 0.41 * log(y)), (float)d);
      if (fabs(found / star - 1.0) > 1e-4) fail_msg("u* %g, not %g m/s", found, star);
    }
  }
  const double sublayer = (double)wall_friction(&law, 1e-3f, 1e-4f);
  assert_true(fabs(sublayer - sqrt(1e-6 * 1e-3 / 1e-4)) < 1e-9);
}

/* How far a fluid particle is from the nearer wall. */
static double away(const struct trial *t, uint32_t i) {
  const double y = state_coordinate(&t->run.state, t->run.state.pos[i].y, 1);
  return fmin(y, HEIGHT - y);
}

/* On a profile that is the law of the wall both rows that touch a wall find u*, and both walls together get
 * twice the stress u*^2 rho on each metre. */
static void walls_take_their_stress(void **state) {
  (void)state;
  char *overrides[] = {"summation=fixed", "integrator={scheme: verlet}", "gravity=[0, 0]",
                       "material.expected_speed=1", NULL};
  struct trial t;
  trial_open(&t, "turbulent-channel", overrides, "cpu", &(struct execution_options){.threads = 1});
  struct wcsph_state *s = &t.run.state;
  const struct range fluid = state_range(s, KIND_FLUID);
  for (uint32_t i = fluid.begin; i < fluid.end; i++)
    s->vel[i].x = s->saved_vel[i].x = (float)(STAR / 0.41 * log(9.0 * away(&t, i) * STAR / NU));
  assert_int_equal(wcsph_send(t.run.backend, t.run.self, BUFFER_VELOCITY | BUFFER_SAVED_VELOCITY), STATUS_OK);
  steps(&t, 1);
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, t.run.state.buffers), STATUS_OK);
  double gained = 0.0;
  int beside = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    if (state_kind(s, i) == KIND_WALL) gained += (double)(s->rate[i].x * t.run.law.volume);
    if (state_kind(s, i) == KIND_WALL || away(&t, i) > 0.05) continue;
    beside++;
    const double k = STAR * STAR / 0.3, e = STAR * STAR * STAR / (0.41 * 0.025);
    if (fabs((double)s->eddies[i].x / k - 1.0) > 0.02 || fabs((double)s->eddies[i].z / e - 1.0) > 0.1)
      fail_msg("beside a wall k is %g (%g), epsilon %g (%g)", (double)s->eddies[i].x, k,
               (double)s->eddies[i].z, e);
  }
  assert_int_equal(beside, 30);
  const double wanted = 2.0 * STAR * STAR * 0.75;
  print_message("walls gain %g of %g\n", gained, wanted);
  if (fabs(gained / wanted - 1.0) > 0.03) fail_msg("walls gain %g, not %g m^3/s^2", gained, wanted);
  trial_close(&t);
}

static void every_backend_has_one_hash(void **state) {
  (void)state;
  char *plain[] = {"summation=fixed", NULL};
  char *rough[] = {"summation=fixed", "turbulence.roughness=0.01", NULL};
  char *dynamic[] = {"summation=fixed", "boundary={model: dynamic}", "integrator={scheme: verlet}",
                     "viscosity.model=monaghan", NULL};
  assert_true(one_hash("turbulent-channel", plain) != one_hash("turbulent-channel", rough));
  one_hash("turbulent-channel", dynamic);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(turbulence_decays),
      cmocka_unit_test(turbulence_decays_downstream),
      cmocka_unit_test(friction_undoes_the_law_of_the_wall),
      cmocka_unit_test(walls_take_their_stress),
      cmocka_unit_test(every_backend_has_one_hash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
