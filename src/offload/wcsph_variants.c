/* SPDX-License-Identifier: BSD-3-Clause */
/* Which combinations of models have code of their own. */
#include "wcsph_variants.h" /* made of wcsph/variants.list by cmake/variants.cmake */
#include "offload/wcsph.h"
#include "wcsph/variant.h"

#define DECLARE(a, name) offload_force_pass offload_forces_##name;
#define ROW(a, name)     {#name, offload_forces_##name},

// clang-format off
WCSPH_VARIANTS(DECLARE, )

static const struct {
  const char *name;
  offload_force_pass *forces;
} variants[] = {WCSPH_VARIANTS(ROW, )};
// clang-format on

offload_force_pass *offload_find_variant(const struct wcsph_law *law) {
  char name[VARIANT_NAME];
  variant_name(law, name);
  for (size_t k = 0; k < sizeof variants / sizeof *variants; k++)
    if (strcmp(variants[k].name, name) == 0) return variants[k].forces;
  return NULL;
}
