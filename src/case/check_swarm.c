/* SPDX-License-Identifier: BSD-3-Clause */
#include "case/read.h"

enum { PADDED_MOST = 4 };

void check_swarm(struct reader *r) {
  /* Clerc 2012, and the tables of standard functions. */
  static const double standard[][2] = {
      [OBJECTIVE_SPHERE] = {-100, 100},      [OBJECTIVE_ROSENBROCK] = {-30, 30},
      [OBJECTIVE_RASTRIGIN] = {-5.12, 5.12}, [OBJECTIVE_ACKLEY] = {-32, 32},
      [OBJECTIVE_GRIEWANK] = {-600, 600},    [OBJECTIVE_USER] = {0, 0}};
  struct amphi_case *c = r->c;
  double *bounds = c->swarm.bounds;
  const struct node *map = node_child(r->root, "swarm");
  if (!node_child(map, "bounds"))
    bounds[0] = standard[c->swarm.function][0], bounds[1] = standard[c->swarm.function][1];
  if (c->swarm.function == OBJECTIVE_USER && !node_child(map, "bounds"))
    check_fault(r, "swarm.bounds", "missing; swarm.function user needs [low, high]");
  else if (!(bounds[0] < bounds[1]))
    check_fault(r, "swarm.bounds", "[%g, %g] holds no place; expected [low, high] with low < high", bounds[0],
                bounds[1]);
  if (c->swarm.layout == ARRANGE_SOA_PADDED && c->dimensions > PADDED_MOST)
    check_fault(r, "swarm.layout", "soa_padded holds 4 coordinates and the case has %d; expected another one",
                c->dimensions);
}
