/* SPDX-License-Identifier: BSD-3-Clause */
/* Theory of waves against what is published of it, and paddles against the waves that they are for. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "case/waves.h"
#include "util/error.h"

static const double g = 9.81;

static void near(const char *what, double found, double expected, double relative) {
  if (!(fabs(found - expected) <= relative * fabs(expected)))
    fail_msg("%s: %.12g, not %.12g", what, found, expected);
}

static void lengths_obey_the_dispersion_relation(void **state) {
  (void)state;
  for (double kd = 0.02; kd < 250.0; kd *= 1.21) {
    const double depth = 0.7, k = kd / depth, omega = sqrt(g * k * tanh(kd));
    near("k", wave_number(2.0 * M_PI / omega, depth, g), k, 1e-12);
  }
}

/* Biesel and Suquet's two closed forms, as Dean and Dalrymple (1991) print them; a flap hinged far below is a
 * piston. */
static void strokes_are_those_of_biesel(void **state) {
  (void)state;
  for (double kd = 0.1; kd < 10.0; kd *= 1.5) {
    const double below = sinh(2.0 * kd) + 2.0 * kd;
    near("piston", wave_transfer(PADDLE_PISTON, kd, 1.0, 0.0), 2.0 * (cosh(2.0 * kd) - 1.0) / below, 1e-12);
    near("flap", wave_transfer(PADDLE_FLAP, kd, 1.0, 0.0),
         4.0 * sinh(kd) / kd * (kd * sinh(kd) - cosh(kd) + 1.0) / below, 1e-11);
    near("flap of a deep axis", wave_transfer(PADDLE_FLAP, kd, 1.0, -1e6),
         wave_transfer(PADDLE_PISTON, kd, 1.0, 0.0), 1e-5);
  }
}

/* Deep water: 3/8 (ka)^2 and ka/2; and a wave of Madsen's paper is beyond second order at 8 pi^2 / 3. */
static void orders_are_those_of_stokes(void **state) {
  (void)state;
  near("second", wave_neglected(1, 10.0, 3.0, 0.01), 0.5 * 10.0 * 0.005, 1e-6);
  near("third", wave_neglected(2, 10.0, 3.0, 0.01), 0.375 * 0.05 * 0.05, 1e-6);
  near("Miche", wave_highest(2.0 * M_PI, 10.0), 0.142, 1e-6);
  near("Ursell", wave_ursell(2.0 * M_PI / 3.0, 0.5, 0.1), 0.1 * 9.0 / 0.125, 1e-12);
}

static struct waves made(struct waves w, enum paddle_kind paddle) {
  w.gravity = g;
  assert_int_equal(waves_prepare(&w, paddle, 0.0), STATUS_OK);
  return w;
}

static void regular_waves_have_their_height(void **state) {
  (void)state;
  struct waves w =
      made((struct waves){.depth = 0.66, .height = 0.1, .period = 2.0, .order = 2}, PADDLE_PISTON);
  const double k = wave_number(2.0, 0.66, g), m = wave_transfer(PADDLE_PISTON, k, 0.66, 0.0);
  const double e2 = 0.01 / (32 * 0.66) * (3 * cosh(k * 0.66) / pow(sinh(k * 0.66), 3) - 2 / m);
  double x[3];
  near("stroke", 2.0 * w.parts[0].amplitude * m, 0.1, 1e-12);
  waves_paddle(&w, 0.25, x);
  near("second order", x[0], 0.05 / m * sin(M_PI / 4) + e2, 1e-10);
  waves_free(&w);
}

/* Biesel's modes that do not go away, with the library's functions; far from the piston nothing is left. */
static void what_stays_beside_a_piston(void **state) {
  (void)state;
  const double depth = 0.4, omega = 2.0 * M_PI / 1.2;
  double sum = 0.0;
  for (int n = 1; n <= 20; n++) {
    double low = (n - 0.5) * M_PI * (1.0 + 1e-15), high = n * M_PI;
    for (int i = 0; i < 60; i++) {
      const double kd = 0.5 * (low + high);
      *(kd * tan(kd) < -omega * omega / g * depth ? &low : &high) = kd;
    }
    sum += 4.0 * sin(low) * sin(low) / (2.0 * low + sin(2.0 * low)) * exp(-low / depth * 0.03);
  }
  near("beside", wave_standing(1.2, depth, g, 0.03), sum, 1e-9);
  assert_true(wave_standing(1.2, depth, g, 3.0) < 1e-8);
}

/* The surface that the parts make, by linear theory, at a place and time. */
static double surface(const struct waves *w, enum paddle_kind paddle, double x, double t) {
  double eta = 0.0;
  for (size_t i = 0; i < w->part_count; i++) {
    const struct wave_part *p = &w->parts[i];
    const double k = wave_number(1.0 / p->frequency, w->depth, g);
    eta += p->amplitude * wave_transfer(paddle, k, w->depth, 0.0) *
           cos(2.0 * M_PI * (p->frequency * t + p->turns) - k * x);
  }
  return eta;
}

static void focused_waves_meet(void **state) {
  (void)state;
  struct waves w = made((struct waves){.kind = WAVES_FOCUSED,
                                       .depth = 0.5,
                                       .height = 0.08,
                                       .period = 1.5,
                                       .components = 60,
                                       .peakedness = 3.3,
                                       .distance = 4.0,
                                       .time = 12.0},
                        PADDLE_FLAP);
  struct waves low = w;
  low.phase = 180.0;
  low = made(low, PADDLE_FLAP);
  near("crest", surface(&w, PADDLE_FLAP, 4.0, 12.0), 0.08, 1e-9);
  near("trough", surface(&low, PADDLE_FLAP, 4.0, 12.0), -0.08, 1e-9);
  waves_free(&low);
  for (double t = 0.0; t < 24.0; t += 0.1)
    assert_true(fabs(surface(&w, PADDLE_FLAP, 4.0, t)) < 0.08 * (1.0 + 1e-9));
  waves_free(&w);
}

static void irregular_waves_have_their_spectrum(void **state) {
  (void)state;
  struct waves w = made((struct waves){.kind = WAVES_IRREGULAR,
                                       .depth = 0.5,
                                       .height = 0.08,
                                       .period = 1.5,
                                       .components = 200,
                                       .peakedness = 3.3,
                                       .seed = 5},
                        PADDLE_PISTON);
  double variance = 0.0, most = 0.0, peak = 0.0;
  for (size_t i = 0; i < w.part_count; i++) {
    const double k = wave_number(1.0 / w.parts[i].frequency, 0.5, g);
    const double a = w.parts[i].amplitude * wave_transfer(PADDLE_PISTON, k, 0.5, 0.0);
    variance += 0.5 * a * a;
    if (a > most) most = a, peak = w.parts[i].frequency;
  }
  near("significant height", 4.0 * sqrt(variance), 0.08, 1e-9);
  near("peak", peak, 1.0 / 1.5, 0.02);
  struct waves other = w;
  other.seed = 6;
  other = made(other, PADDLE_PISTON);
  assert_true(other.parts[7].turns != w.parts[7].turns);
  waves_free(&other);
  waves_free(&w);
}

/* Goring's law: the paddle goes with the mean of the water's velocity where it is. */
static void solitary_paddles_go_with_the_water(void **state) {
  (void)state;
  for (int s = SOLITARY_RAYLEIGH; s <= SOLITARY_KDV; s++) {
    struct waves w = made(
        (struct waves){
            .kind = WAVES_SOLITARY, .depth = 0.2, .height = 0.06, .solution = (enum solitary_solution)s},
        PADDLE_PISTON);
    double k, c, stroke, x[3];
    solitary_shape(&w, &k, &c, &stroke);
    const double first = 0.5 * stroke * tanh(4.0);
    for (double t = 0.0; t < 4.0; t += 0.05) {
      waves_paddle(&w, t, x);
      const double phase = k * c * t - 4.0 - k * (x[0] - first) - k * first;
      const double eta = 0.06 / pow(cosh(phase), 2);
      if (fabs(x[1] - c * eta / (0.2 + eta)) > 1e-9) fail_msg("%d, %g s: %g m/s", s, t, x[1]);
    }
    near("stroke", x[0], stroke, 1e-3);
    waves_free(&w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lengths_obey_the_dispersion_relation),
                                     cmocka_unit_test(strokes_are_those_of_biesel),
                                     cmocka_unit_test(orders_are_those_of_stokes),
                                     cmocka_unit_test(what_stays_beside_a_piston),
                                     cmocka_unit_test(regular_waves_have_their_height),
                                     cmocka_unit_test(focused_waves_meet),
                                     cmocka_unit_test(irregular_waves_have_their_spectrum),
                                     cmocka_unit_test(solitary_paddles_go_with_the_water)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
