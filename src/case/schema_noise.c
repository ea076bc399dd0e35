/* SPDX-License-Identifier: BSD-3-Clause */
/* What keeps pressure quiet and particles even. */
#include "case/schema.h"

const char *const words_shift_measure[] = {[SHIFT_BY_SPEED] = "speed", [SHIFT_BY_STRAIN] = "strain", NULL};

#define CONDITION(name, family, chosen, KEY)                                                                 \
  static bool name(const void *item) {                                                                       \
    const struct amphi_case *i = item;                                                                       \
    return models_##family[i->chosen].takes & KEY;                                                           \
  }
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
