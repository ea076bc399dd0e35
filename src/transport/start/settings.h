/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_START_SETTINGS_H
#define TRANSPORT_START_SETTINGS_H
/* From a case to the settings of a run. */
#include "case/case.h"
#include "transport/settings.h"

/* The case must outlive them. */
void transport_settings_take(struct transport_settings *s, const struct amphi_case *c);

#endif
