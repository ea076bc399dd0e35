/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SETTINGS_H
#define WCSPH_SETTINGS_H
/* What a case says of a WCSPH run, as wcsph/start/settings.c takes it: all that its plan, its steps and its
 * results read of the case. Members are named as in struct amphi_case, which owns what they point to. */
#include "case/backends.h"
#include "case/bounds.h"
#include "case/gauge.h"
#include "case/openings.h"
#include "case/scene.h"
#include "case/wcsph.h"

struct wcsph_text;

/* What snapshots show. */
struct wcsph_shown {
  unsigned fields;           /* bits by enum shown_field */
  double low[3], high[3];    /* m: a box whose particles they have; NaN: without bound */
  int every;                 /* of ids */
  enum shown_walls surfaces; /* written beside them */
};

struct wcsph_settings {
  SCENE
  enum case_scheme scheme;
  double end; /* s */

#define MEMBER(type, member) type member;
  OWN_CHOICES(MEMBER)
#undef MEMBER
  double smoothing_ratio; /* h / dp */
  struct case_material material;
  struct interface interface;
  struct case_viscosity viscosity;
  struct case_rheology rheology;
  struct case_turbulence turbulence;
  struct case_heat heat;
  struct case_diffusion diffusion;
  struct case_boundary boundary;
  struct case_integrator integrator;
  struct case_damper damper;
  struct case_shifting shifting;
  int gradients_every; /* steps that particles carry what correction and reconstruction need */
  int settle;          /* shifts before the start */
  enum summation summation;
  struct case_limits limits;
  struct case_neighbours neighbours;
  struct case_frame frame;
  struct touching contact;

  const struct phase *phases; /* beside `material` */
  const struct body *fluids;
  const struct joint *joints;
  const struct opening *openings;
  const struct gauge *gauges;
  const struct damping_zone *zones;
  const struct relaxation_zone *relaxations;
  size_t phase_count, fluid_count, joint_count, opening_count, gauge_count, zone_count, relaxation_count;

  struct wcsph_shown output;
  struct offload_options offload;
  struct cpu_options cpu;
  const struct wcsph_text *text; /* of the case, for other processes; NULL: this one places all particles */
};

/* Whether walls take velocity and pressure from the fluid, so that pairs meet them as dummy particles. */
bool settings_has_dummies(const struct wcsph_settings *c);

/* Whether particles have viscosities of their own. */
bool settings_has_flow(const struct wcsph_settings *c);

/* Whether turbulence has an energy and a dissipation of its own (wcsph/fluids/eddies.h). */
bool settings_has_eddies(const struct wcsph_settings *c);

/* Whether there are several phases, one of which at least has a viscosity that depends on shear. */
bool settings_has_flowing_phases(const struct wcsph_settings *c);

/* Whether the viscous term is sub-stepped (wcsph/substeps.h). */
bool settings_has_substeps(const struct wcsph_settings *c);

/* Whether there are several phases. */
bool settings_has_phases(const struct wcsph_settings *c);

/* Whether particles have a temperature. */
bool settings_has_heat(const struct wcsph_settings *c);

/* Whether a damper acts. */
bool settings_has_damper(const struct wcsph_settings *c);

#endif
