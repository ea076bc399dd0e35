/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LEVELS_REGION_H
#define WCSPH_LEVELS_REGION_H
/* The part of the domain in which one level of several spacings has particles: its box, a ring around that,
 * and a ring inside the box of each finer level. In rings the neighbour level sets velocity and density
 * (exchange.c). Lengths in m; corners are infinite where the box reaches the domain's face. */
#include <stdbool.h>
#include <stddef.h>

#include "case/resolution.h"

struct region {
  bool given;             /* false: the case has one spacing, and nothing below is read */
  unsigned open;          /* faces through which fluid may leave: the domain's, and those of the ring */
  double low[3], high[3]; /* of the box with its ring, in the domain */
  double sound;           /* m/s: of all levels */
  struct resolved level;  /* the box itself */
  struct resolved finer[REFINEMENTS_MOST]; /* levels in it */
  size_t finer_count;
};

#endif
