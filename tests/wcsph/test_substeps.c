/* SPDX-License-Identifier: BSD-3-Clause */
/* Viscous sub-steps: the profile that plain steps give, on the way and in the end, in far fewer steps; what
 * the fluid loses its walls get; fluid that a hot wall thins, and a body that sinks, do as in plain steps;
 * one hash on every backend and over a resume. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "one_hash.h"
#include "wcsph/walls/bodies.h"

#define GRAVITY 9.81
#define NU      0.1
#define HALF    0.01

static void open_thick(struct trial *t, char *substeps, double until) {
  char *overrides[] = {"summation=fixed", substeps, NULL};
  trial_open(t, "poiseuille-thick", overrides, "cpu", &(struct execution_options){.threads = 1});
  while (t->run.time < until)
    if (wcsph_run_step(&t->run, until) != STATUS_OK) fail_msg("%s", error_text());
  assert_int_equal(wcsph_fetch(t->run.backend, t->run.self, t->run.state.buffers), STATUS_OK);
}

/* From rest (Morris, Fox & Zhu 1997, eq. 21), with the walls at y = +-1 and time over HALF^2/NU. */
static double profile(double y, double time) {
  const double pi = 3.14159265358979;
  double sum = 0.5 * (1.0 - y * y);
  for (int n = 0; n < 50; n++) {
    const double k = (n + 0.5) * pi;
    sum -= 2.0 * (n % 2 ? -1.0 : 1.0) / (k * k * k) * cos(k * y) * exp(-k * k * time);
  }
  return sum * GRAVITY * HALF * HALF / NU;
}

/* Relative L2 error of the fluid's velocity. */
static double error_at(const struct trial *t) {
  const struct wcsph_state *s = &t->run.state;
  const struct range fluid = state_range(s, KIND_FLUID);
  double square = 0.0, norm = 0.0;
  for (uint32_t i = fluid.begin; i < fluid.end; i++) {
    const double exact =
        profile(state_coordinate(s, s->pos[i].y, 1) / HALF - 1.0, t->run.time * NU / (HALF * HALF));
    square += ((double)s->vel[i].x - exact) * ((double)s->vel[i].x - exact);
    norm += exact * exact;
  }
  return sqrt(square / norm);
}

static void profile_is_that_of_plain_steps(void **state) {
  (void)state;
  struct trial plain, sub;
  open_thick(&plain, "viscosity.substeps=1", 0.0005);
  open_thick(&sub, "viscosity.substeps=1000", 0.0005);
  print_message("%d steps are off by %.4f, %d with sub-steps by %.4f\n", (int)plain.run.step,
                error_at(&plain), (int)sub.run.step, error_at(&sub));
  assert_true(error_at(&plain) < 0.02);
  assert_true(error_at(&sub) < 0.04); /* a step is a fifth of the slowest decay */
  assert_true(sub.run.step * 80 < plain.run.step);
  assert_true(sub.run.substeps * 3 < plain.run.step && sub.run.substeps > sub.run.step);
  assert_true(plain.run.substeps == 0);
  trial_close(&plain);
  trial_close(&sub);
}

static void profile_is_right_in_the_end(void **state) {
  (void)state;
  struct trial t;
  open_thick(&t, "viscosity.substeps=1000", 0.005);
  if (!(error_at(&t) < 0.01)) fail_msg("the steady profile is off by %g", error_at(&t));
  trial_close(&t);
}

/* The mean rates of a stage: gravity less the walls' share. */
static void walls_get_what_fluid_loses(void **state) {
  (void)state;
  struct trial t;
  open_thick(&t, "viscosity.substeps=1000", 0.0005);
  const struct wcsph_state *s = &t.run.state;
  double gained[ROW_KINDS] = {0.0};
  for (uint32_t i = 0; i < s->count; i++) gained[state_kind(s, i)] += (double)s->rate[i].x;
  const double weight = GRAVITY * state_count(s, KIND_FLUID);
  assert_true(gained[KIND_WALL] > 0.3 * weight);
  if (fabs(gained[KIND_FLUID] + gained[KIND_WALL] - weight) > 1e-4 * weight)
    fail_msg("fluid gains %g, walls %g, of %g m/s^2", gained[KIND_FLUID], gained[KIND_WALL], weight);
  trial_close(&t);
}

/* A step that sound limits anyway has one sub-step, and a cap holds the step back. */
static void there_are_as_few_as_can_be(void **state) {
  (void)state;
  struct trial t;
  char *thin[] = {"viscosity.nu=1e-5", NULL};
  trial_open(&t, "poiseuille-thick", thin, "cpu", &(struct execution_options){.threads = 1});
  steps(&t, 5);
  assert_true(t.run.substeps == 10); /* one in each stage */
  trial_close(&t);
  double dt[2];
  for (int k = 0; k < 2; k++) {
    char *capped[] = {k ? "viscosity.substeps=4" : "viscosity.substeps=1", NULL};
    trial_open(&t, "poiseuille-thick", capped, "cpu", &(struct execution_options){.threads = 1});
    steps(&t, 1);
    dt[k] = t.run.dt;
    trial_close(&t);
  }
  assert_true(fabs(dt[1] / dt[0] - 10.0) < 1e-6);
}

#define HEAT                                                                                                 \
  "heat={model: conduction, conductivity: 10, capacity: 1, thinning: 0.7}",                                  \
      "walls=[{name: hot, temperature: 3, shapes: [{add: plane, point: [0, 0], normal: [0, 1]}]}, {name: "   \
      "cold, temperature: 0, shapes: [{add: plane, point: [0, 0.02], normal: [0, -1]}]}]"

/* One wall is hot, and the fluid beside it a tenth as viscous: temperature and velocity of all fluid are
 * those of plain steps, of which conduction, slower than viscosity, bears fewer. */
static void heat_goes_as_in_plain_steps(void **state) {
  (void)state;
  static double found[2][2000][2];
  uint64_t taken[2];
  uint32_t count = 0;
  for (int k = 0; k < 2; k++) {
    char *overrides[] = {"summation=fixed", k ? "viscosity.substeps=20" : "viscosity.substeps=1", HEAT, NULL};
    struct trial t;
    trial_open(&t, "poiseuille-thick", overrides, "cpu", &(struct execution_options){.threads = 1});
    while (t.run.time < 0.0005)
      if (wcsph_run_step(&t.run, 0.0005) != STATUS_OK) fail_msg("%s", error_text());
    const struct wcsph_state *s = &t.run.state;
    assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, s->buffers), STATUS_OK);
    taken[k] = t.run.step;
    count = s->count;
    assert_true(count <= 2000);
    for (uint32_t i = 0; i < count; i++) {
      const bool fluid = state_kind(s, i) == KIND_FLUID;
      found[k][s->id[i]][0] = fluid ? (double)s->vel[i].x : 0.0;
      found[k][s->id[i]][1] = fluid ? (double)s->heat[i].x : 0.0;
    }
    trial_close(&t);
  }
  for (int of = 0; of < 2; of++) {
    double square = 0.0, norm = 0.0;
    for (uint32_t i = 0; i < count; i++) {
      square += (found[1][i][of] - found[0][i][of]) * (found[1][i][of] - found[0][i][of]);
      norm += found[0][i][of] * found[0][i][of];
    }
    if (!(sqrt(square / norm) < 0.02))
      fail_msg("%s differs by %g", of ? "temperature" : "velocity", sqrt(square / norm));
  }
  assert_true(taken[1] * 3 < taken[0]);
}

/* A disc that sinks through syrup, from rest. */
static const char syrup[] =
    "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.02\ndomain: {low: [0, 0], high: [0.8, 1]}\n"
    "gravity: [0, -9.81]\nmaterial: {speed_of_sound: 20}\n"
    "fluids: [{name: syrup, shapes: [{add: box, low: [0, 0], high: [0.8, 0.8]}]}]\n"
    "walls:\n  - {name: tank, shapes: [{add: box, low: [0, 0], high: [0.8, 1], fill: shell-outside, open: "
    "[+y]}]}\n"
    "  - {name: disc, body: {density: 3000}, shapes: [{add: sphere, centre: [0.4, 0.5], radius: 0.1}]}\n"
    "viscosity: {model: laminar, nu: 1}\ndensity_diffusion: {model: fourtakas, delta: 0.1}\n"
    "boundary: {model: dummy}\nintegrator: {scheme: symplectic}\nsummation: fixed\nend: 1\noutput: "
    "{interval: 0}\n";

static void write_syrup(char path[512]) {
  snprintf(path, 512, BINARY_DIR "/test_substeps_%d.yaml", (int)getpid());
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_true(fputs(syrup, f) >= 0 && fclose(f) == 0);
}

static void a_body_sinks_as_in_plain_steps(void **state) {
  (void)state;
  double speed[2], way[2];
  uint64_t taken[2];
  char path[512];
  write_syrup(path);
  for (int k = 0; k < 2; k++) {
    char *overrides[] = {k ? "viscosity.substeps=8" : "viscosity.substeps=1", NULL};
    struct trial t;
    trial_open_file(&t, path, overrides, 1, "cpu", &(struct execution_options){.threads = 1});
    while (t.run.time < 0.1)
      if (wcsph_run_step(&t.run, 0.1) != STATUS_OK) fail_msg("%s", error_text());
    speed[k] = t.run.bodies[0].now.velocity[1], way[k] = t.run.bodies[0].now.shift[1], taken[k] = t.run.step;
    trial_close(&t);
  }
  char *fixed[] = {"viscosity.substeps=8", NULL};
  one_hash_of(path, fixed);
  remove(path);
  if (!(way[0] < -0.001 && fabs(way[1] / way[0] - 1.0) < 0.02 && fabs(speed[1] / speed[0] - 1.0) < 0.02))
    fail_msg("sinks %g m, at %g m/s; in plain steps %g m, %g m/s", way[1], speed[1], way[0], speed[0]);
  assert_true(taken[1] * 2 < taken[0]);
}

static void every_backend_has_one_hash(void **state) {
  (void)state;
  char *mud[] = {"summation=fixed", "viscosity.substeps=1000", NULL};
  char *monaghan[] = {"summation=fixed", "viscosity.model=monaghan", "boundary={model: dynamic}", NULL};
  char *plain[] = {"summation=fixed", NULL};
  assert_true(one_hash("poiseuille-rheology", mud) != hash_of("poiseuille-rheology", plain, "cpu", 20, 0));
  one_hash("poiseuille-thick", plain);
  one_hash("poiseuille-thick", monaghan);
  char *warm[] = {"summation=fixed", "viscosity.substeps=20", HEAT, NULL};
  one_hash("poiseuille-thick", warm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(profile_is_that_of_plain_steps), cmocka_unit_test(profile_is_right_in_the_end),
      cmocka_unit_test(walls_get_what_fluid_loses),     cmocka_unit_test(there_are_as_few_as_can_be),
      cmocka_unit_test(heat_goes_as_in_plain_steps),    cmocka_unit_test(a_body_sinks_as_in_plain_steps),
      cmocka_unit_test(every_backend_has_one_hash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
