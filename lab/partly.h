/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LAB_PARTLY_H
#define LAB_PARTLY_H

/* What `stages: forces` has spent so far on copies between host and device, s: in all, and for cells. */
struct partly_spent {
  double transfers, of_cells;
};
extern struct partly_spent partly_spent;

#endif
