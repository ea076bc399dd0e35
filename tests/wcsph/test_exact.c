/* SPDX-License-Identifier: BSD-3-Clause */
/* summation: fixed. All backends, instruction sets and numbers of threads have the same bits; so have runs
 * whose particles stand in another order, and runs that are resumed elsewhere. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

#include "../io/folder.h"
#include "check/read.h"
#include "cpu/isa.h"
#include "registry/backends.h"
#include "trials.h"
#include "wcsph/gauges/gauges.h"
#include "wcsph/scalar.h"

/* A trial with fixed sums; and with shifting where that was left out for the chaos it brings, which does
 * nothing to runs that do not differ. */
static void open_fixed(struct trial *t, int trial, const char *backend,
                       const struct execution_options *options) {
  char *overrides[12];
  int n = 0;
  for (int k = 0; trials[trial].overrides[k]; k++) {
    char *item = trials[trial].overrides[k];
    if (strncmp(item, "summation=", 10) != 0 && strcmp(item, "shifting={model: none}") != 0)
      overrides[n++] = item;
  }
  overrides[n++] = "summation=fixed";
  overrides[n] = NULL;
  trial_open(t, trials[trial].name, overrides, backend, options);
}

static void step(struct trial *t, int steps) {
  for (int k = 0; k < steps; k++)
    if (wcsph_run_step(&t->run, 0.0) != STATUS_OK) fail_msg("%s: %s", t->config.title, error_text());
}

/* Every buffer that a step starts from, every particle, every bit. `renamed` are the ids in b of a's ids;
 * NULL: the same. */
static void assert_same(const struct trial *a, const struct trial *b, const uint32_t *renamed,
                        const char *what) {
  const struct wcsph_state *s = &a->run.state, *t = &b->run.state;
  if (s->count != t->count)
    fail_msg("%s: %u and %u particles at step %d", what, s->count, t->count, (int)a->run.step);
  if (memcmp(&a->run.time, &b->run.time, sizeof(double)) != 0)
    fail_msg("%s: time %.17g and %.17g at step %d", what, a->run.time, b->run.time, (int)a->run.step);
  uint32_t *row = trial_rows(&b->run);
  for (int buffer = 0; buffer < WCSPH_BUFFER_COUNT; buffer++) {
    const char *x = state_buffer(s, buffer), *y = state_buffer(t, buffer);
    /* Rates are found anew, what a shift carries is used up, and where its list expects particles is a
     * backend's own matter. */
    if (!x || buffer == BUFFER_INDEX_RATE || buffer == BUFFER_INDEX_CARRIED ||
        buffer == BUFFER_INDEX_LISTED_POSITION)
      continue;
    const struct buffer_info *info = &wcsph_buffer_info[buffer];
    if (buffer == BUFFER_INDEX_ID) continue; /* by which rows are found */
    const size_t bytes = info->row_bytes;
    for (uint32_t i = 0; i < s->count; i++) {
      const uint64_t id = s->id[i];
      const uint32_t k = row[renamed ? renamed[id] : id];
      if (k == UINT32_MAX || memcmp(x + i * info->row_bytes, y + k * info->row_bytes, bytes) != 0)
        fail_msg("%s: %s of particle %llu differs at step %d", what, info->name, (unsigned long long)id,
                 (int)a->run.step);
    }
  }
  free(row);
}

/* The cpu backend with every instruction set of this machine and 1, 2, 3 and 7 threads; under sanitizers,
 * which look for what a step reads and writes, 3, and few steps. Fluid is dropped at each 32nd. */
#ifdef AMPHI_SANITIZED
enum { CONFIGURATIONS_MAX = 16, LATE = 9, SHUFFLED = 6, BETWEEN = 2 };
#else
enum { CONFIGURATIONS_MAX = 16, LATE = 100, SHUFFLED = 40, BETWEEN = 9 };
#endif
static int configurations(struct execution_options options[CONFIGURATIONS_MAX]) {
#ifdef AMPHI_SANITIZED
  const int threads[] = {3};
#else
  const int threads[] = {1, 2, 3, 7};
#endif
  const int counts = (int)(sizeof threads / sizeof *threads);
  int n = 0;
  for (int k = 0; cpu_isa_names[k]; k++)
    for (int t = 0; t < counts; t++)
      options[n++] = (struct execution_options){.threads = threads[t], .isa = cpu_isa_names[k]};
  return n;
}

/* Of those, of each instruction set one number of threads: trials take them in turn, so that together they
 * take all pairs several times. */
static int some_configurations(struct execution_options options[CONFIGURATIONS_MAX], int trial) {
  struct execution_options all[CONFIGURATIONS_MAX];
  const int n = configurations(all);
  int sets = 0;
  while (cpu_isa_names[sets]) sets++;
  for (int k = 0; k < sets; k++) options[k] = all[k * (n / sets) + (k + trial) % (n / sets)];
  return sets;
}

static void name_configuration(char text[128], int trial, const struct execution_options *options) {
  snprintf(text, 128, "%s (%d), %s, %d threads", trials[trial].name, trial, options->isa, options->threads);
}

/* Gauges and totals are output alone, and exact all the same. */
static void assert_same_output(struct trial *a, struct trial *b, const char *what) {
  struct wcsph_totals totals[2];
  const size_t n = gauges_column_count(&a->settings);
  double *columns[2] = {calloc(n + 1, sizeof(double)), calloc(n + 1, sizeof(double))};
  for (int k = 0; k < 2; k++) {
    struct trial *trial = k ? b : a;
    double *due = calloc(a->config.gauge_count + 1, sizeof *due);
    int sampled;
    assert_int_equal(gauges_sample(&trial->run, due, columns[k], &sampled), STATUS_OK);
    assert_int_equal(wcsph_run_totals(&trial->run, &totals[k]), STATUS_OK);
    free(due);
  }
  for (size_t k = 0; k < n; k++)
    if (columns[0][k] != columns[1][k])
      fail_msg("%s: column %zu of the gauges is %.17g and %.17g", what, k, columns[0][k], columns[1][k]);
  assert_memory_equal(&totals[0], &totals[1], sizeof totals[0]);
  for (int k = 0; k < 2; k++) free(columns[k]);
}

static void every_case_has_the_bits_of_the_reference(void **state) {
  (void)state;
  struct execution_options options[CONFIGURATIONS_MAX];
  const int passes[] = {1, LATE / 3, LATE};
  for (int t = 0; t < TRIALS; t++) {
    const int n = some_configurations(options, t);
    struct trial reference, others[CONFIGURATIONS_MAX];
    open_fixed(&reference, t, "reference", &(struct execution_options){0});
    for (int k = 0; k < n; k++) open_fixed(&others[k], t, "cpu", &options[k]);
    for (int pass = 0; pass < 3; pass++) {
      step(&reference, passes[pass]);
      for (int k = 0; k < n; k++) {
        char what[128];
        name_configuration(what, t, &options[k]);
        step(&others[k], passes[pass]);
        assert_same(&reference, &others[k], NULL, what);
        if (pass == 1) assert_same_output(&reference, &others[k], what);
      }
    }
    for (int k = 0; k < n; k++) trial_close(&others[k]);
    trial_close(&reference);
  }
}

/* One step at a time, so that it shows when fluid is dropped: at every 32nd step, or because it is far. */
static void step_while_fluid_leaves(struct trial *t, int steps) {
  int moments = 0, early = 0;
  for (int k = 0; k < steps; k++) {
    const uint64_t left = t->run.left;
    const bool far = t->run.motion.left == LEFT_FAR;
    step(t, 1);
    if (t->run.left == left) continue;
    moments++;
    early += far;
    assert_true(far || (t->run.step - 1) % 32 == 0);
  }
  assert_true(moments > early);
}

/* Fluid runs out of a tank without its right wall: which particles leave, and when, is the same. */
static void the_same_particles_leave(void **state) {
  (void)state;
  char *const overrides[] = {
      "dp=0.01",
      "summation=fixed",
      "shifting.model=none", /* it makes a list, and drops fluid, at a step's end too */
      "domain.high=[0.2, 0.438]",
      "domain.open=[+x]",
      "limits.lost=1",
      "walls.tank.shapes.0.high=[0.2, 0.438]",
      "walls.tank.shapes.0.open=[+x, +y]",
      NULL};
  struct execution_options options[CONFIGURATIONS_MAX];
  const int n = some_configurations(options, 1);
  struct trial reference, other;
  trial_open(&reference, "dambreak2d", overrides, "reference", &(struct execution_options){0});
  step_while_fluid_leaves(&reference, 1600);
  assert_true(reference.run.left > 20);
  for (int k = 0; k < n; k++) {
    char what[128];
    snprintf(what, sizeof what, "%s, %d threads", options[k].isa, options[k].threads);
    trial_open(&other, "dambreak2d", overrides, "cpu", &options[k]);
    step(&other, 1600);
    assert_int_equal(other.run.left, reference.run.left);
    assert_same(&reference, &other, NULL, what);
    trial_close(&other);
  }
  trial_close(&reference);
}

/* An arbitrary order of [begin, end), the same at every call. */
static void shuffle(uint32_t *order, size_t begin, size_t end) {
  uint64_t random = 12345;
  for (size_t i = begin; i < end; i++) order[i] = (uint32_t)i;
  for (size_t i = end - 1; end > begin && i > begin; i--) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    size_t k = begin + (random >> 33) % (i - begin + 1);
    uint32_t kept = order[i];
    order[i] = order[k];
    order[k] = kept;
  }
}

/* The trial's particles, walls and fluid each in another order; renamed[id] is what `id` is called now. */
static void open_shuffled(struct trial *t, const struct trial *original, const char *backend,
                          const struct execution_options *options, uint32_t *renamed) {
  struct particles p = {0}, q = {0};
  t->config = original->config;
  t->particles = (struct particles){0};
  assert_int_equal(particles_fill(&p, &t->config), STATUS_OK);
  assert_int_equal(particles_fill(&q, &t->config), STATUS_OK);
  shuffle(renamed, 0, p.wall_count);
  shuffle(renamed, p.wall_count, p.wall_count + p.fluid_count);
  for (size_t i = 0; i < p.wall_count + p.fluid_count; i++) {
    memcpy(q.position[renamed[i]], p.position[i], sizeof *p.position);
    q.body[renamed[i]] = p.body[i];
  }
  assert_int_equal(wcsph_run_open(&t->run, trial_settings(t), &q, wcsph_backend_find(backend), options),
                   STATUS_OK);
  particles_free(&p);
  particles_free(&q);
}

static void order_does_not_matter(void **state) {
  (void)state;
  for (int t = 0; t < TRIALS; t++) {
    struct trial original, shuffled[2];
    open_fixed(&original, t, "cpu", &(struct execution_options){.threads = 2});
    uint32_t *renamed = calloc(original.run.state.capacity, sizeof *renamed);
    open_shuffled(&shuffled[0], &original, "reference", &(struct execution_options){0}, renamed);
    open_shuffled(&shuffled[1], &original, "cpu", &(struct execution_options){.threads = 3}, renamed);
    step(&original, SHUFFLED);
    for (int k = 0; k < 2; k++) {
      step(&shuffled[k], SHUFFLED);
      assert_same(&original, &shuffled[k], renamed, trials[t].name);
      wcsph_run_close(&shuffled[k].run);
    }
    free(renamed);
    trial_close(&original);
  }
}

static void a_run_goes_on_elsewhere(void **state) {
  (void)state;
  struct execution_options options[CONFIGURATIONS_MAX];
  const int n = configurations(options);
  for (int t = 0; t < TRIALS; t++) {
    struct trial whole, parts;
    open_fixed(&whole, t, "cpu", &(struct execution_options){.threads = 2});
    open_fixed(&parts, t, "reference", &(struct execution_options){0});
    for (int k = 0; k < 4; k++) {
      const int steps = 3 + BETWEEN * (k + 1);
      step(&whole, steps);
      step(&parts, steps);
      assert_same(&whole, &parts, NULL, trials[t].name);
      if (k % 2)
        trial_go_on(&parts, in_folder("checkpoint.h5"), "reference", &(struct execution_options){0});
      else
        trial_go_on(&parts, in_folder("checkpoint.h5"), "cpu", &options[(5 * t + k) % n]);
    }
    step(&whole, 2 * BETWEEN);
    step(&parts, 2 * BETWEEN);
    assert_same(&whole, &parts, NULL, trials[t].name);
    trial_close(&whole);
    trial_close(&parts);
  }
}

/* What all pairs do to all particles, in quanta, is nothing at all. */
static void forces_cancel_to_the_last_bit(void **state) {
  (void)state;
  struct trial t;
  open_fixed(&t, TAYLOR_GREEN, "cpu", &(struct execution_options){.threads = 2});
  step(&t, 30);
  const struct wcsph_state *s = &t.run.state;
  const struct wcsph_law *law = &t.run.law;
  struct sum x = {0}, y = {0}, one = {0};
  uint64_t moved = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    const struct vec4 *v = &s->vel[i];
    struct pair_side a = {eos_momentum_term(law, v->w), v->x, v->y, v->z, v->w};
    for (uint32_t j = 0; j < s->count; j++) {
      if (j == i) continue;
      const struct vec4 *w = &s->vel[j];
      struct pair_side b = {eos_momentum_term(law, w->w), w->x, w->y, w->z, w->w};
      struct pair_result f = pair_interact(
          law, PAIR_FLUID_FLUID, (float)(int32_t)(s->pos[i].x - s->pos[j].x) * law->quantum_h[0],
          (float)(int32_t)(s->pos[i].y - s->pos[j].y) * law->quantum_h[1], 0.0f, &a, &b);
      assert_true(pair_load(law, &f, 0.0f) < SUM_TERM_LIMIT);
      sum_add(&x, f.ax, SUM_FIXED);
      sum_add(&y, f.ay, SUM_FIXED);
      if (i == 0) sum_add(&one, f.ax, SUM_FIXED);
      moved += f.ax != 0.0f;
    }
  }
  assert_true(moved > 10 * s->count && one.quanta != 0);
  assert_true(x.quanta == 0 && y.quanta == 0);
  trial_close(&t);
}

/* Two blocks of a liquid so viscous that the forces between them leave the range of fixed sums. */
static const char *const impact = "method: wcsph\nscheme: classic\n"
                                  "dimensions: 2\n"
                                  "dp: 0.05\n"
                                  "domain: {low: [0, 0], high: [2, 2], periodic: [x, y]}\n"
                                  "material: {speed_of_sound: 10}\n"
                                  "fluids:\n"
                                  "  - name: left\n"
                                  "    shapes: [{add: box, low: [0.4, 0.6], high: [0.8, 1.2]}]\n"
                                  "    velocity: [10, 0]\n"
                                  "  - name: right\n"
                                  "    shapes: [{add: box, low: [0.8, 0.6], high: [1.2, 1.2]}]\n"
                                  "    velocity: [-10, 0]\n"
                                  "viscosity: {model: laminar, nu: 1000}\n"
                                  "summation: fixed\n"
                                  "end: 1\n";

static void open_impact(struct trial *t, char *const overrides[], size_t n, const char *backend,
                        const struct execution_options *options) {
  const char *path = in_folder("case.yaml");
  put_file(path, impact, strlen(impact));
  int status = case_read(&t->config, path, overrides, n);
  if (status == STATUS_OK) status = particles_fill(&t->particles, &t->config);
  if (status == STATUS_OK)
    status = wcsph_run_open(&t->run, trial_settings(t), &t->particles, wcsph_backend_find(backend), options);
  if (status != STATUS_OK) fail_msg("%s", error_text());
}

/* What a run says that overflows: at once, or after some steps when quanta become so fine that the hardest
 * hit particle's sums have no room. */
static void overflow(char said[256], bool at_once, const char *backend,
                     const struct execution_options *options) {
  struct trial t;
  if (at_once) {
    open_impact(&t, NULL, 0, backend, options);
  } else {
    open_fixed(&t, 0, backend, options);
    step(&t, 120);
    t.run.law.quanta_acceleration *= 0x1p19f;
  }
  assert_int_equal(wcsph_run_step(&t.run, 0.0), STATUS_DIVERGED);
  assert_int_equal(t.run.motion.fault, FAULT_OVERFLOW);
  assert_non_null(strstr(error_text(), "exceeds the range of fixed sums"));
  strcpy(said, t.run.diverged);
  trial_close(&t);
}

static void an_overflow_names_the_same_particle(void **state) {
  (void)state;
  struct execution_options options[CONFIGURATIONS_MAX];
  const int n = configurations(options);
  for (int at_once = 0; at_once < 2; at_once++) {
    char expected[256], said[256];
    overflow(expected, at_once, "reference", &(struct execution_options){0});
    for (int k = 0; k < n; k++) {
      overflow(said, at_once, "cpu", &options[k]);
      assert_string_equal(said, expected);
    }
  }
}

/* The reference looks at it, after a list that dropped what was outside at the start: it must not drop more.
 */
static void an_overflow_drops_nobody(void **state) {
  (void)state;
  char *overrides[] = {"domain={low: [0, 0], high: [2, 2], open: [-x, +x, -y, +y]}"};
  const char *const backends[] = {"reference", "cpu"};
  for (size_t b = 0; b < 2; b++) {
    struct trial t;
    open_impact(&t, overrides, 1, backends[b], &(struct execution_options){.threads = 1});
    struct wcsph_state *s = &t.run.state;
    const uint32_t count = s->count;
    s->pos[count - 1].y = s->fluid_high[1] + 1000;
    assert_int_equal(wcsph_run_step(&t.run, 0.0), STATUS_DIVERGED);
    assert_int_equal(t.run.motion.fault, FAULT_OVERFLOW);
    assert_int_equal(s->count, count);
    trial_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forces_cancel_to_the_last_bit),
      cmocka_unit_test(an_overflow_names_the_same_particle),
      cmocka_unit_test(an_overflow_drops_nobody),
      cmocka_unit_test(the_same_particles_leave),
      cmocka_unit_test(order_does_not_matter),
      cmocka_unit_test(a_run_goes_on_elsewhere),
      cmocka_unit_test(every_case_has_the_bits_of_the_reference),
  };
  return cmocka_run_group_tests(tests, folder_create, folder_remove);
}
