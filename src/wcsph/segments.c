/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/segments.h"

#include <math.h>
#include <stdlib.h>

#include "case/segments.h"
#include "util/error.h"
#include "wcsph/evolution.h"
#include "wcsph/pose.h"

/* Rows of passes/bounded.h and passes/faced.h. */
static struct vec4 first_row(const struct wcsph_run *r, const struct segment *one) {
  const double per = 1.0 / (double)r->law.h;
  if (r->law.dimensions == 2)
    return (struct vec4){(float)one->normal[0], (float)one->normal[1], 0.0f, (float)(one->length * per)};
  return (struct vec4){(float)(one->along[0] * per), (float)(one->along[1] * per),
                       (float)(one->along[2] * per), (float)one->taper};
}

static struct vec4 second_row(const struct wcsph_run *r, const struct segment *one) {
  const double per = 1.0 / (double)r->law.h;
  return (struct vec4){(float)(one->across[0] * per), (float)(one->across[1] * per),
                       (float)(one->across[2] * per), 0.0f};
}

/* As pose_turn takes it. */
static struct position direction(const struct wcsph_state *s, const struct vec4 *row) {
  const double *q = s->quantum, least = pose_least(q) * POSE_UNIT;
  return (struct position){.x = (uint32_t)(int32_t)lrint((double)row->x * (least / q[0])),
                           .y = (uint32_t)(int32_t)lrint((double)row->y * (least / q[1])),
                           .z = (uint32_t)(int32_t)lrint((double)row->z * (least / q[2]))};
}

typedef void put_segment(struct wcsph_run *r, uint32_t walls, uint32_t i, const struct segment *one);

static void put_site(struct wcsph_run *r, uint32_t walls, uint32_t i, const struct segment *one) {
  struct wcsph_state *s = &r->state;
  const struct vec4 first = first_row(r, one), second = second_row(r, one);
  s->sites[i] = state_position(s, one->middle);
  s->sites[walls + i] = direction(s, &first);
  if (s->segment_more) s->sites[2 * walls + i] = direction(s, &second);
}

static void put_row(struct wcsph_run *r, uint32_t walls, uint32_t i, const struct segment *one) {
  struct wcsph_state *s = &r->state;
  (void)walls;
  s->segment[i] = first_row(r, one);
  if (s->segment_more) s->segment_more[i] = second_row(r, one);
  s->pos[i] = state_position(s, one->middle);
  if (r->poses) pose_move_row(s, r->poses, i);
  if (s->saved_pos) s->saved_pos[i] = s->pos[i];
}

/* Of all particles of walls that have a segment. */
static int put_all(struct wcsph_run *r, const struct particles *p, put_segment *put) {
  const uint32_t walls = (uint32_t)p->wall_count;
  struct segment *of = NULL;
  if (!r->state.segment) return STATUS_OK;
  const int status = segments_find(&of, r->config, p);
  for (uint32_t i = 0; i < walls && status == STATUS_OK; i++)
    if (of[i].length > 0.0) put(r, walls, i, &of[i]);
  free(of);
  return status;
}

int segments_begin(struct wcsph_run *r, const struct particles *p) {
  return put_all(r, p, put_site);
}

int segments_prepare(struct wcsph_run *r, const struct particles *p) {
  return put_all(r, p, put_row);
}
