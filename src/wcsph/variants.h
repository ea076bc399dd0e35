/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_VARIANTS_H
#define WCSPH_VARIANTS_H
/* Combinations that get code of their own, without a branch on the model: kernel, viscosity, density
 * diffusion, boundary, slip, summation (always the mass form). Everything else runs the general variant.
 * The last two are for the ladder of sums (docs/ladders.md). */
#define HOT_VARIANTS(X)                                                                                      \
  X(WENDLAND, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, KAHAN)                                                     \
  X(WENDLAND, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, FIXED)                                                     \
  X(WENDLAND, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, PLAIN)                                                     \
  X(WENDLAND, ARTIFICIAL, FOURTAKAS, DUMMY, FREE, KAHAN)                                                     \
  X(WENDLAND, ARTIFICIAL, FOURTAKAS, DUMMY, FREE, FIXED)                                                     \
  X(WENDLAND, ARTIFICIAL, FOURTAKAS, DUMMY, FREE, PLAIN)                                                     \
  X(CUBIC, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, KAHAN)                                                        \
  X(CUBIC, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, FIXED)                                                        \
  X(CUBIC, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, PLAIN)                                                        \
  X(CUBIC, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, NEUMAIER)                                                     \
  X(CUBIC, ARTIFICIAL, FOURTAKAS, DYNAMIC, NO, DOUBLE)

#endif
