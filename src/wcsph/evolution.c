/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/evolution.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "util/clock.h"
#include "util/error.h"
#include "wcsph/extra.h"
#include "wcsph/fluids/eddies.h"
#include "wcsph/fluids/heat.h"
#include "wcsph/fluids/phases.h"
#include "wcsph/losses.h"
#include "wcsph/openings/openings.h"
#include "wcsph/pace.h"
#include "wcsph/passes/shift.h"
#include "wcsph/scalar.h"
#include "wcsph/substeps.h"
#include "wcsph/walls/bodies.h"
#include "wcsph/walls/frame.h"
#include "wcsph/walls/motion.h"
#include "wcsph/waves/paddles.h"
#include "wcsph/waves/zones.h"

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

/* How long the next list is made for: until the fastest has gone a whole path. */
static float list_life(const struct wcsph_run *r) {
  const float speed = sqrtf(r->motion.max_speed2);
  if (!r->backend->foresees || !r->backend->foresees(r->self) || !(speed > 0.0f)) return 0.0f;
  return r->state.path / speed;
}

/* Steps that fluid may stay outside. A list lasts about twenty, and takes as long as two or three steps;
 * spray over the rim of a tank would cut most of them short. */
enum { STEPS_OUTSIDE = 32 };

/* Fluid outside is dropped at steps that do not depend on lists, so that all backends drop it at the same. */
static bool fluid_leaves(const struct wcsph_run *r) {
  return r->motion.left == LEFT_FAR || (r->motion.left != LEFT_NONE && r->step % STEPS_OUTSIDE == 0);
}

/* The list anew, and what heat the fluid had that is dropped. */
static int rebuild_warm(struct wcsph_run *r) {
  const uint32_t count = r->state.count;
  double before, after;
  TRY(wcsph_run_heat(r, &before));
  TRY(r->backend->rebuild(r->self, false));
  if (r->state.count == count) return STATUS_OK;
  TRY(wcsph_run_heat(r, &after));
  r->heat.gone += before - after;
  return STATUS_OK;
}

static int rebuild(struct wcsph_run *r, bool sheds) {
  const bool warm = sheds && r->listed && extra_of_heat(r->config);
  uint32_t before = r->state.count;
  r->state.shedding = sheds;
  r->state.life = list_life(r);
  if (sheds) TRY(losses_note(r));
  TIMED(r, TIMER_REBUILD, warm ? rebuild_warm(r) : r->backend->rebuild(r->self, false));
  r->left += before - r->state.count;
  r->motion.spread = (struct wcsph_spread){0};
  r->motion.max_speed2 = 0.0f;
  if (r->state.shedding) r->motion.left = LEFT_NONE;
  r->state.shedding = false; /* it is for this list: the judge of an overflow drops nobody */
  motion_note_listed(r);
  bodies_note_listed(r);
  TRY(motion_refresh(r));
  r->listed_time = r->moved_time;
  if (!r->listed) { /* at the start there is no step that could end */
    r->listed = true;
    return STATUS_OK;
  }
  return losses_judge(r);
}

int wcsph_run_rebuild(struct wcsph_run *r) {
  return rebuild(r, fluid_leaves(r));
}

static double list_age(const struct wcsph_run *r, double time) {
  return pace_age(time, r->listed_time, r->state.life);
}

static bool list_is_old(const struct wcsph_run *r) {
  return !r->listed || pace_is_old(list_age(r, r->moved_time), &r->motion.spread, r->state.skin);
}

static bool list_is_stale(const struct wcsph_run *r) {
  return fluid_leaves(r) || list_is_old(r);
}

int wcsph_run_relist(struct wcsph_run *r) {
  return list_is_old(r) ? rebuild(r, false) : STATUS_OK;
}

static int report_divergence(struct wcsph_run *r);

/* A sweep over all particles; that of viscosities once a phase, for each has laws of its own. */
static int sweep_all(const struct wcsph_run *r, const struct wcsph_backend *backend, void *self,
                     enum sweep_id sweep) {
  struct sweep_given given = {.body = -1};
  struct sweep_found none;
  if (sweep != SWEEP_thicken) return backend->sweep(self, sweep, &given, &none);
  for (int k = 0; k <= (int)r->config->phase_count; k++) {
    const struct rheology f = phases_rheology(r->config, k);
    const float values[] = {(float)k,   f.nu,     f.power,   f.decay, f.yield,
                            f.friction, f.growth, f.ceiling, f.rise,  f.pace};
    memcpy(given.value, values, sizeof values);
    TRY(backend->sweep(self, sweep, &given, &none));
  }
  return STATUS_OK;
}

/* Those passes that models have beside the forces. One that adds to accelerations finds the largest anew. */
static int find_extras(const struct wcsph_run *r, const struct wcsph_backend *backend, void *self,
                       enum extra_time when, struct wcsph_limits *limits) {
  for (const struct extra *e = wcsph_extras; e->wanted; e++) {
    struct pass_found found = {0};
    const bool carried = e->when == CARRIED;
    if ((carried ? BEFORE_FORCES : e->when) != when || !e->wanted(r->config)) continue;
    if (carried && r->step % (uint64_t)r->config->gradients_every != 0) continue;
    if (e->pass != PASS_COUNT) TRY(backend->pass(self, e->pass, &found));
    if (e->pass == PASS_viscous || e->pass == PASS_drag) limits->max_viscosity = found.most_of_pairs;
    if (e->sweep != SWEEP_COUNT) TRY(sweep_all(r, backend, self, e->sweep));
    if (found.most_of_rows > 0.0f) limits->max_acceleration = sqrtf(found.most_of_rows);
    if (limits->load < 1.0f) limits->overflow_id = found.overflow_id;
    limits->load = fmaxf(limits->load, found.load / SUM_TERM_LIMIT);
  }
  return STATUS_OK;
}

int wcsph_run_find_flow(struct wcsph_run *r) {
  struct wcsph_limits none = {0};
  return extra_of_flow(r->config) || extra_of_flowing_phases(r->config)
             ? find_extras(r, r->backend, r->self, BEFORE_FORCES, &none)
             : STATUS_OK;
}

/* The rates of all particles, whose density and walls are up to date. */
static int find_rates(const struct wcsph_run *r, const struct wcsph_backend *backend, void *self,
                      struct wcsph_limits *limits) {
  struct wcsph_limits none = {0};
  TRY(find_extras(r, backend, self, BEFORE_FORCES, &none));
  TRY(backend->forces(self, limits));
  return find_extras(r, backend, self, AFTER_FORCES, limits);
}

/* Sums have overflowed: ask the reference whose, so that every backend names the same particle. */
static int report_overflow(struct wcsph_run *r) {
  const struct wcsph_backend *judge = (const struct wcsph_backend *)r->backend->about.judge;
  struct wcsph_limits limits = {0};
  void *self;
  TRY(r->backend->fetch(r->self, r->state.buffers & rows_mask(&wcsph_rows, ROW_SAVED)));
  TRY(judge->open(&self, &r->state, &r->law, &(struct execution_options){0}));
  int status = judge->rebuild(self, false);
  if (status == STATUS_OK && r->state.wall_velocity)
    status = judge->move_walls(self, r->poses, r->config->wall_count);
  if (status == STATUS_OK) status = find_rates(r, judge, self, &limits);
  judge->close(self);
  TRY(status);
  r->motion.fault = FAULT_OVERFLOW;
  r->motion.fault_id = limits.overflow_id;
  return report_divergence(r);
}

static int find_forces(struct wcsph_run *r, struct wcsph_limits *limits) {
  struct wcsph_limits none = {0};
  if (list_is_stale(r)) TRY(wcsph_run_rebuild(r));
  TIMED(r, TIMER_FORCES, find_extras(r, r->backend, r->self, BEFORE_WALLS, &none));
  TIMED(r, TIMER_WALLS, motion_find_walls(r));
  TIMED(r, TIMER_FORCES, find_rates(r, r->backend, r->self, limits));
  TIMED(r, TIMER_FORCES, frame_push(r, limits));
  TIMED(r, TIMER_FORCES, bodies_find_forces(r, limits));
  TIMED(r, TIMER_FORCES, openings_find(r));
  struct wcsph_counters counters;
  r->backend->count(r->self, &counters);
  r->pair_interactions += 2 * counters.pairs;
  if (r->law.summation == SUM_FIXED && !(limits->load < 1.0f)) return report_overflow(r);
  return STATUS_OK;
}

static int report_divergence(struct wcsph_run *r) {
  static const char *const why[] = {"", "its speed is not a number or beyond twice the speed of sound",
                                    "its density is outside limits.density", "it is outside the domain",
                                    "what its neighbours add is beyond the range of fixed sums"};
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

/* A stage, after which it is `time`. */
static int advance(struct wcsph_run *r, struct wcsph_stage *stage, double time) {
  stage->since = (float)(list_age(r, time) - 0.5);
  r->moved_time = time;
  bodies_advance(r, stage);
  stage->pose_count = r->config->wall_count;
  TRY(motion_advance(r, time, &stage->poses));
  stage->faces = openings_imposed(r);
  TIMED(r, TIMER_ADVANCE, r->backend->advance(r->self, stage, &r->motion));
  return r->motion.fault != FAULT_NONE ? report_divergence(r) : STATUS_OK;
}

/* A stage of the integrator, dt long: the damper is given the rates that the stage was. */
static int advance_flow(struct wcsph_run *r, struct wcsph_stage *stage, double time, double dt) {
  const struct sweep_given given = {.body = -1, .value = {(float)dt}};
  struct sweep_found found;
  TRY(advance(r, stage, time));
  if (extra_damps(r->config)) TIMED(r, TIMER_ADVANCE, r->backend->sweep(r->self, SWEEP_damp, &given, &found));
  if (extra_of_phases(r->config))
    TIMED(r, TIMER_ADVANCE, r->backend->sweep(r->self, SWEEP_press, &given, &found));
  if (extra_of_heat(r->config)) TIMED(r, TIMER_ADVANCE, heat_advance(r, stage));
  return STATUS_OK;
}

/* Verlet or Adams-Bashforth, of one stage. */
static int step_once(struct wcsph_run *r, const struct wcsph_pace *pace, double dt, double end) {
  struct wcsph_stage stage = pace_stage(pace, r->step, dt, r->dt);
  return advance_flow(r, &stage, end, dt);
}

/* Of the modes that viscosity damps most, m^2/s. */
static float step_viscosity(const struct wcsph_run *r, const struct wcsph_limits *limits) {
  return extra_of_flow(r->config) ? r->law.rheology.stiffness * limits->max_viscosity : r->law.nu;
}

/* The viscous sub-steps of a stage that is dt long, behind its forces. */
static int creep(struct wcsph_run *r, bool again, double dt, struct wcsph_limits *limits) {
  if (!extra_of_substeps(r->config)) return STATUS_OK;
  TIMED(r, TIMER_FORCES, substeps_act(r, again, dt, step_viscosity(r, limits), limits));
  return r->law.summation == SUM_FIXED && !(limits->load < 1.0f) ? report_overflow(r) : STATUS_OK;
}

/* Symplectic position Verlet in predictor-corrector form (Leimkuhler et al. 1996; DualSPHysics). */
static int step_symplectic(struct wcsph_run *r, double dt, double end, struct wcsph_limits *limits) {
  struct wcsph_stage predictor = {
      .save_velocity = true, .save_position = true, .dv = (float)(0.5 * dt), .dx = (float)(0.5 * dt)};
  struct wcsph_stage corrector = {.v_from_saved = true,
                                  .x_from_saved = true,
                                  .along_saved = true,
                                  .density_ratio = true,
                                  .dv = (float)dt,
                                  .dx = (float)dt,
                                  .dxa = (float)(0.5 * dt * dt)};
  TRY(creep(r, false, 0.5 * dt, limits));
  TRY(advance_flow(r, &predictor, r->time + 0.5 * dt, 0.5 * dt));
  TRY(find_forces(r, limits));
  TRY(creep(r, true, dt, limits));
  return advance_flow(r, &corrector, end, 0.5 * dt);
}

/* What the bounded gradient of passes/shift.h is multiplied with, m^2; XSPH's velocity with a time, s. dt
 * stands for each of the steps since the last shift. */
static double shift_factor(const struct wcsph_run *r, double speed, double dt) {
  const double every = r->config->shifting.every, strength = r->config->shifting.strength;
  switch (r->config->shifting.model) {
  case SHIFTING_XSPH:
    return strength * every * dt;
  case SHIFTING_ADAMI:
    return -transport_reach(&r->law, strength, every * dt * dt);
  default:
    return -shift_reach(&r->law, strength, speed, every * dt);
  }
}

/* An advance along what a pass left in `rate`, and what that owes to velocity and density. */
static int slide(struct wcsph_run *r, struct wcsph_stage *stage, bool carries) {
  struct pass_found none;
  if (carries) {
    const struct sweep_given given = {.body = -1, .value = {stage->dxa}};
    struct sweep_found swept;
    TIMED(r, TIMER_ADVANCE, r->backend->pass(r->self, PASS_carry, &none));
    TIMED(r, TIMER_ADVANCE, r->backend->sweep(r->self, SWEEP_carried, &given, &swept));
  }
  return advance(r, stage, r->time);
}

/* Shift particles: an advance along the gradient alone, or XSPH's velocity. */
static int shift(struct wcsph_run *r, double dt) {
  const enum shifting_model model = r->config->shifting.model;
  struct pass_found found, none;
  if (list_is_stale(r)) TRY(wcsph_run_rebuild(r));
  TIMED(r, TIMER_ADVANCE, r->backend->pass(r->self, model == SHIFTING_XSPH ? PASS_xsph : PASS_shift, &found));
  if (model == SHIFTING_PLUS) TIMED(r, TIMER_ADVANCE, r->backend->pass(r->self, PASS_surface, &none));
  struct wcsph_stage stage = {.dxa = (float)shift_factor(r, sqrt((double)found.most_of_rows), dt)};
  return slide(r, &stage, model == SHIFTING_PLUS || model == SHIFTING_ADAMI);
}

/* What a lattice comes to rest with (passes/shift.h). No force acts, so nobody gains speed. */
int wcsph_run_settle(struct wcsph_run *r) {
  struct wcsph_stage stage = {.dxa = -0.1f * r->law.h * r->law.h};
  struct pass_found found;
  for (int k = 0; k < r->config->settle; k++) {
    if (list_is_stale(r)) TRY(wcsph_run_rebuild(r));
    TIMED(r, TIMER_ADVANCE, r->backend->pass(r->self, PASS_shift, &found));
    if (r->law.shift_inside < 0.0f) TIMED(r, TIMER_ADVANCE, r->backend->pass(r->self, PASS_surface, &found));
    TRY(slide(r, &stage, true));
  }
  return STATUS_OK;
}

static bool shift_is_due(const struct wcsph_run *r) {
  return r->config->shifting.model != SHIFTING_NONE && r->step % (uint64_t)r->config->shifting.every == 0;
}

static void count_step(struct wcsph_run *r, double end, double dt) {
  r->dt = dt;
  r->time = end;
  r->step++;
  r->particle_steps += r->state.count;
}

/* Whether wcsph_run_step calls forces and advance alone, so that a backend may do without it. */
static bool steps_are_bare(const struct wcsph_run *r) {
  const struct amphi_case *c = r->config;
  for (const struct extra *e = wcsph_extras; e->wanted; e++)
    if (e->wanted(c)) return false;
  return c->integrator.scheme != INTEGRATOR_SYMPLECTIC && !r->walls && !motion_finds_walls(r) &&
         !r->openings && !r->paddles && !r->state.eddies && !c->frame.given &&
         c->zone_count + c->relaxation_count == 0 && c->shifting.model == SHIFTING_NONE && !extra_damps(c) &&
         !extra_of_phases(c) && !extra_of_heat(c) && !extra_of_substeps(c);
}

/* As many as a wait of a tenth of a second has room for, about: signals are heard in between. */
static uint32_t steps_at_once(const struct wcsph_run *r, uint64_t last) {
  const uint64_t room = 100000000 / ((uint64_t)r->state.count + 1) + 1, left = last - r->step;
  return (uint32_t)fmin(1000.0, (double)(left < room ? left : room));
}

static int step_ahead(struct wcsph_run *r, const struct horizon *h, uint32_t *taken) {
  struct wcsph_counters counters;
  if (list_is_stale(r)) TRY(wcsph_run_rebuild(r));
  const double start = clock_now();
  struct wcsph_ahead a = {.pace = timestep_pace(&r->law, r->config, r->law.nu),
                          .listed_time = r->listed_time,
                          .life = r->state.life,
                          .skin = r->state.skin,
                          .until = h->time,
                          .most = losses_ended(r) ? 1 : steps_at_once(r, h->step),
                          .step = r->step,
                          .time = r->time,
                          .dt = r->dt,
                          .motion = r->motion};
  TRY(r->backend->ahead(r->self, &a));
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
  const int status = report_divergence(r);
  count_step(r, r->time + a.dt, a.dt);
  return status;
}

int wcsph_run_steps(struct wcsph_run *r, const struct horizon *h) {
  uint32_t taken = 0;
  if (r->backend->ahead && steps_are_bare(r)) TRY(step_ahead(r, h, &taken));
  return taken > 0 ? STATUS_OK : wcsph_run_step(r, 0);
}

int wcsph_run_step(struct wcsph_run *r, double until) {
  struct wcsph_limits limits;
  TRY(paddles_follow(r));
  TRY(find_forces(r, &limits));
  const float nu = fmaxf(step_viscosity(r, &limits), r->law.heat.diffusivity);
  const struct wcsph_pace pace = timestep_pace(&r->law, r->config, nu);
  double dt = pace_step(&pace, limits.max_acceleration, limits.max_mu);
  dt = fmin(dt, bodies_stable_step(r));
  bool last = until > 0.0 && r->time + dt >= until;
  if (last) dt = until - r->time;
  double end = last ? until : r->time + dt;
  bool symplectic = r->config->integrator.scheme == INTEGRATOR_SYMPLECTIC;
  int status = symplectic ? step_symplectic(r, dt, end, &limits) : step_once(r, &pace, dt, end);
  count_step(r, end, dt);
  if (status == STATUS_OK && r->state.eddies) TIMED(r, TIMER_ADVANCE, eddies_advance(r, dt));
  if (status == STATUS_OK) status = zones_act(r, dt);
  if (status == STATUS_OK && shift_is_due(r)) status = shift(r, dt);
  return status == STATUS_OK ? openings_exchange(r) : status;
}
