/* SPDX-License-Identifier: BSD-3-Clause */
/* amphi check: what a case would run. */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/setup.h"
#include "util/error.h"
#include "util/log.h"
#include "util/words.h"

struct check_arguments {
  const char *target;
  struct overrides overrides;
  struct execution execution;
};

static error_t parse(int key, char *argument, struct argp_state *state) {
  struct check_arguments *a = state->input;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &a->overrides;
    state->child_inputs[1] = &a->execution;
    return 0;
  default:
    return parse_case(key, argument, state, &a->target);
  }
}

static void say_memory(const struct setup *s, const struct execution_options *options) {
  size_t state = setup_state_bytes(s);
  char text[16];
  for (int i = 0; wcsph_backends[i]; i++) {
    const struct wcsph_backend *b = wcsph_backends[i];
    int threads = execution_threads(b, options);
    size_t bytes = state + b->estimate((uint32_t)s->particles.wall_count, (uint32_t)s->particles.fluid_count,
                                       s->neighbours, threads);
    double each = (double)bytes / (double)(s->particles.wall_count + s->particles.fluid_count);
    log_say("  memory      %s on %s with %d thread%s, %.0f bytes a particle", text_bytes(text, (double)bytes),
            b->name, threads, threads == 1 ? "" : "s", each);
  }
}

static void say_details(const struct setup *s) {
  static const char *const kinds[] = {"pressure", "velocity", "height", "force"};
  const struct amphi_case *c = &s->config;
  const double *quantum = s->geometry.quantum;
  if (c->dimensions == 2)
    log_say("  positions   to %.2g, %.2g m", quantum[0], quantum[1]);
  else
    log_say("  positions   to %.2g, %.2g, %.2g m", quantum[0], quantum[1], quantum[2]);
  log_say("  numerics    %s formulation, %s viscosity, %s density diffusion, %s boundary, %s, %s sums",
          case_word_formulation(c->formulation), case_word_viscosity(c->viscosity.model),
          case_word_diffusion(c->diffusion.model), case_word_boundary(c->boundary.model),
          case_word_integrator(c->integrator.scheme), case_word_summation(c->summation));
  for (size_t i = 0; i < c->gauge_count; i++) {
    const struct gauge *g = &c->gauges[i];
    if (g->kind == GAUGE_FORCE)
      log_say("  gauge       %s: force on %s every %g s", g->name, c->walls[g->wall].name, g->interval);
    else
      log_say("  gauge       %s: %s at (%g, %g, %g) every %g s", g->name, kinds[g->kind], g->at[0], g->at[1],
              g->at[2], g->interval);
  }
}

static int check_case(const struct check_arguments *a, struct setup *s) {
  char path[PATH_MAX];
  TRY(setup_locate(path, a->target));
  TRY(setup_load(s, path, &a->overrides));
  setup_say(s);
  say_details(s);
  say_memory(s, &a->execution.options);
  return STATUS_OK;
}

int check_main(int argc, char **argv) {
  static const struct argp_child children[] = {
      {&overrides_argp, 0, NULL, 0}, {&execution_argp, 0, NULL, 0}, {0}};
  const struct argp program = {
      .parser = parse,
      .args_doc = "CASE",
      .doc = "Say what a case would run: particles, neighbours, memory, time step. Runs and "
             "writes nothing.\vCASE is a case file, or a folder with a case.yaml.",
      .children = children};
  struct check_arguments arguments = {0};
  if (argp_parse(&program, argc, argv, 0, NULL, &arguments)) return STATUS_FAILED;
  struct setup setup = {0};
  int status = check_case(&arguments, &setup);
  setup_free(&setup);
  overrides_free(&arguments.overrides);
  return status ? cli_fail(status) : STATUS_OK;
}
