/* SPDX-License-Identifier: BSD-3-Clause */
/* Which combinations of models have code of their own. */
#include <string.h>

#include "cpu/wcsph.h"
#include "wcsph/variant.h"
#include "wcsph_variants.h" /* made of wcsph/variants.list by cmake/variants.cmake */

#define DECLARE(isa, name)   cpu_slice_pass cpu_forces_##name##_##isa;
#define ROW(isa, name)       {#isa, #name, cpu_forces_##name##_##isa},
#define DECLARE_OF(isa, ...) WCSPH_VARIANTS(DECLARE, isa)
#define ROWS_OF(isa, ...)    WCSPH_VARIANTS(ROW, isa)

// clang-format off
CPU_ISAS(DECLARE_OF)
DECLARE_OF(scalar)

static const struct {
  const char *isa, *name;
  cpu_slice_pass *forces;
} variants[] = {CPU_ISAS(ROWS_OF) ROWS_OF(scalar)};
// clang-format on

cpu_slice_pass *cpu_find_variant(const char *isa, const struct wcsph_law *law) {
  char name[VARIANT_NAME];
  variant_name(law, name);
  for (size_t k = 0; k < sizeof variants / sizeof *variants; k++)
    if (strcmp(variants[k].isa, isa) == 0 && strcmp(variants[k].name, name) == 0) return variants[k].forces;
  return NULL;
}
