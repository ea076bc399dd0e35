/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/evolution.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "util/clock.h"
#include "util/error.h"
#include "wcsph/losses.h"
#include "wcsph/scalar.h"
#include "wcsph/step_control.h"
#include "wcsph/walls/bodies.h"
#include "wcsph/walls/motion.h"

const char *const wcsph_timer_names[TIMER_COUNT + 1] = {"rebuild", "walls",  "forces",
                                                        "advance", "gauges", NULL};

/* Run `call` and add its wall time to a timer. */
#define TIMED(run, timer, call)                                                                              \
  do {                                                                                                       \
    double start_ = clock_now();                                                                             \
    int result_ = (call);                                                                                    \
    (run)->seconds[timer] += clock_now() - start_;                                                           \
    TRY(result_);                                                                                            \
  } while (0)

/* The life of the next list: until the fastest particle has gone a whole path. */
static float list_life(const struct wcsph_run *r) {
  const float speed = sqrtf(r->motion.max_speed2);
  if (!(speed > 0.0f) || !wcsph_foresees(r->backend, r->self)) return 0.0f;
  return r->state.path / speed;
}

/* Steps that fluid may stay outside. A list lasts about twenty, and takes as long as two or three steps;
 * spray over the rim of a tank would cut most of them short. */
enum { STEPS_OUTSIDE = 32 };

/* Fluid outside is dropped at steps that do not depend on lists, so that all backends drop it at the same. */
static bool fluid_leaves(const struct wcsph_run *r) {
  return r->motion.left == LEFT_FAR || (r->motion.left != LEFT_NONE && r->step % STEPS_OUTSIDE == 0);
}

/* Rebuild the list, and count the heat of fluid that is dropped. */
static int rebuild_warm(struct wcsph_run *r) {
  const uint32_t count = r->state.count;
  double before, after;
  TRY(wcsph_run_heat(r, &before));
  TRY(wcsph_rebuild(r->backend, r->self, false));
  if (r->state.count == count) return STATUS_OK;
  TRY(wcsph_run_heat(r, &after));
  r->heat.gone += before - after;
  return STATUS_OK;
}

/* `drops`: fluid is marked as gone. */
static int rebuild_list(struct wcsph_run *r, bool sheds, bool drops) {
  const bool warm = (sheds || drops) && r->listed && r->state.buffers & BUFFER_HEAT;
  uint32_t before = r->state.count;
  r->state.shedding = sheds;
  r->state.life = list_life(r);
  if (sheds) TRY(losses_note(r));
  TIMED(r, TIMER_REBUILD, warm ? rebuild_warm(r) : wcsph_rebuild(r->backend, r->self, false));
  r->left += before - r->state.count;
  r->motion.spread = (struct wcsph_spread){0};
  r->fastest2 = fmaxf(r->fastest2, r->motion.max_speed2);
  r->motion.max_speed2 = 0.0f;
  if (r->state.shedding) r->motion.left = LEFT_NONE;
  r->state.shedding =
      false; /* for this list alone: the reference, asked about an overflow, drops no particle */
  motion_note_listed(r);
  bodies_note_listed(r);
  TRY(motion_refresh(r));
  r->listed_time = r->moved_time;
  r->listed_step = r->step;
  if (!r->listed) { /* at the start there is no step that could end */
    r->listed = true;
    return STATUS_OK;
  }
  return losses_judge(r);
}

int wcsph_run_rebuild(struct wcsph_run *r) {
  return rebuild_list(r, fluid_leaves(r), false);
}

int wcsph_run_drop(struct wcsph_run *r) {
  return rebuild_list(r, fluid_leaves(r), true);
}

static double list_age(const struct wcsph_run *r, double time) {
  return list_life_share(time, r->listed_time, r->state.life);
}

static bool list_is_old(const struct wcsph_run *r) {
  return !r->listed || list_is_used_up(list_age(r, r->moved_time), &r->motion.spread, r->state.skin);
}

/* Steps until the case wants a list, whether or not it must be; 0: now. */
static uint64_t list_is_due_in(const struct wcsph_run *r) {
  const uint64_t every = (uint64_t)r->config->list_every;
  if (every == 0) return UINT64_MAX;
  return r->step % every || r->listed_step == r->step ? every - r->step % every : 0;
}

static bool list_is_stale(const struct wcsph_run *r) {
  return fluid_leaves(r) || list_is_old(r) || list_is_due_in(r) == 0;
}

int wcsph_run_list(struct wcsph_run *r) {
  return list_is_stale(r) ? wcsph_run_rebuild(r) : STATUS_OK;
}

int wcsph_run_relist(struct wcsph_run *r) {
  return list_is_old(r) ? rebuild_list(r, false, false) : STATUS_OK;
}

/* Sums have overflowed: ask the reference for which particle, so that every backend names the same. */
static int report_overflow(struct wcsph_run *r) {
  const struct wcsph_backend *judge = (const struct wcsph_backend *)r->backend->about.judge;
  struct step step = {0};
  void *self;
  TRY(wcsph_fetch(r->backend, r->self, r->state.buffers & rows_mask(&wcsph_rows, ROW_SAVED)));
  TRY(judge->open(&self, &r->state, &r->law, &(struct execution_options){0}));
  int status = wcsph_rebuild(judge, self, false);
  if (status == STATUS_OK && r->state.wall_velocity)
    status = wcsph_move_walls(judge, self, r->poses, r->config->wall_count);
  if (status == STATUS_OK) status = schedule_judge(r, judge, self, BEFORE_FORCES, AFTER_FORCES, &step);
  judge->close(self);
  TRY(status);
  r->motion.fault = FAULT_OVERFLOW;
  r->motion.fault_id = step.limits.overflow_id;
  return wcsph_run_diverge(r);
}

static bool has_overflowed(const struct wcsph_run *r, const struct step *s) {
  return r->law.summation == SUM_FIXED && !(s->limits.load < 1.0f);
}

static int find_forces(struct wcsph_run *r, struct step *s) {
  TRY(wcsph_run_list(r));
  for (enum moment when = BEFORE_WALLS; when <= BEHIND_RATES; when++) TRY(schedule_go(r, when, s));
  struct wcsph_counters counters;
  r->backend->count(r->self, &counters);
  r->pair_interactions += 2 * counters.pairs;
  return has_overflowed(r, s) ? report_overflow(r) : STATUS_OK;
}

int wcsph_run_diverge(struct wcsph_run *r) {
  static const char *const why[] = {"", "its speed is not a number or beyond twice the speed of sound",
                                    "its density is outside limits.density", "it is outside the domain",
                                    "the sum over its neighbours exceeds the range of fixed sums"};
  const struct wcsph_state *s = &r->state;
  struct position x = {0};
  enum row_kind kind = KIND_FLUID;
  TRY(wcsph_run_where(r, r->motion.fault_id, &x, &kind));
  snprintf(r->diverged, sizeof r->diverged,
           "the run diverged at t = %.9g s, step %llu: particle %llu (%s) at (%.6g, %.6g, %.6g) m: %s",
           r->time, (unsigned long long)r->step, (unsigned long long)r->motion.fault_id,
           kind == KIND_WALL ? "wall" : "fluid", state_coordinate(s, x.x, 0), state_coordinate(s, x.y, 1),
           state_coordinate(s, x.z, 2), why[r->motion.fault]);
  return error_set(STATUS_DIVERGED, "%s", r->diverged);
}

int wcsph_run_stage(struct wcsph_run *r, struct step *s) {
  s->stage->since = (float)(list_age(r, s->time) - 0.5);
  r->moved_time = s->time;
  TRY(schedule_go(r, IN_STAGE, s));
  TIMED(r, TIMER_ADVANCE, r->backend->advance(r->self, s->stage, &r->motion));
  return r->motion.fault != FAULT_NONE ? wcsph_run_diverge(r) : STATUS_OK;
}

/* A stage of the integrator, and the entries after it. */
static int take_stage(struct wcsph_run *r, struct step *s, struct wcsph_stage *stage, double time,
                      double dt) {
  s->stage = stage;
  s->time = time;
  s->stage_dt = dt;
  TRY(wcsph_run_stage(r, s));
  return schedule_go(r, AFTER_STAGE, s);
}

/* What changes rates by the length of a stage, behind its forces. */
static int prepare_stage(struct wcsph_run *r, struct step *s, bool again, double dt) {
  s->again = again;
  s->stage_dt = dt;
  TRY(schedule_go(r, BEFORE_STAGE, s));
  return has_overflowed(r, s) ? report_overflow(r) : STATUS_OK;
}

/* Verlet or Adams-Bashforth, of one stage. */
static int step_once(struct wcsph_run *r, struct step *s, const struct step_control *control, double end) {
  struct wcsph_stage stage = step_control_stage(control, r->step, s->dt, r->dt);
  TRY(prepare_stage(r, s, false, s->dt));
  return take_stage(r, s, &stage, end, s->dt);
}

/* Of the modes that viscosity damps most, m^2/s. */
static float step_viscosity(const struct wcsph_run *r, const struct step *s) {
  return r->schedule.finds_viscosity ? r->law.rheology.stiffness * s->limits.max_viscosity : r->law.nu;
}

/* Symplectic position Verlet in predictor-corrector form (Leimkuhler et al. 1996; DualSPHysics). */
static int step_symplectic(struct wcsph_run *r, struct step *s, double end) {
  const double dt = s->dt;
  struct wcsph_stage predictor = {
      .save_velocity = true, .save_position = true, .dv = (float)(0.5 * dt), .dx = (float)(0.5 * dt)};
  struct wcsph_stage corrector = {.v_from_saved = true,
                                  .x_from_saved = true,
                                  .along_saved = true,
                                  .density_ratio = true,
                                  .dv = (float)dt,
                                  .dx = (float)dt,
                                  .dxa = (float)(0.5 * dt * dt)};
  TRY(prepare_stage(r, s, false, 0.5 * dt));
  TRY(take_stage(r, s, &predictor, r->time + 0.5 * dt, 0.5 * dt));
  TRY(find_forces(r, s));
  s->viscosity = step_viscosity(r, s);
  TRY(prepare_stage(r, s, true, dt));
  return take_stage(r, s, &corrector, end, 0.5 * dt);
}

static void count_step(struct wcsph_run *r, double end, double dt) {
  r->dt = dt;
  r->time = end;
  r->step++;
  r->particle_steps += r->state.count;
}

/* About as many steps as fit into a tenth of a second: signals are handled in between. */
static uint32_t steps_at_once(const struct wcsph_run *r, uint64_t last) {
  const uint64_t room = 100000000 / ((uint64_t)r->state.count + 1) + 1, left = last - r->step;
  const uint64_t due = list_is_due_in(r);
  return (uint32_t)fmin(fmin(1000.0, (double)due), (double)(left < room ? left : room));
}

static int step_ahead(struct wcsph_run *r, const struct horizon *h, uint32_t *taken) {
  struct wcsph_counters counters;
  if (list_is_stale(r)) TRY(wcsph_run_rebuild(r));
  const double start = clock_now();
  struct wcsph_ahead a = {.control = timestep_control(&r->law, r->config, r->law.nu),
                          .listed_time = r->listed_time,
                          .life = r->state.life,
                          .skin = r->state.skin,
                          .until = h->time,
                          .most = losses_ended(r) ? 1 : steps_at_once(r, h->step),
                          .step = r->step,
                          .time = r->time,
                          .dt = r->dt,
                          .motion = r->motion};
  TRY(wcsph_steps(r->backend, r->self, &a));
  const double seconds = clock_now() - start;
  r->seconds[TIMER_FORCES] += seconds * a.forces_share;
  r->seconds[TIMER_ADVANCE] += seconds * (1.0 - a.forces_share);
  *taken = a.taken;
  if (a.end == AHEAD_WENT_ON && a.taken == 0) return STATUS_OK;
  r->step = a.step, r->dt = a.dt, r->motion = a.motion;
  r->time = r->moved_time = a.time;
  r->particle_steps += (uint64_t)a.taken * r->state.count;
  r->backend->count(r->self, &counters);
  const bool halts = a.end == AHEAD_OVERFLOW || a.motion.fault != FAULT_NONE;
  r->pair_interactions += 2 * counters.pairs * (a.taken + halts);
  if (a.end == AHEAD_OVERFLOW) return report_overflow(r);
  if (a.motion.fault == FAULT_NONE) return STATUS_OK;
  const int status = wcsph_run_diverge(r);
  count_step(r, r->time + a.dt, a.dt);
  return status;
}

int wcsph_run_steps(struct wcsph_run *r, const struct horizon *h) {
  uint32_t taken = 0;
  if (wcsph_takes(r->backend, WORK_STEPS) && r->schedule.is_bare) TRY(step_ahead(r, h, &taken));
  return taken > 0 ? STATUS_OK : wcsph_run_step(r, 0);
}

int wcsph_run_step_begin(struct wcsph_run *r, struct step *s, struct step_control *control) {
  *s = (struct step){.longest = INFINITY};
  TRY(schedule_go(r, BEFORE_STEP, s));
  TRY(find_forces(r, s));
  s->viscosity = step_viscosity(r, s);
  *control = timestep_control(&r->law, r->config, s->viscosity);
  s->dt = fmin(step_control_length(control, s->limits.max_acceleration, s->limits.max_mu), s->longest);
  return STATUS_OK;
}

int wcsph_run_step_end(struct wcsph_run *r, struct step *s, const struct step_control *control, double end) {
  const bool symplectic = r->config->integrator.scheme == INTEGRATOR_SYMPLECTIC;
  const int status = symplectic ? step_symplectic(r, s, end) : step_once(r, s, control, end);
  count_step(r, end, s->dt);
  return status == STATUS_OK ? schedule_go(r, AFTER_STEP, s) : status;
}

int wcsph_run_step(struct wcsph_run *r, double until) {
  struct step s;
  struct step_control control;
  TRY(wcsph_run_step_begin(r, &s, &control));
  const bool last = until > 0.0 && r->time + s.dt >= until;
  if (last) s.dt = until - r->time;
  return wcsph_run_step_end(r, &s, &control, last ? until : r->time + s.dt);
}

int wcsph_run_begin(struct wcsph_run *r) {
  struct step s = {.longest = INFINITY};
  TRY(schedule_go(r, AT_START, &s));
  TRY(schedule_go(r, AT_WALLS, &s));
  return r->state.buffers & BUFFER_FLOW ? schedule_go(r, BEFORE_FORCES, &s) : STATUS_OK;
}
