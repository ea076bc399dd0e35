/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_ADVANCE_H
#define WCSPH_MODELS_ADVANCE_H
/* One stage of a time integrator for one particle (struct wcsph_stage says what a stage is). */
#include "lane/integrate.h"
#include "wcsph/backend.h"

/* Position in quanta and {vx, vy, vz, rho/rho0 - 1}, each with its compensation. */
struct moving {
  int_t x[3];
  real_t x_compensation[3], v[4], v_compensation[4];
};

/* What a stage acts with that keeps rates (struct wcsph_stage). */
static inline real_t advance_rate(const struct wcsph_stage *stage, real_t now, real_t before) {
  return now + stage->lag * before;
}

static inline real_t advance_density(const struct wcsph_law *law, const struct wcsph_stage *stage,
                                     real_t from, real_t now, real_t rate, real_t *rest) {
  real_t change =
      stage->density_ratio ? integrate_density_ratio(from, now, rate, stage->dv) : stage->dv * rate;
  return integrate_value(from, change, rest, law->summation);
}

static inline void advance_fluid(const struct wcsph_law *law, const struct wcsph_stage *stage,
                                 const float inv_quantum[3], const struct moving *now,
                                 const struct moving *saved, const real_t rate[4], struct moving *next) {
  const struct moving *v_from = stage->v_from_saved ? saved : now,
                      *x_from = stage->x_from_saved ? saved : now;
  const struct moving *along = stage->along_saved ? saved : now;
  for (int a = 0; a < 3; a++) {
    real_t shift = stage->dx * along->v[a] + stage->dxa * rate[a];
    next->x_compensation[a] = x_from->x_compensation[a];
    next->x[a] =
        integrate_position(x_from->x[a], shift, inv_quantum[a], &next->x_compensation[a], law->summation);
    next->v_compensation[a] = v_from->v_compensation[a];
    next->v[a] = integrate_value(v_from->v[a], stage->dv * rate[a], &next->v_compensation[a], law->summation);
  }
  next->v_compensation[3] = v_from->v_compensation[3];
  real_t d = advance_density(law, stage, v_from->v[3], now->v[3], rate[3], &next->v_compensation[3]);
  mask_t below = d < law->lowest_d; /* a NaN stays one, for the limits to find */
  next->v[3] = lane_select(below, lane_set(law->lowest_d), d);
  next->v_compensation[3] = lane_select(below, lane_set(0.0f), next->v_compensation[3]);
}

/* Dynamic wall particle: only its density moves, and never below rho0, so that walls do not pull
 * (Crespo, Gomez-Gesteira & Dalrymple 2007; the bound is DualSPHysics'). */
static inline real_t advance_wall(const struct wcsph_law *law, const struct wcsph_stage *stage, real_t from,
                                  real_t now, real_t rate, real_t *rest) {
  real_t d = advance_density(law, stage, from, now, rate, rest);
  mask_t holds = d >= 0.0f;
  *rest = lane_select(holds, *rest, lane_set(0.0f));
  return lane_select(holds, d, lane_set(0.0f));
}

static inline real_t advance_speed2(const struct moving *m) {
  return (m->v[0] * m->v[0] + m->v[1] * m->v[1]) + m->v[2] * m->v[2];
}

/* Inside the limits of the case; a NaN is not. */
static inline mask_t advance_sane_speed(const struct wcsph_law *law, const struct moving *m) {
  return advance_speed2(m) <= law->max_speed * law->max_speed;
}

static inline mask_t advance_sane_density(const struct wcsph_law *law, real_t d) {
  return (d >= law->density_low) & (d <= law->density_high);
}

#endif
