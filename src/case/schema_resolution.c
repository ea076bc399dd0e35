/* SPDX-License-Identifier: BSD-3-Clause */
/* The keys of boxes in which particles are finer. */
#include "case/resolution.h"
#include "case/schema.h"

/* clang-format off */
#define AT(member) .offset = offsetof(struct refinement, member)
static const struct schema_row rows_refinement[] = {
  {.key = "name", .type = VALUE_NAME, AT(name), .required = true, .meaning = "Name of the box, not used by another"},
  {.key = "low", .type = VALUE_VECTOR, .unit = "m", AT(low), .required = true,
   .meaning = "Lowest corner; built at a whole spacing of what is around it"},
  {.key = "high", .type = VALUE_VECTOR, .unit = "m", AT(high), .required = true, .meaning = "Highest corner, likewise"},
  {.key = "ratio", .type = VALUE_INTEGER, AT(ratio), .fallback = "2", .low = 2, .high = 16,
   .meaning = "Spacing around the box over that in it"},
};
const struct schema_table schema_refinement = {
    "Finer boxes: items of `resolution`", sizeof(struct refinement),
    sizeof rows_refinement / sizeof *rows_refinement, rows_refinement};
/* clang-format on */
