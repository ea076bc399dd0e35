/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "case/formula.h"
#include "case/read.h"
#include "util/error.h"

enum { PADDED_MOST = 4 };

static void check_formula(struct reader *r) {
  struct formula_swarm *f;
  char *key;
  if (formula_swarm_open(&f, &r->c->swarm, r->c->dimensions, &key) == STATUS_OK)
    formula_swarm_close(f);
  else if (key)
    check_fault(r, key, "%s", error_text());
  else
    r->no_memory = true;
  free(key);
}

void check_swarm(struct reader *r) {
  /* Clerc 2012, and the tables of standard functions. */
  static const double standard[][2] = {[OBJECTIVE_SPHERE] = {-100, 100},
                                       [OBJECTIVE_ROSENBROCK] = {-30, 30},
                                       [OBJECTIVE_RASTRIGIN] = {-5.12, 5.12},
                                       [OBJECTIVE_ACKLEY] = {-32, 32},
                                       [OBJECTIVE_GRIEWANK] = {-600, 600},
                                       [OBJECTIVE_EXPRESSION] = {0, 0},
                                       [OBJECTIVE_USER] = {0, 0}};
  struct amphi_case *c = r->c;
  double *bounds = c->swarm.bounds;
  const struct node *map = node_child(r->root, "swarm");
  if (!node_child(map, "bounds"))
    bounds[0] = standard[c->swarm.function][0], bounds[1] = standard[c->swarm.function][1];
  if (c->swarm.function >= OBJECTIVE_EXPRESSION && !node_child(map, "bounds"))
    check_fault(r, "swarm.bounds", "missing; swarm.function %s needs [low, high]",
                words_objective[c->swarm.function]);
  else if (!(bounds[0] < bounds[1]))
    check_fault(r, "swarm.bounds", "[%g, %g] is empty; expected [low, high] with low < high", bounds[0],
                bounds[1]);
  if (c->swarm.layout == ARRANGE_SOA_PADDED && c->dimensions > PADDED_MOST)
    check_fault(r, "swarm.layout", "soa_padded holds 4 coordinates and the case has %d; expected another one",
                c->dimensions);
  if (c->swarm.function == OBJECTIVE_EXPRESSION) check_formula(r);
}
