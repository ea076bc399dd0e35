/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RENDER_COLOURS_H
#define RENDER_COLOURS_H
/* Colour maps, with matplotlib's colours. */

extern const char *const colour_maps[]; /* names, ended by NULL; those of view/src/colours.ts */

/* The colour at x, 0 to 1, of map colour_maps[map]; pink for a NaN. */
void colour_at(int map, double x, float out[3]);

#endif
