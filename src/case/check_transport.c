/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "case/read.h"

enum { LEAST_POINTS = 16 };      /* a kernel must not meet itself round the box */
#define MOST_POINTS 2147483647.0 /* places on the grid are 32-bit numbers */

static void check_box(struct reader *r) {
  const struct transport_config *t = &r->c->transport;
  double spacing = (t->high[0] - t->low[0]) / t->points, total = 1;
  for (int a = 0; a < r->c->dimensions; a++) {
    double length = t->high[a] - t->low[a], n = round(length / spacing);
    if (!(length > 0))
      check_fault(r, "transport.high", "%g along %s is not above transport.low %g; expected low < high",
                  t->high[a], words_axis[a], t->low[a]);
    else if (fabs(length / spacing - n) > 1e-6 * n)
      check_fault(
          r, "transport.points",
          "%d points along x are %.9g m apart, and the box is %.9g of that along %s; expected a whole number",
          t->points, spacing, length / spacing, words_axis[a]);
    else if (n < LEAST_POINTS)
      check_fault(r, "transport.points", "the box has %g points along %s; expected at least %d", n,
                  words_axis[a], LEAST_POINTS);
    total *= n;
  }
  if (total > MOST_POINTS)
    check_fault(r, "transport.points", "makes %.3g grid points; expected less than 2^31", total);
}

static const char *const named[] = {
    [FLOW_UNIFORM] = "uniform", [FLOW_ROTATION] = "rotation", [FLOW_SHEAR] = "shear",
    [FLOW_CELL] = "cell",       [FLOW_VORTEX] = "vortex",     [FLOW_DEFORMATION] = "deformation"};

static void check_scheme(struct reader *r) {
  const struct transport_config *t = &r->c->transport;
  const int least = t->flow.kind == FLOW_UNIFORM ? 1 : t->flow.kind == FLOW_DEFORMATION ? 3 : 2;
  if (r->c->dimensions < least)
    check_fault(r, "transport.flow.kind", "%s needs %d axes, the case has %d", named[t->flow.kind], least,
                r->c->dimensions);
  if (t->order == 3) check_fault(r, "transport.order", "is 3; expected 2 or 4");
  if (t->cfl > 0 && t->step > 0)
    check_fault(r, "transport.step", "given beside transport.cfl; expected one of the two");
  if (!(t->cfl > 0) && !(t->step > 0))
    check_fault(r, "transport", "neither 'cfl' nor 'step' says how long a step is; expected one of the two");
  if (t->cfl > 0 && !(r->c->end > 0))
    check_fault(r, "end", "is 0, and a step by transport.cfl divides it; expected a number > 0");
}

void check_transport(struct reader *r) {
  check_box(r);
  check_scheme(r);
}
