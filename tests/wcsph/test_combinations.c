/* SPDX-License-Identifier: BSD-3-Clause */
/* Choices in pairs: whatever two words a case chooses, with one fluid and with two phases, it either runs,
 * with one hash on two backends, of which one stops and is resumed on the way, or is refused before anything
 * runs, and the message names one of the two and says what would do. A sample; all, and resumes with
 * compensated sums, with AMPHI_COMBINATIONS=all. */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <string.h>
#include <unistd.h>

#include "check/read.h"
#include "registry/backends.h"
#include "stepping.h"
#include "wcsph/hash.h"

#ifdef AMPHI_SANITIZED
enum { SAMPLE = 97 };
#else
enum { SAMPLE = 23 };
#endif
enum { STEPS = 20, SETS_MOST = 40 };

/* A choice: where a case has it, and its rows. */
struct choice {
  const char *key, *selector; /* selector NULL: the key itself */
  const struct model *models;
};
#define CHOICE(X, axis, how, KIND, name, type, TABLE, member, key, selector, ...)                            \
  CHOICE_##how(name, key, selector)
#define CHOICE_OWN(name, key, fallback) {key, NULL, models_##name},
#define CHOICE_MAP(name, key, selector) {key, selector, models_##name},
#define CHOICE_SUB(name, key, selector) {key, selector, models_##name},
static const struct choice choices[] = {CHOICES(CHOICE, )};
enum { COUNT = sizeof choices / sizeof *choices };

/* Keys that a row cannot do without. */
static const struct {
  unsigned takes;
  const char *key, *name, *value; /* of the choice, and of what it needs */
} needed[] = {
    {TAKES_NU, "viscosity", "nu", "0.01"},
    {TAKES_YIELD, "rheology", "yield", "2"},
    {TAKES_EXPONENT, "rheology", "exponent", "0.5"},
    {TAKES_DECAY, "rheology", "decay", "0.1"},
    {TAKES_GROWTH, "rheology", "growth", "10"},
    {TAKES_FRICTION, "rheology", "friction", "0.5"},
    {TAKES_CEILING, "rheology", "ceiling", "0.05"},
    {TAKES_TENSION, "interface", "tension", "0.1"},
    {TAKES_HEAT, "heat", "conductivity", "10"},
    {TAKES_HEAT, "heat", "capacity", "1"},
    {TAKES_HEAT, "heat", "expansion", "0.1"},
    {TAKES_GRAINS, "rheology", "friction_fast", "0.7"},
    {TAKES_GRAINS, "rheology", "inertial_number", "0.3"},
    {TAKES_GRAINS, "rheology", "grain_size", "0.01"},
    {TAKES_GRAINS, "rheology", "grain_density", "2500"},
};

struct sets {
  char text[SETS_MOST][240];
  char *all[SETS_MOST + 1];
  size_t count;
};

static void set_text(struct sets *s, const char *text) {
  assert_true(s->count < SETS_MOST && strlen(text) < sizeof *s->text);
  s->all[s->count] = strcpy(s->text[s->count], text);
  s->all[++s->count] = NULL;
}

static void set(struct sets *s, const char *key, const char *name, const char *value) {
  char text[sizeof *s->text];
  snprintf(text, sizeof text, name ? "%s.%s=%s" : "%s%s=%s", key, name ? name : "", value);
  set_text(s, text);
}

/* A map anew, or one key of it where that is the choice. */
static void choose(struct sets *s, const struct choice *c, const struct model *m) {
  const bool whole = c->selector && (!strcmp(c->selector, "model") || !strcmp(c->selector, "scheme"));
  char map[200];
  if (!whole) {
    set(s, c->key, c->selector, m->word);
    return;
  }
  int used = snprintf(map, sizeof map, "{%s: %s", c->selector, m->word);
  for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
    if ((m->takes & needed[k].takes) && !strcmp(c->key, needed[k].key))
      used += snprintf(map + used, sizeof map - (size_t)used, ", %s: %s", needed[k].name, needed[k].value);
  snprintf(map + used, sizeof map - (size_t)used, "}");
  set(s, c->key, NULL, map);
}

static const struct execution_options how = {.device = "host", .threads = 2};

/* To the last step, on the way stopped and resumed behind step `stop`; 0: not. */
static int go(struct trial *t, const char *backend, uint64_t stop) {
  char path[512];
  if (stop == 0) return trial_go(t, STEPS);
  const int status = trial_go(t, stop);
  if (status != STATUS_OK) return status;
  snprintf(path, sizeof path, BINARY_DIR "/test_combinations_%d.h5", (int)getpid());
  trial_go_on(t, path, backend, &how);
  remove(path);
  return trial_go(t, STEPS - stop);
}

/* Whether the run is refused; else its hash. */
static bool is_refused(const char *name, const struct sets *s, const char *backend, uint64_t stop,
                       uint64_t *hash) {
  char path[512];
  struct trial t = {0};
  snprintf(path, sizeof path, SOURCE_DIR "/cases/%s/case.yaml", name);
  int status = case_read(&t.config, path, s->all, s->count);
  if (status != STATUS_OK) {
    case_free(&t.config);
    return true;
  }
  status = particles_fill(&t.particles, &t.config);
  if (status == STATUS_OK)
    status = wcsph_run_open(&t.run, trial_settings(&t), &t.particles, wcsph_backend_find(backend), &how);
  if (status != STATUS_OK) {
    particles_free(&t.particles);
    case_free(&t.config);
    return true;
  }
  if (!strcmp(backend, "reference")) trial_steps_ahead(&t);
  status = go(&t, backend, stop);
  if (status == STATUS_OK) status = wcsph_run_hash(&t.run, hash);
  trial_close(&t);
  if (status != STATUS_OK) fail_msg("%s on %s: %s", name, backend, error_text());
  return false;
}

static void say(const struct sets *s, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (size_t k = 0; k < s->count && used < size; k++)
    used += (size_t)snprintf(text + used, size - used, " %s", s->all[k]);
}

static bool wants_all(void) {
  return getenv("AMPHI_COMBINATIONS") && !strcmp(getenv("AMPHI_COMBINATIONS"), "all");
}

/* Compensated sums have the same bits for the same backend alone. */
static void check_compensated(const char *name, const struct sets *of_fixed, uint64_t stop) {
  struct sets s = {0};
  char what[2000];
  uint64_t whole = 0, parts = 0;
  for (size_t k = 0; k < of_fixed->count; k++) set_text(&s, of_fixed->text[k]);
  set(&s, "summation", NULL, "kahan");
  say(&s, what, sizeof what);
  if (is_refused(name, &s, "cpu", 0, &whole)) return;
  assert_false(is_refused(name, &s, "cpu", stop, &parts));
  if (whole != parts) fail_msg("%s%s: another hash when resumed at step %d", name, what, (int)stop);
}

/* Returns whether it ran. */
static bool check(const char *name, const struct sets *s, const struct choice *a, const struct choice *b) {
  static uint64_t number; /* they stop at one step after the other; of a sample some go on */
  const uint64_t stop = wants_all() || number % 4 == 0 ? 1 + number % (STEPS - 1) : 0;
  char what[2000];
  uint64_t first = 0, second = 0;
  say(s, what, sizeof what);
  number++;
  const bool refused = is_refused(name, s, "cpu", stop, &first);
  if (refused) {
    const char *why = error_text();
    if (!strstr(why, a->key) && !strstr(why, b->key)) fail_msg("%s%s: %s", name, what, why);
    if (!strstr(why, "expected") && !strstr(why, "belongs to")) fail_msg("%s%s: %s", name, what, why);
    return false;
  }
  if (is_refused(name, s, "reference", 0, &second))
    fail_msg("%s%s: by one backend: %s", name, what, error_text());
  if (first != second) fail_msg("%s%s: two hashes, one of a run resumed at step %d", name, what, (int)stop);
  if (wants_all()) check_compensated(name, s, stop);
  return true;
}

/* What every run of a case has. */
static void begin(struct sets *s, const char *const base[][2]) {
  s->count = 0;
  for (int k = 0; base[k][0]; k++) set(s, base[k][0], NULL, base[k][1]);
}

/* Walls with which steps may be bare (wcsph/evolution.c): whatever goes with them is tried. */
static bool is_bare(const struct model *m) {
  return !strcmp(m->word, "dynamic");
}

static void check_pairs(const char *name, const char *const base[][2]) {
  const bool all = wants_all();
  int number = 0, ran = 0, refused = 0;
  for (int a = 0; a < COUNT; a++)
    for (int b = 0; b < a; b++)
      for (const struct model *m = choices[a].models; m->word; m++)
        for (const struct model *n = choices[b].models; n->word; n++) {
          struct sets s;
          if (!all && number++ % SAMPLE != 0 && !is_bare(m) && !is_bare(n)) continue;
          begin(&s, base);
          choose(&s, &choices[b], n);
          choose(&s, &choices[a], m);
          if (check(name, &s, &choices[a], &choices[b]))
            ran++;
          else
            refused++;
        }
  print_message("%s: %d pairs ran, %d were refused\n", name, ran, refused);
  assert_true(ran > 0 && refused > 0);
}

static void of_one_fluid(void **state) {
  (void)state;
  static const char *const base[][2] = {
      {"dp", "0.02"},
      {"summation", "fixed"},
      {"viscosity", "{model: laminar, nu: 0.01}"},
      {"boundary", "{model: dummy}"},
      {"limits.density", "[0.1, 2]"}, /* sums miss what is above a surface */
      {NULL, NULL}};
  check_pairs("dambreak2d", base);
}

static void of_two_phases(void **state) {
  (void)state;
  static const char *const base[][2] = {{"dp", "0.05"}, {"summation", "fixed"}, {NULL, NULL}};
  check_pairs("rising-bubble", base);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(of_one_fluid),
      cmocka_unit_test(of_two_phases),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
