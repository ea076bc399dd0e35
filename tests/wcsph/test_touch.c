/* SPDX-License-Identifier: BSD-3-Clause */
/* Bodies that touch, are joined and moored: mechanics, and one hash on every backend. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "touching.h"
#include "wcsph/walls/contact.h"
#include "wcsph/walls/joints.h"
#include "wcsph/walls/lines.h"

static double middle_of(const struct trial *t, size_t body, int axis) {
  const struct rigid_body *b = &t->run.bodies[body];
  return t->run.walls[b->wall].middle[axis] + b->now.shift[axis];
}

static void a_box_that_slides_stops_by_coulomb(void **state) {
  (void)state;
  static char *const schemes[] = {"integrator.scheme=verlet", "integrator.scheme=symplectic"};
  for (int k = 0; k < 2; k++) {
    struct trial t;
    char *overrides[] = {"walls.box.body={density: 500, velocity: [1.2, 0]}", schemes[k]};
    open_text(&t, plane, overrides, 2, 1);
    const struct rigid_body *b = t.run.bodies;
    until(&t, 0.15);
    const double early = b->now.velocity[0];
    until(&t, 0.6);
    const double way = 1.2 * 1.2 / (2 * 0.4 * 9.81);
    print_message("%s: %g m/s after 0.15 s (%g), slid %g m (%g), sank %g m, turned %g; %llu steps\n",
                  schemes[k], early, 1.2 - 0.4 * 9.81 * 0.15, b->now.shift[0], way, -b->now.shift[1],
                  b->now.turn[3], (unsigned long long)t.run.step);
    assert_true(fabs(early - (1.2 - 0.4 * 9.81 * 0.15)) < 0.02);
    assert_true(fabs(b->now.shift[0] - way) < 0.03 * way);
    assert_true(fabs(b->now.shift[1]) < 0.02 * 0.05 && fabs(b->now.turn[3]) < 1e-3);
    assert_true(fabs(b->now.velocity[0]) < 2e-3);
    trial_close(&t);
  }
}

/* How fast a ball leaves the floor, over how fast it came. */
static void a_ball_bounces_by_its_damping(void **state) {
  (void)state;
  static const struct {
    char *damping;
    double low, high;
  } balls[] = {
      {"contact.damping=0", 0.9, 1.1}, {"contact.damping=0.1", 0.68, 0.9}, {"contact.damping=0.3", 0.3, 0.6}};
  for (int k = 0; k < 6; k++) {
    struct trial t;
    char *overrides[] = {"walls.box.shapes=[{add: sphere, centre: [2, 0.5], radius: 0.2}]",
                         balls[k / 2].damping,
                         k % 2 ? "integrator.scheme=symplectic" : "integrator.scheme=verlet",
                         "walls.box.body={density: 500, velocity: [0, -1], locked: [rz]}", "gravity=[0, 0]"};
    open_text(&t, plane, overrides, 5, 1);
    until(&t, 0.6);
    const double v = t.run.bodies->now.velocity[1];
    print_message("%s, %s: bounces at %g of its speed; %llu steps\n", overrides[1], overrides[2], v,
                  (unsigned long long)t.run.step);
    assert_true(v > balls[k / 2].low && v < balls[k / 2].high);
    trial_close(&t);
  }
}

/* Two boxes meet off their middles, one of them turned: momentum and spin stay what they were. */
static void bodies_that_collide_keep_their_momentum(void **state) {
  (void)state;
  static const char two[] =
      "method: wcsph\nscheme: classic\n"
      "dimensions: 3\n"
      "dp: 0.1\n"
      "domain: {low: [0, 0, 0], high: [4, 4, 4]}\n"
      "material: {speed_of_sound: 40}\n"
      "fluids:\n"
      "  - {name: drop, shapes: [{add: box, low: [0.1, 0.1, 0.1], high: [0.3, 0.3, 0.3]}]}\n"
      "walls:\n"
      "  - {name: a, shapes: [{add: box, low: [1, 1.5, 1.5], high: [1.6, 2.1, 2.1]}], body: {density: 500, "
      "velocity: [1, "
      "0, 0]}}\n"
      "  - {name: b, shapes: [{add: box, low: [1.9, 1.8, 1.7], high: [2.3, 2.2, 2.3]}], body: {density: 900, "
      "angular_velocity: [0, 90, 200]}}\n"
      "contact: {damping: 0, friction: 0}\n"
      "integrator: {scheme: symplectic, max_step: 2e-4}\n"
      "end: 9\n";
  struct trial t;
  open_text(&t, two, NULL, 0, 1);
  double before[2][6], energy[2];
  for (int k = 0; k < 2; k++) {
    if (k) until(&t, 0.8);
    energy[k] = energy_of(&t);
    memset(before[k], 0, sizeof before[k]);
    for (size_t n = 0; n < 2; n++) {
      const struct rigid_body *b = &t.run.bodies[n];
      double p[3], x[3], l[3];
      for (int a = 0; a < 3; a++) p[a] = b->mass * b->now.velocity[a], x[a] = middle_of(&t, n, a);
      cross3(x, p, l);
      for (int a = 0; a < 3; a++) before[k][a] += p[a], before[k][3 + a] += l[a] + b->now.momentum[a];
    }
  }
  print_message("velocity of b %g %g %g m/s; energy %g, %g\n", t.run.bodies[1].now.velocity[0],
                t.run.bodies[1].now.velocity[1], t.run.bodies[1].now.velocity[2], energy[0], energy[1]);
  assert_true(t.run.bodies[1].now.velocity[0] > 0.2);
  for (int a = 0; a < 6; a++) assert_true(fabs(before[1][a] - before[0][a]) < 1e-9 * 500);
  assert_true(fabs(energy[1] / energy[0] - 1) < 0.03);
  trial_close(&t);
}

static void a_pendulum_has_its_period(void **state) {
  (void)state;
  static char *const schemes[] = {"integrator.scheme=verlet", "integrator.scheme=symplectic"};
  for (int k = 0; k < 2; k++) {
    struct trial t;
    char *overrides[] = {"walls.box.shapes=[{add: box, low: [1.9, 1], high: [2.1, 2]}]",
                         "joints=[{name: pin, type: hinge, of: box, at: [2, 2]}]", schemes[k],
                         "walls.box.body={density: 500, angular_velocity: 12}"};
    open_text(&t, plane, overrides, 4, 1);
    const struct rigid_body *b = t.run.bodies;
    const double arm = 0.5, about = b->inertia[2][2] + b->mass * arm * arm;
    /* What turns about its middle alone is not yet how the joint lets it turn. */
    const double omega = sqrt(b->mass * 9.81 * arm / about);
    double last = 0, crossed[4];
    int n = 0;
    while (n < 4 && t.run.time < 4) {
      const double x = b->now.turn[3], time = t.run.time;
      steps(&t, 1);
      if (x * b->now.turn[3] < 0) crossed[n++] = time + (t.run.time - time) * x / (x - b->now.turn[3]);
      last = fmax(last, joints_gap(&t.run, 0));
    }
    assert_int_equal(n, 4);
    const double half = (crossed[3] - crossed[0]) / 3;
    print_message("%s: half a period %g s, by theory %g s; the joint opens by %g m\n", schemes[k], half,
                  M_PI / omega, last);
    assert_true(fabs(half * omega / M_PI - 1) < 1e-3 && last < 0.01 * 0.05);
    trial_close(&t);
  }
}

/* A chain of two plates, on a hinge that a third body on a slide carries: energy stays, joints hold. */
static const char chain[] =
    "method: wcsph\nscheme: classic\n"
    "dimensions: 3\n"
    "dp: 0.1\n"
    "domain: {low: [0, 0, 0], high: [6, 6, 6]}\n"
    "gravity: [0, 0, -9.81]\n"
    "material: {speed_of_sound: 40}\n"
    "fluids:\n"
    "  - {name: drop, shapes: [{add: box, low: [0.1, 0.1, 5.5], high: [0.3, 0.3, 5.8]}]}\n"
    "walls:\n"
    "  - {name: cart, shapes: [{add: box, low: [2.7, 2.8, 3.9], high: [3.3, 3.2, 4.1]}], body: {density: "
    "800}}\n"
    "  - {name: one, shapes: [{add: box, low: [3, 2.9, 3.9], high: [4, 3.1, 4.1]}], body: {density: 500}}\n"
    "  - {name: two, shapes: [{add: box, low: [4, 2.9, 3.9], high: [4.6, 3.1, 4.1]}], body: {density: 500, "
    "velocity: [0, 0.6, 0]}}\n"
    "joints:\n"
    "  - {name: rail, type: slider, of: cart, at: [3, 3, 4], axis: [1, 0, 0]}\n"
    "  - {name: pin, type: hinge, of: one, with: cart, at: [3, 3, 4], axis: [0, 2, 0]}\n"
    "  - {name: link, type: ball, of: two, with: one, at: [4, 3, 4]}\n"
    "integrator: {scheme: symplectic, max_step: 2e-4}\n"
    "contact: {friction: 0}\n"
    "end: 9\n";

static void a_chain_keeps_its_energy(void **state) {
  (void)state;
  struct trial t;
  open_text(&t, chain, NULL, 0, 1);
  steps(&t, 3);
  const double energy = energy_of(&t);
  double gap = 0, most = 0, fallen = 0;
  while (t.run.time < 0.9) {
    steps(&t, 1);
    for (size_t k = 0; k < 3; k++) gap = fmax(gap, joints_gap(&t.run, k));
    most = fmax(most, fabs(energy_of(&t) - energy));
    fallen = fmin(fallen, t.run.bodies[2].now.shift[2]);
  }
  const struct rigid_body *b = t.run.bodies;
  print_message(
      "the end has fallen by %g m, the cart went %g m; joints open by %g m, energy is off by %g of %g J\n",
      -fallen, b[0].now.shift[0], gap, most, b[2].mass * 9.81);
  assert_true(fallen < -1 && fabs(b[0].now.shift[0]) > 0.1);
  assert_true(fabs(b[0].now.shift[1]) < 1e-3 && fabs(b[0].now.shift[2]) < 1e-3);
  for (int a = 1; a < 4; a++) assert_true(fabs(b[0].now.turn[a]) < 1e-3);
  assert_true(fabs(b[1].now.turn[1]) < 1e-3 && fabs(b[1].now.turn[3]) < 1e-3);
  assert_true(gap < 0.03 * 0.1 && most < 0.01 * b[2].mass * 9.81);
  trial_close(&t);
}

static void a_generator_takes_what_a_body_loses(void **state) {
  (void)state;
  struct trial t;
  char *overrides[] = {
      "gravity=[0, 0]", "walls.box.body={density: 500, velocity: [1, 0]}",
      "joints=[{name: rail, type: slider, of: box, at: [1.25, 2.25], axis: [3, 0], damping: 500}]",
      "walls.box.shapes.0.low=[1, 2]", "walls.box.shapes.0.high=[1.5, 2.5]"};
  open_text(&t, plane, overrides, 5, 1);
  const struct rigid_body *b = t.run.bodies;
  double taken = 0;
  while (t.run.time < 0.2) {
    steps(&t, 1);
    taken += b->dissipated * t.run.dt;
  }
  const double left = exp(-500 * 0.2 / b->mass);
  print_message("%g m/s are left (%g); the damper took %g J of %g\n", b->now.velocity[0], left, taken,
                0.5 * b->mass * (1 - left * left));
  assert_true(fabs(b->now.velocity[0] - left) < 3e-3);
  assert_true(fabs(taken / (0.5 * b->mass * (1 - left * left)) - 1) < 0.02);
  trial_close(&t);
}

/* Where the upper end of an elastic catenary is by the closed formula, from its tension. */
static void catenary(const struct mooring *m, double h, double v, double *across, double *height) {
  const double w = m->weight, l = m->length, e = m->stiffness, low = v - w * l;
  if (m->bed && low < 0) {
    *across = (l - v / w) + h / w * asinh(v / h) + h * l / e;
    *height = h / w * (sqrt(1 + v * v / (h * h)) - 1) + v * v / (2 * w * e);
  } else {
    *across = h / w * (asinh(v / h) - asinh(low / h)) + h * l / e;
    *height =
        h / w * (sqrt(1 + v * v / (h * h)) - sqrt(1 + low * low / (h * h))) + (v * l - 0.5 * w * l * l) / e;
  }
}

static void a_mooring_is_a_catenary(void **state) {
  (void)state;
  static const struct {
    struct mooring line;
    double h, v;
  } lines[] = {
      {{.length = 20, .weight = 100, .stiffness = 1e6, .bed = true}, 800, 1200},
      {{.length = 20, .weight = 100, .stiffness = 1e6, .bed = true}, 50, 900},
      {{.length = 20, .weight = 100, .stiffness = 1e6, .bed = true}, 5000, 2500},
      {{.length = 20, .weight = 100, .stiffness = 1e4, .bed = true}, 3000, 8000},
      {{.length = 20, .weight = 100, .stiffness = 1e6, .bed = false}, 300, 800},
      {{.length = 835, .weight = 1065, .stiffness = 7.5e8, .bed = true}, 9e5, 6e5},
  };
  for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
    double across, height, along, down;
    catenary(&lines[k].line, lines[k].h, lines[k].v, &across, &height);
    mooring_tension(&lines[k].line, across, height, &along, &down);
    print_message("at %g, %g m: %g, %g N; by the formula %g, %g\n", across, height, along, down, lines[k].h,
                  lines[k].v);
    const double most = 0.01 * (lines[k].h + lines[k].v);
    assert_true(fabs(along - lines[k].h) < most && fabs(down - lines[k].v) < most);
  }
  /* Slack, it hangs down and lies; straight above its anchor it pulls straight down. */
  double along, down;
  mooring_tension(&lines[0].line, 5, 8, &along, &down);
  assert_true(along < 20 && fabs(down - 800) < 20);
  mooring_tension(&lines[0].line, 0, 8, &along, &down);
  assert_true(along == 0 && fabs(down - 800) < 20);
}

/* A tank with a raft of two boxes on a hinge, moored, and a ball that is thrown at it. */
static const char raft[] =
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
    "  - {name: left, shapes: [{add: box, low: [0.4, 0.28], high: [0.72, 0.52]}], body: {density: 600, "
    "moorings: "
    "[{on: [0.4, 0.4], to: [0.1, 0], length: 0.6, weight: 20, stiffness: 2000}]}}\n"
    "  - {name: right, shapes: [{add: box, low: [0.8, 0.28], high: [1.12, 0.52]}], body: {density: 600}}\n"
    "  - {name: ball, shapes: [{add: sphere, centre: [1.0, 0.68], radius: 0.1}], body: {density: 2000, "
    "velocity: "
    "[-0.3, -1.5]}}\n"
    "joints: [{name: pin, type: hinge, of: left, with: right, at: [0.76, 0.4], damping: 1}]\n"
    "contact: {}\n"
    "boundary: {model: dummy, slip: free}\n"
    "end: 1\n";

static void falls_on_the_raft(struct trial *t) {
  const double spin = t->run.bodies[1].now.momentum[2];
  print_message("ball at %g m, raft opens by %g m, spin %g\n", middle_of(t, 2, 1), joints_gap(&t->run, 0),
                spin);
  assert_true(joints_gap(&t->run, 0) < 1e-3);
  assert_true(middle_of(t, 2, 1) > 0.5 && fabs(spin) > 1e-3); /* and not through */
}

static void every_backend_has_one_hash(void **state) {
  (void)state;
  static char *const plain[] = {"integrator.scheme=verlet"};
  static char *const of_materials[] = {
      "integrator.scheme=symplectic", "walls.ball.material=steel", "walls.left.material=wood",
      "walls.right.material=wood",
      "contact={restitution: 0.6, friction: 0.2, materials: [{of: wood, with: steel, restitution: 0.4}]}"};
  ways_have_one_hash(raft, plain, 1, (const int[]){150, 100, 150}, falls_on_the_raft);
  ways_have_one_hash(raft, of_materials, 5, (const int[]){150, 100, 150}, falls_on_the_raft);
}

/* Rows of small boxes that fly at each other: as many as the issue of a case may have, and what they do to
 * each other leaves their momentum alone. */
static void two_thousand_bodies_collide(void **state) {
  (void)state;
  enum { ACROSS = 50, UP = 40, COUNT = ACROSS * UP };
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  fputs("method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.04\ndomain: {low: [0, 0], high: [7, 6]}\n"
        "material: {speed_of_sound: 25}\ncontact: {friction: 0}\nend: 1\n"
        "fluids:\n  - {name: drop, shapes: [{add: box, low: [6.6, 0.4], high: [6.8, 0.6]}]}\nwalls:\n",
        out);
  for (int k = 0; k < COUNT; k++) {
    const double x = 0.4 + 0.12 * (k % ACROSS), y = 0.4 + 0.12 * (k / ACROSS);
    fprintf(out,
            "  - {name: b%d, shapes: [{add: box, low: [%g, %g], high: [%g, %g]}], body: {density: %d, "
            "velocity: [%d, 0]}}\n",
            k, x, y, x + 0.08, y + 0.08, k % 3 ? 500 : 900, k % 2 ? -1 : 1);
  }
  assert_int_equal(fclose(out), 0);
  struct trial t;
  open_text(&t, text, NULL, 0, 1);
  free(text);
  assert_int_equal(t.run.body_count, COUNT);
  double momentum[2] = {0}, energy[2] = {0}, all = 0, nearest = 1;
  for (int when = 0; when < 2; when++) {
    if (when) until(&t, 0.06);
    for (int k = 0; k < COUNT; k++) {
      const struct rigid_body *b = &t.run.bodies[k];
      momentum[when] += b->mass * b->now.velocity[0];
      energy[when] += 0.5 * b->mass * b->now.velocity[0] * b->now.velocity[0];
      all += b->mass * fabs(b->now.velocity[0]);
      if (k % ACROSS) nearest = fmin(nearest, middle_of(&t, (size_t)k, 0) - middle_of(&t, (size_t)k - 1, 0));
    }
  }
  print_message("momentum %g, %g kg m/s; energy %g, %g J; the nearest come to %g m of each other\n",
                momentum[0], momentum[1], energy[0], energy[1], nearest);
  assert_true(fabs(momentum[1] - momentum[0]) < 1e-9 * all);
  assert_true(energy[1] < 0.9 * energy[0] && nearest > 0.07); /* they met, and none went through */
  trial_close(&t);
}

/* Cubes of three and of six particles, one on the other, a spacing apart between the particles' layers, which
 * is where their surfaces meet: they stay, also at their edges. */
static void a_stack_of_cubes_stands(void **state) {
  (void)state;
  static const char stack[] =
      "method: wcsph\nscheme: classic\n"
      "dimensions: 3\n"
      "dp: 0.05\n"
      "domain: {low: [0, 0, 0], high: [1.2, 1.2, 1.2]}\n"
      "gravity: [0, 0, -9.81]\n"
      "material: {speed_of_sound: 25}\n"
      "fluids:\n"
      "  - {name: drop, shapes: [{add: box, low: [0.1, 0.1, 1], high: [0.2, 0.2, 1.1]}]}\n"
      "walls:\n"
      "  - {name: floor, shapes: [{add: box, low: [0.3, 0.3, 0], high: [0.9, 0.9, 0.15]}]}\n"
      "  - {name: a, shapes: [{add: box, low: [0.45, 0.45, 0.15], high: [0.75, 0.75, 0.45]}], body: "
      "{density: "
      "800}}\n"
      "  - {name: b, shapes: [{add: box, low: [0.45, 0.45, 0.45], high: [0.6, 0.6, 0.6]}], body: {density: "
      "800}}\n"
      "  - {name: c, shapes: [{add: box, low: [0.45, 0.45, 0.6], high: [0.6, 0.6, 0.75]}], body: {density: "
      "800}}\n"
      "contact: {friction: 0.4, stiffness: 1e6}\n"
      "end: 1\n";
  struct trial t;
  double most = 0;
  open_text(&t, stack, NULL, 0, 1);
  while (t.run.time < 0.1) {
    steps(&t, 20);
    for (size_t k = 0; k < 3; k++)
      for (int a = 0; a < 3; a++) {
        most = fmax(most, fabs(t.run.bodies[k].now.shift[a]));
        most = fmax(most, 0.5 * 0.3 * fabs(t.run.bodies[k].now.turn[1 + a]));
      }
  }
  print_message("in %g s none goes farther than %g m; %llu steps\n", t.run.time, most,
                (unsigned long long)t.run.step);
  assert_true(most < 0.02 * 0.05);
  trial_close(&t);
}

/* A box on a slope, which is gravity that is not straight down: how fast what sticks creeps. */
static void what_sticks_creeps_as_it_is_said(void **state) {
  (void)state;
  static char *const schemes[] = {"integrator.scheme=verlet", "integrator.scheme=symplectic"};
  const double slope = 0.3, g = 9.81 / sqrt(1 + slope * slope);
  for (int k = 0; k < 2; k++) {
    struct trial t;
    char gravity[64];
    snprintf(gravity, sizeof gravity, "gravity=[%.17g, %.17g]", slope * g, -g);
    char *overrides[] = {gravity, schemes[k], "fluids.drop.hydrostatic=false"};
    open_text(&t, plane, overrides, 3, 1);
    const struct rigid_body *b = t.run.bodies;
    until(&t, 0.3);
    const double before = b->now.shift[0], from = t.run.time;
    until(&t, 0.6);
    const double creep = (b->now.shift[0] - before) / (t.run.time - from);
    /* n dampers of 2 sqrt(k m / n) bear its weight along the slope, n particles being its width. */
    const double stiffness = 10 * 1000.0 * 25 * 25, n = 10;
    const double said = slope * g / (2 * sqrt(stiffness * n / b->mass));
    print_message("%s: creeps at %g m/s; as it is said %g\n", schemes[k], creep, said);
    assert_true(creep > 0.5 * said && creep < 1.5 * said);
    trial_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_box_that_slides_stops_by_coulomb),
      cmocka_unit_test(a_ball_bounces_by_its_damping),
      cmocka_unit_test(a_stack_of_cubes_stands),
      cmocka_unit_test(what_sticks_creeps_as_it_is_said),
      cmocka_unit_test(bodies_that_collide_keep_their_momentum),
      cmocka_unit_test(a_pendulum_has_its_period),
      cmocka_unit_test(a_chain_keeps_its_energy),
      cmocka_unit_test(a_generator_takes_what_a_body_loses),
      cmocka_unit_test(a_mooring_is_a_catenary),
      cmocka_unit_test(every_backend_has_one_hash),
      cmocka_unit_test(two_thousand_bodies_collide),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
