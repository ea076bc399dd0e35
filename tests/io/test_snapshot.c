/* SPDX-License-Identifier: BSD-3-Clause */
/* With an argument it only writes the sample snapshots to that folder, for test_vtk.py. */
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
#include <time.h>

#include "io/file.h"
#include "io/snapshot.h"
#include "util/error.h"

enum { MANY = 170000 };

/* The values that test_vtk.py expects of particle i. */
struct sample {
  size_t count;
  double (*points)[3];
  float (*velocity)[3];
  float *density;
  double *pressure;
  uint8_t *type;
  uint16_t *body;
  uint32_t *id;
  uint64_t *wide;
  int32_t *sign;
  struct field fields[8];
};

static struct sample sample_new(size_t n) {
  struct sample s = {.count = n};
  size_t some = n ? n : 1;
  s.points = calloc(some, sizeof *s.points);
  s.velocity = calloc(some, sizeof *s.velocity);
  s.density = calloc(some, sizeof *s.density);
  s.pressure = calloc(some, sizeof *s.pressure);
  s.type = calloc(some, sizeof *s.type);
  s.body = calloc(some, sizeof *s.body);
  s.id = calloc(some, sizeof *s.id);
  s.wide = calloc(some, sizeof *s.wide);
  s.sign = calloc(some, sizeof *s.sign);
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < 3; k++) {
      s.points[i][k] = (double)i / 7.0 + (double)k * 1e-9;
      s.velocity[i][k] = (float)i * 0.5f - (float)k;
    }
    s.density[i] = 1000.0f + (float)i;
    s.pressure[i] = -1.0 / (double)(i + 3);
    s.type[i] = i % 3 == 0;
    s.body[i] = (uint16_t)(i * 7);
    s.id[i] = (uint32_t)(n - 1 - i);
    s.wide[i] = UINT64_C(1) << 60 | i;
    s.sign[i] = -(int32_t)i;
  }
  const struct field fields[] = {
      {"velocity", FIELD_F32, 3, s.velocity}, {"density", FIELD_F32, 1, s.density},
      {"pressure", FIELD_F64, 1, s.pressure}, {"type", FIELD_U8, 1, s.type},
      {"body", FIELD_U16, 1, s.body},         {"id", FIELD_U32, 1, s.id},
      {"wide", FIELD_U64, 1, s.wide},         {"sign", FIELD_I32, 1, s.sign},
  };
  memcpy(s.fields, fields, sizeof fields);
  return s;
}

static void sample_free(struct sample *s) {
  free(s->points);
  for (int i = 0; i < 8; i++) free((void *)s->fields[i].data);
}

static int sample_write(const struct sample *s, const char *path, double time) {
  struct column columns[9] = {{.field = {"Points", FIELD_F64, 3, s->points}}};
  for (int i = 0; i < 8; i++) columns[i + 1].field = s->fields[i];
  const struct snapshot_moment moment = {.time = time,
                                         .step = (uint64_t)(1000 * time),
                                         .period = {0.0, 90.0, 0.0},
                                         .state_hash = "0123456789abcdef"};
  const int status = snapshot_write(path, &moment, s->count, columns, 9);
  return status ? status : file_settle();
}

static int append(const char *where, const char *name, double time) {
  return series_append(where, &(struct series_entry){name, time}, 1);
}

static int write_samples(const char *where) {
  static const size_t counts[] = {1000, 0, 1, 70000};
  for (int i = 0; i < 4; i++) {
    char path[512], name[64];
    struct sample s = sample_new(counts[i]);
    snprintf(name, sizeof name, "particles_%04d.vtkhdf", i);
    snprintf(path, sizeof path, "%s/%s", where, name);
    int status = sample_write(&s, path, i * 0.1);
    if (status == STATUS_OK) status = append(where, name, i * 0.1);
    sample_free(&s);
    if (status != STATUS_OK) return fprintf(stderr, "%s\n", error_text()), 1;
  }
  return 0;
}

static void test_read_back(void **state) {
  (void)state;
  const char *path = in_folder("particles_0000.vtkhdf");
  struct sample s = sample_new(MANY);
  assert_int_equal(sample_write(&s, path, 0.25), STATUS_OK);
  assert_int_equal(folder_entries(), 1);
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_true(file >= 0);
  double(*points)[3] = malloc(MANY * sizeof *points);
  hid_t set = H5Dopen2(file, "/VTKHDF/Points", H5P_DEFAULT);
  assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, points) >= 0);
  assert_memory_equal(points, s.points, MANY * sizeof *points);
  H5Dclose(set);
  int64_t *offsets = malloc((MANY + 1) * sizeof *offsets);
  set = H5Dopen2(file, "/VTKHDF/Offsets", H5P_DEFAULT);
  assert_true(H5Dread(set, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, offsets) >= 0);
  for (int i = 0; i <= MANY; i++) assert_int_equal(offsets[i], i);
  assert_in_range(H5Dget_storage_size(set), 1, MANY); /* indices compress to nothing */
  H5Dclose(set);
  H5Fclose(file);
  free(points);
  free(offsets);
  sample_free(&s);
}

/* Equal data, equal bytes; and "well under a second". */
static void test_same_bytes(void **state) {
  (void)state;
  struct sample s = sample_new(MANY);
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  assert_int_equal(sample_write(&s, in_folder("a.vtkhdf"), 0.25), STATUS_OK);
  clock_gettime(CLOCK_MONOTONIC, &end);
  assert_int_equal(sample_write(&s, in_folder("b.vtkhdf"), 0.25), STATUS_OK);
  size_t a_size, b_size;
  char *a = get_file(in_folder("a.vtkhdf"), &a_size), *b = get_file(in_folder("b.vtkhdf"), &b_size);
  assert_int_equal(a_size, b_size);
  assert_memory_equal(a, b, a_size);
  print_message("%d particles: %zu bytes in %.3f s\n", MANY, a_size,
                (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec));
  free(a);
  free(b);
  sample_free(&s);
}

/* Rows of a field's array, as a run makes them. */
static void fill_from_array(const struct field *f, size_t first, size_t count, void *out) {
  const size_t row = (size_t)f->components * field_type_size(f->type);
  memcpy(out, (const char *)f->data + first * row, count * row);
}

/* What threads compress is what HDF5 compresses from an array. */
static void test_threads_write_what_hdf5_does(void **state) {
  (void)state;
  static const size_t counts[] = {1, 1000, 1 << 14, MANY};
  for (int k = 0; k < 4; k++) {
    struct sample s = sample_new(counts[k]);
    struct column columns[9] = {{.field = {"Points", FIELD_F64, 3, s.points}}};
    for (int i = 0; i < 8; i++) columns[i + 1].field = s.fields[i];
    const struct snapshot_moment moment = {.state_hash = ""};
    assert_int_equal(snapshot_write(in_folder("a.vtkhdf"), &moment, s.count, columns, 9), STATUS_OK);
    for (int i = 0; i < 9; i++) columns[i].fill = fill_from_array;
    assert_int_equal(snapshot_write(in_folder("b.vtkhdf"), &moment, s.count, columns, 9), STATUS_OK);
    assert_int_equal(file_settle(), STATUS_OK);
    size_t a_size, b_size;
    char *a = get_file(in_folder("a.vtkhdf"), &a_size), *b = get_file(in_folder("b.vtkhdf"), &b_size);
    assert_int_equal(a_size, b_size);
    assert_memory_equal(a, b, a_size);
    free(a);
    free(b);
    sample_free(&s);
  }
}

static void assert_write_fails(const char *path, const char *text) {
  struct sample s = sample_new(10);
  assert_int_equal(sample_write(&s, path, 0), STATUS_FAILED);
  if (!strstr(error_text(), text)) fail_msg("expected '%s' in '%s'", text, error_text());
  assert_non_null(strstr(error_text(), path));
  sample_free(&s);
}

static void test_unwritable(void **state) {
  (void)state;
  put_file(in_folder("file"), "x", 1);
  assert_write_fails(in_folder("file/p.vtkhdf"), "Not a directory");
  assert_write_fails(in_folder("none/p.vtkhdf"), "No such file or directory");
  struct rlimit old, small;
  getrlimit(RLIMIT_FSIZE, &old);
  small = (struct rlimit){4096, old.rlim_max};
  void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  assert_write_fails(in_folder("p.vtkhdf"), "File too large");
  setrlimit(RLIMIT_FSIZE, &old);
  signal(SIGXFSZ, handler);
  assert_int_equal(folder_entries(), 1); /* "file" alone */
}

/* A disk that is full at the first byte, in the points, in the last column; then one that is not. */
static void test_disk_full(void **state) {
  (void)state;
  if (mount("none", folder, "tmpfs", 0, "size=400k") != 0) {
    print_message("no permission to mount a small disk: skipped\n");
    skip();
  }
  struct sample s = sample_new(50000);
  char path[sizeof folder + 16], text[4][256];
  snprintf(path, sizeof path, "%s/p.vtkhdf", folder);
  int status[4], entries[4];
  size_t whole = 0;
  static const size_t fillers[] = {400 << 10, 300 << 10, 150 << 10, 0};
  for (int i = 0; i < 4; i++) {
    char *filler = calloc(fillers[i] + 1, 1);
    put_file(in_folder("filler"), filler, fillers[i]);
    free(filler);
    status[i] = sample_write(&s, path, 0);
    snprintf(text[i], sizeof text[i], "%s", status[i] == STATUS_OK ? "" : error_text());
    entries[i] = folder_entries();
  }
  if (status[3] == STATUS_OK) free(get_file(path, &whole));
  umount(folder);
  sample_free(&s);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(status[i], STATUS_FAILED);
    assert_non_null(strstr(text[i], "p.vtkhdf: cannot write: No space left on device"));
    assert_int_equal(entries[i], 1);
  }
  assert_int_equal(status[3], STATUS_OK);
  assert_int_equal(entries[3], 2);
  assert_in_range(whole, 250 << 10, 400 << 10); /* so that the fillers above were in the way */
}

/* A field that HDF5 refuses: its reason arrives, nothing is left. */
static void test_refused_field(void **state) {
  (void)state;
  float value[4] = {0};
  double point[1][3] = {{0}};
  struct column columns[3] = {{.field = {"Points", FIELD_F64, 3, point}},
                              {.field = {"a", FIELD_F32, 1, value}},
                              {.field = {"a", FIELD_F32, 1, value}}};
  const struct snapshot_moment moment = {.state_hash = ""};
  assert_int_equal(snapshot_write(in_folder("p.vtkhdf"), &moment, 1, columns, 3), STATUS_FAILED);
  assert_non_null(strstr(error_text(), "already exists"));
  assert_int_equal(folder_entries(), 0);
  assert_int_equal(snapshot_write(in_folder("p.vtkhdf"), &moment, 1, columns, 2), STATUS_OK);
  assert_int_equal(file_settle(), STATUS_OK);
}

static void assert_series(const char *want) {
  size_t size;
  char *text = get_file(in_folder("particles.vtkhdf.series"), &size), *packed = calloc(size + 1, 1);
  char *other = get_file(in_folder("particles.hdf.series"), &size);
  assert_string_equal(other, text);
  free(other);
  for (size_t i = 0, k = 0; i < size; i++)
    if (text[i] != ' ' && text[i] != '\n') packed[k++] = text[i];
  assert_string_equal(packed, want);
  free(text);
  free(packed);
}

#define SERIES(files) "{\"file-series-version\":\"1.0\",\"files\":[" files "]}"

static void test_series(void **state) {
  (void)state;
  assert_int_equal(append(folder, "a", 0), STATUS_OK);
  assert_int_equal(append(folder, "b", 0.1), STATUS_OK);
  assert_int_equal(append(folder, "c", 0.2), STATUS_OK);
  assert_series(SERIES("{\"name\":\"a\",\"time\":0.0},{\"name\":\"b\",\"time\":0.10000000000000001},"
                       "{\"name\":\"c\",\"time\":0.20000000000000001}"));
  assert_int_equal(append(folder, "b", 0.1), STATUS_OK); /* a resumed run */
  assert_series(SERIES("{\"name\":\"a\",\"time\":0.0},{\"name\":\"b\",\"time\":0.10000000000000001}"));
  assert_int_equal(append(folder, "a", 0.5), STATUS_OK); /* a name stands once */
  assert_series(SERIES("{\"name\":\"b\",\"time\":0.10000000000000001},{\"name\":\"a\",\"time\":0.5}"));
  /* More than one at once; the first says from when on earlier ones go. */
  const struct series_entry more[] = {{"a", 0.6}, {"d", 0.7}};
  assert_int_equal(series_append(folder, more, 2), STATUS_OK);
  assert_series(
      SERIES("{\"name\":\"b\",\"time\":0.10000000000000001},{\"name\":\"a\",\"time\":0.59999999999999998},"
             "{\"name\":\"d\",\"time\":0.69999999999999996}"));
  assert_int_equal(folder_entries(), 2);
}

/* Under its temporary name until all that wait get theirs. */
static void test_wait(void **state) {
  (void)state;
  for (int i = 0; i < 40; i++) { /* more than may wait */
    char name[16];
    snprintf(name, sizeof name, "%d", i);
    assert_int_equal(file_replace_soon(in_folder(name), name, strlen(name)), STATUS_OK);
  }
  assert_int_equal(folder_entries(), 40);
  assert_int_equal(access(in_folder("0"), F_OK), 0);
  assert_int_equal(access(in_folder("39.tmp"), F_OK), 0);
  assert_int_not_equal(access(in_folder("39"), F_OK), 0);
  assert_int_equal(file_replace(in_folder("last"), "", 0), STATUS_OK); /* counts on all before it */
  assert_int_equal(access(in_folder("39"), F_OK), 0);
  assert_int_equal(folder_entries(), 41);
  assert_int_equal(file_replace_soon(in_folder("x"), "", 0), STATUS_OK);
  remove(in_folder("x.tmp"));
  assert_int_equal(file_replace_soon(in_folder("y"), "", 0), STATUS_OK);
  assert_int_equal(file_settle(), STATUS_FAILED);
  assert_non_null(strstr(error_text(), "x: cannot write: No such file or directory"));
  assert_int_equal(access(in_folder("y"), F_OK), 0); /* the failure is of one */
  assert_int_equal(file_settle(), STATUS_OK);
}

static void test_series_foreign(void **state) {
  (void)state;
  const char *path = in_folder("particles.vtkhdf.series");
  put_file(path, "{\"files\"", 8);
  assert_int_equal(append(folder, "a", 0), STATUS_USAGE);
  assert_non_null(strstr(error_text(), "particles.vtkhdf.series:1: not a series of files"));
  put_file(path, "[]", 2);
  assert_int_equal(append(folder, "a", 0), STATUS_USAGE);
  assert_non_null(strstr(error_text(), "no list 'files'"));
  assert_int_equal(append(in_folder("none"), "a", 0), STATUS_FAILED);
  assert_non_null(strstr(error_text(), "No such file or directory"));
  remove(path);
  assert_int_equal(append(folder, "a", NAN), STATUS_FAILED);
  assert_int_equal(folder_entries(), 0);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_create, folder_remove)

int main(int argc, char **argv) {
  if (argc > 1) return write_samples(argv[1]);
  const struct CMUnitTest tests[] = {
      IN_FOLDER(test_read_back),  IN_FOLDER(test_same_bytes), IN_FOLDER(test_threads_write_what_hdf5_does),
      IN_FOLDER(test_unwritable), IN_FOLDER(test_disk_full),  IN_FOLDER(test_refused_field),
      IN_FOLDER(test_series),     IN_FOLDER(test_wait),       IN_FOLDER(test_series_foreign),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
