/* SPDX-License-Identifier: BSD-3-Clause */
/* Fluid that is settled before the start: evener around a disc that is off its lattice, and so quieter; not
 * far where it is even; one hash on every backend and over a resume. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "one_hash.h"

#define DISC SOURCE_DIR "/tests/wcsph/settle/disc.yaml"

static void open_disc(struct trial *t, char *settle, char *scheme, const char *backend) {
  const struct execution_options options = {.device = test_device(), .threads = 2};
  char *overrides[] = {"summation=fixed", settle, scheme};
  trial_open_file(t, DISC, overrides, 3, backend, &options);
  assert_int_equal(wcsph_fetch(t->run.backend, t->run.self, t->run.state.buffers), STATUS_OK);
}

/* In the periodic square of 2 m. */
static double apart(const struct wcsph_state *s, uint32_t i, uint32_t j, double d[2]) {
  const struct position a = s->pos[i], b = s->pos[j];
  d[0] = remainder(state_coordinate(s, a.x, 0) - state_coordinate(s, b.x, 0), 2.0);
  d[1] = remainder(state_coordinate(s, a.y, 1) - state_coordinate(s, b.y, 1), 2.0);
  return sqrt(d[0] * d[0] + d[1] * d[1]);
}

/* Root of the mean square of h sum V grad W over the fluid, which is 0 where particles are even. */
static double unevenness(const struct wcsph_run *r) {
  const struct wcsph_state *s = &r->state;
  const struct range fluid = state_range(s, KIND_FLUID);
  const double dp = 0.05, h = (double)r->law.h, norm = 7.0 / (4.0 * 3.14159265358979 * h * h);
  double sum = 0.0;
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    double gradient[2] = {0.0, 0.0}, d[2];
    for (uint32_t j = 0; j < s->count; j++) {
      const double q = apart(s, i, j, d) / h;
      if (q >= 2.0) continue;
      const double slope = -5.0 * norm * pow(1.0 - 0.5 * q, 3.0) / (h * h) * dp * dp;
      gradient[0] += slope * d[0] * h, gradient[1] += slope * d[1] * h;
    }
    sum += gradient[0] * gradient[0] + gradient[1] * gradient[1];
  }
  return sqrt(sum / (fluid.end - fluid.begin));
}

/* The largest kinetic energy in so many steps, J/m. */
static double noise(struct trial *t, int count) {
  double most = 0.0;
  for (int k = 0; k < count; k++) {
    struct wcsph_totals totals;
    steps(t, 1);
    assert_int_equal(wcsph_run_totals(&t->run, &totals), STATUS_OK);
    most = fmax(most, totals.kinetic);
  }
  return most;
}

static void gets_even_and_quiet(char *scheme) {
  struct trial raw, settled;
  open_disc(&raw, "settle=0", scheme, "cpu");
  open_disc(&settled, "settle=200", scheme, "cpu");
  assert_true(settled.run.time == 0.0 && settled.run.step == 0);
  const double before = unevenness(&raw.run), after = unevenness(&settled.run);
  const double loud = noise(&raw, 100), quiet = noise(&settled, 100);
  print_message("unevenness %.4f and %.4f, kinetic energy %.3g and %.3g J/m\n", before, after, loud, quiet);
  assert_true(after < 0.3 * before);
  assert_true(quiet < 0.1 * loud);
  trial_close(&raw);
  trial_close(&settled);
}

static void fluid_gets_even_and_quiet(void **state) {
  (void)state;
  gets_even_and_quiet("scheme=classic");
}

/* Whose shifting follows the strain, of which there is none before the start. */
static void so_with_the_standard_scheme(void **state) {
  (void)state;
  gets_even_and_quiet("scheme=standard");
}

static uint64_t settled_hash(const char *backend, char *settle, int count) {
  struct trial t;
  uint64_t hash;
  open_disc(&t, settle, "scheme=classic", backend);
  steps(&t, count);
  assert_int_equal(wcsph_run_hash(&t.run, &hash), STATUS_OK);
  trial_close(&t);
  return hash;
}

static void every_backend_has_one_hash(void **state) {
  (void)state;
  for (int count = 0; count <= 10; count += 10) {
    const uint64_t expected = settled_hash("reference", "settle=20", count);
    assert_true(settled_hash("cpu", "settle=20", count) == expected);
    assert_true(settled_hash("offload", "settle=20", count) == expected);
    assert_true(settled_hash("cpu", "settle=0", count) != expected);
  }
  char *tank[] = {"dp=0.1", "summation=fixed", "settle=5", "shifting.measure=speed", NULL};
  char *shifted[] = {"dp=0.1", "summation=fixed", "settle=5", "shifting={model: sun, measure: speed}", NULL};
  char *strained[] = {"dp=0.1", "summation=fixed", "settle=5", NULL};
  one_hash("still-water-3d", tank);
  one_hash("still-water-3d", strained);
  one_hash("still-water-3d", shifted);
}

/* A lattice in a tank that fits it: the rows under the free surface, which sense it, come nearer to it by
 * less than a quarter of dp. */
static void a_tank_hardly_moves(void **state) {
  (void)state;
  char *overrides[] = {"shifting.measure=speed", "smoothing_ratio=1.732", "settle=200", NULL};
  char *none[] = {"shifting.measure=speed", "smoothing_ratio=1.732", NULL};
  const struct execution_options options = {.threads = 2};
  struct trial t, raw;
  trial_open(&t, "still-water-2d", overrides, "cpu", &options);
  trial_open(&raw, "still-water-2d", none, "cpu", &options);
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, t.run.state.buffers), STATUS_OK);
  uint32_t *now = trial_rows(&t.run), *then = trial_rows(&raw.run);
  double most = 0.0;
  for (uint64_t id = 0; id < t.run.next_id; id++) {
    const struct position a = t.run.state.pos[now[id]], b = raw.run.state.pos[then[id]];
    most =
        fmax(most, fabs(state_coordinate(&t.run.state, a.x, 0) - state_coordinate(&raw.run.state, b.x, 0)));
    most =
        fmax(most, fabs(state_coordinate(&t.run.state, a.y, 1) - state_coordinate(&raw.run.state, b.y, 1)));
  }
  print_message("farthest: %.4f dp\n", most / t.config.dp);
  assert_true(most < 0.25 * t.config.dp);
  free(now), free(then);
  trial_close(&t);
  trial_close(&raw);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fluid_gets_even_and_quiet),
      cmocka_unit_test(so_with_the_standard_scheme),
      cmocka_unit_test(every_backend_has_one_hash),
      cmocka_unit_test(a_tank_hardly_moves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
