/* SPDX-License-Identifier: BSD-3-Clause */
/* What a snapshot shows: particles by id. */
#include <stdlib.h>

#include "pairwise/evolution.h"
#include "util/error.h"

struct view {
  const struct pairwise_state *state;
  uint32_t *order; /* [count] which particle a row shows */
};

static void put_points(const struct pairwise_state *s, uint32_t i, double *to) {
  const uint32_t q[3] = {s->pos[i].x, s->pos[i].y, s->pos[i].z};
  for (int a = 0; a < 3; a++) to[a] = pairwise_coordinate(s, q[a], a);
}
static void put_velocity(const struct pairwise_state *s, uint32_t i, double *to) {
  const int64_t v[3] = {s->vel[i].x, s->vel[i].y, s->vel[i].z};
  for (int a = 0; a < 3; a++) to[a] = (double)v[a] * s->unit;
}
static void put_force(const struct pairwise_state *s, uint32_t i, double *to) {
  const int64_t f[3] = {s->force[i].x, s->force[i].y, s->force[i].z};
  for (int a = 0; a < 3; a++) to[a] = (double)f[a] / (double)PAIRWISE_FORCE_SCALE;
}

#define FILL(name)                                                                                           \
  static void fill_##name(const struct field *field, size_t first, size_t count, void *out) {                \
    const struct view *v = field->data;                                                                      \
    for (size_t k = 0; k < count; k++) put_##name(v->state, v->order[first + k], (double *)out + 3 * k);     \
  }
FILL(points)
FILL(velocity)
FILL(force)

static void fill_id(const struct field *field, size_t first, size_t count, void *out) {
  (void)field;
  for (size_t k = 0; k < count; k++) ((uint64_t *)out)[k] = first + k;
}

int pairwise_run_snapshot(struct pairwise_run *r, const char *path, const struct snapshot_moment *moment) {
  const struct pairwise_state *s = &r->state;
  struct snapshot_moment whole = *moment;
  struct view v = {.state = s, .order = malloc(s->count * sizeof *v.order)};
  CHECK(v.order, STATUS_FAILED, "no memory to write %u particles", s->count);
  int status = pairwise_run_fetch(r);
  for (uint32_t i = 0; i < s->count && status == STATUS_OK; i++) v.order[s->id[i]] = i;
  for (int a = 0; a < 3; a++) whole.period[a] = s->periodic[a] ? s->size[a] : 0.0;
  const struct column columns[] = {{{"Points", FIELD_F64, 3, &v}, .fill = fill_points},
                                   {{"velocity", FIELD_F64, 3, &v}, .fill = fill_velocity},
                                   {{"force", FIELD_F64, 3, &v}, .fill = fill_force},
                                   {{"id", FIELD_U64, 1, &v}, .fill = fill_id}};
  if (status == STATUS_OK)
    status = snapshot_write(path, &whole, s->count, columns, sizeof columns / sizeof *columns);
  free(v.order);
  return status;
}
