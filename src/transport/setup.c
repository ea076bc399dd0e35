/* SPDX-License-Identifier: BSD-3-Clause */
/* A transport run from a case or from a checkpoint, and back into a checkpoint. */
#include <endian.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "transport/evolution.h"
#include "transport/fields.h"
#include "transport/scalar.h"
#include "util/error.h"
#include "util/log.h"
#include "util/words.h"

enum { OVERHANG = 64 }; /* bytes behind the scalar that vectors may read */

enum transport_values transport_values_of(const struct transport_config *t) {
  const bool is_double = t->precision == PRECISION_DOUBLE;
  if (t->summation == TRANSPORT_FIXED) return is_double ? VALUES_DOUBLE_FIXED : VALUES_SINGLE_FIXED;
  return is_double ? VALUES_DOUBLE : VALUES_SINGLE;
}

/* The power of two at or above the largest initial value (1 for one that is 0) has the most quanta that a
 * start may have. */
static double quantum_of(enum transport_values v, double largest) {
  int exponent;
  if (!values_are_fixed(v)) return 1.0;
  if (frexp(largest > 0.0 ? largest : 1.0, &exponent) == 0.5) exponent--;
  return ldexp(1.0, exponent - (values_are_double(v) ? REMESH_DOUBLE_BITS : REMESH_SINGLE_BITS));
}

static void put_value(struct transport_run *r, size_t place, double value) {
  switch (r->state.values) {
  case VALUES_SINGLE:
    ((float *)r->state.scalar)[place] = (float)value;
    break;
  case VALUES_DOUBLE:
    ((double *)r->state.scalar)[place] = value;
    break;
  case VALUES_SINGLE_FIXED:
    ((int32_t *)r->state.scalar)[place] = (int32_t)remesh_store_double_fixed(value / r->quantum);
    break;
  case VALUES_DOUBLE_FIXED:
    ((int64_t *)r->state.scalar)[place] = remesh_store_double_fixed(value / r->quantum);
    break;
  }
}

/* Whether a gauge looks at the initial scalar. */
static bool gauges_look_back(const struct transport_config *t) {
  for (size_t i = 0; i < t->gauge_count; i++) {
    const enum transport_gauge_kind kind = t->gauges[i].kind;
    if (kind == TRANSPORT_L1 || kind == TRANSPORT_L2 || kind == TRANSPORT_SHAPE) return true;
  }
  return false;
}

static void fill_initial(struct transport_run *r) {
  const struct transport_grid *g = &r->state.grid;
#pragma omp parallel for schedule(static)
  for (int32_t k = 0; k < g->n[2]; k++)
    for (int32_t j = 0; j < g->n[1]; j++)
      for (int32_t i = 0; i < g->n[0]; i++)
        put_value(r, ((size_t)k * (size_t)g->n[1] + (size_t)j) * (size_t)g->n[0] + (size_t)i,
                  fields_initial(r->fields, i, j, k));
}

static const enum field_type stored_as[] = {[VALUES_SINGLE] = FIELD_F32,
                                            [VALUES_DOUBLE] = FIELD_F64,
                                            [VALUES_SINGLE_FIXED] = FIELD_I32,
                                            [VALUES_DOUBLE_FIXED] = FIELD_U64};

static int take_scalar(double *value, const struct checkpoint *from, const char *name) {
  const struct scalar *s = checkpoint_scalar(from, name);
  CHECK(s, STATUS_USAGE, "the checkpoint has no '%s'", name);
  *value = s->value;
  return STATUS_OK;
}

static int take_checkpoint(struct transport_run *r, struct checkpoint *from) {
  size_t rows = 0;
  double step = 0.0;
  CHECK(strcmp(from->method, "transport") == 0, STATUS_USAGE,
        "the checkpoint is of method '%s', not transport", from->method);
  const struct field *f = checkpoint_buffer(from, "scalar", &rows);
  CHECK(f && rows == grid_size(&r->state.grid) && f->type == stored_as[r->state.values] && f->components == 1,
        STATUS_USAGE, "the checkpoint's scalar is not of the case's grid and precision");
  memcpy(r->state.scalar, f->data, rows * values_bytes(r->state.values));
  TRY(take_scalar(&step, from, "step"));
  TRY(take_scalar(&r->dt, from, "dt"));
  TRY(take_scalar(&r->quantum, from, "quantum"));
  r->step = (uint64_t)step;
  checkpoint_drop_buffers(from);
  return STATUS_OK;
}

/* The velocities, one after another through one array, which stays if they change in time. */
static int send_velocities(struct transport_run *r) {
  const struct transport_grid *g = &r->state.grid;
  r->component = malloc(grid_size(g) * values_bytes(r->state.values));
  CHECK(r->component, STATUS_FAILED, "no memory for %zu grid points", grid_size(g));
  for (int a = 0; a < g->dimensions && fields_are_steady(r->fields); a++) {
    TRY(fields_velocity(r->fields, a, 0.0, values_are_double(r->state.values), r->component, &r->fastest[a]));
    TRY(r->backend->velocity(r->self, a, r->component));
  }
  if (!fields_are_steady(r->fields)) return STATUS_OK;
  free(r->component);
  r->component = NULL;
  return STATUS_OK;
}

/* With `cfl` the step divides the time to the case's end: with another end the run from the beginning has
 * another one. */
static int check_step(const struct transport_run *r) {
  double fastest;
  if (r->config->transport.step > 0.0) return STATUS_OK;
  TRY(fields_fastest(r->fields, &fastest));
  const double from_start = transport_step_length(r->config, fastest);
  if (from_start != r->dt)
    log_say("Warning: the time step stays %.9g s; a run with this end from the beginning has %.9g s by "
            "transport.cfl, and another result",
            r->dt, from_start);
  return STATUS_OK;
}

/* At the initial scalar, which stays in memory only if gauges look at it, or where the checkpoint is. */
static int begin_setup(struct transport_run *r, struct checkpoint *from) {
  const bool look_back = gauges_look_back(&r->config->transport);
  double fastest;
  if (!from || look_back) TRY(fields_load_initial(r->fields));
  if (from) {
    TRY(take_checkpoint(r, from));
    return check_step(r);
  }
  TRY(fields_fastest(r->fields, &fastest));
  r->dt = transport_step_length(r->config, fastest);
  r->quantum = quantum_of(r->state.values, fields_largest(r->fields));
  fill_initial(r);
  if (!look_back) fields_drop_initial(r->fields);
  return STATUS_OK;
}

static int open_run(struct transport_run *r, struct checkpoint *from,
                    const struct execution_options *options) {
  const struct transport_grid *g = &r->state.grid;
  const size_t bytes = grid_size(g) * values_bytes(r->state.values);
  r->state.scalar = malloc(bytes + OVERHANG);
  CHECK(r->state.scalar, STATUS_FAILED, "no memory for %zu grid points", grid_size(g));
  memset((char *)r->state.scalar + bytes, 0, OVERHANG);
  TRY(fields_open(&r->fields, r->config));
  TRY(begin_setup(r, from));
  TRY(r->backend->open(&r->self, &r->state, options));
  TRY(send_velocities(r));
  r->fetched = true;
  return r->backend->send(r->self);
}

static int open_laid(struct transport_run *r, const struct transport_settings *c, enum transport_order walk,
                     struct checkpoint *from, const struct transport_backend *backend,
                     const struct execution_options *options) {
  const struct transport_config *t = &c->transport;
  *r = (struct transport_run){.config = c, .backend = backend};
  r->state = (struct transport_state){.grid = fields_grid(c),
                                      .values = transport_values_of(t),
                                      .kernel = t->kernel,
                                      .order = t->order,
                                      .walk = walk};
  const int status = open_run(r, from, options);
  if (status != STATUS_OK) transport_run_close(r);
  return status;
}

int transport_run_open(struct transport_run *r, const struct transport_settings *c, struct checkpoint *from,
                       const struct transport_backend *backend, const struct execution_options *options) {
  return open_laid(r, c, ORDER_ANY, from, backend, options);
}

int transport_run_open_laid(struct transport_run *r, const struct transport_settings *c,
                            enum transport_order walk, const struct transport_backend *backend,
                            const struct execution_options *options) {
  return open_laid(r, c, walk, NULL, backend, options);
}

void transport_run_close(struct transport_run *r) {
  if (r->self) r->backend->close(r->self);
  fields_close(r->fields);
  free(r->component);
  free(r->state.scalar);
  *r = (struct transport_run){0};
}

/* Of the values as little-endian bytes in the grid's order, and of the number of the step and its length,
 * from which the time follows. */
int transport_run_hash(struct transport_run *r, uint64_t *hash) {
  TRY(transport_run_fetch(r));
  uint64_t whole[4], dt;
  const size_t count = grid_size(&r->state.grid), each = values_bytes(r->state.values);
#if __BYTE_ORDER == __BIG_ENDIAN
#error "the hash is of little-endian values: turn them here"
#endif
  memcpy(&dt, &r->dt, sizeof dt);
  whole[0] = htole64(XXH3_64bits(r->state.scalar, count * each));
  whole[1] = htole64(count);
  whole[2] = htole64(r->step);
  whole[3] = htole64(dt);
  *hash = XXH3_64bits(whole, sizeof whole);
  return STATUS_OK;
}

int transport_run_checkpoint(struct transport_run *r, struct checkpoint *out) {
  *out = (struct checkpoint){.scalar_count = 3, .buffer_count = 1};
  strcpy(out->method, "transport");
  uint64_t hash;
  TRY(transport_run_hash(r, &hash));
  hash_text(out->state_hash, hash);
  out->scalars = calloc(3, sizeof *out->scalars);
  out->buffers = calloc(1, sizeof *out->buffers);
  out->rows = calloc(1, sizeof *out->rows);
  if (!out->scalars || !out->buffers || !out->rows) {
    checkpoint_release(out);
    return error_set(STATUS_FAILED, "no memory for a checkpoint");
  }
  out->scalars[0] = (struct scalar){"step", (double)r->step, false};
  out->scalars[1] = (struct scalar){"dt", r->dt, false};
  out->scalars[2] = (struct scalar){"quantum", r->quantum, false};
  out->rows[0] = grid_size(&r->state.grid);
  out->buffers[0] = (struct field){"scalar", stored_as[r->state.values], 1, r->state.scalar};
  return STATUS_OK;
}
