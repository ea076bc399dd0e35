/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CASE_PARTICLES_H
#define CASE_PARTICLES_H
/* The initial particles of a case: the sites of one lattice that its shapes cover. Sites are
 * the centres of cubes of side dp whose corners include domain.low, so that a surface at a
 * multiple of dp from there lies half a spacing from the particles on either side. */
#include <stdint.h>

#include "case/case.h"
#include "case/leak.h"

struct particles {
  size_t wall_count, fluid_count; /* walls first, then fluid */
  double (*position)[3];          /* m, [wall_count + fluid_count] */
  uint16_t *body;                 /* index into case->walls or case->fluids */
  float (*given)[4];              /* [fluid_count] velocity (m/s) and density (kg/m^3) of fluid whose file has
                                     them, NaN where it has none; NULL where no file has any */
  char *thin;                     /* where surfaces are too thin for their sites, a line each; or NULL */
  struct leak leak;               /* where water gets out, if it does */
};

/* Fill in shape order; a site belongs to one particle: later walls do not repeat earlier ones,
 * fluid leaves the sites of walls free. Within a body sites are ordered by z, y, x.
 * Along periodic axes only the sites of the domain are filled. STATUS_USAGE, with the key and its line,
 * if a fluid comes out empty or reaches out of the domain, a wall has no particle, a shape covers no
 * site or lies outside the domain, or there are more than CASE_PARTICLES_MOST particles. */
int particles_fill(struct particles *p, const struct amphi_case *c);
void particles_free(struct particles *p);

/* Free the arrays, keep the counts. */
void particles_drop(struct particles *p);

#endif
