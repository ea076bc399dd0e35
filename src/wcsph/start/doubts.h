/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_START_DOUBTS_H
#define WCSPH_START_DOUBTS_H
/* Lines of a header that warn of what a case may have but perhaps does not mean. */
#include "geometry/particles.h"
#include "wcsph/settings.h"

/* Density follows the square of what is faster than this share of the speed of sound: 4 %. */
#define DOUBTS_FAST 0.2

void doubts_say(const struct wcsph_settings *c, const struct particles *p, double c0);

#endif
