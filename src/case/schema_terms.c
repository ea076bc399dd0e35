/* SPDX-License-Identifier: BSD-3-Clause */
/* What a case may have beside mass, momentum and walls: turbulence, heat, a damper of sound, shifting. */
#include "case/schema.h"

const char *const words_shift_measure[] = {[SHIFT_BY_SPEED] = "speed", [SHIFT_BY_STRAIN] = "strain", NULL};

#define CONDITION(name, family, chosen, KEY)                                                                 \
  static bool name(const void *item) {                                                                       \
    const struct amphi_case *i = item;                                                                       \
    return models_##family[i->chosen].takes & KEY;                                                           \
  }
CONDITION(takes_eddies, turbulence, turbulence.model, TAKES_STRENGTH)
CONDITION(takes_energy, turbulence, turbulence.model, TAKES_ENERGY)
CONDITION(takes_heat, heat, heat.model, TAKES_HEAT)
CONDITION(takes_damping, damper, damper.model, TAKES_STRENGTH)
CONDITION(takes_strength, shifting, shifting.model, TAKES_STRENGTH)
CONDITION(takes_strain, shifting, shifting.model, TAKES_STRAIN)

#define AT(member)    .offset = offsetof(struct amphi_case, member)
#define MODEL(family) .type = VALUE_WORD, .words = words_##family, .models = models_##family
#define TAKING(test, KEY, family, where_)                                                                    \
  .applies = test, .selector = "model", .where = where_, .models = models_##family, .takes = KEY
#define ROWS(name) static const struct schema_row rows_##name[]
#define TABLE(name, heading)                                                                                 \
  const struct schema_table schema_##name = {heading, 0, sizeof rows_##name / sizeof *rows_##name,           \
                                             rows_##name}

/* clang-format off */
#define OF_EDDIES TAKING(takes_energy, TAKES_ENERGY, turbulence, "turbulence.model")
ROWS(turbulence) = {
  {.key = "model", MODEL(turbulence), AT(turbulence.model), .fallback = "none",
   .meaning = "Viscosity of eddies smaller than particles, beside that of the fluid, or of all eddies, with wall functions. For "
              "`viscosity.model` laminar, monaghan and espanol"},
  {.key = "strength", .type = VALUE_NUMBER, AT(turbulence.strength), .fallback = "0.12", .low = 0, .high = 1,
   TAKING(takes_eddies, TAKES_STRENGTH, turbulence, "turbulence.model"),
   .meaning = "Smagorinsky's constant: the eddy viscosity is (strength dp)^2 times the shear rate"},
  {.key = "energy", .type = VALUE_NUMBER, .unit = "m^2/s^2", AT(turbulence.energy), .fallback = "0", .low = 0, .high = 1e6,
   OF_EDDIES, .meaning = "Turbulent kinetic energy k of the fluid at first and of what comes in, 3/2 of the mean square of a component of the "
                         "fluctuation; 0: that of 5 % of a tenth of the speed of sound"},
  {.key = "dissipation", .type = VALUE_NUMBER, .unit = "m^2/s^3", AT(turbulence.dissipation), .fallback = "0", .low = 0, .high = 1e9,
   OF_EDDIES, .meaning = "Its dissipation epsilon, likewise; the eddy viscosity is 0.09 k^2/epsilon; 0: such that it is ten times "
                         "that of the fluid"},
  {.key = "roughness", .type = VALUE_NUMBER, .unit = "m", AT(turbulence.roughness), .fallback = "0", .low = 0, .high = 1e3,
   OF_EDDIES, .meaning = "Equivalent sand roughness of walls; 0: smooth"},
};
#undef OF_EDDIES
TABLE(turbulence, "turbulence");

#define OF_HEAT TAKING(takes_heat, TAKES_HEAT, heat, "heat.model")
ROWS(heat) = {
  {.key = "model", MODEL(heat), AT(heat.model), .fallback = "none",
   .meaning = "Whether particles have a temperature; walls that have neither `temperature` nor `heat_flux` let no heat pass"},
  {.key = "conductivity", .type = VALUE_NUMBER, .unit = "W/(m K)", AT(heat.conductivity), .required = true, .positive = true,
   OF_HEAT, .meaning = "Conductivity of the fluid"},
  {.key = "capacity", .type = VALUE_NUMBER, .unit = "J/(kg K)", AT(heat.capacity), .required = true, .positive = true, OF_HEAT, .meaning = "Heat capacity of the fluid"},
  {.key = "reference", .type = VALUE_NUMBER, .unit = "K", AT(heat.reference), .fallback = "0", .low = -1e6, .high = 1e6,
   OF_HEAT, .meaning = "Temperature at which the fluid has the density and viscosity of the case; the zero is the user's, so "
                       "degrees Celsius do as well"},
  {.key = "expansion", .type = VALUE_NUMBER, .unit = "1/K", AT(heat.expansion), .fallback = "0", .low = 0, .high = 1e3,
   OF_HEAT, .meaning = "Thermal expansion: the fluid rises by `expansion` (T - `reference`) of its weight (Boussinesq)"},
  {.key = "thinning", .type = VALUE_NUMBER, .unit = "1/K", AT(heat.thinning), .fallback = "0", .low = 0, .high = 1e3,
   OF_HEAT, .meaning = "Viscosity is exp(-`thinning` (T - `reference`)) of that at `reference`; for `viscosity.model` laminar, monaghan and espanol"},
};
#undef OF_HEAT
TABLE(heat, "heat");

#define OF(member) .offset = offsetof(struct phase, heat.member)
ROWS(phase_heat) = {
  {.key = "conductivity", .type = VALUE_NUMBER, .unit = "W/(m K)", OF(conductivity), .required = true, .positive = true,
   .meaning = "Conductivity; between two phases the harmonic mean acts"},
  {.key = "capacity", .type = VALUE_NUMBER, .unit = "J/(kg K)", OF(capacity), .required = true, .positive = true, .meaning = "Heat capacity"},
  {.key = "expansion", .type = VALUE_NUMBER, .unit = "1/K", OF(expansion), .fallback = "0", .low = 0, .high = 1e3,
   .meaning = "Thermal expansion, from `heat.reference` on"},
  {.key = "thinning", .type = VALUE_NUMBER, .unit = "1/K", OF(thinning), .fallback = "0", .low = 0, .high = 1e3,
   .meaning = "Viscosity is exp(-`thinning` (T - `heat.reference`)) of `nu`"},
};
#undef OF
TABLE(phase_heat, "phases[].heat");

ROWS(damper) = {
  {.key = "model", MODEL(damper), AT(damper.model), .fallback = "none",
   .meaning = "Whether sound is damped, and with it the noise of the pressure, by a bulk viscosity"},
  {.key = "strength", .type = VALUE_NUMBER, AT(damper.strength), .fallback = "0.5", .low = 0, .high = 10,
   TAKING(takes_damping, TAKES_STRENGTH, damper, "acoustic_damper.model"), .meaning = "The bulk viscosity over h c0"},
};
TABLE(damper, "acoustic_damper");

ROWS(shifting) = {
  {.key = "model", MODEL(shifting), AT(shifting.model), .fallback = "none",
   .meaning = "Whether particles are moved from where they crowd to where they are sparse, beside their flow"},
  {.key = "strength", .type = VALUE_NUMBER, AT(shifting.strength), .fallback = "1", .low = 0, .high = 10,
   TAKING(takes_strength, TAKES_STRENGTH, shifting, "shifting.model"), .meaning = "Factor of the displacement"},
  {.key = "every", .type = VALUE_INTEGER, AT(shifting.every), .fallback = "4", .low = 1, .high = 1000,
   TAKING(takes_strength, TAKES_STRENGTH, shifting, "shifting.model"), .meaning = "Steps from one shift to the next"},
  {.key = "measure", .type = VALUE_WORD, .words = words_shift_measure, AT(shifting.measure), .fallback = "speed",
   TAKING(takes_strain, TAKES_STRAIN, shifting, "shifting.model"),
   .meaning = "What a displacement is in proportion to: the largest `speed` of all fluid, or the `strain`: how much velocities differ around the particle. Waves strain the water little, impacts much"},
};
TABLE(shifting, "shifting");
