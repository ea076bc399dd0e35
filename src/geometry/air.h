/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GEOMETRY_AIR_H
#define GEOMETRY_AIR_H
/* Where no body is: what fluid that is pushed apart must not spread into. */
#include "geometry/crowd.h"

/* What is known of the six sites beside one: of which it is `known` whether a body has it (`taken`), a bit
 * each, by axis, below before above. */
struct air_beside {
  int32_t site[3];
  uint8_t known, taken;
};

/* Keep x, of a particle of fluid, no nearer to air than the sites of the lattice are, so that fluid takes no
 * more room. `bodies`: all of the case, walls before fluids. `beside` is the particle's own, 0 at first. */
void air_keep_out(const struct followed *w, const struct filled *bodies, double x[3],
                  struct air_beside *beside);

/* Add the sites of air within the reach, in spacings, of those that move, as particles that stay: fluid under
 * a free surface is made even as if the lattice went on above. STATUS_FAILED without memory. */
int air_add(struct crowd *k, const struct followed *w, const struct filled *bodies, double reach);

#endif
