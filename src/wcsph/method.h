/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_METHOD_H
#define WCSPH_METHOD_H
/* Weakly compressible SPH as one of the methods. */
#include "method/method.h"

extern const struct method method_wcsph;

/* cite.c */
struct wcsph_settings;
void wcsph_cite(const struct wcsph_settings *c);

#endif
