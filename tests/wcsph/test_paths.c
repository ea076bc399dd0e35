/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists made for the paths of particles: no pair that meets is missing, and they last. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "../io/folder.h"
#include "check/read.h"
#include "registry/backends.h"
#include "setup.h"
#include "wcsph/hash.h"
#include "wcsph/particle.h"

/* Between -1 and 1. */
static float any(void) {
  static uint64_t random = 12345;
  random = random * 6364136223846793005u + 1442695040888963407u;
  return (float)(random >> 40) * 0x1p-23f - 1.0f;
}

/* Against the distance at many moments of the list's life. */
static void who_may_meet_is_found(void **state) {
  (void)state;
  const float reach = 1.0f;
  int meetings = 0, others = 0;
  for (int k = 0; k < 20000; k++) {
    const float r[3] = {2 * any(), 2 * any(), 2 * any()}, u[3] = {any(), any(), any()};
    float nearest2 = INFINITY, r2 = 0.0f, path2 = 0.0f;
    for (int a = 0; a < 3; a++) r2 += r[a] * r[a], path2 += u[a] * u[a];
    for (int t = -100; t <= 100; t++) {
      float distance2 = 0.0f;
      for (int a = 0; a < 3; a++) distance2 += powf(r[a] + u[a] * (float)t / 200.0f, 2.0f);
      nearest2 = fminf(nearest2, distance2);
    }
    const bool meets = path_meets(r2, path2, reach * reach);
    if (nearest2 < 0.9999f * reach * reach) assert_true(meets);
    if (meets) assert_true(sqrtf(r2) < reach + 0.5f * sqrtf(path2) + 1e-4f);
    meetings += meets, others += !meets;
  }
  assert_true(meetings > 1000 && others > 1000);
}

/* A particle of constant velocity is always where it is expected; and no path is longer than the longest. */
static void straight_ways_are_expected(void **state) {
  (void)state;
  const struct wcsph_state s = {.path = 0.15f, .life = 0.05f};
  const float quantum[3] = {1e-9f, 2e-9f, 3e-9f};
  for (int k = 0; k < 1000; k++) {
    const float fast = k % 2 ? 1.7f : 20.0f; /* within a path's length of 3 m/s, or beyond */
    const struct vec4 v = {fast * any(), fast * any(), fast * any(), 0.0f};
    const float speed = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z), velocity[3] = {v.x, v.y, v.z};
    const struct position begin = {0xfffffff0u, 12345u, 0x80000000u, {7}};
    const struct position listed = particle_expect(state_path_unit(&s), s.life, quantum, &begin, &v);
    const int32_t at[3] = {(int32_t)listed.x, (int32_t)listed.y, (int32_t)listed.z};
    float path2 = 0.0f;
    for (int a = 0; a < 3; a++) path2 += powf((float)path_along((int32_t)listed.path, a), 2.0f);
    assert_true(path2 <= (float)PATH_MOST * PATH_MOST);
    for (int t = 0; t <= 4; t++) {
      const float time = s.life * (float)t / 4.0f, since = (float)t / 4.0f - 0.5f;
      int32_t now[3] = {(int32_t)begin.x, (int32_t)begin.y, (int32_t)begin.z};
      for (int a = 0; a < 3; a++) now[a] = lane_add_wrap(now[a], (int32_t)(velocity[a] * time / quantum[a]));
      float d[3];
      path_deviation(at, (int32_t)listed.path, now, quantum, state_path_unit(&s), since, d);
      const float beyond = fmaxf(0.0f, speed * s.life - s.path) * (float)t / 4.0f;
      const float most = beyond + 2.0f * state_path_unit(&s);
      if (sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) > most)
        fail_msg("%g m/s: %g, %g, %g m off at %d quarters of its life, of %g", (double)speed, (double)d[0],
                 (double)d[1], (double)d[2], t, (double)most);
    }
  }
}

/* A pool that drifts, a drop that falls into it fast, and another that meets both from the side. */
static const char *const drops = "method: wcsph\nscheme: classic\n"
                                 "dimensions: 2\n"
                                 "dp: 0.02\n"
                                 "domain: {low: [0, 0], high: [2, 2], periodic: [x, y]}\n"
                                 "material: {speed_of_sound: 20}\n"
                                 "fluids:\n"
                                 "  - name: pool\n"
                                 "    shapes: [{add: box, low: [0.2, 0.4], high: [1.8, 0.8]}]\n"
                                 "    velocity: [1, 0]\n"
                                 "  - name: drop\n"
                                 "    shapes: [{add: box, low: [0.9, 0.9], high: [1.1, 1.1]}]\n"
                                 "    velocity: [0, -4]\n"
                                 "  - name: shot\n"
                                 "    shapes: [{add: box, low: [0.3, 0.85], high: [0.4, 0.95]}]\n"
                                 "    velocity: [6, -1]\n"
                                 "viscosity: {model: artificial, alpha: 0.1}\n"
                                 "summation: fixed\n"
                                 "end: 1\n";

/* The state's hash after some steps, and how many lists that took. */
static uint64_t run_drops(const char *backend, char *const overrides[], uint64_t *lists) {
  const struct execution_options options = {.threads = 2, .device = "host"};
  const char *path = in_folder("case.yaml");
  struct trial t = {0};
  struct wcsph_counters counters;
  uint64_t hash;
  size_t n = 0;
  while (overrides[n]) n++;
  put_file(path, drops, strlen(drops));
  int status = case_read(&t.config, path, overrides, n);
  if (status == STATUS_OK) status = particles_fill(&t.particles, &t.config);
  if (status == STATUS_OK)
    status = wcsph_run_open(&t.run, trial_settings(&t), &t.particles, wcsph_backend_find(backend), &options);
  for (int k = 0; k < 120 && status == STATUS_OK; k++) status = wcsph_run_step(&t.run, 0.0);
  if (status != STATUS_OK) fail_msg("%s: %s", backend, error_text());
  assert_int_equal(wcsph_run_hash(&t.run, &hash), STATUS_OK);
  t.run.backend->count(t.run.self, &counters);
  *lists = counters.rebuilds;
  trial_close(&t);
  return hash;
}

/* Under fixed sums a pair too few would show in the bits. */
static void no_neighbour_is_lost_and_lists_last(void **state) {
  (void)state;
  char *const paths[] = {NULL}, *const none[] = {"neighbours.path=0", NULL};
  uint64_t lists, without;
  const uint64_t expected = run_drops("reference", paths, &lists);
  const char *const backends[] = {"cpu", "offload"};
  for (int k = 0; k < 2; k++) {
    assert_true(run_drops(backends[k], paths, &lists) == expected);
    assert_true(run_drops(backends[k], none, &without) == expected);
    if (3 * lists > without)
      fail_msg("%s: %d lists, %d without paths", backends[k], (int)lists, (int)without);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_may_meet_is_found),
      cmocka_unit_test(straight_ways_are_expected),
      cmocka_unit_test(no_neighbour_is_lost_and_lists_last),
  };
  return cmocka_run_group_tests(tests, folder_create, folder_remove);
}
