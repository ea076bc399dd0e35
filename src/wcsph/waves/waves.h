/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WAVES_WAVES_H
#define WCSPH_WAVES_WAVES_H
/* Theory of the waves that a case makes, for `amphi check` and headers. */
#include "wcsph/settings.h"

void waves_say(const struct wcsph_settings *c);

#endif
