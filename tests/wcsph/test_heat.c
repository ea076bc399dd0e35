/* SPDX-License-Identifier: BSD-3-Clause */
/* Heat: one hash on every backend and over a resume; conduction between plates as the series has it; what
 * walls give is what the fluid gets; viscosity falls with temperature; a channel with open ends is heated. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "one_hash.h"
#include "wcsph/fluids/heat.h"
#include "wcsph/gauges/gauges.h"

static void run_until(struct trial *t, double end) {
  while (t->run.time < end)
    if (wcsph_run_step(&t->run, end) != STATUS_OK) fail_msg("%s", error_text());
}

static void every_backend_has_one_hash(void **state) {
  (void)state;
  char *plain[] = {"dp=0.1", "summation=fixed", NULL};
  char *warm[] = {"dp=0.1", "summation=fixed", "fluids.air.temperature=0.6", NULL};
  char *more[] = {"dp=0.1",
                  "summation=fixed",
                  "integrator={scheme: symplectic}",
                  "heat.thinning=0.5",
                  "walls.lid.heat_flux=-0.02",
                  "boundary={model: dynamic}",
                  "shifting.model=none",
                  NULL};
  assert_true(one_hash("natural-convection", plain) != one_hash("natural-convection", warm));
  one_hash("natural-convection", more);
}

/* What all the fluid has, J/m. */
static double heat_in(struct trial *t) {
  const struct wcsph_state *s = &t->run.state;
  double sum = 0.0;
  assert_int_equal(wcsph_fetch(t->run.backend, t->run.self, BUFFER_HEAT), STATUS_OK);
  for (uint32_t i = state_range(s, KIND_FLUID).begin; i < s->count; i++) sum += (double)s->heat[i].x;
  return sum * (double)t->run.law.mass * t->config.heat.capacity;
}

/* 1 - y - sum 2/(n pi) sin(n pi y) exp(-n^2 pi^2 t): a diffusivity of 1, plates at 1 and 0 K, 1 m apart. */
static double series(double y, double t) {
  const double pi = 3.14159265358979;
  double sum = 1.0 - y;
  for (int n = 1; n < 100; n++) sum -= 2.0 / (n * pi) * sin(n * pi * y) * exp(-n * n * pi * pi * t);
  return sum;
}

static void plates_conduct(void **state) {
  (void)state;
  char *overrides[] = {"integrator={scheme: symplectic}", NULL};
  struct trial t;
  trial_open(&t, "heated-plates", overrides, "cpu", &(struct execution_options){.threads = 1});
  const double times[] = {0.05, 0.2, 0.5};
  for (int k = 0; k < 3; k++) {
    double square = 0.0, heat;
    run_until(&t, times[k]);
    const struct wcsph_state *s = &t.run.state;
    const struct range fluid = state_range(s, KIND_FLUID);
    for (uint32_t i = fluid.begin; i < fluid.end; i++) {
      const double off = (double)s->heat[i].x - series(state_coordinate(s, s->pos[i].y, 1), times[k]);
      square += off * off;
    }
    const double norm = sqrt(square / (fluid.end - fluid.begin));
    if (!(norm < 0.004)) fail_msg("at %g s the temperature is off by %g K", times[k], norm);
    if (k < 2) continue;
    assert_int_equal(heat_of_wall(&t.run, 0, &heat), STATUS_OK);
    if (fabs(heat / 0.75 - 1.0144) > 0.01) fail_msg("the hot plate gives %g W/m^2", heat / 0.75);
  }
  trial_close(&t);
}

/* Walls that let no heat pass keep it in; what a given flux brings is there. */
static void heat_is_kept(void **state) {
  (void)state;
  for (int with_flux = 0; with_flux < 2; with_flux++) {
    char *kept[] = {"walls.1={name: cold, shapes: [{add: plane, point: [0, 1], normal: [0, -1]}]}",
                    "walls.0={name: hot, shapes: [{add: plane, point: [0, 0], normal: [0, 1]}]}",
                    "fluids.water.temperature=2",
                    "fluids.water.jitter=0.1",
                    "summation=fixed",
                    with_flux ? "walls.0.heat_flux=-3" : "walls.0.heat_flux=0",
                    NULL};
    struct trial t;
    trial_open(&t, "heated-plates", kept, "cpu", &(struct execution_options){.threads = 2});
    const double before = heat_in(&t);
    run_until(&t, 0.1);
    const double gained = heat_in(&t) - before, expected = with_flux ? -3.0 * 0.75 * 0.1 : 0.0;
    if (fabs(gained - expected) > (with_flux ? 0.02 * 0.225 : 1e-5))
      fail_msg("the fluid has gained %g J/m, not %g", gained, expected);
    trial_close(&t);
  }
}

/* Walls whose flux is q give q times their area, to edges, corners and round walls, wherever they stand; the
 * fluid gains what the gauges say. */
struct heated {
  const char *text;
  int walls;
  double area[2]; /* of each */
};

static const struct heated heated[] = {
    {"dimensions: 3\ndomain: {low: [0, 0, 0], high: [0.3, 0.25, 0.35]}\n"
     "fluids: [{name: w, temperature: 20, shapes: [{add: box, low: [0, 0, 0], high: [0.3, 0.25, 0.35]}]}]\n"
     "walls: [{name: a, heat_flux: 1e5, shapes: [{add: box, low: [0, 0, 0], high: [0.3, 0.25, 0.35], fill: "
     "shell-outside}]}]\n",
     1,
     {2.0 * (0.3 * 0.25 + 0.25 * 0.35 + 0.35 * 0.3)}},
    {"dimensions: 2\ndomain: {low: [-1, 2], high: [0, 2.6]}\n"
     "fluids: [{name: w, temperature: 20, shapes: [{add: box, low: [-1, 2], high: [0, 2.6]}]}]\n"
     "walls: [{name: a, heat_flux: -2e4, shapes: [{add: box, low: [-1, 2], high: [0, 2.6], fill: "
     "shell-outside}]}, "
     "{name: b, heat_flux: 1e5, shapes: [{add: sphere, centre: [-0.5, 2.3], radius: 0.15}]}]\n",
     2,
     {3.2, 2.0 * 3.14159265 * 0.15}},
    {"dimensions: 2\ndomain: {low: [0, 0], high: [0.6, 1]}\n" /* a square that stands on a corner */
     "fluids: [{name: w, temperature: 20, shapes: [{add: polygon, vertices: [[0.3, 0.1], [0.5, 0.3], [0.3, "
     "0.5], "
     "[0.1, 0.3]]}]}]\n"
     "walls: [{name: a, heat_flux: 1e5, shapes: [{add: polygon, vertices: [[0.3, 0.1], [0.5, 0.3], [0.3, "
     "0.5], "
     "[0.1, 0.3]], fill: shell-outside}]}]\n",
     1,
     {4.0 * 0.2 * 1.41421356}}};

static void open_heated(struct trial *t, const char *text) {
  char path[512];
  snprintf(path, sizeof path, BINARY_DIR "/test_heat_%d.yaml", (int)getpid());
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_true(fputs(text, f) >= 0 && fclose(f) == 0);
  trial_open_file(t, path, NULL, 0, "cpu", &(struct execution_options){.threads = 1});
  remove(path);
}

static void a_flux_goes_through_an_area(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof heated / sizeof *heated; k++) {
    const struct heated *h = &heated[k];
    char text[2000];
    struct trial t;
    double asked = 0.0, given = 0.0;
    snprintf(text, sizeof text,
             "method: wcsph\nscheme: classic\ndp: 0.05\n%sgravity: [0, 0%s]\nend: 1\nmaterial: "
             "{speed_of_sound: 20}\n"
             "boundary: {model: dummy}\nviscosity: {model: laminar, nu: 0.01}\nsummation: fixed\n"
             "heat: {model: conduction, conductivity: 2000, capacity: 4180, reference: 20}\n",
             h->text, strstr(h->text, "dimensions: 3") ? ", 0" : "");
    open_heated(&t, text);
    const double before = heat_in(&t);
    for (int step = 0; step < 20; step++) {
      steps(&t, 1);
      for (int w = 0; w < h->walls; w++) {
        double heat;
        assert_int_equal(heat_of_wall(&t.run, w, &heat), STATUS_OK);
        const double expected = t.config.walls[w].warmth.flux * h->area[w];
        if (fabs(heat / expected - 1.0) > (w == 1 ? 0.015 : 1e-4)) /* tangents around a circle are longer */
          fail_msg("case %zu: wall %d gives %g, not %g W", k, w, heat, expected);
        asked += expected * t.run.dt, given += heat * t.run.dt;
      }
    }
    const double gained = heat_in(&t) - before;
    if (fabs(gained - given) > 2e-3 * fabs(asked)) fail_msg("case %zu: %g J, not %g", k, gained, given);
    trial_close(&t);
  }
}

static void viscosity_falls(void **state) {
  (void)state;
  char *overrides[] = {"dp=0.1", "heat.thinning=1.5", NULL};
  struct trial t;
  trial_open(&t, "natural-convection", overrides, "cpu", &(struct execution_options){.threads = 1});
  steps(&t, 40);
  const struct wcsph_state *s = &t.run.state;
  double low = 1.0, high = 0.0;
  assert_int_equal(wcsph_run_begin(&t.run), STATUS_OK);
  for (uint32_t i = state_range(s, KIND_FLUID).begin; i < s->count; i++) {
    const double temperature = (double)s->heat[i].x;
    const double expected = 0.00842615 * exp(-1.5 * (temperature - 0.5));
    assert_true(fabs((double)s->flow[i].y - expected) < 1e-5 * expected);
    low = fmin(low, temperature), high = fmax(high, temperature);
  }
  assert_true(high - low > 0.05);
  trial_close(&t);
}

/* Fully developed between plates that give q each, b half the gap: T = 2 x + 0.2 in the mean over the flow,
 * which carries what the plates gave and what is conducted against it, and q b/k (17/35 - 5/8 + 3/4 y^2 -
 * y^4/8) from there, y the distance from the middle over b. */
static void a_channel_is_heated(void **state) {
  (void)state;
  char *hashed[] = {"dp=0.1",
                    "summation=fixed",
                    "open_boundaries.inlet.temperature=3",
                    "integrator={scheme: symplectic}",
                    "fluids.water.velocity=[3, 0]",
                    NULL};
  char *overrides[] = {"dp=0.1", NULL};
  struct trial t;
  double wrong = 0.0, all = 0.0;
  one_hash("heated-channel", hashed);
  trial_open(&t, "heated-channel", overrides, "cpu", &(struct execution_options){.threads = 1});
  run_until(&t, 6.0);
  const struct wcsph_state *s = &t.run.state;
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, BUFFER_POSITION | BUFFER_HEAT), STATUS_OK);
  for (uint32_t i = state_range(s, KIND_FLUID).begin; i < s->count; i++) {
    const double x = state_coordinate(s, s->pos[i].x, 0),
                 y = (state_coordinate(s, s->pos[i].y, 1) - 0.5) / 0.5;
    const double shape = 17.0 / 35.0 - 5.0 / 8.0 + 0.75 * y * y - 0.125 * y * y * y * y;
    const double expected = 2.0 * x + 0.2 + 5.0 * shape;
    if (!(x > 1.0 && x < 2.0)) continue;
    wrong += ((double)s->heat[i].x - expected) * ((double)s->heat[i].x - expected);
    all += expected * expected;
  }
  trial_close(&t);
  if (!(sqrt(wrong / all) < 0.04)) fail_msg("L2 %.3g", sqrt(wrong / all));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_backend_has_one_hash),
      cmocka_unit_test(plates_conduct),
      cmocka_unit_test(heat_is_kept),
      cmocka_unit_test(a_flux_goes_through_an_area),
      cmocka_unit_test(viscosity_falls),
      cmocka_unit_test(a_channel_is_heated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
