/* SPDX-License-Identifier: BSD-3-Clause */
#include "wcsph/walls/timed.h"

#include <math.h>
#include <stdlib.h>

#include "util/error.h"
#include "util/expression.h"

int timed_open(struct timed *f, const struct along_time *of) {
  static const char *const names[] = {"t", NULL};
  *f = (struct timed){.of = of};
  if (!of->formula) return STATUS_OK;
  f->t = calloc(2, sizeof *f->t);
  CHECK(f->t, STATUS_FAILED, "no memory for a formula");
  return expression_open(&f->formula, of->formula, names, f->t);
}

void timed_close(struct timed *f) {
  expression_close(f->formula);
  free(f->t);
  *f = (struct timed){0};
}

static double formula_at(const struct timed *f, double time) {
  *f->t = time;
  return expression_value(f->formula);
}

bool timed_failed(const struct timed *f) {
  return f->t && f->t[1] != 0.0;
}

void timed_at(const struct timed *f, double time, bool smooth, double value[3]) {
  const double by = 1e-4; /* s: differences of the second order, exact to 1e-8 of the value over s^2 */
  value[0] = value[1] = value[2] = 0.0;
  if (f->formula) {
    const double before = formula_at(f, time - by), behind = formula_at(f, time + by);
    value[0] = formula_at(f, time);
    value[1] = (behind - before) / (2.0 * by);
    value[2] = ((behind - value[0]) - (value[0] - before)) / (by * by);
    if (!isfinite(value[0] + value[1] + value[2])) f->t[1] = 1.0;
  } else if (smooth) {
    track_smooth(&f->of->track, time, 1, &value[0], &value[1], &value[2]);
  } else {
    track_linear(&f->of->track, time, 1, &value[0]);
    track_slopes(&f->of->track, time, 1, &value[1]);
  }
}
