/* SPDX-License-Identifier: BSD-3-Clause */
/* Walls that turn, rigid bodies and axes that move: one hash on every backend, and mechanics. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "io/checkpoint.h"
#include "ways.h"
#include "wcsph/hash.h"
#include "wcsph/walls/bodies.h"

/* A tank with a flap that swings, a wheel on it, and a box that floats on a spring. */
static const char tank[] =
    "method: wcsph\nscheme: classic\n"
    "dimensions: 2\n"
    "dp: 0.04\n"
    "domain: {low: [0, 0], high: [1.6, 1]}\n"
    "gravity: [0, -9.81]\n"
    "summation: fixed\n"
    "fluids:\n"
    "  - {name: water, shapes: [{add: box, low: [0, 0], high: [1.6, 0.6]}]}\n"
    "walls:\n"
    "  - {name: tank, shapes: [{add: box, low: [0, 0], high: [1.6, 1], fill: shell-outside, open: [+y]}]}\n"
    "  - name: flap\n"
    "    shapes: [{add: box, low: [0.16, 0.08], high: [0.28, 0.88]}]\n"
    "    motion: {type: swing, through: [0.2, 0.08], angle: 12, period: 0.5}\n"
    "  - name: wheel\n"
    "    shapes: [{add: sphere, centre: [0.6, 0.28], radius: 0.12}]\n"
    "    moves_with: flap\n"
    "    motion: {type: rotation, through: [0.6, 0.28], angular_velocity: 300}\n"
    "  - name: box\n"
    "    shapes: [{add: box, low: [1, 0.4], high: [1.32, 0.72]}]\n"
    "    body: {density: 600, angular_velocity: 20, springs: [{on: [1, 0.72], to: [1, 1], stiffness: 500, "
    "damping: "
    "20}]}\n"
    "boundary: {model: dummy, slip: free}\n"
    "end: 1\n";

static char *const kinds[][3] = {
    {"integrator.scheme=verlet", "boundary={model: dummy, slip: free}", NULL},
    {"integrator.scheme=symplectic", "boundary={model: dummy, slip: no}",
     "viscosity={model: laminar, nu: 0.01}"},
    {"integrator.scheme=symplectic", "boundary={model: dynamic}", "shifting={model: sun, every: 3}"},
    {"integrator.scheme=verlet", "boundary={model: dummy}", "formulation=volume"},
    {"integrator.scheme=adams_bashforth", "boundary={model: dummy, slip: free}",
     "formulation=incompressible"}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void floats(struct trial *t) {
  const struct rigid_body *b = t->run.bodies;
  print_message("box at %g, %g m\n", b->now.shift[0], b->now.shift[1]);
  assert_true(fabs(b->now.shift[1]) > 1e-5 && fabs(b->now.shift[1]) < 0.1);
}

static void every_backend_has_one_hash(void **state) {
  (void)state;
  for (int k = 0; k < KINDS; k++)
    ways_have_one_hash(tank, (char *const *)kinds[k], kinds[k][2] ? 3 : 2, (const int[]){40, 13, 37}, floats);
}

/* No walls but the body, in a box that repeats: whatever fluid and body do to each other, together they keep
 * their momentum. */
static void fluid_and_body_keep_their_momentum(void **state) {
  (void)state;
  static const char box[] =
      "method: wcsph\nscheme: classic\n"
      "dimensions: 2\n"
      "dp: 0.05\n"
      "domain: {low: [0, 0], high: [1, 1], periodic: [x, y]}\n"
      "material: {speed_of_sound: 20}\n"
      "summation: fixed\n"
      "fluids:\n"
      "  - {name: water, velocity: [1, 0.5], shapes: [{add: box, low: [0, 0], high: [1, 1]}]}\n"
      "walls:\n"
      "  - {name: body, shapes: [{add: box, low: [0.3, 0.35], high: [0.6, 0.65]}], body: {density: 700}}\n"
      "end: 1\n";
  static char *const models[] = {"boundary={model: dynamic}", "boundary={model: dummy}"};
  for (int k = 0; k < 4; k++) {
    struct trial t;
    struct wcsph_totals totals;
    char *overrides[] = {models[k % 2], k < 2 ? "integrator.scheme=verlet" : "integrator.scheme=symplectic"};
    open_text(&t, box, overrides, 2, 1);
    const struct rigid_body *b = t.run.bodies;
    assert_int_equal(wcsph_run_totals(&t.run, &totals), STATUS_OK);
    const double begin[2] = {totals.momentum[0], totals.momentum[1]};
    assert_true(fabs(b->mass - 700 * 0.09) < 1e-9);
    assert_true(fabs(b->inertia[2][2] - b->mass * (0.09 + 0.09) / 12) < 1e-9);
    steps(&t, 400);
    assert_int_equal(wcsph_run_totals(&t.run, &totals), STATUS_OK);
    for (int a = 0; a < 2; a++) {
      const double got = b->mass * b->now.velocity[a];
      const double lost = totals.momentum[a] + got - begin[a];
      print_message("%s: the body has %g kg m/s, together %g are lost\n", overrides[0], got, lost);
      assert_true(fabs(got) > 5 && fabs(lost) < 2e-5 * fabs(begin[a]));
    }
    trial_close(&t);
  }
}

/* Away from fluid a body does what mechanics says. */
static const char space[] =
    "method: wcsph\nscheme: classic\n"
    "dimensions: 3\n"
    "dp: 0.1\n"
    "domain: {low: [0, 0, 0], high: [4, 4, 4]}\n"
    "material: {speed_of_sound: 20}\n"
    "integrator: {scheme: symplectic, max_step: 1e-3}\n"
    "fluids:\n"
    "  - {name: drop, shapes: [{add: box, low: [0.1, 0.1, 0.1], high: [0.3, 0.3, 0.3]}]}\n"
    "walls:\n"
    "  - name: body\n"
    "    shapes: [{add: box, low: [2, 2, 2], high: [2.4, 2.8, 3]}]\n"
    "    body: {density: 500}\n"
    "end: 9\n";

static void a_body_that_spins_keeps_momentum_and_energy(void **state) {
  (void)state;
  struct trial t;
  char *overrides[] = {
      "walls.body.body={density: 500, angular_velocity: [20, 500, 10], velocity: [0.1, 0, -0.2]}"};
  open_text(&t, space, overrides, 1, 1);
  const struct rigid_body *b = t.run.bodies;
  struct pose p;
  double momentum[3];
  const double m = b->mass, sides[3] = {0.4, 0.8, 1.0};
  assert_true(fabs(m - 160) < 1e-9);
  for (int a = 0; a < 3; a++) {
    const double u = sides[(a + 1) % 3], v = sides[(a + 2) % 3];
    assert_true(fabs(b->inertia[a][a] - m * (u * u + v * v) / 12) < 1e-9);
  }
  bodies_pose(&t.run, 0, &p);
  const double energy = dot3(p.spin, b->now.momentum);
  memcpy(momentum, b->now.momentum, sizeof momentum);
  steps(&t, 2000);
  bodies_pose(&t.run, 0, &p);
  double turned = 0;
  for (int a = 0; a < 3; a++) {
    assert_true(b->now.momentum[a] == momentum[a]);
    turned = fmax(turned, fabs(p.turn[a][1] - (a == 1)));
  }
  print_message("after %g s energy is %.9g of what it was, the middle axis has turned by %g\n", t.run.time,
                dot3(p.spin, b->now.momentum) / energy, turned);
  assert_true(fabs(dot3(p.spin, b->now.momentum) / energy - 1) < 1e-4);
  assert_true(turned > 0.5); /* it tumbles: rotation about the middle axis is unstable */
  assert_true(fabs(p.shift[0] - 0.1 * t.run.time) < 1e-6 && fabs(p.shift[2] + 0.2 * t.run.time) < 1e-6);
  trial_close(&t);
}

static void a_spring_has_its_period_and_a_lock_holds(void **state) {
  (void)state;
  struct trial t;
  char *overrides[] = {
      "walls.body.body={mass: 10, locked: [x, rx, ry, rz], force: [5, 0, 40], from: 0.1, springs: [{on: "
      "[2.2, 2.4, 2.5], to: [2.2, 2.4, 4], stiffness: 400}]}"};
  open_text(&t, space, overrides, 1, 1);
  const struct rigid_body *b = t.run.bodies;
  while (t.run.time < 0.1) {
    assert_true(b->now.shift[2] == 0);
    steps(&t, 1);
  }
  const double from = t.run.time, k = 400.0 / 10;
  double most = 0;
  for (int n = 0; n < 1500; n++) {
    steps(&t, 1);
    const double expected = 0.1 * (1 - cos(sqrt(k) * (t.run.time - from)));
    most = fmax(most, fabs(b->now.shift[2] - expected));
  }
  print_message("a spring is off by %g m of 0.2 m\n", most);
  assert_true(most < 1e-4 && b->now.shift[0] == 0 && b->now.turn[0] == 1);
  trial_close(&t);
}

/* Water in a tank that walls accelerate is as water in axes that are accelerated with it; and so in one that
 * turns. */
static void axes_that_move_are_as_walls_that_move(void **state) {
  (void)state;
  static const char box[] =
      "method: wcsph\nscheme: classic\n"
      "dimensions: 2\n"
      "dp: 0.05\n"
      "domain: {low: [-1, -1], high: [2, 2]}\n"
      "material: {speed_of_sound: 20, background_pressure: 200}\n"
      "integrator: {scheme: symplectic, max_step: 2e-4}\n"
      "fluids:\n"
      "  - {name: water, shapes: [{add: box, low: [0, 0], high: [1, 0.5]}]}\n"
      "walls:\n"
      "  - {name: tank, shapes: [{add: box, low: [0, 0], high: [1, 0.5], fill: shell-outside}]}\n"
      "boundary: {model: dummy, slip: free}\n"
      "end: 1\n";
  static const struct {
    char *walls;
    const char *axes; /* time, acceleration, angular velocity */
  } twins[] = {
      {"walls.tank.motion={acceleration: [3, -2], to: 0.5}", "0 3 -2 0\n1 3 -2 0\n"},
      {"walls.tank.motion={type: rotation, through: [0.5, 0.25], angular_acceleration: 400, to: 0.5}",
       "0 0 0 0\n1 0 0 400\n"},
  };
  const char *path = BINARY_DIR "/test_axes.txt";
  for (int k = 0; k < 2; k++) {
    struct trial w, f;
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(twins[k].axes, file) >= 0 && fclose(file) == 0);
    char *walls[] = {twins[k].walls}, *axes[] = {"frame={file: test_axes.txt, about: [0.5, 0.25]}"};
    open_text(&w, box, walls, 1, 1);
    open_text(&f, box, axes, 1, 1);
    steps(&w, 300);
    steps(&f, 300);
    assert_true(w.run.time == f.run.time);
    uint32_t *row = trial_rows(&f.run);
    const struct wcsph_state *s = &w.run.state, *q = &f.run.state;
    const struct pose p = w.run.walls[0].pose;
    double off = 0, pressure = 0, differ = 0;
    for (uint32_t i = s->ranges[KIND_FLUID].begin; i < s->count; i++) {
      const uint32_t j = row[s->id[i]];
      const double x[3] = {state_coordinate(s, s->pos[i].x, 0), state_coordinate(s, s->pos[i].y, 1), 0};
      const double y[3] = {state_coordinate(q, q->pos[j].x, 0), state_coordinate(q, q->pos[j].y, 1), 0};
      double arm[3] = {y[0] - w.run.walls[0].middle[0], y[1] - w.run.walls[0].middle[1], 0};
      turn3(p.turn, arm, arm);
      for (int a = 0; a < 2; a++)
        off = fmax(off, fabs(w.run.walls[0].middle[a] + p.shift[a] + arm[a] - x[a]));
      pressure = fmax(pressure, fabs((double)q->vel[j].w));
      differ = fmax(differ, fabs((double)(q->vel[j].w - s->vel[i].w)));
    }
    const double moved = sqrt(dot3(p.shift, p.shift)) + sqrt(p.turn[1][0] * p.turn[1][0]) * 0.5;
    print_message("moved by %g m, places differ by %g m; densities are up to %g, and differ by %g\n", moved,
                  off, pressure, differ);
    assert_true(moved > 5e-3 && off < 2e-3 * moved && differ < 0.02 * pressure);
    free(row);
    trial_close(&w);
    trial_close(&f);
  }
}

static void a_body_that_leaves_stops_the_run(void **state) {
  (void)state;
  struct trial t;
  char *overrides[] = {"walls.body.body={mass: 10, velocity: [9, 0, 0]}"};
  int status = STATUS_OK;
  open_text(&t, space, overrides, 1, 1);
  for (int k = 0; k < 2000 && status == STATUS_OK; k++) status = wcsph_run_step(&t.run, 0);
  assert_int_equal(status, STATUS_DIVERGED);
  assert_non_null(strstr(t.run.diverged, "body 'body' has left the domain at t = 0.2"));
  trial_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_backend_has_one_hash),
      cmocka_unit_test(fluid_and_body_keep_their_momentum),
      cmocka_unit_test(a_body_that_spins_keeps_momentum_and_energy),
      cmocka_unit_test(a_spring_has_its_period_and_a_lock_holds),
      cmocka_unit_test(axes_that_move_are_as_walls_that_move),
      cmocka_unit_test(a_body_that_leaves_stops_the_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
