/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/fluids/phases.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/shape.h"
#include "lane/scalar.h"
#include "util/error.h"
#include "wcsph/models/phase.h"
#include "wcsph/models/rheology.h"
#include "wcsph/start/place.h"

/* rho0 of a phase, 0 being the material, kg/m^3. */
static double density_of_phase(const struct wcsph_settings *c, int phase) {
  return phase ? c->phases[phase - 1].density : c->material.density;
}

double phases_sound(const struct wcsph_settings *c, int phase, double material) {
  const double own = phase ? c->phases[phase - 1].speed_of_sound : material;
  return own > 0.0 ? own : material * sqrt(c->material.density / density_of_phase(c, phase));
}

struct rheology phases_rheology(const struct wcsph_settings *c, int phase) {
  const struct case_rheology *of = phase ? &c->phases[phase - 1].rheology : &c->rheology;
  const unsigned takes = models_rheology[of->model].takes;
  const double rho0 = c->material.density, share = density_of_phase(c, phase) / rho0;
  const double nu = phase ? c->phases[phase - 1].nu : c->viscosity.nu;
  if (!(models_viscosity[c->viscosity.model].takes & TAKES_NU))
    return (struct rheology){.growth = INFINITY, .ceiling = INFINITY};
  return (struct rheology){
      .nu = (float)(nu * share),
      .power = takes & TAKES_EXPONENT ? (float)(of->exponent - 1.0) : 0.0f,
      .decay = takes & TAKES_DECAY ? (float)of->decay : 0.0f,
      .yield = takes & TAKES_YIELD ? (float)(of->yield / rho0) : 0.0f,
      .friction = takes & TAKES_FRICTION ? (float)(of->friction / rho0) : 0.0f,
      .rise = takes & TAKES_GRAINS ? (float)((of->friction_fast - of->friction) / rho0) : 0.0f,
      .pace = takes & TAKES_GRAINS ? (float)(of->inertial_number / of->grain_size / sqrt(of->grain_density))
                                   : 0.0f,
      .growth = takes & TAKES_GROWTH ? (float)of->growth : INFINITY,
      .ceiling = takes & TAKES_CEILING ? (float)(of->ceiling * share) : INFINITY,
  };
}

/* The largest dynamic viscosity of a phase, Pa s. A shear-thickening fluid has it at its ceiling, other
 * fluids at rest, grains under the largest pressure that can occur. */
static double thickest(const struct wcsph_settings *c, int phase, double sound) {
  const struct rheology f = phases_rheology(c, phase);
  const double rho0 = c->material.density;
  if (!(models_viscosity[c->viscosity.model].takes & TAKES_NU)) return 0.0;
  if ((phase ? c->phases[phase - 1].rheology.model : c->rheology.model) == RHEOLOGY_NEWTON)
    return density_of_phase(c, phase) * (phase ? c->phases[phase - 1].nu : c->viscosity.nu);
  if (f.power > 0.0f) return rho0 * (double)f.ceiling;
  return rho0 * (double)rheology_viscosity(&f, 0.0f, (float)(rho0 * sound * sound));
}

double phases_viscosity(const struct wcsph_settings *c, double sound) {
  double most = 0.0;
  for (int i = 0; i <= (int)c->phase_count; i++)
    for (int j = 0; j <= i; j++) {
      const double a = thickest(c, i, sound), b = thickest(c, j, sound);
      if (a + b > 0.0)
        most = fmax(most, 2.0 * a * b / (a + b) / fmin(density_of_phase(c, i), density_of_phase(c, j)));
    }
  return most;
}

/* The density of the fluid at each level of sites along gravity: that of the phase with most sites there. */
struct layers {
  int axis;
  int64_t low, count;
  double *density; /* [count], kg/m^3 */
};

/* The level of a fluid particle, which may be up to half a spacing off its site. */
static int64_t level_of(const struct lattice *l, const double at[3], int axis) {
  return llround((at[axis] - l->low[axis]) / l->dp - 0.5);
}

/* Counts a fluid's sites by level and phase. */
struct counting {
  const struct wcsph_settings *c;
  const struct layers *at;
  uint32_t *number; /* [count][phases] */
};

static void count_run(void *context, const struct particles_run *run, int fluid) {
  const struct counting *n = context;
  const struct layers *at = n->at;
  const size_t phases = n->c->phase_count + 1, phase = (size_t)(n->c->fluids[fluid].phase + 1);
  const double across[3] = {0.0, run->y, run->z};
  if (at->axis > 0) {
    const int64_t level = level_of(run->lattice, across, at->axis);
    n->number[(size_t)(level - at->low) * phases + phase] += (uint32_t)(run->end - run->first);
    return;
  }
  for (int32_t x = run->first; x < run->end; x++) n->number[(size_t)(x - at->low) * phases + phase]++;
}

/* Finds the lowest and highest level with fluid. Points from a file need not be on any site. */
static void find_levels(struct layers *at, const struct wcsph_settings *c, const struct particles *all,
                        const struct lattice *l) {
  int64_t high = INT64_MIN;
  *at = (struct layers){.axis = scene_gravity_axis(&c->scene), .low = INT64_MAX};
  for (size_t f = 0; f < c->fluid_count; f++) {
    const struct body_extent *e = &all->extents[c->wall_count + f];
    const int64_t first = level_of(l, e->low, at->axis), last = level_of(l, e->high, at->axis);
    at->low = first < at->low ? first : at->low;
    high = last > high ? last : high;
  }
  at->count = high - at->low + 1;
}

static int find_layers(struct layers *at, const struct wcsph_settings *c, const struct particles *p,
                       const struct wcsph_whole *whole) {
  const size_t phases = c->phase_count + 1, begin = p->wall_count, end = begin + p->fluid_count;
  struct lattice lattice;
  lattice_set(&lattice, &c->scene);
  find_levels(at, c, whole->particles, &lattice);
  uint32_t *number = calloc((size_t)at->count * phases, sizeof *number);
  at->density = calloc((size_t)at->count, sizeof *at->density);
  if (!number || !at->density) {
    free(number);
    return error_set(STATUS_FAILED, "no memory for the weight of several phases");
  }
  if (whole->sites) particles_see_fluid(whole->sites, count_run, &(struct counting){c, at, number});
  for (size_t i = begin; i < end && !whole->sites; i++)
    number[(size_t)(level_of(&lattice, p->position[i], at->axis) - at->low) * phases +
           (size_t)(c->fluids[p->body[i]].phase + 1)]++;
  for (int64_t k = 0; k < at->count; k++) {
    const uint32_t *here = number + (size_t)k * phases;
    size_t most = 0;
    for (size_t n = 1; n < phases; n++)
      if (here[n] > here[most]) most = n;
    at->density[k] = most ? c->phases[most - 1].density : c->material.density;
  }
  free(number);
  return STATUS_OK;
}

/* The weight, Pa, of the levels from `top` down to the middle of `level`. */
static double weight_on(const struct layers *at, const struct wcsph_settings *c, int64_t top, int64_t level) {
  const double g = fabs(c->gravity[at->axis]);
  const int down = c->gravity[at->axis] < 0.0 ? -1 : 1;
  double sum = 0.5 * at->density[level - at->low];
  for (int64_t k = top; k != level; k += down) sum += at->density[k - at->low];
  return sum * g * c->dp;
}

/* The density change d that gives a pressure above the background, by Newton steps: exact to rounding for |d|
 * <= 0.2. */
static float density_of(const struct wcsph_law *law, const struct vec4 *phase, float gamma, double pressure) {
  const double stiffness = (double)law->rho0 * (double)phase->w * (double)phase->w / (double)phase->x;
  double d = fmax(fmin(pressure / stiffness, 0.5), -0.5);
  for (int step = 0; step < 8; step++) {
    double power = d, slope = 1.0;
    for (int k = 2; k <= (int)gamma; k++) power = power * (1.0 + d) + d, slope *= 1.0 + d;
    d -= (power / (double)gamma - pressure / stiffness) / slope;
  }
  return (float)d;
}

void phases_rows(const struct wcsph_settings *c, uint16_t fluid, float sound, struct vec4 *phase,
                 struct vec4 *damping) {
  const int of = c->fluids[fluid].phase;
  const double share = (double)phases_share(c, fluid);
  const float light = (float)(1.0 / share), own = (float)phases_sound(c, of + 1, (double)sound);
  double nu = 0.0;
  if (models_viscosity[c->viscosity.model].takes & TAKES_NU)
    nu = of < 0 ? c->viscosity.nu : c->phases[of].nu;
  else if (c->viscosity.model == VISCOSITY_ARTIFICIAL)
    nu = c->viscosity.alpha * c->smoothing_ratio * c->dp * (double)own;
  *phase = (struct vec4){light, (float)(nu * share), (float)(of + 1), own};
  *damping = (struct vec4){(float)(of < 0 ? c->material.gamma : c->phases[of].gamma), light, 0.0f, 0.0f};
}

int phases_place(struct wcsph_run *r, const struct particles *p, const struct wcsph_whole *whole,
                 const int32_t *levels) {
  const struct wcsph_settings *c = r->config;
  struct wcsph_state *s = &r->state;
  struct layers at = {0};
  struct lattice lattice;
  const float sound = (float)wcsph_speed_of_sound(c, whole->particles);
  const bool summed = c->density == DENSITY_SUMMATION;
  lattice_set(&lattice, &c->scene);
  int status = levels ? find_layers(&at, c, p, whole) : STATUS_OK;
  for (uint32_t i = 0; i < s->count && status == STATUS_OK; i++) {
    struct vec4 *row = &s->damping[i];
    if (state_kind(s, i) == KIND_WALL) {
      s->phase[i] = (struct vec4){1.0f, 0.0f, -1.0f, 1.0f};
      continue;
    }
    phases_rows(c, s->body[i], sound, &s->phase[i], row);
    float d = s->vel[i].w;
    if (levels && c->fluids[s->body[i]].hydrostatic) {
      const double weight =
          weight_on(&at, c, levels[i - p->wall_count], level_of(&lattice, p->position[i], at.axis));
      d = density_of(&r->law, &s->phase[i], row->x, weight);
      *(summed ? &row->z : &s->vel[i].w) = d;
    }
    row->w = phase_pressure(&r->law, s->phase[i].x, s->phase[i].w, row->x, d);
  }
  free(at.density);
  return status;
}
