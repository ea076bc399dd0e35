/* SPDX-License-Identifier: BSD-3-Clause */
/* Which combinations of models have specialised code. */
#include <stdio.h>
#include <string.h>

#include "offload/device.h"
#include "offload/wcsph.h"
#include "util/error.h"
#include "wcsph/variant.h"
#include "wcsph/variant_choice.h"
#include "wcsph_variants.h" /* made of wcsph/variants.list by cmake/variants.cmake */

#define DECLARE(a, name) offload_list_pass offload_forces_##name;
#define ROW(a, name)     {#name, offload_forces_##name},

// clang-format off
WCSPH_VARIANTS(DECLARE, )

static const struct {
  const char *name;
  offload_list_pass *forces;
} variants[] = {WCSPH_VARIANTS(ROW, )};
// clang-format on

/* General code, by kernels and sums; of sums that only papers' ladders want, and where speed does not
 * count, for every kernel. */
DECLARE(any, any_neumaier)
DECLARE(any, any_double)
#ifdef OFFLOAD_FEW
DECLARE(any, any_plain)
DECLARE(any, any_kahan)
DECLARE(any, any_fixed)
#define ANY(formula, sum) offload_forces_any_##sum
#else
#define ANY(formula, sum) offload_forces_any_##formula##_##sum
#define BY_SUMS(constant, word, takes, what, paper, formula, ...)                                            \
  DECLARE(any, any_##formula##_plain) DECLARE(any, any_##formula##_kahan) DECLARE(any, any_##formula##_fixed)
KERNELS(BY_SUMS)
#undef BY_SUMS
#endif
#define BY_SUMS(constant, word, takes, what, paper, formula, ...)                                            \
  [constant] = {[SUM_PLAIN] = ANY(formula, plain),                                                           \
                [SUM_KAHAN] = ANY(formula, kahan),                                                           \
                [SUM_FIXED] = ANY(formula, fixed),                                                           \
                [SUM_NEUMAIER] = offload_forces_any_neumaier,                                                \
                [SUM_DOUBLE] = offload_forces_any_double},
static offload_list_pass *const any[][SUM_DOUBLE + 1] = {KERNELS(BY_SUMS)};

int offload_find_code(struct code *code, const struct wcsph_law *law,
                      const struct execution_options *options) {
  const bool on_host = options->device && !strcmp(options->device, "host");
  *code = (struct code){
      .backend = "offload",
      .target = "offload",
      .source = "offload/wcsph_variant.c",
      .cost = on_host || !*device_target ? "0.63 to 0.94" : "0.6 to 0.7",
  };
  variant_of(code, law);
  snprintf(code->symbol, sizeof code->symbol, "offload_forces_%s", code->name);
  for (size_t k = 0; k < sizeof variants / sizeof *variants; k++) {
    if (variant_general || strcmp(variants[k].name, code->name)) continue;
    code->function = (void *)variants[k].forces;
    code->kind = CODE_BUILT_IN;
    return STATUS_OK;
  }
  if (!variant_general) code_load(code);
  if (code->kind == CODE_GENERAL) code->function = (void *)any[law->kernel][law->summation];
  return STATUS_OK;
}
