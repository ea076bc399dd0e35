/* SPDX-License-Identifier: BSD-3-Clause */
/* Modified dynamic boundaries: at which points walls look at the fluid, and that what they take is exact
 * where the fluid's pressure and velocity are linear. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "one_hash.h"
#include "wcsph/scalar.h"
#include "wcsph/walls/motion.h"

enum { TANK, SLOPE, DISC, WEDGE, BLOCK };
static const double dp = 0.02;

static void open_shapes(struct trial *t, char *const overrides[], const char *backend) {
  size_t n = 0;
  while (overrides[n]) n++;
  trial_open_file(t, SOURCE_DIR "/tests/wcsph/mirrors/shapes.yaml", overrides, n, backend,
                  &(struct execution_options){.device = "host", .threads = 1});
}

static void place_of(const struct wcsph_state *s, const struct position *p, double x[3]) {
  const uint32_t q[3] = {p->x, p->y, p->z};
  for (int a = 0; a < 3; a++) x[a] = state_coordinate(s, q[a], a);
}

/* The distance of a place from the surface of a wall that is a shape, m; positive outside of the wall. */
static double height_over(int wall, const double x[3]) {
  if (wall == SLOPE) return (x[0] - 0.3) * 0.8 + x[1] * 0.6;
  if (wall == DISC) return hypot(x[0] - 0.9, x[1] - 0.5) - 0.15;
  const double across = fabs(x[0] - 1.6); /* the wedge, above its base */
  return (across + x[1] - 0.3) * sqrt(0.5);
}

/* As far in front of the surface as the particle is behind it. */
static void points_are_opposite(void **state) {
  struct trial t;
  char *const none[] = {NULL};
  int seen[5] = {0}, corners = 0, edges = 0;
  (void)state;
  open_shapes(&t, none, "reference");
  const struct wcsph_state *s = &t.run.state;
  const double deep = (double)t.run.law.support;
  for (uint32_t i = 0; i < state_count(s, KIND_WALL); i++) {
    const int wall = s->body[i];
    double x[3], m[3];
    place_of(s, &s->pos[i], x);
    place_of(s, &s->mirror[i], m);
    if (!s->mirror[i].mark) continue;
    seen[wall]++;
    if (wall == TANK) { /* in corners of the open sides through the corner, which no shape covers */
      if (x[0] < 2.0 || x[1] > 0.0) continue;
      corners++;
      assert_true(fabs(m[0] - (4.0 - x[0])) < 1e-6 && fabs(m[1] + x[1]) < 1e-6);
    } else if (wall == BLOCK) {
      const double edge = x[0] < 0.95 ? 0.8 : 1.1;
      const bool through = fabs(m[0] - (2.0 * edge - x[0])) < 1e-6 && fabs(m[1] - (0.4 - x[1])) < 1e-6;
      edges += through; /* where two faces are as near */
      assert_true(through == (fabs(fabs(x[0] - edge) - (0.2 - x[1])) < 1e-6));
      assert_true(through || fabs(m[1] - x[1]) < 1e-6 || (fabs(m[0] - x[0]) < 1e-6 && m[1] > 0.2));
    } else if (x[1] > 0.06) { /* not at the edges with the floor */
      assert_true(height_over(wall, x) < 1e-6);
      if (wall != WEDGE || x[1] < 0.2) assert_true(fabs(height_over(wall, m) + height_over(wall, x)) < 1e-5);
    }
  }
  for (int wall = TANK; wall <= BLOCK; wall++) assert_true(seen[wall] > 30);
  assert_true(corners >= 4 && edges >= 4);
  for (uint32_t i = 0; i < state_count(s, KIND_WALL); i++) { /* those near fluid have one */
    double x[3];
    place_of(s, &s->pos[i], x);
    if (s->body[i] == DISC && height_over(DISC, x) > -deep + dp) assert_true(s->mirror[i].mark);
  }
  trial_close(&t);
}

static const double slope_p[2] = {900.0, -7000.0}, middle_p = 12000.0; /* Pa/m, Pa */
static const double slope_u[2][2] = {{0.3, -1.1}, {0.7, 0.4}}, middle_u[2] = {0.2, -0.5};

static double linear(double middle, const double slope[2], const double x[3]) {
  return middle + slope[0] * (x[0] - 1.0) + slope[1] * (x[1] - 0.4);
}

/* Fluid of linear pressure and velocity, off its lattice; then walls continue the one and oppose the other.
 */
static void linear_fields_are_exact(void **state) {
  static const char *const backends[] = {"reference", "cpu", "offload"};
  (void)state;
  for (int b = 0; b < 3; b++) {
    struct trial t;
    char *const overrides[] = {"fluids.water.jitter=0.2", NULL};
    int found = 0;
    open_shapes(&t, overrides, backends[b]);
    struct wcsph_state *s = &t.run.state;
    assert_int_equal(
        wcsph_fetch(t.run.backend, t.run.self, BUFFER_POSITION | BUFFER_MIRROR | BUFFER_VELOCITY), STATUS_OK);
    for (uint32_t i = s->ranges[KIND_FLUID].begin; i < s->count; i++) {
      double x[3];
      place_of(s, &s->pos[i], x);
      s->vel[i] =
          (struct vec4){(float)linear(middle_u[0], slope_u[0], x), (float)linear(middle_u[1], slope_u[1], x),
                        0.0f, eos_density(&t.run.law, (float)linear(middle_p, slope_p, x))};
    }
    assert_int_equal(wcsph_send(t.run.backend, t.run.self, BUFFER_VELOCITY), STATUS_OK);
    assert_int_equal(schedule_go(&t.run, AT_WALLS, &(struct step){0}), STATUS_OK);
    assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, BUFFER_VELOCITY), STATUS_OK);
    for (uint32_t i = 0; i < state_count(s, KIND_WALL); i++) {
      double x[3], m[3];
      place_of(s, &s->pos[i], x);
      place_of(s, &s->mirror[i], m);
      if (!s->mirror[i].mark || m[1] > 0.7) continue; /* there the surface is near, and some see too little */
      const double p = (double)eos_pressure(&t.run.law, s->vel[i].w), u = (double)s->vel[i].x,
                   v = (double)s->vel[i].y;
      assert_true(fabs(p - linear(middle_p, slope_p, x)) < 30.0);
      assert_true(fabs(u + linear(middle_u[0], slope_u[0], m)) < 2e-3);
      assert_true(fabs(v + linear(middle_u[1], slope_u[1], m)) < 2e-3);
      found++;
    }
    assert_true(found > 500);
    trial_close(&t);
  }
}

/* The point of a wheel's particle turns with it: as far away as it was, and on the same side. */
static void points_move_along(void **state) {
  (void)state;
  struct trial t, before;
  char *const overrides[] = {"boundary.model=mdbc", NULL};
  const struct execution_options one = {.threads = 1};
  trial_open(&before, "water-wheel", overrides, "cpu", &one);
  trial_open(&t, "water-wheel", overrides, "cpu", &one);
  while (t.run.time < 0.05) assert_int_equal(wcsph_run_step(&t.run, 0.05), STATUS_OK);
  const struct wcsph_state *s = &t.run.state, *was = &before.run.state;
  uint32_t *row = trial_rows(&t.run);
  int turned = 0;
  for (uint32_t i = 0; i < state_count(was, KIND_WALL); i++) {
    const uint32_t k = row[was->id[i]];
    double x[3], m[3], y[3], n[3], far = 0.0, then = 0.0;
    assert_int_equal(s->mirror[k].mark, was->mirror[i].mark);
    if (!s->mirror[k].mark) continue;
    place_of(s, &s->pos[k], x), place_of(s, &s->mirror[k], m);
    place_of(was, &was->pos[i], y), place_of(was, &was->mirror[i], n);
    for (int a = 0; a < 3; a++) far += (x[a] - m[a]) * (x[a] - m[a]), then += (y[a] - n[a]) * (y[a] - n[a]);
    assert_true(fabs(sqrt(far) - sqrt(then)) < 1e-7);
    turned += fabs((x[0] - m[0]) - (y[0] - n[0])) > 1e-4 * sqrt(then);
  }
  assert_true(turned > 20);
  free(row);
  trial_close(&before);
  trial_close(&t);
}

/* Points of walls at rest have lists on cpu, those of the wheel look around; also after a resume. */
static void a_wheel_has_one_hash(void **state) {
  (void)state;
  char *const overrides[] = {"boundary.model=mdbc", "summation=fixed", NULL};
  one_hash("water-wheel", overrides);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_are_opposite), cmocka_unit_test(linear_fields_are_exact),
      cmocka_unit_test(points_move_along), cmocka_unit_test(a_wheel_has_one_hash)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
