/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_VARIANT_H
#define WCSPH_VARIANT_H
/* Combinations of models that have code of their own: rows of variants.list. The compiler gets a row's
 * choices as VARIANT_KERNEL, ..., and its name as VARIANT. */
#include "code/code.h"
#include "wcsph/law.h"

/* General code has the sums alone as a constant, and what the law says for the rest (VARIANT_ANY). */
#ifdef VARIANT_ANY
#define VARIANT_KERNEL      any.kernel
#define VARIANT_FORMULATION any.formulation
#define VARIANT_VISCOSITY   any.viscosity
#define VARIANT_DIFFUSION   any.diffusion
#define VARIANT_BOUNDARY    any.boundary
#define VARIANT_SLIP        any.slip
#endif

/* In the variant's own file: the choices of the law are the row's. */
#define VARIANT_CHOOSE(law)                                                                                  \
  (void)((law).kernel = VARIANT_KERNEL, (law).formulation = VARIANT_FORMULATION,                             \
         (law).viscosity = VARIANT_VISCOSITY, (law).diffusion = VARIANT_DIFFUSION,                           \
         (law).boundary = VARIANT_BOUNDARY, (law).slip = VARIANT_SLIP, (law).summation = VARIANT_SUM)

/* The same for an initialiser. */
#define VARIANT_CHOSEN                                                                                       \
  .kernel = VARIANT_KERNEL, .formulation = VARIANT_FORMULATION, .viscosity = VARIANT_VISCOSITY,              \
  .diffusion = VARIANT_DIFFUSION, .boundary = VARIANT_BOUNDARY, .slip = VARIANT_SLIP,                        \
  .summation = VARIANT_SUM

/* The name that a law's combination has as a variant, the words of its choices joined by underscores, and the
 * choices as definitions. */
void variant_of(struct code *code, const struct wcsph_law *law);

/* Those compiled in, NULL at the end. */
extern const char *const variant_names[];

#endif
