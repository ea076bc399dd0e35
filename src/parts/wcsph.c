/* SPDX-License-Identifier: BSD-3-Clause */
/* All parts as one backend, for part 0; and the loop in which the other parts wait for its orders. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/checkpoint.h"
#include "parts/measure.h"
#include "parts/part.h"
#include "util/error.h"
#include "wcsph/passes/says.h"
#include "wcsph/start/text.h"

/* Of this process: there is one run at a time. */
static struct part part;

struct part *part_of_process(void) {
  return &part;
}

int part_give(struct part *p, struct order *o, void *data) {
  MPI_Bcast(o, sizeof *o, MPI_BYTE, 0, MPI_COMM_WORLD);
  for (size_t at = 0; at < o->bytes; at += 1 << 28)
    MPI_Bcast((char *)data + at, (int)(o->bytes - at < 1 << 28 ? o->bytes - at : 1 << 28), MPI_BYTE, 0,
              MPI_COMM_WORLD);
  return part_work(p, o, data);
}

static int give_wcsph(struct order *o, void *data) {
  return part_give(&part, o, data);
}

int parts_serve(void) {
  part = (struct part){.number = parts_number(), .parts = parts_count()};
  for (;;) {
    struct order o;
    WAITING(MPI_Bcast(&o, sizeof o, MPI_BYTE, 0, MPI_COMM_WORLD));
    if (o.kind == ORDER_END) break;
    char *data = o.room > 0 ? calloc(1, o.room) : NULL;
    if (o.room > 0 && !data) {
      fprintf(stderr, "amphi: part %d of %d: no memory for an order\n", part.number, part.parts);
      MPI_Abort(MPI_COMM_WORLD, STATUS_FAILED);
    }
    for (size_t at = 0; at < o.bytes; at += 1 << 28)
      MPI_Bcast(data + at, (int)(o.bytes - at < 1 << 28 ? o.bytes - at : 1 << 28), MPI_BYTE, 0,
                MPI_COMM_WORLD);
    part_work(&part, &o, data); /* a failure is part 0's to tell: all parts have it */
    free(data);
  }
  part_free(&part);
  return STATUS_OK;
}

/* ---- the members of the table ---- */

static const struct wcsph_backend *inner; /* of the next run */

static void give_text(char *to, size_t size, const char *text) {
  snprintf(to, size, "%s", text ? text : "");
}

static int parts_open(void **self, struct wcsph_state *state, const struct wcsph_law *law,
                      const struct execution_options *options) {
  CHECK(!part.owned, STATUS_USAGE, "one run at a time in several parts");
  part = (struct part){.parts = parts_count(), .whole = state, .mixed = options->backends};
  const uint32_t sites = state->site_count;
  const size_t bytes = sizeof(struct order_open) + sites * sizeof(struct position);
  struct order_open *o = calloc(1, bytes);
  CHECK(o, STATUS_FAILED, "no memory for an order");
  o->law = *law;
  o->geometry = *state;
  o->site_count = sites;
  if (sites > 0) memcpy(o->sites, state->sites, sites * sizeof *o->sites);
  struct order order = {.kind = ORDER_OPEN, .bytes = bytes, .room = bytes};
  int status = part_give_execution(&o->execution, inner->about.name, options);
  if (status == STATUS_OK) status = give_wcsph(&order, o);
  free(o);
  *self = &part;
  if (status != STATUS_OK) give_wcsph(&(struct order){.kind = ORDER_CLOSE}, NULL);
  return status;
}

static void parts_close(void *self) {
  (void)self;
  give_wcsph(&(struct order){.kind = ORDER_CLOSE}, NULL);
}

static int parts_append(void *self, const struct wcsph_state *from, uint32_t count) {
  const struct part *p = self;
  const size_t bytes = count * part_record(p);
  char *records = malloc(bytes + 1);
  CHECK(records, STATUS_FAILED, "no memory for %u particles", count);
  part_record_rows(p, from, from->count, from->count + count, records);
  int status = give_wcsph(
      &(struct order){.kind = ORDER_APPEND, .count = count, .bytes = bytes, .room = bytes}, records);
  free(records);
  return status;
}

static int parts_remove(void *self, const uint64_t *ids, uint32_t count, uint32_t *found) {
  (void)self;
  const size_t bytes = count * sizeof *ids;
  struct order o = {.kind = ORDER_REMOVE, .count = count, .bytes = bytes, .room = bytes};
  uint64_t *copy = malloc(bytes + 1);
  CHECK(copy, STATUS_FAILED, "no memory for %u ids", count);
  memcpy(copy, ids, bytes);
  int status = give_wcsph(&o, copy);
  free(copy);
  *found = o.count;
  return status;
}

static int parts_rebuild(void *self, bool keep_order) {
  const struct wcsph_state *s = ((const struct part *)self)->whole;
  return give_wcsph(
      &(struct order){.kind = ORDER_REBUILD, .flag = keep_order, .shedding = s->shedding, .life = s->life},
      NULL);
}

static int parts_forces(void *self, struct wcsph_limits *limits) {
  (void)self;
  struct order o = {.kind = ORDER_FORCES};
  int status = give_wcsph(&o, NULL);
  *limits = o.limits;
  return status;
}

static int parts_pass(void *self, enum pass_id pass, struct pass_found *found) {
  (void)self;
  struct order o = {.kind = ORDER_PASS, .which = (int)pass};
  int status = give_wcsph(&o, NULL);
  *found = o.found;
  return status;
}

static int parts_points(void *self, enum point_pass_id pass, uint32_t count, const struct position *points,
                        struct vec4 *out) {
  (void)self;
  if (!points)
    return give_wcsph(&(struct order){.kind = ORDER_PASS_AT, .which = (int)pass, .flag = true}, NULL);
  const size_t bytes = count * sizeof *points,
               rows = wcsph_point_pass_says[pass]->written * count * sizeof *out;
  struct order o = {
      .kind = ORDER_PASS_AT, .which = (int)pass, .count = count, .bytes = bytes, .room = bytes + rows};
  char *data = calloc(1, o.room);
  CHECK(data, STATUS_FAILED, "no memory for %u points", count);
  memcpy(data, points, bytes);
  int status = give_wcsph(&o, data);
  memcpy(out, data + bytes, rows);
  free(data);
  return status;
}

/* A copy of poses, with room for `more` bytes behind them. */
static struct wall_pose *copy_poses(struct order *o, const struct wall_pose *poses, size_t count,
                                    size_t more) {
  o->count = (uint32_t)count;
  o->bytes = count * sizeof *poses;
  o->room = o->bytes + more;
  struct wall_pose *copy = calloc(1, o->room + 1);
  if (copy) memcpy(copy, poses, o->bytes);
  if (!copy) error_set(STATUS_FAILED, "no memory for %zu walls", count);
  return copy;
}

static int parts_advance(void *self, const struct wcsph_stage *stage, struct wcsph_motion *motion) {
  if (stage->faces) TRY(parts_impose_faces(self, stage->faces));
  struct order o = {.kind = ORDER_ADVANCE, .stage = *stage, .motion = *motion};
  struct wall_pose *poses = NULL;
  if (stage->poses && !(poses = copy_poses(&o, stage->poses, stage->pose_count, 0))) return STATUS_FAILED;
  int status = give_wcsph(&o, poses);
  free(poses);
  *motion = o.motion;
  return status;
}

static int parts_sweep(void *self, enum sweep_id sweep, const struct sweep_given *given,
                       struct sweep_found *found) {
  (void)self;
  struct order o = {.kind = ORDER_SWEEP, .which = (int)sweep, .given = *given};
  int status = give_wcsph(&o, NULL);
  *found = o.swept;
  return status;
}

static int parts_move_walls(void *self, const struct wall_pose *poses, size_t count) {
  (void)self;
  struct order o = {.kind = ORDER_MOVE_WALLS};
  struct wall_pose *copy = copy_poses(&o, poses, count, 0);
  if (!copy) return STATUS_FAILED;
  int status = give_wcsph(&o, copy);
  free(copy);
  return status;
}

static int parts_wall_loads(void *self, const struct wall_pose *poses, size_t count,
                            int64_t (*sums)[LOAD_SUMS]) {
  const uint32_t bodies = ((const struct part *)self)->whole->bodies;
  struct order o = {.kind = ORDER_WALL_LOADS};
  struct wall_pose *copy = copy_poses(&o, poses, count, bodies * sizeof *sums);
  if (!copy) return STATUS_FAILED;
  int status = give_wcsph(&o, copy);
  const int64_t(*found)[LOAD_SUMS] = (const int64_t(*)[LOAD_SUMS])((const char *)copy + o.bytes);
  for (uint32_t b = 0; b < bodies; b++)
    for (int k = 0; k < LOAD_SUMS; k++) sums[b][k] += found[b][k];
  free(copy);
  return status;
}

static int parts_law(const struct wcsph_law *law) {
  struct wcsph_law copy = *law;
  return give_wcsph(&(struct order){.kind = ORDER_LAW, .bytes = sizeof copy, .room = sizeof copy}, &copy);
}

static int parts_body_force(void *self, const struct wcsph_body_force *force) {
  (void)self;
  return give_wcsph(&(struct order){.kind = ORDER_BODY_FORCE, .force = *force}, NULL);
}

/* Whose a row is comes along: the order of rows is another one after every list. */
static int parts_fetch(void *self, row_mask mask) {
  (void)self;
  return give_wcsph(&(struct order){.kind = ORDER_FETCH, .mask = mask | BUFFER_BODY | BUFFER_ID}, NULL);
}

static int parts_send(void *self, row_mask mask) {
  (void)self;
  return give_wcsph(&(struct order){.kind = ORDER_SEND, .mask = mask}, NULL);
}

static int parts_place(void *self, const struct wcsph_settings *c, const struct wall_pose *poses,
                       float *max_speed2) {
  (void)self;
  const size_t size = c->text->size;
  const size_t name = strlen(c->path) + 1, places = poses ? c->wall_count * sizeof *poses : 0,
               bytes = sizeof(struct order_place) + name + size + 1 + places;
  struct order o = {.kind = ORDER_PLACE, .bytes = bytes, .room = bytes};
  struct order_place *given = calloc(1, bytes);
  int status = given ? STATUS_OK : error_set(STATUS_FAILED, "no memory for an order");
  if (status == STATUS_OK) {
    memcpy(given->digest, c->text->digest, sizeof given->digest);
    given->name_bytes = name;
    given->text_bytes = size;
    given->pose_count = poses ? c->wall_count : 0;
    memcpy(given->words, c->path, name);
    memcpy(given->words + name, c->text->words, size);
    if (poses) memcpy(given->words + name + size + 1, poses, places);
    status = give_wcsph(&o, given);
  }
  *max_speed2 = o.motion.max_speed2;
  free(given);
  return status;
}

static int parts_resume(void *self, const struct checkpoint *from) {
  const struct wcsph_state *s = ((const struct part *)self)->whole;
  const size_t name = strlen(from->path) + 1, bytes = sizeof(struct order_resume) + name;
  struct order o = {.kind = ORDER_RESUME, .bytes = bytes, .room = bytes};
  struct order_resume *given = calloc(1, bytes);
  CHECK(given, STATUS_FAILED, "no memory for an order");
  given->body = from->body;
  for (int kind = 0; kind < ROW_KINDS; kind++) given->rows[kind] = state_count(s, (enum row_kind)kind);
  memcpy(given->path, from->path, name);
  const int status = give_wcsph(&o, given);
  free(given);
  return status;
}

static int parts_hash(void *self, uint64_t *sum) {
  (void)self;
  struct order o = {.kind = ORDER_HASH};
  int status = give_wcsph(&o, NULL);
  *sum = o.hash;
  return status;
}

static int parts_show(void *self, row_mask mask, const struct row_choice *choice,
                      uint64_t counts[ROW_KINDS]) {
  (void)self;
  const size_t bytes = choice ? sizeof *choice : 0;
  struct row_choice copy = choice ? *choice : (struct row_choice){.all = true};
  struct order o = {.kind = ORDER_SHOW, .mask = mask, .bytes = bytes, .room = bytes};
  int status = give_wcsph(&o, &copy);
  memcpy(counts, o.shown, sizeof o.shown);
  return status;
}

static int parts_window(void *self, row_mask mask, size_t window, struct wcsph_state *to) {
  ((struct part *)self)->into = to;
  return give_wcsph(&(struct order){.kind = ORDER_WINDOW, .mask = mask, .count = (uint32_t)window}, NULL);
}

static int parts_look_around(void *self) {
  (void)self;
  return give_wcsph(&(struct order){.kind = ORDER_LOOK_AROUND}, NULL);
}

static int parts_window_around(void *self, size_t window, struct wcsph_found *to) {
  ((struct part *)self)->into_found = to;
  return give_wcsph(&(struct order){.kind = ORDER_WINDOW_AROUND, .count = (uint32_t)window}, NULL);
}

static int parts_turn(void *self, int buffer, uint64_t id, unsigned bit) {
  (void)self;
  return give_wcsph(&(struct order){.kind = ORDER_TURN, .which = buffer, .hash = id, .count = bit}, NULL);
}

int parts_measure(const char *backend, const char *device, struct exchange_times *times) {
  struct {
    struct order_measure what;
    struct exchange_times times;
  } data = {0};
  part = (struct part){.number = parts_number(), .parts = parts_count()};
  give_text(data.what.backend, sizeof data.what.backend, backend);
  give_text(data.what.device, sizeof data.what.device, device);
  struct order o = {.kind = ORDER_MEASURE, .bytes = offsetof(__typeof__(data), times), .room = sizeof data};
  int status = parts_count() > 1 ? give_wcsph(&o, &data)
                                 : part_measure(&part, data.what.backend, data.what.device, &data.times);
  *times = data.times;
  return status;
}

void parts_account(struct summary_part *accounts) {
  give_wcsph(&(struct order){.kind = ORDER_ACCOUNT}, accounts);
}

static void parts_counters(void *self, struct wcsph_counters *out) {
  const struct part *p = self;
  *out = p->counters;
  out->foresees = p->foresees;
}

static void parts_describe(void *self, char *text, size_t size) {
  const struct part *p = self;
  char own[256];
  p->backend->describe(p->self, own, sizeof own);
  part_describe(p, own, text, size);
}

static int parts_run(void *self, const struct wcsph_entry *e) {
  switch (e->work) {
  case WORK_REBUILD:
    return parts_rebuild(self, e->keep_order);
  case WORK_FORCES:
    return parts_forces(self, e->limits);
  case WORK_PASS:
    return parts_pass(self, e->pass, e->found);
  case WORK_SWEEP:
    return parts_sweep(self, e->sweep, e->given, e->swept);
  case WORK_LAW:
    return parts_law(e->law);
  case WORK_BODY_FORCE:
    return parts_body_force(self, e->force);
  case WORK_MOVE_WALLS:
    return parts_move_walls(self, e->poses, e->pose_count);
  case WORK_WALL_LOADS:
    return parts_wall_loads(self, e->poses, e->pose_count, e->loads);
  case WORK_COLLECT_FACES:
    return parts_collect_faces(self, e->faces);
  default:
    return wcsph_not_taken(inner, e);
  }
}

static int parts_rows(void *self, const struct wcsph_rows_change *c) {
  switch (c->kind) {
  case ROWS_APPEND:
    return parts_append(self, c->from, c->count);
  case ROWS_REMOVE:
    return parts_remove(self, c->ids, c->count, c->found);
  default:
    return error_set(STATUS_USAGE, "a run in parts: the host cannot change its rows between steps");
  }
}

/* Nothing is kept: what is written comes by windows. */
static int parts_transfer(void *self, const struct wcsph_transfer *t) {
  switch (t->direction) {
  case TRANSFER_FETCH:
    return parts_fetch(self, t->mask);
  case TRANSFER_SEND:
    return parts_send(self, t->mask);
  default:
    return STATUS_OK;
  }
}

static const struct wcsph_elsewhere parts_elsewhere = {
    .place = parts_place,
    .resume = parts_resume,
    .hash = parts_hash,
    .show = parts_show,
    .window = parts_window,
    .look_around = parts_look_around,
    .window_around = parts_window_around,
    .turn = parts_turn,
};

const struct wcsph_backend *parts_wcsph(const struct wcsph_backend *b) {
  static struct wcsph_backend table;
  inner = b;
  table = (struct wcsph_backend){
      .about = b->about,
      .open = parts_open,
      .close = parts_close,
      .run = parts_run,
      .points = parts_points,
      .advance = parts_advance,
      .rows = parts_rows,
      .transfer = parts_transfer,
      .elsewhere = &parts_elsewhere,
      .count = parts_counters,
      .code = b->code,
      .describe = parts_describe,
      .estimate = b->estimate,
  };
  table.about.forces_only = NULL; /* parts have each its whole backend */
  return &table;
}
