/* SPDX-License-Identifier: BSD-3-Clause */
/* Poses of walls that the case moves: velocities and accelerations are derivatives of places, turns are
 * rotations, and a wall stays in the box that motion_reach says. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "case/case.h"
#include "case/motion.h"
#include "check/read.h"
#include "util/error.h"

static const char head[] =
    "method: wcsph\n"
    "dimensions: 3\n"
    "dp: 0.1\n"
    "gravity: [0, 0, -9.81]\n"
    "domain: {low: [-9, -9, -9], high: [9, 9, 9]}\n"
    "material: {speed_of_sound: 10}\n"
    "fluids:\n"
    "  - {name: water, shapes: [{add: box, low: [0, 0, 0], high: [1, 1, 1]}]}\n"
    "walls:\n"
    "  - {name: base, shapes: [{add: box, low: [2, 2, 2], high: [3, 3, 3]}], motion: %s}\n"
    "  - {name: rider, shapes: [{add: box, low: [4, 2, 2], high: [5, 3, 3]}], moves_with: base}\n"
    "end: 1\n";

static const char *const motions[] = {
    "{velocity: [1, -2, 0.5], acceleration: [0.5, 3, 0], from: 0.125, to: 1.5}",
    "{velocity: [1, -2, 0.5], acceleration: [0.5, 3, 0], from: 0.125, to: 1.5, ramp: 0.25}",
    "{type: wave, amplitude: [0.1, 0, 0.2], period: 0.7, phase: 30, ramp: 0.9}",
    "{type: rotation, axis: [1, 2, -1], through: [1, 0, 0.5], angular_velocity: 200, angular_acceleration: "
    "-90}",
    "{type: rotation, axis: [0, 0, 2], through: [2, 2, 2], angular_velocity: 200, to: 1.4, ramp: 0.6}",
    "{type: swing, axis: [0, 1, 0], through: [0, 0, 0], angle: 25, period: 1.3, phase: 90}",
    "{type: circle, axis: [0, 0, 1], arm: [0.5, 0, 0], angular_velocity: 360, angular_acceleration: 50}",
    "{type: file, file: " SOURCE_DIR "/tests/case/motion/places.csv}",
    "{type: file, file: " SOURCE_DIR "/tests/case/motion/places.csv, moves: velocity}",
    "{type: file, file: " SOURCE_DIR "/tests/case/motion/angles.txt, moves: angle, axis: [1, 1, 0]}",
    "{type: file, file: " SOURCE_DIR
    "/tests/case/motion/angles.txt, moves: angular-velocity, axis: [1, 1, 0]}",
    "{type: paddle, direction: [3, 4, 0], ramp: 0.9, waves: {order: 2, depth: 0.6, height: 0.1, period: 1.2, "
    "phase: 40}}",
    "{type: paddle, paddle: flap, through: [1, 2, 0.5], hinge: 0.1, direction: [1, 0, 0], waves: {depth: "
    "0.7, "
    "height: 0.05, period: 1.1}}",
    "{type: paddle, direction: [1, 0, 0], ramp: 0.5, waves: {type: irregular, depth: 1, height: 0.05, "
    "period: 2, "
    "seed: 7, components: 20}}",
    "{type: paddle, direction: [1, 0, 0], waves: {type: focused, depth: 1, height: 0.05, period: 2, "
    "distance: 2, "
    "time: 1}}",
    "{type: paddle, direction: [1, 0, 0], waves: {type: solitary, depth: 0.1, height: 0.05}}",
    "[{type: rotation, axis: [1, 0, 0], through: [2, 2, 2], angular_velocity: 100}, {type: wave, amplitude: "
    "[1, "
    "0, 0], period: 2}, {type: swing, axis: [0, 1, 1], through: [1, 1, 0], angle: 60, period: 1}]",
};
enum { MOTIONS = sizeof motions / sizeof *motions };

static void read_case(struct amphi_case *c, const char *motion) {
  char text[4096];
  const int size = snprintf(text, sizeof text, head, motion);
  if (case_read_text(c, "motion.yaml", text, (size_t)size, NULL, 0) != STATUS_OK)
    fail_msg("%s", error_text());
}

static const double centre[3] = {4.5, 2.5, 2.5};

static void derivatives_are_those_of_places(void **state) {
  (void)state;
  const double h = 1e-4, times[] = {0.0313, 0.21, 0.4512, 0.77, 1.1111, 1.29};
  for (int m = 0; m < MOTIONS; m++) {
    struct amphi_case c;
    read_case(&c, motions[m]);
    assert_true(motion_moves(&c.scene, 1));
    double fastest = 0;
    for (size_t k = 0; k < sizeof times / sizeof *times; k++) {
      struct pose p, a, b;
      double away[3] = {0.3, -0.7, 0.4}, arm[3], before[3], behind[3], spin[3], swirl[3], in[3];
      motion_pose(&c.scene, 1, centre, times[k], &p);
      motion_pose(&c.scene, 1, centre, times[k] - h, &a);
      motion_pose(&c.scene, 1, centre, times[k] + h, &b);
      turn3(p.turn, away, arm);
      turn3(a.turn, away, before);
      turn3(b.turn, away, behind);
      assert_true(fabs(dot3(arm, arm) - dot3(away, away)) < 1e-12);
      cross3(p.spin, arm, spin);
      cross3(p.swirl, arm, swirl);
      cross3(p.spin, spin, in);
      for (int x = 0; x < 3; x++) {
        const double v = p.velocity[x] + spin[x], w = p.acceleration[x] + swirl[x] + in[x];
        const double low = a.shift[x] + before[x], mid = p.shift[x] + arm[x], high = b.shift[x] + behind[x];
        fastest = fmax(fastest, fabs(v));
        if (fabs((high - low) / (2 * h) - v) > 1e-5 * (1 + fabs(v)))
          fail_msg("%s: t = %g: velocity %g, not %g", motions[m], times[k], v, (high - low) / (2 * h));
        if (fabs((high - 2 * mid + low) / (h * h) - w) > 2e-3 * (1 + fabs(w)))
          fail_msg("%s: t = %g: acceleration %g, not %g", motions[m], times[k], w,
                   (high - 2 * mid + low) / (h * h));
      }
    }
    assert_true(fastest > 0.05);
    case_free(&c);
  }
}

static void a_wall_stays_within_its_reach(void **state) {
  (void)state;
  for (int m = 0; m < MOTIONS; m++) {
    struct amphi_case c;
    double low[3] = {4, 2, 2}, high[3] = {5, 3, 3};
    read_case(&c, motions[m]);
    motion_reach(&c.scene, 1, low, high);
    for (int k = 0; k <= 400; k++) {
      struct pose p;
      motion_pose(&c.scene, 1, centre, 0.01 * k, &p);
      for (int corner = 0; corner < 8; corner++) {
        double arm[3];
        for (int x = 0; x < 3; x++) arm[x] = corner >> x & 1 ? 0.5 : -0.5;
        turn3(p.turn, arm, arm);
        for (int x = 0; x < 3; x++) {
          const double at = centre[x] + p.shift[x] + arm[x];
          if (at < low[x] - 1e-9 || at > high[x] + 1e-9)
            fail_msg("%s: t = %g: a corner is at %g, not within %g to %g", motions[m], 0.01 * k, at, low[x],
                     high[x]);
        }
      }
    }
    case_free(&c);
  }
}

/* A quarter of a turn, to the last digits; and rows of a file at their times. */
static void places_are_those_asked_for(void **state) {
  (void)state;
  struct amphi_case c;
  struct pose p;
  read_case(&c, "{type: rotation, axis: [0, 0, 3], through: [2, 2, 0], angular_velocity: 90}");
  motion_pose(&c.scene, 1, centre, 1.0, &p);
  assert_true(fabs(centre[0] + p.shift[0] - 1.5) < 1e-14 && fabs(centre[1] + p.shift[1] - 4.5) < 1e-14);
  assert_true(fabs(p.turn[1][0] - 1.0) < 1e-15 && p.turn[2][2] == 1.0);
  case_free(&c);
  read_case(&c, motions[7]);
  motion_pose(&c.scene, 1, centre, 1.0, &p);
  assert_true(fabs(p.shift[0] - 0.4) < 1e-15 && fabs(p.shift[1] + 0.2) < 1e-15 && !p.turns);
  motion_pose(&c.scene, 1, centre, 99.0, &p);
  assert_true(fabs(p.shift[0] - 0.1) < 1e-15 && p.velocity[0] == 0.0);
  case_free(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(derivatives_are_those_of_places),
      cmocka_unit_test(a_wall_stays_within_its_reach),
      cmocka_unit_test(places_are_those_asked_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
