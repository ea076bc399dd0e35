/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_WALLS_TIMED_H
#define WCSPH_WALLS_TIMED_H
/* A function of the time that a case gives as a formula or as a file (case/moves.h). */
#include <stdbool.h>

#include "case/moves.h"

struct expression;
struct timed {
  const struct along_time *of;
  struct expression *formula;
  double *t; /* what the formula reads, and 1 once it was no number; NULL: there is a file */
};

/* STATUS_FAILED without memory. */
int timed_open(struct timed *f, const struct along_time *of);
void timed_close(struct timed *f);

/* Whether it has been no finite number; and the key in a case of one that has. */
bool timed_failed(const struct timed *f);
enum { FORMULA_KEY = 128 };

/* Its value and its first two derivatives; of a file along straight lines, or joined smoothly. */
void timed_at(const struct timed *f, double time, bool smooth, double value[3]);

#endif
