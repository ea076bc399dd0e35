/* SPDX-License-Identifier: BSD-3-Clause */
/* From the case's parameters to the constants of the laws and the integer grid of positions. */
#include <math.h>
#include <string.h>

#include "physics/scalar.h"
#include "util/error.h"
#include "wcsph/evolution.h"
#include "wcsph/grid.h"
#include "wcsph/motion.h"

/* Extent of the initial fluid along the body force, m. */
static double fluid_height(const struct amphi_case *c, const struct particles *p) {
  double low = INFINITY, high = -INFINITY, g = 0.0;
  for (int a = 0; a < 3; a++) g += c->gravity[a] * c->gravity[a];
  if (g == 0.0 || p->fluid_count == 0) return 0.0;
  g = sqrt(g);
  for (size_t i = p->wall_count; i < p->wall_count + p->fluid_count; i++) {
    double along = 0.0;
    for (int a = 0; a < 3; a++) along += p->position[i][a] * c->gravity[a] / g;
    low = fmin(low, along), high = fmax(high, along);
  }
  return high - low + c->dp;
}

static double speed_of_sound(const struct amphi_case *c, const struct particles *p) {
  if (c->material.speed_of_sound > 0.0) return c->material.speed_of_sound;
  double g =
      sqrt(c->gravity[0] * c->gravity[0] + c->gravity[1] * c->gravity[1] + c->gravity[2] * c->gravity[2]);
  return c->material.sound_factor * fmax(c->material.expected_speed, sqrt(2.0 * g * fluid_height(c, p)));
}

/* Taylor's binomials: B ((1 + d)^gamma - 1) = sum over k of B C(gamma, k) d^k. */
static void derive_eos(struct wcsph_law *law, const struct amphi_case *c, double c0) {
  int gamma = c->material.gamma;
  double b = c->material.density * c0 * c0 / gamma, binomial = 1.0;
  for (int k = 1; k <= 7; k++) {
    binomial *= (double)(gamma - k + 1) / k;
    law->eos[k - 1] = (float)(b * binomial);
  }
  law->lowest_d = (float)(c->material.lowest_density - 1.0);
  law->background = (float)c->material.background_pressure;
}

/* pow() may differ in the last digit between libraries. */
static double power(double x, int n) {
  double product = x;
  while (--n > 0) product *= x;
  return product;
}

static void derive_kernel(struct wcsph_law *law, const struct amphi_case *c) {
  double h = c->smoothing_ratio * c->dp, norm = 0.0, radius = 0.0, scale = 0.0;
  int dim = c->dimensions;
  switch (c->kernel) {
#define X(NAME, name, r, norm2, norm3, s)                                                                    \
  case KERNEL_##NAME:                                                                                        \
    radius = r, norm = dim == 2 ? norm2 : norm3, scale = s;                                                  \
    break;
    KERNELS(X)
#undef X
  }
  double volume = power(c->dp, dim), hd = power(h, dim);
  law->h = (float)h;
  law->inv_h = (float)(1.0 / h);
  law->radius = (float)radius;
  law->support = (float)(radius * h);
  const double beyond = 1.0 + 1e-6; /* the roundings of r^2 and q are 2e-7 */
  law->support2 = (float)(radius * h * radius * h * beyond);
  law->radius2 = (float)(radius * radius * beyond);
  law->w_factor = (float)(norm / hd);
  law->vf_factor = (float)(volume * scale * norm / (hd * h * h));
  law->volume = (float)volume;
  law->mass = (float)(c->material.density * volume);
  law->inv_w_spacing = 1.0f / kernel_w(c->kernel, (float)(c->dp / h));
}

/* Contact with walls, in c0^2 and dp^2: it begins where a particle above the middle of four wall
 * particles touches the wall's face (1/2 + 1/4), nearer than fluid at rest comes to any. The strength is the
 * least of 0.1, 0.3 and 1 under which no particle crossed a wall in cases/spheric02. */
static const double contact_strength = 0.3, contact_reach2 = 0.75;

/* Quanta of a quantity whose own scale is `scale`: 2^SUM_SCALE_BITS of them, or down to half of that. */
static float quanta_of(double scale) {
  int exponent;
  frexp(scale, &exponent); /* scale = [1/2, 1) 2^exponent */
  return (float)ldexp(1.0, SUM_SCALE_BITS - exponent);
}

/* What two particles at rest in each other's support do to each other is a small part of these scales. */
static void derive_quanta(struct wcsph_law *law, const struct amphi_case *c, double c0) {
  double h = c->smoothing_ratio * c->dp;
  law->quanta = (struct wcsph_quanta){
      .acceleration = quanta_of(c0 * c0 / h / fabs((double)law->unit.acceleration)),
      .rate = quanta_of(c0 / h / fabs((double)law->unit.rate)),
      .reaction = quanta_of(c0 * c0 / h),
      .weight = quanta_of(1.0),
      .pressure = quanta_of(c->material.density * c0 * c0 + fabs(c->material.background_pressure)),
      .velocity = quanta_of(c0),
      .gradient = quanta_of(1.0 / h),
  };
}

/* The constants of pair laws and the units of their sums (physics/pair.h). A law of strength 0 is left out:
 * units are divided by strengths. */
static void derive_pairs(struct wcsph_law *law, const struct amphi_case *c, double c0) {
  const double h = c->smoothing_ratio * c->dp, volume_f = (double)law->vf_factor;
  const double viscous = law->viscosity == VISCOSITY_ARTIFICIAL ? 2.0 * c->viscosity.alpha * c0 : 0.0;
  const double diffusive = law->diffusion != DIFFUSION_NONE ? 4.0 * c->diffusion.delta * c0 : 0.0;
  if (!(viscous > 0.0) && law->viscosity == VISCOSITY_ARTIFICIAL) law->viscosity = VISCOSITY_NONE;
  if (!(diffusive > 0.0)) law->diffusion = DIFFUSION_NONE;
  const double damping = diffusive > 0.0 ? diffusive : viscous > 0.0 ? viscous : c0;
  const double unit = viscous > 0.0 ? viscous / damping : 1.0; /* of momentum terms, m^2/s^2 */
  law->damping = (float)damping;
  law->unit =
      (struct wcsph_units){.acceleration = (float)(volume_f * h * unit), .rate = (float)(volume_f * h)};
  law->per_density = (float)(1.0 / (c->material.density * unit));
  law->contact = (float)(contact_strength * c0 * c0 / unit);
  law->contact_slope =
      (float)(contact_strength * c0 * c0 / unit * (h * h / (contact_reach2 * c->dp * c->dp)));
  law->drag = (float)(2.0 * c->viscosity.nu / (h * unit));
  for (int a = 0; a < 3; a++) law->stratification[a] = (float)(c->gravity[a] * h / (c0 * c0));
  law->upright = law->stratification[0] == 0.0f && law->stratification[1] == 0.0f;
}

static int derive_law(struct wcsph_law *law, const struct amphi_case *c, double c0) {
  memset(law, 0, sizeof *law);
  law->kernel = c->kernel;
  law->formulation = c->formulation;
  law->viscosity = c->viscosity.model;
  law->diffusion = c->diffusion.model;
  law->boundary = c->boundary.model;
  law->slip = c->boundary.slip;
  law->summation = c->summation;
  law->dimensions = c->dimensions;
  derive_kernel(law, c);
  derive_eos(law, c, c0);
  derive_pairs(law, c, c0);
  law->rho0 = (float)c->material.density;
  law->c0 = (float)c0;
  law->nu = (float)c->viscosity.nu;
  for (int a = 0; a < 3; a++) law->gravity[a] = (float)c->gravity[a];
  law->density_low = (float)(c->limits.density[0] - 1.0);
  law->density_high = (float)(c->limits.density[1] - 1.0);
  law->max_speed = (float)(2.0 * c0);
  derive_quanta(law, c, c0);
  return STATUS_OK;
}

/* How far particles reach along an axis, m. */
static void particles_extent(const struct particles *p, int a, double *low, double *high) {
  *low = INFINITY, *high = -INFINITY;
  for (size_t i = 0; i < p->wall_count + p->fluid_count; i++) {
    *low = fmin(*low, p->position[i][a]);
    *high = fmax(*high, p->position[i][a]);
  }
}

/* Box of the domain and of all particles along an axis, also of those of walls when these have moved. */
static void axis_extent(const struct amphi_case *c, const struct particles *p, int a, double *low,
                        double *high) {
  const bool flat = a >= c->dimensions;
  particles_extent(p, a, low, high);
  *low = fmin(*low, flat ? 0.0 : c->domain.low[a]);
  *high = fmax(*high, flat ? 0.0 : c->domain.high[a]);
  for (size_t i = 0; i < p->wall_count; i++) {
    const struct motion *m = &c->walls[p->body[i]].motion;
    double moved[3];
    motion_distance(m, m->to, moved);
    *low = fmin(*low, p->position[i][a] + moved[a]);
    *high = fmax(*high, p->position[i][a] + moved[a]);
  }
}

/* Whether particles reach farther along y than along z. */
static bool lies_along_y(const struct particles *p) {
  double y[2], z[2];
  particles_extent(p, 1, &y[0], &y[1]);
  particles_extent(p, 2, &z[0], &z[1]);
  return y[1] - y[0] > z[1] - z[0];
}

static uint32_t to_quanta(double x) {
  return (uint32_t)fmin(fmax(floor(x), 0.0), 4294967295.0);
}

static int derive_axis(struct wcsph_state *s, struct wcsph_law *law, const struct amphi_case *c,
                       const struct particles *p, int a) {
  double low, high, support = law->support, cell = (support + s->skin) / grid_reach[a];
  s->periodic[a] = a < c->dimensions && c->domain.periodic[a];
  axis_extent(c, p, a, &low, &high);
  if (s->periodic[a]) {
    low = c->domain.low[a], high = c->domain.high[a];
  } else {
    /* Fluid may stray a support radius past a face before it counts as outside, and must find nobody across
     * the wrap from there. */
    low -= 2.0 * support, high += 2.0 * support;
  }
  double length = high - low, cells = floor(length / cell);
  /* So that no pair meets twice, and nothing is near half an axis away. The cpu backend's particles that
   * share a list may be in two cells that follow each other: with those on both sides, they are four. */
  double least = c->cpu.cells == CPU_CELLS_WHOLE ? 4.0 : 3.5;
  CHECK(!s->periodic[a] || cells >= least * grid_reach[a], STATUS_USAGE,
        "periodic axis %c is %g m long, but needs at least %g m (%g times support radius and skin)", "xyz"[a],
        length, least * grid_reach[a] * cell, least);
  CHECK(cells < 1 << 20, STATUS_USAGE, "axis %c is %g support radii long: positions would be too coarse",
        "xyz"[a], length / support);
  s->origin[a] = low;
  s->quantum[a] = length / 4294967296.0;
  s->cells[a] = a < c->dimensions ? (uint32_t)cells : 1;
  law->quantum[a] = (float)s->quantum[a];
  law->quantum_h[a] = (float)(s->quantum[a] / (c->smoothing_ratio * c->dp));
  s->fluid_low[a] = 0, s->fluid_high[a] = UINT32_MAX;
  if (!s->periodic[a] && a < c->dimensions) {
    /* A support radius beyond the face: what leans on a wall from inside may be a little past it. */
    s->fluid_low[a] = to_quanta((c->domain.low[a] - support - low) / s->quantum[a]);
    s->fluid_high[a] = to_quanta((c->domain.high[a] + support - low) / s->quantum[a]);
    s->past[a] = to_quanta(support / s->quantum[a]);
  }
  return STATUS_OK;
}

/* Faster ones would outrun the time step, which looks at what fluid does. */
static int check_walls(const struct amphi_case *c, double c0) {
  for (size_t k = 0; k < c->wall_count; k++) {
    const double *v = c->walls[k].motion.velocity, speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    CHECK(speed <= c0, STATUS_USAGE,
          "%s: walls.%s.motion.velocity: %g m/s; expected at most the speed of sound, %g m/s", c->path,
          c->walls[k].name, speed, c0);
  }
  return STATUS_OK;
}

/* The case's, as far as periodic axes have room for four cells that span it as well. */
static float longest_path(const struct amphi_case *c, double support, double skin) {
  double path = c->neighbours.path * support;
  for (int a = 0; a < c->dimensions; a++)
    if (c->domain.periodic[a])
      path = fmin(path, ((c->domain.high[a] - c->domain.low[a]) / 4.0 - support - skin) / 1.002);
  return path > 0.0 ? (float)path : 0.0f;
}

int wcsph_derive(struct wcsph_law *law, struct wcsph_state *geometry, const struct amphi_case *c,
                 const struct particles *p) {
  memset(geometry, 0, sizeof *geometry);
  double c0 = speed_of_sound(c, p);
  CHECK(c0 > 0.0, STATUS_USAGE,
        "%s: material.speed_of_sound: nothing to derive it from (no gravity, no expected_speed): give it",
        c->path);
  TRY(check_walls(c, c0));
  TRY(derive_law(law, c, c0));
  geometry->skin = (float)(c->neighbours.skin * (double)law->support);
  geometry->path = longest_path(c, (double)law->support, (double)geometry->skin);
  geometry->open = c->domain.open;
  double total = 1.0;
  for (int a = 0; a < 3; a++) {
    TRY(derive_axis(geometry, law, c, p, a));
    total *= geometry->cells[a];
  }
  geometry->along_y =
      lies_along_y(p) && (!geometry->periodic[1] || geometry->periodic[2]); /* ends should not meet */
  CHECK(total < 2147483648.0, STATUS_USAGE, "the domain has %.3g cells of a support radius: more than 2^31",
        total);
  return STATUS_OK;
}

double wcsph_step_estimate(const struct wcsph_law *law, const struct amphi_case *c) {
  double g =
      sqrt(c->gravity[0] * c->gravity[0] + c->gravity[1] * c->gravity[1] + c->gravity[2] * c->gravity[2]);
  double dt = timestep_stable(law, c, (float)g, 0.0f);
  return c->integrator.max_step > 0.0 ? fmin(dt, c->integrator.max_step) : dt;
}
