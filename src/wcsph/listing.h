/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef WCSPH_LISTING_H
#define WCSPH_LISTING_H
/* Where the time of making lists goes, for the ladder of paper 002. */

/* Cells of particles, their order, rows moved into it, and the neighbours (with ranges of cells, where they
 * are stored). */
enum wcsph_listing { LISTING_CELLS, LISTING_SORT, LISTING_REORDER, LISTING_NEIGHBOURS, LISTINGS };

/* s so far, of all lists of this process by the cpu and offload backends. */
extern double listing_spent[LISTINGS];

#endif
