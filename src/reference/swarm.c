/* SPDX-License-Identifier: BSD-3-Clause */
#define LANES 1
#include "reference/swarm.h"

#include <stdio.h>
#include <stdlib.h>

#include "swarm/links.h"
#include "swarm/models/particle.h"
#include "swarm/user.h"
#include "util/error.h"

struct reference {
  struct swarm_state *state;
  const struct swarm_law *law;
};

static bool reference_way(int number, struct execution_options *options) {
  *options = (struct execution_options){0};
  return number == 0;
}

static int reference_open(void **self, struct swarm_state *state, const struct swarm_law *law,
                          const struct execution_options *options) {
  (void)options;
  struct reference *r = *self = calloc(1, sizeof *r);
  CHECK(r, STATUS_FAILED, "no memory for the reference backend");
  *r = (struct reference){state, law};
  return STATUS_OK;
}

static struct swarm_view view_of(const struct swarm_state *s) {
  return (struct swarm_view){s->data, s->leader, s->layout};
}

static uint64_t rank_of(const struct swarm_state *s, uint32_t i) {
  return swarm_rank(s->data[swarm_at(&s->layout, SWARM_BEST_VALUE, i, 0)], i);
}

static uint64_t rank_least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

/* The leader of each particle is the best of all. */
static void lead_globally(struct swarm_state *s, uint32_t best) {
  for (uint32_t i = 0; i < s->count; i++) s->leader[i] = best;
}

/* Of the two beside it. */
static void lead_in_ring(struct swarm_state *s) {
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t before = i > 0 ? i - 1 : s->count - 1, after = i + 1 < s->count ? i + 1 : 0;
    uint64_t best = rank_least(rank_of(s, before), rank_of(s, after));
    s->leader[i] = (uint32_t)rank_least(best, rank_of(s, i));
  }
}

/* Of those that inform it. */
static void lead_at_random(struct swarm_state *s, const struct swarm_law *law, uint32_t drawn) {
  for (uint32_t i = 0; i < s->count; i++) s->leader[i] = i;
  for (uint32_t i = 0; i < s->count; i++)
    for (uint32_t k = 0; k < law->informants; k++) {
      uint32_t to = swarm_informed(law, i, k, drawn);
      if (rank_of(s, i) < rank_of(s, s->leader[to])) s->leader[to] = i;
    }
}

static int reference_lead(void *self, uint32_t drawn, uint32_t best) {
  struct reference *r = self;
  if (r->law->neighbourhood == SWARM_GLOBAL)
    lead_globally(r->state, best);
  else if (r->law->neighbourhood == SWARM_RING)
    lead_in_ring(r->state);
  else
    lead_at_random(r->state, r->law, drawn);
  return STATUS_OK;
}

static int reference_move(void *self, uint32_t iteration) {
  struct reference *r = self;
  const struct swarm_view view = view_of(r->state);
  for (uint32_t i = 0; i < r->state->count; i++) swarm_move_particle(&view, r->law, i, iteration);
  return STATUS_OK;
}

static int reference_evaluate(void *self, uint64_t *best) {
  struct reference *r = self;
  const struct swarm_view view = view_of(r->state);
  if (r->law->user) {
    swarm_user_evaluate(r->law->user, 1, r->state, r->law, best);
    return STATUS_OK;
  }
  *best = UINT64_MAX;
  for (uint32_t i = 0; i < r->state->count; i++)
    *best = rank_least(*best, swarm_rank(swarm_evaluate_particle(&view, r->law, i), i));
  return STATUS_OK;
}

void swarm_recall(const struct swarm_state *state, uint32_t i, float *place) {
  for (uint32_t d = 0; d < state->dimensions; d++)
    place[d] = state->data[swarm_at(&state->layout, SWARM_BEST, i, d)];
}

static int reference_recall(void *self, uint32_t i, float *place) {
  swarm_recall(((const struct reference *)self)->state, i, place);
  return STATUS_OK;
}

static int reference_copy(void *self, size_t *bytes) {
  const struct swarm_state *s = ((const struct reference *)self)->state;
  const size_t half = s->layout.total / 2;
  for (size_t k = 0; k < half; k++) s->data[half + k] = s->data[k];
  *bytes = half * sizeof *s->data;
  return STATUS_OK;
}

static int reference_transfer(void *self) {
  (void)self;
  return STATUS_OK;
}

static void reference_describe(void *self, char *text, size_t size) {
  (void)self;
  snprintf(text, size, "reference: scalar loops, 1 thread");
}

static size_t reference_estimate(uint32_t count, uint32_t dimensions, enum swarm_arrangement a) {
  (void)count, (void)dimensions, (void)a;
  return sizeof(struct reference);
}

const struct swarm_backend swarm_reference = {
    .about =
        {
            .name = "reference",
            .title = "plain scalar loops, one particle after the other",
            .deterministic = "yes: the same bits as every backend",
            .way = reference_way,
        },
    .open = reference_open,
    .close = free,
    .lead = reference_lead,
    .move = reference_move,
    .evaluate = reference_evaluate,
    .recall = reference_recall,
    .copy = reference_copy,
    .fetch = reference_transfer,
    .send = reference_transfer,
    .describe = reference_describe,
    .estimate = reference_estimate,
};
