/* SPDX-License-Identifier: BSD-3-Clause */
/* The schedule of a step: what models add to it, and what follows from it. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "setup.h"
#include "wcsph/calls.h"
#include "wcsph/hash.h"
#include "wcsph/start/schedule.h"
#include "wcsph/watch.h"

static void open_case(struct trial *t, const char *path, char *const overrides[], size_t count) {
  trial_open_file(t, path, overrides, count, "reference", &(struct execution_options){0});
}

static bool is_of_wcsph(const char *path) {
  struct amphi_case c;
  assert_int_equal(case_read(&c, path, NULL, 0), STATUS_OK);
  const bool yes = c.method == METHOD_WCSPH;
  case_free(&c);
  return yes;
}

/* Written once, before the first step, by the start; or zero, where no entry writes it. */
static row_mask starts_with(void) {
  return rows_mask(&wcsph_rows, ROW_STATE) | rows_mask(&wcsph_rows, ROW_KEPT) | BUFFER_INTERFACE |
         BUFFER_WALL_VELOCITY | BUFFER_WALL_ACCELERATION;
}

static void check_order(const struct wcsph_run *r, const char *path) {
  row_mask there = starts_with();
  for (uint32_t k = 0; k < r->schedule.count; k++) {
    const struct scheduled *e = &r->schedule.entries[k];
    if (e->reads & ~there)
      fail_msg("%s: entry %u reads buffers %#llx that no entry before it writes", path, k,
               (unsigned long long)(e->reads & ~there));
    if (k > 0) assert_true(r->schedule.entries[k - 1].when <= e->when);
    assert_true(((e->reads | e->writes) & ~r->state.buffers) == 0);
    there |= e->writes;
  }
}

/* Whatever the case: an entry reads nothing that none before it writes, and a run has all buffers that
 * entries name. */
static void entries_read_what_others_wrote(void **state) {
  (void)state;
  glob_t cases;
  size_t seen = 0;
  assert_int_equal(glob(SOURCE_DIR "/cases/*/*.yaml", 0, NULL, &cases), 0);
  for (size_t k = 0; k < cases.gl_pathc; k++) {
    struct amphi_case c;
    struct particles p;
    struct wcsph_settings settings;
    struct wcsph_run r = {0};
    if (!is_of_wcsph(cases.gl_pathv[k])) continue;
    assert_int_equal(case_read(&c, cases.gl_pathv[k], NULL, 0), STATUS_OK);
    assert_int_equal(particles_fill(&p, &c), STATUS_OK);
    wcsph_settings_take(&settings, &c);
    schedule_make(&r.schedule, &settings, p.wall_count);
    r.state.buffers = wcsph_buffers_needed(&settings, &r.schedule);
    check_order(&r, cases.gl_pathv[k]);
    particles_free(&p);
    case_free(&c);
    seen++;
  }
  globfree(&cases);
  assert_true(seen > 40);
}

/* One force pass and one stage may be taken by a backend itself; anything more may not. */
static void whole_steps_are_of_forces_alone(void **state) {
  (void)state;
  static const struct {
    char *key;
    bool bare;
    enum moment when; /* of what comes instead */
  } changes[] = {{"gravity=[0, 0, -9.81]", true, AT_FORCES},
                 {"viscosity={model: laminar, nu: 1e-3}", true, AT_FORCES},
                 {"shifting={model: sun}", false, AFTER_STEP},
                 {"acoustic_damper={model: sun}", false, AFTER_STAGE},
                 {"density_equation=summation", false, BEFORE_WALLS},
                 {"gradient_correction=adjoint", false, BEFORE_FORCES},
                 {"boundary={model: dummy}", false, AT_WALLS},
                 {"density_diffusion={model: antuono}", false, AFTER_FORCES},
                 {"integrator={scheme: symplectic}", false, AT_FORCES}};
  for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
    struct trial t;
    char *const overrides[] = {"dp=0.08", changes[k].key};
    open_case(&t, SOURCE_DIR "/cases/dambreak-building/case.yaml", overrides, 2);
    const struct schedule *s = &t.run.schedule;
    if (s->is_bare != changes[k].bare) fail_msg("%s: %s", changes[k].key, s->is_bare ? "bare" : "not bare");
    assert_true(s->begin[changes[k].when + 1] > s->begin[changes[k].when]);
    trial_close(&t);
  }
}

/* Entries that are due at every n-th step run then alone. */
static void some_entries_wait(void **state) {
  (void)state;
  struct trial t;
  char *const overrides[] = {"dp=0.08", "gradient_correction=adjoint", "gradients_every=3"};
  open_case(&t, SOURCE_DIR "/cases/dambreak-building/case.yaml", overrides, 3);
  const struct scheduled *e = &t.run.schedule.entries[t.run.schedule.begin[BEFORE_FORCES]];
  assert_int_equal(e->kernel.pass, PASS_correction);
  assert_int_equal(e->every, 3);
  struct vec4 *const matrices = t.run.state.correction;
  const size_t bytes = t.run.state.count * sizeof *matrices;
  for (int k = 0; k < 6; k++) {
    memset(matrices, 0, bytes);
    assert_int_equal(schedule_go(&t.run, BEFORE_FORCES, &(struct step){0}), STATUS_OK);
    bool any = false;
    for (size_t b = 0; b < bytes; b++) any |= ((const char *)matrices)[b] != 0;
    assert_int_equal(any, t.run.step % 3 == 0);
    t.run.step++;
  }
  trial_close(&t);
}

/* Velocities and densities that no model leaves as they are. */
static void stir(struct wcsph_run *r) {
  struct wcsph_state *s = &r->state;
  uint32_t dice = 1;
  for (uint32_t i = state_range(s, KIND_FLUID).begin; i < s->count; i++) {
    float *const row[4] = {&s->vel[i].x, &s->vel[i].y, r->law.dimensions == 3 ? &s->vel[i].z : NULL,
                           &s->vel[i].w};
    for (int a = 0; a < 4; a++) {
      dice = dice * 1664525u + 1013904223u;
      if (row[a]) *row[a] += (a < 3 ? 0.1f : 1e-3f) * ((float)(dice >> 8) / (float)(1 << 23) - 1.0f);
    }
  }
}

/* The rates of a step on cpu, and its length: with the pass behind forces in one loop, or each in its own. */
static struct vec4 *rates_of(const char *path, char *const overrides[], size_t count, bool may_join,
                             double *dt, uint32_t *particles) {
  struct trial t;
  trial_open_file(&t, path, overrides, count, "cpu", &(struct execution_options){.threads = 2});
  struct wcsph_backend apart = *t.run.backend;
  const bool rounds = t.run.law.summation == SUM_PLAIN || t.run.law.summation == SUM_KAHAN;
  assert_true(wcsph_takes(&apart, WORK_JOINED) && t.run.schedule.joins == rounds);
  apart.takes &= ~(1u << WORK_JOINED);
  if (!may_join) t.run.backend = &apart;
  stir(&t.run);
  assert_int_equal(wcsph_run_step(&t.run, 0.0), STATUS_OK);
  *particles = t.run.state.count;
  *dt = t.run.dt;
  struct vec4 *rates = malloc(*particles * sizeof *rates);
  assert_non_null(rates);
  memcpy(rates, t.run.state.rate, *particles * sizeof *rates);
  trial_close(&t);
  return rates;
}

/* How far apart the a-th numbers of rows are, of the largest. */
static double apart_by(const struct vec4 *x, const struct vec4 *y, uint32_t count, int a) {
  double most = 0.0, apart = 0.0;
  for (uint32_t i = 0; i < count; i++) {
    const double p = ((const float *)&x[i])[a], q = ((const float *)&y[i])[a];
    most = fmax(most, fabs(q));
    apart = fmax(apart, fabs(p - q));
  }
  return most > 0.0 ? apart / most : apart;
}

/* The force pass and the one behind it come to the same in one loop as in two: but for rounding, and under
 * `fixed`, which keeps its bits, to the last of them. */
static void one_loop_serves_two(void **state) {
  (void)state;
  static const struct {
    char *path, *keys[4];
  } models[] = {
      {SOURCE_DIR "/cases/dambreak2d/case.yaml",
       {"dp=0.04", "density_diffusion={model: antuono}", "boundary={model: dummy}", "formulation=volume"}},
      {SOURCE_DIR "/cases/dambreak2d/case.yaml",
       {"dp=0.04", "gradient_correction=reverse", "formulation=mass", "boundary={model: dynamic}"}},
      {SOURCE_DIR "/cases/dambreak-building/case.yaml",
       {"dp=0.1", "turbulence={model: smagorinsky}", "viscosity={model: monaghan, nu: 1}", "end=1"}},
      {SOURCE_DIR "/cases/two-fluids/case.yaml",
       {"dp=0.05", "end=1", "formulation=volume", "density_diffusion={model: ferrari, delta: 0.1}"}},
      {SOURCE_DIR "/cases/poiseuille-rheology/case.yaml",
       {"dp=0.05", "end=1", "formulation=mass", "density_diffusion={model: none}"}}};
  static char *const sums[] = {"summation=plain", "summation=kahan", "summation=fixed", "summation=double"};
  for (size_t k = 0; k < sizeof models / sizeof *models; k++)
    for (size_t m = 0; m < sizeof sums / sizeof *sums; m++) {
      char *const *keys = models[k].keys;
      char *const overrides[] = {sums[m], keys[0], keys[1], keys[2], keys[3]};
      const double least = m < 2 ? 3e-6 : 0.0;
      double dt[2];
      uint32_t count;
      struct vec4 *one = rates_of(models[k].path, overrides, 5, true, &dt[0], &count);
      struct vec4 *two = rates_of(models[k].path, overrides, 5, false, &dt[1], &count);
      for (int a = 0; a < 4; a++)
        if (!(apart_by(one, two, count, a) <= least))
          fail_msg("%s, %s, %s: %d is apart by %g", models[k].path, keys[1], sums[m], a,
                   apart_by(one, two, count, a));
      if (!(fabs(dt[0] / dt[1] - 1.0) <= least)) fail_msg("%s, %s: other steps", models[k].path, sums[m]);
      free(one);
      free(two);
    }
}

/* The state behind some steps. */
static uint64_t hash_of(char *const overrides[], size_t count, struct trace *trace) {
  struct trial t;
  trial_open_file(&t, SOURCE_DIR "/cases/two-fluids/case.yaml", overrides, count, "cpu",
                  &(struct execution_options){.threads = 2});
  if (trace) assert_int_equal(wcsph_watch_trace(&t.run, trace), STATUS_OK);
  stir(&t.run);
  for (int k = 0; k < 4; k++) assert_int_equal(wcsph_run_step(&t.run, 0.0), STATUS_OK);
  const uint64_t hash = wcsph_state_hash(&t.run.state);
  trial_close(&t);
  wcsph_watch_free(&t.run);
  return hash;
}

/* A run that is watched has the bits of one that is not, and its trace names both of two joined entries. */
static void watching_changes_nothing(void **state) {
  (void)state;
  char *const overrides[] = {"dp=0.05", "end=1", "summation=kahan"};
  struct trace trace = {.wanted = SIZE_MAX};
  bool forces = false, pass = false;
  assert_int_equal(hash_of(overrides, 3, &trace), hash_of(overrides, 3, NULL));
  for (size_t k = 0; k < trace.count; k++) {
    forces |= strcmp(trace.entries[k].name, "forces") == 0;
    pass |= strcmp(trace.entries[k].name, "pass phases") == 0;
  }
  assert_true(forces && pass);
  free(trace.entries);
}

/* What has to be added to rates first is not overtaken. */
static void order_of_rates_stays(void **state) {
  (void)state;
  static const struct {
    char *key;
    bool joins;
  } models[] = {{"interface={tension: 1, model: pairwise}", false},
                {"interface={tension: 1, model: stress}", true}};
  for (int k = 0; k < 2; k++) {
    struct trial t;
    char *const overrides[] = {"material.background_pressure=170", models[k].key};
    open_case(&t, SOURCE_DIR "/cases/sessile-drop/case.yaml", overrides, 2);
    assert_int_equal(t.run.schedule.joins, models[k].joins);
    trial_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(entries_read_what_others_wrote),
                                     cmocka_unit_test(whole_steps_are_of_forces_alone),
                                     cmocka_unit_test(some_entries_wait),
                                     cmocka_unit_test(one_loop_serves_two),
                                     cmocka_unit_test(watching_changes_nothing),
                                     cmocka_unit_test(order_of_rates_stays)};
  return cmocka_run_group_tests_name("wcsph/schedule", tests, NULL, NULL);
}
