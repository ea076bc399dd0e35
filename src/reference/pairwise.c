/* SPDX-License-Identifier: BSD-3-Clause */
/* The reference backend of pairwise: every particle looks at all others in the cells around its own. */
#include "reference/pairwise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pairwise/particle.h"
#include "pairwise/passes/pass.h"
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

#define PASS             forces
#define PASS_RUN         struct reference_pairwise
#define PASS_REACH2(law) ((float)(law)->cutoff2)
#include PASS_HEADER
static struct pairwise_side forces_side_of(const struct reference_pairwise *r, uint32_t i) {
  (void)r, (void)i;
  return (struct pairwise_side){0};
}
static void forces_rows_of(const struct reference_pairwise *r, uint32_t i, float rows[]) {
  (void)r, (void)i, (void)rows;
}
#include "reference/pairs.h"

static int reference_forces(void *self, bool kick, struct pairwise_limits *limits) {
  struct reference_pairwise *r = self;
  struct pairwise_state *s = r->state;
  const uint32_t *start = r->grid.start[0];
  *limits = (struct pairwise_limits){0};
  r->counters.candidates = r->counters.inside = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    struct pass_found found = {0};
    struct forces_target t = {.at = s->pos[i], .row = i, .fluid = true};
    t.cell_count = grid_around(&r->grid, &s->listed_pos[i], t.cells);
    forces_sum_over(r, r->law, &t, false, start, &found);
    r->counters.inside += found.met[0];
    for (int c = 0; c < t.cell_count; c++)
      r->counters.candidates += start[t.cells[c] + 1] - start[t.cells[c]];
    r->counters.candidates--; /* itself */
    const float load = pairwise_finish(r->law, t.sums, found.load, &s->force[i]);
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
            .judge = &pairwise_reference.about,
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
