/* SPDX-License-Identifier: BSD-3-Clause */
/* Every way of every backend has the bits of the reference under fixed sums, and nearly its values under
 * others; the momentum stays to the last bit, the energy nearly. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>

#include "pairwise/deviation.h"
#include "registry/backends.h"
#include "trial.h"

static const char melt[] = "method: pairwise\n"
                           "particles: {from: fcc, cells: [6, 5, 5], density: 0.8442, temperature: 1.44}\n"
                           "pairwise: {cutoff: 2.5, skin: 0.2}\n"
                           "summation: fixed\n"
                           "end: 10\n";
/* A drop in an open box: most cells are empty. */
static const char drop[] = "method: pairwise\n"
                           "domain: {low: [-11, -12, -13], high: [13, 12, 11], periodic: [y]}\n"
                           "particles: {from: fcc, cells: [4, 4, 4], density: 1.0, temperature: 0.5}\n"
                           "pairwise: {cutoff: 2.2, truncation: force-shifted, skin: 0.25}\n"
                           "summation: fixed\n"
                           "end: 10\n";
/* Axes shorter than three cells, and longer ones. */
static const char narrow[] =
    "method: pairwise\n"
    "domain: {high: [5.1, 9, 6], periodic: [x, y, z]}\n"
    "particles: {from: uniform, count: 397, temperature: 1}\n"
    "pairwise: {cutoff: 2.5, truncation: shifted, softening: 0.6, step: 0.0005, skin: 0.1}\n"
    "summation: fixed\n"
    "end: 10\n";
/* Lists that last for no step, crowded cells. */
static const char crowd[] = "method: pairwise\n"
                            "domain: {high: [4, 4, 4], periodic: [x, y, z]}\n"
                            "particles: {from: uniform, count: 1000}\n"
                            "pairwise: {cutoff: 1, potential: low-flop, step: 0.01, skin: 0}\n"
                            "summation: fixed\n"
                            "end: 10\n";

/* Crowds here, nothing there. */
static const char clusters[] = "method: pairwise\n"
                               "domain: {high: [15, 16, 17], periodic: [x]}\n"
                               "particles: {from: clusters, count: 400, clusters: 4, spread: 1}\n"
                               "pairwise: {cutoff: 2.5, softening: 0.6, step: 0.0001, skin: 0.1}\n"
                               "summation: fixed\n"
                               "end: 10\n";

/* After some steps, for each way: the reference's hash, and no momentum. */
static void same_bits(const char *text, char *const overrides[], int steps) {
  struct trial reference = {0}, other;
  trial_open(&reference, text, overrides, "reference", NULL);
  trial_step(&reference, steps);
  const uint64_t expected = trial_hash(&reference);
  assert_true(trial_totals(&reference).momentum == 0.0);
  for (size_t b = 0; pairwise_backends[b]; b++) {
    struct execution_options options;
    for (int way = 0; pairwise_backends[b]->way(way, &options); way++) {
      other = (struct trial){0};
      trial_open(&other, text, overrides, pairwise_backends[b]->name, &options);
      trial_step(&other, steps);
      char name[160];
      other.run.backend->describe(other.run.self, name, sizeof name);
      if (trial_hash(&other) != expected) fail_msg("%s: other bits than the reference", name);
      trial_close(&other);
    }
  }
  trial_close(&reference);
}

static void liquids(void **state) {
  (void)state;
  char *wide[] = {"pairwise.skin=0.7", NULL}, *none[] = {"pairwise.skin=0", NULL};
  same_bits(melt, NULL, 4);
  same_bits(melt, wide, 1);
  same_bits(melt, none, 1);
}
static void drops(void **state) {
  (void)state;
  same_bits(drop, NULL, 5);
}
static void narrow_boxes(void **state) {
  (void)state;
  same_bits(narrow, NULL, 2);
}
static void crowds(void **state) {
  (void)state;
  char *high[] = {"pairwise.potential=high-flop", "pairwise.softening=0.5", "pairwise.step=1e-5", NULL};
  same_bits(crowd, NULL, 1);
  same_bits(crowd, high, 1);
  same_bits(clusters, NULL, 3);
}

/* The strategies of paper 001 with threads that share a team's memory. */
static void teams(void **state) {
  (void)state;
  char *few[] = {"particles.count=150", NULL};
  struct trial reference = {0};
  trial_open(&reference, narrow, few, "reference", NULL);
  trial_step(&reference, 1);
  for (int k = PAIRWISE_LIST; k < PAIRWISE_STRATEGIES; k++) {
    const struct execution_options options = {
        .device = "host", .threads = 3, .pairwise = (enum pairwise_strategy)k};
    struct trial other = {0};
    trial_open(&other, narrow, few, "offload", &options);
    trial_step(&other, 1);
    if (trial_hash(&other) != trial_hash(&reference))
      fail_msg("strategy %d: other bits than the reference", k);
    trial_close(&other);
  }
  trial_close(&reference);
}

/* A strategy whose cells are too full says so, and what can; auto finds one that runs. */
static void too_full(void **state) {
  (void)state;
  char *full[] = {"domain.high=[3, 3, 3]", "pairwise.cutoff=1", "particles.count=3000", NULL};
  static const enum pairwise_strategy strategies[] = {PAIRWISE_ALL_IN_SM, PAIRWISE_X_PENCIL, PAIRWISE_AUTO};
  for (size_t k = 0; k < 3; k++) {
    const struct execution_options options = {.device = "host", .pairwise = strategies[k]};
    struct trial t = {0};
    trial_read(&t, crowd, full);
    if (strategies[k] == PAIRWISE_X_PENCIL) /* all in one place */
      for (size_t i = 0; i < t.source.count; i++)
        for (int a = 0; a < 3; a++) t.source.position[i][a] = 0.1 + 0.2 * t.source.position[i][a];
    t.config.pairwise.strategy = PAIRWISE_AUTO;
    const int status = pairwise_run_open(&t.run, trial_settings(&t), &t.source, NULL,
                                         pairwise_backend_find("offload"), &options);
    assert_int_equal(status, strategies[k] == PAIRWISE_AUTO ? STATUS_OK : STATUS_USAGE);
    if (status != STATUS_OK) assert_non_null(strstr(error_text(), "list can"));
    trial_close(&t);
  }
}

/* Other sums: nearly the reference's state. */
static void nearly(const char *text, const char *sum, char *more) {
  char *overrides[] = {(char *)sum, more, NULL};
  struct trial reference = {0};
  struct pairwise_record record;
  trial_open(&reference, text, overrides, "reference", NULL);
  trial_step(&reference, 2);
  assert_int_equal(pairwise_record_take(&record, &reference.run), STATUS_OK);
  for (size_t b = 0; pairwise_backends[b]; b++) {
    struct execution_options options;
    for (int way = 0; pairwise_backends[b]->way(way, &options); way++) {
      struct trial other = {0};
      double largest = INFINITY;
      trial_open(&other, text, overrides, pairwise_backends[b]->name, &options);
      trial_step(&other, 2);
      assert_int_equal(pairwise_deviation_find(&largest, &record, &other.run), STATUS_OK);
      if (!(largest < 1e-6))
        fail_msg("%s, way %d: %g from the reference", pairwise_backends[b]->name, way, largest);
      trial_close(&other);
    }
  }
  pairwise_record_free(&record);
  trial_close(&reference);
}
static void other_sums(void **state) {
  (void)state;
  nearly(melt, "summation=plain", NULL);
  nearly(melt, "summation=kahan", NULL);
  nearly(crowd, "summation=plain", NULL);
  nearly(crowd, "summation=plain",
         "pairwise={potential: high-flop, cutoff: 1, softening: 0.5, step: 1e-5, skin: 0}");
}

/* With a linear force shift the energy stays nearly; the momentum to the last bit. */
static void conservation(void **state) {
  (void)state;
  char *overrides[] = {"pairwise.truncation=force-shifted", "particles.cells=[4, 4, 4]", NULL};
  struct trial t = {0};
  trial_open(&t, melt, overrides, pairwise_backends[0]->name, NULL);
  const struct pairwise_totals before = trial_totals(&t);
  trial_step(&t, 300);
  const struct pairwise_totals after = trial_totals(&t);
  const double energy = before.potential + before.kinetic, change = after.potential + after.kinetic - energy;
  assert_true(fabs(change / energy) < 3e-4);
  assert_true(fabs(after.kinetic - before.kinetic) > 0.1 * before.kinetic);
  assert_true(after.momentum == 0.0);
  trial_close(&t);
}

/* A particle that meets another at a tenth of sigma is named by all alike. */
static void overflow(void **state) {
  (void)state;
  char *overrides[] = {"pairwise.softening=0", "pairwise.cutoff=1", NULL};
  for (size_t b = 0; pairwise_backends[b]; b++) {
    const struct execution_options options = {.device = "host"};
    struct trial t = {0};
    trial_read(&t, narrow, overrides);
    for (int a = 0; a < 3; a++) t.source.position[17][a] = t.source.position[211][a] + (a == 1 ? 0.1 : 0.0);
    assert_int_equal(pairwise_run_open(&t.run, trial_settings(&t), &t.source, NULL,
                                       pairwise_backend_find(pairwise_backends[b]->name), &options),
                     STATUS_DIVERGED);
    assert_non_null(strstr(t.run.diverged, "exceeds the range of forces"));
    trial_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(liquids),    cmocka_unit_test(drops),        cmocka_unit_test(narrow_boxes),
      cmocka_unit_test(crowds),     cmocka_unit_test(teams),        cmocka_unit_test(too_full),
      cmocka_unit_test(other_sums), cmocka_unit_test(conservation), cmocka_unit_test(overflow)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
