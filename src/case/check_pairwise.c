/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "case/read.h"

static void check_domain(struct reader *r) {
  const struct amphi_case *c = r->c;
  for (int a = 0; a < 3; a++) {
    const double length = c->domain.high[a] - c->domain.low[a];
    if (!(length > 0))
      check_fault(r, "domain.high", "%g along %s is not above domain.low %g; expected low < high",
                  c->domain.high[a], words_axis[a], c->domain.low[a]);
    else if (c->domain.periodic[a] && c->pairwise.cutoff > 0.5 * length)
      check_fault(r, "pairwise.cutoff",
                  "%g m is more than half of the periodic axis %s (%g m): a particle would interact with "
                  "another one twice",
                  c->pairwise.cutoff, words_axis[a], length);
  }
}

static void check_lattice(struct reader *r) {
  const struct pairwise_config *p = &r->c->pairwise;
  double count = 4;
  for (int a = 0; a < 3; a++) {
    count *= p->cells[a];
    if (!(p->cells[a] >= 1) || p->cells[a] != floor(p->cells[a]))
      check_fault(r, "particles.cells", "%g along %s is not a whole number >= 1", p->cells[a], words_axis[a]);
  }
  if (count > CASE_PARTICLES_MOST)
    check_fault(r, "particles.cells", "makes %.3g particles; expected at most %d", count,
                CASE_PARTICLES_MOST);
}

void check_pairwise(struct reader *r) {
  struct pairwise_config *p = &r->c->pairwise;
  const double *low = r->c->domain.low, *high = r->c->domain.high;
  for (int a = 0; a < 3; a++) p->has_domain |= low[a] != high[a];
  if (p->source == SOURCE_FILE) {
    resolve_file(r, &p->file);
    check_file(r, "particles.file", p->file, "a file of particles");
  }
  if (p->has_domain) check_domain(r);
  if (p->source == SOURCE_FCC) check_lattice(r);
  for (int a = 0; a < 3 && p->source == SOURCE_CLUSTERS && p->has_domain; a++)
    if (p->spread > high[a] - low[a])
      check_fault(r, "particles.spread", "%g m is more than the domain's %g m along %s", p->spread,
                  high[a] - low[a], words_axis[a]);
  if ((p->source == SOURCE_UNIFORM || p->source == SOURCE_CLUSTERS) && !p->has_domain)
    check_fault(r, "domain", "missing; particles.from %s needs one to fill", words_source[p->source]);
}
