/* SPDX-License-Identifier: BSD-3-Clause */
/* <velocity>, <velocity2>, <velocity3>: one speed, or speeds at two or three heights. */
#include <math.h>

#include "import/parts.h"
#include "util/error.h"

int profile_read(struct import *m, struct xml_node *n, struct profile *p) {
  static const char *const tags[] = {"velocity", "velocity2", "velocity3"};
  static const char *const speeds[] = {"v", "v2", "v3"}, *const heights[] = {"z", "z2", "z3"};
  *p = (struct profile){0};
  for (int k = 0; k < 3; k++) {
    struct xml_node *t = xml_child(n, tags[k]);
    if (!t) continue;
    p->points = k + 1;
    for (int i = 0; i <= k; i++) {
      TRY(import_number(m, t, speeds[i], &p->v[i]));
      if (k > 0) TRY(import_number(m, t, heights[i], &p->z[i]));
      for (int j = 0; j < i; j++)
        if (p->z[i] == p->z[j]) return import_fault(m, t, "has two speeds at a height of %g", p->z[i]);
    }
    return STATUS_OK;
  }
  return import_fault(m, n, "<velocity>, <velocity2> or <velocity3> is missing");
}

/* Lagrange's polynomial through the points. */
double profile_speed(const struct profile *p, double z) {
  double speed = 0;
  if (p->points == 1) return p->v[0];
  for (int i = 0; i < p->points; i++) {
    double weight = 1;
    for (int k = 0; k < p->points; k++)
      if (k != i) weight *= (z - p->z[k]) / (p->z[i] - p->z[k]);
    speed += weight * p->v[i];
  }
  return speed;
}

/* The same polynomial after Newton. */
void profile_formula(const struct profile *p, const char *height, char text[200]) {
  const double *z = p->z, *v = p->v;
  const double slope = (v[1] - v[0]) / (z[1] - z[0]);
  if (p->points == 2) {
    snprintf(text, 200, "%.10g + (%s - (%.10g))*(%.10g)", v[0], height, z[0], slope);
    return;
  }
  const double bend = ((v[2] - v[1]) / (z[2] - z[1]) - slope) / (z[2] - z[0]);
  snprintf(text, 200, "%.10g + (%s - (%.10g))*(%.10g + (%s - (%.10g))*(%.10g))", v[0], height, z[0], slope,
           height, z[1], bend);
}
