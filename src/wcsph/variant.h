/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_VARIANT_H
#define WCSPH_VARIANT_H
/* Combinations of models that have specialised code: rows of variants.list. The compiler gets a row's choices
 * as VARIANT_KERNEL, ..., and its name as VARIANT. */
#include "code/code.h"
#include "wcsph/law.h"

/* In the variant's own file: the choices of the law are the row's. */
#define VARIANT_ASSIGN(KIND, name, type, key) chosen->name = VARIANT_##KIND;
#define VARIANT_CHOOSE(law)                                                                                  \
  do {                                                                                                       \
    struct wcsph_law *const chosen = &(law);                                                                 \
    LAW_AXES(VARIANT_ASSIGN)                                                                                 \
    chosen->summation = VARIANT_SUM;                                                                         \
  } while (0)

/* The same for an initialiser. General code has the sums alone as a constant, and what `any` says for the
 * rest (VARIANT_ANY). */
#ifdef VARIANT_ANY
#define VARIANT_INITIAL(KIND, name, type, key) .name = any.name,
#else
#define VARIANT_INITIAL(KIND, name, type, key) .name = VARIANT_##KIND,
#endif
#define VARIANT_CHOSEN LAW_AXES(VARIANT_INITIAL).summation = VARIANT_SUM

/* The name that a law's combination has as a variant, the words of its choices joined by underscores, and the
 * choices as definitions. */
void variant_of(struct code *code, const struct wcsph_law *law);

/* Those compiled in, NULL at the end. */
extern const char *const variant_names[];

#endif
