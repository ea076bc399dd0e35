/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_START_DOUBTS_H
#define WCSPH_START_DOUBTS_H
/* What of a case is allowed and still may not be meant, as lines of a header. */
#include "geometry/particles.h"
#include "wcsph/settings.h"

void doubts_say(const struct wcsph_settings *c, const struct particles *p, double c0);

#endif
