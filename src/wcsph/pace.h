/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PACE_H
#define WCSPH_PACE_H
/* What comes between the loops of a step: how long it is, the stage of the integrator, and whether the list
 * still holds. In IEEE operations alone, for the host and for a backend that takes several steps by itself.
 */
#include "wcsph/backend.h"

/* s, of what a force pass found: m/s^2, m/s. */
static inline double pace_step(const struct wcsph_pace *p, float max_acceleration, float max_mu) {
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
static inline struct wcsph_stage pace_verlet(uint64_t step, uint64_t euler_every, double dt) {
  const bool euler = step % euler_every == 0;
  return (struct wcsph_stage){
      .v_from_saved = !euler,
      .save_velocity = true,
      .dv = (float)(euler ? dt : 2.0 * dt),
      .dx = (float)dt,
      .dxa = (float)(0.5 * dt * dt),
  };
}

/* Of the life of a list, at a time; 0 for a list without end. */
static inline double pace_age(double time, double listed_time, float life) {
  return life > 0.0f ? (time - listed_time) / (double)life : 0.0;
}

/* A list holds every pair as long as no two particles came nearer by more than the skin, beside what it
 * expected, and as it expects something. */
static inline bool pace_is_old(double age, const struct wcsph_spread *spread, float skin) {
  const float most = 0.999f * skin; /* a little less, for rounding */
  return age > 1.0 || wcsph_spread_approach2(spread) >= most * most;
}

#endif
