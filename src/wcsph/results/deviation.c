/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/results/deviation.h"

#include <math.h>
#include <stdlib.h>

#include "util/error.h"

int wcsph_record_take(struct wcsph_record *m, struct wcsph_run *r) {
  const struct wcsph_state *s = &r->state;
  TRY(wcsph_fetch(r->backend, r->self, BUFFER_POSITION | BUFFER_VELOCITY | BUFFER_ID));
  uint32_t *order = rows_by_id(s->id, s->count);
  *m = (struct wcsph_record){.count = s->count,
                             .pos = rows_allocate(s->count, sizeof *m->pos),
                             .vel = rows_allocate(s->count, sizeof *m->vel),
                             .id = rows_allocate(s->count, sizeof *m->id)};
  const bool complete = order && m->pos && m->vel && m->id;
  for (uint32_t k = 0; complete && k < s->count; k++) {
    m->pos[k] = s->pos[order[k]];
    m->vel[k] = s->vel[order[k]];
    m->id[k] = s->id[order[k]];
  }
  free(order);
  if (complete) return STATUS_OK;
  wcsph_record_free(m);
  return error_set(STATUS_FAILED, "no memory to keep %u particles", s->count);
}

void wcsph_record_free(struct wcsph_record *m) {
  free(m->pos);
  free(m->vel);
  free(m->id);
  *m = (struct wcsph_record){0};
}

static double square(double x) {
  return x * x;
}

/* Square of the distance, m^2. */
static double distance2(const struct wcsph_state *s, const struct position *a, const struct position *b) {
  return square(s->quantum[0] * (int32_t)(a->x - b->x)) + square(s->quantum[1] * (int32_t)(a->y - b->y)) +
         square(s->quantum[2] * (int32_t)(a->z - b->z));
}

int wcsph_deviation_find(struct wcsph_deviation *d, const struct wcsph_record *m, struct wcsph_run *r) {
  const struct wcsph_state *s = &r->state;
  TRY(wcsph_fetch(r->backend, r->self, BUFFER_POSITION | BUFFER_VELOCITY | BUFFER_ID));
  uint32_t *order = rows_by_id(s->id, s->count);
  CHECK(order, STATUS_FAILED, "no memory to compare %u particles", s->count);
  double x2 = 0.0, v2 = 0.0, d2 = 0.0;
  uint32_t matched = 0, other = 0;
  for (uint32_t k = 0; k < s->count; k++) {
    const uint32_t i = order[k];
    while (other < m->count && m->id[other] < s->id[i]) other++;
    if (other == m->count || m->id[other] != s->id[i]) continue;
    const struct vec4 *v = &s->vel[i], *w = &m->vel[other];
    matched++;
    x2 += distance2(s, &s->pos[i], &m->pos[other]);
    v2 += square((double)v->x - (double)w->x) + square((double)v->y - (double)w->y) +
          square((double)v->z - (double)w->z);
    d2 += square((double)v->w - (double)w->w);
  }
  free(order);
  double n = matched ? matched : 1;
  *d = (struct wcsph_deviation){.position = sqrt(x2 / n) / r->config->dp,
                                .velocity = sqrt(v2 / n) / (double)r->law.c0,
                                .density = sqrt(d2 / n),
                                .unmatched = s->count + m->count - 2 * matched};
  return STATUS_OK;
}

double wcsph_deviation_largest(const struct wcsph_deviation *d) {
  return d->unmatched ? INFINITY : fmax(d->position, fmax(d->velocity, d->density));
}
