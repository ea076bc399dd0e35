/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PAIRWISE_LAW_H
#define PAIRWISE_LAW_H
/* The constants of the pair law, derived once from the case (derive.c). The particles have sigma = 1 m,
 * epsilon = 1 J and a mass of 1 kg, so that every number in SI units is the one in reduced units. */
#include "pairwise/settings.h"

/* Sums of forces are whole numbers of quanta of 2^-32 N: a contribution below 2^19 N, which two particles
 * half a sigma apart do not reach, is below SUM_TERM_LIMIT (lane/sum.h). */
#define PAIRWISE_FORCE_SCALE 0x1p32f

struct pairwise_law {
  enum pairwise_potential potential;
  enum pairwise_truncation truncation;
  enum summation summation;
  double cutoff2;    /* m^2; at or beyond it there is no pair */
  double softening2; /* m^2: r^2 + softening2 stands for r^2 */
  double end;        /* m: r with softening at the cutoff */
  double shift;      /* J, taken from the potential: its value at the cutoff; 0 if truncated */
  double slope;     /* N, taken from its derivative: that at the cutoff; 0 unless shifted by a linear force */
  float quantum[3]; /* m; position = origin + integer x quantum */
  float drift;      /* m: way in a step of a particle with the velocity 1, in quanta */
  float longest;    /* m: a particle that goes farther in a step has diverged */
};

/* The law of a case; quantum, drift and longest are pairwise_geometry_derive's (state.h). */
void pairwise_law_derive(struct pairwise_law *law, const struct pairwise_settings *c);

/* What the pairs beyond the cutoff of a truncated Lennard-Jones potential add where the density is that of
 * the whole (Allen & Tildesley, Computer Simulation of Liquids, 2.8): to the energy, J, and to the virial, J,
 * of `count` particles in `volume` m^3; 0 for other laws. */
struct pairwise_tail {
  double energy, virial;
};
struct pairwise_tail pairwise_tail(const struct pairwise_settings *c, double count, double volume);

#endif
