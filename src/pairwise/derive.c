/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "pairwise/evolution.h"

void pairwise_law_derive(struct pairwise_law *law, const struct pairwise_settings *c) {
  const struct pairwise_config *p = &c->pairwise;
  const double end2 = p->cutoff * p->cutoff + p->softening * p->softening, end6 = end2 * end2 * end2;
  *law = (struct pairwise_law){.potential = p->potential,
                               .truncation = p->potential == POTENTIAL_LJ ? p->truncation : TRUNCATION_PLAIN,
                               .summation = c->summation,
                               .cutoff2 = p->cutoff * p->cutoff,
                               .softening2 = p->softening * p->softening,
                               .end = sqrt(end2)};
  if (law->truncation != TRUNCATION_PLAIN) law->shift = 4.0 * (1.0 / (end6 * end6) - 1.0 / end6);
  if (law->truncation == TRUNCATION_FORCE_SHIFTED)
    law->slope = -24.0 * (2.0 / (end6 * end6) - 1.0 / end6) / law->end;
}

struct pairwise_tail pairwise_tail(const struct pairwise_settings *c, double count, double volume) {
  const struct pairwise_config *p = &c->pairwise;
  const double pi = 3.14159265358979323846, c3 = 1.0 / (p->cutoff * p->cutoff * p->cutoff), c9 = c3 * c3 * c3;
  const double pairs = pi * count * count / volume;
  if (p->potential != POTENTIAL_LJ || p->truncation != TRUNCATION_PLAIN) return (struct pairwise_tail){0};
  return (struct pairwise_tail){.energy = 8.0 / 3.0 * pairs * (c9 / 3.0 - c3),
                                .virial = 16.0 * pairs * (2.0 / 3.0 * c9 - c3)};
}

/* A periodic axis is as long as the domain. Another one is longer, so that nothing meets across its end: by
 * the reach, and at least two and a half times that in all. */
static double axis_length(const struct pairwise_state *s, double size, bool periodic) {
  const double reach = (double)s->reach * (1.0 + 1e-5);
  return periodic ? size : fmax(size + reach, 2.5 * reach);
}

void pairwise_geometry_derive(struct pairwise_law *law, struct pairwise_state *s,
                              const struct pairwise_settings *c, const struct pairwise_source *source) {
  const struct pairwise_config *p = &c->pairwise;
  double shortest = INFINITY;
  s->skin = (float)p->skin;
  s->reach = (float)(p->cutoff + p->skin);
  s->unit = 0.5 * p->step / (double)PAIRWISE_FORCE_SCALE;
  for (int a = 0; a < 3; a++) {
    const double size = source->high[a] - source->low[a];
    const double length = axis_length(s, size, source->periodic[a]);
    s->size[a] = size;
    s->periodic[a] = source->periodic[a];
    s->quantum[a] = length * 0x1p-32;
    s->origin[a] = source->low[a];
    s->bounds.low[a] = 0; /* what goes below comes out above, beyond the highest place */
    s->bounds.high[a] = source->periodic[a] ? UINT32_MAX : (uint32_t)(size / s->quantum[a]) + 1;
    s->bounds.inv_quantum[a] = (float)(1.0 / s->quantum[a]);
    law->quantum[a] = (float)s->quantum[a];
    shortest = fmin(shortest, length);
  }
  law->drift = (float)(s->unit * p->step);
  law->longest = (float)fmin(0.1 * shortest, p->cutoff);
}
