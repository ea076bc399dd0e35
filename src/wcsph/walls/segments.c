/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/segments.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/segments.h"
#include "util/error.h"
#include "wcsph/evolution.h"
#include "wcsph/walls/pose.h"

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

int segments_begin(struct wcsph_run *r, const struct particles *p, uint16_t *body) {
  struct wcsph_state *s = &r->state;
  struct segment *of = NULL;
  if (!s->segment) return STATUS_OK;
  const int status = segments_find(&of, &r->config->scene, p);
  for (size_t i = 0; i < p->wall_count && status == STATUS_OK; i++) {
    if (!(of[i].length > 0.0)) continue;
    const struct vec4 first = first_row(r, &of[i]), second = second_row(r, &of[i]);
    body[i] = (uint16_t)of[i].wall;
    s->sites[i] = state_position(s, of[i].middle);
    s->sites[p->wall_count + i] = direction(s, &first);
    if (s->segment_more) s->sites[2 * p->wall_count + i] = direction(s, &second);
  }
  free(of);
  return status;
}

int segments_place(struct wcsph_run *r, const struct particles *p) {
  struct wcsph_state *s = &r->state;
  const struct range walls = state_range(s, KIND_WALL);
  struct segment *of = NULL;
  const int status = segments_find(&of, &r->config->scene, p);
  for (uint32_t i = walls.begin; i < walls.end && status == STATUS_OK; i++) {
    const struct segment *one = &of[s->id[i]];
    if (!(one->length > 0.0)) continue;
    s->segment[i] = first_row(r, one);
    if (s->segment_more) s->segment_more[i] = second_row(r, one);
    s->body[i] =
        (uint16_t)one->wall; /* whose force it has, also where a particle of another wall carries it */
    s->pos[i] = state_position(s, one->middle);
    if (r->poses) pose_move_row(s, r->poses, i);
    if (s->saved_pos) s->saved_pos[i] = s->pos[i];
  }
  free(of);
  return status;
}
