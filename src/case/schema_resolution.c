/* SPDX-License-Identifier: BSD-3-Clause */
/* The keys of boxes in which particles are finer. */
#include "case/resolution.h"
#include "case/schema.h"

/* clang-format off */
#define AT(member) .offset = offsetof(struct refinement, member)
static const struct schema_row rows_refinement[] = {
  {.key = "name", .type = VALUE_NAME, AT(name), .required = true, .meaning = "Name of the box, not used by another"},
  {.key = "low", .type = VALUE_VECTOR, .unit = "m", AT(low), .optional = true, .fallback_doc = "required without `near`",
   .meaning = "Lowest corner; built at a whole spacing of the coarser particles around"},
  {.key = "high", .type = VALUE_VECTOR, .unit = "m", AT(high), .optional = true, .fallback_doc = "required without `near`",
   .meaning = "Highest corner, likewise"},
  {.key = "near", .type = VALUE_WALL, AT(near), .fallback_doc = "none",
   .meaning = "Name of a wall of boxes, spheres, cylinders and polygons: the box is around all that these add, wherever `motion` moves it"},
  {.key = "within", .type = VALUE_NUMBER, .unit = "m", AT(within), .optional = true, .low = 0, .high = SCHEMA_LIMIT,
   .fallback_doc = "required with `near`", .meaning = "How far the box reaches beyond these shapes, within the domain"},
  {.key = "ratio", .type = VALUE_INTEGER, AT(ratio), .fallback = "2", .low = 2, .high = 16,
   .meaning = "Spacing around the box over the spacing in it; so far 2 alone"},
};
const struct schema_table schema_refinement = {
    "Finer boxes: items of `resolution`", sizeof(struct refinement),
    sizeof rows_refinement / sizeof *rows_refinement, rows_refinement};
/* clang-format on */
