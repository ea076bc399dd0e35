/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_VARIANT_CHOICE_H
#define WCSPH_VARIANT_CHOICE_H
#include <stdbool.h>

/* Runs opened while this is set have general code, also where their models have specialised code: lab/
 * compares the two. */
extern bool variant_general;

#endif
