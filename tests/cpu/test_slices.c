/* SPDX-License-Identifier: BSD-3-Clause */
/* What threads get: slices of equal work, which the times of the last steps correct. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "../wcsph/setup.h"
#include "cpu/wcsph.h"

enum { THREADS = 4 };

static void open(struct trial *t, char *share) {
  char *const overrides[] = {"dp=0.04", share, NULL};
  trial_open(t, "dambreak-building", overrides, "cpu", &(struct execution_options){.threads = THREADS});
  assert_int_equal(wcsph_run_step(&t->run, 0.0), STATUS_OK);
}

/* Slices follow each other and cover the fluid. */
static void assert_whole(const struct cpu_run *run) {
  assert_int_equal(run->slices[0].begin, run->state->ranges[KIND_FLUID].begin);
  for (int k = 0; k + 1 < run->slice_count; k++)
    assert_int_equal(run->slices[k].end, run->slices[k + 1].begin);
  assert_int_equal(run->slices[run->slice_count - 1].end, run->state->count);
}

/* As if the first slice had taken `slow` times as long for its work as the others for theirs. */
static void pretend(struct cpu_run *run, double slow) {
  for (int k = 0; k < run->slice_count; k++)
    run->slices[k].seconds = 1e-6 * (double)run->slices[k].work * (k == 0 ? slow : 1.0);
}

static uint32_t first_size(const struct cpu_run *run) {
  return run->slices[0].end - run->slices[0].begin;
}

static void force_passes_are_timed(void **state) {
  (void)state;
  struct trial t;
  open(&t, "cpu.share=timed");
  const struct cpu_run *run = t.run.self;
  assert_int_equal(run->slice_count, THREADS);
  for (int k = 0; k < THREADS; k++) assert_true(run->slices[k].seconds > 0.0 && run->slices[k].work > 0);
  trial_close(&t);
}

/* A slice that took three times as long gets about half as much: of 3 + 1 + 1 + 1, the fourth part is 1.5. */
static void a_slow_slice_becomes_smaller(void **state) {
  (void)state;
  struct trial t;
  open(&t, "cpu.share=timed");
  struct cpu_run *run = t.run.self;
  pretend(run, 1.0);
  cpu_cut_slices(run);
  const double even = first_size(run);
  assert_whole(run);
  pretend(run, 3.0);
  cpu_cut_slices(run);
  assert_whole(run);
  const double share = first_size(run) / even;
  if (share < 0.4 || share > 0.6) fail_msg("%g of what it had", share);
  for (int k = 0; k < THREADS; k++) assert_true(run->slices[k].seconds == 0.0); /* timed anew */
  trial_close(&t);
}

/* Without `timed`, times change nothing: two runs have the same bits. */
static void work_alone_decides_by_default(void **state) {
  (void)state;
  struct trial t;
  open(&t, "cpu.share=slices");
  struct cpu_run *run = t.run.self;
  cpu_cut_slices(run);
  const uint32_t before = first_size(run);
  pretend(run, 3.0);
  cpu_cut_slices(run);
  assert_int_equal(first_size(run), before);
  assert_whole(run);
  trial_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(force_passes_are_timed),
      cmocka_unit_test(a_slow_slice_becomes_smaller),
      cmocka_unit_test(work_alone_decides_by_default),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
