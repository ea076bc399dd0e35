/* SPDX-License-Identifier: BSD-3-Clause */
/* Carrying out orders: each part's backend works on its own rows, and results are reduced over all parts. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "particles/pass.h"
#include "parts/part.h"
#include "registry/backends.h"
#include "util/error.h"
#include "util/log.h"
#include "wcsph/passes/says.h"
#include "wcsph/sweeps/says.h"

enum { MOTION = BUFFER_POSITION | BUFFER_VELOCITY };
enum { READ_BY_PAIRS = MOTION | BUFFER_DAMPING }; /* what runs lack is not sent */

/* Call the backend, and count the time as work, but for what it waited for rows and took them in. */
#define BUSY(p, call)                                                                                        \
  __extension__({                                                                                            \
    const struct part_watch start_ = part_watch();                                                           \
    const double exchanging_ = (p)->exchanging;                                                              \
    const int result_ = (call);                                                                              \
    (p)->busy += part_worked(&start_) - ((p)->exchanging - exchanging_);                                     \
    result_;                                                                                                 \
  })

/* ---- open, send, close ---- */

int part_allocate(struct part *p) {
  p->owned = calloc((size_t)p->parts, sizeof *p->owned);
  bool complete = p->owned;
  for (int kind = 0; kind < ROW_KINDS; kind++) {
    complete = (p->theirs[kind] = calloc((size_t)p->parts, sizeof *p->theirs[kind])) && complete;
    complete = (p->out[kind].at = calloc((size_t)p->parts + 1, sizeof(uint32_t))) && complete;
    complete = (p->in[kind].at = calloc((size_t)p->parts + 1, sizeof(uint32_t))) && complete;
  }
  CHECK(complete, STATUS_FAILED, "no memory for a part");
  return STATUS_OK;
}

static int open_part(struct part *p, const struct order_open *o) {
  char backend[16];
  part_take_execution(p, &o->execution, backend, sizeof backend);
  p->backend = wcsph_backend_find(backend);
  CHECK(p->backend, STATUS_USAGE, "backend '%s' does not run in parts", backend);
  const struct wcsph_far *far = wcsph_far_of(p->backend);
  p->far = far && far->select ? far : NULL;
  p->beside = far ? far->beside : NULL;
  p->law = o->law;
  p->here = o->geometry;
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++) state_set_buffer(&p->here, b, NULL);
  state_set_counts(&p->here, (const uint32_t[ROW_KINDS]){0});
  p->here.sites = NULL;
  p->here.shared = true;
  if (o->site_count > 0) {
    p->here.sites = calloc(o->site_count, sizeof *o->sites);
    CHECK(p->here.sites, STATUS_FAILED, "no memory for %u walls that move", o->site_count);
    memcpy(p->here.sites, o->sites, o->site_count * sizeof *o->sites);
  }
  TRY(part_allocate(p));
  return state_allocate(&p->here, 64, o->geometry.buffers);
}

void part_free(struct part *p) {
  if (p->backend) part_window_close(p);
  part_free_pairwise(p);
  if (p->self && p->far) p->far->close(p->self);
  if (p->self) p->backend->close(p->self);
  part_free_halo(p);
  part_show_end(p);
  state_free(&p->here);
  free(p->here.sites);
  free(p->owned);
  free(p->cut);
  free(p->send.data);
  free(p->faces.data);
  free(p->receive.data);
  free(p->sources.data);
  free(p->requests.data);
  free(p->messages.data);
  *p = (struct part){.number = p->number, .parts = p->parts};
}

/* Work that a part did in a second since the last cut, for the next one; 1 where nothing was measured. */
static void find_speeds(struct part *p, double *speed) {
  const uint32_t *own = p->owned[p->number];
  const double work = (double)own[KIND_WALL] * CUT_WALL_WEIGHT + (double)own[KIND_FLUID] * CUT_FLUID_WEIGHT;
  const double seconds = p->busy - p->busy_at_cut;
  double mine = work > 0.0 ? 1.0 : 0.0, least, sum = 0.0;
  int worked = 0;
  if (p->cut && seconds > 0.0 && work > 0.0) mine = work / seconds;
  MPI_Allreduce(&seconds, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  if (least <= 0.0) mine = 1.0;
  MPI_Allgather(&mine, 1, MPI_DOUBLE, speed, 1, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int k = 0; k < p->parts; k++) sum += speed[k], worked += speed[k] > 0.0;
  for (int k = 0; k < p->parts; k++) /* a part that had nothing to do is as fast as the others */
    if (!(speed[k] > 0.0)) speed[k] = worked > 0 ? sum / worked : 1.0;
  p->busy_at_cut = p->busy;
}

static void sum_words(uint64_t *words, size_t count) {
  for (size_t at = 0; at < count; at += 1 << 24)
    MPI_Allreduce(MPI_IN_PLACE, words + at, (int)(count - at < 1 << 24 ? count - at : 1 << 24), MPI_UINT64_T,
                  MPI_SUM, MPI_COMM_WORLD);
}

int part_cut(struct part *p, const struct wcsph_state *geometry, float support,
             const struct cut_rows rows[ROW_KINDS]) {
  double *speed = malloc((size_t)p->parts * sizeof *speed);
  struct cut *made = malloc(sizeof *made);
  int status = speed && made ? STATUS_OK : error_set(STATUS_FAILED, "no memory to cut the domain");
  status = part_agree(p, status, NULL, 0);
  if (status == STATUS_OK) find_speeds(p, speed);
  if (status == STATUS_OK) status = cut_make(made, geometry, support, p->parts, rows, speed, sum_words);
  free(speed);
  free(p->cut);
  p->cut = made;
  return part_agree(p, status, NULL, 0);
}

/* Boxes for the rows that there are: part 0's at the start. */
int part_cut_rows(struct part *p, const struct wcsph_state *from) {
  struct cut_rows rows[ROW_KINDS];
  static const uint32_t weights[ROW_KINDS] = {[KIND_WALL] = CUT_WALL_WEIGHT, [KIND_FLUID] = CUT_FLUID_WEIGHT};
  for (int kind = 0; kind < ROW_KINDS; kind++)
    rows[kind] = (struct cut_rows){from->pos + from->ranges[kind].begin,
                                   state_count(from, (enum row_kind)kind), weights[kind]};
  return part_cut(p, &p->here, p->law.support, rows);
}

/* Every part has its rows: backends open, not before, for they allocate by what there is. They get the rows
 * with the first list, of which the host makes the halo. */
static int begin_work(struct part *p) {
  int status = p->backend->open(&p->self, &p->here, &p->law, &p->options);
  p->unsent = status == STATUS_OK;
  double lacks[] = {!p->far, !(p->self && wcsph_foresees(p->backend, p->self))};
  TRY(part_agree(p, status, lacks, 2));
  p->borders = lacks[0] == 0.0;
  p->foresees = lacks[1] == 0.0;
  part_count(p, (const uint32_t[ROW_KINDS]){0});
  return STATUS_OK;
}

/* Part 0's rows to all. */
static int send(struct part *p) {
  const struct wcsph_state *from = p->whole ? p->whole : &p->here;
  CHECK(!p->self, STATUS_USAGE, "a run in parts: the host cannot change its rows between steps");
  TRY(part_cut_rows(p, from));
  TRY(part_share(p, from, (struct part_sharing){.walls = true}));
  return begin_work(p);
}

/* ---- lists ---- */

/* Sums over parts. Of pairs that lie in the halo two parts have one each, so that those count by the share of
 * rows that are a part's own, unless its backend has looked at those alone. */
static void count_work(struct part *p) {
  struct wcsph_counters c;
  p->backend->count(p->self, &c);
  const double fluid = state_count(&p->here, KIND_FLUID), own = p->owned[p->number][KIND_FLUID];
  const double share = c.own ? 1.0 : fluid > 0.0 ? own / fluid : 0.0;
  double sums[] = {share * (double)c.pairs,
                   (double)c.checked,
                   (double)c.lanes,
                   (c.own ? fluid : own) * c.mean_neighbours,
                   own,
                   (double)c.moved,
                   (double)c.bytes};
  size_t row = 0;
  for (int b = 0; b < WCSPH_BUFFER_COUNT; b++)
    if (state_buffer(&p->here, b)) row += wcsph_buffer_info[b].row_bytes;
  sums[6] += (double)(row * p->here.capacity);
  WAITING(MPI_Allreduce(MPI_IN_PLACE, sums, (int)(sizeof sums / sizeof *sums), MPI_DOUBLE, MPI_SUM,
                        MPI_COMM_WORLD));
  p->counters = (struct wcsph_counters){.pairs = (uint64_t)sums[0],
                                        .checked = (uint64_t)sums[1],
                                        .lanes = (uint64_t)sums[2],
                                        .rebuilds = c.rebuilds,
                                        .mean_neighbours = sums[4] > 0.0 ? sums[3] / sums[4] : 0.0,
                                        .moved = (uint64_t)sums[5],
                                        .bytes = (size_t)sums[6]};
}

/* Whether the parts that had less to do since the last cut have waited twice as long as a new one takes: what
 * one part was slower now and another then is no reason. The state does not depend on it. */
static bool should_cut(struct part *p) {
  const double mine = p->busy - p->busy_at_cut;
  double seconds[2] = {mine, p->cut_seconds};
  int64_t nanoseconds = (int64_t)(1e9 * mine); /* the same sum for all */
  WAITING(MPI_Allreduce(MPI_IN_PLACE, seconds, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
  MPI_Allreduce(MPI_IN_PLACE, &nanoseconds, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  const double most = seconds[0], took = seconds[1], sum = 1e-9 * (double)nanoseconds,
               lost = most - sum / p->parts;
  const bool yes = took > 0.0 && lost > 2.0 * took && most * p->parts > 1.04 * sum;
  if (yes && p->whole) log_say("Parts cut anew: the slowest took %.2f times the mean", most * p->parts / sum);
  return yes;
}

/* A mdbc wall looks at fluid around the point opposite to it, which may be farther from its part's box than
 * halos reach. Points of walls that move go with them, until the next list at most a skin more than walls. */
static int look_opposite(struct part *p, bool listed) {
  const struct wcsph_state *s = &p->here;
  const struct range walls = state_range(s, KIND_WALL);
  const struct position *places = listed ? s->listed_pos : s->pos;
  const size_t words = 6 * (size_t)p->parts;
  uint32_t margin[3] = {0};
  if (!s->mirror) return STATUS_OK;
  for (int a = 0; a < 3 && s->sites; a++) {
    const double quanta = (double)s->skin / s->quantum[a] + 2.0;
    margin[a] = quanta < 0x1p31 ? (uint32_t)quanta : UINT32_MAX / 2;
  }
  uint32_t(*more)[2][3] = calloc((size_t)p->parts, sizeof *more);
  TRY(part_agree(p, more ? STATUS_OK : error_set(STATUS_FAILED, "no memory for the halo"), NULL, 0));
  for (uint32_t i = walls.begin; i < walls.end; i++) {
    if (s->pos[i].mark == MARK_HALO || !s->mirror[i].mark) continue;
    const int owner = cut_owner(p->cut, &places[i]);
    cut_look_at(p->cut, owner, &s->mirror[i], margin, more[owner]);
  }
  MPI_Allreduce(MPI_IN_PLACE, more, (int)words, MPI_UINT32_T, MPI_MAX, MPI_COMM_WORLD);
  cut_extend(p->cut, (const uint32_t(*)[2][3])more);
  free(more);
  return STATUS_OK;
}

/* Every row to its owner, and the halo; part_share_fluid does where walls are at rest. */
static int share_all(struct part *p, bool listed, bool anew) {
  int status = p->unsent ? STATUS_OK : wcsph_fetch(p->backend, p->self, part_kept(p));
  TRY(part_agree(p, status, NULL, 0));
  if (anew) TRY(part_cut_rows(p, &p->here));
  TRY(look_opposite(p, listed));
  TRY(part_share(p, &p->here, (struct part_sharing){.walls = true, .halo = true, .listed = listed}));
  status = wcsph_replace(p->backend, p->self, true);
  if (status == STATUS_OK && p->unsent)
    status = wcsph_send(p->backend, p->self, p->here.buffers & ~part_kept(p));
  p->unsent = false;
  return part_agree(p, status, NULL, 0);
}

/* What an order works on. */
static int send_late(struct part *p, enum order_kind kind) {
  if (!p->unsent || kind == ORDER_REBUILD || kind == ORDER_HASH || kind == ORDER_CLOSE) return STATUS_OK;
  p->unsent = false;
  return part_agree(p, wcsph_send(p->backend, p->self, p->here.buffers), NULL, 0);
}

static int rebuild_work(struct part *p, const struct order *o) {
  const bool listed = o->flag, anew = p->walls_shared && !listed && should_cut(p);
  const bool walls = !p->walls_shared || p->here.sites || anew;
  p->here.shedding = o->shedding;
  p->here.life = o->life;
  const bool border = !walls && p->borders;
  const struct part_watch all = part_watch();
  struct part_watch watch = all;
  uint32_t first = 0;
  TRY(walls ? share_all(p, listed, anew) : part_share_fluid(p));
  if (border) TRY(part_share_border(p, &first));
  p->sharing += part_worked(&watch);
  TRY(part_agree(p, BUSY(p, wcsph_rebuild(p->backend, p->self, listed)), NULL, 0));
  watch = part_watch();
  TRY(border ? part_settle(p, first) : part_find_halo(p, walls, listed));
  p->sharing += part_worked(&watch);
  if (walls) p->cut_seconds = clock_now() - all.start;
  p->cuts += anew;
  p->walls_shared = true;
  p->stale[KIND_FLUID] = 0;
  if (walls) p->stale[KIND_WALL] = 0;
  count_work(p);
  return STATUS_OK;
}

/* ---- passes ---- */

/* Velocity also where no pair reads it: what is found may be a maximum of it. */
static row_mask reads_of(const struct pass_says *pass) {
  return READ_BY_PAIRS | pass_says_buffers(pass->rows_from, pass->rows);
}

static void note_written(struct part *p, row_mask mask, bool walls, bool fluid) {
  if (walls) p->stale[KIND_WALL] |= mask;
  if (fluid) p->stale[KIND_FLUID] |= mask;
  if (p->way.what.mask & mask) p->way.spoiled = true;
}

static int pass_work(struct part *p, struct order *o) {
  const struct pass_says *says = wcsph_pass_says[o->which];
  int status = part_bring(p, reads_of(says));
  if (status == STATUS_OK)
    status = BUSY(p, wcsph_pass(p->backend, p->self, (enum pass_id)o->which, &o->found));
  if (status == STATUS_OK && says->writes == BUFFER_INDEX_RATE && says->adds &&
      o->found.most_of_rows > 0.0f && p->far)
    status = BUSY(p, p->far->most_rate(p->self, &o->found.most_of_rows));
  note_written(p, pass_says_buffers(says->writes, says->written), says->meets & WALLS_FROM_FLUID,
               says->meets & (FLUID_FROM_FLUID | FLUID_FROM_WALLS));
  double most[] = {(double)o->found.most_of_rows, (double)o->found.most_of_pairs, (double)o->found.load};
  TRY(part_agree(p, status, most, 3));
  o->found = (struct pass_found){
      .most_of_rows = (float)most[0], .most_of_pairs = (float)most[1], .load = (float)most[2]};
  return STATUS_OK;
}

static int forces_work(struct part *p, struct order *o) {
  int status = part_bring(p, READ_BY_PAIRS);
  if (status == STATUS_OK) status = BUSY(p, wcsph_forces(p->backend, p->self, &o->limits));
  const bool is_own = !p->far || p->far->is_own(p->self, o->limits.max_acceleration);
  if (status == STATUS_OK && !is_own) {
    float most_square = 0.0f;
    status = BUSY(p, p->far->most_rate(p->self, &most_square));
    o->limits.max_acceleration = sqrtf(most_square);
  }
  note_written(p, BUFFER_RATE, true, true);
  double most[] = {(double)o->limits.max_acceleration, (double)o->limits.max_mu, (double)o->limits.load};
  TRY(part_agree(p, status, most, 3));
  o->limits = (struct wcsph_limits){
      .max_acceleration = (float)most[0], .max_mu = (float)most[1], .load = (float)most[2]};
  return STATUS_OK;
}

/* A point's rows are its owner's, which has all that is around it; and so are walls, with points opposite to
 * them. */
static int pass_at(struct part *p, struct order *o, void *data) {
  const struct position *points = data;
  struct vec4 *rows = data ? (struct vec4 *)((char *)data + o->count * sizeof *points) : NULL;
  const struct pass_says *says = wcsph_point_pass_says[o->which];
  TRY(part_exchange(p, MOTION | pass_says_buffers(says->rows_from, says->rows)));
  if (o->flag) {
    int status = BUSY(p, p->backend->points(p->self, (enum point_pass_id)o->which, 0, NULL, NULL));
    note_written(p, row_bit(says->writes), true, false);
    return part_agree(p, status, NULL, 0);
  }
  const size_t wide = (o->room - o->bytes) / (o->count * sizeof *rows);
  int status = p->backend->points(p->self, (enum point_pass_id)o->which, o->count, points, rows);
  TRY(part_agree(p, status, NULL, 0));
  for (uint32_t k = 0; k < o->count; k++)
    if (cut_owner(p->cut, &points[k]) != p->number) memset(rows + k * wide, 0, wide * sizeof *rows);
  MPI_Allreduce(MPI_IN_PLACE, rows, (int)(o->count * wide * 4), MPI_UINT32_T, MPI_BOR, MPI_COMM_WORLD);
  return STATUS_OK;
}

/* ---- particles ---- */

static int advance_work(struct part *p, struct order *o, const struct wall_pose *poses) {
  struct wcsph_motion *m = &o->motion;
  o->stage.poses = poses;
  if (o->stage.faces) o->stage.faces = &p->imposed;
  int status = BUSY(p, p->backend->advance(p->self, &o->stage, m));
  note_written(p, MOTION, false, true);
  note_written(p, BUFFER_VELOCITY, p->law.boundary == BOUNDARY_DYNAMIC, false);
  if (!(p->here.buffers & BUFFER_DAMPING)) TRY(part_send_off(p, READ_BY_PAIRS)); /* what is read next */
  double most[10] = {(double)m->spread.distance2, (double)m->max_speed2, (double)m->left,
                     (double)(m->fault != FAULT_NONE)};
  for (int a = 0; a < 3; a++)
    most[4 + a] = (double)m->spread.back[a], most[7 + a] = (double)m->spread.forth[a];
  TRY(part_agree(p, status, most, 10));
  m->spread.distance2 = (float)most[0];
  m->max_speed2 = (float)most[1];
  m->left = (uint32_t)most[2];
  for (int a = 0; a < 3; a++) m->spread.back[a] = (float)most[4 + a], m->spread.forth[a] = (float)most[7 + a];
  if (most[3] == 0.0) return STATUS_OK;
  int fault = (int)m->fault;
  part_lowest(&fault, &m->fault_id);
  m->fault = (enum wcsph_fault)fault;
  return STATUS_OK;
}

static int sweep(struct part *p, struct order *o) {
  const struct sweep_says *says = wcsph_sweep_says[o->which];
  int status = BUSY(p, wcsph_sweep(p->backend, p->self, (enum sweep_id)o->which, &o->given, &o->swept));
  note_written(p, says->writes, says->over & 1 << KIND_WALL, says->over & 1 << KIND_FLUID);
  TRY(part_agree(p, status, NULL, 0));
  MPI_Allreduce(MPI_IN_PLACE, o->swept.sums, SWEEP_SUMS_MOST, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  return STATUS_OK;
}

/* The sums stand behind the poses. */
static int wall_loads(struct part *p, const struct order *o, void *data) {
  int64_t *sums = (int64_t *)((char *)data + o->bytes);
  const int count = (int)(p->here.bodies * LOAD_SUMS);
  int status = BUSY(p, wcsph_wall_loads(p->backend, p->self, data, o->count, (int64_t(*)[LOAD_SUMS])sums));
  TRY(part_agree(p, status, NULL, 0));
  MPI_Allreduce(MPI_IN_PLACE, sums, count, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  return STATUS_OK;
}

static void account(const struct part *p, struct summary_part *all) {
  struct summary_part mine = {.walls = p->owned ? p->owned[p->number][KIND_WALL] : 0,
                              .fluid = p->owned ? p->owned[p->number][KIND_FLUID] : 0,
                              .busy = p->busy,
                              .waited = part_waited(),
                              .sharing = p->sharing,
                              .exchanging = p->exchanging,
                              .sent = p->sent,
                              .cuts = p->cuts};
  mine.halo = p->here.count - mine.walls - mine.fluid;
  MPI_Gather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static int append(struct part *p, const struct order *o, const void *records) {
  uint32_t halo[ROW_KINDS];
  TRY(part_agree(p, part_append(p, records, o->count, true), NULL, 0));
  for (int kind = 0; kind < ROW_KINDS; kind++) halo[kind] = p->in[kind].at[p->parts];
  part_count(p, halo);
  return STATUS_OK;
}

static int drop_work(struct part *p, struct order *o, const void *ids) {
  uint32_t found;
  TRY(part_agree(p, part_remove(p, ids, o->count, &found), NULL, 0));
  MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
  o->count = found;
  return STATUS_OK;
}

/* Whether what an advance sent off may be read behind an order: others work with rows themselves. */
static bool leaves_way(enum order_kind kind) {
  return kind == ORDER_FORCES || kind == ORDER_PASS || kind == ORDER_SWEEP || kind == ORDER_MOVE_WALLS ||
         kind == ORDER_BODY_FORCE || kind == ORDER_WALL_LOADS;
}

int part_work(struct part *p, struct order *o, void *data) {
  if (!leaves_way(o->kind)) part_drop_way(p);
  TRY(send_late(p, o->kind));
  switch (o->kind) {
  case ORDER_OPEN:
    return part_agree(p, open_part(p, data), NULL, 0);
  case ORDER_CLOSE:
    part_free(p);
    return STATUS_OK;
  case ORDER_APPEND:
    return append(p, o, data);
  case ORDER_REMOVE:
    return drop_work(p, o, data);
  case ORDER_REBUILD:
    return rebuild_work(p, o);
  case ORDER_FORCES:
    return forces_work(p, o);
  case ORDER_PASS:
    return pass_work(p, o);
  case ORDER_PASS_AT:
    return pass_at(p, o, data);
  case ORDER_ADVANCE:
    return advance_work(p, o, data);
  case ORDER_SWEEP:
    return sweep(p, o);
  case ORDER_MOVE_WALLS:
    return part_agree(p, BUSY(p, wcsph_move_walls(p->backend, p->self, data, o->count)), NULL, 0);
  case ORDER_LAW:
    p->law = *(const struct wcsph_law *)data;
    return part_agree(p, wcsph_law(p->backend, p->self, &p->law), NULL, 0);
  case ORDER_BODY_FORCE:
    note_written(p, BUFFER_RATE, false, true);
    return part_agree(p, BUSY(p, wcsph_body_force(p->backend, p->self, &o->force)), NULL, 0);
  case ORDER_OPEN_FACES:
    return part_open_faces(p, data);
  case ORDER_WALL_LOADS:
    return wall_loads(p, o, data);
  case ORDER_ACCOUNT:
    account(p, data);
    return STATUS_OK;
  case ORDER_FETCH:
    return part_gather(p, o->mask);
  case ORDER_SEND:
    return send(p);
  case ORDER_PLACE:
    TRY(part_place(p, data, &o->motion.max_speed2));
    return begin_work(p);
  case ORDER_RESUME:
    TRY(part_resume(p, data));
    return begin_work(p);
  case ORDER_HASH:
    return part_hash(p, &o->hash);
  case ORDER_SHOW:
    return part_show(p, o->mask, o->bytes ? data : NULL, o->shown);
  case ORDER_WINDOW:
    return part_show_window(p, o->mask, o->count, p->into);
  case ORDER_LOOK_AROUND:
    TRY(part_exchange(p, MOTION));
    return part_look_around(p);
  case ORDER_WINDOW_AROUND:
    return part_window_around(p, o->count, p->into_found);
  case ORDER_TURN:
    note_written(p, row_bit(o->which), true, true);
    return part_turn(p, o->which, o->hash, o->count);
  case ORDER_MEASURE: {
    const struct order_measure *m = data;
    return part_measure(p, m->backend, m->device, (struct exchange_times *)((char *)data + o->bytes));
  }
  case ORDER_PAIRWISE:
    return part_pairwise(p, data);
  case ORDER_END:
    break;
  }
  return STATUS_OK;
}
