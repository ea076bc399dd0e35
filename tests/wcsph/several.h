/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_WCSPH_SEVERAL_H
#define TESTS_WCSPH_SEVERAL_H
/* Cases of several spacings, and runs of them, behind cmocka.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/read.h"
#include "io/checkpoint.h"
#include "registry/backends.h"
#include "registry/methods.h"
#include "util/error.h"
#include "ways.h"
#include "wcsph/levels/method.h"
#include "wcsph/levels/pace.h"
#include "wcsph/levels/place.h"
#include "wcsph/levels/run.h"
#include "wcsph/method.h"
#include "wcsph/scalar.h"

#define WALLS(name, low, high, open)                                                                         \
  "walls: [{name: " name ", shapes: [{add: box, low: " low ", high: " high                                   \
  ", fill: shell-outside, open: [" open "]}]}]\n"

/* Water with a box in it, and one in that, both from the bed to the air. */
static const char still[] =
    "method: wcsph\ndimensions: 2\ndp: 0.05\n"
    "domain: {low: [0, 0], high: [2, 1.2], open: [+y]}\n"
    "gravity: [0, -9.81]\n"
    "fluids: [{name: water, shapes: [{add: box, low: [0, 0], high: [2, 1]}]}]\n" WALLS("tank", "[0, 0]",
                                                                                       "[2, 1.2]", "+y") //
    "resolution: [{name: middle, low: [0.6, 0], high: [2, 1.2]}]\n"
    "summation: fixed\nend: 1\n";

/* A paddle in the coarse level, and a body afloat in a finer box at the other end. */
static const char flume[] =
    "method: wcsph\ndimensions: 2\ndp: 0.05\n"
    "domain: {low: [-0.2, 0], high: [2.4, 1], open: [+y]}\n"
    "gravity: [0, -9.81]\n"
    "fluids: [{name: water, shapes: [{add: box, low: [0, 0], high: [2.4, 0.6]}]}]\n"
    "walls:\n"
    "  - {name: tank, shapes: [{add: box, low: [-0.4, -0.2], high: [2.6, 0]}, {add: box, low: [2.4, 0], "
    "high: "
    "[2.6, 1]}]}\n"
    "  - {name: paddle, motion: {type: straight, velocity: [0.3, 0], to: 1}, shapes: [{add: box, low: [-0.2, "
    "0], "
    "high: [0, 1]}]}\n"
    "  - {name: float, body: {density: 400}, shapes: [{add: box, low: [1.7, 0.45], "
    "high: "
    "[2, 0.7]}]}\n"
    "resolution: [{name: middle, low: [1.1, 0], high: [2.4, 1]}]\n"
    "damping_zones: [{name: back, from: [0.8, 0], to: [0, 0]}]\n"
    "gauges: [{name: F, type: body, on: float, interval: 0.01}, {name: P, type: force, on: paddle, interval: "
    "0.01}]\n"
    "summation: fixed\nend: 1\n";

struct several {
  struct amphi_case config;
  void *plan, *run;
};

static void plan(struct several *s, const char *text, char *const overrides[]) {
  size_t n = 0;
  *s = (struct several){0};
  while (overrides[n]) n++;
  int status = case_read_text(&s->config, "levels.yaml", text, strlen(text), overrides, n);
  if (status == STATUS_OK) status = method_of(&s->config)->plan(&s->plan, &s->config, false);
  if (status != STATUS_OK) fail_msg("%s", error_text());
}

static void begin(struct several *s, struct checkpoint *from, int way) {
  const struct backend *b = &wcsph_backend_find(ways[way].backend)->about;
  if (method_levels.open(&s->run, s->plan, from, b, &ways[way].options) != STATUS_OK)
    fail_msg("%s", error_text());
}

/* The run of a case from its start, in one way. */
static const struct levels_run *start(struct several *s, const char *text, char *const overrides[]) {
  plan(s, text, overrides);
  begin(s, NULL, 1);
  return s->run;
}

static void go(struct several *s, int steps_more) {
  const struct horizon all = {INFINITY, UINT64_MAX};
  for (int k = 0; k < steps_more; k++)
    if (method_levels.step(s->run, &all) != STATUS_OK) fail_msg("%s", error_text());
}

static void end(struct several *s) {
  method_levels.close(s->run);
  method_levels.plan_free(s->plan);
  case_free(&s->config);
}

/* What one level lost and the other has not is in their face, to the particle. */
static void mass_closes(const struct levels_run *r) {
  assert_true(fabs((levels_mass(r) + levels_carried(r)) / r->mass - 1.0) < 1e-12);
}

static inline uint64_t hash_now(struct several *s) {
  uint64_t hash;
  assert_int_equal(method_levels.hash(s->run, &hash), STATUS_OK);
  return hash;
}

/* What a level has is what it began with and what came, less what went and what left. */
static inline void counts_close(const struct levels_run *r, const uint64_t begun[LEVELS_MOST]) {
  for (int k = 0; k < r->count; k++) {
    uint64_t came = k == 0 ? (uint64_t)r->came : 0, went = 0; /* that of open boundaries may be negative */
    for (size_t g = 0; g < r->gate_count; g++)
      if (r->gates[g].of == k) came += r->gates[g].came, went += r->gates[g].went;
    assert_int_equal(state_count(&r->runs[k]->state, KIND_FLUID), begun[k] + came - went - r->runs[k]->left);
  }
}

static inline uint64_t all_came(const struct levels_run *r) {
  uint64_t came = 0;
  for (size_t g = 0; g < r->gate_count; g++) came += r->gates[g].came;
  return came;
}

/* Another run that goes on from a checkpoint of this one. */
static inline void resume(struct several *again, struct several *s, const char *text, char *const overrides[],
                          int way) {
  struct checkpoint c;
  char path[512];
  snprintf(path, sizeof path, BINARY_DIR "/test_levels_%d.h5", (int)getpid());
  assert_int_equal(method_levels.checkpoint(s->run, &c), STATUS_OK);
  assert_int_equal(checkpoint_write(path, &c), STATUS_OK);
  checkpoint_release(&c);
  plan(again, text, overrides);
  assert_int_equal(checkpoint_read(&c, path), STATUS_OK);
  remove(path);
  begin(again, &c, way);
  checkpoint_free(&c);
}

/* In all ways, and over a resume with another. */
static inline void has_one_hash(const char *text, char *const overrides[], int before, int behind) {
  struct several s, again;
  uint64_t first = 0;
  for (int way = 0; way < WAYS; way++) {
    uint64_t begun[LEVELS_MOST];
    if (way == LEFT_OUT) continue;
    plan(&s, text, overrides);
    begin(&s, NULL, way);
    struct levels_run *r = s.run;
    for (int k = 0; k < r->count; k++) begun[k] = state_count(&r->runs[k]->state, KIND_FLUID);
    go(&s, before + behind);
    assert_true(all_came(r) > 0); /* else gates were not tried */
    counts_close(r, begun);
    mass_closes(r);
    if (way == 0) first = hash_now(&s);
    assert_true(hash_now(&s) == first);
    end(&s);
  }
  plan(&s, text, overrides);
  begin(&s, NULL, 1);
  go(&s, before);
  resume(&again, &s, text, overrides, WAYS - 1);
  end(&s);
  go(&again, behind);
  assert_true(hash_now(&again) == first);
  end(&again);
}

#endif
