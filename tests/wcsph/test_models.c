/* SPDX-License-Identifier: BSD-3-Clause */
/* Every row of case/choices.json on every backend: under fixed sums one hash. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <string.h>

#include "setup.h"
#include "wcsph/hash.h"

#ifdef AMPHI_SANITIZED /* which look for what a step reads and writes; what rows do shows later */
enum { STEPS = 5, TOLD_APART = false };
#else
enum { STEPS = 30, TOLD_APART = true };
#endif

/* AMPHI_TEST_DEVICE, or the host: where offload code is tested. */
static const char *test_device(void) {
  const char *name = getenv("AMPHI_TEST_DEVICE");
  return name ? name : "host";
}

static uint64_t hash_of(const char *name, char *const overrides[], const char *backend) {
  struct trial t;
  uint64_t hash;
  trial_open(&t, name, overrides, backend, &(struct execution_options){.device = test_device()});
  for (int k = 0; k < STEPS; k++)
    if (wcsph_run_step(&t.run, 0.0) != STATUS_OK) fail_msg("%s: %s", backend, error_text());
  assert_int_equal(wcsph_run_hash(&t.run, &hash), STATUS_OK);
  trial_close(&t);
  return hash;
}

/* A row of a family, given as KEY=WORD or, of a family with keys of its own, as KEY={SELECTOR: WORD}. */
static uint64_t check_row(const char *key, const char *selector, const struct model *m) {
  char choice[200];
  char *overrides[] = {"dp=0.05", "summation=fixed", choice, "walls.tank.shapes.0.layers=4", NULL, NULL};
  const bool flow = selector && (!strcmp(key, "rheology") || !strcmp(key, "turbulence"));
  if (flow) overrides[4] = "viscosity={model: laminar, nu: 0.01}";
  if (!strcmp(key, "reconstruction")) overrides[4] = "viscosity={model: riemann}";
  if (flow)
    snprintf(choice, sizeof choice, "%s={%s: %s%s%s%s%s%s%s%s}", key, selector, m->word,
             m->takes & TAKES_YIELD ? ", yield: 2" : "", m->takes & TAKES_EXPONENT ? ", exponent: 0.5" : "",
             m->takes & TAKES_DECAY ? ", decay: 0.1" : "", m->takes & TAKES_GROWTH ? ", growth: 10" : "",
             m->takes & TAKES_FRICTION ? ", friction: 0.5" : "",
             m->takes & TAKES_GRAINS
                 ? ", friction_fast: 0.7, inertial_number: 0.3, grain_size: 0.01, grain_density: 2500"
                 : "",
             m->takes & TAKES_CEILING ? ", ceiling: 0.05" : "");
  else if (selector)
    snprintf(choice, sizeof choice, "%s={%s: %s%s%s}", key, selector, m->word,
             m->takes & TAKES_NU ? ", nu: 0.01" : "",
             m->takes & TAKES_HEAT ? ", conductivity: 2, capacity: 1, expansion: 0.1" : "");
  else
    snprintf(choice, sizeof choice, "%s=%s", key, m->word);
  const char *name = "dambreak-building";
  if (!strcmp(m->word, "semi_analytical")) /* of the plane */
    name = "still-wedge", overrides[3] = NULL;
  const char *const backends[] = {"reference", "cpu", "offload"};
  uint64_t hash[3];
  for (int k = 0; k < 3; k++) {
    hash[k] = hash_of(name, overrides, backends[k]);
    if (hash[k] != hash[0])
      fail_msg("%s: %016llx on %s, %016llx on %s", choice, (unsigned long long)hash[k], backends[k],
               (unsigned long long)hash[0], backends[0]);
  }
  return hash[0];
}

/* One hash on every backend, and another one for each row. */
static void check_family(const char *key, const char *selector, const struct model *models) {
  uint64_t hash[40];
  for (int n = 0; models[n].word; n++) {
    assert_true(n < 40);
    hash[n] = check_row(key, selector, &models[n]);
    for (int k = 0; TOLD_APART && k < n; k++)
      if (hash[k] == hash[n]) fail_msg("%s: %s does what %s does", key, models[n].word, models[k].word);
  }
}

/* Those of a choice that means something everywhere. */
#define ROWS(X, axis, how, KIND, name, type, TABLE, member, key, selector, ...)                              \
  ROWS_##how(name, key, selector)
#define ROWS_OWN(name, key, fallback)                                                                        \
  static void name##_rows(void **state) {                                                                    \
    (void)state;                                                                                             \
    check_family(key, NULL, models_##name);                                                                  \
  }
#define ROWS_MAP(name, key, selector)                                                                        \
  static void name##_rows(void **state) {                                                                    \
    (void)state;                                                                                             \
    check_family(key, selector, models_##name);                                                              \
  }
#define ROWS_SUB(name, key, selector)
CHOICES(ROWS, )

int main(void) {
#define TEST(X, axis, how, KIND, name, ...) TEST_##how(name)
#define TEST_OWN(name)                      cmocka_unit_test(name##_rows),
#define TEST_MAP(name)                      cmocka_unit_test(name##_rows),
#define TEST_SUB(name)
  const struct CMUnitTest tests[] = {CHOICES(TEST, )};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
