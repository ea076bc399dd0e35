/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_START_SETTINGS_H
#define WCSPH_START_SETTINGS_H
/* From a case to the settings of a run. */
#include "case/case.h"
#include "wcsph/settings.h"

/* The case must outlive them. */
void wcsph_settings_take(struct wcsph_settings *s, const struct amphi_case *c);

#endif
