/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_REPORT_COMPARE_H
#define CLI_REPORT_COMPARE_H
/* What `amphi compare` says, as a section of a report. */
#include <stdio.h>

int report_compare(FILE *out, const char *a, const char *b);

#endif
