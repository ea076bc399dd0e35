/* SPDX-License-Identifier: BSD-3-Clause */
/* Several phases beside walls that move and bodies: one hash, accelerations that cannot be told from gravity,
 * two fluids that follow a plate as the exact solution has it, and a body that floats between two liquids by
 * Archimedes' law. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "one_hash.h"
#include "wcsph/walls/bodies.h"

#define TANK "{name: tank, shapes: [{add: box, low: [0, 0], high: [4, 1], fill: shell-outside}]}"
#define GATE                                                                                                 \
  "{name: gate, motion: {acceleration: [0, 20], to: 1}, shapes: [{add: box, low: [1.8, 0], high: [2.2, "     \
  "0.8]}]}"
#define RAFT                                                                                                 \
  "{name: raft, body: {density: 0.8, velocity: [0.1, -0.2]}, shapes: [{add: box, low: [2.8, 0.4], high: "    \
  "[3.2, "                                                                                                   \
  "0.8]}]}"

static void every_backend_has_one_hash(void **state) {
  (void)state;
  char *both = "walls=[" TANK ", " GATE ", " RAFT "]";
  char *schemes[] = {"integrator.scheme=symplectic", "integrator.scheme=verlet",
                     "integrator.scheme=adams_bashforth"};
  char *summed[] = {"density_equation=summation", "density_equation=continuity",
                    "density_equation=continuity"};
  char *models[] = {"boundary.slip=free", "density_diffusion={model: fourtakas}",
                    "phases.light.rheology={model: power_law, exponent: 0.7, ceiling: 1}"};
  for (int k = 0; k < 3; k++) {
    char *overrides[] = {"dp=0.1", "summation=fixed", both, schemes[k], summed[k], models[k], NULL};
    one_hash("lock-exchange", overrides);
  }
}

static void open_file(struct trial *t, const char *name, char *const overrides[]) {
  char path[512];
  size_t n = 0;
  while (overrides[n]) n++;
  snprintf(path, sizeof path, SOURCE_DIR "/tests/wcsph/phases/%s", name);
  trial_open_file(t, path, overrides, n, "cpu", &(struct execution_options){.threads = 1});
}

/* Where all fluid is, and its energy of motion over mass, in axes that had the acceleration a all the time.
 */
static void sloshed(char *const overrides[], double a, double found[3]) {
  struct trial t;
  double x = 0.0, y = 0.0, v2 = 0.0, count = 0.0;
  open_file(&t, "leaning.yaml", overrides);
  while (t.run.time < 0.2)
    assert_int_equal(wcsph_run_step(&t.run, 0.2), STATUS_OK); /* all end at the same moment */
  const struct wcsph_state *s = &t.run.state;
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, BUFFER_POSITION | BUFFER_VELOCITY), STATUS_OK);
  for (uint32_t i = 0; i < s->count; i++) {
    if (state_kind(s, i) == KIND_WALL) continue;
    const double u = (double)s->vel[i].x - 0.2 * a, v = (double)s->vel[i].y;
    x += state_coordinate(s, s->pos[i].x, 0) - 0.5 * a * 0.2 * 0.2;
    y += state_coordinate(s, s->pos[i].y, 1);
    v2 += u * u + v * v;
    count += 1.0;
  }
  trial_close(&t);
  found[0] = x / count, found[1] = y / count, found[2] = v2 / count;
}

/* A tank that is pushed, in axes at rest and in its own: walls that leave their acceleration out of the
 * pressure have a tenth more energy in 0.2 s. */
static void acceleration_is_gravity(void **state) {
  (void)state;
  char *leaning[] = {NULL};
  char *framed[] = {"gravity=[0, -9.81]", "frame={file: push.txt}", NULL};
  char *pushed[] = {"gravity=[0, -9.81]", "walls.tank.motion={acceleration: [2, 0], to: 9}", NULL};
  double expected[3], found[2][3];
  sloshed(leaning, 0.0, expected);
  sloshed(framed, 0.0, found[0]);
  sloshed(pushed, 2.0, found[1]);
  for (int k = 0; k < 2; k++) {
    const double away = hypot(found[k][0] - expected[0], found[k][1] - expected[1]);
    if (!(away < 1e-6 && fabs(found[k][2] / expected[2] - 1.0) < 1e-3))
      fail_msg("%s: %g m away, %g of the energy", k ? "pushed" : "framed", away, found[k][2] / expected[2]);
  }
}

#define DRAWN "shapes: [{add: box, low: [-0.025, 0], high: [0.025, 0.5]}]"
#define TUB   "shapes: [{add: box, low: [-0.3, 0], high: [0.3, 0.6], fill: shell-outside, open: [+y]}]"

/* The same with a gate that is drawn, which moves with the tank, or as the axes see it. */
static void a_gate_is_drawn_in_axes_that_move(void **state) {
  (void)state;
  char *framed[] = {
      "gravity=[0, -9.81]", "frame={file: push.txt}",
      "walls=[{name: tank, " TUB "}, {name: gate, motion: {velocity: [0, 1.5], to: 9}, " DRAWN "}]", NULL};
  char *pushed[] = {"gravity=[0, -9.81]",
                    "walls=[{name: tank, motion: {acceleration: [2, 0], to: 9}, " TUB
                    "}, {name: gate, moves_with: tank, motion: {velocity: [0, 1.5], to: 9}, " DRAWN "}]",
                    NULL};
  double expected[3], found[3];
  sloshed(pushed, 2.0, expected);
  sloshed(framed, 0.0, found);
  const double away = hypot(found[0] - expected[0], found[1] - expected[1]);
  if (!(away < 1e-6 && fabs(found[2] / expected[2] - 1.0) < 1e-3))
    fail_msg("%g m away, %g of the energy", away, found[2] / expected[2]);
}

/* A raft in axes that are pushed goes where a gravity that leans brings it. */
static void a_body_floats_in_axes_that_move(void **state) {
  (void)state;
  const char *raft = "walls=[{name: tank, " TUB
                     "}, {name: raft, body: {density: 700}, shapes: [{add: box, low: [-0.1, 0.2], "
                     "high: [0.1, 0.3]}]}]";
  char *framed[] = {"gravity=[0, -9.81]", "frame={file: push.txt}", (char *)(uintptr_t)raft, NULL};
  char *leaning[] = {(char *)(uintptr_t)raft, NULL};
  double at[2][2];
  for (int k = 0; k < 2; k++) {
    struct trial t;
    open_file(&t, "leaning.yaml", k ? framed : leaning);
    while (t.run.time < 0.15) assert_int_equal(wcsph_run_step(&t.run, 0.15), STATUS_OK);
    for (int a = 0; a < 2; a++) at[k][a] = t.run.bodies[0].now.shift[a];
    trial_close(&t);
  }
  if (!(fabs(at[0][0]) > 1e-3 && hypot(at[1][0] - at[0][0], at[1][1] - at[0][1]) < 1e-5))
    fail_msg("(%g, %g) m, not (%g, %g) m", at[1][0], at[1][1], at[0][0], at[0][1]);
  one_hash_of(SOURCE_DIR "/tests/wcsph/phases/leaning.yaml",
              (char *[]){"summation=fixed", "gravity=[0, -9.81]", "frame={file: push.txt}",
                         (char *)(uintptr_t)raft, NULL});
}

/* In axes that turn, what turns back about the same place is at rest, and accelerates nowhere. */
static void what_turns_back_is_at_rest(void **state) {
  (void)state;
  char *overrides[] = {
      "frame={file: turning.txt}",
      "walls=[{name: tank, " TUB "}, {name: arm, motion: {type: rotation, through: [0, 0], "
      "angular_velocity: -90, to: 9}, shapes: [{add: box, low: [0.05, 0.05], high: [0.2, 0.1]}]}]",
      NULL};
  struct trial t;
  double most = 0.0, others = 0.0;
  open_file(&t, "leaning.yaml", overrides);
  steps(&t, 20);
  const struct wcsph_state *s = &t.run.state;
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, BUFFER_WALL_ACCELERATION | BUFFER_BODY), STATUS_OK);
  for (uint32_t i = 0; i < state_range(s, KIND_WALL).end; i++) {
    const double a = hypot((double)s->wall_acceleration[i].x, (double)s->wall_acceleration[i].y);
    if (s->body[i] == 1) most = fmax(most, a);
    if (s->body[i] == 0) others = fmax(others, a);
  }
  trial_close(&t);
  if (!(others > 0.5 && most < 1e-4)) fail_msg("the arm has %g m/s^2, the tank %g m/s^2", most, others);
}

/* Between plates at y = -1 and 1, of which the upper one moves with 1 m/s, stress is the same everywhere:
 * mu u' = 1/(1/mu_1 + 1/mu_2), mu 1 and 0.25 Pa s. */
static void two_fluids_follow_a_plate(void **state) {
  (void)state;
  char *overrides[] = {"dp=0.1",
                       "gravity=[0, 0]",
                       "domain={low: [0, -1.5], high: [1.5, 1.5], periodic: [x]}",
                       "fluids.water.shapes.0.high=[1.5, 0]",
                       "fluids.oil.shapes.0.high=[1.5, 1]",
                       "walls=[{name: lower, shapes: [{add: box, low: [0, -1.5], high: [1.5, -1]}]}, "
                       "{name: upper, motion: {velocity: [1, 0], to: 99}, shapes: [{add: box, low: [0, 1], "
                       "high: [1.5, 1.5]}]}]",
                       NULL};
  struct trial t;
  double wrong = 0.0, all = 0.0;
  trial_open(&t, "two-fluids", overrides, "cpu", &(struct execution_options){.threads = 1});
  while (t.run.time < 4.0) steps(&t, 1);
  const struct wcsph_state *s = &t.run.state;
  assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, BUFFER_POSITION | BUFFER_VELOCITY), STATUS_OK);
  for (uint32_t i = 0; i < s->count; i++) {
    if (state_kind(s, i) == KIND_WALL) continue;
    const double y = state_coordinate(s, s->pos[i].y, 1);
    const double expected = y < 0.0 ? 0.2 * (y + 1.0) : 0.2 + 0.8 * y;
    wrong += ((double)s->vel[i].x - expected) * ((double)s->vel[i].x - expected);
    all += expected * expected;
  }
  if (!(sqrt(wrong / all) < 0.015)) fail_msg("L2 %.3g", sqrt(wrong / all));
  trial_close(&t);
}

/* Its weight is that of what it displaces: of height L, density b between a and c, b = (a d + c (L - d))/L
 * for a draught d into the heavier liquid. The heavier liquid's level falls by what the body no longer
 * displaces of it. */
static void a_body_floats_between_two_liquids(void **state) {
  (void)state;
  char *overrides[] = {NULL};
  const double length = 0.2, width = 0.2, tank = 0.6, draught = length * (850.0 - 800.0) / 200.0;
  const double heavy = tank * 0.3 - width * 0.1; /* at the start it is half in either */
  const double expected = (heavy + width * draught) / tank - draught + 0.5 * length;
  struct trial t;
  double sum = 0.0, count = 0.0;
  open_file(&t, "floating.yaml", overrides);
  while (t.run.time < 3.0) {
    steps(&t, 1);
    if (t.run.time < 1.8) continue; /* the last period of its swing */
    sum += 0.3 + t.run.bodies[0].now.shift[1];
    count += 1.0;
  }
  trial_close(&t);
  if (fabs(sum / count - expected) > 0.25 * 0.02) /* dp */
    fail_msg("floats at %.4f m, expected %.4f m", sum / count, expected);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_backend_has_one_hash),        cmocka_unit_test(acceleration_is_gravity),
      cmocka_unit_test(a_gate_is_drawn_in_axes_that_move), cmocka_unit_test(a_body_floats_in_axes_that_move),
      cmocka_unit_test(what_turns_back_is_at_rest),        cmocka_unit_test(two_fluids_follow_a_plate),
      cmocka_unit_test(a_body_floats_between_two_liquids),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
