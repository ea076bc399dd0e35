/* SPDX-License-Identifier: BSD-3-Clause */
#include "swarm/evolution.h"

#include <endian.h>
#include <omp.h>
#include <stdlib.h>
#include <xxhash.h>

#include "util/clock.h"
#include "util/error.h"
#include "util/words.h"

const char *const swarm_timer_names[SWARM_TIMER_COUNT + 1] = {"lead", "move", "evaluate", NULL};

/* Run `call` and add its wall time to a timer. */
#define TIMED(run, timer, call)                                                                              \
  do {                                                                                                       \
    double start_ = clock_now();                                                                             \
    int result_ = (call);                                                                                    \
    (run)->seconds[timer] += clock_now() - start_;                                                           \
    TRY(result_);                                                                                            \
  } while (0)

void swarm_derive(struct swarm_law *law, const struct swarm_settings *c) {
  *law = (struct swarm_law){
      .count = (uint32_t)c->swarm.particles,
      .dimensions = (uint32_t)c->dimensions,
      .function = c->swarm.function,
      .form = c->swarm.form,
      .neighbourhood = c->swarm.neighbourhood,
      .informants = (uint32_t)c->swarm.informants,
      .inertia = (float)c->swarm.inertia,
      .attraction = (float)c->swarm.attraction,
      .low = (float)c->swarm.bounds[0],
      .high = (float)c->swarm.bounds[1],
      .key = {(uint32_t)c->swarm.seed, 0},
  };
}

/* ---- checkpoints ---- */

static const struct {
  const char *name;
  bool scalar;
} members[SWARM_MEMBERS] = {[SWARM_POSITION] = {"position", false},
                            [SWARM_VELOCITY] = {"velocity", false},
                            [SWARM_BEST] = {"best", false},
                            [SWARM_VALUE] = {"last_value", true},
                            [SWARM_BEST_VALUE] = {"best_value", true}};

#define RUN_SCALARS(X)                                                                                       \
  X(step, uint64_t)                                                                                          \
  X(drawn, uint64_t)                                                                                         \
  X(improved, bool)                                                                                          \
  X(evaluations, uint64_t)

static int components_of(const struct swarm_run *r, int member) {
  return members[member].scalar ? 1 : (int)r->state.dimensions;
}

static int save_members(struct swarm_run *r, struct checkpoint *out) {
  TRY(r->backend->fetch(r->self));
  for (int m = 0; m < SWARM_MEMBERS; m++) {
    size_t numbers = (size_t)r->state.count * (size_t)components_of(r, m);
    if (!r->saved[m]) r->saved[m] = malloc(numbers * sizeof(float));
    CHECK(r->saved[m], STATUS_FAILED, "no memory for a checkpoint");
    swarm_state_read(&r->state, m, r->saved[m]);
    out->buffers[m] = (struct field){members[m].name, FIELD_F32, components_of(r, m), r->saved[m]};
    out->rows[m] = r->state.count;
  }
  out->buffer_count = SWARM_MEMBERS;
  return STATUS_OK;
}

int swarm_run_checkpoint(struct swarm_run *r, struct checkpoint *out) {
  uint64_t hash;
  *out = (struct checkpoint){.scalars = calloc(8, sizeof *out->scalars),
                             .buffers = calloc(SWARM_MEMBERS, sizeof *out->buffers),
                             .rows = calloc(SWARM_MEMBERS, sizeof *out->rows)};
  int status = out->scalars && out->buffers && out->rows
                   ? save_members(r, out)
                   : error_set(STATUS_FAILED, "no memory for a checkpoint");
  if (status == STATUS_OK) status = swarm_run_hash(r, &hash);
  if (status != STATUS_OK) {
    checkpoint_release(out);
    return status;
  }
  hash_text(out->state_hash, hash);
#define X(member, type)                                                                                      \
  out->scalars[out->scalar_count++] = (struct scalar){#member, (double)r->member, false};
  RUN_SCALARS(X)
#undef X
  return STATUS_OK;
}

static int take_checkpoint(struct swarm_run *r, const struct checkpoint *from) {
  const struct scalar *value;
#define X(member, type)                                                                                      \
  value = checkpoint_scalar(from, #member);                                                                  \
  CHECK(value, STATUS_USAGE, "the checkpoint has no '%s'", #member);                                         \
  r->member = (type)value->value;
  RUN_SCALARS(X)
#undef X
  for (int m = 0; m < SWARM_MEMBERS; m++) {
    size_t rows = 0;
    const struct field *buffer = checkpoint_buffer(from, members[m].name, &rows);
    CHECK(buffer && rows == r->state.count && buffer->type == FIELD_F32 &&
              buffer->components == components_of(r, m),
          STATUS_USAGE, "the checkpoint's buffer '%s' is missing or does not fit the case", members[m].name);
    swarm_state_write(&r->state, m, buffer->data);
  }
  r->best = UINT64_MAX;
  for (uint32_t i = 0; i < r->state.count; i++) {
    uint64_t rank = swarm_rank(r->state.data[swarm_at(&r->state.layout, SWARM_BEST_VALUE, i, 0)], i);
    if (rank < r->best) r->best = rank;
  }
  return STATUS_OK;
}

/* What was read is what was written. */
static int check_hash(struct swarm_run *r, const char *written) {
  uint64_t hash;
  char text[HASH_TEXT];
  TRY(swarm_run_hash(r, &hash));
  hash_text(text, hash);
  CHECK(!*written || !strcmp(text, written), STATUS_USAGE,
        "the checkpoint says that the hash of its state is %s, but it is %s", written, text);
  return STATUS_OK;
}

/* ---- a run ---- */

static int begin_evolution(struct swarm_run *r) {
  swarm_state_place(&r->state, &r->law);
  TRY(r->backend->send(r->self));
  TRY(r->backend->evaluate(r->self, &r->best));
  r->evaluations = r->state.count;
  r->improved = true;
  return STATUS_OK;
}

static int resume(struct swarm_run *r, const struct checkpoint *from) {
  TRY(take_checkpoint(r, from));
  TRY(r->backend->send(r->self));
  return check_hash(r, from->state_hash);
}

int swarm_run_open(struct swarm_run *r, const struct swarm_settings *c, const struct checkpoint *from,
                   const struct swarm_backend *backend, const struct execution_options *options) {
  *r = (struct swarm_run){.config = c, .backend = backend};
  swarm_derive(&r->law, c);
  TRY(swarm_user_open(&r->user, c, options->threads > 0 ? options->threads : omp_get_num_procs()));
  r->law.user = r->user;
  TRY(swarm_state_allocate(&r->state, c));
  TRY(backend->open(&r->self, &r->state, &r->law, options));
  return from ? resume(r, from) : begin_evolution(r);
}

void swarm_run_close(struct swarm_run *r) {
  if (r->self) r->backend->close(r->self);
  swarm_state_free(&r->state);
  for (int m = 0; m < SWARM_MEMBERS; m++) free(r->saved[m]);
  swarm_user_close(r->user);
  *r = (struct swarm_run){0};
}

int swarm_run_step(struct swarm_run *r) {
  uint64_t best;
  r->step++;
  if (!r->improved) r->drawn = r->step;
  TIMED(r, SWARM_TIMER_LEAD, r->backend->lead(r->self, (uint32_t)r->drawn, (uint32_t)r->best));
  TIMED(r, SWARM_TIMER_MOVE, r->backend->move(r->self, (uint32_t)r->step));
  TIMED(r, SWARM_TIMER_EVALUATE, r->backend->evaluate(r->self, &best));
  r->improved = best >> 32 < r->best >> 32;
  r->best = best;
  r->evaluations += r->state.count;
  return STATUS_OK;
}

bool swarm_run_is_finished(const struct swarm_run *r) {
  const struct swarm_settings *c = r->config;
  if ((double)swarm_rank_value(r->best) <= c->swarm.target) return true;
  return c->swarm.evaluations > 0 && (double)r->evaluations >= c->swarm.evaluations;
}

int swarm_run_hash(struct swarm_run *r, uint64_t *hash) {
  TRY(r->backend->fetch(r->self));
  uint64_t particles, whole[5];
  TRY(swarm_state_hash(&r->state, &particles));
  whole[0] = htole64(particles);
  whole[1] = htole64(r->state.count);
  whole[2] = htole64(r->step);
  whole[3] = htole64(r->drawn);
  whole[4] = htole64(r->improved);
  *hash = XXH3_64bits(whole, sizeof whole);
  return STATUS_OK;
}

/* ---- what a snapshot shows ---- */

/* Up to three coordinates of a member. */
static void fill_place(const struct swarm_run *r, enum swarm_member m, size_t first, size_t count,
                       double *to) {
  for (size_t k = 0; k < count; k++)
    for (uint32_t d = 0; d < 3; d++)
      to[3 * k + d] =
          d < r->state.dimensions ? (double)r->state.data[swarm_at(&r->state.layout, m, first + k, d)] : 0.0;
}
static void fill_points(const struct field *f, size_t first, size_t count, void *out) {
  fill_place(f->data, SWARM_POSITION, first, count, out);
}
static void fill_velocity(const struct field *f, size_t first, size_t count, void *out) {
  fill_place(f->data, SWARM_VELOCITY, first, count, out);
}
static void fill_best(const struct field *f, size_t first, size_t count, void *out) {
  fill_place(f->data, SWARM_BEST, first, count, out);
}
static void fill_numbers(const struct swarm_run *r, enum swarm_member m, size_t first, size_t count,
                         float *to) {
  for (size_t k = 0; k < count; k++) to[k] = r->state.data[swarm_at(&r->state.layout, m, first + k, 0)];
}
static void fill_value(const struct field *f, size_t first, size_t count, void *out) {
  fill_numbers(f->data, SWARM_VALUE, first, count, out);
}
static void fill_best_value(const struct field *f, size_t first, size_t count, void *out) {
  fill_numbers(f->data, SWARM_BEST_VALUE, first, count, out);
}
static void fill_id(const struct field *f, size_t first, size_t count, void *out) {
  (void)f;
  for (size_t k = 0; k < count; k++) ((uint32_t *)out)[k] = (uint32_t)(first + k);
}

int swarm_run_snapshot(struct swarm_run *r, const char *path, const struct snapshot_moment *moment) {
  const struct column columns[] = {{{"Points", FIELD_F64, 3, r}, .fill = fill_points},
                                   {{"velocity", FIELD_F64, 3, r}, .fill = fill_velocity},
                                   {{"best", FIELD_F64, 3, r}, .fill = fill_best},
                                   {{"value", FIELD_F32, 1, r}, .fill = fill_value},
                                   {{"best_value", FIELD_F32, 1, r}, .fill = fill_best_value},
                                   {{"id", FIELD_U32, 1, r}, .fill = fill_id}};
  TRY(r->backend->fetch(r->self));
  return snapshot_write(path, moment, r->state.count, columns, sizeof columns / sizeof *columns);
}
