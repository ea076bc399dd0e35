/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_PAIR_H
#define WCSPH_MODELS_PAIR_H
/* The WCSPH pair laws: what fluid particle i and its neighbour j do to each other. Equation numbers
 * are of paper 002 (Bilotta et al.); r = x_i - x_j, u = u_i - u_j, F = (1/r) dW/dr <= 0. All particles have
 * one mass, so accelerations are exactly opposite. Outside the support F is 0 and so is everything
 * else; a particle paired with itself contributes nothing.
 *
 * Lengths are in h, and sums in units of their own (law->unit), so that no pair is multiplied with a constant
 * that its sum can be multiplied with: F stands without its factor, density diffusion and artificial
 * viscosity share one, `dissipation`, and what the latter has besides is in the unit of accelerations, of
 * which momentum terms take it out again (docs/theory/pair-laws.md). */
#include "lane/lane.h"
#include "lane/sum.h"
#include "particles/pass.h"
#include "wcsph/models/diffusion.h"
#include "wcsph/models/eos.h"
#include "wcsph/models/kernel.h"
#include "wcsph/models/pair_gap.h"
#include "wcsph/models/repulsion.h"
#include "wcsph/models/tensile.h"
#include "wcsph/models/viscosity.h"

/* Contributions as sums take them (sum_term): under fixed in quanta. Scaling F, by a power of two, scales
 * all. */
struct pair_result {
  real_t ax, ay, az;     /* acceleration of i, law->unit_acceleration; j gets the opposite */
  real_t rate_i, rate_j; /* d(rho/rho0)/dt, law->unit_rate */
  real_t mu;             /* |h u.r / (r^2 + eta^2)| inside the support, 1/dissipation, for the time step */
};

/* The interaction of fluid i with j, fluid or wall, the gap being between them. */
static inline struct pair_result pair_act(const struct wcsph_law *law, enum pair_kind kind,
                                          const struct pair_gap *gap, const struct pair_side *i,
                                          const struct pair_side *j) {
  struct pair_result out;
  const real_t dx = gap->dx, dy = gap->dy, dz = gap->dz, q = gap->q;
  const real_t f = kernel_f(law->kernel, q);
  const real_t f_rate = sum_term(f, law->quanta_rate, law->summation);
  real_t u = i->u - j->u, v = i->v - j->v, w = i->w - j->w;
  real_t ur = (u * dx + v * dy) + w * dz, e = ur * gap->inv;
  real_t ratio_i = 1.0f + i->d, ratio_j = 1.0f + j->d;
  const bool repels = kind == PAIR_FLUID_WALL && repulsion_of(law->boundary);
  bool slips = kind == PAIR_FLUID_WALL && law->boundary == BOUNDARY_DUMMY && law->slip == SLIP_FREE;
  slips = slips || (kind == PAIR_FLUID_WALL && law->boundary == BOUNDARY_SEMI_ANALYTICAL);

  /* Continuity. A dummy particle's own velocity is the wall's (at rest); the one it carries is the
   * extrapolated one for viscosity (Adami et al. 2012). */
  real_t ur_mass = ur;
  if (kind == PAIR_FLUID_WALL && law->boundary == BOUNDARY_DUMMY)
    ur_mass = (i->u * dx + i->v * dy) + i->w * dz;
  real_t rate = f_rate * ur_mass;
  if (law->formulation == FORMULATION_VOLUME) {
    out.rate_i = rate * lane_bounded_quotient(ratio_i, ratio_j); /* eq. 10 */
    out.rate_j = rate * lane_bounded_quotient(ratio_j, ratio_i);
  } else {
    out.rate_i = rate; /* eq. 8 */
    out.rate_j = rate;
  }
  if (repels) out.rate_i = out.rate_j = lane_set(0.0f);
  /* A dummy particle carries the density of fluid at rest in its place, so diffusion reaches it too. */
  if ((kind == PAIR_FLUID_FLUID || law->boundary == BOUNDARY_DUMMY) && law->diffusion != DIFFUSION_NONE) {
    real_t flow = diffusion_flow(law, gap, i, j, f_rate);
    out.rate_i -= flow;
    out.rate_j += flow;
  }

  /* Momentum: eq. 9, or eq. 11 with the volume form. */
  real_t press = i->term + j->term;
  if (law->tensile != TENSILE_NONE) press = press + tensile_act(law, gap, i, j);
  /* Beside a free surface walls do not pull: spray in tension (d < 0) would be drawn through them. And
   * diffusion takes away what a drop's density gained on its way into a wall: what keeps it out has to know
   * the distance. Squared, it begins softly, which makes less noise, and is hard where a jet would get in
   * between. */
  if (kind == PAIR_FLUID_WALL) {
    const real_t near = lane_max(law->contact - law->contact_slope * gap->r2, lane_set(0.0f));
    press = lane_max(press, lane_set(law->wall_pull)) + near * near;
  }
  if (law->formulation == FORMULATION_VOLUME) press = lane_bounded_quotient(press, ratio_i * ratio_j);
  const real_t f_thrust = sum_term(f, law->quanta_acceleration, law->summation);
  struct viscous viscous = {0};
  if (!slips) viscous = viscosity_act(law, gap, i, j, ur, f_thrust);
  real_t thrust = -press;
  if (viscous.has_r) thrust = viscous.along_r - press;
  real_t along = f_thrust * thrust;
  if (repels) { /* what keeps fluid out is no pressure, and its viscosity alone is the kernel's */
    along = sum_term(repulsion_act(law, gap), law->quanta_acceleration, law->summation);
    if (viscous.has_r) along = along + f_thrust * viscous.along_r;
  }
  out.ax = along * dx;
  out.ay = along * dy;
  out.az = along * dz;
  if (viscous.has_u) {
    out.ax += viscous.along_u * u;
    out.ay += viscous.along_u * v;
    out.az += viscous.along_u * w;
  }
  real_t mu = lane_abs(e * gap->ratios);
  out.mu = lane_select(q < law->radius, mu, lane_set(0.0f));
  return out;
}

/* Both at once; dx, dy, dz in h. */
static inline struct pair_result pair_interact(const struct wcsph_law *law, enum pair_kind kind, real_t dx,
                                               real_t dy, real_t dz, const struct pair_side *i,
                                               const struct pair_side *j) {
  const struct pair_gap gap = pair_measure(law, dx, dy, dz, i->d, j->d);
  return pair_act(law, kind, &gap, i, j);
}

/* The larger of `load` and a pair's contributions (sum_load). */
static inline real_t pair_load(const struct wcsph_law *law, const struct pair_result *f, real_t load) {
  if (law->summation != SUM_FIXED) return load;
  load = sum_load(sum_load(sum_load(load, f->ax), f->ay), f->az);
  return sum_load(sum_load(load, f->rate_i), f->rate_j);
}

#endif
