/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_START_SETTINGS_H
#define PAIRWISE_START_SETTINGS_H
/* From a case to the settings of a run. */
#include "case/case.h"
#include "pairwise/settings.h"

/* The case must outlive them. */
void pairwise_settings_take(struct pairwise_settings *s, const struct amphi_case *c);

#endif
