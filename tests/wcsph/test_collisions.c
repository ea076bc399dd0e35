/* SPDX-License-Identifier: BSD-3-Clause */
/* Restitution and friction of bodies by their materials, on floors and slopes. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "touching.h"

/* Balls that are dropped on a floor: each rises by its materials' restitution, squared. */
static void balls_rise_by_their_restitution(void **state) {
  (void)state;
  static char *const schemes[] = {"integrator.scheme=verlet", "integrator.scheme=symplectic"};
  static const double bounce[] = {0.9, 0.5, 0.7, 0.2};
  char *overrides[] = {
      NULL,
      ("walls=[{name: floor, material: stone, shapes: [{add: box, low: [0, -0.2], high: [4, 0]}]}, "
       "{name: a, material: steel, shapes: [{add: sphere, centre: [0.6, 0.8], radius: 0.2}], body: {density: "
       "700}}, "
       "{name: b, material: wood, shapes: [{add: sphere, centre: [1.4, 0.8], radius: 0.2}], body: {density: "
       "700}}, "
       "{name: c, shapes: [{add: sphere, centre: [2.2, 0.8], radius: 0.2}], body: {density: 700}}, "
       "{name: d, material: wood, shapes: [{add: sphere, centre: [3, 0.8], radius: 0.2}], body: {density: "
       "700}}]"),
      "contact={restitution: 0.7, pairs: [{of: d, with: floor, restitution: 0.2}], materials: [{of: stone, "
      "with: "
      "steel, restitution: 0.9}, {of: wood, with: stone, restitution: 0.5}, {of: steel, with: wood, "
      "friction: 0}]}"};
  for (int k = 0; k < 2; k++) {
    struct trial t;
    double low[4] = {0}, top[4], energy, last;
    overrides[0] = schemes[k];
    open_text(&t, plane, overrides, 3, 1);
    for (int n = 0; n < 4; n++) top[n] = -1;
    energy = last = energy_of(&t);
    while (t.run.time < 0.95) {
      steps(&t, 1);
      for (int n = 0; n < 4; n++) {
        const struct rigid_body *b = &t.run.bodies[n];
        low[n] = fmin(low[n], b->now.shift[1]);
        if (low[n] < -0.5 && b->now.velocity[1] <= 0 && top[n] < 0 && b->now.shift[1] > low[n] + 0.005)
          top[n] = b->now.shift[1] - low[n];
      }
    }
    last = energy_of(&t);
    for (int n = 0; n < 4; n++) {
      print_message("%s: restitution %g: rises %g m of %g, %g\n", schemes[k], bounce[n], top[n], -low[n],
                    sqrt(fabs(top[n] / low[n])));
    }
    print_message("energy %g J, then %g\n", energy, last);
    for (int n = 0; n < 4; n++) assert_true(fabs(sqrt(fabs(top[n] / low[n])) - bounce[n]) < 0.03);
    assert_true(last < energy);
    trial_close(&t);
  }
}

/* A box that meets a floor with a corner: the corner parts at the restitution, the box turns by mechanics. */
static void a_corner_parts_at_its_restitution(void **state) {
  (void)state;
  static const double turns[] = {20, -35};
  for (int k = 0; k < 2; k++) {
    struct trial t;
    char walls[400];
    snprintf(walls, sizeof walls,
             "walls=[{name: floor, shapes: [{add: box, low: [0, -0.2], high: [4, 0]}]}, {name: box, shapes: "
             "[{add: "
             "box, low: [1.5, 0.8], high: [2.1, 1.2], turn: %g}], body: {density: 700, velocity: [0, -2]}}]",
             turns[k]);
    char *overrides[] = {walls, "contact={restitution: 0.6, friction: 0}", "gravity=[0, 0]",
                         "integrator.scheme=symplectic"};
    open_text(&t, plane, overrides, 4, 1);
    const struct rigid_body *b = t.run.bodies;
    while (t.run.time < 0.5 && b->now.velocity[1] == -2.0) steps(&t, 1);
    until(&t, t.run.time + 0.03);
    /* A blow J up at a corner x off the centre: v = -2 + J / m, w = J x / I, and v + w x = 0.6 * 2. */
    const double spin = b->now.momentum[2] / b->inertia[2][2], v = b->now.velocity[1];
    const double off = b->now.momentum[2] / (b->mass * (v + 2)), parts = v + spin * off;
    print_message("turned by %g: the corner, %g m off, parts at %g of its speed\n", turns[k], off, parts / 2);
    assert_true(fabs(off) > 0.05 && fabs(parts / 2 - 0.6) < 0.03);
    trial_close(&t);
  }
}

/* A block on a slope that is a turned box, not along the lattice. */
static void a_block_slides_where_the_slope_is_steeper_than_friction(void **state) {
  (void)state;
  static const double angles[] = {20, -20, 33};
  double mirrored[2] = {0};
  for (int k = 0; k < 6; k++) {
    struct trial t;
    const double angle = angles[k / 2], slope = fabs(angle) * M_PI / 180,
                 friction = tan(slope) + (k % 2 ? 0.1 : -0.1);
    const double c = cos(slope), s = sin(slope), side = angle > 0 ? 1 : -1;
    char walls[600], contact[80];
    /* The floor's upper face goes through [2, 1.5]; the block's centre is half of its height and a bit above.
     */
    snprintf(walls, sizeof walls,
             "walls=[{name: floor, shapes: [{add: box, low: [%.9g, %.9g], high: [%.9g, %.9g], turn: %g}]}, "
             "{name: box, "
             "shapes: [{add: box, low: [%.9g, %.9g], high: [%.9g, %.9g], turn: %g}], body: {density: 700}}]",
             2 + side * s * 0.15 - 1.6, 1.5 - c * 0.15 - 0.15, 2 + side * s * 0.15 + 1.6,
             1.5 - c * 0.15 + 0.15, angle, 2 - side * s * 0.2 - 0.3, 1.5 + c * 0.2 - 0.2,
             2 - side * s * 0.2 + 0.3, 1.5 + c * 0.2 + 0.2, angle);
    snprintf(contact, sizeof contact, "contact={restitution: 0.1, friction: %.9g}", friction);
    char *overrides[] = {walls, contact, "fluids.drop.hydrostatic=false"};
    open_text(&t, plane, overrides, 3, 1);
    const struct rigid_body *b = t.run.bodies;
    until(&t, 0.15);
    const double from = hypot(b->now.velocity[0], b->now.velocity[1]), time = t.run.time;
    until(&t, 0.4);
    const double v = hypot(b->now.velocity[0], b->now.velocity[1]),
                 way = hypot(b->now.shift[0], b->now.shift[1]);
    const double said = fmax(9.81 * (s - friction * c), 0);
    print_message("%g degrees, friction %.3g: %g m, %g m/s (%g), %g m/s^2; turned %g\n", angle, friction, way,
                  v, said * t.run.time, (v - from) / (t.run.time - time), b->now.turn[3]);
    if (said > 0)
      assert_true(v > 0.6 * said * t.run.time && v < 1.4 * said * t.run.time);
    else
      assert_true(v < 0.02 && way < 0.3 * 0.05);
    assert_true(0.5 * v * v < 9.81 * s * way && fabs(b->now.turn[3]) < 0.01);
    if (angle == 20) mirrored[k % 2] = way;
    if (angle == -20) assert_true(fabs(way / mirrored[k % 2] - 1) < 1e-9);
    trial_close(&t);
  }
}

/* A body on a line that rubs: Coulomb's force slows it evenly, and then holds it. */
static void a_line_that_rubs_stops_a_body(void **state) {
  (void)state;
  static char *const schemes[] = {"integrator.scheme=verlet", "integrator.scheme=symplectic"};
  for (int k = 0; k < 2; k++) {
    struct trial t;
    char *overrides[] = {
        "gravity=[0, 0]",
        "walls.box.body={density: 500, velocity: [1, 0], locked: [rz], springs: [{on: [1.25, 2.25], "
        "to: [0.25, 2.25], friction: 500}]}",
        "walls.box.shapes.0.low=[1, 2]", "walls.box.shapes.0.high=[1.5, 2.5]", schemes[k]};
    open_text(&t, plane, overrides, 5, 1);
    const struct rigid_body *b = t.run.bodies;
    double taken = 0;
    while (t.run.time < 0.4) {
      steps(&t, 1);
      taken += b->dissipated * t.run.dt;
    }
    const double way = 0.5 * b->mass / 500;
    print_message("%s: slid %g m (%g), left %g m/s; it took %g J of %g; %llu steps\n", schemes[k],
                  b->now.shift[0], way, b->now.velocity[0], taken, 0.5 * b->mass,
                  (unsigned long long)t.run.step);
    assert_true(fabs(b->now.shift[0] / way - 1) < 0.02 && fabs(b->now.velocity[0]) < 1e-3);
    assert_true(fabs(taken / (0.5 * b->mass) - 1) < 0.02);
    trial_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(balls_rise_by_their_restitution),
      cmocka_unit_test(a_corner_parts_at_its_restitution),
      cmocka_unit_test(a_block_slides_where_the_slope_is_steeper_than_friction),
      cmocka_unit_test(a_line_that_rubs_stops_a_body),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
