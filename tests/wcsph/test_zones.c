/* SPDX-License-Identifier: BSD-3-Clause */
/* Damping and relaxation zones: what a particle loses or is given where, and one hash on all backends. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/read.h"
#include "law.h"
#include "registry/backends.h"
#include "ways.h"
#include "wcsph/scalar.h"
#include "wcsph/sweeps/absorb.h"
#include "wcsph/sweeps/absorb_round.h"
#include "wcsph/sweeps/relax.h"
#include "wcsph/sweeps/stream.h"

/* What is left of a velocity of 1 of a particle `away` along x and y, m, from where a zone along x begins
 * that is 2 m long, 3 m wide and ends at 2.5 m; it spares y. */
static float left(const struct wcsph_law *law, double x, double y, int component) {
  const struct sweep_given given = {
      .body = -1,
      .quanta = {1u << 31, 1u << 31, 1u << 31},
      .value = {0.5f, 0, 0, 1.25f, -1e9f, -1.5f, -1e9f, 1e9f, 1.5f, 1e9f, 0.2f, 0, 0.2f}};
  struct sweep_row row = {.pos = {(int32_t)((1u << 31) + (uint32_t)(int64_t)(x / (double)law->quantum[0])),
                                  (int32_t)((1u << 31) + (uint32_t)(int64_t)(y / (double)law->quantum[1])),
                                  (int32_t)(1u << 31)},
                          .vel = {1, 1, 1, 5},
                          .saved_vel = {1, 1, 1, 6}};
  absorb_act(law, &given, &row, NULL);
  assert_true(row.vel[3] == 5.0f && row.saved_vel[3] == 6.0f);
  assert_true(memcmp(row.vel, row.saved_vel, 3 * sizeof *row.vel) == 0);
  return row.vel[component];
}

static void it_grows_with_the_square_of_the_way(void **state) {
  (void)state;
  char *none[] = {"domain={low: [0, 0], high: [8, 8]}", "dp=0.02", "integrator.scheme=verlet", NULL};
  const struct wcsph_law law = law_of("still-water-2d", none);
  assert_true(left(&law, -0.5, 0.0, 0) == 1.0f);
  assert_true(fabsf(left(&law, 1.0, 0.0, 0) - (1.0f - 0.2f * 0.25f)) < 1e-6f);
  assert_true(fabsf(left(&law, 2.2, 0.0, 0) - 0.8f) < 1e-6f);
  assert_true(left(&law, 2.6, 0.0, 0) == 1.0f && left(&law, 1.0, 1.6, 0) == 1.0f);
  assert_true(left(&law, 1.0, -1.6, 2) == 1.0f && left(&law, 2.2, -1.4, 2) < 0.81f);
  assert_true(left(&law, 2.2, 0.0, 1) == 1.0f);
}

/* The same of a round zone about y, from 1 m to 3 m, that ends at 3.5 m, for a particle `away` from a point
 * of its axis; without an axis about the point. */
static float left_round(const struct wcsph_law *law, const double away[3], bool axis) {
  const struct sweep_given given = {.body = -1,
                                    .quanta = {1u << 31, 1u << 31, 1u << 31},
                                    .value = {0, axis, 0, 1.25f, 1, 0.5f, 0, 0, 0, 0, 0.2f, 0.2f, 0}};
  struct sweep_row row = {.vel = {1, 1, 1, 5}, .saved_vel = {1, 1, 1, 6}};
  for (int a = 0; a < 3; a++)
    row.pos[a] = (int32_t)((1u << 31) + (uint32_t)(int64_t)(away[a] / (double)law->quantum[a]));
  absorb_round_act(law, &given, &row, NULL);
  assert_true(row.vel[0] == row.vel[1] && row.vel[2] == 1.0f && row.vel[3] == 5.0f);
  assert_true(memcmp(row.vel, row.saved_vel, 3 * sizeof *row.vel) == 0);
  return row.vel[0];
}

static void it_grows_with_the_distance_from_an_axis(void **state) {
  (void)state;
  char *none[] = {"domain={low: [0, 0, 0], high: [16, 16, 16]}", "dp=0.1", "integrator.scheme=verlet", NULL};
  const struct wcsph_law law = law_of("still-water-3d", none);
  for (double y = -4.0; y < 4.5; y += 4.0)
    for (double angle = 0.0; angle < 6.3; angle += 0.7)
      for (double r = 0.05; r < 4.0; r += 0.1) {
        const double away[3] = {r * cos(angle), y, r * sin(angle)}, point[3] = {0.6 * r, 0.8 * r, 0.0};
        const double s = r < 1.0 || r > 3.5 ? 0.0 : fmin((r - 1.0) / 2.0, 1.0);
        assert_true(fabs(left_round(&law, away, true) - (1.0 - 0.2 * s * s)) < 1e-6);
        assert_true(fabs(left_round(&law, point, false) - (1.0 - 0.2 * s * s)) < 1e-6);
      }
}

/* The velocity at a place of a zone at the origin, 2 m long and 1 m behind, in double, from the textbook:
 * weight, and a sine of k = 3 /m or a solitary wave over 0.4 m of water. */
static double share(double x) {
  const double s = x > 0.0 ? x / 2.0 : -x;
  return s < 1.0 ? 1.0 - (exp(pow(s, 3.5)) - 1.0) / (exp(1.0) - 1.0) : 0.0;
}
static void due_at(double x, double y, bool solitary, double out[2]) {
  const double k = 3.0, d = 0.4, phase = 0.7;
  if (solitary) {
    const double h = 0.1, c = 2.2, z = phase - k * x, eta = h / (cosh(z) * cosh(z));
    const double slope = 2.0 * k * eta * tanh(z); /* d eta / dx */
    out[0] = c * eta / (d + eta);
    out[1] = -y * c * d / ((d + eta) * (d + eta)) * slope;
  } else {
    const double speed = 0.2;
    out[0] = speed * 2.0 * exp(-k * d) * cosh(k * y) * cos(phase - k * x) - 0.01;
    out[1] = -speed * 2.0 * exp(-k * d) * sinh(k * y) * sin(phase - k * x);
  }
}

static void check_place(const struct wcsph_law *law, double x, double y, bool solitary) {
  const float turn = 6.2831853f;
  const struct sweep_given given = {.body = -1,
                                    .quanta = {1u << 31, 1u << 31, 1u << 31},
                                    .value = {0.5f, 0, 0, 2, 2, 0.5f,
                                              solitary ? (float)RELAX_SOLITARY : (float)RELAX_FIRST,
                                              solitary ? 0.7f : 0.7f / turn, solitary ? 6.0f : 6.0f / turn, 3,
                                              0.4f, solitary ? 0.1f : 0.2f, solitary ? 2.2f : -0.01f}};
  struct sweep_row row = {.pos = {(int32_t)((1u << 31) + (uint32_t)(int64_t)(x / (double)law->quantum[0])),
                                  (int32_t)((1u << 31) + (uint32_t)(int64_t)(y / (double)law->quantum[1])),
                                  (int32_t)(1u << 31)},
                          .vel = {1, -1, 0, 5},
                          .saved_vel = {1, -1, 0, 6}};
  double due[2];
  due_at(x, y, solitary, due);
  relax_act(law, &given, &row, NULL);
  const double f = 0.5 * share(x);
  for (int a = 0; a < 2; a++) {
    const double before = a ? -1.0 : 1.0, expected = before + f * (due[a] - before);
    if (!(fabs((double)row.vel[a] - expected) < 2e-6))
      fail_msg("at %g, %g: %.9g, not %.9g", x, y, (double)row.vel[a], expected);
  }
  assert_true(row.vel[3] == 5.0f && row.saved_vel[3] == 6.0f);
  assert_true(memcmp(row.vel, row.saved_vel, 3 * sizeof *row.vel) == 0);
}

static void velocities_are_pulled_to_those_of_waves(void **state) {
  (void)state;
  char *none[] = {"domain={low: [0, 0], high: [8, 8]}", "dp=0.02", "integrator.scheme=verlet", NULL};
  const struct wcsph_law law = law_of("still-water-2d", none);
  for (int solitary = 0; solitary < 2; solitary++)
    for (double x = -1.1; x < 2.2; x += 0.13)
      for (double y = 0.0; y < 0.5; y += 0.11) check_place(&law, x, y, solitary);
}

/* Velocities (1 + 2 x + 3 y + x y, x) by nodes 0.75 m apart from 1 m behind to 2 m ahead, and at heights of
 * 0.1 m and 0.4 m, beyond which they are as there; of `along` alone what is upward stays. */
static void check_mesh(const struct wcsph_law *law, double x, double y, bool along) {
  struct sweep_given given = {
      .body = -1,
      .quanta = {1u << 31, 1u << 31, 1u << 31},
      .value = {0.5f, 0, 0, 2, 2, 0.5f, along ? (float)RELAX_ALONG : (float)RELAX_FIRST}};
  struct sweep_row row = {.pos = {(int32_t)((1u << 31) + (uint32_t)(int64_t)(x / (double)law->quantum[0])),
                                  (int32_t)((1u << 31) + (uint32_t)(int64_t)(y / (double)law->quantum[1])),
                                  (int32_t)(1u << 31)},
                          .vel = {1, -1, 0, 5},
                          .saved_vel = {1, -1, 0, 6}};
  relax_act(law, &given, &row, NULL);
  for (int i = 0; i < 5; i++)
    for (int k = 0; k < 2; k++) {
      const double at = 0.75 * i - 1.0, high = 0.1 + 0.3 * k;
      const float node[] = {(float)(k ? RELAX_HIGHEST : RELAX_LOWEST),
                            (float)(2.0 / 0.75),
                            (float)(at / 0.75),
                            (float)(1.0 / 0.3),
                            (float)(high / 0.3),
                            (float)(1.0 + 2.0 * at + 3.0 * high + at * high),
                            along ? 0.0f : (float)at};
      memcpy(given.value + 6, node, sizeof node);
      relax_act(law, &given, &row, NULL);
    }
  const double f = 0.5 * share(x), high = fmin(fmax(y, 0.1), 0.4);
  const double due[2] = {1.0 + 2.0 * x + 3.0 * high + x * high, along ? -1.0 : x};
  for (int a = 0; a < 2; a++) {
    const double before = a ? -1.0 : 1.0, expected = before + f * (due[a] - before);
    if (!(fabs((double)row.vel[a] - expected) < 4e-6))
      fail_msg("at %g, %g: %.9g, not %.9g", x, y, (double)row.vel[a], expected);
  }
  assert_true(memcmp(row.vel, row.saved_vel, 3 * sizeof *row.vel) == 0);
}

static void velocities_are_pulled_to_those_of_a_mesh(void **state) {
  (void)state;
  char *none[] = {"domain={low: [0, 0], high: [8, 8]}", "dp=0.02", "integrator.scheme=verlet", NULL};
  const struct wcsph_law law = law_of("still-water-2d", none);
  for (int along = 0; along < 2; along++)
    for (double x = -1.1; x < 2.2; x += 0.13)
      for (double y = 0.0; y < 0.6; y += 0.07) check_mesh(&law, x, y, along);
}

/* A current of 3 m/s along a way turned by 0.5 about z, 2 m long and 1 m behind, between sides 0.4 m across
 * it and up and down without end. */
static void a_current_stays_between_its_sides(void **state) {
  (void)state;
  char *none[] = {"domain={low: [0, 0], high: [8, 8]}", "dp=0.02", "integrator.scheme=verlet", NULL};
  const struct wcsph_law law = law_of("still-water-2d", none);
  const double c = cos(0.5), s = sin(0.5);
  const struct sweep_given given = {.body = -1,
                                    .quanta = {1u << 31, 1u << 31, 1u << 31},
                                    .value = {(float)(0.5 * c), (float)(0.5 * s), 0, (float)(-s / 0.4),
                                              (float)(c / 0.4), 0, 0, 0, 0, 0.5f, 2, 3}};
  for (double along = -1.1; along < 2.2; along += 0.13)
    for (double across = -0.47; across < 0.5; across += 0.1) {
      const double x = along * c - across * s, y = along * s + across * c;
      struct sweep_row row = {.pos = {(int32_t)((1u << 31) + (uint32_t)(int64_t)(x / (double)law.quantum[0])),
                                      (int32_t)((1u << 31) + (uint32_t)(int64_t)(y / (double)law.quantum[1])),
                                      (int32_t)(1u << 31)},
                              .vel = {1, -1, 1, 5},
                              .saved_vel = {1, -1, 1, 6}};
      const double f = fabs(across) < 0.4 ? 0.5 * share(along) : 0.0;
      const double due[3] = {1 + f * (3 * c - 1), -1 + f * (3 * s + 1), 1 - f};
      stream_act(&law, &given, &row, NULL);
      for (int a = 0; a < 3; a++)
        if (!(fabs((double)row.vel[a] - due[a]) < 2e-6))
          fail_msg("at %g, %g: %.9g, not %.9g", along, across, (double)row.vel[a], due[a]);
      assert_true(row.vel[3] == 5.0f && row.saved_vel[3] == 6.0f);
      assert_true(memcmp(row.vel, row.saved_vel, 3 * sizeof *row.vel) == 0);
    }
}

static const char text[] = "method: wcsph\nscheme: classic\n"
                           "dimensions: 2\n"
                           "dp: 0.05\n"
                           "domain: {low: [-0.5, -0.4], high: [2.5, 0.8]}\n"
                           "gravity: [0, -9.81]\n"
                           "fluids: [{name: water, shapes: [{add: box, low: [0, 0], high: [2, 0.3]}]}]\n"
                           "walls:\n"
                           "  - {name: bed, shapes: [{add: box, low: [-0.4, -0.3], high: [2.3, 0]}, {add: "
                           "box, low: [2, 0], high: [2.3, 0.6]}]}\n"
                           "  - name: paddle\n"
                           "    motion: {type: paddle, paddle: flap, through: [0, 0], direction: [1, 0], "
                           "ramp: 0.1, waves: {depth: 0.3, "
                           "height: 0.08, period: 0.8}}\n"
                           "    shapes: [{add: box, low: [-0.3, 0], high: [0, 0.6]}]\n"
                           "damping_zones:\n"
                           "  - {name: end, from: [0.7, 0], to: [1.7, 0.2], high: [1.9, 0.25]}\n"
                           "  - {name: up, from: [0.7, 0], to: [0.7, 0.2], axes: [y], strength: 3}\n"
                           "  - {name: round, from: [1, 0.1], to: [1.5, 0.1], beyond: 0.2, through: [0.9, "
                           "0.1], strength: 5}\n"
                           "boundary: {model: dummy, slip: free}\n"
                           "summation: fixed\n"
                           "end: 1\n";

static uint64_t hash_after(int way, char *const overrides[]) {
  struct trial t;
  memset(&t, 0, sizeof t);
  size_t n = 0;
  while (overrides[n]) n++;
  int status = case_read_text(&t.config, "zones.yaml", text, strlen(text), overrides, n);
  if (status == STATUS_OK) status = particles_fill(&t.particles, &t.config);
  if (status == STATUS_OK)
    status = wcsph_run_open(&t.run, trial_settings(&t), &t.particles, wcsph_backend_find(ways[way].backend),
                            &ways[way].options);
  for (int k = 0; k < 40 && status == STATUS_OK; k++) status = wcsph_run_step(&t.run, 0.0);
  if (status != STATUS_OK) fail_msg("%s", error_text());
  const uint64_t hash = hash_of(&t);
  trial_close(&t);
  return hash;
}

static void one_hash_on_all_backends(void **state) {
  (void)state;
  char *const schemes[][2] = {{"integrator.scheme=verlet", NULL}, {"integrator.scheme=symplectic", NULL}};
  char *const plane[] = {"damping_zones.round.strength=0", NULL};
  char *const none[] = {"damping_zones.end.strength=0", "damping_zones.up.strength=0",
                        "damping_zones.round.strength=0", NULL};
  for (int s = 0; s < 2; s++) {
    const uint64_t first = hash_after(0, schemes[s]);
    for (int way = 1; way < WAYS; way++) assert_true(hash_after(way, schemes[s]) == first);
    if (s == 0) assert_true(hash_after(1, none) != first && hash_after(1, plane) != first);
  }
}

#define MESH BINARY_DIR "/test_zones.txt"
static void put_mesh(void) {
  FILE *f = fopen(MESH, "w");
  assert_non_null(f);
  fprintf(f, "x 0.2 0.9 1.5\ny 0 0.1 0.3\n0 0 0 0 0 0 0 0 0 0\n0.3 0.1 0.2 0 0.3 0.2 0.1 0 0.1 0.2\n");
  assert_int_equal(fclose(f), 0);
}

/* A zone in place of the paddle's waves: each kind of them has one hash, and another one than the others. */
static void relaxation_has_one_hash(void **state) {
  (void)state;
#define ZONE(waves) "relaxation_zones=[{name: sea, from: [0.9, 0], to: [1.5, 0], behind: 0.7, " waves "}]"
  char *const kinds[][2] = {
      {ZONE("strength: 50"), NULL},
      {ZONE("ramp: 0.2, waves: {depth: 0.3, height: 0.05, period: 0.8, order: 2}"), NULL},
      {ZONE("waves: {type: solitary, depth: 0.3, height: 0.05}"), NULL},
      {ZONE("waves: {type: focused, depth: 0.3, height: 0.05, period: 0.8, components: 8, distance: 1, "
            "time: 2}"),
       NULL},
      {ZONE("current: 0.3"), NULL},
      {ZONE("current: 0.3, side: [0.9, 0.2]"), NULL},
      {ZONE("current: 0.3, side: [0.9, 0.2], starts: 0.01"), NULL},
      {ZONE("current: 0.3, side: [0.9, 0.2], ends: 0.01"), NULL},
      {ZONE("velocities: " MESH), NULL}};
  enum { KINDS = sizeof kinds / sizeof *kinds };
#undef ZONE
  uint64_t hashes[KINDS];
  put_mesh();
  for (int s = 0; s < KINDS; s++) {
    hashes[s] = hash_after(0, kinds[s]);
    for (int way = 1; way < WAYS; way++) assert_true(hash_after(way, kinds[s]) == hashes[s]);
    for (int o = 0; o < s; o++) assert_true(hashes[o] != hashes[s]);
  }
}

/* A zone of rest pulls as fast as the slowest waves of the case swing, unless it says otherwise. */
static void rest_pulls_as_fast_as_waves_swing(void **state) {
  (void)state;
#define REST        "{name: end, from: [1.5, 0], to: [0.9, 0]}"
#define WAVES(kind) "{name: sea, from: [0.1, 0], to: [0.5, 0], waves: {" kind "depth: 0.3, height: 0.02"
  static const struct {
    char *zones;
    double strength;
  } all[] = {{"relaxation_zones=[" REST ", " WAVES("") ", period: 1.6}}]", 6.283185307179586 / 1.6},
             {"relaxation_zones=[" REST ", " WAVES("type: solitary, ") "}}]", 6.283185307179586 / 0.8},
             {"relaxation_zones=[{name: end, from: [1.5, 0], to: [0.9, 0], strength: 3}]", 3.0}};
#undef REST
#undef WAVES
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    struct amphi_case c;
    if (case_read(&c, SOURCE_DIR "/cases/wave-flume/case.yaml",
                  (char *[]){all[k].zones, "walls.paddle.motion.waves.period=0.8"}, 2) != STATUS_OK)
      fail_msg("%s", error_text());
    assert_true(c.relaxations[0].strength == all[k].strength);
    if (c.relaxation_count > 1) assert_true(c.relaxations[1].strength == 100.0);
    case_free(&c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(velocities_are_pulled_to_those_of_waves),
                                     cmocka_unit_test(velocities_are_pulled_to_those_of_a_mesh),
                                     cmocka_unit_test(a_current_stays_between_its_sides),
                                     cmocka_unit_test(relaxation_has_one_hash),
                                     cmocka_unit_test(it_grows_with_the_square_of_the_way),
                                     cmocka_unit_test(it_grows_with_the_distance_from_an_axis),
                                     cmocka_unit_test(one_hash_on_all_backends),
                                     cmocka_unit_test(rest_pulls_as_fast_as_waves_swing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
