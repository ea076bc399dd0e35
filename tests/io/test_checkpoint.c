/* SPDX-License-Identifier: BSD-3-Clause */
/* With arguments PATH GENERATION it only writes a checkpoint there, for test_compare.py. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "folder.h"

#include <hdf5.h>
#include <math.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <xxhash.h>

#include "io/checkpoint.h"
#include "util/error.h"

enum { ROWS = 2000, KILLS = 60 };

/* A checkpoint whose every value follows from `generation`. */
struct sample {
  uint32_t position[ROWS][4];
  float velocity[ROWS][4];
  uint16_t body[ROWS];
  uint64_t id[ROWS];
  struct field buffers[5];
  size_t rows[5];
  struct scalar scalars[3];
  struct note notes[2];
  struct checkpoint c;
};

static void sample_make(struct sample *s, uint32_t generation) {
  for (uint32_t i = 0; i < ROWS; i++) {
    for (uint32_t k = 0; k < 4; k++) {
      s->position[i][k] = i * 2654435761u + k * 40503u + generation;
      s->velocity[i][k] = (float)generation + (float)i * 0.25f + (float)k;
    }
    s->id[i] = (ROWS - i) * 3;
    s->body[i] = (uint16_t)(i + generation);
  }
  s->velocity[7][0] = -0.0f;
  s->velocity[7][1] = NAN;
  s->velocity[7][2] = 1e-42f;
  memcpy(s->buffers,
         (struct field[]){{"velocity", FIELD_F32, 4, s->velocity},
                          {"pos", FIELD_U32, 4, s->position},
                          {"body", FIELD_U16, 1, s->body},
                          {"nobody", FIELD_F64, 2, s->body},
                          {"id", FIELD_U64, 1, s->id}},
         sizeof s->buffers);
  memcpy(s->rows, (size_t[]){ROWS, ROWS, ROWS, 0, ROWS}, sizeof s->rows);
  memcpy(s->scalars,
         (struct scalar[]){
             {"generation", generation, false}, {"time", generation / 3.0, false}, {"due", 1e-310, true}},
         sizeof s->scalars);
  s->notes[0] = (struct note){"compiler", generation % 2 ? "one" : "another"};
  s->notes[1] = (struct note){"nothing", ""};
  s->c = (struct checkpoint){"wcsph",
                             "0123456789abcdef0123456789abcdef",
                             "fedcba9876543210",
                             s->scalars,
                             3,
                             s->buffers,
                             5,
                             s->rows,
                             s->notes,
                             2,
                             .bookkeeping = 1 << 2};
}

static struct sample *sample_new(uint32_t generation) {
  struct sample *s = malloc(sizeof *s);
  sample_make(s, generation);
  return s;
}

static void assert_holds(const struct checkpoint *c, uint32_t generation) {
  struct sample *s = sample_new(generation);
  assert_string_equal(c->method, s->c.method);
  assert_string_equal(c->case_digest, s->c.case_digest);
  assert_string_equal(c->state_hash, s->c.state_hash);
  assert_true(c->bookkeeping == s->c.bookkeeping);
  assert_int_equal(c->buffer_count, 5);
  assert_int_equal(c->scalar_count, 3);
  for (int i = 0; i < 3; i++) {
    const struct scalar *got = checkpoint_scalar(c, s->scalars[i].name);
    assert_non_null(got);
    assert_memory_equal(&got->value, &s->scalars[i].value, sizeof(double));
    assert_true(got->bookkeeping == s->scalars[i].bookkeeping);
  }
  assert_int_equal(c->note_count, 2);
  for (int i = 0; i < 2; i++) assert_string_equal(checkpoint_note(c, s->notes[i].name), s->notes[i].text);
  assert_null(checkpoint_note(c, "none"));
  for (int i = 0; i < 4; i++) {
    size_t rows;
    const struct field *got = checkpoint_buffer(c, s->buffers[i].name, &rows), *want = &s->buffers[i];
    assert_non_null(got);
    assert_ptr_equal(got, &c->buffers[i]); /* the order is kept */
    assert_int_equal(got->type, want->type);
    assert_int_equal(got->components, want->components);
    assert_int_equal(rows, s->rows[i]);
    if (rows)
      assert_memory_equal(got->data, want->data,
                          rows * (size_t)want->components * field_type_size(want->type));
  }
  free(s);
}

static void write_generation(const char *path, uint32_t generation) {
  struct sample *s = sample_new(generation);
  if (checkpoint_write(path, &s->c) != STATUS_OK) fail_msg("%s", error_text());
  free(s);
}

static void assert_file_holds(const char *path, uint32_t generation) {
  struct checkpoint c;
  if (checkpoint_read(&c, path) != STATUS_OK) fail_msg("%s", error_text());
  assert_holds(&c, generation);
  checkpoint_free(&c);
}

static void assert_refused(const char *path, const char *text) {
  struct checkpoint c;
  assert_int_equal(checkpoint_read(&c, path), STATUS_USAGE);
  if (!strstr(error_text(), text)) fail_msg("expected '%s' in '%s'", text, error_text());
  assert_non_null(strstr(error_text(), path));
  assert_null(c.buffers);
}

static void test_round_trip(void **state) {
  (void)state;
  const char *path = in_folder("checkpoint.h5");
  write_generation(path, 5);
  assert_file_holds(path, 5);
  write_generation(path, 6);
  assert_file_holds(path, 6);
  assert_int_equal(folder_entries(), 1);
  struct checkpoint c;
  assert_int_equal(checkpoint_read(&c, path), STATUS_OK);
  assert_null(checkpoint_buffer(&c, "none", NULL));
  assert_null(checkpoint_scalar(&c, "none"));
  checkpoint_free(&c);
}

static void test_empty(void **state) {
  (void)state;
  const char *path = in_folder("checkpoint.h5");
  struct checkpoint none = {.method = "wcsph"}, c;
  assert_int_equal(checkpoint_write(path, &none), STATUS_OK);
  assert_int_equal(checkpoint_read(&c, path), STATUS_OK);
  assert_string_equal(c.method, "wcsph");
  assert_string_equal(c.case_digest, "");
  assert_int_equal(c.buffer_count, 0);
  assert_int_equal(c.scalar_count, 0);
  checkpoint_free(&c);
}

static int give_rows(void *from, const struct field *buffer, size_t first, size_t count, const void **data) {
  const struct sample *s = from;
  assert_string_equal(buffer->name, "velocity");
  assert_true(first + count <= ROWS);
  *data = s->velocity[first];
  return STATUS_OK;
}

static int give_none(void *from, const struct field *buffer, size_t first, size_t count, const void **data) {
  (void)from, (void)buffer, (void)first, (void)count, (void)data;
  return error_set(STATUS_FAILED, "part 1 of 2: no memory for rows");
}

/* Rows that come while the file is written; and do not come. */
static void test_windows(void **state) {
  (void)state;
  const char *path = in_folder("checkpoint.h5");
  struct sample *s = sample_new(5);
  s->buffers[0].data = NULL;
  s->c.rows_of = give_rows;
  s->c.from = s;
  assert_int_equal(checkpoint_write(path, &s->c), STATUS_OK);
  assert_file_holds(path, 5);
  s->c.rows_of = give_none;
  assert_int_equal(checkpoint_write(path, &s->c), STATUS_FAILED);
  assert_non_null(strstr(error_text(), "part 1 of 2: no memory for rows"));
  assert_int_equal(folder_entries(), 1);
  assert_file_holds(path, 5);
  free(s);
}

/* kill -9 at random times while a child writes one after another. */
static void child_writes_forever(const char *path, int tell, uint32_t first) {
  struct sample *s = malloc(sizeof *s);
  for (uint32_t generation = first;; generation++) {
    sample_make(s, generation);
    if (checkpoint_write(path, &s->c) != STATUS_OK) _exit(1);
    if (write(tell, &generation, sizeof generation) != sizeof generation) _exit(1);
  }
}

/* How long a checkpoint takes here, in microseconds. */
static useconds_t write_duration(const char *path) {
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (int i = 0; i < 10; i++) write_generation(path, 0);
  clock_gettime(CLOCK_MONOTONIC, &end);
  return (useconds_t)((end.tv_sec - start.tv_sec) * 100000 + (end.tv_nsec - start.tv_nsec) / 10000 + 1);
}

static void test_kill(void **state) {
  (void)state;
  const char *path = in_folder("checkpoint.h5"), *temporary = in_folder("checkpoint.h5.tmp");
  unsigned random = 12345;
  uint32_t last = 0, torn = 0;
  useconds_t span = 5 * write_duration(path);
  for (int kills = 0; kills < KILLS; kills++) {
    int tell[2];
    assert_int_equal(pipe(tell), 0);
    uint32_t first = last + 1, told = last, generation;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) child_writes_forever(path, tell[1], first);
    close(tell[1]);
    usleep((useconds_t)rand_r(&random) % span);
    kill(child, SIGKILL);
    int how;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFSIGNALED(how) && WTERMSIG(how) == SIGKILL);
    while (read(tell[0], &generation, sizeof generation) == sizeof generation) told = generation;
    close(tell[0]);
    torn += access(temporary, F_OK) == 0;
    struct checkpoint c;
    if (checkpoint_read(&c, path) != STATUS_OK) fail_msg("kill %d: %s", kills, error_text());
    last = (uint32_t)checkpoint_scalar(&c, "generation")->value;
    assert_in_range(last, told, told + 1); /* at least what was reported as written */
    assert_holds(&c, last);
    checkpoint_free(&c);
    if (last < first && span < 1000000) span += span / 4; /* the machine has become slower */
  }
  print_message("killed %d times, %u checkpoints written, %u left half-written temporaries\n", KILLS, last,
                torn);
  assert_true(last > 0);
}

static void assert_write_fails(const char *path, const char *text) {
  struct sample *s = sample_new(99);
  assert_int_equal(checkpoint_write(path, &s->c), STATUS_FAILED);
  if (!strstr(error_text(), text)) fail_msg("expected '%s' in '%s'", text, error_text());
  assert_non_null(strstr(error_text(), path));
  free(s);
}

/* Wherever the writing stops: in the data, in HDF5's metadata, in the front, at closing. */
static void test_file_too_large(void **state) {
  (void)state;
  const char *path = in_folder("checkpoint.h5");
  write_generation(path, 1);
  size_t size;
  free(get_file(path, &size));
  struct rlimit old;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
  void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
  struct sample *s = sample_new(2);
  for (size_t limit = 0; limit < size; limit += limit < 4096 || limit > size - 4096 ? 300 : 3000) {
    struct rlimit small = {limit, old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    int status = checkpoint_write(path, &s->c);
    setrlimit(RLIMIT_FSIZE, &old);
    if (status != STATUS_FAILED || !strstr(error_text(), "File too large"))
      fail_msg("at most %zu bytes: status %d, '%s'", limit, status, error_text());
    assert_file_holds(path, 1);
    assert_int_equal(folder_entries(), 1);
  }
  free(s);
  signal(SIGXFSZ, handler);
  write_generation(path, 3);
  assert_file_holds(path, 3);
}

static void test_disk_full(void **state) {
  (void)state;
  if (mount("none", folder, "tmpfs", 0, "size=112k") != 0) {
    print_message("no permission to mount a small disk: skipped\n");
    skip();
  }
  const char *path = in_folder("checkpoint.h5");
  write_generation(path, 1); /* 72 kB */
  struct sample *s = sample_new(2);
  int status = checkpoint_write(path, &s->c);
  char text[256];
  snprintf(text, sizeof text, "%s", error_text());
  int entries = folder_entries();
  struct checkpoint c;
  int read = checkpoint_read(&c, path);
  double generation = read == STATUS_OK ? checkpoint_scalar(&c, "generation")->value : -1;
  if (read == STATUS_OK) checkpoint_free(&c);
  umount(folder);
  free(s);
  assert_int_equal(status, STATUS_FAILED);
  assert_non_null(strstr(text, "No space left on device"));
  assert_int_equal(entries, 1);
  assert_true(generation == 1);
}

static void test_unwritable(void **state) {
  (void)state;
  put_file(in_folder("file"), "x", 1);
  assert_write_fails(in_folder("file/checkpoint.h5"), "Not a directory");
  assert_write_fails(in_folder("none/checkpoint.h5"), "No such file or directory");
  assert_int_equal(mkdir(in_folder("checkpoint.h5"), 0777), 0);
  assert_write_fails(in_folder("checkpoint.h5"), "Is a directory");
  assert_int_equal(folder_entries(), 2);
}

static void test_truncated(void **state) {
  (void)state;
  const char *path = in_folder("checkpoint.h5"), *cut = in_folder("cut.h5");
  write_generation(path, 3);
  size_t size;
  char *data = get_file(path, &size);
  for (size_t part = 0; part < 50; part++) {
    put_file(cut, data, size * part / 50);
    assert_refused(cut, part ? "truncated" : "empty");
  }
  for (size_t left = 1; left < 600; left += 7) {
    put_file(cut, data, left);
    assert_refused(cut, "truncated");
  }
  put_file(cut, data, size - 1);
  assert_refused(cut, "truncated");
  put_file(cut, data, size + 1);
  assert_refused(cut, "damaged");
  free(data);
}

static void test_flipped_bits(void **state) {
  (void)state;
  const char *path = in_folder("checkpoint.h5"), *bad = in_folder("bad.h5");
  write_generation(path, 3);
  size_t size;
  char *data = get_file(path, &size);
  unsigned random = 99;
  for (int i = 0; i < 1500; i++) {
    /* A third each in the front, in HDF5's metadata at both ends, anywhere. */
    size_t at = (size_t)rand_r(&random) % (i % 3 == 0 ? 64 : i % 3 == 1 ? 4096 : size);
    if (i % 6 == 1) at = size - 1 - at;
    char bit = (char)(1 << rand_r(&random) % 8);
    data[at] ^= bit;
    put_file(bad, data, size);
    struct checkpoint c;
    int status = checkpoint_read(&c, bad);
    /* Bytes 56 to 511 of the front hold nothing. */
    if (at < 56 || at >= 512) {
      if (status != STATUS_USAGE) fail_msg("bit flip at byte %zu passed", at);
      assert_non_null(strstr(error_text(), at < 17 ? "not a checkpoint" : "damaged"));
    } else {
      assert_int_equal(status, STATUS_OK);
      checkpoint_free(&c);
    }
    data[at] ^= bit;
  }
  free(data);
}

static void test_foreign(void **state) {
  (void)state;
  const char *path = in_folder("checkpoint.h5");
  assert_refused(path, "No such file");
  put_file(path, "time,P1 [Pa]\n", 13);
  assert_refused(path, "not a checkpoint");
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
  assert_refused(path, "an HDF5 file, but not a checkpoint");
  remove(path);
  mkdir(path, 0777);
  assert_refused(path, "not a regular file");
}

static void test_newer(void **state) {
  (void)state;
  const char *path = in_folder("checkpoint.h5");
  write_generation(path, 3);
  size_t size;
  char *data = get_file(path, &size);
  uint32_t version = 7;
  memcpy(data + 24, &version, sizeof version);
  uint64_t hash = XXH3_64bits(data, 48);
  memcpy(data + 48, &hash, sizeof hash);
  put_file(path, data, size);
  free(data);
  assert_refused(path, "format version 7, newer than this amphi reads");
}

/* A whole file by its own checksum, whose buffer is not the one that was written. */
static void test_buffer_checksum(void **state) {
  (void)state;
  const char *path = in_folder("checkpoint.h5");
  struct sample *s = sample_new(3);
  assert_int_equal(checkpoint_write(path, &s->c), STATUS_OK);
  size_t size;
  char *data = get_file(path, &size);
  char *at = memmem(data, size, s->body, sizeof s->body);
  assert_non_null(at);
  at[100] ^= 4;
  uint64_t hash = XXH3_64bits(data + 512, size - 512);
  memcpy(data + 40, &hash, sizeof hash);
  hash = XXH3_64bits(data, 48);
  memcpy(data + 48, &hash, sizeof hash);
  put_file(path, data, size);
  free(data);
  free(s);
  assert_refused(path, "the checksum of buffer 'body' does not match");
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_create, folder_remove)

int main(int argc, char **argv) {
  if (argc > 2) {
    write_generation(argv[1], (uint32_t)atoi(argv[2]));
    return 0;
  }
  const struct CMUnitTest tests[] = {
      IN_FOLDER(test_round_trip), IN_FOLDER(test_windows),        IN_FOLDER(test_empty),
      IN_FOLDER(test_kill),       IN_FOLDER(test_file_too_large), IN_FOLDER(test_disk_full),
      IN_FOLDER(test_unwritable), IN_FOLDER(test_truncated),      IN_FOLDER(test_flipped_bits),
      IN_FOLDER(test_foreign),    IN_FOLDER(test_newer),          IN_FOLDER(test_buffer_checksum),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
