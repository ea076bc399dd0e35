/* SPDX-License-Identifier: BSD-3-Clause */
/* Cables: statics and dynamics by theory, and one hash on every backend. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "ways.h"
#include "wcsph/walls/cabling.h"

/* A drop of fluid, and what a test hangs beside it. */
#define ALONE                                                                                                \
  "method: wcsph\nscheme: classic\n"                                                                         \
  "dimensions: 2\n"                                                                                          \
  "dp: 0.1\n"                                                                                                \
  "domain: {low: [0, 0], high: [9, 9], open: [-x, +x, -y, +y]}\n"                                            \
  "gravity: [0, -9.81]\n"                                                                                    \
  "material: {speed_of_sound: 25}\n"                                                                         \
  "fluids:\n"                                                                                                \
  "  - {name: drop, shapes: [{add: box, low: [0.1, 8.6], high: [0.4, 8.9]}]}\n"                              \
  "limits: {lost: 1}\n"                                                                                      \
  "end: 99\n"

static struct cable_chain *chain_of(struct trial *t) {
  return &t->run.cabling->chain;
}

/* Sub-steps alone, which the fluid has no part in. */
static void swing(struct cable_chain *c, double h) {
  chain_load(c);
  chain_move(c, h);
}

/* Tension at the ends of an elastic catenary between points at one height, by its closed formula: half its
 * weight down, and the horizontal part H for which the span is right. */
static double catenary_tension(double span, double length, double weight, double stiffness) {
  double low = 1e-3 * weight * length, high = 1e3 * weight * length;
  for (int k = 0; k < 200; k++) {
    const double h = 0.5 * (low + high), half = 0.5 * weight * length;
    const double across = 2 * h / weight * asinh(half / h) + h * length / stiffness;
    *(across < span ? &low : &high) = h;
  }
  return sqrt(low * low + 0.25 * weight * weight * length * length);
}

static void a_cable_at_rest_is_a_catenary(void **state) {
  (void)state;
  double last = 0;
  static char *const counts[] = {"cables.a.segments=10", "cables.a.segments=20", "cables.a.segments=40"};
  for (int k = 0; k < 3; k++) {
    struct trial t;
    char *overrides[] = {counts[k]};
    open_text(&t,
              ALONE "cables: [{name: a, from: [1, 5], to: [7, 5], length: 7, mass: 3, diameter: 0.02, "
                    "stiffness: 1e5, water: 0}]\n",
              overrides, 1, 1);
    double ends[2], most;
    const double theory = catenary_tension(6, 7, 3 * 9.81, 1e5);
    cables_tension(&t.run, 0, ends, &most);
    const double off = fabs(ends[0] / theory - 1);
    print_message("%s: %.6g, %.6g N at the ends, by the formula %.6g N\n", counts[k], ends[0], ends[1],
                  theory);
    assert_true(fabs(ends[1] / ends[0] - 1) < 1e-7 && (k == 0 || (off < 0.3 * last && off > 0.2 * last)));
    last = off;
    steps(&t, 200); /* it stays */
    cables_tension(&t.run, 0, ends, &most);
    assert_true(fabs(ends[0] / theory - 1) < 1.01 * off + 1e-7 && t.run.step == 200);
    trial_close(&t);
  }
  assert_true(last < 1e-3);
}

/* On the bed no more than what hangs pulls down at the upper end; tension by the closed formula. */
static void a_cable_lies_on_the_bed(void **state) {
  (void)state;
  const double h = 40, weight = (3 - 1000 * 0.25 * M_PI * 4e-4) * 9.81, rise = 2, stiffness = 1e5;
  const double hangs = sqrt(rise * rise + 2 * rise * h / weight), v = weight * hangs;
  const double stretch = v * v / (2 * weight * stiffness); /* the elastic part of the height, small */
  const double across = (7 - hangs) + h / weight * asinh(v / h) + h * 7 / stiffness;
  struct trial t;
  char to[64], *overrides[] = {to};
  snprintf(to, sizeof to, "cables.a.to=[%.9g, %.9g]", 1 + across, 1 + rise + stretch);
  open_text(&t,
            ALONE "cables: [{name: a, from: [1, 1], to: [8, 3], length: 7, mass: 3, diameter: 0.02, "
                  "stiffness: 1e5, segments: 140, bed: {height: 1}}]\n",
            overrides, 1, 1);
  double ends[2], most;
  cables_tension(&t.run, 0, ends, &most);
  const double theory = sqrt(h * h + v * v);
  print_message("%.6g N at the top, %.6g N at the anchor; by the formula %.6g, %.6g N\n", ends[1], ends[0],
                theory, h);
  assert_true(fabs(ends[1] / theory - 1) < 2e-3 && fabs(ends[0] / h - 1) < 5e-3);
  trial_close(&t);
}

/* Of a chain that hangs from a nail: sqrt(g/L) times half the first zero of J0. */
static void a_chain_swings_by_theory(void **state) {
  (void)state;
  struct trial t;
  open_text(&t,
            ALONE "cables: [{name: a, from: [4, 6], to_on: tip, length: 4, mass: 2, diameter: 0.02, "
                  "stiffness: 1e5, damping: 0, water: 0, segments: 40}]\n"
                  "knots: [{name: tip, at: [4, 2]}]\n",
            NULL, 0, 1);
  struct cable_chain *c = chain_of(&t);
  const double omega = 0.5 * 2.404825557695773 * sqrt(9.81 / 4);
  for (size_t k = 0; k < c->point_count; k++)
    if (!c->points[k].held)
      c->points[k].x[0] += 0.01 * j0(2 * omega * sqrt(fmax(c->points[k].x[1] - 2, 0) / 9.81));
  double crossed[8], time = 0, last = c->points[0].x[0] - 4, most[2] = {0};
  int n = 0;
  while (n < 8) {
    swing(c, c->longest);
    const double x = c->points[0].x[0] - 4;
    time += c->longest;
    most[n > 5] = fmax(most[n > 5], fabs(x));
    if (x * last < 0) crossed[n++] = time - c->longest * x / (x - last);
    last = x;
  }
  const double half = (crossed[7] - crossed[0]) / 7;
  print_message("half a period %.6g s, by theory %.6g s; %.5g m at first, then %.5g m\n", half, M_PI / omega,
                most[0], most[1]);
  assert_true(fabs(half * omega / M_PI - 1) < 1e-3 && fabs(most[1] / most[0] - 1) < 0.03);
  trial_close(&t);
}

/* A tight cable's first mode along it is as long as twice the cable. */
static void waves_along_a_cable_have_their_speed(void **state) {
  (void)state;
  double last = 0;
  static char *const counts[] = {"cables.a.segments=10", "cables.a.segments=20"};
  for (int k = 0; k < 2; k++) {
    struct trial t;
    char *overrides[] = {counts[k], "gravity=[0, 0]"};
    open_text(&t,
              ALONE "cables: [{name: a, from: [1, 5], to: [7, 5], length: 5.9, mass: 3, diameter: 0.02, "
                    "stiffness: 1e5, damping: 0, water: 0}]\n",
              overrides, 2, 1);
    struct cable_chain *c = chain_of(&t);
    const uint32_t middle = c->segments[c->segment_count / 2].end[0];
    for (size_t i = 0; i < c->point_count; i++)
      if (!c->points[i].held) c->points[i].x[0] += 1e-4 * sin(M_PI * (c->points[i].x[0] - 1) / 6);
    const double theory = 5.9 / sqrt(1e5 / 3), h = 0.05 * c->longest;
    double crossed[7], time = 0, before = c->points[middle].x[0] - 4;
    int n = 0;
    while (n < 7) {
      swing(c, h);
      const double x = c->points[middle].x[0] - 4;
      time += h;
      if (x * before < 0) crossed[n++] = time - h * x / (x - before);
      before = x;
    }
    const double off = (crossed[6] - crossed[0]) / 6 / theory - 1;
    print_message("%s: the first mode is slower by %.3g than by the speed of waves\n", counts[k], off);
    assert_true(off > 0 && off < 5e-3 && (k == 0 || off < 0.3 * last));
    last = off;
    trial_close(&t);
  }
}

/* Two light ropes bear a weight: each its share by the triangle of forces. */
static void a_knot_is_in_balance(void **state) {
  (void)state;
  struct trial t;
  open_text(&t,
            ALONE "cables:\n"
                  "  - {name: a, from: [1, 6], to_on: load, length: 2.5, mass: 0.01, diameter: 0.001, "
                  "stiffness: 1e7, water: 0, segments: 3}\n"
                  "  - {name: b, from: [6, 6], to_on: load, length: 4, mass: 0.01, diameter: 0.001, "
                  "stiffness: 1e7, water: 0, segments: 3}\n"
                  "knots: [{name: load, at: [3, 4], mass: 50}]\n",
            NULL, 0, 1);
  /* Where circles of these radii meet. */
  const double x = (25 + 6.25 - 16) / 10, y = sqrt(6.25 - x * x), left = x / 2.5, right = (5 - x) / 4;
  const double a = 50 * 9.81 / (y / 2.5 + left / right * y / 4), b = a * left / right;
  double ends[2], most[2];
  for (size_t k = 0; k < 2; k++) cables_tension(&t.run, k, ends, &most[k]);
  print_message("%.6g and %.6g N, by the triangle %.6g and %.6g N; at %.6g, %.6g m, which is %.6g, %.6g m\n",
                most[0], most[1], a, b, chain_of(&t)->points[0].x[0], chain_of(&t)->points[0].x[1], 1 + x,
                6 - y);
  assert_true(fabs(most[0] / a - 1) < 1e-3 && fabs(most[1] / b - 1) < 1e-3);
  assert_true(fabs(chain_of(&t)->points[0].x[0] - 1 - x) < 1e-3);
  trial_close(&t);
}

/* In water a loose weight on a rope sinks as drag lets it: the rope, which is as heavy as water, takes no
 * part until it is tight. */
static void what_sinks_comes_to_its_speed(void **state) {
  (void)state;
  struct trial t;
  open_text(&t,
            ALONE "cables: [{name: a, from: [4, 6], to_on: load, length: 5, mass: 0.00785398163397, "
                  "diameter: 0.0001, stiffness: 100, segments: 2, drag: [0, 0], added_mass: [0, 0]}]\n"
                  "knots: [{name: load, at: [4, 3], mass: 20, volume: 0.01, drag: 0.5, added_mass: 0.5}]\n",
            NULL, 0, 1);
  struct cable_chain *c = chain_of(&t);
  for (size_t k = 0; k < c->point_count; k++) /* up again, where it is loose */
    if (!c->points[k].held) c->points[k].x[1] = k ? 5.5 : 5;
  const double most = sqrt(10 * 9.81 / (0.5 * 1000 * 0.5)), rate = 10 * 9.81 / most / 25;
  double time = 0;
  while (time < 0.8) {
    swing(c, 1e-3);
    time += 1e-3;
  }
  print_message("%.6g m/s after %g s, by theory %.6g m/s\n", -c->points[0].v[1], time,
                most * tanh(rate * time));
  assert_true(fabs(-c->points[0].v[1] / (most * tanh(rate * time)) - 1) < 5e-3);
  trial_close(&t);
}

static void a_cable_parts_where_it_bears_most(void **state) {
  (void)state;
  struct trial t;
  open_text(&t,
            ALONE "cables: [{name: a, from: [1, 5], to: [7, 4], length: 7, mass: 3, diameter: 0.02, "
                  "stiffness: 1e5, water: 0, breaks_at: 146}]\n",
            NULL, 0, 1);
  double ends[2], most, place[3], tension;
  cables_tension(&t.run, 0, ends, &most);
  assert_true(most > 146);
  while (t.run.time < 1.5) steps(&t, 1);
  cables_tension(&t.run, 0, ends, &most);
  assert_true(chain_of(&t)->segments[0].parted && !chain_of(&t)->segments[1].parted);
  cables_place(&t.run, 0, 0.051, place, &tension); /* of the first of 20 */
  assert_true(place[1] < 4.5);                     /* it has fallen */
  trial_close(&t);
}

/* A box on two moorings and a bridle to a smaller one, in waves of its own. */
static const char moored[] =
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
    "velocity: [0.5, 0]}}\n"
    "  - {name: right, shapes: [{add: box, low: [0.96, 0.28], high: [1.2, 0.52]}], body: {density: 500}}\n"
    "cables:\n"
    "  - {name: a, from: [0.1, 0], to: [0.4, 0.4], to_on: left, length: 0.55, mass: 1, diameter: 0.01, "
    "stiffness: 2000, bed: {height: 0, friction: 0.4}}\n"
    "  - {name: b, from: [0.72, 0.4], from_on: left, to_on: ring, length: 0.16, mass: 0.5, diameter: 0.01, "
    "stiffness: 1000, segments: 8}\n"
    "  - {name: c, from_on: ring, to: [0.96, 0.4], to_on: right, length: 0.16, mass: 0.5, diameter: 0.01, "
    "stiffness: 1000, segments: 8, breaks_at: 6}\n"
    "  - {name: d, from_on: ring, to: [0.9, 0], length: 0.42, mass: 0.5, diameter: 0.01, stiffness: 1000, "
    "segments: 8, bed: {height: 0}}\n"
    "knots: [{name: ring, at: [0.85, 0.35], mass: 0.2}]\n"
    "boundary: {model: dummy, slip: free}\n"
    "end: 1\n";

static void pulls(struct trial *t) {
  double ends[2], most;
  cables_tension(&t->run, 0, ends, &most);
  print_message("t = %g s, %g N at the fairlead\n", t->run.time, ends[1]);
  assert_true(ends[1] > 0.5);
}

static void every_backend_has_one_hash(void **state) {
  (void)state;
  static char *const kinds[] = {"integrator.scheme=verlet", "integrator.scheme=symplectic"};
  for (int k = 0; k < 2; k++) ways_have_one_hash(moored, &kinds[k], 1, (const int[]){150, 100, 150}, pulls);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_cable_at_rest_is_a_catenary),
      cmocka_unit_test(a_cable_lies_on_the_bed),
      cmocka_unit_test(a_chain_swings_by_theory),
      cmocka_unit_test(waves_along_a_cable_have_their_speed),
      cmocka_unit_test(a_knot_is_in_balance),
      cmocka_unit_test(what_sinks_comes_to_its_speed),
      cmocka_unit_test(a_cable_parts_where_it_bears_most),
      cmocka_unit_test(every_backend_has_one_hash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
