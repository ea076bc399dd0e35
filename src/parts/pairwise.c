/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs of `method: pairwise` in parts. Whenever neighbours are looked for, particles go to the parts that own
 * them, copies of them (halo rows) to the parts that need them, and each part opens its backend anew.
 * Between, copies get their positions once a step. What a backend computes for copies is not used: until
 * their owners send new positions they stay where they were listed. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "case/bounds.h"
#include "pairwise/backend.h"
#include "parts/part.h"
#include "registry/backends.h"
#include "util/error.h"

enum pair_action { PAIR_OPEN, PAIR_SEND, PAIR_REBUILD, PAIR_FORCES, PAIR_ADVANCE, PAIR_FETCH };

/* An order to all parts, and its result. */
struct pair_order {
  enum pair_action action;
  bool flag; /* rebuild: keep_order; forces: kick */
  struct pairwise_motion motion;
  struct pairwise_limits limits;
  struct order_execution execution;
  struct pairwise_law law;
  struct pairwise_state geometry;
};

/* This process's particles, copies included; all are KIND_FLUID of struct part. */
static struct {
  const struct pairwise_backend *backend;
  void *self; /* NULL: it has no rows */
  struct pairwise_state here, *whole;
  struct pairwise_law law;
  struct wcsph_state geometry; /* what a cut takes of it */
  struct pairwise_counters counters;
  row_mask mask; /* of buffers */
  bool stale;    /* copies do not have their owners' positions */
} pair;

static int buffers_fetch(void) {
  return pair.self ? pair.backend->fetch(pair.self) : STATUS_OK;
}

static int buffers_send(void) {
  return pair.self ? pair.backend->send(pair.self) : STATUS_OK;
}

/* ---- open, close ---- */

static void backend_close(void) {
  if (pair.self) pair.backend->close(pair.self);
  pair.self = NULL;
}

void part_free_pairwise(struct part *p) {
  (void)p;
  backend_close();
  pairwise_state_free(&pair.here);
  memset(&pair, 0, sizeof pair);
}

static int open_part(struct part *p, const struct pair_order *o) {
  char backend[16];
  part_take_execution(p, &o->execution, backend, sizeof backend);
  if (p->options.pairwise == PAIRWISE_AUTO) p->options.pairwise = PAIRWISE_LIST; /* no trial at each list */
  pair.backend = pairwise_backend_find(backend);
  pair.law = o->law;
  pair.here = o->geometry;
  pair.here.count = 0;
  pair.mask = row_bit(PAIRWISE_BUFFER_COUNT) - 1;
  if (o->law.summation == SUM_PLAIN) pair.mask &= ~row_bit(PAIRWISE_BUFFER_COMPENSATION);
  for (int b = 0; b < PAIRWISE_BUFFER_COUNT; b++) pairwise_state_set_buffer(&pair.here, b, NULL);
  CHECK(pair.backend, STATUS_USAGE, "method 'pairwise' has no backend '%s'", backend);
  pair.geometry = (struct wcsph_state){.skin = pair.here.skin};
  pairwise_cells(&pair.here, pair.geometry.cells);
  for (int a = 0; a < 3; a++) pair.geometry.quantum[a] = pair.here.quantum[a];
  return part_allocate(p);
}

/* ---- rows to their owners ---- */

/* Records for each part: particles that it owns, and copies. With `to` NULL they are only counted, in at[2 *
 * parts]. */
static void address(const struct part *p, const struct pairwise_state *from, const struct position *places,
                    uint32_t *counts, char *to, size_t *at) {
  const size_t record = rows_record_bytes(&pairwise_rows, pair.mask);
  for (uint32_t i = 0; i < from->count; i++) {
    const int owner = cut_owner(p->cut, &places[i]);
    if (from->pos[i].mark == MARK_HALO) continue;
    for (int k = 0; k < p->parts; k++) {
      if (k != owner && !cut_near(p->cut, k, &places[i])) continue;
      const int n = 2 * k + (k != owner);
      if (to) {
        rows_record(&pairwise_rows, from, pair.mask, i, to + at[n]);
        at[n] += record;
      } else {
        counts[n]++;
      }
    }
  }
}

/* What came, in place of what was here. */
static int take_pairwise(struct part *p, const uint32_t *come, const char *from) {
  uint64_t all = 0;
  uint32_t row = 0;
  for (int n = 0; n < 2 * p->parts; n++) all += come[n];
  CHECK(all <= CASE_PARTICLES_MOST, STATUS_USAGE, "%llu particles in one part; expected at most %d",
        (unsigned long long)all, CASE_PARTICLES_MOST);
  backend_close();
  pairwise_state_free(&pair.here);
  TRY(pairwise_state_allocate(&pair.here, (uint32_t)all, pair.law.summation == SUM_PLAIN));
  for (int n = 0; n < 2 * p->parts; n++)
    for (uint32_t k = 0; k < come[n]; k++, row++) {
      from = rows_unrecord(&pairwise_rows, &pair.here, pair.mask, row, from);
      pair.here.pos[row].mark = n % 2 ? MARK_HALO : MARK_NONE;
    }
  if (all == 0) return STATUS_OK;
  TRY(pair.backend->open(&pair.self, &pair.here, &pair.law, &p->options));
  return buffers_send();
}

/* Numbers of records that are sent and received, and where they begin. */
struct parcel_sizes {
  uint32_t *to, *come;               /* [2 * parts] records */
  size_t *to_at, *come_at, *fill_at; /* [parts + 1] bytes; [2 * parts] */
};

static int trade_pairwise(struct part *p, const struct pairwise_state *from, const struct position *places,
                          struct parcel_sizes *s) {
  const size_t record = rows_record_bytes(&pairwise_rows, pair.mask);
  address(p, from, places, s->to, NULL, NULL);
  MPI_Alltoall(s->to, 2, MPI_UINT32_T, s->come, 2, MPI_UINT32_T, MPI_COMM_WORLD);
  for (int k = 0; k < p->parts; k++) {
    s->fill_at[2 * k] = s->to_at[k];
    s->fill_at[2 * k + 1] = s->to_at[k] + record * s->to[2 * k];
    s->to_at[k + 1] = s->fill_at[2 * k + 1] + record * s->to[2 * k + 1];
    s->come_at[k + 1] = s->come_at[k] + record * ((size_t)s->come[2 * k] + s->come[2 * k + 1]);
  }
  int status = part_reserve(&p->send, s->to_at[p->parts]);
  if (status == STATUS_OK) status = part_reserve(&p->receive, s->come_at[p->parts]);
  TRY(part_agree(p, status, NULL, 0));
  address(p, from, places, NULL, p->send.data, s->fill_at);
  part_trade(p, 1, p->send.data, s->to_at, p->receive.data, s->come_at);
  return part_agree(p, take_pairwise(p, s->come, p->receive.data), NULL, 0);
}

/* Sends rows of `from` to their owners, as current or listed positions say, and copies to the parts that need
 * them. */
static int share_pairwise(struct part *p, const struct pairwise_state *from, bool listed) {
  const size_t parts = (size_t)p->parts;
  const struct position *places = listed ? from->listed_pos : from->pos;
  const struct cut_rows rows[ROW_KINDS] = {[KIND_FLUID] = {places, from->count, CUT_FLUID_WEIGHT}};
  TRY(part_cut(p, &pair.geometry, pair.here.reach - pair.here.skin, rows));
  struct parcel_sizes s = {.to = calloc(4 * parts, sizeof *s.to),
                           .to_at = calloc(4 * parts + 2, sizeof *s.to_at)};
  int status = s.to && s.to_at ? STATUS_OK : error_set(STATUS_FAILED, "no memory to share rows");
  status = part_agree(p, status, NULL, 0);
  if (status == STATUS_OK) {
    s.come = s.to + 2 * parts;
    s.come_at = s.to_at + parts + 1;
    s.fill_at = s.come_at + parts + 1;
    status = trade_pairwise(p, from, places, &s);
  }
  free(s.to);
  free(s.to_at);
  return status;
}

/* ---- copies ---- */

/* After a sort, finds which rows are sent and received each step. The marks have served their purpose and are
 * cleared. */
static int find_halo(struct part *p) {
  struct pairwise_state *s = &pair.here;
  uint32_t *next = calloc(2 * (size_t)p->parts, sizeof *next);
  struct part_found f = {malloc(((size_t)s->count + 1) * sizeof *f.rows), s->count, s->pos, s->listed_pos,
                         s->id};
  int status = next && f.rows ? STATUS_OK : error_set(STATUS_FAILED, "no memory for the halo");
  for (uint32_t i = 0; i < s->count && status == STATUS_OK; i++) f.rows[i] = i;
  if (status == STATUS_OK) status = part_make_lists(p, KIND_FLUID, &f, next);
  free(f.rows);
  free(next);
  TRY(part_agree(p, status, NULL, 0));
  TRY(part_learn(p, KIND_FLUID, true));
  const struct part_rows *in = &p->in[KIND_FLUID];
  for (uint32_t k = 0; k < in->at[p->parts]; k++)
    s->pos[in->rows[k]].mark = s->listed_pos[in->rows[k]].mark = MARK_NONE;
  p->here.count = s->count; /* for the account */
  const uint32_t own[ROW_KINDS] = {[KIND_FLUID] = s->count - in->at[p->parts]};
  MPI_Allgather(own, ROW_KINDS, MPI_UINT32_T, p->owned, ROW_KINDS, MPI_UINT32_T, MPI_COMM_WORLD);
  return buffers_send();
}

static int exchange(struct part *p) {
  struct position *pos = pair.here.pos;
  const struct part_rows *out = &p->out[KIND_FLUID], *in = &p->in[KIND_FLUID];
  const size_t parts = (size_t)p->parts, word = sizeof *pos;
  const struct part_watch watch = part_watch();
  size_t *at = malloc(2 * (parts + 1) * sizeof *at);
  int status = at ? buffers_fetch() : error_set(STATUS_FAILED, "no memory for messages");
  if (status == STATUS_OK) status = part_reserve(&p->send, word * out->at[parts]);
  if (status == STATUS_OK) status = part_reserve(&p->receive, word * in->at[parts]);
  status = part_agree(p, status, NULL, 0);
  if (status == STATUS_OK) {
    for (size_t k = 0; k <= parts; k++) at[k] = word * out->at[k], at[parts + 1 + k] = word * in->at[k];
    for (uint32_t k = 0; k < out->at[parts]; k++) memcpy(p->send.data + k * word, &pos[out->rows[k]], word);
    part_trade(p, 1, p->send.data, at, p->receive.data, at + parts + 1);
    for (uint32_t k = 0; k < in->at[parts]; k++) memcpy(&pos[in->rows[k]], p->receive.data + k * word, word);
    p->sent += word * out->at[parts];
    status = buffers_send();
  }
  free(at);
  p->exchanging += part_worked(&watch);
  pair.stale = false;
  return status;
}

/* Puts copies at rest where they were listed, so that an advance finds no motion of theirs. */
static int quiet(struct part *p) {
  struct pairwise_state *s = &pair.here;
  const struct part_rows *in = &p->in[KIND_FLUID];
  TRY(buffers_fetch());
  for (uint32_t k = 0; k < in->at[p->parts]; k++) {
    const uint32_t i = in->rows[k];
    s->pos[i] = s->listed_pos[i];
    s->vel[i] = s->force[i] = (struct wide4){0};
  }
  return buffers_send();
}

/* ---- the actions ---- */

static int send(struct part *p) {
  const struct pairwise_state none = pair.here;
  return share_pairwise(p, pair.whole ? pair.whole : &none, false);
}

/* A pair that two parts compute is counted in proportion to each part's own rows. */
static void count_work(struct part *p) {
  struct pairwise_counters c = {0};
  if (pair.self) pair.backend->count(pair.self, &c);
  const double own = pair.here.count ? (double)p->owned[p->number][KIND_FLUID] / pair.here.count : 0.0;
  double sums[] = {own * (double)c.candidates, own * (double)c.inside, (double)c.bytes};
  MPI_Allreduce(MPI_IN_PLACE, sums, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  pair.counters.candidates = (uint64_t)sums[0];
  pair.counters.inside = (uint64_t)sums[1];
  pair.counters.bytes = (size_t)sums[2];
}

static int rebuild_pairwise(struct part *p, bool listed) {
  const struct part_watch watch = part_watch();
  int status = part_agree(p, buffers_fetch(), NULL, 0);
  /* mark copies again, since passes do not keep marks */
  for (uint32_t k = 0; status == STATUS_OK && pair.self && k < p->in[KIND_FLUID].at[p->parts]; k++)
    pair.here.pos[p->in[KIND_FLUID].rows[k]].mark = MARK_HALO;
  if (status == STATUS_OK) status = share_pairwise(p, &pair.here, listed);
  p->sharing += part_worked(&watch);
  TRY(status);
  if (pair.self) status = pair.backend->rebuild(pair.self, listed);
  if (status == STATUS_OK) status = buffers_fetch();
  TRY(part_agree(p, status, NULL, 0));
  TRY(part_agree(p, find_halo(p), NULL, 0));
  pair.counters.rebuilds++;
  pair.stale = false; /* they came with where they are */
  count_work(p);
  return STATUS_OK;
}

static int forces_pairwise(struct part *p, struct pair_order *o) {
  int status = STATUS_OK;
  if (pair.stale) TRY(part_agree(p, exchange(p), NULL, 0));
  const struct part_watch watch = part_watch();
  if (pair.self) status = pair.backend->forces(pair.self, o->flag, &o->limits);
  p->busy += part_worked(&watch);
  double most[] = {o->limits.overflow};
  TRY(part_agree(p, status, most, 1));
  o->limits = (struct pairwise_limits){.overflow = most[0] > 0.0};
  return STATUS_OK;
}

static int advance_pairwise(struct part *p, struct pair_order *o) {
  int status = quiet(p);
  const struct part_watch watch = part_watch();
  o->motion = (struct pairwise_motion){.fault = PAIRWISE_FINE};
  if (status == STATUS_OK && pair.self) status = pair.backend->advance(pair.self, &o->motion);
  p->busy += part_worked(&watch);
  pair.stale = true;
  double most[] = {(double)o->motion.distance2, o->motion.fault != PAIRWISE_FINE};
  TRY(part_agree(p, status, most, 2));
  o->motion.distance2 = (float)most[0];
  if (most[1] == 0.0) return STATUS_OK;
  int fault = (int)o->motion.fault;
  part_lowest(&fault, &o->motion.fault_id);
  o->motion.fault = (enum pairwise_fault)fault;
  return STATUS_OK;
}

/* Gathers all parts' own rows in part 0's whole state, part by part. */
static int gather_pairwise(struct part *p) {
  const size_t record = rows_record_bytes(&pairwise_rows, pair.mask), parts = (size_t)p->parts;
  const uint32_t own = p->owned[p->number][KIND_FLUID];
  size_t *at = calloc(2 * (parts + 1), sizeof *at), come = 0;
  bool *copy = calloc((size_t)pair.here.count + 1, sizeof *copy);
  for (size_t k = 0; k < parts && pair.whole; k++) come += record * p->owned[k][KIND_FLUID];
  int status = at && copy ? buffers_fetch() : error_set(STATUS_FAILED, "no memory to gather rows");
  if (status == STATUS_OK) status = part_reserve(&p->send, record * own);
  if (status == STATUS_OK) status = part_reserve(&p->receive, come);
  status = part_agree(p, status, NULL, 0);
  if (status == STATUS_OK) {
    char *to = p->send.data;
    for (uint32_t k = 0; k < p->in[KIND_FLUID].at[parts]; k++) copy[p->in[KIND_FLUID].rows[k]] = true;
    for (uint32_t i = 0; i < pair.here.count; i++)
      if (!copy[i]) to = rows_record(&pairwise_rows, &pair.here, pair.mask, i, to);
    for (size_t k = 0; k < parts; k++) {
      at[k + 1] = record * own;
      at[parts + 1 + k + 1] = at[parts + 1 + k] + (pair.whole ? record * p->owned[k][KIND_FLUID] : 0);
    }
    part_trade(p, 1, p->send.data, at, p->receive.data, at + parts + 1);
    const char *from = p->receive.data;
    for (uint32_t i = 0; pair.whole && i < pair.whole->count; i++)
      from = rows_unrecord(&pairwise_rows, pair.whole, pair.mask, i, from);
  }
  free(at);
  free(copy);
  return status;
}

int part_pairwise(struct part *p, void *data) {
  struct pair_order *o = data;
  switch (o->action) {
  case PAIR_OPEN:
    return part_agree(p, open_part(p, o), NULL, 0);
  case PAIR_SEND:
    return send(p);
  case PAIR_REBUILD:
    return rebuild_pairwise(p, o->flag);
  case PAIR_FORCES:
    return forces_pairwise(p, o);
  case PAIR_ADVANCE:
    return advance_pairwise(p, o);
  case PAIR_FETCH:
    return gather_pairwise(p);
  }
  return STATUS_OK;
}

/* ---- the members of the table ---- */

static const struct pairwise_backend *inner; /* of the next run */

static int give_pairwise(struct pair_order *o) {
  struct order order = {.kind = ORDER_PAIRWISE, .bytes = sizeof *o, .room = sizeof *o};
  return part_give(part_of_process(), &order, o);
}

static int parts_open(void **self, struct pairwise_state *state, const struct pairwise_law *law,
                      const struct execution_options *options) {
  struct part *p = part_of_process();
  CHECK(!p->owned, STATUS_USAGE, "one run at a time in several parts");
  *p = (struct part){.parts = parts_count(), .mixed = options->backends};
  struct pair_order o = {.action = PAIR_OPEN, .law = *law, .geometry = *state};
  int status = part_give_execution(&o.execution, inner->about.name, options);
  if (status == STATUS_OK) status = give_pairwise(&o);
  pair.whole = state;
  *self = p;
  if (status != STATUS_OK) part_give(p, &(struct order){.kind = ORDER_CLOSE}, NULL);
  return status;
}

static void parts_close(void *self) {
  part_give(self, &(struct order){.kind = ORDER_CLOSE}, NULL);
}

static int parts_send(void *self) {
  (void)self;
  return give_pairwise(&(struct pair_order){.action = PAIR_SEND});
}

static int parts_fetch(void *self) {
  (void)self;
  return give_pairwise(&(struct pair_order){.action = PAIR_FETCH});
}

static int parts_rebuild(void *self, bool keep_order) {
  (void)self;
  return give_pairwise(&(struct pair_order){.action = PAIR_REBUILD, .flag = keep_order});
}

static int parts_forces(void *self, bool kick, struct pairwise_limits *limits) {
  (void)self;
  struct pair_order o = {.action = PAIR_FORCES, .flag = kick};
  int status = give_pairwise(&o);
  *limits = o.limits;
  return status;
}

static int parts_advance(void *self, struct pairwise_motion *motion) {
  (void)self;
  struct pair_order o = {.action = PAIR_ADVANCE};
  int status = give_pairwise(&o);
  *motion = o.motion;
  return status;
}

static void parts_counters(void *self, struct pairwise_counters *out) {
  (void)self;
  *out = pair.counters;
}

static void parts_describe(void *self, char *text, size_t size) {
  char own[256] = "has no particles";
  if (pair.self) pair.backend->describe(pair.self, own, sizeof own);
  part_describe(self, own, text, size);
}

const struct pairwise_backend *parts_pairwise(const struct pairwise_backend *b) {
  static struct pairwise_backend table;
  inner = b;
  table = (struct pairwise_backend){
      .about = b->about,
      .open = parts_open,
      .close = parts_close,
      .rebuild = parts_rebuild,
      .forces = parts_forces,
      .advance = parts_advance,
      .fetch = parts_fetch,
      .send = parts_send,
      .count = parts_counters,
      .describe = parts_describe,
      .estimate = b->estimate,
  };
  return &table;
}
