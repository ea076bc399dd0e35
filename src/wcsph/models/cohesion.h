/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_MODELS_COHESION_H
#define WCSPH_MODELS_COHESION_H
/* Surface tension between pairs (Tartakovsky & Panchenko 2016): particles of one phase attract each other by
 * s phi(q), q = r/h. Theirs also repel each other when near; here that is what the background pressure does.
 * With x = q/radius, phi = x^2 (1 - x)^2, which ends softly at the support, and is greatest beyond the
 * nearest neighbours: the tension that acts is what the sum below says less what particles beside the
 * interface gain by changing their places, and the nearer phi's greatest the more that is
 * (docs/validation.md).
 *
 * To part a body of fluid along a plane takes twice the work that its surface has, sigma. With n particles a
 * volume, evenly spread, pairs across the plane give (Fowler 1937; in 2-D likewise)
 *   n^2 s h^4 / 3 integral of q^3 phi dq in 2-D,   pi/8 n^2 s h^5 integral of q^4 phi dq in 3-D,
 * and of two phases that do not attract each other each gives as much: sigma = lambda n^2 s h^(dim+2). What s
 * takes off the pressure is 3.77 sigma over the support radius in 2-D, 4.00 in 3-D (case/check_phases.c). */
#include "lane/lane.h"
#include "wcsph/law.h"

/* The integrals of x^(k+2) (1 - x)^2, k = 3 and 4, are 1/168 and 1/252. */
static inline double cohesion_lambda(int dimensions, double radius) {
  const double r4 = (radius * radius) * (radius * radius);
  if (dimensions == 2) return 2.0 / 3.0 * r4 / 168.0;
  return 0.78539816339744830962 * r4 * radius / 252.0; /* pi/4 */
}

/* phi / q */
static inline real_t cohesion_pull(const struct wcsph_law *law, real_t q) {
  const float per = 1.0f / law->radius;
  const real_t t = lane_max(1.0f - q * per, lane_set(0.0f));
  return (per * (q * per)) * (t * t);
}

#endif
