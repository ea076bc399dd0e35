/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef IMPORT_IMPORT_H
#define IMPORT_IMPORT_H
/* Cases of DualSPHysics, as its pre-processor GenCase reads them (an XML file with <casedef> and
 * <execution>), made cases of amphi. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct import_report {
  size_t walls, fluid; /* particles */
  int dimensions;
  double dp;      /* m */
  size_t refused; /* parts of the case that amphi cannot do: nothing is written then */
};

/* What else than the document says: a spacing, m, where above 0 in place of its own; and whether
 * `scheme: standard` decides about what is numerical, not the document. */
struct import_choice {
  double dp;
  bool standard;
};

/* Read `path`, write folder `out` with case.yaml and the files that it names, and say on `said` by line what
 * was changed, left out or refused. STATUS_USAGE for what is no such case, or with report->refused; folder
 * `out` must not be there yet. */
int import_case(const char *path, const char *out, struct import_choice choice, FILE *said,
                struct import_report *report);

#endif
