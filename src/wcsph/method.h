/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_METHOD_H
#define WCSPH_METHOD_H
/* Weakly compressible SPH as one of the methods. */
#include "method/method.h"

extern const struct method method_wcsph;

/* The greatest speed of the fluid of a case's runs, one per level, and whether it is too fast for the speed
 * of sound, which the start chose by what it could foresee: what a slam squeezes out is faster than what
 * slams. The text is valid until the thread's next call. */
struct wcsph_run;
struct run_result wcsph_fastest(struct wcsph_run *const runs[], int count);

/* cite.c */
struct wcsph_settings;
void wcsph_cite(const struct wcsph_settings *c);

#endif
