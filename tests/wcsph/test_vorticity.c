/* SPDX-License-Identifier: BSD-3-Clause */
/* What snapshots have beside the state: vorticity of a rotation, the free surface of water at rest, and the
 * fields and particles that a case wants. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "setup.h"

static const char *const backends[] = {"reference", "cpu", "offload"};

/* Everything turns about the origin, as fast about each axis as `spin` says. */
static void turn(struct wcsph_run *r, const double spin[3]) {
  struct wcsph_state *s = &r->state;
  assert_int_equal(wcsph_fetch(r->backend, r->self, s->buffers), STATUS_OK);
  for (uint32_t i = s->ranges[KIND_FLUID].begin; i < s->count; i++) {
    const uint32_t q[3] = {s->pos[i].x, s->pos[i].y, s->pos[i].z};
    double x[3] = {0}, v[3];
    for (int a = 0; a < r->config->dimensions; a++) x[a] = state_coordinate(s, q[a], a);
    cross3(spin, x, v);
    s->vel[i] = (struct vec4){(float)v[0], (float)v[1], (float)v[2], 0.0f};
  }
  assert_int_equal(wcsph_send(r->backend, r->self, s->buffers), STATUS_OK);
}

static const struct column *column_of(const struct wcsph_view *v, const char *name) {
  for (size_t k = 0; k < v->column_count; k++)
    if (!strcmp(v->columns[k].field.name, name)) return &v->columns[k];
  return NULL;
}

/* The vorticity of a rotation is twice its spin, at corners and surfaces too. */
static void check_rotation(const char *name, const char *backend, const double spin[3]) {
  char *overrides[] = {"output.fields=[vorticity, free_surface]", NULL};
  struct trial t;
  struct wcsph_view v;
  double enstrophy;
  trial_open(&t, name, overrides, backend, &(struct execution_options){.device = "host"});
  turn(&t.run, spin);
  assert_int_equal(wcsph_run_view(&t.run, &v, false), STATUS_OK);
  assert_null(column_of(&v, "velocity"));
  const struct column *c = column_of(&v, "vorticity"), *kind = column_of(&v, "type");
  const int n = c->field.components, first = n == 1 ? 2 : 0;
  assert_int_equal(n, t.config.dimensions == 2 ? 1 : 3);
  float *found = calloc(v.count * (size_t)n, sizeof *found);
  uint8_t *type = calloc(v.count, 1);
  c->fill(&c->field, 0, v.count, found);
  kind->fill(&kind->field, 0, v.count, type);
  for (size_t i = 0; i < v.count; i++)
    for (int a = 0; a < n; a++) {
      const double due = type[i] ? 0.0 : 2.0 * spin[first + a], is = (double)found[i * (size_t)n + (size_t)a];
      if (!(fabs(is - due) < 1e-4)) fail_msg("%s: %g, not %g", name, is, due);
    }
  assert_int_equal(wcsph_run_enstrophy(&t.run, &enstrophy), STATUS_OK);
  const double volume = (double)t.run.law.volume * state_count(&t.run.state, KIND_FLUID);
  const double due = 2.0 * dot3(spin, spin) * volume;
  if (!(fabs(enstrophy / due - 1.0) < 1e-4)) fail_msg("%s: enstrophy %g, not %g", name, enstrophy, due);
  free(found);
  free(type);
  wcsph_view_free(&v);
  trial_close(&t);
}

static void rotations_have_twice_their_spin(void **state) {
  (void)state;
  for (size_t b = 0; b < sizeof backends / sizeof *backends; b++)
    check_rotation("still-water-2d", backends[b], (const double[]){0, 0, 1.5});
  check_rotation("still-water-3d", "cpu", (const double[]){0.5, -1.0, 1.5});
}

/* 1 m x 0.5 m of water in a tank: the surface is on top, not at the walls. */
static void the_surface_is_on_top(void **state) {
  (void)state;
  char *overrides[] = {"output.fields=[free_surface]", NULL};
  struct trial t;
  struct wcsph_view v;
  trial_open(&t, "still-water-2d", overrides, "cpu", &(struct execution_options){0});
  assert_int_equal(wcsph_run_view(&t.run, &v, false), STATUS_OK);
  const struct column *c = column_of(&v, "free_surface"), *kind = column_of(&v, "type"), *at = &v.columns[0];
  uint8_t *found = calloc(v.count, 1), *type = calloc(v.count, 1);
  double *x = calloc(v.count, 3 * sizeof *x);
  c->fill(&c->field, 0, v.count, found);
  kind->fill(&kind->field, 0, v.count, type);
  at->fill(&at->field, 0, v.count, x);
  for (size_t i = 0; i < v.count; i++) {
    const double depth = 0.5 - x[3 * i + 1];
    if (type[i] || depth > 3.0 * t.config.dp) assert_int_equal(found[i], 0);
    if (!type[i] && depth < t.config.dp) assert_int_equal(found[i], 1);
  }
  free(found);
  free(type);
  free(x);
  wcsph_view_free(&v);
  trial_close(&t);
}

static void windows_have_what_is_in_them(void **state) {
  (void)state;
  char *overrides[] = {"output={low: [0.2, 0.1], high: [0.6, 0.3], every: 3, fields: [pressure]}", NULL};
  static const char *const names[] = {"Points", "pressure", "type", "body", "id"};
  struct trial t;
  struct wcsph_view v;
  size_t expected = 0;
  trial_open(&t, "still-water-2d", overrides, "cpu", &(struct execution_options){0});
  const struct wcsph_state *s = &t.run.state;
  assert_int_equal(wcsph_run_view(&t.run, &v, false), STATUS_OK);
  for (uint32_t i = 0; i < s->count; i++) {
    const double x = state_coordinate(s, s->pos[i].x, 0), y = state_coordinate(s, s->pos[i].y, 1);
    expected += x >= 0.2 && x <= 0.6 && y >= 0.1 && y <= 0.3 && s->id[i] % 3 == 0;
  }
  assert_true(expected > 20 && v.count == expected);
  assert_int_equal(v.column_count, sizeof names / sizeof *names);
  for (size_t k = 0; k < v.column_count; k++) assert_string_equal(v.columns[k].field.name, names[k]);
  uint64_t *id = calloc(v.count, sizeof *id);
  v.columns[4].fill(&v.columns[4].field, 0, v.count, id);
  for (size_t k = 0; k < v.count; k++) assert_true(id[k] % 3 == 0 && (k == 0 || id[k] > id[k - 1]));
  free(id);
  wcsph_view_free(&v);
  assert_int_equal(wcsph_run_view(&t.run, &v, true), STATUS_OK); /* as a run that diverged is shown */
  assert_int_equal(v.count, s->count);
  assert_true(column_of(&v, "velocity") && column_of(&v, "density") && column_of(&v, "pressure"));
  wcsph_view_free(&v);
  trial_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rotations_have_twice_their_spin),
                                     cmocka_unit_test(the_surface_is_on_top),
                                     cmocka_unit_test(windows_have_what_is_in_them)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
