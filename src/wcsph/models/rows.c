/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/models/rows.h"

#include <stddef.h>

#define KERNEL(constant, word, takes, what, paper, formula, radius, ...)                                     \
  [constant] = {word, what, paper, takes, radius},
#define MODEL(constant, word, takes, what, paper, ...) [constant] = {word, what, paper, takes, 0},
const struct model models_kernel[] = {KERNELS(KERNEL){0}};
const struct model models_formulation[] = {FORMULATIONS(MODEL){0}};
const struct model models_tensile[] = {TENSILES(MODEL){0}};
const struct model models_viscosity[] = {VISCOSITIES(MODEL){0}};
const struct model models_diffusion[] = {DIFFUSIONS(MODEL){0}};
const struct model models_boundary[] = {BOUNDARIES(MODEL){0}};
const struct model models_integrator[] = {INTEGRATORS(MODEL){0}};
const struct model models_correction[] = {CORRECTIONS(MODEL){0}};
const struct model models_density[] = {DENSITIES(MODEL){0}};
const struct model models_shifting[] = {SHIFTINGS(MODEL){0}};
const struct model models_state[] = {STATES(MODEL){0}};
const struct model models_summation[] = {SUMMATIONS(MODEL){0}};

#define WORD(constant, word, ...) [constant] = word,
const char *const words_kernel[] = {KERNELS(WORD) NULL};
const char *const words_formulation[] = {FORMULATIONS(WORD) NULL};
const char *const words_tensile[] = {TENSILES(WORD) NULL};
const char *const words_viscosity[] = {VISCOSITIES(WORD) NULL};
const char *const words_diffusion[] = {DIFFUSIONS(WORD) NULL};
const char *const words_boundary[] = {BOUNDARIES(WORD) NULL};
const char *const words_integrator[] = {INTEGRATORS(WORD) NULL};
const char *const words_correction[] = {CORRECTIONS(WORD) NULL};
const char *const words_density[] = {DENSITIES(WORD) NULL};
const char *const words_shifting[] = {SHIFTINGS(WORD) NULL};
const char *const words_summation[] = {SUMMATIONS(WORD) NULL};
