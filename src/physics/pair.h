/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PHYSICS_PAIR_H
#define PHYSICS_PAIR_H
/* The WCSPH pair laws: what fluid particle i and its neighbour j do to each other. Equation numbers
 * are of paper 002 (Bilotta et al.); r = x_i - x_j, u = u_i - u_j, F = (1/r) dW/dr <= 0. All particles have
 * one mass, so accelerations are exactly opposite. Outside the support F is 0 and so is everything
 * else; a particle paired with itself contributes nothing. */
#include "physics/eos.h"
#include "physics/kernel.h"
#include "physics/lane.h"
#include "physics/sum.h"

/* What a pair law reads of one particle. */
struct pair_side {
  real_t term;    /* eos_momentum_term, m^2/s^2 */
  real_t u, v, w; /* m/s */
  real_t d;       /* rho/rho0 - 1 */
};

/* Contributions as sums take them (sum_term): under fixed in quanta. Scaling F, by a power of two, scales
 * all. */
struct pair_result {
  real_t ax, ay, az;     /* acceleration of i, m/s^2; j gets the opposite */
  real_t rate_i, rate_j; /* d(rho/rho0)/dt, 1/s */
  real_t mu;             /* |u.r / (r^2 + eta^2)| inside the support, 1/s, for the time step */
};

enum pair_kind { PAIR_FLUID_FLUID, PAIR_FLUID_WALL };

/* Density diffusion, the rate of i (j gets the opposite): 2 delta h c0 sum (d_j - d_i [- hydrostatic
 * difference]) (-r.grad W) / (r^2 + eta^2) V. Molteni & Colagrossi (2009); Fourtakas et al. (2019) take
 * out what water at rest has, here in its linear form, which is antisymmetric. */
static inline real_t pair_diffusion(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz, real_t r2,
                                    real_t vf, real_t inv, real_t difference) {
  if (law->diffusion == DIFFUSION_FOURTAKAS) {
    const float *s = law->stratification;
    difference = difference + ((s[0] * dx + s[1] * dy) + s[2] * dz);
  }
  return (-2.0f * law->delta_2hc) * (difference * (r2 * vf) * inv);
}

/* What lies between i and j: x_i - x_j, and all that needs a root or a division of the mass form, which take
 * a processor long, so that it can begin with them before it needs them. */
struct pair_gap {
  real_t dx, dy, dz; /* m */
  real_t r2, r;      /* m^2, m */
  real_t ratios;     /* rho/rho0 of both together: twice the mean */
  real_t inv;        /* 1 / ((r^2 + eta^2) ratios), 1/m^2 */
};

static inline struct pair_gap pair_measure(const struct wcsph_law *law, real_t dx, real_t dy, real_t dz,
                                           real_t d_i, real_t d_j) {
  struct pair_gap gap = {.dx = dx, .dy = dy, .dz = dz, .r2 = (dx * dx + dy * dy) + dz * dz};
  gap.r = lane_sqrt(gap.r2);
  gap.ratios = (1.0f + d_i) + (1.0f + d_j);
  gap.inv = 1.0f / ((gap.r2 + law->eta2) * gap.ratios);
  return gap;
}

/* The interaction of fluid i with j, fluid or wall, the gap being between them. */
static inline struct pair_result pair_act(const struct wcsph_law *law, enum pair_kind kind,
                                          const struct pair_gap *gap, const struct pair_side *i,
                                          const struct pair_side *j) {
  struct pair_result out;
  const real_t dx = gap->dx, dy = gap->dy, dz = gap->dz, r2 = gap->r2, inv = gap->inv;
  real_t q = gap->r * law->inv_h;
  real_t vf = law->vf_factor * kernel_f(law->kernel, q); /* (m / rho0) F, 1/m^2 */
  const real_t vf_rate = sum_term(vf, law->quanta.rate, law->summation);
  real_t u = i->u - j->u, v = i->v - j->v, w = i->w - j->w;
  real_t ur = (u * dx + v * dy) + w * dz;
  real_t ratio_i = 1.0f + i->d, ratio_j = 1.0f + j->d;
  bool slips = kind == PAIR_FLUID_WALL && law->boundary == BOUNDARY_DUMMY && law->slip == SLIP_FREE;

  /* Continuity. A dummy particle's own velocity is the wall's (at rest); the one it carries is the
   * extrapolated one for viscosity (Adami et al. 2012). */
  real_t ur_mass = ur;
  if (kind == PAIR_FLUID_WALL && law->boundary == BOUNDARY_DUMMY)
    ur_mass = (i->u * dx + i->v * dy) + i->w * dz;
  real_t rate = vf_rate * ur_mass;
  if (law->formulation == FORMULATION_VOLUME) {
    out.rate_i = rate * (ratio_i / ratio_j); /* eq. 10 */
    out.rate_j = rate * (ratio_j / ratio_i);
  } else {
    out.rate_i = rate; /* eq. 8 */
    out.rate_j = rate;
  }
  /* A dummy particle carries the density of fluid at rest in its place, so diffusion reaches it too. */
  if ((kind == PAIR_FLUID_FLUID || law->boundary == BOUNDARY_DUMMY) && law->diffusion != DIFFUSION_NONE) {
    real_t flow = pair_diffusion(law, dx, dy, dz, r2, vf_rate, inv, j->d - i->d);
    out.rate_i += flow;
    out.rate_j -= flow;
  }

  /* Momentum: eq. 9, or eq. 11 with the volume form. */
  real_t press = i->term + j->term;
  /* Walls do not pull: spray in tension (d < 0) would be drawn through them. And diffusion takes away what a
   * drop's density gained on its way into a wall: what keeps it out has to know the distance. */
  if (kind == PAIR_FLUID_WALL)
    press =
        lane_max(press, lane_set(0.0f)) + lane_max(law->contact - law->contact_slope * r2, lane_set(0.0f));
  if (law->formulation == FORMULATION_VOLUME) press = press / (ratio_i * ratio_j);
  real_t thrust = -press;
  if (law->viscosity == VISCOSITY_ARTIFICIAL && !slips) /* Monaghan 1992: only while approaching */
    thrust = (2.0f * law->alpha_c_h) * (lane_min(ur, lane_set(0.0f)) * inv) - press;
  vf = sum_term(vf, law->quanta.acceleration, law->summation);
  real_t along = vf * thrust;
  out.ax = along * dx;
  out.ay = along * dy;
  out.az = along * dz;
  if (law->viscosity == VISCOSITY_LAMINAR && !slips) {
    /* Morris et al. (1997): m (mu_i + mu_j) r.grad W / (rho_i rho_j r^2) u, mu = rho0 nu. r.grad W / r^2 is
     * F, finite at r = 0: their eta^2 beside r^2 would only take 1 to 2 % off the viscosity. */
    real_t drag = (2.0f * law->nu) * (vf / (ratio_i * ratio_j));
    out.ax += drag * u;
    out.ay += drag * v;
    out.az += drag * w;
  }
  real_t mu = lane_abs(ur * (inv * gap->ratios));
  out.mu = lane_select(q < law->radius, mu, lane_set(0.0f));
  return out;
}

/* Both at once. */
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
