/* SPDX-License-Identifier: BSD-3-Clause */
/* Every backend against the reference, and the reference against a sum over all pairs. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "cpu/isa.h"
#include "trials.h"
#include "wcsph/scalar.h"

static void step(struct trial *t, int steps) {
  for (int k = 0; k < steps; k++)
    if (wcsph_run_step(&t->run, 0.0) != STATUS_OK) fail_msg("%s: %s", t->config.title, error_text());
}

struct scale {
  double x, v, d;
};

static double absolute(double a, double b) {
  return fabs(a - b);
}

/* Largest differences by particle id, against the largest values: m, m/s, 1. */
static struct scale differences(const struct wcsph_run *one, const struct wcsph_run *other,
                                struct scale *scale) {
  const struct wcsph_state *a = &one->state, *b = &other->state;
  struct scale worst = {0}, largest = {0};
  uint32_t *row = trial_rows(other);
  for (uint32_t i = 0; i < a->count; i++) {
    uint32_t k = row[a->id[i]];
    assert_true(k != UINT32_MAX);
    const struct vec4 *v = &a->vel[i], *w = &b->vel[k];
    worst.x = fmax(worst.x, absolute(0, (int32_t)(a->pos[i].x - b->pos[k].x)) * a->quantum[0]);
    worst.x = fmax(worst.x, absolute(0, (int32_t)(a->pos[i].y - b->pos[k].y)) * a->quantum[1]);
    worst.x = fmax(worst.x, absolute(0, (int32_t)(a->pos[i].z - b->pos[k].z)) * a->quantum[2]);
    worst.v = fmax(worst.v, fmax(absolute(v->x, w->x), fmax(absolute(v->y, w->y), absolute(v->z, w->z))));
    worst.d = fmax(worst.d, absolute(v->w, w->w));
    largest.v = fmax(largest.v, fabs((double)v->x) + fabs((double)v->y) + fabs((double)v->z));
    largest.d = fmax(largest.d, fabs((double)v->w));
  }
  free(row);
  *scale = largest;
  return worst;
}

static void assert_near(const struct trial *reference, const struct trial *other, int trial,
                        const struct execution_options *options, double bound) {
  struct scale scale, worst = differences(&reference->run, &other->run, &scale);
  if (reference->run.state.count != other->run.state.count)
    fail_msg("%s (%d), %s %s, %d threads: %u and %u particles at step %d", trials[trial].name, trial,
             other->run.backend->about.name, options->isa ? options->isa : "", options->threads,
             reference->run.state.count, other->run.state.count, (int)other->run.step);
  /* Densities that differ by rounding alone from rho0 have no scale of their own. */
  if (worst.v > bound * scale.v || worst.d > bound * (scale.d + 1e-3) ||
      worst.x > bound * reference->config.dp)
    fail_msg("%s (%d), %s %s, %d threads, step %d: x %.3g dp, v %.3g of %.3g, d %.3g of %.3g",
             trials[trial].name, trial, other->run.backend->about.name, options->isa ? options->isa : "",
             options->threads, (int)other->run.step, worst.x / reference->config.dp, worst.v, scale.v,
             worst.d, scale.d);
  assert_true(fabs(reference->run.time - other->run.time) <= 1e-5 * reference->run.time);
}

/* AMPHI_TEST_DEVICE, or the host: where offload code is tested. */
static const char *test_device(void) {
  const char *name = getenv("AMPHI_TEST_DEVICE");
  return name ? name : "host";
}

#ifdef AMPHI_SANITIZED /* which look for what a step reads and writes */
enum { LATER = 14, CONSERVED = 60 };
#else
enum { LATER = 130, CONSERVED = 300 };
#endif

/* One pass, then as many steps, on the cpu backend with the best instruction set and, in turn, one of the
 * others, with some numbers of threads, and on the offload backend with every strategy, against the
 * reference: rounding differs in the order of sums alone, and grows slowly. (All sets in each trial:
 * test_exact.c.) */
static void every_case_is_near_the_reference(void **state) {
  (void)state;
  const int threads[] = {1, 2, 3, 7, 64};
  int sets = 0;
  while (cpu_isa_names[sets]) sets++;
  for (int t = 0; t < TRIALS; t++) {
    struct trial reference, others[12];
    struct execution_options options[12];
    const char *backends[12];
    int n = 0;
    trial_open(&reference, trials[t].name, trials[t].overrides, "reference", &(struct execution_options){0});
    for (int k = 0; k < (t == 0 ? 5 : 1); k++)
      options[n++] = (struct execution_options){.threads = threads[k], .isa = cpu_isa_names[0]};
    if (sets > 1)
      options[n++] = (struct execution_options){.threads = 2, .isa = cpu_isa_names[1 + t % (sets - 1)]};
    for (int k = 0; k < n; k++) backends[k] = "cpu";
    for (int k = OFFLOAD_LIST; k <= (t == 0 ? OFFLOAD_CELLS : OFFLOAD_LIST); k++) {
      backends[n] = "offload";
      options[n++] =
          (struct execution_options){.device = test_device(), .strategy = (enum offload_strategy)k};
    }
    for (int k = 0; k < n; k++)
      trial_open(&others[k], trials[t].name, trials[t].overrides, backends[k], &options[k]);
    for (int pass = 0; pass < 2; pass++) {
      step(&reference, pass ? LATER : 1);
      for (int k = 0; k < n; k++) {
        step(&others[k], pass ? LATER : 1);
        struct wcsph_run *run = &others[k].run;
        assert_int_equal(wcsph_fetch(run->backend, run->self, BUFFER_POSITION | BUFFER_VELOCITY | BUFFER_ID),
                         STATUS_OK);
        assert_near(&reference, &others[k], t, &options[k], pass ? 2e-3 : 5e-5);
      }
    }
    for (int k = 0; k < n; k++) trial_close(&others[k]);
    trial_close(&reference);
  }
}

/* The same run twice has the same bits. */
static void repeats_exactly(void **state) {
  (void)state;
  struct execution_options options = {.threads = 3};
  struct trial a, b;
  trial_open(&a, trials[0].name, trials[0].overrides, "cpu", &options);
  trial_open(&b, trials[0].name, trials[0].overrides, "cpu", &options);
  step(&a, 100);
  step(&b, 100);
  size_t bytes = a.run.state.count * sizeof *a.run.state.vel;
  assert_memory_equal(a.run.state.vel, b.run.state.vel, bytes);
  assert_memory_equal(a.run.state.pos, b.run.state.pos, bytes);
  trial_close(&a);
  trial_close(&b);
}

/* Rates of some particles as a plain sum in double over all others. */
static void reference_is_the_sum_over_all_pairs(void **state) {
  (void)state;
  struct trial t;
  trial_open(&t, trials[0].name, trials[0].overrides, "reference", &(struct execution_options){0});
  step(&t, 50);
  struct wcsph_limits limits;
  assert_int_equal(wcsph_rebuild(t.run.backend, t.run.self, false), STATUS_OK);
  assert_int_equal(wcsph_forces(t.run.backend, t.run.self, &limits), STATUS_OK);
  const struct wcsph_state *s = &t.run.state;
  const struct wcsph_law *law = &t.run.law;
  for (uint32_t i = s->ranges[KIND_FLUID].begin; i < s->count; i += 97) {
    double sum[4] = {(double)law->gravity[0], (double)law->gravity[1], (double)law->gravity[2], 0.0},
           size = 0.0;
    const struct vec4 *v = &s->vel[i];
    struct pair_side a = {eos_momentum_term(law, v->w), v->x, v->y, v->z, v->w};
    for (uint32_t j = 0; j < s->count; j++) {
      if (j == i) continue;
      const struct vec4 *w = &s->vel[j];
      struct pair_side b = {eos_momentum_term(law, w->w), w->x, w->y, w->z, w->w};
      struct pair_result f =
          pair_interact(law, state_kind(s, j) == KIND_WALL ? PAIR_FLUID_WALL : PAIR_FLUID_FLUID,
                        (float)(int32_t)(s->pos[i].x - s->pos[j].x) * law->quantum_h[0],
                        (float)(int32_t)(s->pos[i].y - s->pos[j].y) * law->quantum_h[1],
                        (float)(int32_t)(s->pos[i].z - s->pos[j].z) * law->quantum_h[2], &a, &b);
      const double unit = (double)law->unit_acceleration, a[3] = {(double)f.ax, (double)f.ay, (double)f.az};
      for (int k = 0; k < 3; k++) sum[k] += a[k] * unit, size += fabs(a[k] * unit);
      sum[3] += (double)f.rate_i * (double)law->unit_rate;
    }
    const float *rate = &s->rate[i].x;
    for (int k = 0; k < 3; k++)
      if (fabs(sum[k] - (double)rate[k]) > 2e-7 * (size + 20.0))
        fail_msg("particle %u: %.9g as a sum over all pairs, %.9g by the reference; terms %.3g", i, sum[k],
                 (double)rate[k], size);
    assert_true(fabs(sum[3] - (double)rate[3]) <= 1e-6 * (fabs(sum[3]) + 1.0));
  }
  trial_close(&t);
}

/* In a closed periodic box pair forces leave the total momentum at rounding. */
static void momentum_is_conserved(void **state) {
  (void)state;
  const char *const backends[] = {"reference", "cpu"};
  for (int k = 0; k < 2; k++) {
    struct trial t;
    struct wcsph_totals before, after;
    char *overrides[] = {"dp=0.04", NULL};
    trial_open(&t, "taylor-green", overrides, backends[k], &(struct execution_options){.threads = 2});
    assert_int_equal(wcsph_run_totals(&t.run, &before), STATUS_OK);
    step(&t, CONSERVED);
    assert_int_equal(wcsph_run_totals(&t.run, &after), STATUS_OK);
    double scale = sqrt(2.0 * after.kinetic * after.mass); /* kg m/s that move about */
    for (int a = 0; a < 2; a++) {
      if (fabs(after.momentum[a] - before.momentum[a]) > 2e-7 * scale)
        fail_msg("%s: momentum changed by %.3g of %.3g", backends[k], after.momentum[a] - before.momentum[a],
                 scale);
    }
    trial_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reference_is_the_sum_over_all_pairs),
      cmocka_unit_test(every_case_is_near_the_reference),
      cmocka_unit_test(repeats_exactly),
      cmocka_unit_test(momentum_is_conserved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
