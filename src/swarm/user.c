/* SPDX-License-Identifier: BSD-3-Clause */
#define LANES 1
#include "swarm/user.h"

#include <dlfcn.h>
#include <omp.h>
#include <stdlib.h>

#include "case/formula.h"
#include "swarm/models/particle.h"
#include "util/error.h"

/* Coordinates below which one thread does all: to wake others takes longer. */
enum { ALONE = 1 << 10 };

struct swarm_user {
  void *library; /* of `call` */
  double (*call)(int n, const double *x);
  struct formula_swarm **formulas; /* [threads], or NULL */
  double *places;                  /* [threads][dimensions] */
  int threads;
};

void swarm_user_close(struct swarm_user *u) {
  if (!u) return;
  for (int t = 0; u->formulas && t < u->threads; t++) formula_swarm_close(u->formulas[t]);
  free(u->formulas);
  free(u->places);
  if (u->library) dlclose(u->library);
  free(u);
}

static int open_library(struct swarm_user *u, const struct swarm_settings *c) {
  u->library = dlopen(c->swarm.library, RTLD_NOW | RTLD_LOCAL);
  CHECK(u->library, STATUS_USAGE, "swarm.library: %s", dlerror());
  void *symbol = dlsym(u->library, c->swarm.symbol);
  CHECK(symbol, STATUS_USAGE, "swarm.symbol: %s", dlerror());
  memcpy(&u->call, &symbol, sizeof symbol);
  return STATUS_OK;
}

static int open_formulas(struct swarm_user *u, const struct swarm_settings *c) {
  char *key = NULL;
  int status = STATUS_OK;
  u->formulas = calloc((size_t)u->threads, sizeof *u->formulas);
  CHECK(u->formulas, STATUS_FAILED, "no memory for an expression");
  for (int t = 0; t < u->threads && status == STATUS_OK; t++) {
    status = formula_swarm_open(&u->formulas[t], &c->swarm, c->dimensions, &key);
    if (status != STATUS_OK && key) error_prefix(status, "%s", key);
    free(key);
  }
  return status;
}

static int open_user(struct swarm_user *u, const struct swarm_settings *c, int threads) {
  u->threads = c->swarm.function == OBJECTIVE_USER ? 1 : threads;
  u->places = calloc((size_t)u->threads * (size_t)c->dimensions, sizeof *u->places);
  CHECK(u->places, STATUS_FAILED, "no memory for the function of the user");
  return c->swarm.function == OBJECTIVE_USER ? open_library(u, c) : open_formulas(u, c);
}

int swarm_user_open(struct swarm_user **u, const struct swarm_settings *c, int threads) {
  *u = NULL;
  if (c->swarm.function < OBJECTIVE_EXPRESSION) return STATUS_OK;
  struct swarm_user *made = calloc(1, sizeof *made);
  CHECK(made, STATUS_FAILED, "no memory for the function of the user");
  const int status = open_user(made, c, threads);
  if (status == STATUS_OK)
    *u = made;
  else
    swarm_user_close(made);
  return status;
}

static uint64_t evaluate_particle(const struct swarm_user *u, const struct swarm_view *view,
                                  const struct swarm_law *law, uint32_t i) {
  const int thread = omp_get_thread_num();
  double *x = u->places + (size_t)thread * law->dimensions;
  for (uint32_t d = 0; d < law->dimensions; d++) x[d] = (double)swarm_load(view, SWARM_POSITION, i, d);
  const double value =
      u->formulas ? formula_swarm_value(u->formulas[thread], x) : u->call((int)law->dimensions, x);
  return swarm_rank(swarm_judge(view, law, i, (float)value), i);
}

void swarm_user_evaluate(const struct swarm_user *u, int threads, struct swarm_state *state,
                         const struct swarm_law *law, uint64_t *best) {
  const struct swarm_view view = {state->data, state->leader, state->layout};
  const int most = threads < u->threads ? threads : u->threads;
  uint64_t least = UINT64_MAX;
#pragma omp parallel for num_threads(most)                                                                   \
    reduction(min                                                                                            \
              : least) if ((uint64_t)state->count * state->dimensions >= ALONE)
  for (uint32_t i = 0; i < state->count; i++) {
    const uint64_t rank = evaluate_particle(u, &view, law, i);
    least = rank < least ? rank : least;
  }
  *best = least;
}
