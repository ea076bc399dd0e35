/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_STEP_CONTROL_H
#define WCSPH_STEP_CONTROL_H
/* The scalar work between the loops of a step: its length, the integrator's stage, and whether the list is
 * still valid. In IEEE operations alone, for the host and for a backend that takes several steps by
 * itself. */
#include "wcsph/backend.h"

/* Length of a step, s, from what a force pass found: m/s^2, m/s. */
static inline double step_control_length(const struct step_control *p, float max_acceleration, float max_mu) {
  double dt = p->h / (p->c0 + (double)max_mu);
  if (max_acceleration > 0.0f) {
    const double falls = __builtin_sqrt(p->h / (double)max_acceleration);
    if (!(dt <= falls)) dt = falls;
  }
  dt *= p->courant;
  return dt <= p->longest ? dt : p->longest;
}

/* Verlet (Verlet 1967; DualSPHysics, Dominguez et al. 2022): leapfrog over the saved velocity, with a plain
 * Euler step now and then, so that the two interleaved histories do not drift apart. */
static inline struct wcsph_stage stage_verlet(uint64_t step, uint64_t euler_every, double dt) {
  const bool euler = step % euler_every == 0;
  return (struct wcsph_stage){
      .v_from_saved = !euler,
      .save_velocity = true,
      .dv = (float)(euler ? dt : 2.0 * dt),
      .dx = (float)dt,
      .dxa = (float)(0.5 * dt * dt),
  };
}

/* Adams-Bashforth of two steps, a little towards Euler's backward side of it (quasi-second order: Marshall et
 * al. 1997, J. Geophys. Res. 102, 5753-5766, their eq. 21): weights 1 + s/2 + e and -(s/2 + e), s the step
 * over the one before. With e = 0 undamped oscillations grow; with e they are stable up to 0.5 of their angle
 * a step, and decays up to 0.9 (docs/theory/time-integration.md). A step that is much longer than the
 * one before takes the weights of a shorter one: their sum is 1 whatever s is. */
#define ADAMS_BASHFORTH_SHIFT   0.1
#define ADAMS_BASHFORTH_LONGEST 1.5
static inline struct wcsph_stage stage_adams_bashforth(double dt, double before) {
  double weight = 0.0;
  if (before > 0.0) {
    const double s = dt / before;
    weight = 0.5 * (s <= ADAMS_BASHFORTH_LONGEST ? s : ADAMS_BASHFORTH_LONGEST) + ADAMS_BASHFORTH_SHIFT;
  }
  const double dv = (1.0 + weight) * dt;
  return (struct wcsph_stage){
      .keeps_rate = true,
      .lag = (float)(-weight / (1.0 + weight)),
      .dv = (float)dv,
      .dx = (float)dt,
      .dxa = (float)(0.5 * dt * dv),
  };
}

/* The one stage of a step, dt long; the step before was `before` long, s, 0 where there was none. */
static inline struct wcsph_stage step_control_stage(const struct step_control *p, uint64_t step, double dt,
                                                    double before) {
  return p->euler_every > 0 ? stage_verlet(step, p->euler_every, dt) : stage_adams_bashforth(dt, before);
}

/* Age of a list at a time, in lives; 0 for a list without end. */
static inline double list_life_share(double time, double listed_time, float life) {
  return life > 0.0f ? (time - listed_time) / (double)life : 0.0;
}

/* A list holds every pair until two particles have approached each other by more than the skin, relative to
 * their expected paths, or its life is over. */
static inline bool list_is_used_up(double age, const struct wcsph_spread *spread, float skin) {
  const float most = 0.999f * skin; /* a little less, for rounding */
  return age > 1.0 || wcsph_spread_approach2(spread) >= most * most;
}

#endif
