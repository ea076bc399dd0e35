/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_SETTINGS_H
#define WCSPH_SETTINGS_H
/* What a WCSPH run reads of a case, for its plan, its steps and its results. What the members point to is the
 * case's. */
#include "case/backends.h"
#include "case/bounds.h"
#include "case/cables.h"
#include "case/gauge.h"
#include "case/openings.h"
#include "case/scene.h"
#include "case/wcsph.h"
#include "wcsph/levels/region.h"

struct wcsph_text;

/* What snapshots show. */
struct wcsph_shown {
  unsigned fields;           /* bits by enum shown_field */
  double low[3], high[3];    /* m: a box whose particles they have; NaN: without bound */
  int every;                 /* of ids */
  enum shown_walls surfaces; /* written beside them */
};

/* Members that are copied: X(type, member), by its name in struct amphi_case. */
#define WCSPH_SETTINGS(X)                                                                                    \
  X(enum case_free_surface, free_surface) /* found by the start, if it is to be */                           \
  X(enum case_scheme, scheme)                                                                                \
  X(double, end)             /* s */                                                                         \
  X(double, smoothing_ratio) /* h / dp */                                                                    \
  X(struct case_material, material)                                                                          \
  X(struct interface, interface)                                                                             \
  X(struct case_viscosity, viscosity)                                                                        \
  X(struct case_rheology, rheology)                                                                          \
  X(struct case_turbulence, turbulence)                                                                      \
  X(struct case_heat, heat)                                                                                  \
  X(struct case_diffusion, diffusion)                                                                        \
  X(struct case_boundary, boundary)                                                                          \
  X(struct case_integrator, integrator)                                                                      \
  X(struct case_damper, damper)                                                                              \
  X(struct case_shifting, shifting)                                                                          \
  X(int, gradients_every) /* steps that particles carry what correction and reconstruction need */           \
  X(int, settle)          /* shifts before the start */                                                      \
  X(enum summation, summation)                                                                               \
  X(struct case_limits, limits)                                                                              \
  X(int, list_every) /* steps after which a list is made anew in any case; 0: none */                        \
  X(struct case_neighbours, neighbours)                                                                      \
  X(struct case_frame, frame)                                                                                \
  X(struct touching, contact)                                                                                \
  X(const struct phase *, phases) /* beside `material` */                                                    \
  X(size_t, phase_count)                                                                                     \
  X(const struct body *, fluids)                                                                             \
  X(size_t, fluid_count)                                                                                     \
  X(const struct joint *, joints)                                                                            \
  X(size_t, joint_count)                                                                                     \
  X(const struct cable *, cables)                                                                            \
  X(size_t, cable_count)                                                                                     \
  X(const struct knot *, knots)                                                                              \
  X(size_t, knot_count)                                                                                      \
  X(const struct opening *, openings)                                                                        \
  X(size_t, opening_count)                                                                                   \
  X(const struct gauge *, gauges)                                                                            \
  X(size_t, gauge_count)                                                                                     \
  X(const struct damping_zone *, zones)                                                                      \
  X(size_t, zone_count)                                                                                      \
  X(const struct relaxation_zone *, relaxations)                                                             \
  X(size_t, relaxation_count)                                                                                \
  X(struct offload_options, offload)                                                                         \
  X(struct cpu_options, cpu)

struct wcsph_settings {
  SCENE
#define MEMBER(type, member) type member;
  OWN_CHOICES(MEMBER)
  WCSPH_SETTINGS(MEMBER)
#undef MEMBER
  struct wcsph_shown output;
  struct region region;          /* of a level */
  const struct wcsph_text *text; /* of the case, for other processes; NULL: this one places all particles */
};

/* Whether walls take velocity and pressure from the fluid, so that pairs meet them as dummy particles. */
bool settings_has_dummies(const struct wcsph_settings *c);

/* Whether walls of any model take pressure and velocity from the fluid: dummy and semi-analytical ones. */
bool settings_walls_take(const struct wcsph_settings *c);

/* Whether particles have viscosities of their own. */
bool settings_has_flow(const struct wcsph_settings *c);

/* Whether turbulence has an energy and a dissipation of its own (wcsph/fluids/eddies.h). */
bool settings_has_eddies(const struct wcsph_settings *c);

/* Whether there are several phases, one of which at least has a viscosity that depends on shear or
 * temperature; and whether what it does has no bound that is known before: eddies, and what is cold. */
bool settings_has_flowing_phases(const struct wcsph_settings *c);
bool settings_stirs_phases(const struct wcsph_settings *c);

/* Whether the viscous term is sub-stepped (wcsph/substeps.h). */
bool settings_has_substeps(const struct wcsph_settings *c);

/* Whether there are several phases. */
bool settings_has_phases(const struct wcsph_settings *c);

/* Whether particles have a temperature. */
bool settings_has_heat(const struct wcsph_settings *c);

/* Whether a damper acts. */
bool settings_has_damper(const struct wcsph_settings *c);

#endif
