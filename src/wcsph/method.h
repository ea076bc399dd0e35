/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_METHOD_H
#define WCSPH_METHOD_H
/* Weakly compressible SPH as one of the methods. */
#include "method/method.h"

extern const struct method method_wcsph;

/* ladder.c: struct method has them. */
extern const char *const wcsph_ladders[];
int wcsph_climb(const struct ladder_request *request);

/* cite.c */
void wcsph_cite(const struct amphi_case *c);

#endif
