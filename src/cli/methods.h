/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_METHODS_H
#define CLI_METHODS_H
/* The methods that a case uses and the papers to cite for them. */
#include "case/case.h"

/* One line for each method through log_say. */
void methods_say(const struct amphi_case *c);

#endif
