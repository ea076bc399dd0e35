/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_EXTRA_H
#define WCSPH_EXTRA_H
/* The passes and sweeps that some models have beside the forces, a row each, in their order. */
#include <stdbool.h>

#include "particles/rows.h"
#include "wcsph/passes/list.h"
#include "wcsph/settings.h"
#include "wcsph/sweeps/list.h"

/* CARRIED: before forces, every `gradients_every` steps; in between particles carry what it wrote. */
enum extra_time { BEFORE_WALLS, BEFORE_FORCES, CARRIED, AFTER_FORCES };
struct extra {
  enum pass_id pass;   /* PASS_COUNT: none */
  enum sweep_id sweep; /* behind the pass; SWEEP_COUNT: none */
  enum extra_time when;
  row_mask buffers; /* which it writes for others to read */
  bool (*wanted)(const struct wcsph_settings *c);
};

/* Whether walls take velocity and pressure from the fluid, so that pairs meet them as dummy particles. */
bool extra_of_dummies(const struct wcsph_settings *c);

/* Whether particles have viscosities of their own. */
bool extra_of_flow(const struct wcsph_settings *c);

/* Whether turbulence has an energy and a dissipation of its own (wcsph/fluids/eddies.h). */
bool extra_of_eddies(const struct wcsph_settings *c);

/* Whether there are several phases, one of which at least has a viscosity that depends on shear. */
bool extra_of_flowing_phases(const struct wcsph_settings *c);

/* Whether the viscous term is sub-stepped (wcsph/substeps.h). */
bool extra_of_substeps(const struct wcsph_settings *c);

/* Whether there are several phases: after each stage the sweep `press` finds their pressure. */
bool extra_of_phases(const struct wcsph_settings *c);

/* Whether particles have a temperature. */
bool extra_of_heat(const struct wcsph_settings *c);

/* A row with no `wanted` ends it. */
extern const struct extra wcsph_extras[];

/* Whether a damper acts: after each stage the sweep `damp` finds its pressure. */
bool extra_damps(const struct wcsph_settings *c);

#endif
