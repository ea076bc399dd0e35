/* SPDX-License-Identifier: BSD-3-Clause */
/* Several phases: one hash on every backend and over a resume, forces that are exchanged, the equation of
 * state as published, layers at rest and how long they stay so, two fluids between plates as the exact
 * solution has them, also with laws of their own, and drops that stand on a plate as Young has it. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "lane/scalar.h"
#include "one_hash.h"
#include "wcsph/gauges/gauges.h"
#include "wcsph/models/cohesion.h"
#include "wcsph/models/phase.h"

static void every_backend_has_one_hash(void **state) {
  (void)state;
  char *summed[] = {"dp=0.05", "summation=fixed", NULL};
  char *followed[] = {"dp=0.05",
                      "summation=fixed",
                      "density_equation=continuity",
                      "interface.repulsion=0.05",
                      "density_diffusion={model: fourtakas}",
                      "viscosity.model=monaghan",
                      "integrator={scheme: verlet}",
                      "boundary.slip=free",
                      "shifting.model=sun",
                      NULL};
  char *paired[] = {"dp=0.05", "summation=fixed", "density_equation=summation",
                    "interface={model: pairwise, tension: 1.96, contact_angle: 40}", NULL};
  one_hash("rising-bubble", summed);
  one_hash("rising-bubble", paired);
  one_hash("rising-bubble", followed);
}

/* Rheologies by phase; one alone; and a sharp yield stress beside a law of pressure. */
static void every_rheology_has_one_hash(void **state) {
  (void)state;
  char *both[] = {"dp=0.05", "summation=fixed", "rheology={model: bingham, yield: 0.3, ceiling: 10}",
                  "phases.oil.rheology={model: power_law, exponent: 0.7, ceiling: 10}", NULL};
  char *light[] = {
      "dp=0.05", "summation=fixed", "viscosity.model=monaghan",
      "phases.oil.rheology={model: alexandrou, yield: 0.1, growth: 20, exponent: 1.2, ceiling: 4}", NULL};
  char *grains[] = {"dp=0.05",
                    "summation=fixed",
                    "shifting.model=sun",
                    "density_equation=continuity",
                    "phases.oil.rheology={model: zhu, yield: 0.1, growth: 20, decay: 0.1}",
                    "rheology={model: granular, yield: 0.1, friction: 0.5, ceiling: 10}",
                    NULL};
  one_hash("two-fluids", both);
  one_hash("two-fluids", light);
  one_hash("two-fluids", grains);
}

/* In a periodic box the momentum stays 0, whatever the masses: to rounding of a step's velocities. */
static void forces_are_exchanged(void **state) {
  (void)state;
  char *overrides[] = {"dp=0.04",
                       "fluids.water.jitter=0.2",
                       "fluids.oil.jitter=0.2",
                       "phases.oil.density=0.01",
                       "phases.oil.speed_of_sound=60",
                       "interface.repulsion=0.1",
                       "summation=fixed",
                       NULL};
  struct trial t;
  struct wcsph_totals totals;
  trial_open(&t, "drop", overrides, "cpu", &(struct execution_options){.threads = 2});
  steps(&t, 40);
  assert_int_equal(wcsph_run_totals(&t.run, &totals), STATUS_OK);
  const double speed = sqrt(2.0 * totals.kinetic / totals.mass);
  assert_true(speed > 1e-3);
  for (int a = 0; a < 2; a++)
    if (fabs(totals.momentum[a]) > 1e-5 * totals.mass * speed)
      fail_msg("momentum %.3g kg m/s, of %.3g", totals.momentum[a], totals.mass * speed);
  /* A disc of 1 % of the density around it. */
  assert_true(fabs(totals.mass - (1.0 - 0.99 * 0.19635)) < 0.01);
  trial_close(&t);
}

/* Twice the tension is the work that it takes to part a body along a plane: all pairs across the plane, by
 * their distances z and along it, taken from phi alone (models/cohesion.h). */
static void cohesion_does_the_work(void **state) {
  (void)state;
  const struct wcsph_law law = {.radius = 2.0f};
  enum { N = 400 };
  const double step = 2.0 / N;
  double potential[N + 1], plane[2] = {0.0, 0.0};
  potential[N] = 0.0;
  for (int k = N - 1; k >= 0; k--) { /* 0 at the support */
    const double q = (k + 0.5) * step;
    potential[k] = potential[k + 1] - step * q * (double)cohesion_pull(&law, (float)q);
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      const double z = (i + 0.5) * step, along = (j + 0.5) * step, q = sqrt(z * z + along * along);
      if (q >= 2.0) continue;
      const double u = -potential[(int)(q / step + 0.5)] * z * step * step; /* z: how many are so far apart */
      plane[0] += 2.0 * u;
      plane[1] += 2.0 * M_PI * along * u;
    }
  for (int k = 0; k < 2; k++) { /* of two phases each has half of 2 sigma */
    const double lambda = cohesion_lambda(k + 2, 2.0);
    if (fabs(plane[k] / lambda - 1.0) > 0.005) fail_msg("%d-D: %g, expected %g", k + 2, lambda, plane[k]);
  }
}

/* A square of fluid on a plate comes to stand on it at the angle that the case says: by the height of its
 * centre over the root of its area, which of a segment of a circle goes one way with the angle. */
static double standing(char *contact) {
  char *overrides[] = {"dp=0.03125", contact, NULL};
  struct trial t;
  double height = 0.0, area = 0.0, low = 0.05, high = 3.1;
  trial_open(&t, "sessile-drop", overrides, "cpu", &(struct execution_options){.threads = 1});
  while (t.run.time < 1.5) steps(&t, 1);
  const struct wcsph_state *s = &t.run.state;
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, BUFFER_POSITION), STATUS_OK);
  for (uint32_t i = 0; i < s->count; i++) {
    if (state_kind(s, i) == KIND_WALL || s->phase[i].z > 0.0f) continue;
    height += state_coordinate(s, s->pos[i].y, 1);
    area += 1.0;
  }
  height /= area * sqrt(area) * 0.03125;
  trial_close(&t);
  for (int k = 0; k < 40; k++) {
    const double a = 0.5 * (low + high), part = a - sin(a) * cos(a);
    if ((2.0 / 3.0 * pow(sin(a), 3.0) / part - cos(a)) / sqrt(part) < height)
      low = a;
    else
      high = a;
  }
  return low * 180.0 / M_PI;
}

static void drops_stand_at_the_contact_angle(void **state) {
  (void)state;
  const double narrow = standing("interface.contact_angle=60"),
               wide = standing("interface.contact_angle=120");
  if (!(fabs(narrow - 60.0) < 10.0 && fabs(wide - 120.0) < 10.0))
    fail_msg("%.1f and %.1f degrees, expected 60 and 120", narrow, wide);
}

static void pressure_is_taits(void **state) {
  (void)state;
  const struct wcsph_law law = {.rho0 = 1000.0f};
  for (int gamma = 1; gamma <= 7; gamma++)
    for (double d = -0.1; d < 0.1; d += 0.013) {
      const double density = 1000.0 / 8.0, sound = 30.0;
      const double expected = density * sound * sound / gamma * (pow(1.0 + (double)(float)d, gamma) - 1.0);
      const double found = (double)phase_pressure(&law, 8.0f, 30.0f, (float)gamma, (float)d);
      if (fabs(found - expected) > 2e-6 * fabs(expected))
        fail_msg("gamma %d, d = %g: %.9g Pa, expected %.9g", gamma, d, found, expected);
    }
}

/* The pressure that fluid begins with is the weight of what is above: the bubble's levels are the liquid's,
 * but for those that have more of the gas. */
static void layers_carry_what_is_above(void **state) {
  (void)state;
  char *overrides[] = {"dp=0.05", "fluids.liquid.shapes=[{add: box, low: [0, 0], high: [1, 1]}]",
                       "fluids.bubble.shapes=[{add: box, low: [0, 1], high: [1, 2]}]", NULL};
  const char *const backends[] = {"reference", "cpu", "offload"};
  const double at[2][3] = {{0.5, 0.5, 0.0}, {0.5, 1.5, 0.0}};
  struct trial t;
  float gauge[3][2];
  for (int k = 0; k < 3; k++) {
    trial_open(&t, "rising-bubble", overrides, backends[k],
               &(struct execution_options){.device = test_device(), .threads = 2});
    assert_int_equal(gauges_pressure(&t.run, 2, at, gauge[k]), STATUS_OK);
    assert_memory_equal(gauge[k], gauge[0], sizeof gauge[k]);
    trial_close(&t);
  }
  /* With the background, 500 Pa. */
  assert_true(fabs((double)gauge[0][0] - 500.0 - 0.98 * 600.0) < 10.0);
  assert_true(fabs((double)gauge[0][1] - 500.0 - 0.98 * 50.0) < 10.0);
  trial_open(&t, "rising-bubble", overrides, "reference", &(struct execution_options){0});
  const struct wcsph_state *s = &t.run.state;
  uint32_t seen = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    if (state_kind(s, i) == KIND_WALL) continue;
    const double y = state_coordinate(s, s->pos[i].y, 1);
    const double expected = 0.98 * (y < 1.0 ? 100.0 + 1000.0 * (1.0 - y) : 100.0 * (2.0 - y));
    if (fabs((double)s->damping[i].w - expected) > 0.3)
      fail_msg("%g Pa at y = %g m, expected %g", (double)s->damping[i].w, y, expected);
    seen++;
  }
  assert_int_equal(seen, 800);
  trial_close(&t);
}

/* The mean pressure of the lowest row of particles, Pa. */
static double pressure_of_lowest(struct trial *t, double below) {
  const struct wcsph_state *s = &t->run.state;
  double sum = 0.0, seen = 0.0;
  assert_int_equal(wcsph_fetch(t->run.backend, t->run.self, BUFFER_POSITION | BUFFER_DAMPING), STATUS_OK);
  for (uint32_t i = 0; i < s->count; i++) {
    if (state_kind(s, i) == KIND_WALL || state_coordinate(s, s->pos[i].y, 1) > below) continue;
    sum += (double)s->damping[i].w;
    seen += 1.0;
  }
  assert_true(seen > 0.0);
  return sum / seen;
}

/* Two layers with a free surface go on weighing what they weigh: Fourtakas' diffusion leaves layers at rest
 * alone. With its sign turned round the floor loses a fifth of the pressure in 1 s. */
static void layers_keep_their_weight(void **state) {
  (void)state;
  char *overrides[] = {"dp=0.03", NULL};
  struct trial t;
  trial_open(&t, "two-layer-sloshing", overrides, "cpu", &(struct execution_options){.threads = 1});
  const double before = pressure_of_lowest(&t, 0.03);
  while (t.run.time < 1.0) steps(&t, 1);
  const double after = pressure_of_lowest(&t, 0.03);
  trial_close(&t);
  if (!(fabs(after / before - 1.0) < 0.06)) fail_msg("%.0f Pa, %.0f Pa after 1 s", before, after);
}

/* Where density is summed a lattice has that of fluid under no pressure: particles keep what they began with,
 * and do not fall first. */
static void a_summed_density_begins_under_its_weight(void **state) {
  (void)state;
  char *overrides[] = {"dp=0.05", "density_equation=summation", NULL};
  struct trial t;
  trial_open(&t, "rising-bubble", overrides, "cpu", &(struct execution_options){.threads = 1});
  const double before = pressure_of_lowest(&t, 0.05);
  steps(&t, 20);
  const double after = pressure_of_lowest(&t, 0.05);
  trial_close(&t);
  if (!(before > 1000.0 && fabs(after / before - 1.0) < 0.03))
    fail_msg("%.0f Pa, %.0f Pa after 20 steps", before, after);
}

/* rho_k G + mu_k u'' = 0 between plates at y = -1 and 1, which velocity and stress cross at y = 0. */
static double between_plates(double y) {
  const double rho[] = {1.0, 0.5}, mu[] = {1.0, 0.25};
  const double stress = (0.5 * rho[1] / mu[1] - 0.5 * rho[0] / mu[0]) / (1.0 / mu[1] + 1.0 / mu[0]);
  const double middle = 0.5 * rho[0] / mu[0] + stress / mu[0];
  const int k = y < 0.0 ? 0 : 1;
  return -0.5 * rho[k] / mu[k] * y * y + stress / mu[k] * y + middle;
}

static void two_fluids_between_plates(void **state) {
  (void)state;
  char *overrides[] = {NULL};
  struct trial t;
  double wrong = 0.0, all = 0.0;
  trial_open(&t, "two-fluids", overrides, "cpu", &(struct execution_options){.threads = 1});
  while (t.run.time < 2.5) steps(&t, 1);
  const struct wcsph_state *s = &t.run.state;
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, BUFFER_POSITION | BUFFER_VELOCITY), STATUS_OK);
  for (uint32_t i = 0; i < s->count; i++) {
    if (state_kind(s, i) == KIND_WALL) continue;
    const double expected = between_plates(state_coordinate(s, s->pos[i].y, 1));
    wrong += ((double)s->vel[i].x - expected) * ((double)s->vel[i].x - expected);
    all += expected * expected;
  }
  if (!(sqrt(wrong / all) < 0.01)) fail_msg("L2 %.3g", sqrt(wrong / all));
  trial_close(&t);
}

/* Two fluids with laws of their own between the plates: stress is s - rho_k G y, the shear rate what each
 * fluid answers it with, and s that stress at y = 0 with which the upper plate stands still. */
#define YIELD    0.3
#define EXPONENT 0.7
static double answer(double y, double s) {
  const double stress = s - (y < 0.0 ? 1.0 : 0.5) * y;
  if (y < 0.0) return copysign(fmax(fabs(stress) - YIELD, 0.0), stress);
  return copysign(pow(fabs(stress) / 0.25, 1.0 / EXPONENT), stress);
}

enum { PARTS = 4000 };
static double velocity_at(double y, double s) {
  double u = 0.0;
  const int parts = (int)(PARTS * (y + 1.0) / 2.0);
  for (int i = 0; i < parts; i++) u += answer(-1.0 + (i + 0.5) * (y + 1.0) / parts, s) * (y + 1.0) / parts;
  return u;
}

static void two_laws_between_plates(void **state) {
  (void)state;
  char *overrides[] = {"dp=0.05", "rheology={model: bingham, yield: 0.3, ceiling: 5}",
                       "phases.oil.rheology={model: power_law, exponent: 0.7, ceiling: 5}", NULL};
  struct trial t;
  double wrong = 0.0, all = 0.0, least = -2.0, most = 2.0, plug = 0.0;
  for (int k = 0; k < 60; k++) {
    const double s = 0.5 * (least + most);
    *(velocity_at(1.0, s) > 0.0 ? &most : &least) = s;
  }
  trial_open(&t, "two-fluids", overrides, "cpu", &(struct execution_options){.threads = 1});
  while (t.run.time < 2.5) steps(&t, 1);
  const struct wcsph_state *s = &t.run.state;
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, BUFFER_POSITION | BUFFER_VELOCITY | BUFFER_FLOW),
                   STATUS_OK);
  for (uint32_t i = 0; i < s->count; i++) {
    if (state_kind(s, i) == KIND_WALL) continue;
    const double y = state_coordinate(s, s->pos[i].y, 1), expected = velocity_at(y, least);
    wrong += ((double)s->vel[i].x - expected) * ((double)s->vel[i].x - expected);
    all += expected * expected;
    if (y < 0.0 && fabs(answer(y, least)) > 0.0) continue;
    if (y < 0.0)
      plug = fmax(plug, (double)s->flow[i].y); /* m^2/s: what is not sheared is as thick as may be */
  }
  if (!(sqrt(wrong / all) < 0.015)) fail_msg("L2 %.3g", sqrt(wrong / all));
  assert_true(plug > 2.0);
  trial_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_backend_has_one_hash),
      cmocka_unit_test(forces_are_exchanged),
      cmocka_unit_test(pressure_is_taits),
      cmocka_unit_test(layers_carry_what_is_above),
      cmocka_unit_test(layers_keep_their_weight),
      cmocka_unit_test(a_summed_density_begins_under_its_weight),
      cmocka_unit_test(two_fluids_between_plates),
      cmocka_unit_test(cohesion_does_the_work),
      cmocka_unit_test(drops_stand_at_the_contact_angle),
      cmocka_unit_test(two_laws_between_plates),
      cmocka_unit_test(every_rheology_has_one_hash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
