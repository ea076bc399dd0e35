/* SPDX-License-Identifier: BSD-3-Clause */
/* Several phases with the models that one fluid has: one hash; a phase like the material changes nothing;
 * what acts between phases keeps momentum; oil rests on water; heat goes between two slabs as the exact
 * solution has it. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "one_hash.h"

enum { SETS_MOST = 14 };

/* What a case of tests/wcsph/phases is given beside its file. */
struct sets {
  char *all[SETS_MOST + 1];
  size_t count;
};

static void add_set(struct sets *s, const char *text) {
  assert_true(s->count < SETS_MOST);
  s->all[s->count++] = (char *)(uintptr_t)text;
}

static void open_file(struct trial *t, const char *name, const struct sets *s, int threads) {
  char path[512];
  snprintf(path, sizeof path, SOURCE_DIR "/tests/wcsph/phases/%s", name);
  trial_open_file(t, path, s->all, s->count, "cpu", &(struct execution_options){.threads = threads});
}

static void run_until(struct trial *t, double end) {
  while (t->run.time < end)
    if (wcsph_run_step(&t->run, end) != STATUS_OK) fail_msg("%s", error_text());
}

/* Models that go with phases. `differs`: how far two phases that are alike may be from one, over how far the
 * fluid went; 0: what is done at an interface differs, or one fluid has no such key. */
enum { KEYS = 5 };
static const struct {
  const char *key[KEYS];
  double differs;
} models[] = {
    {{"viscosity={model: artificial, alpha: 0.2}"},
     1e-3}, /* over the product of densities, not their mean's square */
    {{"viscosity={model: monaghan, nu: 0.01}"}, 1e-5},
    {{"viscosity={model: espanol, nu: 0.01, bulk: 0.005}"}, 1e-5},
    {{"turbulence={model: smagorinsky, strength: 0.3}"}, 1e-5},
    {{"viscosity={model: espanol, nu: 0.01, bulk: 0.005}", "turbulence={model: smagorinsky, strength: 0.3}"},
     1e-5},
    {{"density_diffusion={model: ferrari, delta: 0.2}"}, 1e-3}, /* these not between phases */
    {{"density_diffusion={model: brezzi, delta: 0.2}"}, 1e-3},
    {{"density_diffusion={model: molteni, delta: 0.2}"}, 1e-3},
    {{"rheology.average=arithmetic"}, 0},
    {{"rheology.average=geometric"}, 0},
    {{"acoustic_damper.model=sun"}, 1e-5},
    {{"tensile_correction=monaghan"}, 1e-5},
    {{"gradient_correction=symmetric"}, 1e-5},
    {{"gradient_correction=reverse"}, 1e-5},
    {{"gradient_correction=adjoint"}, 1e-5},
    {{"boundary={model: mdbc}"}, 1e-2}, /* whose particles beside phases have the density of rest */
    {{"boundary={model: lennard_jones}"}, 1e-5},
    {{"boundary={model: monaghan_kajtar}"}, 1e-5},
    {{"heat={model: conduction, conductivity: 2e4, capacity: 4000, reference: 2, expansion: 0.05, thinning: "
      "0.2}",
      "fluids.lower.temperature=1", "fluids.upper.temperature=3", "walls.tank.temperature=2"},
     1e-2}, /* likewise */
    {{"shifting.model=xsph"}, 0},
    {{"shifting.model=sun"}, 0},
    {{"shifting.model=plus"}, 0},
    {{"shifting.model=adami"}, 0},
    {{"settle=3"}, 0},
};
enum { MODELS = sizeof models / sizeof *models };

static bool has_heat(int k) {
  return !strncmp(models[k].key[0], "heat", 4);
}

/* Whether a model is about walls; others are tried without any. */
static bool has_walls(int k) {
  return has_heat(k) || !strncmp(models[k].key[0], "boundary", 8);
}

/* A periodic box without walls and gravity. */
static void set_box(struct sets *s) {
  add_set(s, "gravity=[0, 0]");
  add_set(s, "domain={low: [0, 0], high: [0.8, 0.8], periodic: [x, y]}");
  add_set(s, "walls=[]");
  add_set(s, "fluids.lower.jitter=0.1");
}

static bool shifting_carries_of(int k) {
  return strstr(models[k].key[0], "plus") || strstr(models[k].key[0], "adami") ||
         strstr(models[k].key[0], "settle");
}

static void set_model(struct sets *s, int k) {
  for (int n = 0; n < KEYS && models[k].key[n]; n++) add_set(s, models[k].key[n]);
}

static void every_backend_has_one_hash(void **state) {
  (void)state;
  for (int k = 0; k < MODELS; k++) {
    struct sets s = {0};
    add_set(&s, "summation=fixed");
    add_set(&s, has_heat(k) ? "phases=[{name: oil, density: 500, speed_of_sound: 50, nu: 0.02, heat: "
                              "{conductivity: 1e4, capacity: 2000, expansion: 0.1, thinning: 0.1}}]"
                            : "phases=[{name: oil, density: 500, speed_of_sound: 50, nu: 0.02}]");
    add_set(&s, "fluids.upper.phase=oil");
    set_model(&s, k);
    one_hash_of(SOURCE_DIR "/tests/wcsph/phases/twin.yaml", s.all);
  }
}

/* Where particles are behind some steps, by ids, less where they began. */
enum { PARTICLES_MOST = 2000 };
static uint32_t went(double (*by)[2], int model, bool two) {
  static double began[PARTICLES_MOST][2];
  struct sets s = {0};
  struct trial t;
  if (two)
    add_set(&s, has_heat(model) ? "phases=[{name: twin, density: 1000, speed_of_sound: 40, nu: 0.01, heat: "
                                  "{conductivity: 2e4, capacity: 4000, expansion: 0.05, thinning: 0.2}}]"
                                : "phases=[{name: twin, density: 1000, speed_of_sound: 40, nu: 0.01}]");
  if (two) add_set(&s, "fluids.upper.phase=twin");
  if (!has_walls(model)) set_box(&s);
  add_set(&s, "density_diffusion={model: none}"); /* it does not act between phases */
  set_model(&s, model);
  open_file(&t, "twin.yaml", &s, 1);
  const struct wcsph_state *of = &t.run.state;
  assert_true(of->count <= PARTICLES_MOST);
  for (int end = 0; end < 2; end++) {
    if (end) run_until(&t, 0.06);
    assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, BUFFER_POSITION | BUFFER_ID), STATUS_OK);
    for (uint32_t i = 0; i < of->count; i++) {
      double *to = end ? by[of->id[i]] : began[of->id[i]];
      to[0] = state_coordinate(of, of->pos[i].x, 0), to[1] = state_coordinate(of, of->pos[i].y, 1);
    }
  }
  const uint32_t count = of->count;
  for (uint32_t i = 0; i < count; i++)
    for (int a = 0; a < 2; a++) by[i][a] -= began[i][a];
  trial_close(&t);
  return count;
}

/* Whatever model acts, a fluid whose upper half is a phase of its own goes where it goes as one. */
static void a_phase_alike_changes_nothing(void **state) {
  (void)state;
  static double one[PARTICLES_MOST][2], two[PARTICLES_MOST][2];
  for (int k = 0; k < MODELS; k++) {
    double apart = 0.0, way = 0.0;
    if (!(models[k].differs > 0.0)) continue;
    const uint32_t count = went(one, k, false);
    assert_int_equal(went(two, k, true), count);
    for (uint32_t i = 0; i < count; i++)
      for (int a = 0; a < 2; a++) {
        apart += (two[i][a] - one[i][a]) * (two[i][a] - one[i][a]);
        way += one[i][a] * one[i][a];
      }
    if (!(sqrt(apart / way) < models[k].differs))
      fail_msg("%s: two phases that are alike are %.2g away", models[k].key[0], sqrt(apart / way));
  }
}

/* In a box without walls and gravity nothing changes the momentum of all phases together. */
static void momentum_is_kept(void **state) {
  (void)state;
  for (int k = 0; k < MODELS; k++) {
    struct wcsph_totals before, after;
    struct sets s = {0};
    struct trial t;
    if (has_walls(k)) continue;
    add_set(&s, "summation=fixed");
    set_box(&s);
    add_set(&s, "phases=[{name: oil, density: 300, speed_of_sound: 50, nu: 0.02}]");
    add_set(&s, "fluids.upper.phase=oil");
    set_model(&s, k);
    open_file(&t, "twin.yaml", &s, 1);
    assert_int_equal(wcsph_run_totals(&t.run, &before), STATUS_OK);
    run_until(&t, 0.03);
    assert_int_equal(wcsph_run_totals(&t.run, &after), STATUS_OK);
    trial_close(&t);
    for (int a = 0; a < 2; a++) {
      const double change = after.momentum[a] - before.momentum[a];
      /* velocities of what is shifted are those of where it comes */
      const double most = shifting_carries_of(k) ? 1e-2 : 2e-6;
      if (!(fabs(change) < most * fabs(before.momentum[a])))
        fail_msg("%s: momentum changes by %g of %g", models[k].key[0], change, before.momentum[a]);
    }
  }
}

/* Walls that repel stir what is at rest, of one fluid too. */
static bool stirs(int k) {
  return strstr(models[k].key[0], "lennard_jones") || strstr(models[k].key[0], "monaghan_kajtar");
}

/* Oil stays on water: how fast it moves within 0.1 s, over the speed of waves of its depth, and that no
 * particle of one is past those of the other. */
static void oil_rests_on_water(void **state) {
  (void)state;
  for (int k = 0; k < MODELS; k++) {
    struct sets s = {0};
    struct trial t;
    double fast2 = 0.0, lowest_oil = 1.0, highest_water = 0.0;
    if (has_heat(k) || stirs(k)) continue;
    set_model(&s, k);
    if (strstr(models[k].key[0], "adami")) /* a transport velocity lifts a free surface, of one fluid too */
      add_set(&s, "walls.tank.shapes=[{add: box, low: [-0.3, 0], high: [0.3, 0.6], fill: shell-outside}]");
    open_file(&t, "layers.yaml", &s, 1);
    run_until(&t, 0.1);
    const struct wcsph_state *of = &t.run.state;
    const struct range fluid = state_range(of, KIND_FLUID);
    assert_int_equal(wcsph_fetch(t.run.backend, t.run.self, BUFFER_POSITION | BUFFER_VELOCITY | BUFFER_BODY),
                     STATUS_OK);
    for (uint32_t i = fluid.begin; i < fluid.end; i++) {
      const double y = state_coordinate(of, of->pos[i].y, 1);
      if (of->body[i] == 1) lowest_oil = fmin(lowest_oil, y);
      if (of->body[i] == 0) highest_water = fmax(highest_water, y);
      fast2 +=
          (double)(of->vel[i].x * of->vel[i].x + of->vel[i].y * of->vel[i].y) / (fluid.end - fluid.begin);
    }
    trial_close(&t);
    if (!(sqrt(fast2) < 0.02 && lowest_oil > highest_water && fabs(highest_water - 0.29) < 0.004))
      fail_msg("%s: %.2g m/s, water to %.4f m, oil from %.4f m", models[k].key[0], sqrt(fast2), highest_water,
               lowest_oil);
  }
}

/* Between half spaces of other temperatures: T_i + (T - T_i) erf(|y| / sqrt(4 a t)) in either, with
 * diffusivities a and the interface at (e_1 T_1 + e_2 T_2)/(e_1 + e_2), e = sqrt(k rho c). Here 1 and 0.25:
 * 0.2 K. */
static void slabs_conduct(void **state) {
  (void)state;
  for (int mean = 0; mean < 2; mean++) {
    struct sets s = {0};
    struct trial t;
    double square = 0.0, heat = 0.0;
    add_set(&s, "summation=fixed");
    if (mean) add_set(&s, "phases.oil.heat.capacity=1");
    open_file(&t, "slabs.yaml", &s, 1);
    const double e = mean ? sqrt(0.25 * 0.5) : 0.25, at = e / (1.0 + e), a = mean ? 0.5 : 1.0;
    run_until(&t, 0.02);
    const struct wcsph_state *of = &t.run.state;
    const struct range fluid = state_range(of, KIND_FLUID);
    for (uint32_t i = fluid.begin; i < fluid.end; i++) {
      const double y = state_coordinate(of, of->pos[i].y, 1);
      const double expected =
          y < 0.0 ? at * (1.0 - erf(-y / sqrt(4.0 * 0.02))) : at + (1.0 - at) * erf(y / sqrt(4.0 * a * 0.02));
      square += ((double)of->heat[i].x - expected) * ((double)of->heat[i].x - expected);
    }
    assert_int_equal(wcsph_run_heat(&t.run, &heat), STATUS_OK);
    const double begun = 0.3 * 0.5 * (mean ? 1.0 : 0.5), norm = sqrt(square / (fluid.end - fluid.begin));
    trial_close(&t);
    if (!(norm < 0.01)) fail_msg("the temperature is off by %g K", norm);
    if (!(fabs(heat / begun - 1.0) < 1e-6)) fail_msg("heat is %g of what it was", heat / begun);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_backend_has_one_hash),
      cmocka_unit_test(a_phase_alike_changes_nothing),
      cmocka_unit_test(momentum_is_kept),
      cmocka_unit_test(oil_rests_on_water),
      cmocka_unit_test(slabs_conduct),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
