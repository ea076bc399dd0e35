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
 * viscosity share one, `damping`, and what the latter has besides is in the unit of accelerations, of which
 * momentum terms take it out again (docs/numerics.md, "Pair laws"). */
#include "lane/lane.h"
#include "lane/sum.h"
#include "wcsph/models/eos.h"
#include "wcsph/models/kernel.h"

/* What a pair law reads of one particle. */
struct pair_side {
  real_t term;    /* eos_momentum_term, in its unit */
  real_t u, v, w; /* m/s */
  real_t d;       /* rho/rho0 - 1 */
};

/* Contributions as sums take them (sum_term): under fixed in quanta. Scaling F, by a power of two, scales
 * all. */
struct pair_result {
  real_t ax, ay, az;     /* acceleration of i, law->unit_acceleration; j gets the opposite */
  real_t rate_i, rate_j; /* d(rho/rho0)/dt, law->unit_rate */
  real_t mu;             /* |h u.r / (r^2 + eta^2)| inside the support, 1/damping, for the time step */
};

enum pair_kind { PAIR_FLUID_FLUID, PAIR_FLUID_WALL };

/* eta^2: keeps r^2 + eta^2 > 0 (Monaghan 1992); h^2. */
#define PAIR_ETA2 0.01f

/* What lies between i and j: x_i - x_j, and all that needs a root or a division of the mass form, which take
 * a processor long, so that it can begin with them before it needs them. */
struct pair_gap {
  real_t dx, dy, dz; /* h */
  real_t r2, q;      /* h^2, h */
  real_t ratios;     /* rho/rho0 of both together: twice the mean */
  real_t inv;        /* damping / ((r^2 + eta^2) ratios), m/s / h^2 */
};

static inline struct pair_gap pair_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                           real_t d_i, real_t d_j) {
  struct pair_gap gap = {.dx = dx, .dy = dy, .dz = dz, .r2 = (dx * dx + dy * dy) + dz * dz};
  gap.q = lane_sqrt(gap.r2);
  gap.ratios = (1.0f + d_i) + (1.0f + d_j);
  gap.inv = law->damping / ((gap.r2 + PAIR_ETA2) * gap.ratios);
  return gap;
}

/* Density diffusion: what i loses and j gets. 2 delta h c0 sum (d_j - d_i [- hydrostatic difference])
 * (-r.grad W) / (r^2 + eta^2) V. Molteni & Colagrossi (2009); Fourtakas et al. (2019) take out what water at
 * rest has, here in its linear form, which is antisymmetric. */
static inline real_t pair_diffusion(const struct wcsph_law *law, const struct pair_gap *gap, real_t f,
                                    real_t difference) {
  if (law->diffusion == DIFFUSION_FOURTAKAS) {
    const float *s = law->stratification;
    real_t at_rest = s[2] * gap->dz;
    if (!law->upright) at_rest = (s[0] * gap->dx + s[1] * gap->dy) + at_rest;
    difference = difference + at_rest;
  }
  return difference * (gap->r2 * f) * gap->inv;
}

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
  bool slips = kind == PAIR_FLUID_WALL && law->boundary == BOUNDARY_DUMMY && law->slip == SLIP_FREE;

  /* Continuity. A dummy particle's own velocity is the wall's (at rest); the one it carries is the
   * extrapolated one for viscosity (Adami et al. 2012). */
  real_t ur_mass = ur;
  if (kind == PAIR_FLUID_WALL && law->boundary == BOUNDARY_DUMMY)
    ur_mass = (i->u * dx + i->v * dy) + i->w * dz;
  real_t rate = f_rate * ur_mass;
  if (law->formulation == FORMULATION_VOLUME) {
    out.rate_i = rate * (ratio_i / ratio_j); /* eq. 10 */
    out.rate_j = rate * (ratio_j / ratio_i);
  } else {
    out.rate_i = rate; /* eq. 8 */
    out.rate_j = rate;
  }
  /* A dummy particle carries the density of fluid at rest in its place, so diffusion reaches it too. */
  if ((kind == PAIR_FLUID_FLUID || law->boundary == BOUNDARY_DUMMY) && law->diffusion != DIFFUSION_NONE) {
    real_t flow = pair_diffusion(law, gap, f_rate, j->d - i->d);
    out.rate_i -= flow;
    out.rate_j += flow;
  }

  /* Momentum: eq. 9, or eq. 11 with the volume form. */
  real_t press = i->term + j->term;
  /* Walls do not pull: spray in tension (d < 0) would be drawn through them. And diffusion takes away what a
   * drop's density gained on its way into a wall: what keeps it out has to know the distance. */
  if (kind == PAIR_FLUID_WALL)
    press = lane_max(press, lane_set(0.0f)) +
            lane_max(law->contact - law->contact_slope * gap->r2, lane_set(0.0f));
  if (law->formulation == FORMULATION_VOLUME) press = press / (ratio_i * ratio_j);
  real_t thrust = -press;
  if (law->viscosity == VISCOSITY_ARTIFICIAL && !slips) /* Monaghan 1992: only while approaching */
    thrust = lane_min(e, lane_set(0.0f)) - press;
  const real_t f_thrust = sum_term(f, law->quanta_acceleration, law->summation);
  real_t along = f_thrust * thrust;
  out.ax = along * dx;
  out.ay = along * dy;
  out.az = along * dz;
  if (law->viscosity == VISCOSITY_LAMINAR && !slips) {
    /* Morris et al. (1997): m (mu_i + mu_j) r.grad W / (rho_i rho_j r^2) u, mu = rho0 nu. r.grad W / r^2 is
     * F, finite at r = 0: their eta^2 beside r^2 would only take 1 to 2 % off the viscosity. */
    real_t drag = law->drag * (f_thrust / (ratio_i * ratio_j));
    out.ax += drag * u;
    out.ay += drag * v;
    out.az += drag * w;
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
