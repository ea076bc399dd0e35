/* SPDX-License-Identifier: BSD-3-Clause */
/* Walls that bend: one hash on every backend and over a resume, what a free one keeps, beams by theory,
 * stress by the laws' own definitions. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "method/method.h"
#include "one_hash.h"
#include "wcsph/models/elastic.h"
#include "wcsph/start/plan.h"
#include "wcsph/walls/structures.h"

/* A case in a file of this process. */
static const char *written(const char *text) {
  static char path[64];
  snprintf(path, sizeof path, "structures-%d.yaml", (int)getpid());
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  return path;
}

/* ---- one hash ---- */

/* Water behind a gate that bends and is clamped above, and beside it a rod that a swinging wall carries. */
static const char flume[] =
    "method: wcsph\n"
    "dimensions: 2\n"
    "dp: 0.02\n"
    "domain: {low: [0, 0], high: [1.2, 0.8], open: [+y]}\n"
    "gravity: [0, -9.81]\n"
    "summation: fixed\n"
    "fluids:\n"
    "  - {name: water, shapes: [{add: box, low: [0, 0], high: [0.4, 0.4]}]}\n"
    "  - {name: pool, shapes: [{add: box, low: [0.48, 0], high: [1.2, 0.12]}]}\n"
    "walls:\n"
    "  - {name: tank, shapes: [{add: box, low: [0, 0], high: [1.2, 0.8], fill: shell-outside, open: [+y]}]}\n"
    "  - name: gate\n"
    "    shapes: [{add: box, low: [0.4, 0.02], high: [0.48, 0.8]}]\n"
    "    flexible: {young: 2e5, poisson: 0.3, density: 1200, model: neo-hookean, clamped: [{add: box, low: "
    "[0.4, "
    "0.6], high: [0.48, 0.8]}]}\n"
    "  - name: rod\n"
    "    shapes: [{add: box, low: [0.8, 0.04], high: [0.88, 0.6]}]\n"
    "    motion: {type: swing, through: [0.84, 0.6], angle: 10, period: 0.4}\n"
    "    flexible: {young: 4e5, density: 900, damping: 1, clamped: [{add: box, low: [0.8, 0.5], high: [0.88, "
    "0.6]}]}\n"
    "boundary: {model: dummy}\n"
    "end: 1\n";

static void every_backend_has_one_hash(void **state) {
  (void)state;
  char *const kinds[][3] = {{"integrator.scheme=adams_bashforth", NULL},
                            {"integrator.scheme=symplectic", "boundary.slip=no", NULL},
                            {"scheme=classic", "boundary.model=dynamic", NULL}};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    const uint64_t hash = one_hash_of(written(flume), kinds[k]);
    char *stiffer[4] = {"walls.gate.flexible.young=2.1e5", kinds[k][0], kinds[k][1], NULL};
    assert_true(hash_of_file(written(flume), stiffer, "cpu", 20, 0) != hash);
  }
}

/* Several processes cannot bend walls yet: said with file and line. */
static void parts_are_refused(void **state) {
  (void)state;
  struct amphi_case c;
  void *plan = NULL;
  char expected[128];
  assert_int_equal(case_read(&c, written(flume), NULL, 0), STATUS_OK);
  assert_int_equal(wcsph_plan_make(&plan, &c, true), STATUS_USAGE);
  snprintf(expected, sizeof expected, "%s:12: walls.gate.flexible:", written(flume));
  if (!strstr(error_text(), expected)) fail_msg("%s", error_text());
  wcsph_plan_free(plan);
  assert_int_equal(wcsph_plan_make(&plan, &c, false), STATUS_OK);
  assert_int_equal(wcsph_plan_places(plan, &(struct plan_places){0}), STATUS_USAGE);
  wcsph_plan_free(plan);
  case_free(&c);
}

/* ---- a structure alone ---- */

/* A pool far from it, since a case has fluid. */
#define ALONE(dimensions, low, high, pool, gravity, walls)                                                   \
  "method: wcsph\n"                                                                                          \
  "dimensions: " dimensions "\n"                                                                             \
  "dp: 0.01\n"                                                                                               \
  "domain: {low: " low ", high: " high "}\n"                                                                 \
  "gravity: " gravity "\n"                                                                                   \
  "material: {speed_of_sound: 20}\n"                                                                         \
  "summation: fixed\n"                                                                                       \
  "fluids: [{name: pool, hydrostatic: false, shapes: [" pool "]}]\n"                                         \
  "walls:\n" walls "end: 1\n"

static const char square[] = ALONE(
    "2", "[0, 0]", "[1, 1]", "{add: box, low: [0, 0], high: [0.04, 0.04]}", "[0, 0]",
    "  - name: square\n"
    "    shapes: [{add: box, low: [0.4, 0.4], high: [0.6, 0.6]}]\n"
    "    flexible: {young: 1e5, poisson: 0.3, density: 1000, angular_velocity: 200, velocity: [0.1, 0]}\n");

/* With so many particles that threads share them. */
static void threads_do_not_matter(void **state) {
  (void)state;
  char *const overrides[] = {"dp=0.004", NULL};
  const uint64_t expected = hash_of_file(written(square), overrides, "reference", 5, 0);
  assert_true(hash_of_file(written(square), overrides, "cpu", 5, 0) == expected);
  assert_true(hash_of_file(written(square), overrides, "offload", 2, 3) == expected);
}

/* Momentum, moment of it about the origin, and energy. */
static void take_totals(const struct trial *t, double totals[4]) {
  const struct structures *b = t->run.state.bent;
  double strain, kinetic;
  memset(totals, 0, 4 * sizeof *totals);
  for (uint32_t k = 0; k < b->count; k++) {
    const struct position *site = &t->run.state.sites[k + t->run.poses[0].before];
    const struct structure_row *r = &b->rows[k];
    const double x = state_coordinate(&t->run.state, site->x, 0) + r->u[0];
    const double y = state_coordinate(&t->run.state, site->y, 1) + r->u[1];
    const double m = t->run.config->dp * t->run.config->dp * 1000.0;
    totals[0] += m * r->v[0], totals[1] += m * r->v[1];
    totals[2] += m * (x * r->v[1] - y * r->v[0]);
  }
  structures_energy(&t->run, 0, &strain, &kinetic);
  totals[3] = strain + kinetic;
}

static void free_square_keeps_momentum_and_energy(void **state) {
  (void)state;
  char *const overrides[] = {"walls.square.flexible.viscosity=0", NULL};
  struct trial t;
  double first[4], last[4], u[3];
  trial_open_file(&t, written(square), overrides, 1, "cpu", &(struct execution_options){.threads = 1});
  take_totals(&t, first);
  while (t.run.time < 0.9) assert_int_equal(wcsph_run_step(&t.run, 0.9), STATUS_OK);
  take_totals(&t, last);
  structures_displacement(&t.run, 0, (const double[3]){0.6, 0.5}, u);
  trial_close(&t);
  for (int k = 0; k < 3; k++)
    if (fabs(last[k] - first[k]) > 1e-9 * fabs(first[2]) + 1e-9)
      fail_msg("%d: %.12g, then %.12g", k, first[k], last[k]);
  if (fabs(last[3] / first[3] - 1.0) > 5e-3) fail_msg("energy %.9g, then %.9g J/m", first[3], last[3]);
  const double angle =
      200.0 * 0.9 * 3.14159265358979 / 180.0; /* half a turn, at a slightly lower rate: it widens */
  assert_true(fabs(u[0] - 0.09 - 0.1 * (cos(angle) - 1.0)) < 0.02 && fabs(u[1] - 0.1 * sin(angle)) < 0.05);
}

/* A cantilever that is let go swings between 0 and twice its deflection at rest, w = q L^4 / (8 B), at its
 * first frequency, 1.8751^2/(2 pi L^2) sqrt(B/m) (Euler and Bernoulli), B = E' I; shear adds 4 B/(k G A L^2)
 * of the deflection (Timoshenko, k = 5/6). What is clamped holds the beam at its outermost particles. */
struct beam {
  double young, shear; /* E', G, Pa */
  double length, depth, load, dp;
};

static void swing(const struct beam *b, const char *text, char *const overrides[], const double tip[3],
                  double most_deflection, double most_time) {
  const double length = b->length + 0.5 * b->dp, bending = b->young * b->depth * b->depth / 12.0;
  const double sheared = 4.0 * bending / (5.0 / 6.0 * b->shear * length * length);
  const double expected = -2.0 * b->load * pow(length, 4) / (8.0 * bending) * (1.0 + sheared);
  const double half = 3.14159265358979 / (1.8751 * 1.8751 / (length * length) * sqrt(bending / 1000.0));
  struct trial t;
  double least = 0.0, when = 0.0, u[3];
  size_t n = 0;
  while (overrides[n]) n++;
  trial_open_file(&t, written(text), overrides, n, "cpu", &(struct execution_options){.threads = 1});
  while (t.run.time < 1.2 * half) {
    if (wcsph_run_step(&t.run, 0.0) != STATUS_OK) fail_msg("%s", error_text());
    structures_displacement(&t.run, 0, tip, u);
    if (u[1] < least) least = u[1], when = t.run.time;
  }
  trial_close(&t);
  if (fabs(least / expected - 1.0) > most_deflection)
    fail_msg("deflection %g, expected %g m", least, expected);
  if (fabs(when / half - 1.0) > most_time) fail_msg("half a period %g, expected %g s", when, half);
}

static const char cantilever[] =
    ALONE("2", "[0, 0]", "[1.4, 0.8]", "{add: box, low: [1.3, 0], high: [1.4, 0.04]}", "[0, -0.05]",
          "  - name: beam\n"
          "    shapes: [{add: box, low: [0.1, 0.4], high: [1.2, 0.5]}]\n"
          "    flexible: {young: 2e5, poisson: 0.3, density: 1000, clamped: [{add: box, low: [0.1, 0.4], "
          "high: [0.2, "
          "0.5]}]}\n"
          "  - {name: tub, shapes: [{add: box, low: [1.3, 0], high: [1.4, 0.04], fill: shell-outside, open: "
          "[+y]}]}\n");

/* Plane strain: E' = E/(1 - nu^2). Of 5 and of 8 particles across. */
static void cantilever_swings_as_theory_says(void **state) {
  (void)state;
  struct beam b = {2e5 / 0.91, 2e5 / 2.6, 1.0, 0.1, 0.05 * 1000.0, 0.02};
  b.dp = 0.02;
  swing(&b, cantilever, (char *const[]){"dp=0.02", NULL}, (const double[3]){1.2, 0.45}, 0.11, 0.06);
  b.dp = 0.0125;
  swing(&b, cantilever, (char *const[]){"dp=0.0125", NULL}, (const double[3]){1.2, 0.45}, 0.06, 0.03);
}

/* In 3-D the sides are free, and E' is E. Of 6 particles across, where shear and the cross sections' own
 * turning slow it by 2 %. */
static const char beam[] = ALONE("3", "[0, 0, 0]", "[0.6, 0.2, 0.2]",
                                 "{add: box, low: [0.56, 0, 0], high: [0.6, 0.04, 0.04]}", "[0, -1, 0]",
                                 "  - name: beam\n"
                                 "    shapes: [{add: box, low: [0.04, 0.1, 0.08], high: [0.5, 0.16, 0.12]}]\n"
                                 "    flexible: {young: 1e6, poisson: 0.3, density: 1000, clamped: [{add: "
                                 "box, low: [0.04, 0.1, 0.08], high: "
                                 "[0.1, 0.16, 0.12]}]}\n"
                                 "  - {name: tub, shapes: [{add: box, low: [0.56, 0, 0], high: [0.6, 0.04, "
                                 "0.04], fill: shell-outside, open: "
                                 "[+y]}]}\n");

static void beam_in_3d_swings_as_theory_says(void **state) {
  (void)state;
  const struct beam b = {1e6, 1e6 / 2.6, 0.4, 0.06, 1000.0, 0.01};
  swing(&b, beam, (char *const[]){NULL}, (const double[3]){0.5, 0.13, 0.1}, 0.1, 0.08);
}

/* ---- laws ---- */

/* Stress is the derivative of energy, in 2-D and 3-D, and of what turns alone there is none. */
static void stress_is_the_slope_of_energy(void **state) {
  (void)state;
  const double h[9] = {0.1, -0.2, 0.05, 0.15, -0.05, 0.1, -0.1, 0.2, 0.12}, lambda = 3.0, mu = 2.0, d = 1e-5;
  for (int n = 2; n <= 3; n++)
    for (int model = 0; model < 2; model++) {
      double p[9], turned[9] = {0};
      elastic_stress(n, (enum solid_model)model, lambda, mu, h, p);
      for (int k = 0; k < n * n; k++) {
        double up[9], down[9];
        memcpy(up, h, sizeof up), memcpy(down, h, sizeof down);
        up[k] += d, down[k] -= d;
        const double slope = (elastic_energy(n, (enum solid_model)model, lambda, mu, up) -
                              elastic_energy(n, (enum solid_model)model, lambda, mu, down)) /
                             (2.0 * d);
        assert_true(fabs(p[k] - slope) < 1e-7);
      }
      turned[0] = cos(1.0) - 1.0, turned[1] = -sin(1.0), turned[n] = sin(1.0), turned[n + 1] = cos(1.0) - 1.0;
      elastic_stress(n, (enum solid_model)model, lambda, mu, turned, p);
      for (int k = 0; k < n * n; k++) assert_true(fabs(p[k]) < 1e-13);
      assert_true(elastic_mises(n, (enum solid_model)model, lambda, mu, turned) < 1e-12);
    }
}

/* A bar under tension: von Mises' stress is the tension. */
static void mises_of_a_bar_is_its_tension(void **state) {
  (void)state;
  const double young = 1e6, nu = 0.3, e = 1e-6;
  const double h[9] = {e, 0, 0, 0, -nu * e, 0, 0, 0, -nu * e};
  const double lambda = young * nu / (1 + nu) / (1 - 2 * nu), mu = 0.5 * young / (1 + nu);
  for (int model = 0; model < 2; model++)
    assert_true(fabs(elastic_mises(3, (enum solid_model)model, lambda, mu, h) / (young * e) - 1.0) < 1e-5);
}

static int remove_case(void **state) {
  (void)state;
  char path[64];
  snprintf(path, sizeof path, "structures-%d.yaml", (int)getpid());
  remove(path);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_backend_has_one_hash),
                                     cmocka_unit_test(parts_are_refused),
                                     cmocka_unit_test(threads_do_not_matter),
                                     cmocka_unit_test(free_square_keeps_momentum_and_energy),
                                     cmocka_unit_test(cantilever_swings_as_theory_says),
                                     cmocka_unit_test(beam_in_3d_swings_as_theory_says),
                                     cmocka_unit_test(stress_is_the_slope_of_energy),
                                     cmocka_unit_test(mises_of_a_bar_is_its_tension)};
  return cmocka_run_group_tests(tests, NULL, remove_case);
}
