/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPORT_HISTORY_H
#define REPORT_HISTORY_H
/* Energy and mass of the fluid over a run, from its snapshots. */
#include <stddef.h>

#include "case/case.h"

enum history_kind { HISTORY_KINETIC, HISTORY_POTENTIAL, HISTORY_MECHANICAL, HISTORY_MASS, HISTORY_KINDS };

struct history {
  size_t count;
  double *time;                  /* s */
  double *values[HISTORY_KINDS]; /* J and kg; in 2-D J/m and kg/m. Potential: of gravity, 0 at the origin;
                                    mechanical: both */
};

extern const char *const history_names[HISTORY_KINDS];

/* Snapshots of a run of method wcsph. STATUS_USAGE names one that cannot be read; the caller frees, also
 * after a failure. */
int history_read(struct history *h, const struct amphi_case *c, char *const paths[], size_t count);
void history_free(struct history *h);

#endif
