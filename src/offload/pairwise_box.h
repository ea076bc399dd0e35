/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OFFLOAD_PAIRWISE_BOX_H
#define OFFLOAD_PAIRWISE_BOX_H
/* Boxes of cells that teams have for their own, in cells along each axis. */
#include <stdint.h>

/* How many there are. */
static inline int pairwise_box_count(const int box[3], const uint32_t cells[3]) {
  int count = 1;
  for (int a = 0; a < 3; a++) count *= ((int)cells[a] + box[a] - 1) / box[a];
  return count;
}

/* Cut them along their longest axis, the last of equal ones, until no multiprocessor is without one (paper
 * 001, section 7.1). */
static inline void pairwise_box_shrink(int box[3], const uint32_t cells[3], int processors) {
  while (pairwise_box_count(box, cells) < processors) {
    int longest = 0;
    for (int a = 1; a < 3; a++)
      if (box[a] >= box[longest]) longest = a;
    if (box[longest] == 1) return;
    box[longest]--;
  }
}

#endif
