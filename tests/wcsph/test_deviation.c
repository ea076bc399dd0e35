/* SPDX-License-Identifier: BSD-3-Clause */
/* How far runs are apart: known changes of one particle among n. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#include "setup.h"
#include "wcsph/results/deviation.h"

static struct wcsph_deviation find(struct trial *t, const struct wcsph_record *m) {
  struct wcsph_deviation d;
  assert_int_equal(wcsph_deviation_find(&d, m, &t->run), STATUS_OK);
  return d;
}

static void assert_near(double found, double expected) {
  if (fabs(found - expected) > 1e-6 * expected) fail_msg("%.9g, expected %.9g", found, expected);
}

static void measures_known_changes(void **state) {
  (void)state;
  struct trial t;
  struct wcsph_record m;
  char *const overrides[] = {"dp=0.04", NULL};
  trial_open(&t, "taylor-green", overrides, "reference", &(struct execution_options){0});
  struct wcsph_state *s = &t.run.state;
  const double n = s->count;
  assert_int_equal(wcsph_record_take(&m, &t.run), STATUS_OK);
  assert_true(wcsph_deviation_largest(&(struct wcsph_deviation){0}) == 0.0);
  struct wcsph_deviation d = find(&t, &m);
  assert_true(wcsph_deviation_largest(&d) == 0.0);

  /* 3 and 4 spacings along two axes; the first leads across the periodic face. */
  s->pos[7].x += (uint32_t)(int64_t)llrint(-3.0 * t.config.dp / s->quantum[0]);
  s->pos[7].y += (uint32_t)(int64_t)llrint(4.0 * t.config.dp / s->quantum[1]);
  d = find(&t, &m);
  assert_near(d.position, 5.0 / sqrt(n));
  assert_true(d.velocity == 0.0 && d.density == 0.0 && d.unmatched == 0);
  assert_near(wcsph_deviation_largest(&d), d.position);

  s->vel[9].y += 2.0f * t.run.law.c0;
  s->vel[11].w -= 0.5f;
  d = find(&t, &m);
  assert_near(d.velocity, 2.0 / sqrt(n));
  assert_near(d.density, 0.5 / sqrt(n));

  s->count--; /* one has left */
  d = find(&t, &m);
  assert_int_equal(d.unmatched, 1);
  assert_true(isinf(wcsph_deviation_largest(&d)));
  s->id[0] = s->id[s->count]; /* and another one stands for it */
  assert_int_equal(find(&t, &m).unmatched, 1);
  wcsph_record_free(&m);
  trial_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(measures_known_changes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
