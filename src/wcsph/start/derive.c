/* SPDX-License-Identifier: BSD-3-Clause */
/* From the case's parameters to the constants of the laws and the integer grid of positions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lane/scalar.h"
#include "lane/sine.h"
#include "particles/grid.h"
#include "util/error.h"
#include "wcsph/evolution.h"
#include "wcsph/fluids/heat.h"
#include "wcsph/fluids/phases.h"
#include "wcsph/models/cohesion.h"
#include "wcsph/models/repulsion.h"
#include "wcsph/models/rheology.h"
#include "wcsph/scalar.h"
#include "wcsph/settings.h"
#include "wcsph/start/foreseen.h"
#include "wcsph/walls/motion.h"

double wcsph_speed_of_sound(const struct wcsph_settings *c, const struct particles *p) {
  if (c->region.given) return c->region.sound;
  if (c->material.speed_of_sound > 0.0) return c->material.speed_of_sound;
  return fmax(c->material.sound_factor * foreseen_speed(c, p, NULL), foreseen_sound(c, p, NULL));
}

/* What the constants of the laws (LAW_CONSTANTS) are derived from; SI units. */
struct scales {
  const struct wcsph_settings *c;
  double dp, h, hd;                /* m, m, h^dim */
  double radius, norm, volume_f;   /* support over h; kernel's; V F(r) = volume_f f(r/h) */
  double inv_w_spacing;            /* 1 / w(dp/h) */
  double density_weight;           /* 1 / the sum of w over the initial lattice */
  double volume, density, c0;      /* of a particle; rho0 */
  double viscous_u, viscous_r, nu; /* along u, along r (VISCOSITIES); of the modes damped most; m^2/s */
  double flow_u, flow_r;           /* the same over nu, where particles have viscosities of their own */
  double impedance;                /* kg/(m^2 s) */
  double phase_delta, phase_rest;  /* of several phases, whose density diffusion is passes/phases.h's */
  double gravity[3], quantum[3];
  double eos[7], background, lowest_d, density_low, density_high;
  bool tense;                    /* fluid and walls bear tension */
  double dissipation, unit;      /* m/s; of momentum terms, m^2/s^2 */
  double contact, contact_slope; /* models/pair.h, models/repulsion.h */
  double tension, wetting;       /* interface */
  double mirror;                 /* what dummy walls have of the fluid's velocity, with the other sign */
  double shift_strain;           /* s/m: of shifting in proportion to differences of velocity */
  double heat, conduct;          /* K; m^2/s: twice the diffusivity */
  double unit_acceleration, unit_rate; /* as constants, thus rounded */
};

/* The roundings of r^2 and q are 2e-7. */
#define BEYOND (1.0 + 1e-6)

/* Contact with walls, in c0^2. With it and the defaults of boundary.contact jets as fast as a case may have
 * them pass no wall of two layers, or of one of dynamic particles (tests/wcsph/test_jets.c). In the middle of
 * four wall particles it is 0.04 c0^2 with 0.75 and 0.14 with 0.8. */
#define CONTACT_STRENGTH 3.0

/* How far from a wall's face the fluid is that its dummy particles see, dp (tests/wcsph/test_slip.c). */
#define WALL_DISTANCE 0.68

/* Quanta of a quantity whose own scale is `scale`: 2^SUM_SCALE_BITS of them, or down to half of that. What
 * two particles at rest in each other's support do to each other is a small part of these scales. */
static double quanta_of(double scale) {
  int exponent;
  frexp(scale, &exponent); /* scale = [1/2, 1) 2^exponent */
  return ldexp(1.0, SUM_SCALE_BITS - exponent);
}

/* Taylor's binomials: B ((1 + d)^gamma - 1) = sum over k of B C(gamma, k) d^k. */
static void scale_eos(struct scales *s, const struct wcsph_settings *c) {
  int gamma = c->material.gamma;
  double b = c->material.density * s->c0 * s->c0 / gamma, binomial = 1.0;
  if (settings_has_phases(c)) b = 0.0; /* each has its own: sweeps/press.h */
  for (int k = 1; k <= 7; k++) {
    binomial *= (double)(gamma - k + 1) / k;
    s->eos[k - 1] = b * binomial;
  }
  s->background = c->material.background_pressure;
  s->tense = c->free_surface == FREE_SURFACE_NONE;
  s->lowest_d = s->tense ? -1.0 : c->material.lowest_density - 1.0;
  s->density_low = c->limits.density[0] - 1.0;
  s->density_high = c->limits.density[1] - 1.0;
  if (c->density == DENSITY_SUMMATION && settings_has_phases(c)) /* sweeps/summed.h */
    s->lowest_d = (1.0 + s->lowest_d) / (1.0 + s->density_high) - 1.0;
}

/* pow() may differ in the last digit between libraries. */
static double whole_power(double x, int n) {
  double product = x;
  while (--n > 0) product *= x;
  return product;
}

/* Sums over the initial lattice about one of its particles, of w and of -(r/h)^2 f, r the distances. */
struct lattice_sums {
  double w, rrf;
};

/* How far from 1 the kernel may be for the lattice to set it right: with fewer neighbours no factor does. */
#define LATTICE_OFF 0.1

static struct lattice_sums lattice_sums(const struct scales *s, const struct wcsph_settings *c) {
  const int reach = (int)(s->radius * s->h / s->dp), deep = c->dimensions == 3 ? reach : 0;
  struct lattice_sums sums = {0};
  for (int z = -deep; z <= deep; z++)
    for (int y = -reach; y <= reach; y++)
      for (int x = -reach; x <= reach; x++) {
        const double q = sqrt((double)(x * x + y * y + z * z)) * s->dp / s->h;
        sums.w += (double)kernel_w(c->kernel, (float)q);
        sums.rrf -= q * q * (double)kernel_f(c->kernel, (float)q);
      }
  return sums;
}

static void scale_kernel(struct scales *s, const struct wcsph_settings *c) {
  const struct kernel_row *k = &kernel_rows[c->kernel];
  int dim = c->dimensions;
  s->dp = c->dp;
  s->h = c->smoothing_ratio * c->dp;
  s->radius = k->radius;
  s->norm = dim == 2 ? k->norm_2d : k->norm_3d;
  s->volume = whole_power(c->dp, dim);
  s->hd = whole_power(s->h, dim);
  const struct lattice_sums lattice = lattice_sums(s, c);
  const double by_integral = s->volume * k->f_scale * s->norm / (s->hd * s->h * s->h);
  const double filled = by_integral * lattice.rrf * (s->h * s->h) / dim; /* of a lattice: 1 but for h/dp */
  const bool by_lattice = c->formulation == FORMULATION_INCOMPRESSIBLE && fabs(filled - 1.0) < LATTICE_OFF;
  s->volume_f = (double)(float)(by_lattice ? by_integral / filled : by_integral);
  s->density_weight = 1.0 / lattice.w;
  s->inv_w_spacing = (double)(1.0f / kernel_w(c->kernel, (float)(c->dp / s->h)));
}

/* How strongly a viscosity acts along u and along r (VISCOSITIES), m^2/s. */
static void scale_viscosity(const struct wcsph_settings *c, enum viscosity_model model, double *along_u,
                            double *along_r) {
  switch (model) {
#define X(constant, word, takes, what, paper, formula, u, r)                                                 \
  case constant:                                                                                             \
    *along_u = u, *along_r = r;                                                                              \
    break;
    VISCOSITIES(X)
#undef X
  }
}

/* What the chosen rheology takes; nu for the first step is that of fluid at rest,
 * grains under the greatest pressure there may be. */
static void derive_rheology(struct scales *s, struct wcsph_law *law, const struct wcsph_settings *c) {
  const double rho0 = c->material.density, eddy = c->turbulence.strength * c->dp;
  law->rheology = phases_rheology(c, 0);
  law->rheology.eddy = c->turbulence.model == TURBULENCE_SMAGORINSKY ? (float)(eddy * eddy) : 0.0f;
  law->rheology.stiffness = (float)(0.5 * (s->flow_u + s->flow_r / c->dimensions));
  s->nu = (double)(law->rheology.stiffness *
                   rheology_viscosity(&law->rheology, 0.0f, (float)(rho0 * s->c0 * s->c0)));
}

/* What passes/phases.h does, and the force pass does not. */
static void derive_phases(struct scales *s, struct wcsph_law *law, const struct wcsph_settings *c) {
  if (law->diffusion != DIFFUSION_NONE) s->phase_delta = 4.0 * c->diffusion.delta;
  if (law->diffusion == DIFFUSION_FOURTAKAS || law->diffusion == DIFFUSION_BREZZI)
    s->phase_rest = s->c0 * s->c0;
  law->diffusion = DIFFUSION_NONE;
  law->rheology.stiffness = (float)(0.5 * (s->flow_u + s->flow_r / c->dimensions));
  s->nu = 0.5 * (s->flow_u + s->flow_r / c->dimensions) * phases_viscosity(c, s->c0);
}

/* A dummy wall has the velocity that the fluid, `away` from the wall's face, would have as far behind it on a
 * straight line that is 0 at the slip length behind the face. */
static double mirror_of(const struct wcsph_settings *c) {
  const double away = WALL_DISTANCE * c->dp, slip = c->boundary.slip_length;
  if (c->boundary.model == BOUNDARY_SEMI_ANALYTICAL) return 0.0;
  return slip > 0.0 ? (away - slip) / (away + slip) : 1.0;
}

static void scale_heat(struct scales *s, struct wcsph_law *law, const struct wcsph_settings *c) {
  const bool heat = c->heat.model != HEAT_NONE, several = settings_has_phases(c);
  s->heat = heat ? heat_scale(c) : 1.0;
  if (!heat) return;
  s->conduct = 2.0 * c->heat.conductivity / (c->material.density * c->heat.capacity);
  law->heat =
      (struct heat_law){.reference = (float)c->heat.reference,
                        .expansion = (float)c->heat.expansion,
                        .thinning = (float)c->heat.thinning,
                        .diffusivity = several ? (float)heat_diffusivity(c) : 0.5f * (float)s->conduct,
                        .quanta = (float)quanta_of(s->heat * s->conduct / (s->h * s->h))};
}

/* By default walls that repel have 5 g H (Monaghan 1994), or g H (Monaghan & Kajtar 2009), where the speed of
 * sound is ten times that of what falls from H. */
static double repulsion_strength(const struct scales *s, const struct wcsph_settings *c) {
  if (c->boundary.model == BOUNDARY_SEMI_ANALYTICAL) return 0.0;
  if (c->boundary.strength > 0.0) return c->boundary.strength;
  return s->c0 * s->c0 / (c->boundary.model == BOUNDARY_LENNARD_JONES ? 40.0 : 200.0);
}

/* Of shifting: D = strength 4 h |dv| dt over its bound of h^2/2, by the time step that sound allows. */
static void scale_shifting(struct scales *s, const struct wcsph_settings *c) {
  if (c->shifting.measure != SHIFT_BY_STRAIN || c->shifting.model == SHIFTING_NONE) return;
  s->shift_strain = 8.0 * c->shifting.strength * c->shifting.every * c->integrator.cfl / s->c0;
}

/* Over beta's argument, U dissipation (models/viscosity_riemann.h): without an onset all is beyond. */
static double riemann_begin(double onset, double dissipation, double c0) {
  return onset > 0.0 ? 1.0 / (dissipation * c0 * onset) : 1e30;
}

/* What keeps fluid out of walls. */
static void scale_contact(struct scales *s, const struct wcsph_settings *c) {
  const double dp = s->dp / s->h;
  if (repulsion_of(c->boundary.model)) {
    s->contact = repulsion_strength(s, c) / (s->h * s->unit_acceleration);
    s->contact_slope = dp * dp;
  } else if (c->boundary.contact > 0.0) {
    const double reach = c->boundary.contact * s->dp / s->h;
    s->contact = sqrt(CONTACT_STRENGTH * s->c0 * s->c0 / s->unit);
    s->contact_slope = s->contact / (reach * reach);
  }
}

/* Surface tension as a stress, or between pairs (wcsph/models/cohesion.h). */
static void scale_tension(struct scales *s, const struct wcsph_settings *c) {
  s->tension = c->interface.tension / s->density;
  if (c->interface.model != TENSION_PAIRWISE) return;
  const double h2 = s->h * s->h, lambda = cohesion_lambda(c->dimensions, s->radius);
  s->tension *= s->volume / (lambda * s->hd * h2 * s->unit_acceleration);
  s->wetting = 0.5 * cosine_of_turns(c->interface.angle / 360.0);
}

/* The units of the sums of pair laws (wcsph/models/pair.h). A law of strength 0 is left out: units are
 * divided by strengths. */
static void scale_pairs(struct scales *s, struct wcsph_law *law, const struct wcsph_settings *c) {
  const bool several = settings_has_phases(c);
  const double viscous =
      law->viscosity == VISCOSITY_ARTIFICIAL && !several ? 2.0 * c->viscosity.alpha * s->c0 : 0.0;
  const double diffusive =
      law->diffusion != DIFFUSION_NONE && !several ? 4.0 * c->diffusion.delta * s->c0 : 0.0;
  if (!(viscous > 0.0) && law->viscosity == VISCOSITY_ARTIFICIAL && !several) law->viscosity = VISCOSITY_NONE;
  if (!(diffusive > 0.0) && !several) law->diffusion = DIFFUSION_NONE;
  s->dissipation = diffusive > 0.0 ? diffusive : viscous > 0.0 ? viscous : s->c0;
  s->unit = viscous > 0.0 ? viscous / s->dissipation : 1.0;
  if (settings_has_flow(c) || several) {
    struct wcsph_settings unit = *c;
    unit.viscosity.nu = 1.0;
    unit.viscosity.bulk = c->viscosity.nu > 0.0 ? c->viscosity.bulk / c->viscosity.nu : 0.0;
    scale_viscosity(&unit, law->viscosity, &s->flow_u, &s->flow_r);
    if (law->viscosity == VISCOSITY_ARTIFICIAL) s->flow_r = -1.0; /* of rows as phases_rows has them */
    law->viscosity = VISCOSITY_NONE; /* but passes/viscous.h or passes/phases.h */
  }
  scale_viscosity(c, law->viscosity, &s->viscous_u, &s->viscous_r);
  s->mirror = mirror_of(c);
  s->nu = 0.5 * (s->viscous_u + s->viscous_r / c->dimensions);
  if (settings_has_flow(c)) derive_rheology(s, law, c);
  if (several) derive_phases(s, law, c);
  scale_heat(s, law, c);
  law->eddies = (struct eddy_law){.roughness = (float)c->turbulence.roughness,
                                  .spacing = (float)c->dp,
                                  .viscosity = (float)s->c0 * (float)s->h};
  s->unit_acceleration = (double)(float)(s->volume_f * s->h * s->unit);
  s->unit_rate = (double)(float)(s->volume_f * s->h);
  scale_contact(s, c);
  scale_shifting(s, c);
  scale_tension(s, c);
}

static void derive_choices(struct wcsph_law *law, const struct wcsph_settings *c) {
  memset(law, 0, sizeof *law);
#define X(KIND, name, type, key) law->name = c->key;
  LAW_AXES(X)
#undef X
  if (law->diffusion == DIFFUSION_ANTUONO) law->diffusion = DIFFUSION_MOLTENI; /* and passes/antuono.h */
  if (settings_has_dummies(c)) law->boundary = BOUNDARY_DUMMY; /* of mdbc walls, and passes/mirrored.h */
  law->summation = c->summation;
  law->keeps_rate = c->integrator.scheme == INTEGRATOR_ADAMS_BASHFORTH;
  law->dimensions = c->dimensions;
}

/* The constants, of which quanta of positions come with the geometry. */
static void derive_law(struct wcsph_law *law, const struct scales *s) {
#define ONE(where, name, value) law->name = (float)(value);
#define MANY(where, name, count, value)                                                                      \
  for (int a = 0; a < count; a++) law->name[a] = (float)(value);
  LAW_CONSTANTS(ONE, MANY)
#undef ONE
#undef MANY
  law->nu = (float)s->nu;
  law->mass = (float)(s->density * s->volume);
  law->damper = (float)(s->c->damper.strength * s->h * s->impedance);
  law->cleaning = s->c->damper.model == DAMPER_CLEANING ? (float)(s->c->damper.strength * s->c0) : 0.0f;
  law->radius2 = (float)(s->radius * s->radius * BEYOND);
  law->upright = law->stratification[0] == 0.0f && law->stratification[1] == 0.0f;
}

/* The scales that follow from the case and c0 alone, and the choices of the law. */
static void scale_all(struct scales *s, struct wcsph_law *law, const struct wcsph_settings *c) {
  s->density = c->material.density;
  derive_choices(law, c);
  scale_kernel(s, c);
  scale_eos(s, c);
  scale_pairs(s, law, c);
  for (int a = 0; a < 3; a++) s->gravity[a] = c->gravity[a];
}

/* The least density times speed of sound of all phases, kg/(m^2 s); `own` is the speed of sound of
 * `material`. */
static double least_impedance(const struct wcsph_settings *c, double own) {
  double least = c->material.density * own;
  for (int k = 1; k <= (int)c->phase_count; k++)
    least = fmin(least, c->phases[k - 1].density * phases_sound(c, k, own));
  return least;
}

void wcsph_derive_viscosity(struct wcsph_law *law, const struct wcsph_state *geometry,
                            const struct wcsph_settings *c, double factor) {
  struct wcsph_settings now = *c;
  now.viscosity.alpha *= factor, now.viscosity.nu *= factor, now.viscosity.bulk *= factor;
  struct scales s = {.c = &now, .c0 = (double)law->c0, .impedance = least_impedance(c, (double)law->c0)};
  for (int a = 0; a < 3; a++) s.quantum[a] = geometry->quantum[a];
  scale_all(&s, law, &now);
  derive_law(law, &s);
}

/* How far particles reach along an axis, m. */
static void particles_extent(const struct wcsph_settings *c, const struct particles *p, int a, double *low,
                             double *high) {
  *low = INFINITY, *high = -INFINITY;
  for (size_t k = 0; k < c->wall_count + c->fluid_count; k++) {
    *low = fmin(*low, p->extents[k].low[a]);
    *high = fmax(*high, p->extents[k].high[a]);
  }
}

/* Where fluid may be. */
static const double *where_low(const struct wcsph_settings *c) {
  return c->region.given ? c->region.low : c->domain.low;
}
static const double *where_high(const struct wcsph_settings *c) {
  return c->region.given ? c->region.high : c->domain.high;
}

/* Box of the domain and of all particles along an axis, also of those of walls when these have moved. */
static void axis_extent(const struct wcsph_settings *c, const struct particles *p, int a, double *low,
                        double *high) {
  const bool flat = a >= c->dimensions;
  particles_extent(c, p, a, low, high);
  *low = fmin(*low, flat ? 0.0 : where_low(c)[a]);
  *high = fmax(*high, flat ? 0.0 : where_high(c)[a]);
}

/* The same for all axes, of walls that move. */
static void moved_extents(const struct wcsph_settings *c, const struct particles *p, double low[3],
                          double high[3]) {
  for (int a = 0; a < 3; a++) low[a] = INFINITY, high[a] = -INFINITY;
  if (!motion_any(c)) return;
  double(*box)[2][3] = calloc(c->wall_count, sizeof *box);
  for (size_t k = 0; box && k < c->wall_count; k++)
    for (int a = 0; a < 3; a++) box[k][0][a] = p->extents[k].low[a], box[k][1][a] = p->extents[k].high[a];
  for (size_t k = 0; box && k < c->wall_count; k++) {
    double reach2 = 0.0;
    for (int a = 0; a < c->dimensions; a++)
      reach2 += (box[k][1][a] - box[k][0][a]) * (box[k][1][a] - box[k][0][a]);
    if (motion_moves(&c->scene, k)) motion_reach(&c->scene, k, box[k][0], box[k][1]);
    for (int a = 0; a < c->dimensions && c->walls[k].freedom.given;
         a++) { /* its centre stays in the domain */
      box[k][0][a] = where_low(c)[a] - sqrt(reach2);
      box[k][1][a] = where_high(c)[a] + sqrt(reach2);
    }
    for (int a = 0; a < 3; a++) low[a] = fmin(low[a], box[k][0][a]), high[a] = fmax(high[a], box[k][1][a]);
  }
  free(box);
}

/* Whether particles reach farther along y than along z. */
static bool lies_along_y(const struct wcsph_settings *c, const struct particles *p) {
  double y[2], z[2];
  particles_extent(c, p, 1, &y[0], &y[1]);
  particles_extent(c, p, 2, &z[0], &z[1]);
  return y[1] - y[0] > z[1] - z[0];
}

static uint32_t to_quanta(double x) {
  return (uint32_t)fmin(fmax(floor(x), 0.0), 4294967295.0);
}

static int derive_axis(struct wcsph_state *s, double support, const struct wcsph_settings *c,
                       const struct particles *p, int a, double moved_low, double moved_high) {
  double low, high, cell = (support + s->skin) / grid_reach[a];
  s->periodic[a] = a < c->dimensions && c->domain.periodic[a];
  axis_extent(c, p, a, &low, &high);
  low = fmin(low, moved_low), high = fmax(high, moved_high);
  if (s->periodic[a]) {
    low = c->domain.low[a], high = c->domain.high[a];
  } else {
    /* Fluid may stray a support radius past a face before it counts as outside, and must find no particle
     * across the wrap from there. */
    low -= 2.0 * support, high += 2.0 * support;
  }
  double length = high - low, cells = floor(length / cell);
  /* The case's checks are the same rules (case/check.c), before anything is filled. */
  CHECK(!s->periodic[a] || cells >= cpu_period_least(&c->cpu) * grid_reach[a], STATUS_USAGE,
        "%s: domain.periodic: %c is %g m long; expected at least %g support radii with their skin", c->path,
        "xyz"[a], length, cpu_period_least(&c->cpu));
  CHECK(cells <= (double)CASE_AXIS_MOST * grid_reach[a], STATUS_USAGE,
        "%s: domain: %c is %g support radii long; expected at most %d", c->path, "xyz"[a], length / support,
        CASE_AXIS_MOST);
  s->origin[a] = low;
  s->quantum[a] = length / 4294967296.0;
  s->cells[a] = a < c->dimensions ? (uint32_t)cells : 1;
  s->fluid_low[a] = 0, s->fluid_high[a] = UINT32_MAX;
  if (!s->periodic[a] && a < c->dimensions) {
    /* A support radius beyond the face: what leans on a wall from inside may be a little past it. */
    s->fluid_low[a] = to_quanta((where_low(c)[a] - support - low) / s->quantum[a]);
    s->fluid_high[a] = to_quanta((where_high(c)[a] + support - low) / s->quantum[a]);
    s->past[a] = to_quanta(support / s->quantum[a]);
  }
  return STATUS_OK;
}

/* Faster ones would outrun the time step, which looks at what fluid does; what else a wall does is seen as it
 * does it (wcsph/walls/motion.c). */
static int check_walls(const struct wcsph_settings *c, double c0) {
  for (size_t k = 0; k < c->wall_count; k++)
    for (size_t i = 0; i < c->walls[k].motion_count; i++) {
      const struct motion *m = &c->walls[k].motions[i];
      const double speed = sqrt(dot3(m->velocity, m->velocity));
      char place[CASE_PLACE];
      CHECK(m->kind != MOTION_STRAIGHT || speed <= c0, STATUS_USAGE,
            "%s: walls.%s.motion.velocity: %g m/s; expected at most the speed of sound, %g m/s",
            scene_place(place, &c->scene, c->walls[k].line), c->walls[k].name, speed, c0);
    }
  return STATUS_OK;
}

/* The case's, as far as periodic axes have room for four cells that span it as well. */
static float longest_path(const struct wcsph_settings *c, double support, double skin) {
  double path = c->neighbours.path * support;
  for (int a = 0; a < c->dimensions; a++)
    if (c->domain.periodic[a])
      path = fmin(path, ((c->domain.high[a] - c->domain.low[a]) / 4.0 - support - skin) / 1.002);
  return path > 0.0 ? (float)path : 0.0f;
}

int wcsph_derive(struct wcsph_law *law, struct wcsph_state *geometry, const struct wcsph_settings *c,
                 const struct particles *p) {
  memset(geometry, 0, sizeof *geometry);
  double c0 = wcsph_speed_of_sound(c, p);
  CHECK(c0 > 0.0, STATUS_USAGE,
        "%s: material.speed_of_sound: nothing in the case shows how fast the fluid gets; expected "
        "material.speed_of_sound or material.expected_speed",
        c->path);
  const double own = c0;
  for (int k = 1; k <= (int)c->phase_count; k++) c0 = fmax(c0, phases_sound(c, k, own));
  TRY(check_walls(c, c0));
  struct scales scales = {.c = c, .c0 = c0, .impedance = least_impedance(c, own)};
  scale_all(&scales, law, c);
  const double support = (double)(float)(scales.radius * scales.h); /* as the law has it */
  geometry->skin = (float)(c->neighbours.skin * support);
  geometry->path = longest_path(c, support, (double)geometry->skin);
  const bool elsewhere = c->scheme == SCHEME_STANDARD && c->limits.lost > 0.0 && !c->region.given;
  geometry->open = (c->region.given ? c->region.open : c->domain.open) |
                   (c->limits.leave ? STATE_OPEN_LIMITS : 0) | (elsewhere ? STATE_OPEN_ELSEWHERE : 0);
  double total = 1.0, moved_low[3], moved_high[3];
  moved_extents(c, p, moved_low, moved_high);
  for (int a = 0; a < 3; a++) {
    TRY(derive_axis(geometry, support, c, p, a, moved_low[a], moved_high[a]));
    scales.quantum[a] = geometry->quantum[a];
    total *= geometry->cells[a];
  }
  derive_law(law, &scales);
  geometry->along_y =
      lies_along_y(c, p) && (!geometry->periodic[1] || geometry->periodic[2]); /* ends should not meet */
  CHECK(total <= 0x1p31 - 1, STATUS_USAGE, "%s: domain: %.3g cells; expected at most 2^31 - 1", c->path,
        total);
  return STATUS_OK;
}

double wcsph_step_estimate(const struct wcsph_law *law, const struct wcsph_settings *c, float nu) {
  double g =
      sqrt(c->gravity[0] * c->gravity[0] + c->gravity[1] * c->gravity[1] + c->gravity[2] * c->gravity[2]);
  const struct step_control control = timestep_control(law, c, nu);
  return step_control_length(&control, (float)g, 0.0f);
}
