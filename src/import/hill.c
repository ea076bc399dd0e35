/* SPDX-License-Identifier: BSD-3-Clause */
/* <drawwave>: water in the shape of a solitary wave. */
#include <math.h>

#include "import/commands.h"
#include "util/error.h"

/* Under a solitary wave (Boussinesq): its crest over x0, its bed at z0. */
struct hill {
  double low[3], high[3], depth, height, x0, z0;
};

static bool inside_hill(const void *solid, const double x[3]) {
  const struct hill *s = solid;
  const double number = sqrt(0.75 * s->height / (s->depth * s->depth * s->depth));
  for (int a = 0; a < 3; a++)
    if (x[a] < s->low[a] - 1e-9 || x[a] > s->high[a] + 1e-9) return false;
  return x[2] <= s->z0 + s->depth + s->height / pow(cosh(number * (x[0] - s->x0)), 2) + 1e-9;
}

int commands_wave(struct drawing *d, struct xml_node *n) {
  struct hill s;
  double size[3];
  TRY(import_number(d->m, n, "depth", &s.depth));
  TRY(import_number(d->m, n, "hmaxwave", &s.height));
  TRY(import_number(d->m, n, "x0", &s.x0));
  TRY(import_number(d->m, n, "z0", &s.z0));
  TRY(drawing_box(d, n, s.low, size));
  if (!(s.depth > 0 && s.height >= 0)) return import_fault(d->m, n, "depth or hmaxwave is not above 0");
  for (int a = 0; a < 3; a++) {
    const double a0 = s.low[a], a1 = a0 + size[a];
    s.low[a] = fmin(a0, a1), s.high[a] = fmax(a0, a1);
  }
  import_note(d->m, NOTE_CHANGED, n, "the nodes under Boussinesq's profile of a solitary wave");
  return pen_solid(&d->pen, inside_hill, &s, s.low, s.high);
}
