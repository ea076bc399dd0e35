/* SPDX-License-Identifier: BSD-3-Clause */
/* The reference backend of pairwise: every particle looks at all others in the cells around its own. */
#include "reference/pairwise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pairwise/particle.h"
#include "util/error.h"

struct reference_pairwise {
  struct pairwise_state *state;
  const struct pairwise_law *law;
  struct grid grid;
  struct pairwise_counters counters;
};

static bool reference_way(int number, struct execution_options *options) {
  *options = (struct execution_options){0};
  return number == 0;
}

static void reference_close(void *self) {
  struct reference_pairwise *r = self;
  if (!r) return;
  grid_free(&r->grid);
  free(r);
}

static int reference_open(void **self, struct pairwise_state *state, const struct pairwise_law *law,
                          const struct execution_options *options) {
  (void)options;
  struct reference_pairwise *r = calloc(1, sizeof *r);
  CHECK(r, STATUS_FAILED, "no memory for the reference backend");
  r->state = state;
  r->law = law;
  pairwise_grid_make(&r->grid, state, (const int[3]){1, 1, 1});
  r->grid.start[0] = calloc((size_t)r->grid.total + 1, sizeof *r->grid.start[0]);
  r->grid.order = malloc(((size_t)state->count + 1) * sizeof *r->grid.order);
  r->counters.bytes = ((size_t)r->grid.total + 1 + state->count) * sizeof(uint32_t);
  if (!r->grid.start[0] || !r->grid.order) {
    reference_close(r);
    return error_set(STATUS_FAILED, "no memory for %u particles", state->count);
  }
  *self = r;
  return STATUS_OK;
}

static int reference_rebuild(void *self, bool keep_order) {
  struct reference_pairwise *r = self;
  struct pairwise_state *s = r->state;
  if (!keep_order) memcpy(s->listed_pos, s->pos, s->count * sizeof *s->pos);
  grid_sort(&r->grid, s->listed_pos, 0, s->count, r->grid.start[0]);
  r->counters.rebuilds++;
  return STATUS_OK;
}

/* All neighbours of particle i. */
static void sum_forces(struct reference_pairwise *r, uint32_t i, struct pairwise_sums *sums) {
  const struct pairwise_state *s = r->state;
  const struct grid *g = &r->grid;
  uint32_t cells[GRID_AROUND];
  const int count = grid_around(g, &s->listed_pos[i], cells);
  for (int c = 0; c < count; c++)
    for (uint32_t k = g->start[0][cells[c]]; k < g->start[0][cells[c] + 1]; k++) {
      const uint32_t j = g->order[k];
      if (j == i) continue;
      r->counters.candidates++;
      const float r2 = pairwise_meet(r->law, &s->pos[i], &s->pos[j], sums);
      r->counters.inside += r2 < (float)r->law->cutoff2;
    }
}

static int reference_forces(void *self, bool kick, struct pairwise_limits *limits) {
  struct reference_pairwise *r = self;
  struct pairwise_state *s = r->state;
  *limits = (struct pairwise_limits){0};
  r->counters.candidates = r->counters.inside = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    struct pairwise_sums sums = {0};
    sum_forces(r, i, &sums);
    const float load = pairwise_finish(r->law, &sums, &s->force[i]);
    if (kick) s->vel[i] = pairwise_kicked(s->vel[i], s->force[i]);
    if (load < SUM_TERM_LIMIT) continue;
    if (!limits->overflow || s->id[i] < limits->overflow_id) limits->overflow_id = s->id[i];
    limits->overflow = true;
  }
  return STATUS_OK;
}

static int reference_advance(void *self, struct pairwise_motion *motion) {
  struct reference_pairwise *r = self;
  *motion = (struct pairwise_motion){.fault = PAIRWISE_FINE};
  pairwise_advance_range(r->state, r->law, &r->state->bounds, 0, r->state->count, motion);
  return STATUS_OK;
}

/* The state is in host memory already. */
static int reference_transfer(void *self) {
  (void)self;
  return STATUS_OK;
}

static void reference_count(void *self, struct pairwise_counters *out) {
  *out = ((struct reference_pairwise *)self)->counters;
}

static void reference_describe(void *self, char *text, size_t size) {
  (void)self;
  snprintf(text, size, "reference: scalar loops, 1 thread");
}

static size_t reference_estimate(size_t count, double neighbours, int threads) {
  (void)neighbours, (void)threads;
  return 2 * count * sizeof(uint32_t);
}

const struct pairwise_backend pairwise_reference = {
    .about =
        {
            .name = "reference",
            .title = "plain scalar loops over the cells around each particle: the oracle for tests",
            .deterministic = "yes: the same bits at every run",
            .way = reference_way,
        },
    .open = reference_open,
    .close = reference_close,
    .rebuild = reference_rebuild,
    .forces = reference_forces,
    .advance = reference_advance,
    .fetch = reference_transfer,
    .send = reference_transfer,
    .count = reference_count,
    .describe = reference_describe,
    .estimate = reference_estimate,
};
