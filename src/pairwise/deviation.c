/* SPDX-License-Identifier: BSD-3-Clause */
#include "pairwise/deviation.h"

#include <math.h>
#include <stdlib.h>

#include "util/error.h"

int pairwise_record_take(struct pairwise_record *m, struct pairwise_run *r) {
  const struct pairwise_state *s = &r->state;
  TRY(pairwise_run_fetch(r));
  *m = (struct pairwise_record){.count = s->count,
                                .pos = rows_allocate(s->count, sizeof *m->pos),
                                .vel = rows_allocate(s->count, sizeof *m->vel)};
  if (!m->pos || !m->vel) {
    pairwise_record_free(m);
    return error_set(STATUS_FAILED, "no memory to keep %u particles", s->count);
  }
  for (uint32_t i = 0; i < s->count; i++) {
    m->pos[s->id[i]] = s->pos[i];
    m->vel[s->id[i]] = s->vel[i];
  }
  return STATUS_OK;
}

void pairwise_record_free(struct pairwise_record *m) {
  free(m->pos);
  free(m->vel);
  *m = (struct pairwise_record){0};
}

static double square(double x) {
  return x * x;
}

int pairwise_deviation_find(double *largest, const struct pairwise_record *m, struct pairwise_run *r) {
  const struct pairwise_state *s = &r->state;
  const double fast = sqrt(2.0), n = s->count;
  double x2 = 0.0, v2 = 0.0;
  TRY(pairwise_run_fetch(r));
  for (uint32_t i = 0; i < s->count; i++) {
    const struct position *a = &s->pos[i], *b = &m->pos[s->id[i]];
    const struct wide4 *v = &s->vel[i], *w = &m->vel[s->id[i]];
    x2 += square(s->quantum[0] * (int32_t)(a->x - b->x)) + square(s->quantum[1] * (int32_t)(a->y - b->y)) +
          square(s->quantum[2] * (int32_t)(a->z - b->z));
    v2 += square((double)v->x - (double)w->x) + square((double)v->y - (double)w->y) +
          square((double)v->z - (double)w->z);
  }
  *largest = fmax(sqrt(x2 / n) / r->config->pairwise.cutoff, sqrt(v2 / n) * s->unit / fast);
  return STATUS_OK;
}
