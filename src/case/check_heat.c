/* SPDX-License-Identifier: BSD-3-Clause */
/* Which models can be combined with heat. */
#include <math.h>
#include <stdio.h>

#include "case/read.h"

static const char cold[] = "means nothing without heat; expected heat.model conduction, or no temperature";

static void check_temperature(struct reader *r, const char *list, const struct body *b) {
  char key[FAULT_KEY];
  snprintf(key, sizeof key, "%s.%s.temperature", list, b->name);
  if (r->c->heat.model == HEAT_NONE && !isnan(b->warmth.temperature)) check_fault(r, key, cold);
}

static void check_incoming(struct reader *r, const struct opening *o) {
  char key[FAULT_KEY];
  snprintf(key, sizeof key, "open_boundaries.%s.temperature", o->name);
  if (r->c->heat.model == HEAT_NONE && !isnan(o->temperature)) check_fault(r, key, cold);
}

static void check_flux(struct reader *r, const struct body *wall) {
  char key[FAULT_KEY];
  snprintf(key, sizeof key, "walls.%s.heat_flux", wall->name);
  if (isnan(wall->warmth.flux)) return;
  if (r->c->heat.model == HEAT_NONE)
    check_fault(r, key, "means nothing without heat; expected heat.model conduction, or no flux");
  else if (!isnan(wall->warmth.temperature))
    check_fault(r, key,
                "given beside the wall's temperature, which follows from it; expected one of the two");
  for (size_t k = 0; k < wall->shape_count && wall->warmth.flux != 0.0; k++)
    if (!check_has_outline(r->c, &wall->shapes[k]))
      check_fault(r, key,
                  "goes through a surface whose area is not known, of shape %zu; expected boxes, spheres, "
                  "planes%s, or a temperature",
                  k + 1, r->c->dimensions == 2 ? ", polygons" : ", cylinders and files of triangles");
}

static void check_phase(struct reader *r, const struct phase *p) {
  const struct amphi_case *c = r->c;
  char key[FAULT_KEY];
  snprintf(key, sizeof key, "phases.%s.heat", p->name);
  if (c->heat.model == HEAT_NONE && p->heat.given)
    check_fault(r, key, "means nothing without heat; expected heat.model conduction, or no heat of a phase");
  if (c->heat.model != HEAT_NONE && !p->heat.given)
    check_fault(
        r, key,
        "missing; the case has heat, and conductivity and capacity of `heat` are those of `material`; "
        "expected {conductivity: ..., capacity: ...}");
  if (p->heat.given && p->heat.thinning > 0.0 && !check_has_viscosity(c))
    check_fault(r, key, "thinning changes a viscosity that viscosity.model %s does not have; expected 0",
                words_viscosity[c->viscosity.model]);
}

void check_heat(struct reader *r) {
  const struct amphi_case *c = r->c;
  for (size_t k = 0; k < c->fluid_count; k++) check_temperature(r, "fluids", &c->fluids[k]);
  for (size_t k = 0; k < c->wall_count; k++) {
    check_temperature(r, "walls", &c->walls[k]);
    check_flux(r, &c->walls[k]);
  }
  for (size_t k = 0; k < c->opening_count; k++) check_incoming(r, &c->openings[k]);
  for (size_t k = 0; k < c->phase_count; k++) check_phase(r, &c->phases[k]);
  if (c->heat.model == HEAT_NONE) return;
  if (c->heat.thinning > 0.0 && !check_has_viscosity(c))
    check_fault(r, "heat.thinning",
                "changes the viscosity of viscosity.model " CHECK_VISCOSITIES
                ", and the case has %s; expected one of these three",
                words_viscosity[c->viscosity.model]);
  if (c->heat.expansion > 0.0 && c->gravity[0] == 0 && c->gravity[1] == 0 && c->gravity[2] == 0)
    check_fault(r, "heat.expansion", "nothing rises without gravity; expected gravity, or 0");
}
