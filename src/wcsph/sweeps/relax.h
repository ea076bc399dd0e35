/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SWEEPS_RELAX_H
#define WCSPH_SWEEPS_RELAX_H
/* Relaxation zones draw velocities to those of waves: v += f (u - v), f = rate w dt, at most 1, with the
 * weight w = 1 - (exp(s^3.5) - 1) / (e - 1) (Jacobsen et al. 2012); s is 0 where the zone is strongest and 1
 * at its ends. The velocity u, at height y above the bed, is of a sine of phase t, turns: along the waves'
 * direction speed (exp(k (y - d)) + exp(-k (y + d))) cos 2 pi t
 *   + current, upwards -speed (exp(k (y - d)) - exp(-k (y + d))) sin 2 pi t (linear theory; speed includes
 *   1 / sinh(k d));
 *   of a solitary wave: along its direction c eta / (d + eta), eta = h sech^2 z, upwards y times what that
 *   falls by per metre;
 *   of a mesh: bilinear between nodes, each of which adds its (u, w) times 1 - distance along s and along y,
 *   distances in spacings.
 * The second and later of several sines add f u only. So do all nodes, after a call that takes v to (1 - f)
 * v, with RELAX_ALONG only its part along the direction. The integrator's saved velocity is treated alike,
 * since Verlet's two histories take turns.
 *
 * quanta: the place on the bed where the zone is strongest. value:
 *   0 to 2   gradient of s, 1/m
 *   3        1 + the axis that is up, negative if up is its negative direction
 *   4        how much faster s grows behind the strongest place
 *   5        rate dt
 *   6        a RELAX_ word
 *   7, 8     t at s = 0, and what it falls by from there to s = 1; of a solitary wave z
 *   9, 10    k, 1/m; d, m
 *   11, 12   speed, current; of a solitary wave h, c
 * of a node:
 *   7, 9     one over the spacing in s; in y, 1/m
 *   8, 10    its place in s and y, in spacings
 *   11, 12   u, w */
#include "lane/elementary.h"
#include "wcsph/sweeps/sweep.h"

enum {
  relax_OVER = OVER_FLUID,
  relax_READS = BUFFER_POSITION,
  relax_WRITES = BUFFER_VELOCITY | BUFFER_SAVED_VELOCITY,
  relax_SUMS = 0,
};

/* RELAX_LOWEST, RELAX_HIGHEST: the lowest or highest node above a place, whose velocity holds beyond it too;
 * RELAX_ALONE is both, RELAX_NODE neither. */
enum {
  RELAX_FURTHER,
  RELAX_FIRST,
  RELAX_SOLITARY,
  RELAX_ALONG,
  RELAX_NODE,
  RELAX_LOWEST,
  RELAX_HIGHEST,
  RELAX_ALONE
};

/* f, `behind` the number 4 and `most` rate dt. */
SWEEP_INLINE real_t relax_share(real_t s, float behind, float most) {
  const real_t ahead = lane_select(s > 0.0f, s, -behind * s);
  const real_t far = lane_min(ahead, lane_set(1.0f));
  const real_t weight = 1.0f - (real_exp((far * far * far) * lane_sqrt(far)) - 1.0f) * 0.58197671f;
  const real_t f = lane_max(lane_min(most * weight, lane_set(1.0f)), lane_set(0.0f));
  return lane_select(ahead < 1.0f, f, lane_set(0.0f));
}

SWEEP_INLINE void relax_act(const struct wcsph_law *law, const struct sweep_given *given,
                            struct sweep_row *row, real_t terms[]) {
  const float *value = given->value;
  const float upward = value[3] > 0.0f ? 1.0f : -1.0f, axis = upward * value[3] - 1.0f;
  const float way2 = (value[0] * value[0] + value[1] * value[1]) + value[2] * value[2];
  real_t s = lane_set(0.0f), y = lane_set(0.0f), along, up;
  (void)terms;
  for (int a = 0; a < 3; a++) {
    const real_t x = sweep_apart(law, given, row, a);
    s = s + value[a] * x;
    y = y + (axis == (float)a ? upward : 0.0f) * x;
  }
  const real_t f = relax_share(s, value[4], value[5]);
  if (value[6] == (float)RELAX_SOLITARY) {
    const real_t z = lane_max(lane_min(value[7] - value[8] * s, lane_set(20.0f)), lane_set(-20.0f));
    const real_t e = real_exp(-2.0f * lane_abs(z)), one = 1.0f + e;
    const real_t eta = (4.0f * value[11]) * (e / (one * one)), wet = value[10] + eta;
    const real_t slope = lane_select(z > 0.0f, lane_set(2.0f), lane_set(-2.0f)) * ((1.0f - e) / one);
    along = value[12] * (eta / wet);
    up = (-value[12] * value[10] * value[9]) * ((slope * eta) / (wet * wet)) * y;
  } else if (value[6] >= (float)RELAX_NODE) {
    const bool lowest = value[6] == (float)RELAX_LOWEST || value[6] == (float)RELAX_ALONE;
    const bool highest = value[6] == (float)RELAX_HIGHEST || value[6] == (float)RELAX_ALONE;
    real_t over = value[9] * y - value[10];
    over = lane_max(over, lane_set(lowest ? 0.0f : -1.0f));
    over = lane_min(over, lane_set(highest ? 0.0f : 1.0f));
    const real_t beside = lane_min(lane_abs(value[7] * s - value[8]), lane_set(1.0f));
    const real_t share = (1.0f - beside) * (1.0f - lane_abs(over));
    along = share * value[11];
    up = share * value[12];
  } else {
    const real_t turns = value[7] - value[8] * s;
    const real_t rise = real_exp(lane_min(value[9] * (y - value[10]), lane_set(4.0f)));
    const real_t fall = real_exp(lane_min(-value[9] * (y + value[10]), lane_set(4.0f)));
    along = value[11] * (rise + fall) * real_cosine_of_turns(turns) + value[12];
    up = -value[11] * (rise - fall) * real_cosine_of_turns(turns - 0.25f);
  }
  const bool adds = value[6] == (float)RELAX_FURTHER || value[6] >= (float)RELAX_NODE;
  const real_t length = 1.0f / lane_sqrt(lane_set(way2));
  for (int a = 0; a < 3; a++) {
    const bool spared = adds || (value[6] == (float)RELAX_ALONG && axis == (float)a);
    const real_t left = spared ? lane_set(1.0f) : 1.0f - f;
    const real_t due = (value[a] * length) * along + (axis == (float)a ? upward : 0.0f) * up;
    row->vel[a] = left * row->vel[a] + f * due;
    if (!law->keeps_rate) row->saved_vel[a] = left * row->saved_vel[a] + f * due;
  }
}

#endif
