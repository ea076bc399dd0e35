/* SPDX-License-Identifier: BSD-3-Clause */
/* Pair laws: what i does to j is what j does to i to the last bit, for every combination of kernel,
 * formulation, viscosity and diffusion; a particle does nothing to itself, nor to one outside the support. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <assert.h>
#include <math.h>

#include "law.h"
#include "physics/scalar.h"

enum { PAIRS = 400, KERNEL_COUNT = 2, FORMULATION_COUNT = 2, VISCOSITY_COUNT = 3, DIFFUSION_COUNT = 3 };

static float uniform(float low, float high) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return low + (high - low) * (float)(state >> 40) * 0x1p-24f;
}

struct pair {
  float r[3];
  struct pair_side i, j;
};

static struct pair_side random_side(const struct wcsph_law *law) {
  struct pair_side s = {.u = uniform(-3.0f, 3.0f), .v = uniform(-3.0f, 3.0f), .w = uniform(-3.0f, 3.0f)};
  s.d = uniform(-0.05f, 0.05f);
  s.term = eos_momentum_term(law, s.d);
  return s;
}

/* Two particles `distance` supports apart. */
static struct pair random_pair(const struct wcsph_law *law, float distance) {
  struct pair p = {.i = random_side(law), .j = random_side(law)};
  float norm;
  do {
    for (int a = 0; a < 3; a++) p.r[a] = uniform(-1.0f, 1.0f);
    norm = sqrtf(p.r[0] * p.r[0] + p.r[1] * p.r[1] + p.r[2] * p.r[2]);
  } while (norm < 0.1f);
  for (int a = 0; a < 3; a++) p.r[a] *= distance * law->support / norm;
  return p;
}

static struct pair_result forward(const struct wcsph_law *law, enum pair_kind kind, const struct pair *p) {
  return pair_interact(law, kind, p->r[0], p->r[1], p->r[2], &p->i, &p->j);
}
static struct pair_result swapped(const struct wcsph_law *law, const struct pair *p) {
  return pair_interact(law, PAIR_FLUID_FLUID, -p->r[0], -p->r[1], -p->r[2], &p->j, &p->i);
}

static void check_antisymmetry(const struct wcsph_law *law) {
  for (int n = 0; n < PAIRS; n++) {
    struct pair p = random_pair(law, uniform(0.0f, 1.1f));
    struct pair_result a = forward(law, PAIR_FLUID_FLUID, &p), b = swapped(law, &p);
    assert_true(a.ax == -b.ax && a.ay == -b.ay && a.az == -b.az);
    assert_true(a.rate_i == b.rate_j && a.rate_j == b.rate_i && a.mu == b.mu);
  }
}

/* The laws are not zero where they should do something: what each option adds is there. */
static void check_strength(const struct wcsph_law *law) {
  struct pair p = random_pair(law, 0.4f);
  struct pair_result a = forward(law, PAIR_FLUID_FLUID, &p);
  assert_true(a.ax != 0.0f && a.ay != 0.0f && a.az != 0.0f && a.rate_i != 0.0f && a.mu > 0.0f);
  assert_true(isfinite(a.ax + a.ay + a.az + a.rate_i + a.rate_j + a.mu));
  if (law->viscosity != VISCOSITY_NONE) {
    struct wcsph_law dry = *law;
    dry.viscosity = VISCOSITY_NONE;
    for (int a2 = 0; a2 < 3; a2++) p.r[a2] = -fabsf(p.r[a2]); /* approaching: u.r < 0 */
    p.i.u = p.i.v = p.i.w = 1.0f, p.j.u = p.j.v = p.j.w = 0.0f;
    assert_true(forward(law, PAIR_FLUID_FLUID, &p).ax < forward(&dry, PAIR_FLUID_FLUID, &p).ax);
  }
  if (law->diffusion != DIFFUSION_NONE) {
    struct wcsph_law still = *law;
    still.diffusion = DIFFUSION_NONE;
    p.i.d = -0.02f, p.j.d = 0.02f; /* flows to the lighter one */
    assert_true(forward(law, PAIR_FLUID_FLUID, &p).rate_i > forward(&still, PAIR_FLUID_FLUID, &p).rate_i);
  }
}

static void assert_nothing(struct pair_result r) {
  assert_true(r.ax == 0.0f && r.ay == 0.0f && r.az == 0.0f);
  assert_true(r.rate_i == 0.0f && r.rate_j == 0.0f && r.mu == 0.0f);
}

static void check_self(const struct wcsph_law *law) {
  for (int n = 0; n < PAIRS; n++) {
    struct pair p = {.i = random_side(law)};
    p.j = p.i;
    assert_nothing(forward(law, PAIR_FLUID_FLUID, &p));
  }
}

static void check_outside(const struct wcsph_law *law) {
  for (int n = 0; n < PAIRS; n++) {
    struct pair p = random_pair(law, n % 2 ? 1.0f + 1e-5f : uniform(1.0f + 1e-5f, 3.0f));
    assert_nothing(forward(law, PAIR_FLUID_FLUID, &p));
    for (int kind = 0; kind < 2; kind++) {
      struct wcsph_law walls = *law;
      walls.boundary = kind ? BOUNDARY_DUMMY : BOUNDARY_DYNAMIC;
      assert_nothing(forward(&walls, PAIR_FLUID_WALL, &p));
    }
  }
}

static void for_all_laws(void (*check)(const struct wcsph_law *law)) {
  static char *const overrides[] = {"dp=0.04", "viscosity.alpha=0.1", NULL};
  struct wcsph_law law = law_of_case(overrides);
  law.nu = 1e-2f; /* the case has neither of the two; both as large as the rest */
  law.delta_2hc = 2.0f * 0.1f * law.h * law.c0;
  assert_true(law.alpha_c_h > 0.0f && law.stratification[2] != 0.0f && law.dimensions == 3);
  for (int n = 0; n < KERNEL_COUNT * FORMULATION_COUNT * VISCOSITY_COUNT * DIFFUSION_COUNT; n++) {
    law.kernel = (enum kernel_kind)(n % KERNEL_COUNT);
    law.formulation = (enum formulation)(n / KERNEL_COUNT % FORMULATION_COUNT);
    law.viscosity = (enum viscosity_model)(n / KERNEL_COUNT / FORMULATION_COUNT % VISCOSITY_COUNT);
    law.diffusion = (enum diffusion_model)(n / KERNEL_COUNT / FORMULATION_COUNT / VISCOSITY_COUNT);
    check(&law);
  }
}

static void reaction_is_opposite_to_the_last_bit(void **state) {
  (void)state;
  for_all_laws(check_antisymmetry);
}
static void every_option_does_something(void **state) {
  (void)state;
  for_all_laws(check_strength);
}
static void a_particle_does_nothing_to_itself(void **state) {
  (void)state;
  for_all_laws(check_self);
}
static void nothing_outside_the_support(void **state) {
  (void)state;
  for_all_laws(check_outside);
}

/* The names of the combinations above are all there are. */
static_assert(KERNEL_CUBIC == KERNEL_COUNT - 1 && FORMULATION_VOLUME == FORMULATION_COUNT - 1 &&
                  VISCOSITY_LAMINAR == VISCOSITY_COUNT - 1 && DIFFUSION_FOURTAKAS == DIFFUSION_COUNT - 1,
              "a new option is to be checked too");

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reaction_is_opposite_to_the_last_bit),
      cmocka_unit_test(every_option_does_something),
      cmocka_unit_test(a_particle_does_nothing_to_itself),
      cmocka_unit_test(nothing_outside_the_support),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
