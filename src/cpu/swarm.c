/* SPDX-License-Identifier: BSD-3-Clause */
#define LANES 1
#include "cpu/swarm.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/isa.h"
#include "swarm/links.h"
#include "swarm/models/particle.h"
#include "swarm/user.h"
#include "util/error.h"

/* Coordinates below which one thread does all: to wake others takes longer. */
enum { ALONE = 1 << 13 };

struct swarm_cpu_run {
  struct swarm_state *state;
  const struct swarm_law *law;
  const struct isa *isa;
  const struct swarm_lanes *lanes;
  int threads;
  bool alone;
  uint64_t *rank; /* [count] the best rank among a particle's informants */
};

#define X(name, lanes) extern const struct swarm_lanes swarm_lanes_##name;
CPU_ISAS(X)
#undef X

static const struct swarm_lanes *lanes_of(const struct isa *isa) {
#define X(n, lanes)                                                                                          \
  if (strcmp(isa->name, #n) == 0) return &swarm_lanes_##n;
  CPU_ISAS(X)
#undef X
  return NULL;
}

static void swarm_close(void *self) {
  struct swarm_cpu_run *run = self;
  if (!run) return;
  free(run->rank);
  free(run);
}

static int swarm_open(void **self, struct swarm_state *state, const struct swarm_law *law,
                      const struct execution_options *options) {
  struct swarm_cpu_run *run = *self = calloc(1, sizeof *run);
  CHECK(run, STATUS_FAILED, "no memory for the cpu backend");
  run->state = state;
  run->law = law;
  run->threads = options->threads > 0 ? options->threads : omp_get_num_procs();
  run->alone = (uint64_t)state->count * state->dimensions < ALONE;
  run->rank = calloc(state->count, sizeof *run->rank);
  CHECK(run->rank, STATUS_FAILED, "no memory for the cpu backend");
  TRY(isa_choose(&run->isa, options->isa));
  run->lanes = lanes_of(run->isa);
  return STATUS_OK;
}

static struct swarm_view view_of(const struct swarm_state *s) {
  return (struct swarm_view){s->data, s->leader, s->layout};
}

static uint64_t rank_of(const struct swarm_state *s, uint32_t i) {
  return swarm_rank(s->data[swarm_at(&s->layout, SWARM_BEST_VALUE, i, 0)], i);
}

/* Particles of a thread: whole vectors of any instruction set. */
static void slice(const struct swarm_cpu_run *run, uint32_t *begin, uint32_t *end) {
  uint64_t blocks = run->state->capacity / SWARM_ROUND;
  uint64_t thread = (uint64_t)omp_get_thread_num(), threads = (uint64_t)omp_get_num_threads();
  *begin = (uint32_t)(blocks * thread / threads) * SWARM_ROUND;
  *end = (uint32_t)(blocks * (thread + 1) / threads) * SWARM_ROUND;
}

static uint64_t least_of_three(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t least = a < b ? a : b;
  return least < c ? least : c;
}

/* In the ring a particle looks at its two neighbours; else the best rank is brought to those that hear of it,
 * where the least of several wins in whatever order they come. */
static void lead_at_random(const struct swarm_cpu_run *run, uint32_t drawn) {
  const struct swarm_law *law = run->law;
  struct swarm_state *s = run->state;
  uint64_t *rank = run->rank;
#pragma omp parallel num_threads(run->threads) if (!run->alone)
  {
#pragma omp for
    for (uint32_t i = 0; i < s->count; i++) rank[i] = rank_of(s, i);
#pragma omp for
    for (uint32_t i = 0; i < s->count; i++) {
      uint64_t mine = rank_of(s, i);
      for (uint32_t k = 0; k < law->informants; k++) {
        uint64_t *theirs = &rank[swarm_informed(law, i, k, drawn)];
#pragma omp atomic compare
        if (*theirs > mine) {
          *theirs = mine;
        }
      }
    }
#pragma omp for
    for (uint32_t i = 0; i < s->count; i++) s->leader[i] = (uint32_t)rank[i];
  }
}

static void lead_in_ring(const struct swarm_cpu_run *run) {
  struct swarm_state *s = run->state;
#pragma omp parallel for num_threads(run->threads) if (!run->alone)
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t before = i > 0 ? i - 1 : s->count - 1, after = i + 1 < s->count ? i + 1 : 0;
    s->leader[i] = (uint32_t)least_of_three(rank_of(s, before), rank_of(s, i), rank_of(s, after));
  }
}

static void lead_globally(const struct swarm_cpu_run *run, uint32_t best) {
  struct swarm_state *s = run->state;
#pragma omp parallel for num_threads(run->threads) if (!run->alone)
  for (uint32_t i = 0; i < s->count; i++) s->leader[i] = best;
}

static int swarm_lead(void *self, uint32_t drawn, uint32_t best) {
  const struct swarm_cpu_run *run = self;
  if (run->law->neighbourhood == SWARM_GLOBAL)
    lead_globally(run, best);
  else if (run->law->neighbourhood == SWARM_RING)
    lead_in_ring(run);
  else
    lead_at_random(run, drawn);
  return STATUS_OK;
}

static int swarm_move(void *self, uint32_t iteration) {
  const struct swarm_cpu_run *run = self;
  const struct swarm_view view = view_of(run->state);
#pragma omp parallel num_threads(run->threads) if (!run->alone)
  {
    uint32_t begin, end;
    slice(run, &begin, &end);
    run->lanes->move(&view, run->law, iteration, begin, end);
  }
  return STATUS_OK;
}

static int swarm_evaluate(void *self, uint64_t *best) {
  const struct swarm_cpu_run *run = self;
  const struct swarm_view view = view_of(run->state);
  if (run->law->user) {
    swarm_user_evaluate(run->law->user, run->threads, run->state, run->law, best);
    return STATUS_OK;
  }
  uint64_t least = UINT64_MAX;
#pragma omp parallel num_threads(run->threads) if (!run->alone) reduction(min : least)
  {
    uint32_t begin, end;
    slice(run, &begin, &end);
    least = run->lanes->evaluate(&view, run->law, begin, end);
  }
  *best = least;
  return STATUS_OK;
}

static int swarm_best_place(void *self, uint32_t i, float *place) {
  swarm_recall(((const struct swarm_cpu_run *)self)->state, i, place);
  return STATUS_OK;
}

static int swarm_copy(void *self, size_t *bytes) {
  const struct swarm_cpu_run *run = self;
  const size_t half = run->state->layout.total / 2;
  const float *from = run->state->data;
  float *to = run->state->data + half;
#pragma omp parallel for num_threads(run->threads)
  for (size_t k = 0; k < half; k++) to[k] = from[k];
  *bytes = half * sizeof *to;
  return STATUS_OK;
}

static int swarm_transfer(void *self) {
  (void)self;
  return STATUS_OK;
}

static void swarm_describe(void *self, char *text, size_t size) {
  const struct swarm_cpu_run *run = self;
  snprintf(text, size, "cpu: %s, %d lanes, %d thread%s", run->isa->name, run->isa->lanes, run->threads,
           run->threads == 1 ? "" : "s");
}

static size_t swarm_estimate(uint32_t count, uint32_t dimensions, enum swarm_arrangement a) {
  (void)dimensions, (void)a;
  return count * sizeof(uint64_t);
}

const struct swarm_backend swarm_cpu = {
    .about =
        {
            .name = "cpu",
            .title = "explicit SIMD, a vector of particles at a time, one thread per slice",
            .deterministic = "yes: the same bits as every backend",
            .way = cpu_way,
        },
    .open = swarm_open,
    .close = swarm_close,
    .lead = swarm_lead,
    .move = swarm_move,
    .evaluate = swarm_evaluate,
    .recall = swarm_best_place,
    .copy = swarm_copy,
    .fetch = swarm_transfer,
    .send = swarm_transfer,
    .describe = swarm_describe,
    .estimate = swarm_estimate,
};
