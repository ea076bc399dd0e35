/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_SOURCE_H
#define PAIRWISE_SOURCE_H
/* Where the particles of a case begin, in doubles, and the box they are in. */
#include <stdbool.h>
#include <stddef.h>

#include "pairwise/settings.h"

struct pairwise_source {
  size_t count;
  double (*position)[3]; /* m */
  double (*velocity)[3]; /* m/s */
  bool moves;            /* a file gave the velocities */
  bool has_box;          /* a file gave the box */
  double low[3], high[3];
  bool periodic[3];
};

/* From the generator or the file of a case. STATUS_USAGE with file, line and what was expected for a bad
 * file; or if a particle is outside the domain, or the cutoff more than half of a periodic axis. */
int pairwise_source_fill(struct pairwise_source *s, const struct pairwise_settings *c);
void pairwise_source_free(struct pairwise_source *s);

/* Of the box, m^3. */
double pairwise_source_volume(const struct pairwise_source *s);

/* Room for `count` particles at rest in the origin. */
int pairwise_source_allocate(struct pairwise_source *s, size_t count);

/* Particles, and perhaps velocities and box, from a file (source_file.c): a sample configuration as NIST
 * publishes them, XYZ, CSV, or by amphi's own reader a snapshot (VTKHDF). */
int pairwise_source_read(struct pairwise_source *s, const char *path);

#endif
