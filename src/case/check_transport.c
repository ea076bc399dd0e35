/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "case/formula.h"
#include "case/read.h"
#include "util/error.h"

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

/* Flows that need more than one axis. */
static const struct {
  const char *name;
  int axes;
} named[] = {[FLOW_ROTATION] = {"rotation", 2},
             [FLOW_SHEAR] = {"shear", 2},
             [FLOW_CELL] = {"cell", 2},
             [FLOW_VORTEX] = {"vortex", 2},
             [FLOW_DEFORMATION] = {"deformation", 3},
             [FLOW_FILE] = {"file", 1}};

static void check_scheme(struct reader *r) {
  const struct transport_config *t = &r->c->transport;
  if (r->c->dimensions < named[t->flow.kind].axes)
    check_fault(r, "transport.flow.kind", "%s needs %d axes, the case has %d", named[t->flow.kind].name,
                named[t->flow.kind].axes, r->c->dimensions);
  if (t->order == 3) check_fault(r, "transport.order", "is 3; expected 2 or 4");
  if (t->cfl > 0 && t->step > 0)
    check_fault(r, "transport.step", "given beside transport.cfl; expected one of the two");
  if (!(t->cfl > 0) && !(t->step > 0))
    check_fault(r, "transport", "neither 'cfl' nor 'step' says how long a step is; expected one of the two");
  if (t->cfl > 0 && !(r->c->end > 0))
    check_fault(r, "end", "is 0, and a step by transport.cfl divides it; expected a number > 0");
}

/* Whether the text can be read, and whether the time is in it. */
static bool check_expression(struct reader *r, const char *key, const char *text, bool timed) {
  const char *names[FORMULA_PLACE_NAMES];
  double values[FORMULA_PLACE_NAMES] = {0};
  struct expression *e;
  formula_place_names(names, r->c->dimensions, timed);
  if (expression_open(&e, text, names, values) != STATUS_OK) {
    check_fault(r, key, "%s", error_text());
    return false;
  }
  const bool moves = timed && expression_uses(e, "t");
  expression_close(e);
  return moves;
}

static void check_expressions(struct reader *r) {
  static const char *const keys[] = {"transport.flow.u", "transport.flow.v", "transport.flow.w"};
  const struct transport_config *t = &r->c->transport;
  bool moves = false;
  for (int a = 0; a < r->c->dimensions && t->flow.kind == FLOW_EXPRESSION; a++)
    moves |= check_expression(r, keys[a], t->flow.expression[a], true);
  if (moves && t->cfl > 0)
    check_fault(r, "transport.cfl",
                "the largest velocity of an expression with 't' is not known beforehand; expected "
                "transport.step instead");
  if (t->scalar.kind == SCALAR_EXPRESSION)
    check_expression(r, "transport.scalar.value", t->scalar.expression, false);
}

void check_transport(struct reader *r) {
  check_box(r);
  check_scheme(r);
  check_expressions(r);
}
