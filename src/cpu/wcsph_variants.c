/* SPDX-License-Identifier: BSD-3-Clause */
/* Which combinations of models have specialised code. */
#include <stdio.h>
#include <string.h>

#include "cpu/wcsph.h"
#include "util/error.h"
#include "wcsph/variant.h"
#include "wcsph/variant_choice.h"
#include "wcsph_variants.h" /* made of wcsph/variants.list by cmake/variants.cmake */

#define DECLARE(isa, name)   cpu_slice_pass cpu_forces_##name##_##isa;
#define ROW(isa, name)       {#isa, #name, cpu_forces_##name##_##isa},
#define DECLARE_OF(isa, ...) WCSPH_VARIANTS(DECLARE, isa)
#define ROWS_OF(isa, ...)    WCSPH_VARIANTS(ROW, isa)

// clang-format off
CPU_ISAS(DECLARE_OF)
WCSPH_LADDER_VARIANTS(DECLARE, scalar)

static const struct {
  const char *isa, *name;
  cpu_slice_pass *forces;
} variants[] = {CPU_ISAS(ROWS_OF) WCSPH_LADDER_VARIANTS(ROW, scalar)};
// clang-format on

int cpu_find_code(struct code *code, const struct wcsph_law *law, const struct execution_options *options) {
  const struct isa *isa;
  TRY(isa_choose(&isa, options->isa));
  *code = (struct code){
      .backend = "cpu",
      .target = options->cpu.lanes == CPU_LANES_SCALAR ? "scalar" : isa->name,
      .source = "cpu/wcsph_variant.c",
      .cost = "0.63 to 0.94",
      .joins = options->cpu.lanes != CPU_LANES_SCALAR,
  };
  variant_of(code, law);
  snprintf(code->symbol, sizeof code->symbol, "cpu_forces_%s_%s", code->name, code->target);
  if (variant_general) return STATUS_OK;
  for (size_t k = 0; k < sizeof variants / sizeof *variants; k++) {
    if (strcmp(variants[k].isa, code->target) || strcmp(variants[k].name, code->name)) continue;
    code->function = (void *)variants[k].forces;
    code->kind = CODE_BUILT_IN;
    return STATUS_OK;
  }
  code_load(code);
  return STATUS_OK;
}
