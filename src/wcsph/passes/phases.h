/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_PASSES_PHASES_H
#define WCSPH_PASSES_PHASES_H
/* What the force pass leaves out where there are several phases, and the step from forces to accelerations.
 * The force pass takes all particles to have the material's mass m: with formulation volume it adds up
 * (P_i + P_j) V_i V_j grad W / m, in which no mass of its own occurs. This adds, per m,
 *   viscosity, the term of viscosity.model with a mean of the dynamic viscosities, by default the harmonic
 * one (Hu & Adams 2006); a wall has that of its neighbour; artificial viscosity is that of alpha rho c h;
 *   what walls that repel do: the force pass takes it for that on the material, which it is not;
 *   between two phases repulsion |P_i + P_j| |a - b|/(a + b), a and b their rho0 (Monaghan & Rafiee 2013);
 *   surface tension, (S_i + S_j) V_i V_j grad W, S = sigma/|n| (n^2/dim - n n), n of passes/colour.h (Hu &
 *     Adams 2006, after Lafaurie et al. 1994);
 * and then what a particle accelerates by is gravity and the rest over its mass. Within a phase it diffuses
 * density as the model does, with the phase's speed of sound at rest. Adds to the `rate` of all particles.
 * The largest of pairs is their kinematic viscosity, m^2/s, that of the lighter one, of rows the square of
 * the fluid's acceleration, m^2/s^4. */
#include "wcsph/passes/pass.h"

enum {
  phases_READS = READS_TERM,
  phases_ROWS = 2,
  phases_ROWS_FROM = BUFFER_INDEX_PHASE,
  phases_MEETS = FLUID_FROM_FLUID | FLUID_FROM_WALLS | WALLS_FROM_FLUID,
  phases_SUMS = 4,
  phases_EXCHANGED = 3,
  phases_IN_H = 1,
  phases_FINDS = 1,
  phases_CHECKED = 1,
  phases_SELF = 0,
  phases_WRITES = BUFFER_INDEX_RATE,
  phases_WRITTEN = 2, /* `phase` stays as it is: PASS_PUTS */
  phases_ADDS = 1,
};

#define phases_HOT 1

PASS_INLINE struct pair_gap phases_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                           const struct pair_side *i, const struct pair_side *j) {
  (void)law, (void)i, (void)j;
  return pass_between(1.0f, dx, dy, dz);
}

/* S r of a particle with the colour's gradient n, over rho0 of the material: m^2/s^2 h. */
PASS_INLINE void phases_stress(const struct wcsph_law *law, const real_t *n, const struct pair_gap *gap,
                               real_t out[3]) {
  const real_t n2 = (n[0] * n[0] + n[1] * n[1]) + n[2] * n[2];
  const real_t along = (n[0] * gap->dx + n[1] * gap->dy) + n[2] * gap->dz;
  const real_t per =
      lane_bounded_quotient(lane_set(law->tension), lane_bounded_sqrt(lane_max(n2, lane_set(1e-30f))));
  const real_t all = n2 * (1.0f / (float)law->dimensions);
  out[0] = per * (all * gap->dx - along * n[0]);
  out[1] = per * (all * gap->dy - along * n[1]);
  out[2] = per * (all * gap->dz - along * n[2]);
}

/* A mean of two dynamic viscosities. */
PASS_INLINE real_t phases_mean(const struct wcsph_law *law, real_t a, real_t b) {
  if (law->flow_average == (float)AVERAGE_GEOMETRIC) return lane_bounded_sqrt(a * b);
  if (law->flow_average == (float)AVERAGE_ARITHMETIC) return 0.5f * (a + b);
  return lane_bounded_quotient(2.0f * (a * b), lane_max(a + b, lane_set(1e-30f)));
}

/* What i loses and j of the same phase gets of rho/rho0, as models/diffusion_*.h; f is F as the sum takes it.
 */
PASS_INLINE real_t phases_diffuse(const struct wcsph_law *law, const struct pair_gap *gap,
                                  const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                                  real_t f) {
  const real_t sound = row_i[3], ratios = (1.0f + i->d) + (1.0f + j->d);
  const real_t sound2 = lane_max(sound * sound, lane_set(1e-6f));
  const real_t at_rest = lane_bounded_quotient(lane_set(law->phase_rest), sound2) * pair_at_rest(law, gap);
  const real_t strength = law->phase_delta * sound, falls = j->d - i->d;
  if (law->phase_diffusion == (float)DIFFUSION_FERRARI)
    return lane_bounded_quotient((0.5f * falls) * (gap->q * f) * strength, ratios);
  if (law->phase_diffusion == (float)DIFFUSION_BREZZI) {
    const real_t pressures = lane_bounded_quotient(row_i[0] * (j->term - i->term), sound2 * ratios);
    return (pressures + 0.5f * at_rest) * (f * strength);
  }
  const real_t rate = f * gap->r2;
  return lane_bounded_quotient(((falls + at_rest) * rate) * strength, (gap->r2 + PAIR_ETA2) * ratios);
}

PASS_INLINE void phases_pair(const struct wcsph_law *law, enum pair_kind kind, const struct pair_gap *gap,
                             const struct pair_side *i, const struct pair_side *j, const real_t *row_i,
                             const real_t *row_j, struct pass_terms *terms) {
  const bool wall = kind == PAIR_FLUID_WALL;
  const bool glides = wall && law->boundary == BOUNDARY_DUMMY && law->slip == SLIP_FREE;
  const real_t dx = gap->dx, dy = gap->dy, dz = gap->dz, zero = lane_set(0.0f);
  const real_t u = i->u - j->u, v = i->v - j->v, w = i->w - j->w;
  const real_t f = kernel_f(law->kernel, gap->q);
  const real_t f_force = sum_term(f, law->quanta_acceleration, law->summation);
  const real_t share = lane_bounded_quotient(f_force, (1.0f + i->d) * (1.0f + j->d));

  const real_t mean = wall ? row_i[1] : phases_mean(law, row_i[1], row_j[1]);
  const real_t viscous = glides ? zero : mean * share;
  const real_t along_u = law->flow_u * viscous;
  const bool approaching = law->flow_r < 0.0f;
  real_t approach =
      lane_bounded_quotient((u * dx + v * dy) + w * dz, gap->r2 + (approaching ? PAIR_ETA2 : MONAGHAN_ETA2));
  if (approaching) approach = lane_min(approach, zero);
  real_t along_r = ((approaching ? -law->flow_r : law->flow_r) * viscous) * approach;
  const real_t lightest = wall ? row_i[0] : lane_max(row_i[0], row_j[0]);
  const real_t nu = lane_select(gap->q < law->radius, lane_select(gap->q > 0.0f, mean, zero), zero);
  terms->i[3] = terms->j[3] = zero;
  terms->most = nu * lightest;
  if (wall && repulsion_of(law->boundary))
    along_r =
        along_r + sum_term(repulsion_act(law, gap), law->quanta_acceleration, law->summation) *
                      (lane_bounded_quotient(lane_set(1.0f), lane_max(row_i[0], lane_set(1.0f))) - 1.0f);
  real_t pull[3] = {zero, zero, zero};
  if (!wall) { /* lists are filled up with rows of zeros */
    const mask_t same = row_i[2] == row_j[2];
    const real_t contrast =
        lane_bounded_quotient(lane_abs(row_i[0] - row_j[0]), lane_max(row_i[0] + row_j[0], lane_set(1.0f)));
    const real_t push = (law->repulsion * contrast) * lane_abs(i->term + j->term);
    along_r = along_r - lane_select(same, zero, push) * share;

    const real_t f_rate = sum_term(f, law->quanta_rate, law->summation);
    const real_t flow = phases_diffuse(law, gap, i, j, row_i, f_rate);
    terms->i[3] = lane_select(same, -flow, zero);
    terms->j[3] = -terms->i[3];

    real_t mine[3], theirs[3];
    phases_stress(law, row_i + 4, gap, mine);
    phases_stress(law, row_j + 4, gap, theirs);
    for (int a = 0; a < 3; a++) pull[a] = share * (mine[a] + theirs[a]);
  }
  terms->i[0] = (along_u * u + along_r * dx) + pull[0];
  terms->i[1] = (along_u * v + along_r * dy) + pull[1];
  terms->i[2] = (along_u * w + along_r * dz) + pull[2];
}

PASS_INLINE float phases_quanta(const struct wcsph_law *law, int k) {
  return k < 3 ? law->quanta_acceleration : law->quanta_rate;
}

/* out[4] is how much lighter than the material the particle is. */
PASS_INLINE real_t phases_finish(const struct wcsph_law *law, mask_t fluid, const struct pair_side *me,
                                 const real_t sums[], real_t out[]) {
  (void)me;
  for (int a = 0; a < 3; a++) {
    const real_t more = sums[a] * law->unit_acceleration;
    const real_t free = ((out[a] - law->gravity[a]) + more) * out[4] + law->gravity[a];
    out[a] = lane_select(fluid, free, out[a] + more);
  }
  out[3] = out[3] + sums[3] * law->unit_rate;
  return lane_select(fluid, (out[0] * out[0] + out[1] * out[1]) + out[2] * out[2], lane_set(0.0f));
}

#endif
