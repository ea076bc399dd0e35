/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/deviation.h"

#include <math.h>
#include <stdlib.h>

#include "util/error.h"

int wcsph_record_take(struct wcsph_record *m, struct wcsph_run *r) {
  const struct wcsph_state *s = &r->state;
  TRY(r->backend->fetch(r->self, BUFFER_POSITION | BUFFER_VELOCITY));
  *m = (struct wcsph_record){.capacity = s->capacity,
                             .count = s->count,
                             .pos = state_allocate_rows(s->capacity, sizeof *m->pos),
                             .vel = state_allocate_rows(s->capacity, sizeof *m->vel),
                             .here = calloc(s->capacity, sizeof *m->here)};
  if (!m->pos || !m->vel || !m->here) {
    wcsph_record_free(m);
    return error_set(STATUS_FAILED, "no memory to keep %u particles", s->count);
  }
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t id = s->pos[i].id;
    m->pos[id] = s->pos[i];
    m->vel[id] = s->vel[i];
    m->here[id] = true;
  }
  return STATUS_OK;
}

void wcsph_record_free(struct wcsph_record *m) {
  free(m->pos);
  free(m->vel);
  free(m->here);
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
  TRY(r->backend->fetch(r->self, BUFFER_POSITION | BUFFER_VELOCITY));
  double x2 = 0.0, v2 = 0.0, d2 = 0.0;
  uint32_t matched = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t id = s->pos[i].id;
    if (id >= m->capacity || !m->here[id]) continue;
    const struct vec4 *v = &s->vel[i], *w = &m->vel[id];
    matched++;
    x2 += distance2(s, &s->pos[i], &m->pos[id]);
    v2 += square((double)v->x - (double)w->x) + square((double)v->y - (double)w->y) +
          square((double)v->z - (double)w->z);
    d2 += square((double)v->w - (double)w->w);
  }
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
