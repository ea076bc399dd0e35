/* SPDX-License-Identifier: BSD-3-Clause */
/* Good case files: what they mean, their defaults, overrides, and that they survive being written. */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "case/case.h"
#include "case/schema.h"
#include "check/read.h"
#include "util/error.h"

static const char minimal[] = "method: wcsph\n"
                              "dimensions: 3\n"
                              "dp: 0.1\n"
                              "domain: {low: [0, 0, 0], high: [2, 1, 1]}\n"
                              "gravity: [0, 0, -9.81]\n"
                              "fluids:\n"
                              "  - name: water\n"
                              "    shapes:\n"
                              "      - {add: box, low: [0, 0, 0], high: [1, 1, 0.5]}\n"
                              "walls:\n"
                              "  - name: tank\n"
                              "    shapes:\n"
                              "      - {add: box, low: [0, 0, 0], high: [2, 1, 1], fill: shell-outside}\n"
                              "viscosity: {model: artificial, alpha: 0.3}\n"
                              "end: 1\n"
                              "gauges:\n"
                              "  - {name: P1, type: pressure, at: [1, 0.5, 0.2], interval: 0.01}\n"
                              "  - {name: F1, type: force, on: tank, interval: 0.01}\n";

#define COUNT(array) (sizeof array / sizeof *array)

static void expect_good(int status) {
  if (status != STATUS_OK) fail_msg("%s", error_text());
}

static void read_minimal(struct amphi_case *c, const char *const overrides[], size_t count) {
  expect_good(case_read_text(c, "minimal", minimal, strlen(minimal), (char *const *)overrides, count));
}

static void test_values(void **state) {
  (void)state;
  struct amphi_case c;
  expect_good(case_read(&c, SOURCE_DIR "/tests/case/good/everything-3d.yaml", NULL, 0));
  assert_string_equal(c.title, "Everything: \"quoted\", \\ and ü");
  assert_int_equal(c.dimensions, 3);
  assert_true(c.dp == 0.05 && c.domain.low[0] == -1 && c.domain.high[2] == 1);
  assert_true(!c.domain.periodic[0] && c.domain.periodic[1] && !c.domain.periodic[2]);
  assert_int_equal(c.domain.open, FACE_Z_HIGH | FACE_X_LOW);
  assert_true(c.gravity[0] == 0.1 && c.gravity[2] == -9.7 && c.material.density == 998.2);
  assert_true(c.material.gamma == 1 && c.material.speed_of_sound == 45.5 && c.material.sound_factor == 12);
  assert_true(c.material.expected_speed == 3 && c.material.background_pressure == 250);
  assert_true(c.kernel == KERNEL_CUBIC && c.smoothing_ratio == 1.5 && c.formulation == FORMULATION_VOLUME);
  assert_true(c.viscosity.model == VISCOSITY_LAMINAR && c.viscosity.nu == 1.1e-6 && c.viscosity.alpha == 0);
  assert_true(c.diffusion.model == DIFFUSION_MOLTENI && c.diffusion.delta == 0.2);
  assert_true(c.boundary.model == BOUNDARY_DUMMY && c.boundary.slip == SLIP_FREE);
  assert_true(c.integrator.scheme == INTEGRATOR_SYMPLECTIC && c.integrator.cfl == 0.3);
  assert_true(c.integrator.max_step == 1e-3 && c.summation == SUM_PLAIN && c.end == 0.1);
  assert_true(c.shifting.model == SHIFTING_SUN && c.shifting.strength == 0.5 && c.shifting.every == 7);
  assert_true(c.output.interval == 0.003 && c.output.time_count == 3 && c.output.times[2] == 0.1);
  assert_true(c.output.checkpoint == 0 && c.limits.density[0] == 0.75 && c.neighbours.skin == 0);
  case_free(&c);
}

static void test_bodies(void **state) {
  (void)state;
  struct amphi_case c;
  expect_good(case_read(&c, SOURCE_DIR "/tests/case/good/everything-3d.yaml", NULL, 0));
  assert_int_equal(c.fluid_count, 2);
  const struct body *water = &c.fluids[0], *tank = &c.walls[0];
  assert_string_equal(water->name, "water");
  assert_true(water->velocity[2] == -0.25 && water->field == FIELD_TAYLOR_GREEN && !water->hydrostatic);
  assert_true(water->jitter == 0.3 && water->seed == 7 && c.fluids[1].jitter == 0 && c.fluids[1].seed == 0);
  assert_int_equal(water->shape_count, 3);
  assert_true(!water->shapes[0].cut && water->shapes[1].cut && water->shapes[1].kind == SHAPE_SPHERE);
  assert_true(water->shapes[2].kind == SHAPE_CYLINDER && water->shapes[2].radius == 0.2);
  assert_false(c.fluids[1].hydrostatic);
  assert_true(c.fluids[1].shapes[0].normal[0] == 3 && c.fluids[1].shapes[0].layers == 3);
  assert_int_equal(c.fluids[1].shapes[1].layers, 2);
  assert_true(tank->shapes[0].fill == FILL_SHELL_OUTSIDE && tank->shapes[0].layers == 3);
  assert_int_equal(tank->shapes[0].open, FACE_Z_HIGH | FACE_Y_LOW | FACE_Y_HIGH);
  assert_int_equal(c.gauge_count, 4);
  assert_true(c.gauges[0].kind == GAUGE_pressure && c.gauges[0].wall == -1);
  assert_true(c.gauges[0].at[2] == 0.30000000000000004);
  assert_true(c.gauges[2].kind == GAUGE_force && c.gauges[2].wall == 1 && c.gauges[3].wall == 0);
  case_free(&c);
}

static void test_plane_cases(void **state) {
  (void)state;
  struct amphi_case c;
  expect_good(case_read(&c, SOURCE_DIR "/tests/case/good/shapes-2d.yaml", NULL, 0));
  const struct shape *wedge = &c.fluids[0].shapes[0];
  assert_string_equal(c.title, "good"); /* the folder's name */
  assert_int_equal(wedge->vertex_count, 3);
  assert_true(wedge->vertices[2][1] == 0.3333333333333333 && c.gravity[1] == 9.81 && c.gravity[2] == 0);
  assert_true(c.gauges[0].at[0] == 0.25 && c.gauges[0].at[1] == 0);
  assert_int_equal(case_gravity_axis(&c), 1);
  case_free(&c);
  expect_good(case_read(&c, SOURCE_DIR "/tests/case/good/height-along-y.yaml", NULL, 0));
  assert_true(c.gauges[0].at[0] == 0.75 && c.gauges[0].at[1] == 0 && c.gauges[0].at[2] == 2.5);
  case_free(&c);
}

/* What the schemes share, and what the standard one has; those of the other two follow. */
static void test_defaults_of_schemes(void **state) {
  (void)state;
  struct amphi_case c;
  read_minimal(&c, NULL, 0);
  assert_true(c.scheme == SCHEME_STANDARD && c.formulation == FORMULATION_INCOMPRESSIBLE);
  assert_true(c.material.gamma == 1 && c.smoothing_ratio == 2 && c.kernel == KERNEL_WENDLAND);
  assert_true(c.diffusion.model == DIFFUSION_FOURTAKAS && c.diffusion.delta == 0.1);
  assert_true(c.boundary.model == BOUNDARY_DUMMY && c.boundary.slip == SLIP_FREE);
  assert_true(c.integrator.scheme == INTEGRATOR_ADAMS_BASHFORTH && c.integrator.cfl == 0.3);
  assert_true(c.damper.model == DAMPER_SUN && c.damper.strength == 0.5);
  assert_true(c.shifting.model == SHIFTING_PLUS && c.shifting.every == 8 && c.shifting.strength == 1.0);
  assert_true(c.shifting.measure == SHIFT_BY_STRAIN && c.packing == PACKING_SURFACE);
  assert_true(c.material.lowest_density == 0.998);
  case_free(&c);
  const char *phases[] = {"phases=[{name: oil, density: 900}]"};
  read_minimal(&c, phases, COUNT(phases));
  assert_true(c.scheme == SCHEME_STANDARD && c.formulation == FORMULATION_VOLUME);
  assert_true(c.viscosity.model != VISCOSITY_RIEMANN);
  assert_true(c.diffusion.model == DIFFUSION_FOURTAKAS && c.phases[0].speed_of_sound == 0);
  case_free(&c);
  const char *peer[] = {"scheme=dualsphysics"};
  read_minimal(&c, peer, COUNT(peer));
  assert_true(c.scheme == SCHEME_DUALSPHYSICS && c.boundary.model == BOUNDARY_DYNAMIC);
  assert_true(c.integrator.scheme == INTEGRATOR_VERLET && c.integrator.cfl == 0.2 && c.material.gamma == 7);
  case_free(&c);
}

static void test_defaults(void **state) {
  (void)state;
  struct amphi_case c;
  const char *classic[] = {"scheme=classic"};
  read_minimal(&c, classic, COUNT(classic));
  assert_string_equal(c.title, "untitled");
  assert_true(c.material.density == 1000 && c.material.gamma == 7 && c.material.speed_of_sound == 0);
  assert_true(c.material.sound_factor == 10 && c.material.background_pressure == 0 &&
              c.material.lowest_density == 0);
  assert_true(c.kernel == KERNEL_WENDLAND && c.smoothing_ratio == 1.732 && c.formulation == FORMULATION_MASS);
  assert_true(c.diffusion.model == DIFFUSION_FOURTAKAS && c.diffusion.delta == 0.1);
  assert_true(c.boundary.model == BOUNDARY_DYNAMIC && c.integrator.scheme == INTEGRATOR_VERLET);
  assert_true(c.integrator.cfl == 0.2 && c.integrator.euler_every == 40 && c.integrator.max_step == 0);
  assert_true(c.summation == SUM_KAHAN && c.output.interval == 0.05 && c.output.checkpoint == 60);
  assert_true(c.limits.density[0] == 0.5 && c.limits.density[1] == 1.5 && c.neighbours.skin == 0.03 &&
              c.neighbours.path == 0.2);
  assert_true(c.fluids[0].hydrostatic);
  assert_int_equal(c.walls[0].shapes[0].layers, 4); /* 2 x 1.732 */
  assert_int_equal(c.fluids[0].shapes[0].layers, 0);
  case_free(&c);
}

static void test_hydrostatic_default(void **state) {
  (void)state;
  struct amphi_case c;
  const char *weightless[] = {"gravity=[0,0,0]", "material.expected_speed=1"};
  read_minimal(&c, weightless, COUNT(weightless));
  assert_false(c.fluids[0].hydrostatic);
  case_free(&c);
  const char *pushed[] = {"gravity=[1,0,0]", "domain.periodic=[x]", "dp=0.05",
                          "walls.tank.shapes.0.open=[-x,+x]"};
  read_minimal(&c, pushed, COUNT(pushed));
  assert_false(c.fluids[0].hydrostatic);
  case_free(&c);
}

static void test_overrides(void **state) {
  (void)state;
  struct amphi_case c;
  const char *overrides[] = {"integrator.cfl=0.1",
                             "fluids.water.velocity=[0, 0, 1]",
                             "walls.tank.shapes.0.layers=2",
                             "gauges.P1.interval=0.5",
                             "gauges.1.interval=0.25",
                             "viscosity.alpha=0.2",
                             "title='a: b'",
                             "dp=0.05",
                             "dp=0.02",
                             "boundary={model: dummy, slip: no}"};
  read_minimal(&c, overrides, COUNT(overrides));
  assert_true(c.integrator.cfl == 0.1 && c.integrator.max_step == 0);
  assert_true(c.fluids[0].velocity[2] == 1 && c.walls[0].shapes[0].layers == 2);
  assert_true(c.gauges[0].interval == 0.5 && c.gauges[1].interval == 0.25 && c.gauges[0].at[0] == 1);
  assert_true(c.viscosity.model == VISCOSITY_ARTIFICIAL && c.viscosity.alpha == 0.2);
  assert_string_equal(c.title, "a: b");
  assert_true(c.dp == 0.02); /* the last one wins */
  assert_true(c.boundary.model == BOUNDARY_DUMMY && c.boundary.slip == SLIP_NO);
  case_free(&c);
}

/* Another model by --set: what the file says about the former one goes, without a fault. */
static void test_override_of_a_model(void **state) {
  (void)state;
  struct amphi_case c;
  const char *none[] = {"viscosity.model=none"};
  read_minimal(&c, none, COUNT(none));
  assert_true(c.viscosity.model == VISCOSITY_NONE && c.viscosity.alpha == 0);
  case_free(&c);
  const char *laminar[] = {"viscosity.model=laminar", "viscosity.nu=1e-6"};
  read_minimal(&c, laminar, COUNT(laminar));
  assert_true(c.viscosity.model == VISCOSITY_MONAGHAN && c.scheme == SCHEME_STANDARD); /* case/scheme.c */
  case_free(&c);
  const char *classic[] = {"viscosity.model=laminar", "viscosity.nu=1e-6", "scheme=classic"};
  read_minimal(&c, classic, COUNT(classic));
  assert_true(c.viscosity.model == VISCOSITY_LAMINAR && c.viscosity.nu == 1e-6 && c.viscosity.alpha == 0);
  case_free(&c);
}

/* Whether two items agree in every field of the table. */
static bool equal(const struct schema_table *table, const void *a, const void *b);

static bool equal_array(const struct schema_row *row, const char *a, const char *b, size_t size) {
  size_t count = *(const size_t *)(a + row->count_offset);
  if (count != *(const size_t *)(b + row->count_offset)) return false;
  const char *x = *(char *const *)(a + row->offset), *y = *(char *const *)(b + row->offset);
  if (row->type != VALUE_LIST) return count == 0 || memcmp(x, y, count * size) == 0;
  for (size_t i = 0; i < count; i++)
    if (!equal(row->table, x + i * size, y + i * size)) return false;
  return true;
}

/* A text that means nothing in the case is NULL. */
static bool equal_text(const char *a, const char *b) {
  return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool equal_row(const struct schema_row *row, const char *a, const char *b) {
  const void *x = a + row->offset, *y = b + row->offset;
  if (row->either && memcmp(a + row->flag_offset, b + row->flag_offset, sizeof(bool)) != 0) return false;
  /* clang-format off */
  switch (row->type) {
  case VALUE_NUMBER: return memcmp(x, y, sizeof(double)) == 0;
  case VALUE_INTEGER:
  case VALUE_WORD:
  case VALUE_FACES:
  case VALUE_LOCKS:
  case VALUE_SET:
  case VALUE_PHASE:
  case VALUE_WALL: return memcmp(x, y, sizeof(int)) == 0;
  case VALUE_BOOLEAN: return memcmp(x, y, sizeof(bool)) == 0;
  case VALUE_TEXT:
  case VALUE_NAME: return equal_text(*(char *const *)x, *(char *const *)y);
  case VALUE_VECTOR:
  case VALUE_TURN:
  case VALUE_PLACE: return memcmp(x, y, 3 * sizeof(double)) == 0;
  case VALUE_PAIR: return memcmp(x, y, 2 * sizeof(double)) == 0;
  case VALUE_AXES: return memcmp(x, y, 3 * sizeof(bool)) == 0;
  case VALUE_NUMBERS: return equal_array(row, a, b, sizeof(double));
  case VALUE_VERTICES: return equal_array(row, a, b, 2 * sizeof(double));
  case VALUE_LIST: return equal_array(row, a, b, row->table->size);
  case VALUE_MAP: return equal(row->table, x, y);
  }
  /* clang-format on */
  return false;
}

static bool equal(const struct schema_table *table, const void *a, const void *b) {
  bool all = true;
  for (size_t i = 0; i < table->count; i++)
    if (!equal_row(&table->rows[i], a, b)) {
      print_error("'%s' differs\n", table->rows[i].key);
      all = false;
    }
  return all;
}

static char *load(const char *path) {
  enum { SIZE = 1 << 16 };
  char *text = calloc(1, SIZE);
  FILE *f = fopen(path, "r");
  assert_non_null(text);
  assert_non_null(f);
  assert_in_range(fread(text, 1, SIZE, f), 1, SIZE - 1);
  fclose(f);
  return text;
}

static void write_case(const struct amphi_case *c, const char *path) {
  char *text;
  size_t size;
  expect_good(case_print(c, &text, &size));
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_int_equal(fwrite(text, 1, size, f), size);
  assert_int_equal(fclose(f), 0);
  free(text);
}

static void expect_round_trip(const char *path, const char *first, const char *second) {
  struct amphi_case c, copy;
  char digest[33], again[33];
  expect_good(case_read(&c, path, NULL, 0));
  write_case(&c, first);
  expect_good(case_read(&copy, first, NULL, 0));
  if (!equal(&schema_case, &c, &copy)) fail_msg("%s comes back otherwise", path);
  write_case(&copy, second);
  char *one = load(first), *two = load(second);
  assert_string_equal(one, two);
  expect_good(case_digest(&c, NULL, digest));
  expect_good(case_digest(&copy, NULL, again));
  assert_string_equal(digest, again);
  free(one);
  free(two);
  case_free(&c);
  case_free(&copy);
}

static size_t round_trips(const char *folder, const char *inside, const char *first, const char *second) {
  size_t count = 0;
  DIR *d = opendir(folder);
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s%s", folder, e->d_name, inside);
    if (e->d_name[0] == '.' || !strstr(path, ".yaml") || access(path, R_OK) != 0) continue;
    expect_round_trip(path, first, second);
    count++;
  }
  closedir(d);
  return count;
}

static void test_round_trip(void **state) {
  (void)state;
  char folder[] = "/tmp/amphi-read-XXXXXX", first[64], second[64];
  assert_non_null(mkdtemp(folder));
  snprintf(first, sizeof first, "%s/first.yaml", folder);
  snprintf(second, sizeof second, "%s/second.yaml", folder);
  assert_int_equal(round_trips(SOURCE_DIR "/tests/case/good", "", first, second), 3);
  assert_true(round_trips(SOURCE_DIR "/cases", "/case.yaml", first, second) >= 7);
  unlink(first);
  unlink(second);
  assert_int_equal(rmdir(folder), 0); /* nothing temporary is left */
}

/* Numbers that few digits do not hold. */
static void test_numbers(void **state) {
  (void)state;
  const double values[] = {0.1, 1.0 / 3, 2.0 / 3 * 1e-5, 0.1 + 0.2, 5e-324, 1e15, 123456789.123456789, 3.22};
  char folder[] = "/tmp/amphi-read-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/used.yaml", folder);
  for (size_t i = 0; i < COUNT(values); i++) {
    struct amphi_case c, copy;
    read_minimal(&c, NULL, 0);
    c.end = values[i];
    write_case(&c, path);
    expect_good(case_read(&copy, path, NULL, 0));
    assert_true(copy.end == values[i]);
    case_free(&c);
    case_free(&copy);
  }
  unlink(path);
  rmdir(folder);
}

static void digest_with(const char *override, char digest[33]) {
  struct amphi_case c;
  read_minimal(&c, &override, override ? 1 : 0);
  expect_good(case_digest(&c, NULL, digest));
  case_free(&c);
}

static void test_digest(void **state) {
  (void)state;
  const char *same[] = {"title=other",         "end=7",     "output.interval=1",  "output.times=[1, 2]",
                        "output.checkpoint=1", "gauges=[]", "smoothing_ratio=2.0"};
  const char *other[] = {"dp=0.05",
                         "gravity=[0,0,-9.8]",
                         "kernel=cubic",
                         "viscosity.alpha=0.4",
                         "integrator.cfl=0.1",
                         "summation=plain",
                         "neighbours.skin=0.2",
                         "fluids.water.hydrostatic=no",
                         "walls.tank.shapes.0.layers=3",
                         "domain.open=[+z]",
                         "fluids.0.shapes.0.high=[1, 1, 0.6]"};
  char base[33], digest[33];
  digest_with(NULL, base);
  assert_int_equal(strlen(base), 32);
  for (size_t i = 0; i < COUNT(same); i++) {
    digest_with(same[i], digest);
    assert_string_equal(digest, base);
  }
  for (size_t i = 0; i < COUNT(other); i++) {
    digest_with(other[i], digest);
    if (strcmp(digest, base) == 0) fail_msg("%s leaves the digest as it was", other[i]);
  }
}

static void test_words(void **state) {
  (void)state;
  assert_string_equal(case_word_kernel(KERNEL_CUBIC), "cubic");
  assert_string_equal(case_word_viscosity(VISCOSITY_LAMINAR), "laminar");
  assert_string_equal(case_word_diffusion(DIFFUSION_FOURTAKAS), "fourtakas");
  assert_string_equal(case_word_boundary(BOUNDARY_DUMMY), "dummy");
  assert_string_equal(case_word_integrator(INTEGRATOR_SYMPLECTIC), "symplectic");
  assert_string_equal(case_word_summation(SUM_KAHAN), "kahan");
  assert_string_equal(case_word_formulation(FORMULATION_VOLUME), "volume");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),      cmocka_unit_test(test_bodies),
      cmocka_unit_test(test_plane_cases), cmocka_unit_test(test_defaults_of_schemes),
      cmocka_unit_test(test_defaults),    cmocka_unit_test(test_hydrostatic_default),
      cmocka_unit_test(test_overrides),   cmocka_unit_test(test_override_of_a_model),
      cmocka_unit_test(test_round_trip),  cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_digest),      cmocka_unit_test(test_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
