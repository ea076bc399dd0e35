/* SPDX-License-Identifier: BSD-3-Clause */
/* The keys of walls that bend. */
#include "case/schema.h"

static const char *const words_solid[] = {
    [SOLID_SAINT_VENANT_KIRCHHOFF] = "saint-venant-kirchhoff", [SOLID_NEO_HOOKEAN] = "neo-hookean", NULL};

/* clang-format off */
#define AT(member) .offset = offsetof(struct body, flexible.member)
static const struct schema_row rows_flexible[] = {
  {.key = "young", .type = VALUE_NUMBER, .unit = "Pa", AT(young), .required = true, .positive = true,
   .meaning = "Young's modulus"},
  {.key = "poisson", .type = VALUE_NUMBER, AT(poisson), .fallback = "0.3", .low = 0, .high = 0.49,
   .meaning = "Poisson's ratio. In 2-D nothing moves along z (plane strain): a plate of width 1 m that is held there"},
  {.key = "density", .type = VALUE_NUMBER, .unit = "kg/m^3", AT(density), .required = true, .positive = true,
   .meaning = "Density at the start"},
  {.key = "model", .type = VALUE_WORD, .words = words_solid, AT(model), .fallback = "saint-venant-kirchhoff",
   .meaning = "How stress follows strain: in proportion to Green's strain, for large turns with small strains; or "
              "`neo-hookean`, which bears any compression, for rubber"},
  {.key = "damping", .type = VALUE_NUMBER, .unit = "1/s", AT(damping), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   .meaning = "Force over momentum against any motion: what swings decays as exp(-damping t / 2)"},
  {.key = "viscosity", .type = VALUE_NUMBER, AT(viscosity), .fallback = "0.2", .low = 0, .high = 0.5,
   .meaning = "Of the solid, over density, speed of its sound and `dp`: it damps waves as short as particles, which the water's "
              "steps do not resolve; of what swings at a frequency f a share pi `viscosity` f `dp` / c of the critical damping"},
  {.key = "zero_energy", .type = VALUE_NUMBER, AT(zero_energy), .fallback = "0.1", .low = 0, .high = 10,
   .meaning = "Stiffness against modes of neighbouring particles that no stress sees, over Young's modulus; 0: none"},
  {.key = "velocity", .type = VALUE_VECTOR, .unit = "m/s", AT(velocity), .meaning = "At the start, of what is not clamped"},
  {.key = "angular_velocity", .type = VALUE_TURN, .unit = "degrees/s", AT(turning),
   .meaning = "Likewise, about the mean of its particles"},
  {.key = "clamped", .type = VALUE_LIST, AT(clamped), .count_offset = offsetof(struct body, flexible.clamped_count),
   .table = &schema_shape, .line_offset = offsetof(struct shape, line),
   .meaning = "Shapes, added and cut in order, whose particles are held: they stay, or go with the wall's `motion`"},
};
#undef AT
/* clang-format on */
const struct schema_table schema_flexible = {"flexible", 0, sizeof rows_flexible / sizeof *rows_flexible,
                                             rows_flexible};
