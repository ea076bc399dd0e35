/* SPDX-License-Identifier: BSD-3-Clause */
/* Fluid that comes and goes while a run goes on: the same bits on every backend, with any number of threads,
 * and for a run that was interrupted. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <string.h>
#include <unistd.h>

#include "cpu/isa.h"
#include "method/lab.h"
#include "setup.h"
#include "wcsph/hash.h"

/* Every 5 steps some water comes above a tank, site by site of a lattice, and every 6 steps goes some of what
 * came before, with two particles of the water that was there at first. So many come that memory grows more
 * than once. */
enum { STEPS = 90, COME_EVERY = 5, GO_EVERY = 6, SHEET = 72, ALONG_X = 21, ALONG_Y = 8, GOES = 24 };

static const char *const overrides[][4] = {
    {"dp=0.07", "summation=fixed", NULL},
    {"dp=0.07", "summation=fixed", "integrator.scheme=symplectic", NULL},
    {"dp=0.07", "summation=fixed", "integrator.scheme=adams_bashforth", NULL},
};
enum { CASES = sizeof overrides / sizeof *overrides };

static void open_trial(struct trial *t, int which, const char *backend,
                       const struct execution_options *options, const char *also) {
  char *all[8];
  int n = 0;
  for (; overrides[which][n]; n++) all[n] = (char *)overrides[which][n];
  if (also) all[n++] = (char *)also;
  all[n] = NULL;
  trial_open(t, "dambreak-building", all, backend, options);
}

/* The id of a member of sheet k: `first` is the first id that a sheet took. */
static uint64_t id_of(uint64_t first, int sheet, int member) {
  return first + (uint64_t)sheet * SHEET + (uint64_t)member;
}

static void change(struct trial *t, uint64_t first) {
  const uint64_t step = t->run.step;
  struct wcsph_newcomer come[SHEET];
  uint64_t gone[GOES + 2];
  struct wcsph_change c = {.gone = gone, .come = come};
  const int come_before = (int)((t->run.next_id - first) / SHEET);
  const int gone_before = (int)((step - 1) / GO_EVERY);
  if (step % GO_EVERY == 0 && gone_before < come_before) {
    gone[c.gone_count++] = first - 2 - 2 * (uint64_t)gone_before; /* the last ids of the first water */
    gone[c.gone_count++] = first - 1 - 2 * (uint64_t)gone_before;
    for (int k = 0; k < GOES; k++) gone[c.gone_count++] = id_of(first, gone_before, k);
  }
  if (step % COME_EVERY == 0)
    for (int k = 0; k < SHEET; k++) {
      const double dp = t->config.dp;
      const int site = come_before * SHEET + k, level = site / (ALONG_X * ALONG_Y);
      come[c.come_count++] = (struct wcsph_newcomer){
          .place = {dp * (1 + site % ALONG_X), dp * (1 + site / ALONG_X % ALONG_Y), 0.48 + dp * level},
          .velocity = {0.1f * (float)(k % 3), 0.0f, -0.5f},
          .d = 1e-5f * (float)k};
    }
  if (wcsph_run_change(&t->run, &c) != STATUS_OK) fail_msg("step %d: %s", (int)step, error_text());
}

static void step(struct trial *t, uint64_t first, int steps) {
  for (int k = 0; k < steps; k++) {
    if (wcsph_run_step(&t->run, 0.0) != STATUS_OK) fail_msg("%s", error_text());
    change(t, first);
  }
}

static uint64_t hash_of(struct trial *t) {
  uint64_t hash = 0;
  assert_int_equal(wcsph_run_hash(&t->run, &hash), STATUS_OK);
  return hash;
}

/* How the reference ends. */
static uint64_t expected(int which) {
  static uint64_t hashes[CASES];
  struct trial t;
  if (hashes[which]) return hashes[which];
  open_trial(&t, which, "reference", &(struct execution_options){0}, NULL);
  const uint64_t first = t.run.next_id;
  const uint32_t began = t.run.state.count, room = t.run.state.capacity;
  const uint64_t left = t.run.left;
  step(&t, first, STEPS);
  const struct wcsph_state *s = &t.run.state;
  const uint32_t sheets = STEPS / COME_EVERY, went = STEPS / GO_EVERY;
  assert_int_equal(t.run.next_id, first + sheets * SHEET);
  assert_int_equal(s->count + t.run.left - left, began + sheets * SHEET - went * (GOES + 2));
  assert_true(s->capacity > (room + SHEET) / 4 * 5 + 64 && s->count <= s->capacity); /* it grew twice */
  uint32_t *row = trial_rows(&t.run), known = 0;
  for (uint64_t id = 0; id < t.run.next_id; id++) known += row[id] != UINT32_MAX;
  assert_int_equal(known, s->count); /* no id twice */
  for (int k = 0; k < GOES; k++) assert_true(row[id_of(first, 0, k)] == UINT32_MAX);
  for (int k = 0; k < SHEET; k++) assert_true(row[id_of(first, (int)sheets - 1, k)] < s->count);
  assert_true(row[first - 1] == UINT32_MAX);
  free(row);
  hashes[which] = hash_of(&t);
  trial_close(&t);
  return hashes[which];
}

static void run_and_compare(int which, const char *backend, const struct execution_options *options,
                            const char *also) {
  struct trial t;
  open_trial(&t, which, backend, options, also);
  step(&t, t.run.next_id, STEPS);
  if (hash_of(&t) != expected(which))
    fail_msg("case %d on %s, %s, %d threads, strategy %d, %s: another state", which, backend,
             options->isa ? options->isa : "-", options->threads, (int)options->strategy, also ? also : "-");
  trial_close(&t);
}

static void cpu_has_the_reference_s_bits(void **state) {
  (void)state;
  const int threads[] = {1, 3};
  for (int which = 0; which < CASES; which++)
    for (int k = 0; cpu_isa_names[k]; k++)
      for (int t = 0; t < 2; t++)
        run_and_compare(which, "cpu",
                        &(struct execution_options){.threads = threads[t], .isa = cpu_isa_names[k]}, NULL);
}

static const char *test_device(void) {
  const char *name = getenv("AMPHI_TEST_DEVICE");
  return name ? name : "host";
}

static void offload_has_the_reference_s_bits(void **state) {
  (void)state;
  const enum offload_strategy ways[] = {OFFLOAD_LIST, OFFLOAD_FINE_CELLS, OFFLOAD_CELLS};
  for (int which = 0; which < CASES; which++)
    for (int k = 0; k < 3; k++)
      run_and_compare(which, "offload",
                      &(struct execution_options){.device = test_device(), .strategy = ways[k]}, NULL);
  if (lab_has("offload.stages") != STATUS_OK) return; /* a build without the lab */
  run_and_compare(0, "offload", &(struct execution_options){.device = test_device()},
                  "offload.stages=forces");
}

/* After `half` steps on one backend a run goes on on another, by way of a checkpoint. */
static void a_run_that_goes_on_has_them_too(void **state) {
  (void)state;
  static const char *const ways[][2] = {{"cpu", "offload"}, {"offload", "reference"}, {"reference", "cpu"}};
  const struct execution_options options = {.device = test_device(), .threads = 2};
  char path[] = "/tmp/amphi-rows-XXXXXX";
  const int fd = mkstemp(path);
  assert_true(fd >= 0);
  close(fd);
  for (int k = 0; k < 3; k++) {
    struct trial t;
    const int half = 41 + k; /* before a sheet goes, when it goes, after */
    open_trial(&t, 0, ways[k][0], &options, NULL);
    const uint64_t first = t.run.next_id;
    step(&t, first, half);
    trial_go_on(&t, path, ways[k][1], &options);
    step(&t, first, STEPS - half);
    if (hash_of(&t) != expected(0)) fail_msg("%s, then %s: another state", ways[k][0], ways[k][1]);
    trial_close(&t);
  }
  unlink(path);
}

/* What cannot be done is refused, and what was refused before anything changed leaves the run as it was. */
static void refusals(void **state) {
  (void)state;
  static const char *const backends[] = {"reference", "cpu", "offload"};
  for (int k = 0; k < 3; k++) {
    struct trial t;
    open_trial(&t, 0, backends[k], &(struct execution_options){.device = test_device(), .threads = 2}, NULL);
    const uint64_t hash = hash_of(&t), next = t.run.next_id;
    struct wcsph_newcomer n = {.place = {1.0, 0.5, -7.0}};
    assert_int_equal(wcsph_run_change(&t.run, &(struct wcsph_change){.come = &n, .come_count = 1}),
                     STATUS_USAGE);
    assert_non_null(strstr(error_text(), "is outside the domain"));
    n.place[2] = 1e12;
    assert_int_equal(wcsph_run_change(&t.run, &(struct wcsph_change){.come = &n, .come_count = 1}),
                     STATUS_USAGE);
    assert_int_equal(
        wcsph_run_change(&t.run, &(struct wcsph_change){.come = &n, .come_count = CASE_PARTICLES_MOST}),
        STATUS_USAGE);
    assert_int_equal(hash_of(&t), hash);
    assert_int_equal(t.run.next_id, next);
    const uint64_t wall_and_fluid[] = {0, next - 1};
    assert_int_equal(
        wcsph_run_change(&t.run, &(struct wcsph_change){.gone = wall_and_fluid, .gone_count = 2}),
        STATUS_USAGE);
    assert_non_null(strstr(error_text(), "of 2 particles to remove, 1 are there"));
    trial_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cpu_has_the_reference_s_bits),
      cmocka_unit_test(offload_has_the_reference_s_bits),
      cmocka_unit_test(a_run_that_goes_on_has_them_too),
      cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
