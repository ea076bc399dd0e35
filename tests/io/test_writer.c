/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "folder.h"

#include <errno.h>
#include <pthread.h>

#include "io/checkpoint.h"
#include "io/file.h"
#include "io/snapshot.h"
#include "io/writer.h"
#include "util/error.h"

/* Work that waits until it may go on, and notes its turn. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int order[64], done, freed;
static pthread_t worker;

struct job {
  int number, status;
};

static int work(void *what) {
  const struct job *j = what;
  pthread_mutex_lock(&gate);
  order[done++] = j->number;
  worker = pthread_self();
  pthread_mutex_unlock(&gate);
  return j->status ? error_set((enum status)j->status, "job %d failed", j->number) : STATUS_OK;
}

static void free_work(void *what) {
  free(what);
  freed++;
}

static int leave(int number, int status, bool copy) {
  struct job *j = malloc(sizeof *j);
  *j = (struct job){number, status};
  return writer_do((struct writer_work){work, free_work, j, copy});
}

static int begin(void **state) {
  done = freed = 0;
  return folder_create(state);
}

/* Another thread works, in the order in which things came, while the caller goes on. */
static void test_order(void **state) {
  (void)state;
  assert_false(writer_is_on());
  assert_int_equal(leave(0, STATUS_OK, true), STATUS_OK);
  assert_int_equal(done, 1); /* no writer: at once, here */
  assert_true(pthread_equal(worker, pthread_self()));
  writer_begin();
  assert_true(writer_is_on());
  pthread_mutex_lock(&gate);
  for (int i = 1; i < 40; i++) assert_int_equal(leave(i, STATUS_OK, i <= WRITER_COPIES), STATUS_OK);
  assert_int_equal(done, 1); /* all calls came back, and nothing was done */
  pthread_mutex_unlock(&gate);
  assert_int_equal(writer_wait(), STATUS_OK);
  assert_int_equal(done, 40);
  assert_int_equal(freed, 40);
  for (int i = 0; i < 40; i++) assert_int_equal(order[i], i);
  assert_false(pthread_equal(worker, pthread_self()));
  assert_int_equal(writer_end(), STATUS_OK);
  assert_false(writer_is_on());
  assert_int_equal(writer_end(), STATUS_OK);
}

static void *ask_for_room(void *status) {
  *(int *)status = writer_room();
  return NULL;
}

/* No third copy before the first has gone. */
static void test_copies(void **state) {
  (void)state;
  pthread_t asker;
  int room = -1;
  writer_begin();
  pthread_mutex_lock(&gate);
  for (int i = 0; i < WRITER_COPIES; i++) {
    assert_int_equal(writer_room(), STATUS_OK);
    assert_int_equal(leave(i, STATUS_OK, true), STATUS_OK);
  }
  assert_int_equal(pthread_create(&asker, NULL, ask_for_room, &room), 0);
  assert_int_equal(pthread_tryjoin_np(asker, NULL), EBUSY);
  assert_int_equal(freed, 0);
  pthread_mutex_unlock(&gate);
  assert_int_equal(pthread_join(asker, NULL), 0);
  assert_int_equal(room, STATUS_OK);
  assert_true(freed >= 1);
  assert_int_equal(writer_end(), STATUS_OK);
  assert_int_equal(freed, WRITER_COPIES);
}

/* The first failure stays, with its text; what stands behind it is not done, and is freed. */
static void test_failure(void **state) {
  (void)state;
  writer_begin();
  pthread_mutex_lock(&gate);
  assert_int_equal(leave(0, STATUS_OK, false), STATUS_OK);
  assert_int_equal(leave(1, STATUS_USAGE, false), STATUS_OK);
  assert_int_equal(leave(2, STATUS_FAILED, false), STATUS_OK);
  pthread_mutex_unlock(&gate);
  assert_int_equal(writer_wait(), STATUS_USAGE);
  assert_string_equal(error_text(), "job 1 failed");
  error_set(STATUS_FAILED, "another");
  assert_int_equal(writer_check(), STATUS_USAGE);
  assert_string_equal(error_text(), "job 1 failed");
  assert_int_equal(leave(3, STATUS_OK, false), STATUS_USAGE);
  assert_int_equal(writer_room(), STATUS_USAGE);
  assert_int_equal(file_replace_soon(in_folder("a"), "a", 1), STATUS_USAGE);
  assert_int_equal(writer_end(), STATUS_USAGE);
  assert_string_equal(error_text(), "job 1 failed");
  assert_int_equal(done, 2);
  assert_int_equal(freed, 4);
  assert_int_equal(folder_entries(), 0);
  writer_begin(); /* and is forgotten */
  assert_int_equal(leave(4, STATUS_OK, false), STATUS_OK);
  assert_int_equal(writer_end(), STATUS_OK);
  assert_int_equal(done, 3);
}

enum { ROWS = 50000 };

static void fill_rows(const struct field *field, size_t first, size_t count, void *out) {
  memcpy(out, (const float *)field->data + first, count * sizeof(float));
}

static void assert_same(const char *a, const char *b) {
  size_t size_a, size_b;
  char *text_a = get_file(a, &size_a), *text_b = get_file(b, &size_b);
  assert_int_equal(size_a, size_b);
  assert_memory_equal(text_a, text_b, size_a);
  free(text_a);
  free(text_b);
}

/* Files are of the state when they were left to the writer, not of that when it comes to them, and have the
 * same bytes as without it; each gets its name in turn. */
static void test_files(void **state) {
  (void)state;
  double(*points)[3] = calloc(ROWS, sizeof *points);
  float *value = calloc(ROWS, sizeof *value);
  for (int i = 0; i < ROWS; i++) points[i][1] = i * 0.1, value[i] = (float)(i % 77);
  const struct column columns[] = {{{"Points", FIELD_F64, 3, points}, .fill = NULL},
                                   {{"value", FIELD_F32, 1, value}, .fill = fill_rows}};
  struct snapshot_moment moment = {.time = 0.5, .step = 7, .state_hash = "0123456789abcdef"};
  struct scalar scalar = {"time", 0.5, false};
  struct note note = {"who", "me"};
  struct field buffers[] = {{"value", FIELD_F32, 1, value}};
  size_t rows[] = {ROWS};
  struct checkpoint c = {.method = "wcsph",
                         .case_digest = "0",
                         .scalars = &scalar,
                         .scalar_count = 1,
                         .buffers = buffers,
                         .buffer_count = 1,
                         .rows = rows,
                         .notes = &note,
                         .note_count = 1};
  assert_int_equal(snapshot_write(in_folder("a.vtkhdf"), &moment, ROWS, columns, 2), STATUS_OK);
  assert_int_equal(checkpoint_write(in_folder("a.h5"), &c), STATUS_OK);
  writer_begin();
  pthread_mutex_lock(&gate);
  assert_int_equal(leave(0, STATUS_OK, false), STATUS_OK);
  assert_int_equal(snapshot_write(in_folder("b.vtkhdf"), &moment, ROWS, columns, 2), STATUS_OK);
  assert_int_equal(checkpoint_write(in_folder("b.h5"), &c), STATUS_OK);
  assert_int_not_equal(access(in_folder("b.h5"), F_OK), 0);
  memset(points, 0, ROWS * sizeof *points);
  memset(value, 0, ROWS * sizeof *value);
  moment.time = scalar.value = rows[0] = 0;
  pthread_mutex_unlock(&gate);
  assert_int_equal(writer_wait(), STATUS_OK);
  assert_same(in_folder("a.vtkhdf"), in_folder("b.vtkhdf")); /* the checkpoint counts on it */
  assert_same(in_folder("a.h5"), in_folder("b.h5"));
  assert_int_equal(writer_end(), STATUS_OK);
  assert_int_equal(folder_entries(), 4);
  free(points);
  free(value);
}

/* What cannot be written says so later, as it would have at once. */
static void test_refused(void **state) {
  (void)state;
  double point[1][3] = {{0}};
  const struct column columns[] = {{{"Points", FIELD_F64, 3, point}, .fill = NULL}};
  const struct snapshot_moment moment = {.state_hash = ""};
  writer_begin();
  assert_int_equal(snapshot_write(in_folder("none/a.vtkhdf"), &moment, 1, columns, 1), STATUS_OK);
  assert_int_equal(writer_end(), STATUS_FAILED);
  assert_non_null(strstr(error_text(), "none/a.vtkhdf: cannot write: No such file or directory"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_order, begin, folder_remove),
      cmocka_unit_test_setup_teardown(test_copies, begin, folder_remove),
      cmocka_unit_test_setup_teardown(test_failure, begin, folder_remove),
      cmocka_unit_test_setup_teardown(test_files, begin, folder_remove),
      cmocka_unit_test_setup_teardown(test_refused, begin, folder_remove),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
