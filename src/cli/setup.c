/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/setup.h"

#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/neighbours.h"
#include "util/error.h"
#include "util/log.h"
#include "util/path.h"
#include "util/words.h"
#include "wcsph/evolution.h"

int setup_locate(char path[PATH_MAX], const char *argument) {
  CHECK(path_exists(argument), STATUS_USAGE, "%s: no such case file or folder", argument);
  if (path_is_folder(argument)) {
    size_t length = strlen(argument);
    while (length > 1 && argument[length - 1] == '/') length--;
    char folder[PATH_MAX];
    CHECK(length < sizeof folder, STATUS_USAGE, "%s: name too long", argument);
    memcpy(folder, argument, length);
    folder[length] = 0;
    TRY(path_join(path, folder, "case.yaml"));
    CHECK(path_exists(path), STATUS_USAGE, "%s: no case.yaml in this folder", argument);
    return STATUS_OK;
  }
  CHECK(strlen(argument) < PATH_MAX, STATUS_USAGE, "%s: name too long", argument);
  strcpy(path, argument);
  return STATUS_OK;
}

int setup_name(char name[NAME_MAX + 1], const char *path) {
  char whole[PATH_MAX], copy[PATH_MAX];
  CHECK(realpath(path, whole), STATUS_USAGE, "%s: no such case file", path);
  strcpy(copy, whole);
  const char *base = basename(copy);
  if (!strcmp(base, "case.yaml") || !strcmp(base, "used.yaml")) base = basename(dirname(whole));
  snprintf(name, NAME_MAX + 1, "%s", base);
  char *dot = strrchr(name, '.');
  if (dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml"))) *dot = 0;
  return STATUS_OK;
}

static int count_members(struct setup *s) {
  const struct particles *p = &s->particles;
  s->members = calloc(s->config.wall_count + s->config.fluid_count, sizeof *s->members);
  CHECK(s->members, STATUS_FAILED, "no memory");
  for (size_t i = 0; i < p->wall_count + p->fluid_count; i++)
    s->members[p->body[i] + (i < p->wall_count ? 0 : s->config.wall_count)]++;
  return STATUS_OK;
}

int setup_load(struct setup *s, const char *path, const struct overrides *overrides) {
  *s = (struct setup){0};
  TRY(case_read(&s->config, path, overrides->items, overrides->count));
  TRY(particles_fill(&s->particles, &s->config));
  TRY(count_members(s));
  TRY(wcsph_derive(&s->law, &s->geometry, &s->config, &s->particles));
  TRY(neighbours_expected(&s->neighbours, &s->config, &s->particles, (double)s->law.support));
  s->first_step = wcsph_step_estimate(&s->law, &s->config);
  return STATUS_OK;
}

void setup_free(struct setup *s) {
  particles_free(&s->particles);
  free(s->members);
  case_free(&s->config);
  *s = (struct setup){0};
}

size_t setup_state_bytes(const struct setup *s) {
  unsigned buffers = wcsph_buffers_needed(&s->config);
  size_t row = 0;
  for (int i = 0; i < WCSPH_BUFFER_COUNT; i++)
    if (buffers & 1u << i) row += wcsph_buffer_info[i].row_bytes;
  return row * (s->particles.wall_count + s->particles.fluid_count);
}

/* Particles of each body. */
static void say_bodies(const struct setup *s, bool walls) {
  const struct body *bodies = walls ? s->config.walls : s->config.fluids;
  size_t count = walls ? s->config.wall_count : s->config.fluid_count;
  const size_t *members = s->members + (walls ? 0 : s->config.wall_count);
  for (size_t b = 0; b < count; b++)
    log_say("    %-9s %zu (%s)", bodies[b].name, members[b], walls ? "wall" : "fluid");
}

/* k of the 2^k units that one quantum is. */
static int quantum_power(float quanta_a_unit) {
  int exponent;
  frexp((double)quanta_a_unit, &exponent);
  return 1 - exponent;
}

static void say_quanta(const struct setup *s) {
  const struct wcsph_quanta *q = &s->law.quanta;
  log_say("  fixed sums  a quantum is 2^%d m/s^2, 2^%d /s of d(rho/rho0)/dt", quantum_power(q->acceleration),
          quantum_power(q->rate));
  if (s->law.boundary == BOUNDARY_DUMMY && s->particles.wall_count > 0)
    log_say("              at walls 2^%d Pa, 2^%d m/s, 2^%d of a weight", quantum_power(q->pressure),
            quantum_power(q->velocity), quantum_power(q->weight));
  if (s->config.shifting.model != SHIFTING_NONE)
    log_say("              in shifting 2^%d /m", quantum_power(q->gradient));
}

void setup_say(const struct setup *s) {
  const struct amphi_case *c = &s->config;
  char steps[16];
  log_say("amphi " AMPHI_VERSION ": %s", c->title);
  log_say("  case        %s", c->path);
  log_say("  method      wcsph in %d-D, %s kernel, h = %.4g m (%.4g dp)", c->dimensions,
          case_word_kernel(c->kernel), (double)s->law.h, c->smoothing_ratio);
  log_say("  particles   %zu: %zu fluid, %zu wall; dp = %.6g m",
          s->particles.fluid_count + s->particles.wall_count, s->particles.fluid_count,
          s->particles.wall_count, c->dp);
  say_bodies(s, false);
  say_bodies(s, true);
  log_say("  neighbours  %.1f expected a fluid particle", s->neighbours);
  log_say("  sound       c0 = %.4g m/s", (double)s->law.c0);
  log_say("  time step   %.3g s at first, so about %s steps to the end at t = %.6g s", s->first_step,
          text_count(steps, c->end / s->first_step), c->end);
  if (c->summation == SUM_FIXED) say_quanta(s);
}
