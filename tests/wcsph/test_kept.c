/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows staged for a writer while the run goes on: they are those of the moment of staging, one set at a time,
 * and what is written of them has the same bytes; on AMPHI_TEST_DEVICE, or the host. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "../io/folder.h"

#include <errno.h>
#include <pthread.h>

#include "io/file.h"
#include "io/writer.h"
#include "offload/wcsph.h"
#include "setup.h"
#include "util/words.h"
#include "wcsph/hash.h"
#include "wcsph/method.h"

static void open_run(struct trial *t, const char *fields) {
  char *overrides[] = {"dp=0.08", "summation=fixed", (char *)fields, NULL};
  const char *device = getenv("AMPHI_TEST_DEVICE");
  trial_open(t, "spheric02", overrides, "offload",
             &(struct execution_options){.device = device ? device : "host"});
}

static void step(struct trial *t, int count) {
  for (int k = 0; k < count; k++)
    if (wcsph_run_step(&t->run, 0) != STATUS_OK) fail_msg("%s", error_text());
}

static row_mask kept_buffers(const struct trial *t) {
  return t->run.state.buffers & rows_mask(&wcsph_rows, ROW_SAVED);
}

static int keep(struct trial *t, bool *kept) {
  return wcsph_keep(t->run.backend, t->run.self, kept_buffers(t), kept);
}

static int bring(struct trial *t, struct wcsph_state *to) {
  return wcsph_bring(t->run.backend, t->run.self, to);
}

static uint64_t hash_of(struct trial *t) {
  uint64_t hash = 0;
  assert_int_equal(wcsph_run_hash(&t->run, &hash), STATUS_OK);
  return hash;
}

/* All buffers come, or those that there is room for, of the rows as they were. */
static void test_rows(void **state) {
  (void)state;
  struct trial t;
  struct wcsph_state all = {0}, some = {0};
  bool kept;
  open_run(&t, "output.every=1");
  const row_mask mask = kept_buffers(&t);
  assert_int_equal(state_allocate(&all, t.run.state.capacity, mask), STATUS_OK);
  assert_int_equal(state_allocate(&some, t.run.state.capacity, BUFFER_VELOCITY | BUFFER_ID), STATUS_OK);
  for (int k = 0; k < 2; k++) {
    step(&t, 3);
    assert_int_equal(keep(&t, &kept), STATUS_OK);
    assert_true(kept);
    const uint64_t hash = hash_of(&t), rows = wcsph_state_hash(&t.run.state);
    const uint32_t count = t.run.state.count;
    step(&t, 30); /* sorts, too */
    assert_int_not_equal(hash_of(&t), hash);
    assert_int_equal(bring(&t, &all), STATUS_OK);
    assert_int_equal(rows_hash(&wcsph_rows, &all, count), rows);
    assert_int_equal(keep(&t, &kept), STATUS_OK);
    assert_int_equal(bring(&t, &some), STATUS_OK);
    assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, mask), STATUS_OK);
    assert_memory_equal(some.vel, t.run.state.vel, t.run.state.count * sizeof *some.vel);
    assert_memory_equal(some.id, t.run.state.id, t.run.state.count * sizeof *some.id);
  }
  state_free(&all);
  state_free(&some);
  trial_close(&t);
}

static void *keep_again(void *what) {
  bool kept = false;
  assert_int_equal(keep(what, &kept), STATUS_OK);
  return kept ? what : NULL;
}

/* A second call blocks until the rows of the first are fetched or dropped. */
static void test_one_at_a_time(void **state) {
  (void)state;
  struct trial t;
  pthread_t other;
  bool kept;
  void *result;
  open_run(&t, "output.every=1");
  assert_int_equal(keep(&t, &kept), STATUS_OK);
  assert_int_equal(pthread_create(&other, NULL, keep_again, &t), 0);
  usleep(20000);
  assert_int_equal(pthread_tryjoin_np(other, NULL), EBUSY);
  assert_int_equal(bring(&t, NULL), STATUS_OK);
  assert_int_equal(pthread_join(other, &result), 0);
  assert_ptr_equal(result, &t);
  assert_int_equal(bring(&t, NULL), STATUS_OK);
  trial_close(&t);
}

/* Where the device has no memory left for others, what rows are kept in is given back, and none are kept. */
static void test_short(void **state) {
  (void)state;
#ifndef AMPHI_SANITIZED /* whose allocator ends the program */
  struct trial t;
  bool kept;
  open_run(&t, "output.every=1");
  struct offload *o = t.run.self;
  const size_t before = o->bytes;
  assert_int_equal(keep(&t, &kept), STATUS_OK);
  assert_true(kept && o->bytes > before);
  assert_int_equal(bring(&t, NULL), STATUS_OK);
  assert_null(offload_allocate(o, SIZE_MAX / 4));
  assert_int_equal(o->bytes, before);
  assert_int_equal(keep(&t, &kept), STATUS_OK);
  assert_false(kept);
  trial_close(&t);
#endif
}

/* ---- files ---- */

static struct snapshot_moment moment_of(const struct trial *t, const char *text) {
  return (struct snapshot_moment){.time = t->run.time, .step = t->run.step, .state_hash = text};
}

static void write_at_once(struct trial *t, const char *name) {
  char text[HASH_TEXT];
  hash_text(text, hash_of(t));
  const struct snapshot_moment moment = moment_of(t, text);
  assert_int_equal(method_wcsph.snapshot(&t->run, in_folder(name), &moment), STATUS_OK);
}

/* With the writer on, the rows are kept for it. */
static void write_checkpoint(struct trial *t, const char *name, bool kept) {
  struct checkpoint c;
  assert_int_equal(wcsph_run_checkpoint(&t->run, &c), STATUS_OK);
  assert_int_equal(c.begin != NULL, kept);
  assert_int_equal(checkpoint_write(in_folder(name), &c), STATUS_OK);
  c.end = NULL;
  checkpoint_release(&c);
}

static bool leave(struct trial *t, const char *name) {
  const struct snapshot_moment moment = moment_of(t, "");
  bool left;
  assert_int_equal(method_wcsph.leave_snapshot(&t->run, in_folder(name), &moment, &left), STATUS_OK);
  return left;
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int pass_gate(void *what) {
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return *(int *)what;
}
static void keep_it(void *what) {
  (void)what;
}

static void add_water(struct trial *t) {
  enum { MANY = 400 };
  struct wcsph_newcomer come[MANY];
  for (int k = 0; k < MANY; k++)
    come[k] = (struct wcsph_newcomer){.place = {0.1 + 0.06 * (k % 20), 0.1 + 0.04 * (k / 20), 0.9}};
  const struct wcsph_change change = {.come = come, .come_count = MANY};
  assert_int_equal(wcsph_run_change(&t->run, &change), STATUS_OK);
}

static void assert_same(const char *a, const char *b) {
  size_t size_a, size_b;
  char *text_a = get_file(in_folder(a), &size_a), *text_b = get_file(in_folder(b), &size_b);
  assert_int_equal(size_a, size_b);
  assert_memory_equal(text_a, text_b, size_a);
  free(text_a);
  free(text_b);
}

/* Left to the writer, which comes to it many steps later: the bytes of the file that is written at once. */
static void check_file(struct trial *t, bool checkpoint) {
  int ok = STATUS_OK;
  if (checkpoint)
    write_checkpoint(t, "at once", false);
  else
    write_at_once(t, "at once");
  writer_begin();
  pthread_mutex_lock(&gate);
  assert_int_equal(writer_do((struct writer_work){pass_gate, keep_it, &ok, false}), STATUS_OK);
  if (checkpoint)
    write_checkpoint(t, "later", true);
  else
    assert_true(leave(t, "later"));
  step(t, 30);
  pthread_mutex_unlock(&gate);
  assert_int_equal(writer_end(), STATUS_OK);
  assert_int_equal(file_settle(), STATUS_OK);
  assert_same("at once", "later");
}

/* Also of more rows than there was room for, and with what is found of neighbours. */
static void check_files(const char *fields) {
  struct trial t;
  open_run(&t, fields);
  assert_false(leave(&t, "none")); /* no writer */
  for (int k = 0; k < 2; k++) {
    step(&t, 20);
    if (k) add_water(&t);
    check_file(&t, false);
    check_file(&t, true);
  }
  trial_close(&t);
}

static void test_files(void **state) {
  (void)state;
  check_files("output.fields=[velocity, pressure]");
}

static void test_found(void **state) {
  (void)state;
  check_files("output.fields=[vorticity, free_surface]");
}

/* A failure stops what is queued behind it, and no call blocks on rows that were dropped. */
static void test_failure(void **state) {
  (void)state;
  const struct snapshot_moment moment = {.state_hash = ""};
  struct trial t;
  bool left = false;
  int status = STATUS_OK;
  open_run(&t, "output.every=1");
  writer_begin();
  for (int k = 0; k < 3 && status == STATUS_OK; k++)
    status = method_wcsph.leave_snapshot(&t.run, in_folder("none/a.vtkhdf"), &moment, &left);
  assert_int_equal(writer_end(), STATUS_FAILED);
  assert_non_null(strstr(error_text(), "none/a.vtkhdf: cannot write: No such file or directory"));
  writer_begin();
  assert_true(leave(&t, "a.vtkhdf"));
  assert_int_equal(writer_end(), STATUS_OK);
  assert_int_equal(file_settle(), STATUS_OK);
  assert_int_equal(folder_entries(), 1);
  trial_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_one_at_a_time),
      cmocka_unit_test(test_short),
      cmocka_unit_test_setup_teardown(test_files, folder_create, folder_remove),
      cmocka_unit_test_setup_teardown(test_found, folder_create, folder_remove),
      cmocka_unit_test_setup_teardown(test_failure, folder_create, folder_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
