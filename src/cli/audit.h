/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_AUDIT_H
#define CLI_AUDIT_H
/* What `amphi audit` found of a record, kind by kind: what holds, what does not, what was not checked. */
#include <stdint.h>

#include "cli/execution.h"
#include "cli/record.h"
#include "cli/results.h"

struct audit {
  struct record record;
  const char *folder; /* NULL: there is none */
  struct chain chain; /* of the record */
  struct execution execution;
  struct results run; /* its snapshots; none until parts are computed again */
  size_t parts;       /* how many can be computed again */
  double since;       /* s: the run has had the gauges of used.yaml from here on; NaN: it does not say */
  bool named;         /* how that is done has been said */
  size_t held, failed, unchecked;
};

/* One finding, printed and counted. */
void audit_holds(struct audit *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
void audit_fails(struct audit *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
void audit_leaves(struct audit *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* audit_claims.c: what the record says of case, execution and build. Where another build audits that is no
 * fault. */
int audit_claims(struct audit *a);

/* audit_again.c: which parts of the run to compute again, between checkpoints that stayed. */
struct audit_parts {
  uint64_t number, random; /* the part of this number; how many at random; 0: none */
  bool all;
};
int audit_again(struct audit *a, const struct audit_parts *which);

#endif
