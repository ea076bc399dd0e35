/* SPDX-License-Identifier: BSD-3-Clause */
/* Joints with springs, stops and motors, gears, springs between bodies, bodies along time: by theory, and one
 * hash on every backend. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lane/sine.h"
#include "util/clock.h"
#include "ways.h"
#include "wcsph/walls/bodies.h"
#include "wcsph/walls/joints.h"

/* A drop of fluid far from two boxes. */
static const char plane[] =
    "method: wcsph\nscheme: classic\n"
    "dimensions: 2\n"
    "dp: 0.05\n"
    "domain: {low: [0, 0], high: [6, 6], open: [-x, +x, -y, +y]}\n"
    "gravity: [0, 0]\n"
    "material: {speed_of_sound: 25}\n"
    "fluids:\n"
    "  - {name: drop, shapes: [{add: box, low: [0.1, 5.7], high: [0.3, 5.9]}], hydrostatic: false}\n"
    "walls:\n"
    "  - {name: one, shapes: [{add: box, low: [1, 2], high: [1.5, 2.5]}], body: {density: 500}}\n"
    "  - {name: two, shapes: [{add: box, low: [3, 2], high: [3.5, 2.5]}], body: {density: 800}}\n"
    "integrator: {scheme: symplectic}\n"
    "limits: {lost: 1}\n"
    "end: 9\n";

static void until(struct trial *t, double time) {
  while (t->run.time < time) steps(t, 1);
}

static double angle_of(const struct rigid_body *b) { /* rad */
  return 2 * 2 * M_PI * turns_of(b->now.turn[0], b->now.turn[3]);
}

static double spin_of(const struct rigid_body *b) {
  return b->now.momentum[2] / b->inertia[2][2];
}

/* The mean time between changes of sign of what a function tells, of five. */
static double half_period(struct trial *t, double (*tell)(const struct trial *t)) {
  double crossed[5], last = tell(t);
  int n = 0;
  while (n < 5 && t->run.time < 8) {
    const double time = t->run.time;
    steps(t, 1);
    const double now = tell(t);
    if (now * last < 0) crossed[n++] = time + (t->run.time - time) * last / (last - now);
    last = now;
  }
  assert_int_equal(n, 5);
  return (crossed[4] - crossed[0]) / 4;
}

static double turned(const struct trial *t) {
  return angle_of(&t->run.bodies[0]) - 0.1;
}

/* About a rest of 0.1 rad. */
static void a_hinge_with_a_spring_swings(void **state) {
  (void)state;
  struct trial t;
  char *overrides[] = {("joints=[{name: pin, type: hinge, of: one, at: [1.25, 2.25], stiffness: 200, rest: "
                        "5.729577951308232}]")};
  open_text(&t, plane, overrides, 1, 1);
  const double theory = M_PI * sqrt(t.run.bodies[0].inertia[2][2] / 200), half = half_period(&t, turned);
  print_message("half a period %.6g s, by theory %.6g s\n", half, theory);
  assert_true(fabs(half / theory - 1) < 1e-3);
  trial_close(&t);
}

/* A drop far from a cube that turns about the middle of its corners. */
static const char space[] =
    "method: wcsph\nscheme: classic\n"
    "dimensions: 3\n"
    "dp: 0.1\n"
    "domain: {low: [0, 0, 0], high: [3, 3, 3], open: [-x, +x, -y, +y, -z, +z]}\n"
    "gravity: [0, 0, 0]\n"
    "material: {speed_of_sound: 25}\n"
    "fluids:\n"
    "  - {name: drop, shapes: [{add: box, low: [0.2, 0.2, 2.6], high: [0.4, 0.4, 2.8]}], hydrostatic: "
    "false}\n"
    "walls:\n"
    "  - {name: cube, shapes: [{add: box, low: [1, 1, 1], high: [1.6, 1.6, 1.6]}], body: {density: 500, "
    "angular_velocity: [20, 20, 20]}}\n"
    "integrator: {scheme: symplectic}\n"
    "limits: {lost: 1}\n"
    "end: 9\n";

static double momentum(const struct trial *t) {
  return t->run.bodies[0].now.momentum[2];
}

/* A ball bears any turn back to where it began, a swivel that about its axis; a damper lets turning die away.
 */
static void what_turns_has_a_spring(void **state) {
  (void)state;
  static const struct {
    char *joint;
    int about; /* how many momenta it has */
  } all[] = {
      {"joints=[{name: j, type: ball, of: cube, at: [1.3, 1.3, 1.3], stiffness: 60}]", 3},
      {"joints=[{name: j, type: swivel, of: cube, at: [1.3, 1.3, 1.3], axis: [0, 0, 1], stiffness: 60}]", 1}};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    struct trial t;
    char *overrides[] = {all[k].joint, "walls.cube.body.angular_velocity=[0, 0, 20]"};
    open_text(&t, space, overrides, all[k].about == 1 ? 2 : 1, 1);
    const double theory = M_PI * sqrt(t.run.bodies[0].inertia[2][2] / 60), half = half_period(&t, momentum);
    const double *p = t.run.bodies[0].now.momentum;
    print_message("half a period %.6g s, by theory %.6g s\n", half, theory);
    assert_true(fabs(half / theory - 1) < 1e-3);
    assert_true(all[k].about == 1 ? fabs(p[0]) + fabs(p[1]) < 1e-6
                                  : fabs(p[0] - p[2]) + fabs(p[1] - p[2]) < 1e-6);
    trial_close(&t);
  }
  struct trial t;
  char *damped[] = {"joints=[{name: j, type: ball, of: cube, at: [1.3, 1.3, 1.3], damping: 9}]"};
  open_text(&t, space, damped, 1, 1);
  const double before = momentum(&t), inertia = t.run.bodies[0].inertia[2][2];
  until(&t, 1);
  const double theory = before * exp(-9 * t.run.time / inertia);
  print_message("a momentum of %.6g, by theory %.6g\n", momentum(&t), theory);
  assert_true(fabs(momentum(&t) / theory - 1) < 1e-3 && theory < 0.9 * before);
  trial_close(&t);
}

static double apart(const struct trial *t) {
  return (t->run.bodies[1].now.shift[0] - t->run.bodies[0].now.shift[0]) - (1.6 - 1.5);
}

/* Two boxes on a spring, which is short by 0.1 m: their reduced mass swings and their middle stays. */
/* Rows in a file of their own, which the caller unlinks. */
static void write_rows(char name[32], const char *rows) {
  snprintf(name, 32, "/tmp/amphi-changes-XXXXXX");
  const int file = mkstemp(name);
  assert_true(file >= 0 && write(file, rows, strlen(rows)) == (ssize_t)strlen(rows));
  close(file);
}

/* Rows that are all alike are numbers; stiffness that soon is four times as large halves the period. */
static void stiffness_and_damping_change_along_time(void **state) {
  (void)state;
  static const char *const things[] = {
      "joints=[{name: pin, type: hinge, of: one, at: [1.25, 2.25], %s, rest: 5.7}]",
      "joints=[{name: line, type: spring, of: one, with: two, at: [1.5, 2.25], to: [3, 2.3], %s, length: 1}]",
      "walls.one.body.springs=[{on: [1.5, 2.25], to: [3, 2.3], %s, length: 1}]",
  };
  char name[32], law[80], text[2][200], *overrides[] = {text[0]};
  write_rows(name, "0 200 3\n0.1 200 3\n50 200 3\n");
  for (int k = 0; k < 3; k++) {
    uint64_t hash[3];
    for (int way = 0; way < 3; way++) {
      snprintf(law, sizeof law,
               way == 0   ? "stiffness: 200, damping: 3"
               : way == 1 ? "changes: %s"
                          : "stiffness: 200, damping: 4",
               name);
      snprintf(text[0], sizeof text[0], things[k], law);
      struct trial t;
      open_text(&t, plane, overrides, 1, 1);
      steps(&t, 40);
      hash[way] = hash_of(&t);
      trial_close(&t);
    }
    assert_true(hash[1] == hash[0] && hash[2] != hash[0]);
  }
  unlink(name);
  write_rows(name, "0 200 0\n0.001 800 0\n");
  snprintf(
      text[0], sizeof text[0],
      "joints=[{name: pin, type: hinge, of: one, at: [1.25, 2.25], changes: %s, rest: 5.729577951308232}]",
      name);
  struct trial t;
  open_text(&t, plane, overrides, 1, 1);
  const double theory = M_PI * sqrt(t.run.bodies[0].inertia[2][2] / 800), half = half_period(&t, turned);
  print_message("half a period %.6g s, by theory %.6g s\n", half, theory);
  assert_true(fabs(half / theory - 1) < 1e-3);
  trial_close(&t);
  unlink(name);
}

static void a_spring_is_between_two_bodies(void **state) {
  (void)state;
  struct trial t;
  char *overrides[] = {("joints=[{name: coil, type: spring, of: one, at: [1.5, 2.25], with: two, to: [3, "
                        "2.25], stiffness: 3000, length: 1.6}]")};
  open_text(&t, plane, overrides, 1, 1);
  const double a = t.run.bodies[0].mass, b = t.run.bodies[1].mass,
               theory = M_PI * sqrt(a * b / (a + b) / 3000), half = half_period(&t, apart);
  const double middle = a * t.run.bodies[0].now.shift[0] + b * t.run.bodies[1].now.shift[0];
  print_message("half a period %.6g s, by theory %.6g s; the middle moves by %g m\n", half, theory,
                middle / (a + b));
  assert_true(fabs(half / theory - 1) < 1e-3 && fabs(middle / (a + b)) < 1e-12);
  trial_close(&t);
}

/* A box that turns against a stop stays there. */
static void a_stop_holds(void **state) {
  (void)state;
  struct trial t;
  char *overrides[] = {"joints=[{name: pin, type: hinge, of: one, at: [1.25, 2.25], limits: [-10, 30]}]",
                       "walls.one.body={density: 500, angular_velocity: 90, torque: 20}"};
  open_text(&t, plane, overrides, 2, 1);
  double most = 0;
  while (t.run.time < 1.5) {
    steps(&t, 1);
    most = fmax(most, angle_of(&t.run.bodies[0]) / RADIANS);
  }
  print_message("it turned to %.6g degrees at most, and is at %.6g\n", most,
                angle_of(&t.run.bodies[0]) / RADIANS);
  assert_true(most < 30.5 && fabs(angle_of(&t.run.bodies[0]) / RADIANS - 30) < 0.05);
  trial_close(&t);
}

/* Wheels that mesh: the first is twice as fast the other way, and feels a quarter of the second. */
static void a_gear_turns_in_proportion(void **state) {
  (void)state;
  struct trial t;
  char *overrides[] = {
      ("joints=[{name: a, type: hinge, of: one, at: [1.25, 2.25]}, {name: b, type: hinge, of: "
       "two, at: [3.25, 2.25]}, {name: g, type: gear, of: one, with: two, ratio: -2}]"),
      "walls.one.body={density: 500, torque: 10}"};
  open_text(&t, plane, overrides, 2, 1);
  until(&t, 0.5);
  const struct rigid_body *a = &t.run.bodies[0], *b = &t.run.bodies[1];
  const double theory = 10 * t.run.time / (a->inertia[2][2] + 0.25 * b->inertia[2][2]);
  print_message("%.6g and %.6g rad/s; by theory %.6g rad/s\n", spin_of(a), spin_of(b), theory);
  assert_true(fabs(spin_of(a) / spin_of(b) + 2) < 1e-9 && fabs(spin_of(a) / theory - 1) < 2e-3);
  trial_close(&t);
}

/* It turns as it is told, whatever turns the other way; so does a slide. */
static void a_motor_has_its_speed(void **state) {
  (void)state;
  struct trial t;
  char *overrides[] = {
      ("joints=[{name: pin, type: hinge, of: one, at: [1.25, 2.25], speed: 60*t}, {name: rail, type: slider, "
       "of: two, at: [3.25, 2.25], axis: [1, 0], speed: 0.3*sin(4*t)}]"),
      "walls.one.body={density: 500, torque: -15}", "walls.two.body={density: 800, force: [100, 30]}"};
  open_text(&t, plane, overrides, 3, 1);
  until(&t, 1);
  const struct rigid_body *a = &t.run.bodies[0], *b = &t.run.bodies[1];
  const double time = t.run.time, way = 0.3 / 4 * (1 - cos(4 * time));
  print_message("turned by %.6g degrees, by theory %.6g; slid by %.6g m, by theory %.6g m\n",
                angle_of(a) / RADIANS, 30 * time * time, b->now.shift[0], way);
  assert_true(fabs(angle_of(a) / RADIANS - 30 * time * time) < 0.05 && fabs(b->now.shift[0] - way) < 1e-4);
  assert_true(fabs(b->now.shift[1]) < 1e-6);
  trial_close(&t);
}

/* A body along time in one way, which falls in the other. */
static void what_is_driven_leaves_the_rest_free(void **state) {
  (void)state;
  static char *const schemes[] = {"integrator.scheme=verlet", "integrator.scheme=symplectic"};
  for (int k = 0; k < 2; k++) {
    struct trial t;
    char *overrides[] = {
        ("walls.one.body={density: 500, driven: [{way: x, is: position, formula: 0.2*sin(3*t)}, {way: rz, "
         "formula: 30*t}]}"),
        ("walls.two.body={density: 800, driven: [{way: y, formula: 0.5*t}, {way: x, is: force, formula: "
         "200*t}]}"),
        "gravity=[0, -1]", schemes[k]};
    open_text(&t, plane, overrides, 4, 1);
    until(&t, 1);
    const struct rigid_body *a = &t.run.bodies[0], *b = &t.run.bodies[1];
    const double time = t.run.time;
    print_message("%s: %.6g, %.6g m, %.6g degrees; %.6g, %.6g m\n", schemes[k], a->now.shift[0],
                  a->now.shift[1], angle_of(a) / RADIANS, b->now.shift[0], b->now.shift[1]);
    assert_true(fabs(a->now.shift[0] - 0.2 * sin(3 * time)) < 1e-12);
    assert_true(fabs(a->now.velocity[0] - 0.6 * cos(3 * time)) < 1e-6);
    assert_true(fabs(a->now.shift[1] + 0.5 * time * time) < 2e-3);
    assert_true(fabs(angle_of(a) / RADIANS - 15 * time * time) < 1e-3);
    assert_true(fabs(b->now.shift[1] - 0.25 * time * time) < 2e-3);
    assert_true(fabs(b->now.shift[0] - 200 * time * time * time / 6 / b->mass) < 1e-3);
    trial_close(&t);
  }
}

/* Two boxes on one floor, one of which slides farther. */
static void pairs_have_their_friction(void **state) {
  (void)state;
  struct trial t;
  char *overrides[] = {
      ("walls=[{name: floor, shapes: [{add: box, low: [0, 1.8], high: [6, 2]}]}, {name: one, shapes: [{add: "
       "box, low: [1, 2], high: [1.5, 2.5]}], body: {density: 500, velocity: [1, 0]}}, {name: two, shapes: "
       "[{add: box, low: [3, 2], high: [3.5, 2.5]}], body: {density: 500, velocity: [1, 0]}}]"),
      "contact={friction: 0.4, pairs: [{of: floor, with: two, friction: 0.2}]}", "gravity=[0, -9.81]"};
  open_text(&t, plane, overrides, 3, 1);
  until(&t, 0.7);
  const double a = t.run.bodies[0].now.shift[0], b = t.run.bodies[1].now.shift[0];
  print_message("slid by %.5g and %.5g m; by Coulomb %.5g and %.5g m\n", a, b, 0.5 / (0.4 * 9.81),
                0.5 / (0.2 * 9.81));
  assert_true(fabs(a / (0.5 / (0.4 * 9.81)) - 1) < 0.05 && fabs(b / (0.5 / (0.2 * 9.81)) - 1) < 0.05);
  trial_close(&t);
}

static double energy_of(const struct trial *t) {
  double sum = 0;
  for (size_t k = 0; k < t->run.body_count; k++) {
    const struct rigid_body *b = &t->run.bodies[k];
    sum += 0.5 * b->mass * dot3(b->now.velocity, b->now.velocity) + 0.5 * spin_of(b) * b->now.momentum[2] -
           b->mass * dot3(t->config.gravity, b->now.shift);
  }
  return sum;
}

/* A chain of bars on pins, `closed`: with its other end pinned too. */
static void open_chain(struct trial *t, int count, bool closed, char *const overrides[], size_t n) {
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  const double length = 0.4 * count;
  fprintf(out,
          "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.05\ngravity: [0, -9.81]\n"
          "domain: {low: [%g, 0], high: [%g, %g], open: [-y]}\nlimits: {lost: 1}\nmaterial: {speed_of_sound: "
          "25}\nend: 9\n"
          "integrator: {scheme: symplectic}\n"
          "fluids:\n  - {name: drop, shapes: [{add: box, low: [0.2, 0.2], high: [0.4, 0.4]}], hydrostatic: "
          "false}\n",
          -length, 2 * length + 2, 2 * length + 3);
  fprintf(out, "walls:\n");
  for (int k = 0; k < count; k++)
    fprintf(out,
            "  - {name: b%d, shapes: [{add: box, low: [%g, %g], high: [%g, %g]}], body: {density: 500}}\n", k,
            1 + 0.4 * k, length + 1.95, 1.4 + 0.4 * k, length + 2.05);
  fprintf(out, "joints:\n");
  for (int k = 0; k < count; k++) {
    fprintf(out, "  - {name: j%d, type: hinge, of: b%d, at: [%g, %g]", k, k, 1 + 0.4 * k, length + 2);
    if (k > 0) fprintf(out, ", with: b%d", k - 1);
    fprintf(out, "}\n");
  }
  if (closed)
    fprintf(out, "  - {name: end, type: hinge, of: b%d, at: [%g, %g]}\n", count - 1, 1 + length, length + 2);
  assert_int_equal(fclose(out), 0);
  open_text(t, text, overrides, n, 1);
  free(text);
}

static void a_chain_of_pendulums_keeps_its_energy(void **state) {
  (void)state;
  struct trial t;
  const char *seconds = getenv("AMPHI_SWINGS"); /* that many s, in place of ten */
  open_chain(&t, 3, false, NULL, 0);
  const double span = t.run.bodies[0].mass * 9.81 * 0.2 * 9; /* between upright and hanging, half of it */
  const double begun = energy_of(&t);
  double most = 0, gap = 0;
  while (t.run.time < (seconds ? atof(seconds) : 10)) {
    steps(&t, 1);
    most = fmax(most, fabs(energy_of(&t) - begun));
    for (size_t k = 0; k < 3; k++) gap = fmax(gap, joints_gap(&t.run, k));
  }
  print_message("after %g s, %llu steps, energy is off by at most %.3g of the %.4g J that swing; joints open "
                "by %.3g m\n",
                t.run.time, (unsigned long long)t.run.step, most / span, span, gap);
  assert_true(most < 1e-4 * span && gap < 1e-4);
  trial_close(&t);
}

/* A chain that is pinned at both ends, tight: it bears itself. */
static void closed_loops_hold(void **state) {
  (void)state;
  struct trial t;
  open_chain(&t, 3, true, NULL, 0);
  until(&t, 0.5);
  double gap = 0, fallen = 0;
  for (size_t k = 0; k < 4; k++) gap = fmax(gap, joints_gap(&t.run, k));
  for (size_t k = 0; k < 3; k++) fallen = fmax(fallen, fabs(t.run.bodies[k].now.shift[1]));
  print_message("joints open by %.3g m, bars fall by %.3g m\n", gap, fallen);
  assert_true(gap < 1e-3);
  trial_close(&t);
}

static void two_hundred_joints_hold(void **state) {
  (void)state;
  struct trial t;
  open_chain(&t, 200, false, NULL, 0);
  steps(&t, 20);
  double gap = 0;
  for (size_t k = 0; k < 200; k++) gap = fmax(gap, joints_gap(&t.run, k));
  const double begun = clock_now();
  steps(&t, 10);
  print_message("200 joints open by %.3g m; a step takes %.3g ms\n", gap, 100 * (clock_now() - begun));
  assert_true(gap < 1e-6 && fabs(t.run.bodies[199].now.shift[1]) > 0);
  trial_close(&t);
}

/* A paddle on a motor and a float on a spring and a gear, in water. */
static const char works[] =
    "method: wcsph\nscheme: classic\n"
    "dimensions: 2\n"
    "dp: 0.04\n"
    "domain: {low: [0, 0], high: [1.6, 1.2]}\n"
    "gravity: [0, -9.81]\n"
    "summation: fixed\n"
    "fluids:\n"
    "  - {name: water, shapes: [{add: box, low: [0, 0], high: [1.6, 0.4]}]}\n"
    "walls:\n"
    "  - {name: tank, shapes: [{add: box, low: [0, 0], high: [1.6, 1], fill: shell-outside, open: [+y]}]}\n"
    "  - {name: left, shapes: [{add: box, low: [0.2, 0.2], high: [0.36, 0.6]}], body: {density: 600}}\n"
    "  - {name: mid, shapes: [{add: box, low: [0.6, 0.28], high: [0.92, 0.52]}], body: {density: 600, "
    "driven: "
    "[{way: x, formula: 0.3*sin(9*t)}]}}\n"
    "  - {name: right, shapes: [{add: box, low: [1.12, 0.28], high: [1.36, 0.52]}], body: {density: 700}}\n"
    "  - {name: spare, shapes: [{add: box, low: [1.44, 0.24], high: [1.52, 0.7]}], body: {density: 500}}\n"
    "joints:\n"
    "  - {name: motor, type: hinge, of: left, at: [0.28, 0.4], speed: 200*sin(12*t)}\n"
    "  - {name: coil, type: spring, of: mid, at: [0.92, 0.4], with: right, to: [1.12, 0.4], stiffness: 400, "
    "damping: 5}\n"
    "  - {name: pin, type: hinge, of: right, at: [1.24, 0.4], stiffness: 5, limits: [-20, 20]}\n"
    "  - {name: twist, type: ball, of: spare, at: [1.5, 0.7], stiffness: 2, damping: 0.1}\n"
    "  - {name: gear, type: gear, of: mid, with: left, ratio: -0.3}\n"
    "contact: {pairs: [{of: mid, with: right, friction: 0.1}]}\n"
    "boundary: {model: dummy, slip: free}\n"
    "end: 1\n";

static void turns(struct trial *t) {
  print_message("the paddle is at %g degrees\n", angle_of(&t->run.bodies[0]) / RADIANS);
  assert_true(fabs(angle_of(&t->run.bodies[0])) > 0.01);
}

static void every_backend_has_one_hash(void **state) {
  (void)state;
  static char *const kinds[] = {"integrator.scheme=verlet", "integrator.scheme=symplectic"};
  for (int k = 0; k < 2; k++) ways_have_one_hash(works, &kinds[k], 1, (const int[]){120, 80, 100}, turns);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_hinge_with_a_spring_swings),
      cmocka_unit_test(what_turns_has_a_spring),
      cmocka_unit_test(a_spring_is_between_two_bodies),
      cmocka_unit_test(stiffness_and_damping_change_along_time),
      cmocka_unit_test(a_stop_holds),
      cmocka_unit_test(a_gear_turns_in_proportion),
      cmocka_unit_test(a_motor_has_its_speed),
      cmocka_unit_test(what_is_driven_leaves_the_rest_free),
      cmocka_unit_test(pairs_have_their_friction),
      cmocka_unit_test(a_chain_of_pendulums_keeps_its_energy),
      cmocka_unit_test(closed_loops_hold),
      cmocka_unit_test(two_hundred_joints_hold),
      cmocka_unit_test(every_backend_has_one_hash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
