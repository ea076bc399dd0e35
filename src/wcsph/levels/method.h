/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_METHOD_H
#define WCSPH_LEVELS_METHOD_H
/* WCSPH of cases that have `resolution`: the table that stands in for method_wcsph. */
#include "method/method.h"

extern const struct method method_levels;

#endif
