/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_BOUNDED_H
#define WCSPH_PASSES_BOUNDED_H
/* Semi-analytical walls (Ferrand, Laurence, Rogers, Violeau & Kassiotis 2013): what fluid has from fluid is
 * divided by gamma, the part of its kernel that no wall cuts off, with what segments s of walls add,
 *   du/dt:     (1/gamma) sum_s rho_s (P/rho^2 + P_s/rho_s^2 + c0/(4 rho0) max(0, -u.n)) grad gamma_s
 *              - (2 nu/gamma) sum_s |grad gamma_s| u_t / d,   with no slip, d the distance from the segment;
 *   drho/dt:   -(1/gamma) sum_s rho_s u.grad gamma_s,       where pressure and density have BOUNDED_EVEN too,
 * u relative to the wall, whose velocity its particles have, n the normal into the fluid; P_s of
 * passes/walls.h or passes/moving.h, gamma of models/segment.h in the plane (passes/faced.h is of space). Of
 * the fluid what falls is no part. Adds to the `rate` of all particles; a wall has the reaction without
 * gamma, which adds up to its pressure, 6 % too much. The largest of rows is the square of the fluid's
 * acceleration, m^2/s^4. */
#include "wcsph/models/segment.h"
#include "wcsph/passes/pass.h"

enum {
  bounded_READS = READS_TERM,
  bounded_ROWS = 1,
  bounded_ROWS_FROM = BUFFER_INDEX_SEGMENT,
  bounded_MEETS = FLUID_FROM_WALLS | WALLS_FROM_FLUID,
  bounded_SUMS = 5, /* as forces, but m/s^2 and 1/s; 1 - gamma */
  bounded_EXCHANGED = 3,
  bounded_IN_H = 1,
  bounded_FINDS = 1,
  bounded_CHECKED = 1,
  bounded_SELF = 0,
  bounded_WRITES = BUFFER_INDEX_RATE,
  bounded_WRITTEN = 1,
  bounded_ADDS = 1,
};

/* The least gamma, so that forces on a particle that has got into a wall stay bounded. */
#define BOUNDED_LEAST 0.1f

/* The fluid's contributions are sums over particles, a wall's are integrals. Rows of particles dp apart, the
 * first dp/2 from a wall, push with the sum of dp dW, which at the wall is -(W - dp^2/24 d2W + ...) (Euler
 * and Maclaurin), 4 % more than the W with which the wall resists. So walls get the second term too, with the
 * Laplacian in place of the second derivative, since its part along the wall integrates to zero;
 * law->contact_slope is (dp/h)^2. */
#define BOUNDED_EVEN (1.0f / 24.0f)

/* How much of rho c0 a wall takes from fluid that runs into it: what density diffusion takes away, without
 * which fluid seeps through. More disturbs Verlet's leapfrog (docs/theory/walls.md). */
#define BOUNDED_STOP 0.25f

PASS_INLINE struct pair_gap bounded_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                            const struct pair_side *i, const struct pair_side *j) {
  (void)law, (void)i, (void)j;
  return pass_between(1.0f, dx, dy, dz);
}

/* The terms of a piece of a wall for i: `part` is its share of i's kernel, n its normal, `least` the smallest
 * distance that is used, h. */
PASS_INLINE void bounded_act(const struct wcsph_law *law, const struct pair_gap *gap,
                             const struct pair_side *i, const struct pair_side *j,
                             const struct segment_part *part, const real_t n[3], real_t least,
                             struct pass_terms *terms) {
  const enum summation mode = law->summation;
  const real_t zero = lane_set(0.0f), u = i->u - j->u, v = i->v - j->v, w = i->w - j->w;
  const mask_t meets = gap->q < law->radius;
  const real_t share = lane_select(meets, part->share, zero), slope = lane_select(meets, part->slope, zero);
  const real_t bend = lane_select(meets, part->bend, zero), ratio = 1.0f + j->d, per_h = law->inv_h * slope;
  const real_t even = (ratio * law->inv_h) * (slope - (BOUNDED_EVEN * law->contact_slope) * bend);
  const float unit = law->unit_acceleration / law->unit_rate; /* of momentum terms, m^2/s^2 */
  /* No wall pulls. */
  const real_t into = (u * n[0] + v * n[1]) + w * n[2];
  const real_t stop = (BOUNDED_STOP * law->c0) * lane_max(-into, zero);
  const real_t push = even * lane_max(unit * (i->term + j->term) + stop, zero);
  const float drag = law->slip == SLIP_FREE ? 0.0f : unit * law->drag_u;
  const real_t shear = (drag * per_h) / lane_max(part->away, least + 1e-6f);
  terms->i[0] = sum_term(push * n[0] - shear * (u - into * n[0]), law->quanta_reaction, mode);
  terms->i[1] = sum_term(push * n[1] - shear * (v - into * n[1]), law->quanta_reaction, mode);
  terms->i[2] = sum_term(push * n[2] - shear * (w - into * n[2]), law->quanta_reaction, mode);
  terms->i[3] = sum_term(-(even * into), law->quanta_shear, mode);
  terms->i[4] = sum_term(share, law->quanta_weight, mode);
  terms->j[3] = terms->j[4] = zero;
  terms->most = zero;
}

PASS_INLINE void bounded_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                              const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                              const real_t *row_j, struct pass_terms *terms) {
  (void)kind, (void)row_i;
  const real_t n[3] = {row_j[0], row_j[1], lane_set(0.0f)};
  const struct segment_part part = segment_seen(gap->dx, gap->dy, n[0], n[1], row_j[3]);
  bounded_act(law, gap, i, j, &part, n, 0.5f * row_j[3], terms);
}

PASS_INLINE float bounded_quanta(const struct wcsph_law *law, int k) {
  return k < 3 ? law->quanta_reaction : k == 3 ? law->quanta_shear : law->quanta_weight;
}

PASS_INLINE real_t bounded_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                  const real_t sums[], real_t out[]) {
  (void)me;
  const real_t zero = lane_set(0.0f), one = lane_set(1.0f);
  const real_t per = one / lane_max(one - lane_select(fluid, sums[4], zero), lane_set(BOUNDED_LEAST));
  for (int a = 0; a < 3; a++) {
    const real_t found = lane_select(fluid, out[a] - law->gravity[a], zero);
    out[a] = out[a] + (found * (per - one) + sums[a] * per);
  }
  out[3] = lane_select(fluid, out[3] * per + sums[3] * per, out[3]); /* dry walls keep the sign of their 0 */
  return lane_select(fluid, (out[0] * out[0] + out[1] * out[1]) + out[2] * out[2], zero);
}

#endif
