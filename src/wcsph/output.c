/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run shows of itself: particle arrays for snapshots, and totals. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "physics/scalar.h"
#include "util/error.h"
#include "wcsph/evolution.h"

/* The arrays of a snapshot: member, C type, field type, components. */
#define OUTPUT_FIELDS(X)                                                                                     \
  X(velocity, float, FIELD_F32, 3)                                                                           \
  X(density, float, FIELD_F32, 1)                                                                            \
  X(pressure, float, FIELD_F32, 1)                                                                           \
  X(type, uint8_t, FIELD_U8, 1)                                                                              \
  X(body, uint16_t, FIELD_U16, 1)                                                                            \
  X(id, uint32_t, FIELD_U32, 1)

struct arrays {
#define X(name, type, ft, components) type *name;
  OUTPUT_FIELDS(X)
#undef X
};

static int allocate(struct wcsph_fields *f, struct arrays *out, size_t count) {
  size_t n = 0;
  bool whole = true;
  f->points = malloc((count ? count : 1) * sizeof *f->points);
#define X(name, type, ft, components)                                                                        \
  out->name = malloc((count ? count : 1) * sizeof(type) * components);                                       \
  whole = whole && out->name;                                                                                \
  f->fields[n++] = (struct field){#name, ft, components, out->name};
  OUTPUT_FIELDS(X)
#undef X
  if (whole && f->points) return STATUS_OK;
  wcsph_fields_free(f);
  return error_set(STATUS_FAILED, "no memory to write %zu particles", count);
}

/* Row of every particle in a snapshot: ids in order, the ids of particles that left closed up. */
static uint32_t *rows_by_id(const struct wcsph_state *s) {
  uint32_t *row = calloc((size_t)s->capacity + 1, sizeof *row);
  if (!row) return NULL;
  for (uint32_t i = 0; i < s->count; i++) row[s->pos[i].id] = 1;
  uint32_t next = 0;
  for (uint32_t id = 0; id < s->capacity; id++) {
    uint32_t here = row[id];
    row[id] = next;
    next += here;
  }
  return row;
}

int wcsph_run_fields(struct wcsph_run *r, struct wcsph_fields *f) {
  struct wcsph_state *s = &r->state;
  struct arrays out;
  memset(f, 0, sizeof *f);
  TRY(r->backend->fetch(r->self, BUFFER_POSITION | BUFFER_VELOCITY | BUFFER_BODY));
  f->count = s->count;
  TRY(allocate(f, &out, s->count));
  uint32_t *row = rows_by_id(s);
  if (!row) {
    wcsph_fields_free(f);
    return error_set(STATUS_FAILED, "no memory to write %u particles", s->count);
  }
  for (uint32_t i = 0; i < s->count; i++) {
    uint32_t k = row[s->pos[i].id];
    const struct vec4 *v = &s->vel[i];
    f->points[k][0] = state_coordinate(s, s->pos[i].x, 0);
    f->points[k][1] = state_coordinate(s, s->pos[i].y, 1);
    f->points[k][2] = r->law.dimensions == 3 ? state_coordinate(s, s->pos[i].z, 2) : 0.0;
    out.velocity[3 * k] = v->x, out.velocity[3 * k + 1] = v->y, out.velocity[3 * k + 2] = v->z;
    out.density[k] = r->law.rho0 * (1.0f + v->w);
    out.pressure[k] = eos_pressure(&r->law, v->w);
    out.type[k] = i < s->wall_count ? 1 : 0;
    out.body[k] = s->body[i];
    out.id[k] = s->pos[i].id;
  }
  free(row);
  return STATUS_OK;
}

void wcsph_fields_free(struct wcsph_fields *f) {
  free(f->points);
  for (size_t k = 0; k < sizeof f->fields / sizeof *f->fields; k++) free((void *)f->fields[k].data);
  memset(f, 0, sizeof *f);
}

/* Neumaier's sum: right also when terms exceed the sum. */
struct total {
  double value, rest;
};
static void total_add(struct total *t, double x) {
  double s = t->value + x;
  t->rest += fabs(t->value) >= fabs(x) ? (t->value - s) + x : (x - s) + t->value;
  t->value = s;
}

int wcsph_run_totals(struct wcsph_run *r, struct wcsph_totals *t) {
  struct wcsph_state *s = &r->state;
  struct total kinetic = {0}, potential = {0}, momentum[3] = {{0}};
  TRY(r->backend->fetch(r->self, BUFFER_POSITION | BUFFER_VELOCITY));
  double m = (double)r->law.mass;
  for (uint32_t i = s->wall_count; i < s->count; i++) {
    const uint32_t q[3] = {s->pos[i].x, s->pos[i].y, s->pos[i].z};
    const double v[3] = {(double)s->vel[i].x, (double)s->vel[i].y, (double)s->vel[i].z};
    for (int a = 0; a < 3; a++) {
      total_add(&kinetic, 0.5 * m * v[a] * v[a]);
      total_add(&potential, -m * r->config->gravity[a] * state_coordinate(s, q[a], a));
      total_add(&momentum[a], m * v[a]);
    }
  }
  t->kinetic = kinetic.value + kinetic.rest;
  t->potential = potential.value + potential.rest;
  for (int a = 0; a < 3; a++) t->momentum[a] = momentum[a].value + momentum[a].rest;
  t->mass = m * (s->count - s->wall_count);
  return STATUS_OK;
}
