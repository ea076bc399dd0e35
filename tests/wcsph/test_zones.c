/* SPDX-License-Identifier: BSD-3-Clause */
/* Damping zones: what a particle loses where, and one hash on all backends beside a paddle's waves. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "law.h"
#include "ways.h"
#include "wcsph/scalar.h"
#include "wcsph/sweeps/absorb.h"

/* What is left of a velocity of 1 of a particle `away` along x and y, m, from where a zone along x begins
 * that is 2 m long, 3 m wide and bounded at 2.5 m; it spares y. */
static float left(const struct wcsph_law *law, double x, double y, int component) {
  const struct sweep_given given = {
      .body = -1,
      .quanta = {1u << 31, 1u << 31, 1u << 31},
      .value = {0.5f, 0, 0, 0.2f, -1e9f, -1.5f, -1e9f, 2.5f, 1.5f, 1e9f, 1, 0, 1}};
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
  char *none[] = {"domain={low: [0, 0], high: [8, 8]}", "dp=0.02", NULL};
  const struct wcsph_law law = law_of("still-water-2d", none);
  assert_true(left(&law, -0.5, 0.0, 0) == 1.0f);
  assert_true(fabsf(left(&law, 1.0, 0.0, 0) - (1.0f - 0.2f * 0.25f)) < 1e-6f);
  assert_true(fabsf(left(&law, 2.2, 0.0, 0) - 0.8f) < 1e-6f);
  assert_true(left(&law, 2.6, 0.0, 0) == 1.0f && left(&law, 1.0, 1.6, 0) == 1.0f);
  assert_true(left(&law, 1.0, -1.6, 2) == 1.0f && left(&law, 2.2, -1.4, 2) < 0.81f);
  assert_true(left(&law, 2.2, 0.0, 1) == 1.0f);
}

static const char text[] = "method: wcsph\n"
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
    status = wcsph_run_open(&t.run, &t.config, &t.particles, wcsph_backend_find(ways[way].backend),
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
  char *const none[] = {"damping_zones.end.strength=0", "damping_zones.up.strength=0", NULL};
  for (int s = 0; s < 2; s++) {
    const uint64_t first = hash_after(0, schemes[s]);
    for (int way = 1; way < WAYS; way++) assert_true(hash_after(way, schemes[s]) == first);
    if (s == 0) assert_true(hash_after(1, none) != first);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_grows_with_the_square_of_the_way),
                                     cmocka_unit_test(one_hash_on_all_backends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
