/* SPDX-License-Identifier: BSD-3-Clause */
/* Pair laws: what i does to j is what j does to i to the last bit, for every combination of kernel,
 * formulation, viscosity, diffusion and tensile correction; a particle does nothing to itself, nor to one
 * outside the support. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>

#include "law.h"
#include "wcsph/scalar.h"

enum { PAIRS = 400 };

static float uniform(float low, float high) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return low + (high - low) * (float)(state >> 40) * 0x1p-24f;
}

struct pair {
  float r[3]; /* h */
  struct pair_side i, j;
};

static struct pair_side random_side(const struct wcsph_law *law, float dense) {
  struct pair_side s = {.u = uniform(-3.0f, 3.0f), .v = uniform(-3.0f, 3.0f), .w = uniform(-3.0f, 3.0f)};
  s.d = uniform(-dense, dense);
  s.term = eos_momentum_term(law, s.d);
  return s;
}

/* Two particles `distance` supports apart. */
static struct pair random_pair(const struct wcsph_law *law, float distance) {
  const float dense = uniform(0.0f, 1.0f) < 0.5f ? 0.05f : 0.0005f; /* rough and smooth flow */
  struct pair p = {.i = random_side(law, dense), .j = random_side(law, dense)};
  float norm;
  do {
    for (int a = 0; a < 3; a++) p.r[a] = uniform(-1.0f, 1.0f);
    norm = sqrtf(p.r[0] * p.r[0] + p.r[1] * p.r[1] + p.r[2] * p.r[2]);
  } while (norm < 0.1f);
  for (int a = 0; a < 3; a++) p.r[a] *= distance * law->radius / norm;
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
    assert_true(forward(law, PAIR_FLUID_FLUID, &p).ax * law->unit_acceleration <
                forward(&dry, PAIR_FLUID_FLUID, &p).ax * law->unit_acceleration);
  }
  if (law->tensile != TENSILE_NONE) {
    struct wcsph_law weak = *law;
    weak.tensile = TENSILE_NONE;
    p.i.term = p.j.term = eos_momentum_term(law, -0.01f);
    const float less = forward(law, PAIR_FLUID_FLUID, &p).ax - forward(&weak, PAIR_FLUID_FLUID, &p).ax;
    assert_true(less * law->unit_acceleration * p.r[0] > 0.0f); /* attract each other less */
  }
  if (law->diffusion != DIFFUSION_NONE) {
    struct wcsph_law still = *law;
    still.diffusion = DIFFUSION_NONE;
    p.i.d = -0.02f, p.j.d = 0.02f; /* flows to the lighter one */
    p.i.term = eos_momentum_term(law, p.i.d), p.j.term = eos_momentum_term(law, p.j.d);
    assert_true(forward(law, PAIR_FLUID_FLUID, &p).rate_i * law->unit_rate >
                forward(&still, PAIR_FLUID_FLUID, &p).rate_i * law->unit_rate);
  }
}

/* The equations as they are published, in SI units and double precision; what a pair gives i. */
struct expected {
  double a[3], rate, mu;
  double terms,
      speed_rate; /* what terms come to that may cancel in a; what 1 m/s along r would give as rate */
};

static struct expected by_the_book(const struct wcsph_law *law, const struct pair *p) {
  const double h = law->h, c0 = law->c0, eta2 = 0.01 * h * h, rho_i = 1.0 + (double)p->i.d,
               rho_j = 1.0 + (double)p->j.d, mean = 0.5 * (rho_i + rho_j);
  const double u[3] = {(double)p->i.u - (double)p->j.u, (double)p->i.v - (double)p->j.v,
                       (double)p->i.w - (double)p->j.w};
  double r[3], r2 = 0.0, ur = 0.0, depth = 0.0;
  for (int a = 0; a < 3; a++) {
    r[a] = (double)p->r[a] * h;
    r2 += r[a] * r[a], ur += u[a] * r[a];
    depth += (double)law->gravity[a] / (c0 * c0) * r[a];
  }
  const double vf = (double)law->vf_factor * (double)kernel_f(law->kernel, (float)(sqrt(r2) / h));
  const bool volume = law->formulation == FORMULATION_VOLUME;
  const double p_i = (double)eos_pressure(law, p->i.d) / (double)law->rho0,
               p_j = (double)eos_pressure(law, p->j.d) / (double)law->rho0;
  const bool stays = law->formulation == FORMULATION_INCOMPRESSIBLE; /* rho0 in the momentum equation */
  const double by_i = stays ? 1.0 : volume ? rho_i * rho_j : rho_i * rho_i;
  const double by_j = stays ? 1.0 : volume ? rho_i * rho_j : rho_j * rho_j;
  double push = p_i / by_i + p_j / by_j;
  if (law->tensile == TENSILE_MONAGHAN) {
    const double spacing = 0.04 / h, f = (double)kernel_w(law->kernel, (float)(sqrt(r2) / h)) /
                                         (double)kernel_w(law->kernel, (float)spacing);
    const double pull = 0.2 * (fmax(-p_i, 0.0) / by_i + fmax(-p_j, 0.0) / by_j);
    push += (p_i > 0.0 && p_j > 0.0 ? 0.01 * push : pull) * pow(f, 4.0);
  }
  if (law->viscosity == VISCOSITY_ARTIFICIAL && ur < 0.0) push -= 0.07 * c0 * h * ur / (r2 + eta2) / mean;
  if (law->viscosity == VISCOSITY_RIEMANN && ur < 0.0) {
    const double closing = -ur * sqrt(r2) / (r2 + eta2);
    push += closing * fmin(3.0 * closing, c0) / mean;
  }
  struct expected e = {.rate = vf * ur * (volume ? rho_i / rho_j : 1.0),
                       .mu = fabs(h * ur / (r2 + eta2)),
                       .terms = fabs(vf) * (fabs(p_i) + fabs(p_j)) * sqrt(r2),
                       .speed_rate = fabs(vf) * sqrt(r2)};
  for (int a = 0; a < 3; a++) e.a[a] = -vf * push * r[a];
  if (law->viscosity == VISCOSITY_LAMINAR)
    for (int a = 0; a < 3; a++) e.a[a] += 2.0 * 0.01 * vf / (rho_i * rho_j) * u[a];
  if (law->viscosity == VISCOSITY_MONAGHAN)
    for (int a = 0; a < 3; a++) e.a[a] += 2.0 * (3.0 + 2.0) * 0.01 * vf / (rho_i * rho_j) * (ur / r2) * r[a];
  if (law->viscosity == VISCOSITY_ESPANOL)
    for (int a = 0; a < 3; a++)
      e.a[a] += ((5.0 / 3.0 * 0.01 - 0.004) * u[a] + 5.0 * (0.01 / 3.0 + 0.004) * (ur / r2) * r[a]) * vf /
                (rho_i * rho_j);
  if (law->diffusion == DIFFUSION_NONE) return e;
  double difference = (double)p->j.d - (double)p->i.d;
  if (law->diffusion == DIFFUSION_FOURTAKAS || law->diffusion == DIFFUSION_ADAPTIVE) difference += depth;
  if (law->diffusion == DIFFUSION_ADAPTIVE) difference *= fmin(0.3 + 700.0 * fabs(difference), 1.0);
  if (law->diffusion == DIFFUSION_BREZZI) {
    const double tau = 0.11 * h / c0;
    e.rate += 2.0 * tau * ((p_i - p_j) / mean - depth * c0 * c0) * vf;
    return e;
  }
  if (law->diffusion == DIFFUSION_FERRARI) {
    const double c = c0 * pow(fmax(rho_i, rho_j), (7.0 - 1.0) / 2.0);
    e.rate -= 0.11 * c * difference * sqrt(r2) * vf / mean;
    return e;
  }
  e.rate -= 2.0 * 0.11 * h * c0 * difference * r2 * vf / (r2 + eta2) / mean;
  return e;
}

/* In the units of the law, what pairs do is what the equations say. */
static void check_equations(const struct wcsph_law *law) {
  for (int n = 0; n < PAIRS; n++) {
    const struct pair p = random_pair(law, uniform(0.05f, 0.9f));
    const struct expected e = by_the_book(law, &p);
    const struct pair_result f = forward(law, PAIR_FLUID_FLUID, &p);
    const double a[3] = {(double)f.ax, (double)f.ay, (double)f.az}, unit = (double)law->unit_acceleration;
    double size = 0.0, wrong = 0.0;
    for (int k = 0; k < 3; k++) {
      size += e.a[k] * e.a[k];
      wrong += (a[k] * unit - e.a[k]) * (a[k] * unit - e.a[k]);
    }
    if (sqrt(wrong) > 1e-5 * (sqrt(size) + e.terms))
      fail_msg("acceleration %g m/s^2, wrong by %g", sqrt(size), sqrt(wrong));
    const double rate = (double)f.rate_i * (double)law->unit_rate;
    if (fabs(rate - e.rate) > 1e-5 * (fabs(e.rate) + e.speed_rate))
      fail_msg("rate %g 1/s instead of %g", rate, e.rate);
    if (fabs((double)f.mu / (double)law->dissipation - e.mu) > 1e-5 * (e.mu + 1.0))
      fail_msg("mu, expected %g", e.mu);
  }
}

static void assert_nothing(struct pair_result r) {
  assert_true(r.ax == 0.0f && r.ay == 0.0f && r.az == 0.0f);
  assert_true(r.rate_i == 0.0f && r.rate_j == 0.0f && r.mu == 0.0f);
}

static void check_self(const struct wcsph_law *law) {
  for (int n = 0; n < PAIRS; n++) {
    struct pair p = {.i = random_side(law, 0.05f)};
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

/* A choice of a case, with the parameters that by_the_book takes. */
static char *choice(char text[80], const char *key, const struct model *m) {
  const char *parameter = m->takes & TAKES_ALPHA   ? ", alpha: 0.07"
                          : m->takes & TAKES_BULK  ? ", nu: 0.01, bulk: 0.004"
                          : m->takes & TAKES_NU    ? ", nu: 0.01"
                          : m->takes & TAKES_DELTA ? ", delta: 0.11"
                                                   : "";
  snprintf(text, 80, "%s={model: %s%s}", key, m->word, parameter);
  return text;
}

/* The choices that are axes of the law, but for walls, which checks try themselves. */
struct axis {
  const char *key;
  bool has_parameters;
  const struct model *models;
};
#define AXIS_OF(X, axis, how, KIND, name, type, TABLE, member, key, ...) AXIS_OF_##axis(how, name, key)
#define AXIS_OF_AXIS(how, name, key)                                     AXIS_OF_##how(name, key)
#define AXIS_OF_PLAIN(how, name, key)
#define AXIS_OF_OWN(name, key) {key, false, models_##name},
#define AXIS_OF_MAP(name, key) {key, true, models_##name},
#define AXIS_OF_SUB(name, key)
static const struct axis axes[] = {CHOICES(AXIS_OF, )};
enum { AXES = sizeof axes / sizeof *axes };

static void check_law(const size_t m[AXES], char *gravity, void (*check)(const struct wcsph_law *law)) {
  char text[AXES][80], *overrides[AXES + 4] = {"dp=0.04", "fluids.water.hydrostatic=false", gravity};
  for (int k = 0; k < AXES; k++) {
    const struct model *model = &axes[k].models[m[k]];
    if (!axes[k].has_parameters) snprintf(text[k], sizeof text[k], "%s=%s", axes[k].key, model->word);
    overrides[3 + k] = axes[k].has_parameters ? choice(text[k], axes[k].key, model) : text[k];
  }
  const struct wcsph_law law = law_of_case(overrides);
  int k = 0;
  size_t is;
#define TAKEN(X, axis, how, KIND, name, ...) TAKEN_##axis(how, name)
#define TAKEN_AXIS(how, name)                TAKEN_##how(name)
#define TAKEN_PLAIN(how, name)
#define TAKEN_OWN(name) TAKEN_MAP(name)
#define TAKEN_MAP(name)                                                                                      \
  is = (size_t)law.name;                                                                                     \
  if (axes[k].models == models_diffusion && m[k] == DIFFUSION_ANTUONO)                                       \
    assert_int_equal(is, DIFFUSION_MOLTENI); /* and a pass */                                                \
  else                                                                                                       \
    assert_int_equal(is, m[k]);                                                                              \
  k++;
#define TAKEN_SUB(name)
  CHOICES(TAKEN, )
  assert_true(k == AXES && law.dimensions == 3 && law.stratification[2] != 0.0f);
  check(&law);
}

/* Every combination of the rows of wcsph/models/rows.h. */
static void for_all_laws(void (*check)(const struct wcsph_law *law)) {
  static char *const gravities[] = {"gravity=[0, 0, -9.81]", "gravity=[3, 4, -8]"};
  size_t m[AXES] = {0}, n = 0;
  for (int k = 0; k < AXES;) {
    check_law(m, gravities[n++ % 2], check);
    for (k = 0; k < AXES; k++) { /* the next combination */
      if (axes[k].models != models_boundary && axes[k].models[++m[k]].word) break;
      m[k] = 0;
    }
  }
  print_message("%zu laws\n", n);
}

static void reaction_is_opposite_to_the_last_bit(void **state) {
  (void)state;
  for_all_laws(check_antisymmetry);
}
static void every_option_does_something(void **state) {
  (void)state;
  for_all_laws(check_strength);
}
static void a_pair_does_what_the_equations_say(void **state) {
  (void)state;
  for_all_laws(check_equations);
}
static void a_particle_does_nothing_to_itself(void **state) {
  (void)state;
  for_all_laws(check_self);
}
static void nothing_outside_the_support(void **state) {
  (void)state;
  for_all_laws(check_outside);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reaction_is_opposite_to_the_last_bit),
      cmocka_unit_test(every_option_does_something),
      cmocka_unit_test(a_pair_does_what_the_equations_say),
      cmocka_unit_test(a_particle_does_nothing_to_itself),
      cmocka_unit_test(nothing_outside_the_support),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
