/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_WCSPH_SEVERAL_H
#define TESTS_WCSPH_SEVERAL_H
/* Cases of several spacings, and runs of them, behind cmocka.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/read.h"
#include "io/checkpoint.h"
#include "registry/backends.h"
#include "registry/methods.h"
#include "util/error.h"
#include "ways.h"
#include "wcsph/levels/method.h"
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

#endif
