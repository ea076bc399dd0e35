/* SPDX-License-Identifier: BSD-3-Clause */
/* One stage of the time integrator; only the findings that the next step needs are copied to the host. */
#include "offload/wcsph_advance.h"
#include "offload/wcsph_law.h"
#include "offload/wcsph_walls.h"
#include "util/error.h"
#include "wcsph/openings/opening.h"

/* What an open boundary says of row i of fluid. */
static inline void impose_one(const struct offload_view *v, bool again, uint32_t i) {
  const struct offload_open *f = &v->open;
  opening_impose(&v->state, v->law.quantum, v->law.keeps_rate, again, f->zones, f->sites, f->count, i);
}

#ifdef __clang__
/* What of stage and state a kernel takes along, packed like the law's constants and for the same reason
 * (wcsph_law.h). */
struct advance_values {
  float lag, dv, dx, dxa, since, path, life, inverse[3];
  uint32_t low[3], high[3], past[3], open, walls, formulation, summation;
  uint32_t flags; /* the stage's, from the first on */
};
#define ADVANCE_WORDS(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)
struct advance_words {
  uint64_t of[12];
};
_Static_assert(sizeof(struct advance_values) <= sizeof(struct advance_words), "all fit");

static struct advance_values advance_given(const struct offload *o, const struct wcsph_stage *st) {
  const struct wcsph_state *s = o->state;
  struct advance_values a = {
      .lag = st->lag,
      .dv = st->dv,
      .dx = st->dx,
      .dxa = st->dxa,
      .since = st->since,
      .path = s->path,
      .life = s->life,
      .open = s->open,
      .walls = state_range(&o->view.state, KIND_FLUID).begin,
      .formulation = o->law->formulation,
      .summation = o->law->summation,
      .flags = (uint32_t)(st->v_from_saved | st->x_from_saved << 1 | st->along_saved << 2 |
                          st->save_velocity << 3 | st->save_position << 4 | st->density_ratio << 5 |
                          st->keeps_rate << 6),
  };
  for (int k = 0; k < 3; k++) {
    a.inverse[k] = (float)(1.0 / s->quantum[k]);
    a.low[k] = s->fluid_low[k], a.high[k] = s->fluid_high[k], a.past[k] = s->past[k];
  }
  return a;
}

/* Pointers and values of their own: kernels keep those in constant memory. */
static void advance_all(struct offload *o, const struct wcsph_stage *stage, uint32_t begin, uint32_t from,
                        struct offload_finding *found, struct offload_finding *next) {
#define X(NAME, type, member, field, components, uses)                                                       \
  __attribute__((unused)) type *member = o->view.state.member;
  WCSPH_BUFFERS(X)
#undef X
  struct position *records = o->view.records;
  OFFLOAD_STEP_CAPTURE(o->law)
  const struct advance_values given = advance_given(o, stage);
  struct advance_words words = {{0}};
  __builtin_memcpy(&words, &given, sizeof given);
#define X(k) const uint64_t word_##k = words.of[k];
  ADVANCE_WORDS(X)
#undef X
  const uint32_t n = o->view.state.count;
  const struct offload_view *moving = stage->poses ? o->there : NULL, *faced = stage->faces ? o->there : NULL;
  const struct wall_pose *poses = o->poses;
  const size_t pose_count = stage->poses ? stage->pose_count : 0;
  size_t count;
  struct offload_finding *seen = offload_seen(o, found, &count);
  int device = o->device;
  OFFLOAD_LOOP(n - begin,
               is_device_ptr(next, records, pos, vel, pos_compensation, vel_compensation, saved_pos,
                             saved_vel, saved_pos_compensation, saved_vel_compensation, listed_pos, rate, id,
                             moving, faced) map(always, to
                                                : poses [0:pose_count]) map(always, from
                                                                            : seen [0:count]))
  for (uint32_t i = begin; i < n; i++) {
#define X(k) word_##k,
    const struct advance_words there = {{ADVANCE_WORDS(X)}};
#undef X
    struct advance_values a;
    __builtin_memcpy(&a, &there, sizeof a);
    struct wcsph_state s = {.pos = pos,
                            .vel = vel,
                            .pos_compensation = pos_compensation,
                            .vel_compensation = vel_compensation,
                            .saved_pos = saved_pos,
                            .saved_vel = saved_vel,
                            .saved_pos_compensation = saved_pos_compensation,
                            .saved_vel_compensation = saved_vel_compensation,
                            .listed_pos = listed_pos,
                            .rate = rate,
                            .id = id,
                            .ranges = {[KIND_FLUID] = {a.walls, n}},
                            .fluid_low = {a.low[0], a.low[1], a.low[2]},
                            .fluid_high = {a.high[0], a.high[1], a.high[2]},
                            .past = {a.past[0], a.past[1], a.past[2]},
                            .open = a.open,
                            .path = a.path,
                            .life = a.life};
    OFFLOAD_STEP_CONSTANTS
    const struct wcsph_law law = {OFFLOAD_STEP_CAPTURED.formulation = (enum formulation)a.formulation,
                                  .summation = (enum summation)a.summation};
    const struct wcsph_stage mine_stage = {a.flags & 1,  a.flags & 2,  a.flags & 4, a.flags & 8, a.flags & 16,
                                           a.flags & 32, a.flags & 64, a.lag,       a.dv,        a.dx,
                                           a.dxa,        a.since,      NULL,        0,           NULL};
    const float inv_quantum[3] = {a.inverse[0], a.inverse[1], a.inverse[2]};
    if (faced && i >= a.walls) impose_one(faced, a.flags & 2, i);
    if (i >= from) advance_one(&s, &law, &mine_stage, inv_quantum, records, i, offload_finding_of(seen, i));
    if (moving && i < a.walls) offload_move(moving, poses, i);
    if (i - begin < OFFLOAD_FINDINGS) offload_forget(&next[i - begin]);
  }
}
#else
/* State and law as the device's view has them (loop.h, OFFLOAD_CALL). */
#pragma omp declare target
static OFFLOAD_CALL void advance_there(struct offload_view *v, uint32_t i, bool v_from_saved,
                                       bool x_from_saved, bool along_saved, bool save_velocity,
                                       bool save_position, bool density_ratio, bool keeps_rate, float lag,
                                       float dv, float dx, float dxa, float since, float i0, float i1,
                                       float i2, uint32_t from, const struct wall_pose *poses, bool faced,
                                       struct offload_finding *f) {
  const struct wcsph_stage stage = {
      v_from_saved, x_from_saved, along_saved, save_velocity, save_position, density_ratio, keeps_rate,
      lag,          dv,           dx,          dxa,           since,         NULL,          0,
      NULL};
  const float inv_quantum[3] = {i0, i1, i2};
  if (faced && state_kind(&v->state, i) == KIND_FLUID) impose_one(v, x_from_saved, i);
  if (i >= from) advance_one(&v->state, &v->law, &stage, inv_quantum, v->records, i, f);
  if (poses && state_kind(&v->state, i) == KIND_WALL) offload_move(v, poses, i);
}
#pragma omp end declare target

static void advance_all(struct offload *o, const struct wcsph_stage *stage, uint32_t begin, uint32_t from,
                        struct offload_finding *found, struct offload_finding *next) {
  struct offload_view *v = o->there;
  const bool v_from_saved = stage->v_from_saved, x_from_saved = stage->x_from_saved;
  const bool along_saved = stage->along_saved, save_velocity = stage->save_velocity;
  const bool save_position = stage->save_position, density_ratio = stage->density_ratio;
  const bool keeps_rate = stage->keeps_rate;
  const float lag = stage->lag, dv = stage->dv, dx = stage->dx, dxa = stage->dxa, since = stage->since;
  const double *quantum = o->state->quantum;
  const float i0 = (float)(1.0 / quantum[0]), i1 = (float)(1.0 / quantum[1]), i2 = (float)(1.0 / quantum[2]);
  const uint32_t n = o->view.state.count;
  const struct wall_pose *poses = stage->poses ? o->poses : NULL;
  const size_t pose_count = poses ? stage->pose_count : 0;
  const bool faced = stage->faces;
  size_t count;
  struct offload_finding *seen = offload_seen(o, found, &count);
  int device = o->device;
  OFFLOAD_LOOP(n - begin, is_device_ptr(v, next) map(always, to
                                                     : poses [0:pose_count]) map(always, from
                                                                                 : seen [0:count]))
  for (uint32_t i = begin; i < n; i++) {
    advance_there(v, i, v_from_saved, x_from_saved, along_saved, save_velocity, save_position, density_ratio,
                  keeps_rate, lag, dv, dx, dxa, since, i0, i1, i2, from, poses, faced,
                  offload_finding_of(seen, i));
    if (i - begin < OFFLOAD_FINDINGS) offload_forget(&next[i - begin]);
  }
}
#endif

int offload_advance(void *self, const struct wcsph_stage *stage, struct wcsph_motion *motion) {
  struct offload *o = self;
  struct offload_finding *found, all;
  TRY(offload_expect(o, FOUND_BY_OTHERS, &found));
  struct offload_finding *next = o->found + (size_t)FOUND_BY_FORCES * OFFLOAD_FINDINGS;
  const uint32_t n = o->view.state.count, from = advance_from(o);
  const uint32_t begin = stage->poses ? 0 : from;
  if (stage->poses) TRY(offload_take_poses(o, stage->poses, stage->pose_count));
  if (stage->faces) TRY(offload_give_faces(o, stage->faces));
  advance_all(o, stage, begin, from, found, next);
  if (stage->poses) o->walls_sorted = false;
  TRY(offload_collect(o, FOUND_BY_OTHERS, n - begin >= OFFLOAD_FINDINGS, &all));
  struct wcsph_spread spread;
  float speed2;
  memcpy(&spread, all.spread, sizeof spread);
  memcpy(&speed2, &all.max_speed2, sizeof speed2);
  if (speed2 < motion->max_speed2) speed2 = motion->max_speed2; /* from before loops that made findings new */
  *motion = (struct wcsph_motion){.spread = motion->spread, .max_speed2 = speed2, .left = all.most};
  wcsph_spread_merge(&motion->spread, &spread);
  if (all.fault != UINT64_MAX) {
    motion->fault = (enum wcsph_fault)(all.fault & 0xff);
    motion->fault_id = all.fault >> 8;
  }
  return STATUS_OK;
}
